"""`/act scatter` and `smoke`: guns fire rounds that scatter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, cast

from rules.command.effects import mark
from rules.command.planned import Planned
from rules.game.events import Event, ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Term, Text, UnitRef, ask_note, table_note
from rules.openfire_ww2.board_facts import check_may_fight, check_may_shell, is_ready_to_barrage
from rules.openfire_ww2.facts import ARTILLERY
from rules.openfire_ww2.land_shells import ROUNDS, gun_of, is_supporting_by_shells
from rules.openfire_ww2.own_turn import fight_warnings, fought_warnings
from rules.openfire_ww2.scatter import Scatter, ScatterFacts, Smoke
from rules.openfire_ww2.shooting import must_see
from rules.openfire_ww2.shots import HIDDEN, SIGHTS
from rules.openfire_ww2.tables import Board, Order


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

    @property
    def rounds(self) -> int:
        """The shells of all teams."""
        return sum(cast(ScatterFacts, planned.facts).rounds for planned in self.plays)

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
        if self.rounds > 1:
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
        labels = (f"Smoke {n}" for n in range(1, len(taken) + self.rounds + 1))
        for label in [label for label in labels if label.casefold() not in taken][: self.rounds]:
            thing = TableObject(kind="smoke", label=label, radius=size.smoke_radius, turns=size.smoke_turns)
            yield ObjectPlaced(thing=thing)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        yield table_note(Text("Place the smoke where it landed: it blocks sight."))
