"""Texts of every step at a table in centimetres: none of them has a length in inches."""

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
    """Check all texts with a metric ruler, regardless of the game's own unit."""
    ruler = moment.after.system.ruler("cm")
    words = Reader(language("en"), moment.after._replace(ruler=ruler)).plain
    for text in _texts_of(moment):
        if _INCH.search(said := words(text)):
            yield f"somebody reads: {said}"


def _texts_of(moment: Moment) -> Iterator[Text]:
    """Yield titles, results, notes and warnings of an entry, its rolls and ledgers, and the options of each unit."""
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
