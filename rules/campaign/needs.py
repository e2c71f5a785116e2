"""The dice that a report needs: what lies on the table is thrown for first, and faces that are known are read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from rules.action_set import ActionSet
from rules.after_battle import Unsettled
from rules.campaign.after_game import AfterGame
from rules.campaign.battle_record import battle_record
from rules.campaign.report import Need
from rules.commands import changes
from rules.entry import Entry
from rules.errors import BadDice
from rules.events import Event
from rules.faces import Given
from rules.facts import checked
from rules.plays import Play
from rules.resolve import Resolution, action_of, kept_book, resolve
from rules.serialise import outcome_of, play_of
from rules.system import Board
from rules.table import DiceNeeded, Roller

_FIELD = "held_field"
"""The fact that somebody may put right after the dice were thrown."""


class Asked(NamedTuple):
    """What is thrown, as the rules see it: the action, its facts, and the rulings it goes by."""

    of: ActionSet
    action: str
    facts: Mapping[str, Any]
    rulings: Mapping[str, Any]


def asked(after: AfterGame, need: Need) -> Asked:
    """An action of the aftermath, by the rulings of the campaign; or of the system, by those of the game."""
    ours = need.of == after.actions.key
    of: ActionSet = after.actions if ours else after.system
    return Asked(of, need.action, need.facts, after.campaign.rulings if ours else after.record.game.rulings)


def resolved(after: AfterGame, need: Need, roller: Roller) -> Resolution:
    """Raises BadDice for faces that cannot be, DiceNeeded for none."""
    one = asked(after, need)
    action = action_of(one.of, one.action)
    return resolve(one.of, action, checked(action.facts, one.facts), kept_book(one.of, one.rulings), roller)


def read(after: AfterGame, need: Need, was: Need | None) -> Need:
    """A need with the dice that were thrown for it before, read by its facts as they are now; without them where they
    were for something else. Faces are read again where only the holder of the field is another one.
    """
    if was is None or was.outcome is None:
        return need
    thrown = need.model_copy(update={"faces": was.faces, "own": was.own})
    if was.facts == need.facts:
        return thrown.model_copy(update={"outcome": was.outcome})
    if {**was.facts, _FIELD: None} == {**need.facts, _FIELD: None}:
        with suppress(BadDice, DiceNeeded):
            roller = Given(was.faces or was.own)
            outcome = outcome_of(resolved(after, need, roller))
            roller.finish()
            return thrown.model_copy(update={"outcome": outcome})
    return need


# What lies on the table


def unsettled(after: AfterGame) -> tuple[Need, ...]:
    """What the system throws for when a game ends, where the campaign settles it; what takes no dice is known."""
    if after.campaign.terms.open_wounds != "settle":
        return ()
    found: list[Need] = []
    for one in after.system.unsettled(_board(after)):
        if unit := after.battle.unit_of(one.unit):
            found.append(_known(after, _need(after, unit, one)))
    return tuple(found)


def taken_off(after: AfterGame) -> dict[str, int]:
    """How many markers lay on which unit, where the campaign has them taken off and nothing thrown."""
    if after.campaign.terms.open_wounds == "settle":
        return {}
    lying = ((after.battle.unit_of(one.unit), one.markers) for one in after.system.unsettled(_board(after)))
    return {unit: count for unit, count in lying if unit}


def _need(after: AfterGame, unit: str, one: Unsettled) -> Need:
    mine = after.unit(unit).roster
    enemy = next((side.roster for side in after.battle.sides if side.roster != mine), mine)
    return Need(
        key=f"{after.battle.id}:{unit}:{one.action}",
        unit=unit,
        action=one.action,
        facts=dict(one.facts),
        of=after.system.key,
        settles=True,
        roster=enemy if one.by_enemy else "",
        called=one.called,
    )


def _known(after: AfterGame, need: Need) -> Need:
    with suppress(DiceNeeded):
        return need.model_copy(update={"outcome": outcome_of(resolved(after, need, Given(())))})
    return need


def with_settled(after: AfterGame, needs: Iterable[Need]) -> AfterGame:
    """With what those dice did to the units, as if the game had ended with it."""
    settling = [_settling(after, need) for need in needs if need.settles and need.outcome is not None]
    if not settling:
        return after
    return replace(after, record=battle_record((*after.entries, *settling), after.system))


def _settling(after: AfterGame, need: Need) -> Entry:
    """The dice as an entry that stands where the last one of the game does."""
    one = resolved(after, need, Given(need.faces or need.own))
    side = next(one for one in after.battle.sides if need.unit in one.units)
    roles = {"unit": side.units[need.unit]}
    events = tuple[Event, ...](changes(_board(after), one.effects, roles))
    plays: tuple[Play, ...] = (play_of(one, roles),)
    return Entry(number=after.record.game.number, command=need.action, by="", at=0.0, plays=plays, events=events)


def _board(after: AfterGame) -> Board:
    game, system = after.record.game, after.system
    return Board.of(game, system)
