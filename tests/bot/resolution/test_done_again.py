"""A repeated action needs the other side's consent, and no unit gets more actions than the rules give: one table."""

from __future__ import annotations

from asyncio import gather
from typing import Any, NamedTuple

import pytest

from bot.game.people import Person
from bot.game.questions import ConsentQuestion, DecisionQuestion, DiceQuestion, WarningQuestion
from bot.resolution.checks import StillWaiting
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services import Services
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, request, start_demo
from tests.cogs.table import Loaded, same_as_record


class Given(NamedTuple):
    """A command by name, its unit and target by theirs, and the other options."""

    command: str
    unit: str = ""
    target: str = ""
    more: dict[str, Any] = {}  # noqa: RUF012 - never changed


class Again(NamedTuple):
    """The first command, its repetition, and a piece of the objection."""

    first: tuple[Given, ...]
    again: Given
    why: str


INITIATIVE = Given("initiative")
LINE, MILITIA = "Line rifle squad", "Colonial militia section"
NEAR = {"distance": 3}


def _act(action: str, unit: str, target: str = "", **more: Any) -> Given:
    return Given("act", unit, target, {"action": action, **more})


_FIGHT = Given("assault", "Marines", "Militia", NEAR)
_MOVED = (INITIATIVE, Given("activate", LINE), Given("move", LINE), Given("move", LINE))
_RECOVER = Given("morale", "Line squad", "", {"situation": ("no_enemy_within_12",)})
_INTERACT = _act("interact", "Line squad", weapon="door")
_BACK = _act("fall_back", "Company HQ", "Rifle squad", distance=6)
_SCATTER = _act("scatter", "Mortar team", distance=30)
_TERROR = Given("morale", "Rifle squad")
_DIRT = _act("hit_the_dirt", "Rifle squad")
AGAIN: dict[str, tuple[Again, ...]] = {
    "fubar": (
        Again((INITIATIVE,), INITIATIVE, "has already been rolled"),
        Again((Given("activate", "Marines"),), Given("activate", "Marines"), "has already tried to activate this turn"),
        Again((_FIGHT,), Given("activate", "Marines"), "in close combat and counts as activated"),
        Again((_FIGHT,), _FIGHT, "have fought their round this turn"),
        Again((_FIGHT, _act("withdraw", "Marines")), _act("withdraw", "Marines"), "has tried to break off"),
    ),
    "opreb": (
        Again((INITIATIVE,), INITIATIVE, "has already been rolled"),
        Again((INITIATIVE, Given("activate", LINE)), Given("activate", LINE), "has already been activated"),
        Again(_MOVED, _act("rally", LINE), "has no action left"),
    ),
    "openfire_d12": (
        Again((INITIATIVE,), INITIATIVE, "has already been rolled"),
        Again((Given("activate", "Line squad"),), Given("activate", "Line squad"), "has already been activated"),
        Again((_INTERACT,), _INTERACT, "has taken Interact this round"),
    ),
    "openfire_ww2": (
        Again((_DIRT,), _DIRT, "used its action"),
        Again((_BACK,), _BACK, "used its action"),
        Again((_SCATTER,), _SCATTER, "has already fought this turn"),
        Again((_TERROR,), _TERROR, "has already taken its Terror test this turn"),
    ),
    "bayonet": (Again((INITIATIVE,), INITIATIVE, "has already been rolled"),),
}
CASES = [
    pytest.param(system, one, id=f"{system} {one.again.command} {n}")
    for system, all in AGAIN.items()
    for n, one in enumerate(all)
]


async def _make_request(services: Services, given: Given) -> Request:
    return await request(services, given.command, given.unit, given.target, **given.more)


async def _carry_out(services: Services, given: Given) -> None:
    """The command, bent or not, with the first of the bot's dice."""
    await services.referee.order(call(), await _make_request(services, given), anyway=True)


@pytest.mark.parametrize(("system", "case"), CASES)
async def test_repeating_a_command_needs_the_consent_of_the_other_side(
    services: Services, dice: Loaded, system: str, case: Again
) -> None:
    await start_demo(services, system)
    dice.next(*[1] * 40)
    for given in case.first:
        await _carry_out(services, given)
    number = (await services.games.require_game(PLACE)).game.number
    warned = await services.questions.begin(call(), await _make_request(services, case.again))
    assert isinstance(warned, OpenQuestion)
    assert isinstance(warned.question, WarningQuestion)
    assert warned.question.others == ("Blue",), [ENGLISH(one) for one in warned.question.warnings]
    asked = await services.questions.answer(call(), warned.row.id, warned.row.step)
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, ConsentQuestion)
    assert case.why in " ".join(map(ENGLISH, asked.question.warnings))
    assert (await services.games.require_game(PLACE)).game.number == number
    await services.corrections.refuse(call(BOB), asked.row.id, asked.row.step)
    assert (await services.games.require_game(PLACE)).game.number == number


# No more actions than the rules give


class Shots(NamedTuple):
    """A shot that a unit may make so many times, after what comes first."""

    first: tuple[Given, ...]
    shot: Given
    allowed: int


SHOTS = {
    "fubar": Shots(
        (Given("activate", "Marines", "", {"action": "aimed_fire"}),),
        Given("fire", "Marines", "Militia", {"distance": 20}),
        1,
    ),
    "opreb": Shots(
        (INITIATIVE, Given("activate", LINE)),
        Given("fire", LINE, MILITIA, {"distance": 15, "cover": ("open",), "situation": ("nearest_light=6",)}),
        2,
    ),
    "openfire_d12": Shots(
        (Given("activate", "Line squad"),),
        Given("fire", "Line squad", "Howling band", {"distance": 14, "cover": ("light",)}),
        1,
    ),
    "openfire_ww2": Shots(
        (Given("turn phase", "", "", {"action": "combat", "side": "Red"}),),
        Given("fire", "Medium tank", "Heavy tank", {"distance": 20, "situation": ("side",)}),
        1,
    ),
    "bayonet": Shots((), Given("fire", "Sniper", "Chief", {"distance": 10}), 1),
}


@pytest.mark.parametrize("system", SHOTS)
async def test_no_order_of_commands_gives_more_actions(services: Services, dice: Loaded, system: str) -> None:
    """Five commands at once, by the player and by another one who may command the unit, each with dice that are asked
    for.
    """
    await start_demo(services, system)
    dice.next(6)
    plan = SHOTS[system]
    for given in plan.first:
        await _carry_out(services, given)
    wanted = await _make_request(services, plan.shot)
    await services.seats.delegate(call(), wanted.unit[0], CYD)
    shots = 0
    for _ in range(plan.allowed + 2):
        came = await gather(*(_give_command(services, who, wanted) for who in (ANN, CYD, ANN, CYD, ANN)))
        shots += sum([await _is_carried_out(services, one) for one in came])
    assert shots == plan.allowed
    assert await services.questions.open_questions(call()) == []
    await same_as_record(services, await services.games.require_game(PLACE))


async def _give_command(services: Services, who: Person, wanted: Request) -> Any:
    try:
        return await services.questions.begin(call(who), wanted, "ask")
    except StillWaiting as refused:
        return refused


async def _is_carried_out(services: Services, came: Any) -> bool:
    """True if a command is carried out without a bent rule; each player answers their questions."""
    while isinstance(came, OpenQuestion) and isinstance(came.question, DiceQuestion | DecisionQuestion):
        who = {one.id: one for one in (ANN, BOB, CYD)}[came.people[0]]
        choice = came.question.default if isinstance(came.question, DecisionQuestion) else None
        came = await services.questions.answer(call(who), came.row.id, came.row.step, choice=choice)
    return isinstance(came, CommandResult)
