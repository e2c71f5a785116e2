"""Two cheats and an honest player: every law of `laws.py` holds, whatever the cheats do, in any order.

ADJUTANT_CHEATS is the number of games of a system, ADJUTANT_CHEATS_STEPS the number of steps of each; games between
three sides are fewer.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from decimal import Decimal
from functools import cache, cached_property, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from bot.game.people import Call, Person
from bot.game.questions import ConsentQuestion, FactsQuestion
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import Amend, Resolve, Undo
from bot.resolution.questions import OpenQuestion
from bot.services import Services
from rules.kernel.request import Request
from rules.kernel.serialise import rulings_json
from tests.safety.laws import LAWS, Asked, answered_dice, no_die_vanishes, repeated_questions
from tests.safety.table import ANN, BLUE, BOB, CHEATS, DAN, EVE, GREEN, RED, Sight, Table, best, honest, likely
from tests.soak import orders

GAMES = int(os.environ.get("ADJUTANT_CHEATS", "1"))
STEPS = int(os.environ.get("ADJUTANT_CHEATS_STEPS", "20"))
SHRINK = bool(os.environ.get("ADJUTANT_CHEATS_SHRINK"))
SYSTEMS = ("opreb", "openfire_ww2", "openfire_d12", "bayonet", "fubar")

a_cheat = st.sampled_from(CHEATS)
anybody = st.sampled_from((ANN, BOB, DAN))
by_chance = st.integers(0, 2**32).map(Random)


@cache
def make_opening(system: str, sides: int, alone: bool) -> Path:
    """Return a game of a system that has begun, as a file."""
    file = Path(tempfile.mkdtemp(prefix="opening")) / "cheats.sqlite"
    table = Table.begun(file, system, sides, alone)
    table.close()
    return file


Act = Callable[[Services, Call], Awaitable[Any]]
Arranged = Callable[[ActiveGame, Random], tuple[str, Act]]


def _ruling(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    one = chance.choice(rulings_json(live.system))
    value = str(chance.choice(one["options"] or [one["default"]]))
    return f"rule {one['name']} {value}", lambda services, call: services.preferences.rule(call, one["name"], value)


def _correct(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    """Remove a unit's past action by a correction."""
    unit = chance.choice(list(live.game.units.values()))
    states = [name for name in unit.states if live.system.states[name].holds in ("flag", "count")]
    name = chance.choice(states or ["activated"])
    return f"mark {unit.name} {name} 0", lambda services, call: services.unit_corrections.mark(call, unit.id, name, 0)


def _join(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    side, player = chance.choice((RED, BLUE)), chance.choice((None, None, ANN, BOB, DAN))
    return f"join {side} {player}", lambda services, call: services.seats.join(call, side, player)


def _leave(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    return "leave", lambda services, call: services.seats.leave(call)


def _umpire(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    player = chance.choice((ANN, BOB, DAN))
    return f"umpire {player.name}", lambda services, call: services.seats.umpire(call, player)


def _delegate(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    unit, player = chance.choice(list(live.game.units)), chance.choice(CHEATS)
    return f"delegate {unit}", lambda services, call: services.seats.delegate(call, unit, player)


def _dice(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    mode: Any = chance.choice(("bot", "physical"))
    side = chance.choice((None, RED, BLUE))
    return f"dice {mode} {side}", lambda services, call: services.preferences.dice(call, mode, side)


def _consent(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    on = chance.random() < 0.5
    return f"consent {on}", lambda services, call: services.preferences.consent(call, on)


def _end(live: ActiveGame, chance: Random) -> tuple[str, Act]:
    winner = chance.choice((None, RED))
    return f"end {winner}", lambda services, call: services.endings.end(call, winner)


ARRANGED: tuple[Arranged, ...] = (
    _correct,
    _correct,
    _correct,
    _ruling,
    _join,
    _leave,
    _umpire,
    _delegate,
    _dice,
    _consent,
    _end,
)


class Cheats(RuleBasedStateMachine):
    """A game played step by step; each step is checked against every law."""

    def __init__(self, system: str, sides: int = 2, lenient: bool = False, alone: bool = False) -> None:
        """Begin a game of a system; if `lenient`, Bob agrees to undo entries with dice half of the time."""
        super().__init__()
        self.system, self.sides, self.lenient, self._alone = system, sides, lenient, alone
        self.folder = tempfile.TemporaryDirectory(prefix="cheats")
        self.last: Sight | None = None
        self.told: list[str] = []
        self.answered: set[Asked] = set()
        """Who has answered what about which dice."""

    @cached_property
    def table(self) -> Table:
        """The table after the opening, once a player acts."""
        return Table(Path(shutil.copy(make_opening(self.system, self.sides, self._alone), self.folder.name)))

    def teardown(self) -> None:
        if "table" in vars(self):
            self.table.close()
        self.folder.cleanup()

    def does(self, who: Person, said: str, act: Callable[[Services, Call], Awaitable[Any]]) -> None:
        self.last = self.table.step(who, f"{who.name}: {said}", act)
        self.told.append(self.last.said)
        self.every_law_holds(self.last)
        assert self.table.run(self.table.seed_is_safe()), "\n".join(self.told)

    def every_law_holds(self, last: Sight) -> None:
        broken = [f"{law.__name__}: {what}" for law in LAWS for what in law(last)]
        broken += repeated_questions(last, self.answered)
        self.answered |= answered_dice(last)
        assert not broken, "\n".join([self.system, *self.told, *broken])

    @initialize(seed=st.integers(0, 2**32))
    def is_no_game_of_restarts(self, seed: int) -> None:
        """Refuse the simplest game, which Hypothesis always tries first: in it only the bot does anything."""
        assume(seed)

    # The honest player

    @rule(chance=by_chance)
    def bob_plays(self, chance: Random) -> None:
        self._order(BOB, chance, ("", "roll"))

    @rule(chance=by_chance)
    def bob_answers(self, chance: Random) -> None:
        asked = self.table.asked(chance)
        if asked is None or BOB.id not in asked.people:
            return
        row = asked.row
        if self.lenient and takes_back_dice(asked) and chance.random() < 0.7:
            self.does(BOB, "agrees", lambda services, call: services.corrections.agree(call, row.id, row.step))
        else:
            self.does(BOB, _honestly(asked), lambda services, call: honest(services, call, asked))

    @precondition(lambda self: self.sides > 2)
    @rule(chance=by_chance)
    def eve_plays(self, chance: Random) -> None:
        self._order(EVE, chance, ("", "roll", "6 6 6 6 6 6 6 6"))

    @precondition(lambda self: self.sides > 2)
    @rule(chance=by_chance, agrees=st.booleans())
    def eve_answers(self, chance: Random, agrees: bool) -> None:
        asked = self.table.asked(chance)
        if asked is None:
            return
        row, corrections = asked.row, self.table.services.corrections
        if agrees and isinstance(asked.question, ConsentQuestion):
            self.does(EVE, "agree", lambda services, call: corrections.agree(call, row.id, row.step))
        else:
            self.does(EVE, _honestly(asked), lambda services, call: honest(services, call, asked))

    # The moves of cheats

    def _order(self, who: Person, chance: Random, dice: tuple[str, ...]) -> None:
        live = self.table.run(self.table.live())
        if live.game.over:
            return
        sides = {BOB: {BLUE}, EVE: {GREEN}}.get(who, {RED, BLUE})
        request = likely(live.board, chance, sides)
        said = chance.choice(dice)
        self.does(
            who, f"{request.to_stored()} {said}", lambda services, call: services.questions.begin(call, request, said)
        )

    @rule(who=a_cheat, chance=by_chance)
    def second_chance(self, who: Person, chance: Random) -> None:
        """Undo an order at once and give it again, with other dice or to another unit."""
        self._order(who, chance, ("", "roll"))
        self.undo(who, None)
        if chance.random() < 0.5:
            self.order_again(who, chance)
        else:
            self._order(who, chance, ("", "roll", "6 6 6 6 6 6 6 6"))

    @rule(who=a_cheat, chance=by_chance)
    def order(self, who: Person, chance: Random) -> None:
        self._order(who, chance, ("", "roll", "ask", "6 6 6 6 6 6 6 6"))

    @rule(who=a_cheat, chance=by_chance)
    def order_again(self, who: Person, chance: Random) -> None:
        """The last command once more, with other dice or another target."""
        given = [entry for entry in self.last.entries if entry.plays] if self.last else []
        if given:
            request, said = Request.of(given[-1].request), chance.choice(("", "roll", "6 6 6 6 6 6", "ask"))
            self.does(who, f"again {said}", lambda services, call: services.questions.begin(call, request, said))

    @rule(who=a_cheat, chance=by_chance)
    def answer(self, who: Person, chance: Random) -> None:
        asked = self.table.asked(chance)
        if asked is None:
            return
        row, questions = asked.row, self.table.services.questions
        if isinstance(asked.question, ConsentQuestion):
            self.does(who, "agree", lambda services, call: services.corrections.agree(call, row.id, row.step))
        elif isinstance(asked.question, FactsQuestion):
            command = asked.pending_command().command
            assert isinstance(command, Resolve | Amend)
            given = orders.facts(asked.question.asks, command.request, chance)
            self.does(
                who, f"answer facts {given}", lambda services, call: questions.fill_in(call, row.id, row.step, given)
            )
        else:
            faces, choice = best(asked, chance)
            said = f"{faces} {choice}"
            self.does(
                who, f"answer {said}", lambda services, call: questions.answer(call, row.id, row.step, faces, choice)
            )

    @rule(who=a_cheat, chance=by_chance)
    def drop(self, who: Person, chance: Random) -> None:
        asked = self.table.asked(chance)
        if asked is not None:
            row = asked.row
            self.does(who, "drop", lambda services, call: services.cancellation.drop(call, row.id, row.step))

    @rule(who=a_cheat, number=st.none() | st.integers(1, 60))
    def undo(self, who: Person, number: int | None) -> None:
        self.does(who, f"undo {number or ''}", lambda services, call: services.corrections.undo(call, number))

    @rule(who=a_cheat, chance=by_chance)
    def amend(self, who: Person, chance: Random) -> None:
        live = self.table.run(self.table.live())
        fire = live.system.commands["fire"]
        given: dict[str, Any] = {"distance": (Decimal(chance.choice(orders.INCHES)),)}
        if fire.covers and chance.random() < 0.3:
            given = {"cover": (chance.choice(fire.covers).code,)}
        elif chance.random() < 0.5:
            weapons = [weapon for unit in live.game.units_of_side(RED) for weapon in unit.weapons]
            given = {"firers": tuple(f"{chance.randint(1, 9)} {weapon.name}" for weapon in weapons[:1])}
        self.does(who, f"amend {given}", lambda services, call: services.corrections.amend(call, None, given))

    @rule(who=a_cheat, chance=by_chance)
    def edit(self, who: Person, chance: Random) -> None:
        """More rifles between the dice and the answer."""
        live = self.table.run(self.table.live())
        units = [unit for unit in live.game.units_of_side(RED) if unit.weapons]
        if units and not live.game.over:
            unit = chance.choice(units)
            value = ", ".join(f"{chance.randint(1, 9)} {weapon.name}" for weapon in unit.weapons)
            self.does(
                who,
                f"edit {unit.name} {value}",
                lambda services, call: services.unit_corrections.edit(call, unit.id, "weapons", value),
            )

    @rule(who=a_cheat, chance=by_chance)
    def arrange(self, who: Person, chance: Random) -> None:
        """Seats, umpires, rulings, dice and the end of the game: what a table arranges by hand."""
        said, act = chance.choice(ARRANGED)(self.table.run(self.table.live()), chance)
        self.does(who, said, act)
        if self.last and self.last.after.game.over and chance.random() < 0.8:
            self.reopen(chance.choice((ANN, BOB, DAN)))

    @rule(who=anybody)
    def reopen(self, who: Person) -> None:
        self.does(who, "reopen", lambda services, call: services.endings.reopen(call))

    @rule(who=a_cheat)
    def reveal(self, who: Person) -> None:
        """They want to know what they are going to roll."""
        self.does(who, "reveal", lambda services, call: services.fairness.reveal(call))

    @rule()
    def restart(self) -> None:
        self.table.restart()


def _honestly(asked: OpenQuestion) -> str:
    """Return the words of `honest`."""
    return "refuses" if isinstance(asked.question, ConsentQuestion) else "answers"


def takes_back_dice(asked: OpenQuestion) -> bool:
    """True if Bob is asked to agree to an undo of the bot's dice."""
    question = asked.question
    notes = question.notes if isinstance(question, ConsentQuestion) else ()
    return isinstance(asked.pending_command().command, Undo) and "rolls these dice next" in str(notes)


@pytest.mark.parametrize("system", SYSTEMS)
def test_cheats_get_nothing_that_the_rules_do_not_give(system: str) -> None:
    _play(system, GAMES, STEPS)


@pytest.mark.parametrize("system", ["openfire_d12", "fubar", "opreb"])
def test_two_sides_use_undone_dice_in_the_order_drawn_and_none_twice(system: str) -> None:
    """Whatever the cheats do with undos to which the other side agrees."""
    _play(system, max(1, GAMES // 4), STEPS, lenient=True)


@pytest.mark.parametrize(("system", "lenient"), [("opreb", False), ("openfire_ww2", True), ("bayonet", True)])
def test_three_sides_use_their_dice_in_the_order_drawn_and_none_twice(system: str, lenient: bool) -> None:
    """Whatever two of three sides do together, with undos that the third agrees to or not."""
    _play(system, max(1, GAMES // 8), STEPS, sides=3, lenient=lenient)


class Alone(Cheats):
    """Ann at a table of her own."""

    def every_law_holds(self, last: Sight) -> None:
        broken = [*no_die_vanishes(last), *(row.question["wish"] for row in last.open if row.kind == "consent")]
        assert not broken, "\n".join([self.system, *self.told, *map(str, broken)])


@pytest.mark.parametrize(("system", "sides"), [("opreb", 2), ("bayonet", 3), ("openfire_d12", 2)])
def test_who_plays_all_sides_alone_is_asked_nothing(system: str, sides: int) -> None:
    """She may undo, amend, repeat with real dice or drop any command; no die is lost."""
    table, chance = Alone(system, sides, alone=True), Random(f"{system} {sides}")
    for _ in range(STEPS):
        act = chance.choice(
            (table.order, table.second_chance, table.order_again, table.amend, table.answer, table.drop)
        )
        act(ANN, chance)
    undone = [said for said in table.told if "undo" in said and "->" not in said]
    assert undone, "something was taken back"
    table.teardown()


def _play(system: str, games: int, steps: int, **table: Any) -> None:
    # Of a class, Hypothesis would read the source again for each game.
    machine: Any = partial(Cheats, system, **table)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=games,
            stateful_step_count=steps,
            deadline=None,
            phases=[Phase.generate, Phase.shrink] if SHRINK else [Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        ),
    )
