"""What stands between the network and the views: limits, headers, cancelled requests, collected files."""
