"""What vehicles may do, and units that are in close combat or inside a vehicle, in words."""

from __future__ import annotations

from rules.fubar.commands.board_facts import profile
from rules.fubar.facts import action_name
from rules.fubar.movement import CRUSHING, VEHICLE_IN_COVER, VEHICLE_MOVE
from rules.request import Choice
from rules.text import N_, Text
from rules.unit import Unit


def bound(unit: Unit) -> tuple[Text, ...]:
    """What is left to a unit in close combat, or inside a vehicle: a round with each enemy and a try to get away."""
    if unit.has("aboard"):
        return (Text("get out with `/act leave`"),)
    unfought = set(unit.words("engaged_with")) - set(unit.words("fought"))
    fight = (Text("fight on with `/assault`"),) if unfought else ()
    return fight if unit.has("withdrew") else (*fight, Text("break off with `/act withdraw`"))


def drivable(unit: Unit) -> tuple[str, ...]:
    """The actions that a vehicle can choose (Vehicles)."""
    if unit.has("immobilised"):
        return "on_guard", "aimed_fire"
    crushes = ("run",) if profile(unit).hull in CRUSHING else ()
    return "walk", *crushes, "on_guard", "aimed_fire", "assault"


_DRIVEN = {
    "on_guard": N_("{action}, one reaction shot"),
    "aimed_fire": N_("{action} with all weapons, +1 to hit"),
    "assault": N_("ram infantry with `/act ram`"),
}
_CALLED = {
    "walk": N_("Drive"),
    "run": N_("Drive through moderate cover"),
    "assault": N_("Ram"),
}


def driving(unit: Unit) -> tuple[Choice, ...]:
    """The actions of a vehicle as choices, in its own words."""
    names = {action: Text(_CALLED[action]) if action in _CALLED else action_name(action) for action in drivable(unit)}
    return tuple(Choice(action, name, name) for action, name in names.items())


def driven(action: str, fired: bool = False) -> Text:
    """An action as a vehicle does it, which may have `fired` already (Vehicles)."""
    if action == "walk" and fired:
        return Text("drive {inches}″, {slower}″ through soft cover", inches=VEHICLE_MOVE, slower=VEHICLE_IN_COVER)
    if action == "walk":
        return Text(
            "drive {inches}″, {slower}″ through soft cover, and fire one weapon",
            inches=VEHICLE_MOVE,
            slower=VEHICLE_IN_COVER,
        )
    if action == "run":
        return Text("drive {inches}″ through moderate cover without firing", inches=VEHICLE_IN_COVER)
    name = action_name(action)
    return Text(_DRIVEN[action], action=name) if action in _DRIVEN else name
