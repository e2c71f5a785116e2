"""`/act gas`: gas on the table attacks the figures that enter it (Lasting effects)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from rules.bayonet.assault import out_of_combat
from rules.bayonet.figures import figure, require_factor
from rules.bayonet.fire import BayonetFire
from rules.bayonet.shooting import AREA
from rules.bayonet.shot_effects import each_once, events_of_strays, worsened_notes
from rules.bayonet.tables import Board, Order
from rules.command.effects import require_alive
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.tabletop import TableObject
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.text import Listed, Text


class Gas(Order):
    """`/act gas`: one attack die against all figures that entered; its factor is `count` or the keyword `cf=4`."""

    key, title, needs, several = "gas", Text("Gas attacks figures that enter it"), ("target",), ("target",)
    counted = True

    def checks(self) -> None:
        for target in self.targets:
            require_factor(require_alive(target, Text("be gassed")), "abc")

    @property
    def thing(self) -> TableObject | None:
        """The gas with the given label, or the only one there is; raises RuleError for an unknown label."""
        label, found = self.request.weapon, [one for one in self.board.game.things.values() if one.kind == "gas"]
        if label is None:
            return found[0] if len(found) == 1 else None
        named = next((one for one in found if one.label.casefold() == label.casefold()), None)
        if named is None:
            raise RuleError(Text("There is no gas called {label} on the table.", label=label), AREA)
        return named

    def rolls(self) -> Iterable[Planned]:
        """Yield the attack; all figures in the gas are at the same distance."""
        thing, victims = self.thing, self.targets
        facts = {
            "shooter": {"range_cf": self._factor(thing), "physical_cf": None},
            "kind": "abc",
            "targets": tuple({"figure": figure(unit), "ring_distance": 0} for unit in victims),
            "area": {"radius": Decimal(str(thing.radius)) if thing and thing.radius else Decimal(1)},
        }
        roles = {f"target {at}" if len(victims) > 1 else "target": unit for at, unit in enumerate(victims, 1)}
        yield BayonetFire.plan_roll(facts, **roles)

    def _factor(self, thing: TableObject | None) -> int:
        if self.request.count is not None:
            return self.request.count
        said = [word.removeprefix("cf=") for word in (thing.keywords if thing else ()) if word.startswith("cf=")]
        if not said or not said[0].isdecimal():
            raise MissingFacts([Ask("count", Text("give the gas's Combat Factor, or place it with the keyword cf=4"))])
        return int(said[0])

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        left = [event for unit in each_once(now, self.targets) if unit.has("fleeing") for event in out_of_combat(unit)]
        return [*left, *events_of_strays(self.plays, now, played)]

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return worsened_notes(self.board, now)

    def headline(self) -> Text:
        thing, units = self.thing, Listed([unit.ref for unit in self.targets])
        if thing is None:
            return Text("Gas → {units}", units=units)
        return Text("Gas {label} → {units}", label=thing.label, units=units)
