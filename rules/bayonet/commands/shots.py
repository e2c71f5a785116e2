"""What goes with a shot beside its dice: its warnings, the marks it leaves, and the notes under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from rules.bayonet.assault import out_of_combat
from rules.bayonet.facts import RATE, Fire, Profile
from rules.bayonet.figures import Gun, in_combat, profile, spent, too_far
from rules.bayonet.fire import STATE_OF, rows
from rules.bayonet.shooting import DIRECT, OPPORTUNITY, UNSEEN, plan
from rules.bayonet.states import renewed
from rules.bayonet.tables import AID, Board
from rules.bayonet.turn import TURNS, nobodys_bound
from rules.command.effects import mark
from rules.command.system import Planned
from rules.game.events import Event, StateCounted
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Note, Text, at_table


def warnings(
    board: Board, request: Request, shooter: Unit, aiding: Sequence[Unit], shot: Gun, targets: Sequence[Unit]
) -> tuple[Text, ...]:
    """Direct fire has sensible exceptions by the page's own words, so its bounds may be passed with a reason."""
    found = [] if request.said("indirect") else _not_direct(request, shooter, aiding, shot)
    found += [said for unit in (shooter, *aiding) if (said := spent(unit))]
    found += [*_out_of_step(board, shooter, targets), *_opportunity(request, targets)]
    far = too_far(request, shooter, aiding, shot, targets) if targets else []
    return (*found, *_shot_at(shooter, targets), *far)


def _not_direct(request: Request, shooter: Unit, aiding: Sequence[Unit], shot: Gun) -> list[Text]:
    direct = [unit for unit in aiding if not profile(unit).indirect]
    direct = direct if shot.profile.indirect else [shooter, *direct]
    fighting = [unit.ref for unit in direct if in_combat(unit)]
    found = [Text("{shooter} is in combat itself: no direct fire", shooter=one) for one in fighting]
    unseen = None if shot.profile.indirect else request.one_of(UNSEEN)
    if unseen and not (unseen == "out_of_arc" and shot.profile.arc >= 180):
        found.append(Text(UNSEEN[unseen]))
    return [Text("{why} ({section}).", why=why, section=DIRECT) for why in found]


def _opportunity(request: Request, targets: Sequence[Unit]) -> list[Text]:
    """Opportunity fire is at what has moved in this bound."""
    if not (request.said("opportunity_known") or request.said("opportunity_unknown")):
        return []
    still = dict.fromkeys(unit.ref for unit in targets if not unit.has("moved"))
    return [Text("{target} has not moved in this bound ({section}).", target=one, section=OPPORTUNITY) for one in still]


def _out_of_step(board: Board, shooter: Unit, targets: Sequence[Unit]) -> list[Text]:
    """Shots come after the enemy's moves and before its fights, and at the side whose bound it is."""
    side = TURNS.whose(board)
    if side is None:
        return [*nobodys_bound(board, shooter)]
    if side == shooter.side:
        own = N_("It is the bound of {side} itself: its shots come in the bounds of its enemies ({section}).")
        return [Text(own, side=side, section=RATE)]
    if TURNS.is_first(board):
        early = N_("{side} has not said that its moves are done: shots come after them ({section}).")
        return [Text(early, side=side, section=RATE)]
    found = [] if TURNS.is_answered(board) else [Text("The shots of this bound are done ({section}).", section=RATE)]
    foes = dict.fromkeys(unit.ref for unit in targets if unit.side not in (side, shooter.side))
    beside = N_("{target} is not of {side}, whose bound it is: a shot comes after the enemy's move ({section}).")
    return found + [Text(beside, target=one, side=side, section=RATE) for one in foes]


def _shot_at(shooter: Unit, targets: Sequence[Unit]) -> list[Text]:
    """Friends at the same enemy aid by one throw; the figure's own second shot is warned of by itself."""
    before = dict.fromkeys(unit.ref for unit in targets if unit.has("targeted") and not shooter.has("fired"))
    return [
        Text("A friend has shot at {target} in this bound: aid that shot ({section}).", target=target, section=AID)
        for target in before
    ]


def after(
    planned: Planned,
    shooter: Unit,
    aiding: Sequence[Unit],
    shot: Gun,
    targets: Sequence[Unit],
    board: Board,
    played: Sequence[Played],
) -> list[Event]:
    """Everybody who shot has had the shot of this bound; a big gun loads. Who flees or falls leaves its combat."""
    events = _shot_off(shooter, shot.profile)
    events += [StateCounted(unit=shooter.id, state="grenades_thrown", change=1)] if shot.profile.thrown else []
    events += [event for unit in aiding for event in _shot_off(unit, profile(unit))]
    for unit in once(board, targets):
        events += mark(unit, targeted=1)
        if unit.has("fleeing"):
            events += out_of_combat(unit)
    return [*events, *suffered(planned, board, played)]


def _shot_off(unit: Unit, gun: Profile) -> list[Event]:
    wait = gun.bounds_between
    return mark(unit, fired=1) + (mark(unit, reloading=wait) if wait > 1 else [])


def suffered(planned: Planned, board: Board, played: Sequence[Played]) -> list[Event]:
    """Events after a shot: whoever a stray shot hits leaves its fights. What is suffered in a bound of one's own lasts
    through the next.
    """
    events: list[Event] = []
    for part, row in rows(plan(cast(Fire, planned.facts), board.book), played[0]):
        unit = board.unit(planned.roles[part])
        events += out_of_combat(unit) if row.stray and row.result != "none" else []
        events += renewed(board.after(events).unit(unit.id), [STATE_OF.get(row.result, "")])
    return events


def once(board: Board, units: Iterable[Unit]) -> list[Unit]:
    """Each unit once, as it stands on that board."""
    return [board.unit(id) for id in dict.fromkeys(unit.id for unit in units)]


def notes(before: Board, aid: Sequence[Text], board: Board, played: Sequence[Played]) -> list[Text]:
    """What the figures do that came off worse, stray shots included, and against whom friends aid."""
    return [*aid, *suffering(before, board)]


def suffering(before: Board, board: Board) -> list[Note]:
    """What the figures do that are worse off than they were; those that do the same share a line."""
    there, far = before.game.units, board.tables.suppressed_move
    known = [(there[unit.id], unit) for unit in board.game.units.values() if unit.id in there and unit.alive]
    fleeing = [now.ref for was, now in known if now.has("fleeing") and not was.has("fleeing")]
    hiding = [now.ref for was, now in known if now.has("suppressed") and not was.has("suppressed")]
    hiding = [unit for unit in hiding if unit not in fleeing]
    lines = list[Text]()
    if len(fleeing) == 1:
        lines.append(Text("{unit} flees: it moves away.", unit=fleeing[0]))
    elif fleeing:
        lines.append(Text("{units} flee: they move away.", units=Listed(fleeing)))
    if len(hiding) == 1:
        lines.append(Text("{unit} seeks cover: {inches}″ at most, no return fire.", unit=hiding[0], inches=far))
    elif hiding:
        lines.append(Text("{units} seek cover: {inches}″ at most, no return fire.", units=Listed(hiding), inches=far))
    return [at_table(line) for line in lines]
