"""Rounds that scatter: a direction and d6 inches each, for shells and smoke (Artillery; Smoke Round)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, NamedTuple

from pydantic import Field

from rules.kernel.action import Played
from rules.kernel.dice import Roll, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Listed, Plural, Text, counted
from rules.openfire_ww2.facts import ARTILLERY, SMOKE
from rules.openfire_ww2.roll_kinds import got_of
from rules.openfire_ww2.tables import WW2Rule


class ScatterFacts(Facts):
    """Facts of rounds that scatter."""

    rounds: Annotated[int, Field(strict=True, ge=1, le=3)] = Field(
        title=N_("Rounds"), description=N_("3 in a Barrage.")
    )


class ScatterOutcome(NamedTuple):
    """An empty outcome, because odds of it would be pointless; the landing points are detail."""


_EIGHTHS = (
    N_("{inches}″ straight on"),
    N_("{inches}″ forward right"),
    N_("{inches}″ right"),
    N_("{inches}″ back right"),
    N_("{inches}″ straight back"),
    N_("{inches}″ back left"),
    N_("{inches}″ left"),
    N_("{inches}″ forward left"),
)


class Scatter(WW2Rule[ScatterFacts, ScatterOutcome]):
    """The two dice of each round, one round after the other; players who read an arrow die roll only inches."""

    key, title, topic, details = "scatter", Text("Scatter"), "artillery", ("rounds",)
    section: ClassVar[str] = ARTILLERY

    def plan(self) -> None:
        given, rounds = self.book.rulings.scatter_directions, range(1, self.facts.rounds + 1)
        self.directions = None if given == "arrow" else given
        self.throws = [self._round_rolls(n) for n in rounds]
        self.rulings_used = ("scatter_directions",)

    def _round_rolls(self, n: int) -> tuple[Roll[int] | None, Roll[int]]:
        """Return the rolls of a round: the direction, unless players read it, and the inches."""
        several = self.facts.rounds > 1
        label = Text("distance, round {round}", round=n) if several else Text("distance")
        inches = Roll(f"inches {n}", label, "attacker", 6, Total(), None, (), self.section)
        if self.directions is None:
            return None, inches
        label = Text("scatter die, round {round}", round=n) if several else Text("scatter die")
        return Roll(f"scatter_die {n}", label, "attacker", self.directions, Total(), None, (), self.section), inches

    def play(self, table: Table) -> Then[ScatterOutcome]:
        return then(self._roll_landing, 0)

    def _roll_landing(self, table: Table, at: int) -> ScatterOutcome | Then[ScatterOutcome]:
        if at == len(self.throws):
            return ScatterOutcome()
        direction, inches = self.throws[at]
        if direction:
            table.roll(direction)
        table.roll(inches)
        return then(self._roll_landing, at + 1)

    def landed_at(self, played: Played[ScatterOutcome]) -> list[tuple[int | None, int]]:
        """Return each round's landing point: the face of the scatter die, None if players read an arrow, and inches."""
        return [(got_of(played, direction, None), got_of(played, inches)) for direction, inches in self.throws]

    def detail(self, played: Played[ScatterOutcome]) -> Mapping[str, object]:
        return {"rounds": [{"direction": where, "inches": inches} for where, inches in self.landed_at(played)]}

    def landing_text(self, played: Played[ScatterOutcome]) -> Text:
        """Return the landing points in words."""
        found: list[Text] = []
        for direction, inches in self.landed_at(played):
            if direction is None:
                found.append(Text("{inches}″ along the arrow", inches=inches))
            elif self.directions == len(_EIGHTHS):
                found.append(Text(_EIGHTHS[direction - 1], inches=inches))
            else:
                hour = direction - 1 or 12
                found.append(Text("{inches}″ at {hour} o'clock", inches=inches, hour=hour))
        where = Listed(found)
        if self.directions:
            return Text("{where} from the point of aim, as the gun sees it", where=where)
        return Text("{where} from the point of aim", where=where)

    def describe(self, played: Played[ScatterOutcome]) -> Text:
        return Plural(
            "The shell lands {landed}. It hits everything within 2″.",
            "The shells land {landed}. They hit everything within 2″.",
            len(self.throws),
            landed=self.landing_text(played),
        )


class Smoke(Scatter):
    """Smoke is aimed and scatters like a shell."""

    key, title, topic, section = "smoke", Text("Smoke"), "smoke", SMOKE

    def plan(self) -> None:
        super().plan()
        self.rulings_used = (*self.rulings_used, "smoke_radius", "smoke_turns")

    def describe(self, played: Played[ScatterOutcome]) -> Text:
        size, landed = self.book.rulings, self.landing_text(played)
        lasting = counted(size.smoke_turns, "turn", "turns")
        lies = N_("Smoke, radius {radius}″ for {turns}, {landed}.")
        return Text(lies, radius=size.smoke_radius, turns=lasting, landed=landed)
