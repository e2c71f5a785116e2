"""The table of the bot's seat: each transition is played, no step or screen leads out of it, and README.md draws it."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Awaitable, Callable
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.game.people import OPPONENT, Call
from bot.game.registry import ActiveGame
from bot.services import Services
from bot.services.play import opponent
from bot.services.play.opponent_state import BotState, BotTurn, SightReport
from bot.services.play.seat_table import LEADS, SEAT, Seat, Tap
from rules.kernel.request import Request
from rules.opponent.options import KeptOption, Option
from rules.opponent.sight import Around, Intent, Moved, Sight
from tests.bot.playing import PLACE, call, request
from tests.cogs.table import Loaded
from tests.rows import for_each

README = Path(opponent.__file__).parent / "README.md"


def bots() -> Call:
    """Return a call of the bot."""
    return call()._replace(who=OPPONENT)


class Seated:
    """A game with Ann as Red, the bot as Blue, and dice that are rolled as given."""

    def __init__(self, services: Services, live: ActiveGame, dice: Loaded) -> None:
        self.services, self.live, self.dice = services, live, dice

    def unit(self, name: str) -> str:
        return next(unit.id for unit in self.live.game.units.values() if unit.name == name)

    async def has(self, name: str, *states: str) -> None:
        unit = self.live.game.units[self.unit(name)]
        for state in states:
            who = bots() if unit.side == "Blue" else call()
            await self.services.unit_corrections.mark(who, unit.id, state, 1)

    async def orders(self, command: str, unit: str, dice: str = "", **more: Any) -> None:
        await self.services.referee.order(
            call(), await request(self.services, command, unit, **more), dice, anyway=True
        )

    async def knows(self, **known: Any) -> None:
        """Let the bot know this as of now."""
        plays = BotState(side="Blue", stance="balanced", number=self.live.game.number, turn=self.live.game.turn)
        kept = plays.model_copy(update=known).model_dump_json()
        await self.services.record.remember(f"opponent {self.live.info.id}", kept)

    async def sees(self, inches: int) -> None:
        """Let the bot have reports of all units, at one distance."""
        sight, foes = Sight(), [unit.id for unit in self.live.game.units_of_side("Red")]
        own = [unit.id for unit in self.live.game.units_of_side("Blue")]
        for unit in own:
            sight = sight.with_pairs(unit, dict.fromkeys(foes, Decimal(inches)))
            sight = sight.with_around(unit, Around())
        await self.knows(sight=sight, fresh=frozenset(own))

    async def goes(self) -> BotTurn:
        return await self.services.opponent.go(call(), self.live)


Situation = Callable[[Seated], Awaitable[BotTurn]]
WALKS: dict[str, tuple[str, str, Situation]] = {}


def walk(path: str, system: str = "fubar") -> Callable[[Situation], Situation]:
    """Add a situation, with the states that its last tap goes through."""

    def add(situation: Situation) -> Situation:
        WALKS[situation.__name__] = (path, system, situation)
        return situation

    return add


async def seated(services: Services, dice: Loaded, system: str) -> Seated:
    await services.lifecycle.demo(call(), system)
    await services.seats.join(call(), "Red")
    live = await services.games.require_game(PLACE)
    await services.opponent.take_seat(call(), live, "Blue", "balanced")
    return Seated(services, live, dice)


async def _blue_first(seated: Seated) -> None:
    await seated.services.referee.order(call(), await request(seated.services, "initiative"), "1 6")


async def _red_first(seated: Seated) -> None:
    await seated.services.referee.order(call(), await request(seated.services, "initiative"), "6 1")


@walk("look react choose sight")
async def it_asks_what_a_unit_sees(seated: Seated) -> BotTurn:
    await _blue_first(seated)
    return await seated.goes()


@walk("look react choose stop done")
async def it_has_nothing_to_do_out_of_its_turn(seated: Seated) -> BotTurn:
    await _red_first(seated)
    return await seated.goes()


@walk("look react choose give choose move")
async def it_activates_a_unit_and_orders_a_move(seated: Seated) -> BotTurn:
    await _blue_first(seated)
    asks = (await seated.goes()).asks
    assert asks is not None
    seated.dice.next(6)
    view = SightReport(dict.fromkeys(foe.id for foe in asks.foes), Around(cover=True, objective=True))
    return await seated.services.opponent.report(call(), seated.live, {asks.unit: view})


@walk("march look react choose sight")
async def figures_were_moved(seated: Seated) -> BotTurn:
    await it_activates_a_unit_and_orders_a_move(seated)
    seated.dice.next(6)
    return await seated.services.opponent.continue_after_move(call(), seated.live, seated.live.game.number)


@walk("march question")
async def a_move_that_the_rules_warn_of_asks_before_it_is_recorded(seated: Seated) -> BotTurn:
    await _blue_first(seated)
    await seated.knows(order=KeptOption.of(_move(seated, "Militia")))
    return await seated.services.opponent.continue_after_move(call(), seated.live, seated.live.game.number)


def _move(seated: Seated, unit: str) -> Option:
    request = Request("move", (seated.unit(unit),), action="walk", side="Blue")
    return Option(request, Moved(Intent.TOWARD, 6, seated.unit("Marines")))


async def _marines_pass(seated: Seated, *guards: str) -> None:
    await _red_first(seated)
    for name in guards:
        await seated.has(name, "on_guard")
    await seated.orders("activate", "Marines", "6", action="walk")
    await seated.orders("move", "Marines")


@walk("look glance")
async def it_asks_what_a_unit_sees_that_may_react(seated: Seated) -> BotTurn:
    await _marines_pass(seated, "HMG team")
    return await seated.goes()


@walk("look react give react choose stop resumed")
async def it_reacts(seated: Seated) -> BotTurn:
    await _marines_pass(seated, "HMG team")
    await seated.sees(20)
    seated.dice.next(*[1] * 12)
    return await seated.goes()


@walk("look react choose stop resumed")
async def it_does_not_react(seated: Seated) -> BotTurn:
    await _marines_pass(seated, "HMG team")
    return await seated.services.opponent.report_no_reaction(call(), seated.live)


@walk("look react give question")
async def its_reaction_waits_for_the_dice_of_a_player(seated: Seated) -> BotTurn:
    await _marines_pass(seated, "HMG team")
    await seated.services.preferences.dice(call(), "physical", "Red")
    await seated.sees(20)
    seated.dice.next(*[6] * 4)
    return await seated.goes()


@walk("march look stop held")
async def others_may_react_to_its_move(seated: Seated) -> BotTurn:
    return await _militia_moves_past_commandos(seated)


async def _militia_moves_past_commandos(seated: Seated, *done: str) -> BotTurn:
    await _blue_first(seated)
    await seated.has("Commandos", "on_guard")
    for unit in done:
        await seated.has(unit, "tried")
    await seated.has("Militia", "tried", "activated")
    await seated.knows(order=KeptOption.of(_move(seated, "Militia")))
    seated.dice.next(6)
    return await seated.services.opponent.continue_after_move(call(), seated.live, seated.live.game.number)


@walk("march look stop last")
async def others_may_react_to_its_last_move(seated: Seated) -> BotTurn:
    return await _militia_moves_past_commandos(seated, "Planet defence squad", "HMG team", "Technical")


async def _against_a_vehicle(seated: Seated) -> None:
    await _blue_first(seated)
    for unit in [*seated.live.game.units.values()]:
        if unit.name not in ("IFV", "HMG team"):
            await seated.services.unit_corrections.remove(call() if unit.side == "Red" else bots(), unit.id)
    await seated.services.unit_corrections.edit(bots(), seated.unit("HMG team"), "weapons", "1 rpg")
    await seated.has("HMG team", "tried", "activated")
    await seated.sees(10)


@walk("look react choose give side")
async def it_asks_which_side_of_a_vehicle_it_strikes(seated: Seated) -> BotTurn:
    await _against_a_vehicle(seated)
    return await seated.goes()


@walk("strike look react choose stop done")
async def it_strikes_the_side_that_was_named(seated: Seated) -> BotTurn:
    await it_asks_which_side_of_a_vehicle_it_strikes(seated)
    seated.dice.next(*[1] * 12)
    return await seated.services.opponent.report_side(call(), seated.live, seated.live.game.number, "rear")


@walk("strike question")
async def its_strike_waits_for_the_dice_of_a_player(seated: Seated) -> BotTurn:
    await _against_a_vehicle(seated)
    await seated.services.preferences.dice(call(), "physical", "Red")
    await seated.sees(10)
    await seated.goes()
    seated.dice.next(*[6] * 12)
    return await seated.services.opponent.report_side(call(), seated.live, seated.live.game.number, "rear")


@walk("strike stop resumed")
async def its_reaction_is_refused_once_the_side_was_named(seated: Seated) -> BotTurn:
    """The unit is not activated."""
    await seated.services.unit_corrections.edit(bots(), seated.unit("HMG team"), "weapons", "1 rpg")
    await _marines_pass(seated, "HMG team")
    shot = Request("fire", (seated.unit("HMG team"),), (seated.unit("IFV"),), side="Blue", distance=(Decimal(10),))
    await seated.knows(sided=KeptOption.of(Option(shot)), answering=seated.live.game.last_effect)
    return await seated.services.opponent.report_side(call(), seated.live, seated.live.game.number, "rear")


@walk("strike side", "openfire_ww2")
async def it_asks_for_the_side_of_its_own_vehicle_too(seated: Seated) -> BotTurn:
    charge = Request(
        "assault", (seated.unit("Heavy tank"),), (seated.unit("Medium tank"),), side="Blue", distance=(Decimal(3),)
    )
    await seated.knows(sided=KeptOption.of(Option(charge)))
    return await seated.services.opponent.report_side(call(), seated.live, seated.live.game.number, "rear")


@pytest.mark.parametrize("name", WALKS)
async def test_a_tap_leads_through_the_states_of_the_table(services: Services, dice: Loaded, name: str) -> None:
    path, system, situation = WALKS[name]
    turn = await situation(await seated(services, dice, system))
    assert (" ".join(turn.path)) == path, [(one.entry.command, one.entry.request) for one in turn.results]


# The table itself.

UNPLAYED = {(Seat.GIVE, Seat.STOP)}
"""No system lets a side react to an order without a move: a charge at units On Guard is recorded as a move first."""


def transitions() -> set[tuple[Seat, Seat]]:
    return {(state, after) for state, row in SEAT.items() for after in row.then}


def test_every_transition_of_the_table_is_played() -> None:
    paths = [[Seat(one) for one in path.split()] for path, _, _ in WALKS.values()]
    assert {pair for path in paths for pair in pairwise(path)} == transitions() - UNPLAYED
    assert {path[0] for path in paths} == set(LEADS.values())
    assert {path[-1] for path in paths} == {state for state, row in SEAT.items() if not row.then}


@for_each("state", [state for state, row in SEAT.items() if row.then])
def test_no_step_leads_out_of_the_table(state: Seat) -> None:
    source = inspect.getsource(getattr(opponent.OpponentSeat, f"_{state}"))
    assert {Seat[name] for name in re.findall(r"Seat\.(\w+)", source)} == set(SEAT[state].then)


def test_every_state_is_a_step_or_a_screen_and_no_control_is_without_a_screen() -> None:
    assert list(SEAT) == list(Seat)
    assert all(bool(row.then) != bool(row.taps) for row in SEAT.values())
    assert {tap for row in SEAT.values() for tap in row.taps} == set(Tap)
    assert set(LEADS.values()) | {after for _, after in transitions()} == set(Seat)


def drawing() -> str:
    """Return the table as a state diagram, in the words of Mermaid."""
    steps = [f"    {state} --> {after}" for state, row in SEAT.items() for after in row.then]
    taps = [
        f"    {state} --> {step} : {', '.join(tap for tap in row.taps if LEADS.get(tap) == step)}"
        for state, row in SEAT.items()
        for step in dict.fromkeys(LEADS[tap] for tap in row.taps if tap in LEADS)
    ]
    return "\n".join(("stateDiagram-v2", *steps, *taps))


def test_the_readme_draws_the_table() -> None:
    """ADJUTANT_TEST_WRITE=1 draws it again."""
    text = README.read_text(encoding="utf-8")
    drawn = re.sub(r"```mermaid\n.*?```", lambda _: f"```mermaid\n{drawing()}\n```", text, flags=re.DOTALL)
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        README.write_text(drawn, encoding="utf-8")
    assert README.read_text(encoding="utf-8") == drawn
