"""The order of small arms fire; its facts and dice are in the file (Small arms fire)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.command.effects import mark
from rules.files.orders import FileAttack
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.text import Joined, Listed, Term, Text, several_of
from rules.opreb import fall_back
from rules.opreb.tables import Board
from rules.opreb.weapons import crews_fire, shooters, squad_band, support

ACTION = "Small arms fire › Action"


def button_label(board: Board) -> Text:
    """Return the label of the button that fires; the title is too long for one."""
    return Text("Fire")


class FireAtSquad(FileAttack):
    """`/fire`: small arms fire at one enemy squad."""

    doing, done_to, repeats = Text("fire"), Text("be a target"), False
    called = button_label
    needs, several = ("unit", "target", "distance", "cover"), ("target",)
    one_target = Text("Small arms fire targets one enemy squad: name only one."), ACTION

    def facts(self) -> dict[str, Any]:
        """Return the facts of the shot from the board and the request; raise BadFacts for uncounted mixed cover."""
        board, unit = self.board, self.unit
        self.chosen = self.chosen_weapons()
        band = squad_band(board, unit, self.chosen)
        fall_back.check_cover(self.target, self.request)
        found = super().facts()
        found["attacker"]["band"] = band
        found["shooters"] = shooters(board, self.chosen, band)
        return found | {"support": support(board, unit, self.chosen)}

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Reveal the firing unit if it was hidden, and disorganise a target with wound markers."""
        mine, theirs = now.unit(self.unit.id), now.unit(self.target.id)
        if mine.has("hidden"):
            yield from mark(mine, hidden=None)
        if theirs.count("wounds") and not theirs.has("disorganised"):
            yield from mark(theirs, disorganised=1)
        yield from super().after(now, played)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        theirs = now.unit(self.target.id)
        yield self._describe_weapons(now)
        if not self.request.has_situation("nothing_near"):
            yield from self._ask_about_cover(played[0].outcome)
        lost = [state for state in ("in_position", "hidden") if self.target.has(state) and not theirs.has(state)]
        if lost:
            yield Text("{unit} is no longer {states}.", unit=theirs.ref, states=Listed(map(Term, lost), "or"))
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

    def _ask_about_cover(self, outcome: Any) -> Iterable[Text]:
        """Return the question for cover that decides about damage and was not named, with a button to add it."""
        facts: Any = self.plays[0].facts
        rulings: Any = self.board.rulings
        held = rulings.pin_effect == "no_move" and facts.target.pinned
        if outcome.damage and not facts.nearest_cover and not held:
            cover = "light" if facts.flanked and facts.target.cover == "hard" else facts.target.cover
            yield from fall_back.ask_about_cover(self.target, cover, outcome.fell_back)
