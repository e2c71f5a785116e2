"""Guns behind vehicles: `/act tow` and `unhitch`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.command.effects import mark, require_alive
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.text import N_, Term, Text
from rules.openfire_ww2.facts import MOVEMENT, profile
from rules.openfire_ww2.own_turn import STOPS, stopping_states
from rules.openfire_ww2.tables import Board, Order


def towed_guns(board: Board, vehicle: Unit) -> list[Unit]:
    """Return the guns in tow of a vehicle."""
    return [unit for unit in board.game.units.values() if unit.word("towed_by") == vehicle.id and unit.alive]


def stuck_guns(board: Board, vehicle: Unit) -> Iterator[Text]:
    """Yield the warning for each gun in tow that a state keeps in place."""
    for gun in towed_guns(board, vehicle):
        if stops := stopping_states(board, gun, leaves=False):
            stuck = N_("{gun} in tow cannot move: {state} ({section}).")
            yield Text(stuck, gun=gun.ref, state=Term(stops[0]), section=STOPS[stops[0]])


class Tow(Order):
    """`/act tow`: `unit` is the gun, `target` the vehicle."""

    key, title, doing, friendly = "tow", Text("Take a gun in tow"), Text("be towed"), True
    needs = ("unit", "target")

    def checks(self) -> None:
        gun, vehicles = self.unit, self.targets
        if profile(gun).kind != "gun":
            raise RuleError(Text("{gun} is not a gun: only guns are towed.", gun=gun.ref), MOVEMENT)
        for vehicle in vehicles:
            if not profile(require_alive(vehicle, Text("tow"))).tows or gun.side != vehicle.side:
                no_tractor = Text("{vehicle} cannot tow the guns of {side}.", vehicle=vehicle.ref, side=gun.side)
                raise RuleError(no_tractor, MOVEMENT)
        for hitched in [gun] if gun.has("towed_by") else [one for one in vehicles if towed_guns(self.board, one)]:
            raise RuleError(Text("{unit} is already hitched up.", unit=hitched.ref), MOVEMENT)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(now.unit(self.unit.id), towed_by=self.target.id)

    def headline(self) -> Text:
        return Text("{vehicle}: {gun} in tow", vehicle=self.target.ref, gun=self.unit.ref)


class Unhitch(Order):
    """`/act unhitch`: a gun is no longer in tow."""

    key, title = "unhitch", Text("Unhitch a gun")

    def checks(self) -> None:
        if not self.unit.has("towed_by"):
            raise RuleError(Text("{gun} is not in tow.", gun=self.unit.ref), MOVEMENT)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(now.unit(self.unit.id), towed_by=None)

    def headline(self) -> Text:
        return Text("{gun}: unhitched", gun=self.unit.ref)
