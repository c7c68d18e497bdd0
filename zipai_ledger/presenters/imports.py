"""导入 (daoru): what a text holds that could become a table here, and what keeps it from that."""

from collections.abc import Iterator
from dataclasses import dataclass

from zipai_ledger.exports.incoming import RefusalAnswer
from zipai_ledger.exports.preview import Preview, StagePreview
from zipai_ledger.formats.speaker import unit_word, word
from zipai_ledger.ledger.queries import account_holders
from zipai_ledger.rules.totals import Due

from .boards import Board, Money, boards


@dataclass(frozen=True, slots=True)
class StageLine:
    """One stage: what is played, who sits there, how many deals count; ``tally``: (name, 胡) of a round carried in."""

    game: str
    people: tuple[str, ...]
    deals: int
    tally: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PreviewTransfer:
    """What somebody paid, or still has to pay, to somebody: money, or else units with their word."""

    payer: str
    payee: str
    money: Money | None
    units: str = ""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What would become of a text, beside what the ``source`` itself says.

    ``open`` has still to be paid, ``paid`` was; ``carried``: by name, what was carried in or out.
    """

    source: Preview
    stages: tuple[StageLine, ...]
    boards: tuple[Board, ...]
    open: tuple[PreviewTransfer, ...]
    paid: tuple[PreviewTransfer, ...]
    carried: tuple[tuple[str, Money], ...]


@dataclass(frozen=True, slots=True)
class ImportRefusal:
    """Why nothing was brought in: ``problems`` in words, of the ``deal`` with this number where it was one.

    ``reason``: ``problems``, ``long`` (it would take too long), ``busy`` (somebody else brings something in) or ``stored``
    (it is here already).
    """

    status: int
    reason: str
    problems: tuple[str, ...] = ()
    deal: int | None = None


def import_preview(preview: Preview) -> ImportPreview:
    """The page's words for what would be stored."""
    names = preview.players
    holders = account_holders((stage.seats for stage in preview.stages), preview.settlement)
    return ImportPreview(
        source=preview,
        stages=tuple(_stage_line(stage, preview) for stage in preview.stages),
        boards=boards({player: names[player] for player in holders}, preview.settlement, preview.rulesets),
        open=tuple(_open_line(due, preview) for due in preview.settlement.dues),
        paid=tuple(
            PreviewTransfer(names[one.payer], names[one.payee], Money(one.minor, one.currency))
            for one in preview.paid
        ),
        carried=tuple(_carried(preview)),
    )


def _stage_line(stage: StagePreview, preview: Preview) -> StageLine:
    names = preview.players
    return StageLine(
        game=word(stage.game),
        people=tuple(names[player] for player in stage.seats),
        deals=stage.deals,
        tally=tuple((name, hu) for name, hu in zip(names, stage.tally, strict=False) if hu),
    )


def _open_line(due: Due, preview: Preview) -> PreviewTransfer:
    payer, payee = preview.players[due.payer], preview.players[due.payee]
    if due.minor is not None:
        return PreviewTransfer(payer, payee, Money(due.minor, due.currency))
    return PreviewTransfer(payer, payee, None, f"{due.units} {unit_word(preview.rulesets, due.unit)}")


def _carried(preview: Preview) -> Iterator[tuple[str, Money]]:
    for move in preview.carried:
        for name, minor in zip(preview.players, move.minor, strict=False):
            if minor:
                yield name, Money(minor, move.currency)


def import_refusal(answer: RefusalAnswer) -> ImportRefusal:
    """What is wrong with a text, as `exports.incoming.refusal` answers it: the first problems, and their deal."""
    problems = (
        f"{error['message']} ({error['field']})" if error["field"] else f"{error['message']}"
        for error in answer["errors"]
    )
    return ImportRefusal(422, "problems", tuple(map(_printable, problems)), answer.get("deal"))


def _printable(text: str) -> str:
    """A text that quotes JSON, where half a character may be written and no page could show it."""
    return text.encode(errors="backslashreplace").decode()
