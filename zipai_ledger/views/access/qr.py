"""Something to be scanned."""

from typing import Any

import segno


def qr(text: str) -> dict[str, Any]:
    """A QR code as the path of an SVG: dark modules in runs, one unit each."""
    code = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in code.matrix]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    border = 3
    return {"path": "".join(runs), "size": len(rows) + 2 * border, "offset": -border}
