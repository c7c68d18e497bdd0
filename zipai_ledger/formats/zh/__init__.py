"""Chinese, simplified and traditional alike."""
