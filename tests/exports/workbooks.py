"""Reading a workbook as it lies in its file, with nothing but a zip reader."""

import io
import re
import xml.etree.ElementTree as ElementTree
import zipfile

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheets(content):
    """Name of each sheet → its rows, each a list of cells: text, number, or None."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        names = [sheet.get("name") for sheet in book.iter(f"{MAIN}sheet")]
        roots = [
            ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{n}.xml"))
            for n in range(1, len(names) + 1)
        ]
    assert not any(list(root.iter(f"{MAIN}f")) for root in roots), "no cell is a formula"
    return {name: rows_of(root) for name, root in zip(names, roots, strict=True)}


def rows_of(root):
    rows = []
    for row in root.iter(f"{MAIN}row"):
        while len(rows) < int(row.get("r")) - 1:
            rows.append([])
        cells = []
        for cell in row.iter(f"{MAIN}c"):
            column = place_of(re.match("[A-Z]+", cell.get("r"))[0])
            cells += [None] * (column - len(cells))
            cells.append(value_of(cell))
        rows.append(cells)
    return rows


def place_of(letters):
    place = 0
    for letter in letters:
        place = place * 26 + ord(letter) - 64
    return place - 1


def value_of(cell):
    if cell.get("t") == "inlineStr":
        return "".join(part.text or "" for part in cell.iter(f"{MAIN}t"))
    value = cell.find(f"{MAIN}v")
    return None if value is None else float(value.text)
