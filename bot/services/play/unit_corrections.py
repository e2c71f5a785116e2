"""Corrections of units in a game: their fields, their markers, and their removal."""

from __future__ import annotations

import asyncio

from bot.errors import Refusal
from bot.game.people import Call, knows, unit_named
from bot.game.permissions import require_commander, require_corrector, voters
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting, restores_action
from bot.resolution.open_questions import must_be_settled
from bot.resolution.referee import Referee
from bot.services.play.agreed_changes import Outcome, by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.placing import arms
from bot.services.play.unit_edits import UNIT_FIELDS, edit_unit
from data.systems import vocabulary
from rules.command.choices import only_code
from rules.command.effects import settle_board
from rules.command.turns import has_acted
from rules.game.events import StateSet, UnitPlaced, UnitRemoved
from rules.game.unit import Unit
from rules.kernel.action import State
from rules.kernel.facts import is_length, value_text
from rules.kernel.text import Listed, Secret, Term, Text, counted


class UnitCorrections:
    """Corrects the units of the running game, after the players of their side have agreed."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.referee, self.corrections = referee, corrections
        register_plans(referee, self)

    @by_agreement("removal")
    def remove(self, live: ActiveGame, call: Call, waiting: Waiting, unit: str) -> ProposedChange:
        """Remove a unit from the game; its side's players have to agree if the caller is not one of them."""
        found = unit_named(live.game.with_reserves(), unit)
        require_right_to_correct(live, call, found)
        # The rules settle the loss first, as it may end several states; then other references are removed.
        events = settle_board(live.board, [UnitRemoved(unit=found.id)])
        events += [
            StateSet(
                unit=other.id, state=state, value=",".join(id for id in other.words(state) if id != found.id) or None
            )
            for other in live.board.after(events).game.units.values()
            for state in other.states
            if found.id in other.words(state)
        ]
        told = Text("{unit} is removed", unit=found.ref)
        title = told if found.tells_side else Text("{unit} ({side}) is removed", unit=found.ref, side=found.side)
        new = NewEntry("unit remove", events, title, side=found.side)
        return ProposedChange(new, voters(live.game, call.who, found.side), Text("remove {unit}", unit=found.ref))

    async def edit(self, call: Call, unit: str, field: str, value: str, reason: str = "") -> Outcome:
        """Correct one field of a unit; its side's players have to agree if the caller is not one of them.

        Raises BadFacts for an invalid value, Refusal while the unit is part of an open question.
        """
        live = await self.referee.games.require_game(call.where)
        await asyncio.to_thread(vocabulary, live.system.key)  # the words of all languages, for names of weapons
        return await self._edit(call, unit, field, value, reason)

    @by_agreement("edit")
    def _edit(
        self, live: ActiveGame, call: Call, waiting: Waiting, unit: str, field: str, value: str, reason: str = ""
    ) -> ProposedChange:
        found = unit_named(live.game.with_reserves(), unit)
        require_right_to_correct(live, call, found)
        must_be_settled(live, found.id, waiting)
        known = (*UNIT_FIELDS, FIGURES, *live.system.profile.model_fields)
        field = only_code(field, known) or field
        field = "models" if field == FIGURES else field
        if field == "side":
            require_commander(live.game, call.who, found.side)
        event = UnitPlaced(unit=edit_unit(live, call, found, field, value))
        profile, text = live.system.profile, value.strip()[:60] or "none"
        if field == "weapons":
            text = arms(event.unit)
        elif field in profile.model_fields and is_length(profile, field):
            text = value_text(profile, event.unit.profile.get(field), field)
        shown = found.ref if field == "name" else Secret(text, found.id)
        said = {"unit": found.ref, "field": Term(field), "value": shown}
        title, wish = Text("{unit}: {field} is {value}", **said), Text("correct {unit}: {field} is {value}", **said)
        if field == "models":
            said["value"] = Secret(counted(event.unit.models, "model", "models"), found.id)
            title, wish = Text("{unit}: now {value}", **said), Text("correct {unit}: now {value}", **said)
        new = NewEntry("unit edit", [event], title, side=found.side, reason=reason)
        return ProposedChange(new, voters(live.game, call.who, found.side), wish)

    @by_agreement("mark")
    def mark(
        self, live: ActiveGame, call: Call, waiting: Waiting, unit: str, marker: str, count: int, reason: str = ""
    ) -> ProposedChange:
        """Set a marker to its state on the table, logged as a correction.

        The other side has to agree first if the unit could then repeat an action of this turn.
        """
        found = unit_named(live.game, unit)
        require_right_to_correct(live, call, found)
        must_be_settled(live, found.id, waiting)
        state = _find_state(live, marker)
        if state.holds == "flag" and count > 1:
            raise Refusal(Text("{state} is on or off: give 1 or 0.", state=Term(state.name)))
        if state.name == "suppressed" and count > found.models:
            raise Refusal(Text("{unit} has {models}.", unit=found.ref, models=counted(found.models, "model", "models")))
        # States that last as long as the marker does go with it.
        others = [one.name for one in live.system.states.values() if one.goes_with == state.name]
        marks = [StateSet(unit=found.id, state=state.name, value=count)]
        marks += [StateSet(unit=found.id, state=name, value=int(count > 0) or None) for name in others]
        # A marker that starts the unit's go in this turn ends states; objects on the table stay.
        if has_acted(live.board, live.board.after(marks).unit(found.id)) and not has_acted(live.board, found):
            spent = [one for one in live.system.states.values() if one.spent and "activation" in one.cleared_by]
            marks += [StateSet(unit=found.id, state=one.name, value=None) for one in spent if found.has(one.name)]
        said = {"unit": found.ref, "state": Term(state.name), "count": count}
        title = Text("Correction: {unit}, {state} {count}", **said)
        asks = live.game.begun and restores_action(live.board, live.board.after(marks), found.id)
        groups = voters(live.game, call.who, found.side, others=asks)
        wish = Text("correct {unit}: {state} {count}", **said)
        if asks:
            wish = Text("correct {unit}: {state} {count}, so that it may act again this turn", **said)
        return ProposedChange(NewEntry("marker set", marks, title, side=found.side, reason=reason), groups, wish)


FIGURES = "figures"
"""The word of unit sheets and results for the field `models`."""


def require_right_to_correct(live: ActiveGame, call: Call, unit: Unit) -> None:
    """Raise Refusal for a caller who may not correct the unit; only its own side may correct a hidden one."""
    require_corrector(live.game, call.who, unit.side)
    if not knows(live.board, call.who.id, unit):
        raise Refusal(Text("{unit} is hidden from you: only {side} can change it.", unit=unit.ref, side=unit.side))


def _find_state(live: ActiveGame, marker: str) -> State:
    states = {name: state for name, state in live.system.states.items() if state.holds in ("flag", "count")}
    key = only_code(marker, states)
    if key is None:
        raise Refusal(
            Text(
                "There is no marker '{marker}'; the markers are {name}.",
                marker=marker[:40],
                name=Listed([Term(name) for name in states]),
            )
        )
    return states[key]
