"""Which entries stand, and which of them stand on an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.errors import Refusal
from rules.entry import Entry
from rules.events import (
    Event,
    LossesTaken,
    ObjectPlaced,
    PlayerSeated,
    StateCounted,
    StateSet,
    UnitDelegated,
    UnitPlaced,
    UnitRemoved,
)
from rules.game import Game
from rules.system import System
from rules.text import say, unsaid
from rules.unit import Unit

_NEVER = {
    "undo": unsaid("An undo is not undone: give the command again, its dice come out first."),
    "game new": unsaid("The start of a game is not undone; `/game end` ends it."),
    "game reopen": unsaid("A game that was reopened is ended again with `/game end`."),
    "dice back": unsaid("Dice that were given back come out first at the next throw; that is not undone."),
    "game move": unsaid("A game that has moved is moved back with `/game move`."),
}


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that could be taken back."""
    entries = list(entries)
    undone = {entry.undoes for entry in entries}
    return [entry for entry in entries if entry.number not in undone and entry.command not in _NEVER]


def to_undo(entries: Sequence[Entry], number: int | None) -> Entry:
    """The last standing entry, or the one with that number; raises Refusal for one that cannot be taken back."""
    found = standing(entries)
    if number is None:
        if not found:
            raise Refusal(say("There is nothing to undo."))
        return found[-1]
    named = next((entry for entry in entries if entry.number == number), None)
    if named is None:
        raise Refusal(
            say(
                "There is no entry {number} to undo; the last one is {last}.",
                number=number,
                last=entries[-1].number,
            )
        )
    if number in {entry.undoes for entry in entries}:
        raise Refusal(say("Entry {number} is undone already.", number=number))
    if named.command in _NEVER:
        raise Refusal(say(_NEVER[named.command]))
    return named


def no_later_one_stands_on(entries: Sequence[Entry], taken: Entry, system: System) -> None:
    """Raises Refusal when a later entry could not be there without this one; found by playing both records back."""
    undone = {entry.undoes for entry in entries}
    before, without = Game(), Game()
    for entry in entries:
        if entry.number in undone:
            continue
        if entry.number <= taken.number:
            before.apply_entry(entry)
        if entry.number < taken.number:
            without.apply_entry(entry)
        if entry.number > taken.number and not both(before, without, entry, system):
            raise Refusal(say("Entry {number} stands on it: undo entry {number} first.", number=entry.number))


def both(before: Game, without: Game, entry: Entry, system: System) -> bool:
    """Plays an entry on in both games; False when it could not be there in the second one."""
    if any(id not in without.units for play in entry.plays for id in play.roles.values()):
        return False
    for event in entry.events:
        if _leans(event, before, without, system):
            return False
        before.apply(event)
        without.apply(event)
    return True


def _leans(event: Event, before: Game, without: Game, system: System) -> bool:
    """Whether an event is about something that is not there without the entry, or sums up what that had changed."""
    match event:
        case LossesTaken() | StateCounted() | StateSet() | UnitRemoved():
            old, new = before.units.get(event.unit), without.units.get(event.unit)
            return old is not None and (new is None or _short(event, old, new, system))
        case UnitDelegated():
            return event.player is not None and event.unit not in without.units
        case UnitPlaced(unit=unit):
            return unit.id in before.units and before.units[unit.id] != without.units.get(unit.id)
        case ObjectPlaced(thing=thing):
            return thing.label in before.things and thing.label not in without.things
        case PlayerSeated(player=player):
            return player.id in before.players and player.id not in without.players
        case _:
            return False


def _short(event: Event, old: Unit, new: Unit, system: System) -> bool:
    match event:
        case LossesTaken():
            return (event.hp is not None and old.hp != new.hp) or old.models >= event.models > new.models
        case StateCounted():
            return old.count(event.state) + event.change >= 0 > new.count(event.state) + event.change
        case StateSet(value=str()):
            state = system.states.get(event.state)
            summed = state is not None and state.holds == "words"
            return summed and old.states.get(event.state) != new.states.get(event.state)
        case _:
            return False
