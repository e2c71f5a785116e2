"""What a table that measures in centimetres reads of every step: no length of it is in inches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogs.rendering.text import Reader
from data.texts import language
from rules.kernel.plays import Play
from rules.kernel.text import Text
from rules.kernel.wording import SIGN
from tests.soak.faults import of_steps
from tests.soak.plays import Moment

_INCH = re.compile(rf"\binch|{SIGN}", re.IGNORECASE)


@of_steps("Third reading: in a game with units:cm every number said and typed is centimetres")
def nobody_in_centimetres_reads_of_inches(moment: Moment) -> Iterator[str]:
    """Whatever the game itself is measured in: a text is said to one reader, by the ruler of their table."""
    ruler = moment.after.system.ruler("cm")
    words = Reader(language("en"), moment.after._replace(ruler=ruler)).plain
    for text in _said(moment):
        if _INCH.search(said := words(text)):
            yield f"somebody reads: {said}"


def _said(moment: Moment) -> Iterator[Text]:
    """Titles, results, notes and warnings of an entry, its throws and ledgers, and what each unit may do now."""
    if moment.entry is None:
        return
    entry, board = moment.entry, moment.after
    yield from (entry.title, *entry.notes, *entry.warnings)
    for play in entry.plays:
        yield from _of_play(play)
    for unit in (one for one in board.game.units.values() if one.alive):
        yield from board.system.may(board, unit)


def _of_play(play: Play) -> Iterator[Text]:
    yield from (play.text, *([play.brief] if play.brief else []))
    yield from (made.label for made in play.decisions)
    for throw in play.throws:
        yield throw.label
        yield from (line.why for line in throw.ledger)
