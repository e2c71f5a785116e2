"""Units of a running game that are split into two, or joined into one."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.game.people import Call, unit_named
from bot.game.permissions import voters
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.open_questions import must_be_settled
from bot.resolution.referee import Referee
from bot.services.play.agreed_changes import by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.placing import equipment
from bot.services.play.roster import require_room
from bot.services.play.unit_corrections import require_right_to_correct
from bot.services.play.unit_edits import parse_weapons, taken_names
from rules.command.division import join_units, split_unit
from rules.command.effects import settle_board
from rules.command.force import MOST_IN_NAME, require_fitting, unused_name
from rules.command.turns import has_acted
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.events import Event, ObjectPlaced, StateSet
from rules.game.unit import Unit
from rules.kernel.text import Term, Text

NO_WEAPONS = ("none", "keine")
_NUMBER = re.compile(r" \d{1,3}$")


class UnitDivisions:
    """Splits and joins units; their side's players agree if the caller is not one of them.

    After the first roll the other sides agree to a split.
    """

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.corrections = corrections
        register_plans(referee, self)

    @by_agreement("split")
    def split(
        self, live: ActiveGame, call: Call, waiting: Waiting, unit: str, models: int, weapons: str = ""
    ) -> ProposedChange:
        """Split models off as a new unit; without `weapons`, each kind is shared; "none" is none.

        Raises RuleError, BadFacts, Refusal.
        """
        found = _require_unit(live, call, unit, waiting)
        require_room(live, 1)
        named = parse_weapons(live, found, weapons) if weapons.strip().casefold() not in ("", *NO_WEAPONS) else ()
        rest, part = split_unit(live.board, found, models, named if weapons.strip() else None)
        # Its name is its own with the next number, "Militia 2".
        base = _NUMBER.sub("", found.name)[: MOST_IN_NAME - len(" 100")].rstrip()
        taken = taken_names(live, call) | {one.name.casefold() for one in live.game.units_of_side(found.side)}
        name = unused_name(base, taken | {base.casefold()})
        part = part.model_copy(update={"id": f"u{live.game.last_unit + 1}", "name": name})
        part = require_fitting(live.system, part)
        events: list[Event] = [UnitSplit(unit=require_fitting(live.system, rest), part=part)]
        events += _point_at(live, lambda ids: tuple(dict.fromkeys((*ids, part.id))) if found.id in ids else ids)
        title = Text("{unit} is split: {part} has {what}", unit=found.ref, part=part.ref, what=equipment(part))
        notes = [Text("Its leader stays with {unit}.", unit=found.ref)] if part.profile != found.profile else []
        new = NewEntry("unit split", settle_board(live.board, events), title, side=found.side, notes=notes)
        # Once the dice roll, two units in place of one may act twice.
        groups = voters(live.game, call.who, found.side, others=True)
        wish = Text("split {unit}; the new unit: {what}", unit=found.ref, what=equipment(part))
        others = groups and groups != (f"side:{found.side}",)
        why = [Text("Two units can act where one did: the other side has to agree.")] if others else []
        return ProposedChange(new, groups, wish, notes=tuple(why))

    @by_agreement("join")
    def join(self, live: ActiveGame, call: Call, waiting: Waiting, unit: str, other: str) -> ProposedChange:
        """Make another unit of its side and kind part of a unit; raise RuleError, Refusal."""
        found, part = (_require_unit(live, call, one, waiting) for one in (unit, other))
        whole = require_fitting(live.system, join_units(live.board, found, part))
        events: list[Event] = [UnitsJoined(unit=whole, other=part.id)]
        events += _point_at(
            live, lambda ids: tuple(dict.fromkeys(found.id if id == part.id else id for id in ids)), gone=part.id
        )
        events += [
            ObjectPlaced(thing=thing.model_copy(update={"unit": found.id}))
            for thing in live.game.things.values()
            if thing.unit == part.id
        ]
        title = Text("{other} joins {unit}: {what}", other=part.ref, unit=found.ref, what=equipment(whole))
        acted = Text("{unit} has acted this {turn}.", unit=whole.ref, turn=Term(live.system.turn))
        notes = [acted] if has_acted(live.board, whole) else []
        new = NewEntry("unit join", settle_board(live.board, events), title, side=found.side, notes=notes)
        wish = Text("join {other} and {unit}", other=part.ref, unit=found.ref)
        return ProposedChange(new, voters(live.game, call.who, found.side), wish)


def _require_unit(live: ActiveGame, call: Call, named: str, waiting: Waiting) -> Unit:
    """Return the named unit; raise Refusal if the caller may not change it, or while it waits for an answer."""
    found = unit_named(live.game, named)
    require_right_to_correct(live, call, found)
    must_be_settled(live, found.id, waiting)
    return found


def _point_at(live: ActiveGame, other: Callable[[tuple[str, ...]], tuple[str, ...]], gone: str = "") -> list[StateSet]:
    """Return events that change the ids of units in the states of others."""
    pointing = [state for state in live.system.states.values() if state.holds in ("words", "unit")]
    return [
        StateSet(unit=unit.id, state=state.name, value=",".join(ids))
        for unit in live.game.units.values()
        if unit.id != gone
        for state in pointing
        if unit.has(state.name)
        and (ids := other(unit.words(state.name))) != unit.words(state.name)
        and (state.holds == "words" or len(ids) <= 1)
    ]
