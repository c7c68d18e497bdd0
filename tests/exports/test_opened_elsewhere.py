"""What leaves is opened by another program, which finds the same totals, numbers as numbers and no formula."""

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from tests.ledger.conftest import sent, win
from tests.servers import LONGEST
from zipai_ledger.exports import outgoing
from zipai_ledger.ledger import record
from zipai_ledger.ledger.standing import Standing

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.external,
    pytest.mark.skipif(not shutil.which("soffice"), reason="needs LibreOffice (libreoffice-calc-nogui)"),
]
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
MOST_REPEATED = 64
"""Longer runs of empty cells are only the rest of a sheet."""


@pytest.fixture(scope="module")
def profile(tmp_path_factory):
    """The settings that LibreOffice writes at its first start."""
    return tmp_path_factory.mktemp("libreoffice")


def opened(path, profile):
    """Sheet → rows of cells as LibreOffice understood them: floats, texts, None."""
    folder = path.parent
    command = [
        "soffice",
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--convert-to",
        "fods",
    ]
    if path.suffix == ".csv":
        command += ["--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"]
    subprocess.run([*command, "--outdir", folder, path], check=True, capture_output=True, timeout=LONGEST)
    root = ElementTree.parse(folder / f"{path.stem}.fods").getroot()
    assert [cell for cell in root.iter(f"{TABLE}table-cell") if cell.get(f"{TABLE}formula")] == []
    return {sheet.get(f"{TABLE}name"): list(rows_of(sheet)) for sheet in root.iter(f"{TABLE}table")}


def rows_of(sheet):
    for row in sheet.iter(f"{TABLE}table-row"):
        cells = []
        for cell in row.findall(f"{TABLE}table-cell"):
            repeated = int(cell.get(f"{TABLE}number-columns-repeated", "1"))
            cells += [value_of(cell)] * min(repeated, MOST_REPEATED)
        while cells and cells[-1] is None:
            cells.pop()
        yield cells


def value_of(cell):
    if cell.get(f"{OFFICE}value-type") in ("float", "currency", "percentage"):
        return float(cell.get(f"{OFFICE}value"))
    content = "\n".join("".join(paragraph.itertext()) for paragraph in cell.findall(f"{TEXT}p"))
    return content or None


def export_to(folder, session, name):
    path = folder / f"evening.{name}"
    with outgoing.export(session, name) as file:
        path.write_bytes(file.read())
    return path


@pytest.fixture
def paid(evening):
    """The evening with something paid and something that looks like a formula."""
    record.pay(session=evening, sent=sent(), payer=0, payee=1, currency="CNY", minor=150)
    record.record_deal(session=evening, sent=sent(), fact=win(1, note="=SUM(A1:A9)"))
    record.rename_player(session=evening, sent=sent(), player=2, name="=1+1")
    evening.refresh_from_db()
    return evening


def test_a_workbook_adds_up_to_the_same_totals(paid, tmp_path, profile):
    sheets = opened(export_to(tmp_path, paid, "xlsx"), profile)
    assert list(sheets) == ["总账", "每盘", "付款", "规矩"]
    by_label = {row[0]: row for row in sheets["总账"] if row}
    names = next(row for row in sheets["总账"] if "王师傅" in row)
    assert names[2:] == ["王师傅", "小李", "=1+1", "老陈", "小丁"]
    assert by_label["合计"][2:] == [float(units) for units in units_of(paid)]
    assert sum(by_label["合计（钱）"][2:]) == sum(by_label["还没付清的"][2:]) == 0
    header, *deals = filter(None, sheets["每盘"])
    columns = [header.index(name) for name in names[2:]]
    live = [row for row in deals if row[header.index("作废")] is None]
    assert [sum(row[column] for row in live) for column in columns] == by_label["合计"][2:]
    assert deals[-1][header.index("附注")] == "=SUM(A1:A9)"
    assert sheets["付款"][1][:5] == ["付过", "王师傅", "小李", 1.5, "CNY"]


def test_a_csv_file_adds_up_to_the_same_totals(paid, tmp_path, profile):
    (rows,) = opened(export_to(tmp_path, paid, "csv"), profile).values()
    header = rows[0]
    first = header.index("王师傅")
    players = slice(first, first + 5)
    assert header[players] == ["王师傅", "小李", "'=1+1", "老陈", "小丁"]
    by_label = {row[0]: row for row in rows if row}
    assert by_label["合计"][players] == [float(units) for units in units_of(paid)]
    live = [
        row for row in rows[1:] if row and isinstance(row[0], float) and row[header.index("作废")] is None
    ]
    assert [sum(row[first + at] for row in live) for at in range(5)] == by_label["合计"][players]
    assert by_label["账首"][:2] == ["账首", paid.head_hash]


def units_of(session):
    """Units by player over all stages, which are of one kind here."""
    totals = Standing.of(session).totals
    return [sum(row[player] if player < len(row) else 0 for row in totals) for player in range(5)]
