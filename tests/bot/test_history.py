"""An undo is never a re-roll: whatever is fired and taken back, the dice come out as they were thrown."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.desk import Desk
from bot.errors import Refusal
from rules.errors import RuleError
from tests.bot.playing import BOB, PLACE, call, faces, fire, request, started
from tests.cogs.table import Loaded, desk_on, same_as_record

SHOTS = [("Marines", "Militia"), ("Commandos", "HMG team"), ("Regular section", "Militia"), ("Militia", "Marines")]
commands = st.one_of(
    st.just("undo"),
    st.just("undo"),
    st.sampled_from(SHOTS),
    st.sampled_from(["Marines", "Militia", "IFV"]),
    st.just("typed"),
    st.just("mark"),
)


async def _played(desk: Desk, command: Any) -> list[int]:
    """The bot's faces of a command, in order; none for what throws none."""
    if command == "mark":
        await desk.muster.mark(call(), "Technical", "moved", 1)
        return []
    if command == "typed":
        wanted = await request(desk, "activate", "Technical")
        await desk.referee.order(call(), wanted, "6", anyway=True)
        return []
    if isinstance(command, str):
        wanted = await request(desk, "activate", command)
        return faces(await desk.referee.order(call(), wanted, anyway=True))
    return faces(await fire(desk, *command))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(commands, min_size=3, max_size=25))
async def test_an_undo_is_never_a_re_roll(tmp_path_factory: Any, played: list[Any]) -> None:
    """The faces that stand are at every moment the first of all that were ever thrown, in the order they fell."""
    folder: Path = tmp_path_factory.mktemp("undo")
    dice = Loaded()
    desk = await desk_on(folder / "a.sqlite", dice, "one")
    try:
        await started(desk)
        standing: list[list[int]] = []
        for command in played:
            if command != "undo":
                with suppress(RuleError):
                    standing.append(await _played(desk, command))
            elif standing:
                await desk.history.undo(call())
                standing.pop()
            fell = [face for faces in standing for face in faces]
            queue = (await desk.games.at(PLACE)).game.queues.get(6, ())
            assert [*fell, *queue] == dice.thrown
        await same_as_record(desk, await desk.games.at(PLACE))
    finally:
        await desk.record.close()


async def test_dice_left_over_from_an_undo_stay_in_front_of_new_ones(desk: Desk, dice: Loaded) -> None:
    """Nine come back, one is used, then eight and a new one: taken back twice, all ten lie there in order."""
    await started(desk)
    dice.next(1, 2, 3, 4, 5, 6, 1, 2, 3, 4)
    activate = await request(desk, "activate", "Marines")
    shot = {"unit": "Regular section", "target": "Militia", "firers": ("1 lmg, 6 assault_rifle",)}
    await fire(desk, "Commandos", "HMG team", firers=("3 smg",))
    await desk.history.undo(call())
    first = dice.thrown.copy()
    await desk.referee.order(call(), activate)
    await fire(desk, **shot)
    await desk.history.undo(call())
    await desk.history.undo(call())
    queue = list((await desk.games.at(PLACE)).game.queues[6])
    assert queue == dice.thrown
    assert queue[: len(first)] == first


async def test_undoing_twice_from_one_interaction(desk: Desk) -> None:
    await started(desk)
    await fire(desk)
    await fire(desk, "Commandos")
    undone = await desk.history.undo(call(source="run:9"))
    again = await desk.history.undo(call(source="run:9"))
    assert again.again
    assert again.entry.undoes == undone.entry.undoes


async def test_a_game_plays_back_the_same_after_undos(desk: Desk, dice: Loaded) -> None:
    await started(desk)
    dice.next(*[5, 1, 1] * 30)
    for name in ("Marines", "Commandos", "Regular section"):
        await fire(desk, name)
    await desk.history.undo(call())
    await fire(desk, "IFV")
    await desk.history.undo(call())
    await desk.history.undo(call())
    await same_as_record(desk, await desk.games.at(PLACE))


async def test_the_board_before_an_entry(desk: Desk) -> None:
    await started(desk)
    before = (await desk.games.at(PLACE)).game
    shot = await fire(desk, dice="4 4 4 4 1 1 1 1 1 1 1", firers=("4 assault_rifle, 1 rpg",))
    await fire(desk, "Commandos")
    board = await desk.history.board_before(call(), shot.entry.number)
    assert board.game.units == before.units


async def test_only_entries_of_this_game(desk: Desk) -> None:
    await started(desk)
    with pytest.raises(Refusal, match="not played here now"):
        await desk.history.of_game(call(BOB), "f" * 32, 1)
    live = await desk.games.at(PLACE)
    with pytest.raises(Refusal, match="not played here now"):
        await desk.history.of_game(call(BOB), live.info.id, 99)
