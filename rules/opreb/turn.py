"""The turn: the initiative, alternating activations, and the two actions of each unit (Initiative)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import Field

from rules.command.effects import require_alive
from rules.command.system import Planned
from rules.command.turns import active_units, out_of_go_warnings
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.contests import too_many_sides_text
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Facts, validate
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Joined, Listed, Plural, Sentence, Term, Text, Value, counted, inches_text
from rules.kit import alternate
from rules.opreb.facts import Skilled
from rules.opreb.pools import Pool, bangs, is_held, pin_rulings_used, skill_test
from rules.opreb.tables import Board, OprebRule, OprebTables
from rules.opreb.weapons import ready_to_fire, skill_dice, skilled, support_weapons

TURNS = alternate.Alternate(actions=2, section="Initiative", of_actions="Initiative › Actions")


def plan_in_file(board: Board, action: str, facts: Mapping[str, object], unit: Unit) -> Planned:
    """Plan an action of the file for a unit, with its facts."""
    return Planned(action, validate(board.system.actions[action].facts, {"unit": facts}), {"unit": unit.id})


class OprebUnitAction(alternate.UnitAction[OprebTables, Any]):
    """One of the two actions of an active unit."""

    turns = TURNS

    def reminder(self) -> Text:
        wounds = self.unit.count("wounds")
        if not wounds:
            return super().reminder()
        return Plural(
            "{unit} has not been activated yet; its {n} wound is settled then.",
            "{unit} has not been activated yet; its {n} wounds are settled then.",
            wounds,
            unit=self.unit.ref,
        )


class OprebNextTurn(alternate.NextTurn[OprebTables, Any]):
    turns, asks = TURNS, Text("Each side nominates a unit.")


class OprebEndOfGo(alternate.EndOfGo[OprebTables, Any]):
    turns = TURNS


# The initiative: a skill test of one nominated unit per side.


class Nominated(Skilled):
    """The nominated unit of a side, with the name of the side."""

    name: str | None = Field(default=None, max_length=60, title=N_("Side"))


class OprebInitiativeFacts(Facts):
    """Facts of an initiative roll: the nominated unit of each side."""

    sides: tuple[Nominated, ...] = Field(min_length=2, max_length=20, title=N_("Sides"))


class OprebInitiativeOutcome(NamedTuple):
    """Index of the winner among the sides in the facts."""

    winner: int


class OprebInitiative(OprebRule[OprebInitiativeFacts, OprebInitiativeOutcome]):
    """One skill test per side; ties for the most bangs are rolled again, or the first side wins by ruling."""

    key, title, topic = "initiative", Text("Initiative"), "initiative"
    indices = ("winner",)

    def plan(self) -> None:
        sides = self.facts.sides
        self.names = tuple(unit.name or Text("side {number}", number=number) for number, unit in enumerate(sides, 1))
        self.tests = tuple(map(self._test, range(len(sides)), self.names, sides))
        self.rerolls_ties = self.book.rulings.initiative_tie == "reroll"
        self.rulings_used = pin_rulings_used(sides, self.book)

    def _test(self, side: int, name: Value, unit: Nominated) -> Pool:
        label = Text("initiative of {side}", side=name)
        return skill_test(f"initiative {side + 1}", label, "unit", unit, self.book, TURNS.section, side)

    def play(self, table: Table) -> Then[OprebInitiativeOutcome]:
        return then(self._contest, tuple(range(len(self.tests))))

    def _contest(self, table: Table, sides: tuple[int, ...]) -> OprebInitiativeOutcome | Then[OprebInitiativeOutcome]:
        best = table.play(self._roll_for_most, sides, 0, ())
        if len(best) == 1 or not self.rerolls_ties:
            return OprebInitiativeOutcome(best[0])
        return then(self._contest, best)

    def _roll_for_most(
        self, table: Table, left: tuple[int, ...], most: int, best: tuple[int, ...]
    ) -> tuple[int, ...] | Then[tuple[int, ...]]:
        """Return the sides with the most bangs, rolled one by one, so that odds keep only the leaders."""
        if not left:
            return best
        side = left[0]
        rolled = bangs(table, self.tests[side])
        if rolled > most or not best:
            return then(self._roll_for_most, left[1:], rolled, (side,))
        return then(self._roll_for_most, left[1:], most, (*best, side) if rolled == most else best)

    def rulings_used_in(self, played: Played[OprebInitiativeOutcome]) -> Iterable[str]:
        """Return the ruling on ties, if the first rolls were tied at the top."""
        first = [step.got for step in played.steps[: len(self.tests)]]
        return ("initiative_tie",) if first.count(max(first)) > 1 else ()

    def describe(self, played: Played[OprebInitiativeOutcome]) -> Text:
        side = played.outcome.winner
        got = [step.got for step in played.steps if step.throw.side == side][-1]
        rolled = counted(got, "bang", "bangs")
        return Sentence(Text("{side} activates first with {bangs}.", side=self.names[side], bangs=rolled))

    def too_big(self) -> Text | None:
        """Return a refusal of exact odds above 8 sides: the possible ties double with each side."""
        return too_many_sides_text(len(self.tests), 8)


class OprebRollForInitiative(alternate.RollForInitiative[OprebTables, Any]):
    """`/initiative`: a skill test of one unit per side: the named unit, or the best that is not hidden."""

    turns, several = TURNS, ("unit",)
    no_modifiers = Text("A skill test has no modifiers; more dice are the only advantage."), "Concepts › Bang dice"

    def checks(self) -> None:
        super().checks()
        self.nominate_unit()

    def rolls(self) -> Iterable[Planned]:
        sides = tuple(skilled(unit) | {"name": unit.side[:60]} for unit in self.nominate_unit())
        yield OprebInitiative.plan_roll({"sides": sides})

    def rank_sides(self, played: Played) -> Sequence[str]:
        """Return the sides in order: the winner first, then the others in turn."""
        sides, first = self.board.game.sides, played.outcome.winner
        return *sides[first:], *sides[:first]

    def headline(self) -> Text:
        units = Listed([unit.with_side for unit in self.nominate_unit()])
        return Text("Initiative of turn {turn}: {units}", turn=self.board.game.turn, units=units)

    def nominate_unit(self) -> list[Unit]:
        """Return the unit of each side; raise RuleError for a side without one, BadFacts for two of one side."""
        named = [require_alive(self.board.unit(id), Text("be nominated")) for id in self.request.unit]
        found: list[Unit] = []
        for side in self.board.game.sides:
            mine = [unit for unit in named if unit.side == side]
            if len(mine) > 1:
                names = Listed([unit.ref for unit in mine])
                raise BadFacts([Text("unit: {side} nominates one unit; name one, not {units}", side=side, units=names)])
            found.append(mine[0] if mine else self._best(side))
        return found

    def _best(self, side: str) -> Unit:
        """Return the unit with the most skill dice, then the fewest pinned markers.

        A hidden unit is chosen only if there is no other, and without comparing them: the best one would reveal its
        type.
        """
        living = [unit for unit in self.board.game.units_of_side(side) if unit.alive]
        if not living:
            raise RuleError(Text("{side} has no unit left to nominate.", side=side), TURNS.section)
        shown = [unit for unit in living if not unit.has("hidden")]
        dice = {unit.id: skill_dice(self.board, unit) for unit in shown}
        return max(shown or living, key=lambda unit: (dice.get(unit.id, 0), -unit.count("pinned")))


# Activation: wound markers may become kills, and the unit takes two actions (Apply damage).


class OprebActivateUnit(alternate.Activation[OprebTables, Any]):
    """`/activate`: settle the wound markers of a unit and start its actions."""

    turns = TURNS

    def rolls(self) -> Iterable[Planned]:
        unit = self.unit
        markers = {"models": unit.models, "wounds": unit.count("wounds"), "pinned": unit.count("pinned")}
        yield plan_in_file(self.board, "activate", markers, unit)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        unit = now.unit(self.unit.id)
        return self.turns.begin_activation(now, unit, **({} if unit.count("wounds") else {"disorganised": None}))


# Options of a unit for its actions, and its moves.


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return a unit's options for an action, with inches and dice; only activation if it is not active yet."""
    if TURNS.spent_warnings(unit):
        return ()
    if TURNS.out_of_go(board, unit):
        return () if active_units(board) or out_of_go_warnings(board, unit, "") else (Text("activate"),)
    found = [] if is_held(unit.count("pinned"), board.book) else [*numbers(board, unit)]
    if ready_to_fire(board, unit):
        found.append(Text("fire ({reach})", reach=_reach(board, unit)))
    if not unit.has("in_position"):
        found.append(Text("get into position"))
    if unit.count("pinned"):
        found.append(Text("rally ({pinned} pinned)", pinned=unit.count("pinned")))
    return tuple(found)


def numbers(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the moves of a unit in inches, in any go."""
    moves = board.tables.moves
    dice = counted(skill_dice(board, unit), "die", "dice")
    least, whiff = moves.tac_move, moves.whiff
    tac_move = Text(
        "tac-move {least}″ + 1″ per bang of {dice}, {whiff}″ on a whiff", least=least, dice=dice, whiff=whiff
    )
    return Text("move {inches}″", inches=moves.standard), tac_move


def _reach(board: Board, unit: Unit) -> Text:
    rows = board.tables.weapons
    bands = sorted({row.band for weapon in unit.weapons if (row := rows[weapon.name]).band})
    reach = Text("bands of {bands}", bands=Listed(map(inches_text, bands))) if bands else Text("support")
    guns = [Term(weapon.name) for weapon in support_weapons(board, unit)]
    if not guns or unit.has("in_position"):
        return reach
    return Text("{reach}; {support_weapons} only in position", reach=reach, support_weapons=Joined(guns, ", "))
