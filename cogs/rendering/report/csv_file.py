"""Every roll of a game as a row of a table, for a spreadsheet or a program."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from bot.services.record.exports import PlayedGame
from cogs.rendering.report.entry_view import EntryRenderer
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.rolls import RollView, spaced_faces
from rules.command.system import System
from rules.game.entry import Entry
from rules.game.events import TurnAdvanced
from rules.kernel.dice import Reading, Successes, Total, spread_faces
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.roll_kinds import rolling_unit
from rules.kernel.text import UnitRef

COLUMNS = (
    "entry", "at", "turn", "player", "side", "command", "unit", "target", "throw", "needed", "dice", "faces",
    "source", "successes_or_total", "expected", "undone",
)  # fmt: skip
_DOES_SOMETHING = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet takes for a formula; a leading apostrophe makes them text."""


class RollTable:
    """The rolls as RFC 4180 CSV; column names are the same in every language."""

    def __init__(self, words: ReportReader, played: PlayedGame, hides: bool) -> None:
        self._words, self._board, self._out = words.plain, played.board, io.StringIO(newline="")
        self._teller, self._turn = EntryRenderer(self._words, played), 1
        self._writer = csv.writer(self._out)
        self._writer.writerow(COLUMNS)

    def add(self, entry: Entry) -> None:
        stands = entry.number not in self._board.game.undone
        self._teller.meet_players(entry)
        at = f"{datetime.fromtimestamp(entry.at, UTC):%Y-%m-%dT%H:%M:%SZ}"
        when = [entry.number, at, self._turn, self._teller.issuer_name(entry)]
        for play in entry.plays:
            for roll in play.throws:
                row = [*when, *_roll_columns(self._words, entry, play, roll)]
                row += [*_number_columns(self._words, self._board.system, play, roll), "no" if stands else "yes"]
                self._writer.writerow(map(escape_formula, row))
        if stands:
            self._turn = next((one.turn for one in entry.events if isinstance(one, TurnAdvanced)), self._turn)

    def to_bytes(self) -> bytes:
        return self._out.getvalue().encode("utf-8", "replace")


def escape_formula(cell: str | int) -> str | int:
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(_DOES_SOMETHING) else cell


def _roll_columns(words: ReportReader, entry: Entry, play: Play, roll: RecordedRoll) -> list[str]:
    """Return the side, command, units and label of a roll."""
    side = roll.side if roll.side is not None else entry.side
    unit, target = rolling_unit(play, roll), play.roles.get("target") or play.roles.get("defender")
    return [
        words(side or ""),
        entry.command,
        words(UnitRef(unit)) if unit else "",
        words(UnitRef(target)) if target and target != unit else "",
        words(roll.label),
    ]


def _number_columns(words: ReportReader, system: System, play: Play, roll: RecordedRoll) -> list[str | int]:
    needed = "" if roll.needed is None else f"{roll.needed.face}{' or less' if roll.needed.at_most else '+'}"
    return [
        needed,
        f"{len(roll.faces)}d{roll.sides}",
        spaced_faces(RollView(words, roll).faces),
        f"{roll.source}, {roll.added} bot" if roll.added else roll.source,
        roll_result(system, play, roll),
        f"{float(expected_result(system, play, roll)):.4g}",
    ]


def roll_result(system: System, play: Play, roll: RecordedRoll) -> int:
    """Return the number of successes, 1 or 0 for a needed total, or the sum if no score is needed."""
    if roll.needed is not None:
        return roll.successes
    return roll.result if isinstance(roll.result, int) else sum(roll.faces)


def expected_result(system: System, play: Play, roll: RecordedRoll) -> Fraction:
    """Return the expectation of `roll_result` for so many dice."""
    dice, kind = len(roll.faces), system.throws.of(roll)
    if roll.needed is not None and roll.needed.is_of_total:
        ways = sum(ways for total, ways in spread_faces(Total(), dice, roll.sides) if roll.needed.is_met_by(total))
        return Fraction(ways, roll.sides**dice)
    if roll.needed is not None:
        return dice * _mean_result(Successes(roll.needed.face), 1, roll.sides)
    if kind.reading is not None:
        return _mean_result(kind.reading(play), dice, roll.sides)
    return Fraction(dice * (roll.sides + 1), 2)


def _mean_result(reading: Reading[Any], dice: int, sides: int) -> Fraction:
    ways = spread_faces(reading, dice, sides)
    return Fraction(sum(got * times for got, times in ways), sides**dice)
