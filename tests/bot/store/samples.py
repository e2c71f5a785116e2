"""Sample entries, units and questions, as short as the tests permit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store import Pending
from rules.game.entry import Entry
from rules.game.events import LossesTaken
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit, Weapon
from rules.kernel.dice import Line
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import Text


def unit(id: str = "u1", **changes: Any) -> Unit:
    given = {"name": "B Squad", "side": "red", "models": 8, "starting": 8, "weapons": (Weapon(name="rifle", count=8),)}
    return Unit(id=id, **(given | changes))


def player(id: str = "300", **changes: Any) -> Player:
    given: dict[str, Any] = {"name": "Anna", "side": "red"}
    return Player(id=id, **(given | changes))


def entry(number: int, **changes: Any) -> Entry:
    return Entry(number=number, **({"command": "fire", "by": "300", "at": 1.25} | changes))


def shot(number: int, **changes: Any) -> Entry:
    """Return an entry as large as a typical volley."""
    line = Line(Text("at the ready"), 1, "Small arms fire")
    faces, ledger = (1, 2, 3, 4, 5, 6), (line,) * 4
    throw = RecordedRoll(
        key="fire", label=Text("fire"), by="attacker", sides=6, faces=faces, source="bot", ledger=ledger
    )
    play = Play(action="fire", facts={"distance": 12.1, "target": {"models": 8}}, throws=(throw,) * 3)
    return entry(number, plays=(play,), events=(LossesTaken(unit="u1", models=1),), **changes)


def games(*units: Unit, players: Sequence[Player] = (), was: Game | None = None) -> tuple[Game, Game]:
    """Return a game before an entry, empty or `was`, and after it with these units and players."""
    after = Game(units={one.id: one for one in units}, players={one.id: one for one in players})
    return was or Game(), after


def pending(game_id: str, **changes: Any) -> Pending:
    given = {"id": "p1", "user_id": "400", "asked_by": "300", "kind": "decision", "created_at": 10.0}
    given |= {"command": {"name": "fire"}, "question": {"options": ["stay", "fall back"]}}
    return Pending(game_id=game_id, **(given | changes))
