"""Stopped commands (`CHECKS`): one for each check, as players give it, and the number of questions per shot."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.resolution.checks import CHECKS
from rules.kernel.request import Request
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}
NAMES = {one.ask.__code__: one.name for one in CHECKS}


@contextmanager
def record_checks() -> Generator[list[str]]:
    """Collect the names of the checks that run meanwhile, in order."""
    found: list[str] = []

    def called(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call" and frame.f_code in NAMES:
            found.append(NAMES[frame.f_code])

    sys.setprofile(called)
    try:
        yield found
    finally:
        sys.setprofile(None)


def _whole(told: Told) -> str:
    return f"{told.title} {told.text}"


async def _as_it_was_shown(demo: Table) -> tuple[list[str], str]:
    """Handle the second of two simultaneous taps, after another player's."""
    live = await demo.live()
    shown = live.game.number
    await demo.done(demo.ann, "/initiative", dice="6 1")
    return await _begin_meanwhile(demo, live, Request("initiative"), shown)


async def _begin_meanwhile(
    demo: Table, live: ActiveGame, wanted: Request, shown: int | None = None
) -> tuple[list[str], str]:
    """Return the reply to a command that was under way when another entry was written."""
    with record_checks() as asked, pytest.raises(Refusal) as refused:
        await demo.services.questions.begin(demo.call(demo.ann)._replace(as_of=shown), wanted, live=live)
    return asked, str(refused.value)


async def _units_are_here(demo: Table) -> tuple[list[str], str]:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    warned = await demo.warned(demo.ann, "/fire", **SHOT)
    await demo.done(demo.bob, "/unit remove", unit="Militia")
    with record_checks() as asked:
        return asked, _whole(await demo.click(demo.ann, warned, "Anyway"))


async def _at_the_table(demo: Table) -> tuple[list[str], str]:
    with record_checks() as asked:
        return asked, await demo.refused(demo.cyd, "/fire", **SHOT)


async def _game_goes_on(demo: Table) -> tuple[list[str], str]:
    live = await demo.live()
    await demo.done(demo.ann, "/game end")
    return await _begin_meanwhile(demo, live, Request("initiative"))


async def _not_paused(demo: Table) -> tuple[list[str], str]:
    await demo.done(demo.ann, "/game pause")
    with record_checks() as asked:
        return asked, await demo.refused(demo.ann, "/fire", **SHOT)


async def _theirs(demo: Table) -> tuple[list[str], str]:
    with record_checks() as asked:
        return asked, await demo.refused(demo.bob, "/fire", **SHOT)


async def _free(demo: Table) -> tuple[list[str], str]:
    assert (await demo.say(demo.ann, "/fire", **SHOT, dice="ask")).title.startswith("Ann, roll")
    with record_checks() as asked:
        return asked, _whole(await demo.say(demo.ann, "/fire", **SHOT))


async def _legal(demo: Table) -> tuple[list[str], str]:
    with record_checks() as asked:
        return asked, await demo.refused(demo.ann, "/fire", **{**SHOT, "target": "Commandos"})


async def _name_wrong_unit(demo: Table) -> tuple[list[str], str]:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    with record_checks() as asked:
        return asked, _whole(await demo.warned(demo.ann, "/fire", **SHOT))


async def _agree_meanwhile(demo: Table) -> tuple[list[str], str]:
    await demo.done(demo.ann, "/activate", unit="Marines", dice="1")
    warned = await demo.warned(demo.ann, "/activate", unit="Marines")
    with record_checks() as asked:
        return asked, _whole(await demo.click(demo.ann, warned, "Anyway"))


STOPPED: dict[str, tuple[Callable[[Table], Awaitable[tuple[list[str], str]]], str]] = {
    "control is current": (_as_it_was_shown, "Something was recorded since"),
    "units are present": (_units_are_here, "A unit of this command is no longer in the game"),
    "caller is seated": (_at_the_table, "Join a side first"),
    "game is not over": (_game_goes_on, "This game is over"),
    "not paused": (_not_paused, "This game is paused"),
    "caller may command": (_theirs, "Only Red can do that; you play Blue"),
    "unit is free": (_free, "Marines has a command waiting for Ann"),
    "legal": (_legal, "same side"),
    "warnings are confirmed": (_name_wrong_unit, "Marines has not been activated"),
    "the other side agrees": (_agree_meanwhile, "Bob: do you agree?"),
}


def test_every_check_has_a_command_that_it_stops() -> None:
    """Units of FUBAR count no actions: their limit is tested in `test_play_opreb.py`."""
    assert [*STOPPED, "the other side is done"] == [one.name for one in CHECKS]


@pytest.mark.parametrize("name", STOPPED)
async def test_a_command_is_stopped_by_that_check_alone(demo: Table, name: str) -> None:
    play, sentence = STOPPED[name]
    asked, said = await play(demo)
    assert sentence in said
    every = [one.name for one in CHECKS]
    assert asked == every[: every.index(name) + 1]


async def test_a_shot_is_asked_each_of_them_once_and_in_order(demo: Table) -> None:
    with record_checks() as asked:
        await demo.done(demo.ann, "/fire", **SHOT, dice="roll")
    assert asked == [one.name for one in CHECKS]


async def test_an_answer_is_asked_all_but_who_gave_the_command(demo: Table) -> None:
    waits = await demo.say(demo.ann, "/fire", **SHOT, dice="ask")
    with record_checks() as asked:
        await demo.click(demo.ann, waits, "Bot rolls")
    assert asked == [one.name for one in CHECKS if not one.once]
