"""Rounds that scatter: a direction and d6 inches each, for shells and for smoke; `/act scatter` and `smoke`.

(Artillery; Smoke Round)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple, cast

from pydantic import Field

from rules.command.effects import mark
from rules.command.system import Planned
from rules.game.events import Event, ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.action import Played
from rules.kernel.dice import Roll, Total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Facts, MissingFacts
from rules.kernel.request import Request
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Listed, Plural, Term, Text, UnitRef, ask_note, counted, table_note
from rules.openfire_ww2.artillery import ROUNDS, gun_of, is_supporting_by_shells
from rules.openfire_ww2.board_facts import check_may_fight, check_may_shell, is_ready_to_barrage
from rules.openfire_ww2.facts import ARTILLERY, SMOKE
from rules.openfire_ww2.own_turn import fight_warnings, fought_warnings
from rules.openfire_ww2.roll_kinds import got_of
from rules.openfire_ww2.shooting import must_see
from rules.openfire_ww2.shots import HIDDEN, SIGHTS
from rules.openfire_ww2.tables import Board, Order, WW2Rule


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
        where = Listed([self._direction_text(direction, inches) for direction, inches in self.landed_at(played)])
        if self.directions:
            return Text("{where} from the point of aim, as the gun sees it", where=where)
        return Text("{where} from the point of aim", where=where)

    def _direction_text(self, direction: int | None, inches: int) -> Text:
        if direction is None or not self.directions:
            return Text("{inches}″ along the arrow", inches=inches)
        if self.directions == len(_EIGHTHS):
            return Text(_EIGHTHS[direction - 1], inches=inches)
        return Text("{inches}″ at {hour} o'clock", inches=inches, hour=direction - 1 or self.directions)

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


class FireShells(Order):
    """`/act scatter`: rounds at a point: one per team, three in a Barrage or for Supporting Fire."""

    key, title, doing = Scatter.key, Text("Fire shells"), Text("fire")
    fires, situations, several = True, HIDDEN, ("target",)
    rule: ClassVar[type[Scatter]] = Scatter
    is_smoke: ClassVar[bool] = False
    titles: ClassVar[tuple[str, str]] = (N_("{unit}: shells"), N_("{unit}: shells at {targets}"))

    @property
    def supports(self) -> bool:
        """True if its next shells are Supporting Fire, which reaches any point."""
        return is_supporting_by_shells(self.unit) and not self.is_smoke

    def checks(self) -> None:
        board, unit = self.board, self.unit
        must_see(self.request.single_situation(SIGHTS))
        check_may_fight(board, unit)
        self.gun = None if self.supports else gun_of(board, unit, self.is_smoke)
        if self.gun:
            check_may_shell(board, unit, self.gun)
        again = fought_warnings(unit)
        for said in fight_warnings(board, unit, "supporting_fire" if self.supports else "barrage"):
            self.warn(said, repeat=said in again)

    def rolls(self) -> Iterable[Planned]:
        self._must_reach()
        facts = {"rounds": ROUNDS if self.supports or is_ready_to_barrage(self.unit) else 1}
        teams = min(self.gun.count, self.unit.models) if self.gun else 1
        return [self.rule.plan_roll(facts, attacker=self.unit) for _ in range(teams)]

    def _must_reach(self) -> None:
        """Raise MissingFacts for the distance, RuleError for a point out of the gun's range."""
        if asked := self.distance_asked():
            raise MissingFacts([asked])
        if self.gun and self.request.distance[0] > self.board.tables.weapons[self.gun.name].rng:
            far = Text(
                "The {gun} reaches {range}″, the target is {distance}″ away.",
                gun=Term(self.gun.name),
                range=self.board.tables.weapons[self.gun.name].rng,
                distance=self.request.distance[0],
            )
            raise RuleError(far, ARTILLERY)

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield events that spend the action.

        A barrage counts the ends of its side's own turns: the next one, and this one if it is its own.
        """
        unit = now.unit(self.unit.id)
        barrage = is_ready_to_barrage(unit)
        yield from mark(unit, fired=1)
        if barrage:
            own = now.game.holder == unit.side or not now.game.order
            yield from mark(unit, barraged=2 if own else 1)
        if barrage or self.supports:
            yield from mark(unit, carried_out="shots")

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        who = Text("Which units are hit?")
        if sum(len(done.steps) for done in played) > 2 * len(played[:1]):
            who = Text("Which units are hit? Name each once for every shell over it.")
        yield ask_note(who, Text("Under the shells …"), Request("act", (self.unit.id,), action="artillery"))

    def headline(self) -> Text:
        """Return the unit, and its targets if any are named."""
        targets = [UnitRef(id) for id in self.request.target]
        alone, at = self.titles
        return Text(at, unit=self.unit.ref, targets=Listed(targets)) if targets else Text(alone, unit=self.unit.ref)

    def distance_asked(self) -> Ask | None:
        if not self.request.unit or self.request.distance or self.supports:
            return None
        return Ask("distance", Text("how far is the point of aim?"))


class FireSmoke(FireShells):
    """`/act smoke`: each round is an object on the table."""

    key, title, rule, is_smoke = Smoke.key, Text("Fire smoke"), Smoke, True
    titles = (N_("{unit}: smoke"), N_("{unit}: smoke at {targets}"))

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        yield from super().after(now, played)
        size, taken = now.rulings, {label.casefold() for label in now.game.things}
        rounds = sum(cast(ScatterFacts, planned.facts).rounds for planned in self.plays)
        labels = (f"Smoke {n}" for n in range(1, len(taken) + rounds + 1))
        for label in [label for label in labels if label.casefold() not in taken][:rounds]:
            thing = TableObject(kind="smoke", label=label, radius=size.smoke_radius, turns=size.smoke_turns)
            yield ObjectPlaced(thing=thing)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        yield table_note(Text("Place the smoke where it landed: it blocks sight."))
