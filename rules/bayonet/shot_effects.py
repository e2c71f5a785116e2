"""Effects of a shot on the board, including gas, and the bystanders of a shot into combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from rules.bayonet.assault import out_of_combat, partners
from rules.bayonet.facts import BayonetFireFacts
from rules.bayonet.figures import kind_of_combat, profile
from rules.bayonet.fire import STATE_OF, BayonetFire
from rules.bayonet.tables import Board, Kind
from rules.bayonet.turn import renew_effects
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.text import Listed, Note, Text, table_note


def bystanders(board: Board, shooter: Unit, targets: Sequence[Unit], kind: Kind) -> Sequence[Unit]:
    """Return all others with a factor against such a shot: the same combat first, then other combats.

    Of figures in no combat, the target's enemies come first, because one of them is hand to hand with an unmarked
    target.
    """
    taken = {shooter.id, *(unit.id for unit in targets)}
    there = [unit for unit in board.game.living if unit.id not in taken]
    exposed = [unit for unit in there if getattr(profile(unit), f"{kind}_cf") is not None]
    foes = {id for unit in targets for id in partners(unit)}
    sides = {unit.side for unit in targets}
    return sorted(exposed, key=lambda unit: (unit.id not in foes, not kind_of_combat(unit), unit.side in sides))


def events_of_strays(plays: Sequence[Planned], board: Board, played: Sequence[Played]) -> list[Event]:
    """Return events after a shot: the victim of a stray shot leaves its fights.

    Effects in its own bound last through the next one.
    """
    [planned], events = plays, list[Event]()
    for part, row in BayonetFire(cast(BayonetFireFacts, planned.facts), board.book).rows(played[0]):
        unit = board.unit(planned.roles[part])
        events += out_of_combat(unit) if row.stray and row.result != "none" else []
        events += renew_effects(board.after(events).unit(unit.id), [STATE_OF.get(row.result, "")])
    return events


def each_once(board: Board, units: Iterable[Unit]) -> list[Unit]:
    """Return each unit once, in its state on that board."""
    return [board.unit(id) for id in dict.fromkeys(unit.id for unit in units)]


def worsened_notes(before: Board, board: Board) -> list[Note]:
    """Return instructions for figures whose state has worsened; equal ones share a line."""
    there, far = before.game.units, board.tables.suppressed_move
    known = [(there[unit.id], unit) for unit in board.game.living if unit.id in there]
    fleeing = [now.ref for was, now in known if now.has("fleeing") and not was.has("fleeing")]
    # A figure that is fleeing moves away, whatever else happens to it (Results).
    hit = [now for was, now in known if now.has("suppressed") and not was.has("suppressed")]
    hiding = [now.ref for now in hit if not now.has("fleeing")]
    lines = list[Text]()
    if len(fleeing) == 1:
        lines.append(Text("{unit} is fleeing: move it away from the enemy.", unit=fleeing[0]))
    elif fleeing:
        lines.append(Text("{units} are fleeing: move them away from the enemy.", units=Listed(fleeing)))
    if hiding:
        lines.append(
            Text("Move {units} into cover, at most {inches}″; no return fire.", units=Listed(hiding), inches=far)
        )
    return [table_note(line) for line in lines]
