"""Who did it: the unit that took something off another, or that had put the marker on it which counts now."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.entry import Entry
from rules.events import StateCounted, StateSet
from rules.game import Game
from rules.system import System


@dataclass
class Givers:
    """Remembers, entry by entry, who put a state on a unit that harms it, by the unit and the state."""

    system: System
    harmed_by: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def marked(self, game: Game, entry: Entry, event: StateSet | StateCounted) -> None:
        """A state is set, or counts up: by whoever acted on the unit in this entry."""
        state = self.system.states.get(event.state)
        more = event.change > 0 if isinstance(event, StateCounted) else bool(event.value)
        if state and state.harm and more and entry.plays and (giver := self.acted_on(game, entry, event.unit)):
            self.harmed_by[event.unit, event.state] = giver

    def of(self, game: Game, entry: Entry, victim: str) -> str | None:
        """Who took something off the victim in this entry; None where that was nobody."""
        return self.acted_on(game, entry, victim) or self._settled(entry, victim)

    def acted_on(self, game: Game, entry: Entry, victim: str) -> str | None:
        """Whoever attacked a unit in an entry; where it attacked itself, the first enemy that took part."""
        plays = [play for play in entry.plays if victim in play.roles.values()] or entry.plays
        for play in plays:
            attacker = play.roles.get("attacker")
            if attacker is not None and attacker != victim:
                return attacker
            side = game.units[victim].side
            here = (id for id in play.roles.values() if id in game.units)
            if enemy := next((id for id in here if game.units[id].side != side), None):
                return enemy
        return None

    def _settled(self, entry: Entry, victim: str) -> str | None:
        """Who had put the marker on a unit of which the entry settles what it comes to."""
        counted = [event for event in entry.events if isinstance(event, StateCounted) and event.unit == victim]
        gone = [event.state for event in counted if event.change < 0] if entry.plays else []
        return next(filter(None, (self.harmed_by.get((victim, state)) for state in gone)), None)
