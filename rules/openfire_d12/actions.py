"""The actions of an active unit: their cost, and the next unit to activate (Battle Stage; Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rules.command import turns
from rules.command.effects import add_words, clear_states, mark
from rules.command.planned import Ends
from rules.command.turns import (
    actions_left_sentence,
    active_units,
    check_own_unit_ended,
    ended_actions,
    forfeit_actions,
    hand_to,
    not_rolled_warnings,
    out_of_go_warnings,
    pass_on,
)
from rules.game.events import Event, StateCounted
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.text import N_, Listed, Term, Text, counted
from rules.kit.alternate import Alternate
from rules.openfire_d12 import board_facts, leaving
from rules.openfire_d12.facts import profile
from rules.openfire_d12.inches import ACTIONS, MovePath, inches_of
from rules.openfire_d12.shooting import ASSAULT_RANGE
from rules.openfire_d12.tables import Board, MoveAction
from rules.openfire_d12.weapons import reach_of

ACTIVATIONS = "Alternate Activations"
TITLES: dict[str, Text] = {
    **ACTIONS,
    "recover": Text("Recover"),
    "attack": Text("Attack"),
    "interact": Text("Interact"),
    "impact": Text("the free attack by Impact"),
}


class Rounds(Alternate):
    """Two actions per activation, none but Recover twice; free attacks and dangerous ground come first."""

    def go_note(self, board: Board) -> list[Text]:
        """Return the sentences about active units, with their actions, or about the next side."""
        return turns.go_note(board, _actions_left_text)

    def out_of_turn(self, board: Board, unit: Unit) -> tuple[Text, ...]:
        """Return the warnings for an activation while another unit has actions left or the side is not active."""
        warnings = [
            *self.unfinished_warnings(board, unit),
            *out_of_go_warnings(board, unit, self.section),
            *not_rolled_warnings(board, unit, self.section),
        ]
        return (*warnings, *leaving.lost_attack_warnings(board, unit.id), *unplaced_warnings(unit))

    def repeat_warnings(self, board: Board, unit: Unit, action: str) -> tuple[Text, ...]:
        """Return the warnings for an action that is repeated, exceeds the limit, or is out of turn (Actions)."""
        if not unit.has("activated"):
            check_own_unit_ended(board, unit, self.section)
            return (*self.out_of_turn(board, unit), *leaving.ground_warnings(unit))
        warnings = leaving.ground_warnings(unit)
        if action != "recover" and action in unit.words("actions_done"):
            again = N_("{unit} has taken {action} this round; only Recover is repeated (Actions).")
            warnings.append(Text(again, unit=unit.ref, action=TITLES[action]))
        if not unit.count("actions_left"):
            warnings += self.spent_warnings(unit)
            # Recover may give it one, and then it is the only active unit.
            warnings += self.unfinished_warnings(board, unit) if action == "recover" else []
        return tuple(warnings)

    def ended_actions(self, board: Board, unit: Unit, action: str) -> tuple[Ends, ...]:
        """Return the actions of other sides that this one ends, if its unit may be active after it."""
        last = unit.has("activated") and action not in ("activate", "recover") and unit.count("actions_left") < 2
        return () if last else ended_actions(board, unit.side)

    def begin_activation(self, board: Board, unit: Unit, **also: int | str | None) -> list[Event]:
        """Return events that activate a unit; the formerly active one forfeits the rest (Alternate Activations)."""
        others = [other for other in active_units(board) if other.id != unit.id]
        events = [
            *forfeit_actions(others),
            *leaving.cancel_free_attacks(board, unit.id),
            *clear_states(board, unit, "activation"),
        ]
        events += mark(unit, activated=1, actions_left=self.actions, scout_waiting=None)
        return [*events, *hand_to(board, unit.side)]

    def spend_action(self, board: Board, unit: Unit, action: str = "", extra: int = 0) -> list[Event]:
        """Return events that spend an action; after a unit's last one the next side activates.

        A unit that was not active is activated by its first action. `unit` is its state before the action; `extra`
        are actions that the action itself gave.
        """
        events: list[Event] = [] if unit.has("activated") else self.begin_activation(board, unit)
        if unit.has("activated"):
            spent = -1 if unit.count("actions_left") else 0
            events.append(StateCounted(unit=unit.id, state="actions_left", change=spent))
        else:
            events += mark(unit, actions_left=self.actions - 1 + extra)
        events += add_words(unit, "actions_done", action)
        after = board.after(events)
        if after.unit(unit.id).count("actions_left") and after.unit(unit.id).alive:
            others = [other for other in active_units(after) if other.id != unit.id]
            return [*events, *forfeit_actions(others), *(hand_to(after, unit.side) if others else [])]
        return [*events, *pass_on(after, unit.side)]


TURNS = Rounds(actions=2, section=ACTIVATIONS, of_actions="Actions", word="round")
go_note = TURNS.go_note


def unplaced_warnings(unit: Unit) -> tuple[Text, ...]:
    """Return the warning for a scout that is not on the table yet (Deploy Scouts)."""
    if not unit.has("scout_waiting"):
        return ()
    return (Text("{unit} is a scout and not on the table yet: `/act scout` (Deploy Scouts).", unit=unit.ref),)


class OnTable(leaving.UnitOrder):
    """An order for a unit that is on the table and not inside another unit."""

    must_be_able = staticmethod(board_facts.require_on_table)


class RoundAction(OnTable):
    """One of the two actions of an active unit; an inactive unit is activated by it."""

    is_test: ClassVar[bool] = False
    """True if repeating it repeats a test, for which the opponent is asked."""

    @property
    def action_key(self) -> str:
        """The key of the action; none but Recover is repeated in a round."""
        return self.key

    def checks(self) -> None:
        done = self.action_key in self.unit.words("actions_done")
        self.warn(*TURNS.repeat_warnings(self.board, self.unit, self.action_key), repeat=self.is_test and done)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return TURNS.spend_action(now, self.unit, self.action_key)

    def ends(self) -> Iterable[Ends]:
        return TURNS.ended_actions(self.board, self.unit, self.action_key)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return go_note(now)


def _actions_left_text(board: Board, unit: Unit) -> Text:
    """Return the sentence with a unit's actions left and its options."""
    actions = counted(unit.count("actions_left"), "action", "actions")
    choices = Listed(may_do(board, unit), "or")
    if not choices:
        return actions_left_sentence(board, unit)
    return Text("{unit} has {actions} left: {choices}.", unit=unit.ref, actions=actions, choices=choices)


_INSIDE = (Text("get out"),)


def options_now(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return a unit's options without a warning: none while its side is not active, few inside another unit."""
    if unit.has("aboard"):
        return _INSIDE
    if unit.has("scout_waiting"):
        return (Text("be placed"),)
    left = [board.unit(id).ref for id in unit.words("free_attack_at") if id in board.game.units]
    free = (
        (Text("free attack at {targets}", targets=Listed(left, "or")),)
        if left and board_facts.may_strike(board, unit)
        else ()
    )
    may_act = unit.has("activated") or not TURNS.out_of_turn(board, unit)
    return (*free, *may_do(board, unit)) if may_act else free


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return a unit's options for an action, with inches and ranges, and its free attack by Impact (Actions)."""
    if unit.has("aboard"):
        return _INSIDE
    if waiting := leaving.waiting_text(board, unit):
        return waiting
    if unit.has("ground_due"):
        return (Text("roll for the dangerous ground"),)
    impact = (Text("free attack by Impact"),) if board_facts.may_impact(board, unit) else ()
    if unit.has("activated") and not unit.count("actions_left"):
        return impact
    return (*impact, *_describe_actions(board, unit))


def _describe_actions(board: Board, unit: Unit) -> tuple[Text, ...]:
    done, tokens = unit.words("actions_done"), unit.count("suppression")
    options = [Text("recover ({tokens})", tokens=counted(tokens, "token", "tokens"))] if tokens else []
    moves: list[MoveAction] = ["advance"] if tokens < 2 else []
    near, enemies = board_facts.enemies_close_to(board, unit), board.game.enemies_of(unit.side)
    there = [foe for foe in enemies if not (foe.has("scout_waiting") or foe.has("aboard"))]
    if not tokens and not near and not profile(unit).vehicle:
        moves.append("rush")
    if not tokens and any(foe.id not in unit.words("in_assault_range_of") for foe in there):
        moves.append("assault")
    for action in moves:
        if action not in done:
            lines = inches_of(board_facts.unit_facts(unit), action, MovePath(), board.book)
            inches = sum(line.value for line in lines)
            options.append(Text("{action} {inches}″", action=Term(action), inches=inches))
    # Near an enemy, only those near are targets; without any enemies yet, an attack is possible too.
    reach, foes = _describe_reach(board, unit), near or enemies
    if reach and tokens < 2 and "attack" not in done and (not foes or any(foe in foes for foe in there)):
        options.append(Text("attack ({reach})", reach=reach))
    return tuple(options) if "interact" in done else (*options, Text("interact"))


def _describe_reach(board: Board, unit: Unit) -> Text:
    """Return the weapons that it may attack with, and their ranges; empty for none."""
    near = board_facts.enemies_close_to(board, unit)
    rows = [(weapon.name, board.tables.weapons[weapon.name]) for weapon in unit.weapons]
    usable = [(name, row) for name, row in rows if not near or row.rng <= ASSAULT_RANGE]
    weapons = Listed([reach_of(name, row) for name, row in usable], "or")
    names = Listed([enemy.ref for enemy in near], "or")
    return Text("{weapons}; only {enemies}", weapons=weapons, enemies=names) if near and weapons else weapons
