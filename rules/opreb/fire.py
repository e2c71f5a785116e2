"""The order of small arms fire; its facts and dice are in the file (Small arms fire)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.files.attacks import FileAttack
from rules.kernel.action import Played
from rules.kernel.text import Joined, Term, Text, several_of
from rules.opreb.weapons import Board, crews_fire, shooters, squad_band, support

ACTION = "Small arms fire › Action"


def button_label(board: Board) -> Text:
    """Return the label of the button that fires; the title is too long for one."""
    return Text("Fire")


class FireAtSquad(FileAttack):
    """`/fire`: small arms fire at one enemy squad."""

    repeats, called = False, button_label
    one_target = Text("Small arms fire targets one enemy squad: name only one."), ACTION

    def facts(self) -> dict[str, Any]:
        """Return the facts of the shot, with those of its weapons."""
        board, unit = self.board, self.unit
        self.chosen = self.chosen_weapons()
        band = squad_band(board, unit, self.chosen)
        found = super().facts()
        found["attacker"]["band"] = band
        found["shooters"] = shooters(board, self.chosen, band)
        return found | {"support": support(board, unit, self.chosen)}

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield self._describe_weapons(now)
        yield from super().notes(now, played)

    def _describe_weapons(self, now: Board) -> Text:
        """Return the sentence about the weapons that fired, so that the players can correct it.

        Support weapons out of position do not fire; their crews may.
        """
        rows: Any = self.board.tables.weapons
        small = {name: n for name, n in self.chosen.items() if not rows[name].dice}
        guns = {name: n for name, n in self.chosen.items() if rows[name].dice}
        in_position = now.unit(self.unit.id).has("in_position")
        fired = [several_of(count, name) for name, count in [*small.items(), *(guns.items() if in_position else ())]]
        crews = guns if crews_fire(self.board) else ()
        fired += [Text("the {weapon} crew", weapon=Term(name)) for name in crews]
        return Text("Fired: {weapons}.", weapons=Joined(fired, ", "))
