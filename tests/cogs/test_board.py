"""The live board: one message a game that follows the table, whatever Discord does to it."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.boards import FAR, OLD
from bot.live import Live
from bot.pending import Waits
from bot.store.tables import Battle, Pending
from cogs import limits
from cogs.board import EVERY
from cogs.standing import SHORTER, fitted, unit_line
from cogs.status import board_text, unit_lines
from data import system_of
from rules.events import Player, Thing
from rules.game import Game
from rules.system import State
from rules.unit import Unit
from tests.cogs.table import Table

EDIT, POST = "/channels/*/messages/*", "/channels/*/messages"


@pytest.fixture
async def board(demo: Table) -> Table:
    """The demo with its board posted."""
    told = await demo.done(demo.bob, "/game board")
    assert told.title == "Board: FUBAR demo"
    assert not told.private
    await demo.env.advance_time(EVERY)
    return demo


def boards(table: Table, where: Any = None) -> list[Any]:
    """Every message that is a board, or was one."""
    found = (where or table.channel).history()
    titles = ("Board:", "Final board:", "The board has moved")
    return [message for message in found if message.embeds and (message.embeds[0].title or "").startswith(titles)]


def text(message: Any) -> str:
    return message.embeds[0].description or ""


def calls(table: Table, method: str = "PATCH") -> int:
    """How many messages the bot has edited (or posted) beside its answers."""
    return sum(
        request.method == method and "/channels/" in request.path and "/messages" in request.path
        for request in table.env.http_requests
    )


async def entry(table: Table, count: int = 1) -> None:
    """Entries that any player may make, with an answer each."""
    for _ in range(count):
        await table.done(table.ann, "/score", side="Red", points=1, why="a test")


# What it says


async def test_it_says_what_there_is_to_know(board: Table) -> None:
    await board.done(board.ann, "/initiative", dice="6 1")
    await board.done(board.ann, "/activate", unit="Marines", action="run", dice="6")
    await board.done(board.ann, "/activate", unit="Commandos", dice="1")
    await board.done(board.ann, "/marker set", unit="Militia", marker="suppressed", count=2)
    await board.done(board.ann, "/unit edit", unit="HMG team", field="models", value="0")
    await board.done(board.ann, "/score", side="Blue", points=2, why="bridge")
    await board.done(board.ann, "/place add", kind="objective", label="Bridge")
    await board.done(board.ann, "/objective hold", label="Bridge", side="Blue")
    await board.env.advance_time(EVERY)
    lines = text(boards(board)[0]).splitlines()
    assert lines == [
        "FUBAR · turn 1 · initiative Blue",
        "**Whose move: Blue** (Bob)",
        "Score: Blue 2",
        "Objects: objective Bridge (held by Blue)",
        "At the table: Ann (Red, umpire), Bob (Blue)",
        "",
        "__Red__",
        "Not yet activated (2):",
        "**Regular section** 8/8",
        "**IFV**",
        "Has had its go (2):",
        "**Marines** 5/5 · tried · activated · action run",
        "**Commandos** 5/5 · tried · on guard · action on guard",
        "",
        "__Blue__",
        "Not yet activated (3):",
        "**Militia** 8/8 · suppressed 2",
        "**Planet defence squad** 10/10",
        "**Technical**",
        "Out of action (1):",
        "**HMG team** 0/2 · out of action",
    ]


async def test_it_says_who_is_asked_what_until_it_is_answered(board: Table) -> None:
    await board.done(board.bob, "/game dice", mode="physical")
    shot = {"attacker": "Commandos", "target": "Planet defence squad", "distance": "10"}
    await board.say(board.ann, "/fire", **shot, dice=" ".join("6" * 14))
    await board.env.advance_time(EVERY)
    asked = [line for line in text(boards(board)[0]).splitlines() if line.startswith("Waiting for")]
    assert len(asked) == 1
    assert asked[0].startswith("Waiting for Bob: ")
    assert "[the question](https://discord.com/channels/" in asked[0]
    found = (await board.desk.waiting.open(board.call(board.bob)))[0]
    await board.desk.waiting.answer(board.call(board.bob), found.row.id, found.row.step, faces="roll")
    await board.env.advance_time(EVERY)
    assert "Waiting for" not in text(boards(board)[0])


async def test_a_private_question_is_not_on_it(board: Table) -> None:
    await board.warned(board.ann, "/turn next")
    await board.env.advance_time(EVERY)
    assert "Waiting" not in text(boards(board)[0])


async def test_there_is_none_without_a_game(table: Table) -> None:
    assert "no game in this channel" in await table.refused(table.ann, "/game board")


# When it is edited


async def test_many_entries_are_one_edit_and_the_last_state_wins(board: Table) -> None:
    before = calls(board)
    await entry(board, 5)
    assert calls(board) == before
    await board.env.advance_time(EVERY)
    assert calls(board) == before + 1
    assert "Red 5" in text(boards(board)[0])
    await board.env.advance_time(60)
    assert calls(board) == before + 1


async def test_an_undo_is_on_it(board: Table) -> None:
    await entry(board)
    await board.env.advance_time(EVERY)
    await board.done(board.ann, "/undo")
    await board.env.advance_time(EVERY)
    assert "Score" not in text(boards(board)[0])


async def test_games_without_a_board_cost_nothing(demo: Table) -> None:
    await entry(demo)
    await demo.env.advance_time(60)
    assert calls(demo) == 0
    assert boards(demo) == []


async def test_asked_for_twice_the_first_points_at_the_second(board: Table) -> None:
    await board.done(board.ann, "/game board")
    await entry(board)
    await board.env.advance_time(EVERY)
    old, new = boards(board)
    assert text(old) == f"[Go to the board](https://discord.com/channels/{board.guild.id}/{board.channel.id}/{new.id})"
    assert "Red 1" in text(new)


async def test_it_goes_on_after_a_restart(board: Table) -> None:
    await board.restart()
    await board.env.advance_time(EVERY)
    await entry(board)
    await board.env.advance_time(EVERY)
    (message,) = boards(board)
    assert "Red 1" in text(message)


async def test_the_end_of_the_game_is_its_last_word(board: Table) -> None:
    await board.done(board.ann, "/game end", winner="Red")
    await board.env.advance_time(EVERY)
    (message,) = boards(board)
    assert message.embeds[0].title == "Final board: FUBAR demo"
    assert "**Game over.** Red has won." in text(message)
    assert "Whose move" not in text(message)
    await board.done(board.ann, "/game reopen")
    await board.env.advance_time(EVERY)
    assert boards(board)[0].embeds[0].title == "Board: FUBAR demo"


async def test_a_pause_is_on_it(board: Table) -> None:
    await board.done(board.ann, "/game pause")
    await board.env.advance_time(EVERY)
    assert "**Paused.**" in text(boards(board)[0])


async def test_it_moves_with_the_game(board: Table) -> None:
    await board.done(board.ann, "/game move", channel=board.other)
    await board.env.advance_time(EVERY)
    (new,) = boards(board, board.other)
    assert "FUBAR" in text(new)
    assert f"/{board.other.id}/{new.id}" in text(boards(board)[0])
    await board.done(board.ann, "/score", board.other, side="Red", points=1, why="a test")
    await board.env.advance_time(EVERY)
    assert "Red 1" in text(boards(board, board.other)[0])


async def test_it_lives_in_a_thread(table: Table) -> None:
    channel: Any = table.env.bot.get_channel(table.channel.id)
    with table.env._bot_scope():
        await channel.create_thread(name="battle", type=discord.ChannelType.public_thread)
    await table.env.settle()
    thread = table.channel.threads[0]
    await table.done(table.ann, "/game demo", thread)
    await table.done(table.ann, "/game board", thread)
    await table.done(table.ann, "/score", thread, side="Red", points=1, why="a test")
    await table.env.advance_time(EVERY)
    assert "Red 1" in text(boards(table, thread)[0])


# When it is posted anew


async def test_an_hour_later_it_is_posted_anew_with_the_next_entry(board: Table) -> None:
    await board.env.advance_time(OLD)
    assert len(boards(board)) == 1
    await entry(board)
    await board.env.advance_time(EVERY)
    old, new = boards(board)
    assert old.embeds[0].title == "The board has moved"
    assert "Red 1" in text(new)
    await entry(board)
    await board.env.advance_time(EVERY)
    assert len(boards(board)) == 2


async def test_far_up_it_is_posted_anew(board: Table) -> None:
    await entry(board, FAR - 1)
    await board.env.advance_time(EVERY)
    assert len(boards(board)) == 1
    await entry(board)
    await board.env.advance_time(EVERY)
    assert len(boards(board)) == 2


async def test_private_answers_do_not_push_it_up(board: Table) -> None:
    for _ in range(FAR + 5):
        await board.done(board.bob, "/waiting")
    await entry(board)
    await board.env.advance_time(EVERY)
    assert len(boards(board)) == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 30046), (400, 50083)])
async def test_a_board_that_cannot_be_edited_is_posted_anew(board: Table, status: int, code: int) -> None:
    board.env.inject_error("PATCH", EDIT, status=status, code=code, times=2)
    await entry(board)
    await board.env.advance_time(EVERY)
    assert len(boards(board)) == 2
    assert "Red 1" in text(boards(board)[-1])
    await entry(board)
    await board.env.advance_time(EVERY)
    assert "Red 2" in text(boards(board)[-1])


async def test_a_deleted_board_is_posted_anew(board: Table) -> None:
    (message,) = boards(board)
    channel: Any = board.env.bot.get_channel(board.channel.id)
    with board.env._bot_scope():
        await channel.get_partial_message(message.id).delete()
    await entry(board)
    await board.env.advance_time(EVERY)
    (new,) = boards(board)
    assert new.id != message.id


# When Discord refuses, or fails


@pytest.mark.parametrize("code", [50013, 50001])
async def test_where_the_bot_may_not_write_it_stops_until_it_is_asked_again(
    board: Table, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    board.env.inject_error("PATCH", EDIT, status=403, code=code, times=None)
    before = calls(board)
    with caplog.at_level(logging.WARNING, "bot.boards"):
        for _ in range(3):
            await entry(board)
            await board.env.advance_time(600)
    assert calls(board) == before + 1
    assert len([record for record in caplog.records if record.name == "bot.boards"]) == 1
    assert len(boards(board)) == 1
    await board.restart()
    await entry(board)
    await board.env.advance_time(600)
    assert calls(board) == before + 1
    board.env.backend.faults.clear()
    await board.done(board.ann, "/game board")
    await entry(board)
    await board.env.advance_time(EVERY)
    assert "Red 5" in text(boards(board)[-1])


async def test_where_it_may_not_post_anew_it_stops(board: Table) -> None:
    board.env.inject_error("POST", POST, status=403, code=50013, times=None)
    before = calls(board, "POST")
    await board.env.advance_time(OLD)
    await entry(board)
    await board.env.advance_time(600)
    await entry(board)
    await board.env.advance_time(600)
    assert calls(board, "POST") == before + 1


async def test_a_fault_of_discords_is_only_a_delay(board: Table) -> None:
    board.env.inject_error("PATCH", EDIT, status=503, code=0, times=3)
    before = calls(board)
    await entry(board)
    await board.env.advance_time(EVERY)
    assert "Score" not in text(boards(board)[0])
    await board.env.advance_time(60)
    assert "Red 1" in text(boards(board)[0])
    assert calls(board) == before + 4


async def test_a_fault_of_the_record_is_only_a_delay(board: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    real, faults = board.desk.record.open_pending, [OSError("disk full"), OSError("disk full")]

    async def failing(game: str | None = None) -> list[Pending]:
        if faults:
            raise faults.pop()
        return await real(game)

    monkeypatch.setattr(board.desk.record, "open_pending", failing)
    await entry(board)
    await board.env.advance_time(60)
    assert "Red 1" in text(boards(board)[0])


# Its size


def game(units: int, name: str, **more: Any) -> Live:
    """Two sides of so many units each, every one with that name and much on it."""
    found = Game(number=1)
    for side in ("Red", "Blue"):
        for _ in range(units):
            id = f"u{len(found.units) + 1}"
            found.units[id] = Unit(
                id=id,
                name=name,
                side=side,
                models=9,
                starting=10,
                hp=(3, 3, 3),
                states={"suppressed": 4, "tried": 1, "activated": 1, "action": "duck_and_weave", "on_guard": 1},
            )
    for key, value in more.items():
        setattr(found, key, value)
    return Live(Battle.model_construct(id="g", guild_id="1", channel_id="2", name="*" * 60), system_of("fubar"), found)


def full(units: int, name: str) -> tuple[Live, list[Waits]]:
    """With as many people, objects and questions as there may be, all with long names."""
    players = {str(n): Player(id=str(n), name="_" * 32, side="Red") for n in range(20)}
    things = {str(n): Thing(kind="objective", label="~" * 60, holder="Red") for n in range(50)}
    live = game(units, name, players=players, things=things, scores={"Red": 3, "Blue": 4}, order=("Red",), holder="Red")
    row = Pending.model_construct(
        id="p", game_id="g", asked_by="1", kind="dice", question={"label": "|" * 300, "side": "Red"}, deadline=1.7e9
    )
    row.channel_id = row.message_id = "1" * 19
    return live, [Waits(live, row)] * 20


def test_two_forces_of_twenty_fit_one_message_with_the_longest_names() -> None:
    live = game(20, "*" * 60)
    shown = board_text(live, [])
    assert len(shown.text) <= limits.DESCRIPTION
    assert shown.text.count("9/10") == 40
    assert "more:" not in shown.text
    assert len(shown.title) + len(shown.text) + len(shown.footer) <= 6000


def test_two_forces_of_twenty_with_usual_names_keep_them_whole() -> None:
    live = game(20, "2nd Regular section")
    shown = fitted(live, [])
    assert len(shown) <= limits.DESCRIPTION
    assert shown.count("**2nd Regular section**") == 40


@pytest.mark.parametrize("units", [20, 50, 200])
def test_whatever_there_is_it_fits_one_message(units: int) -> None:
    live, asked = full(units, "`" * 60)
    shown = fitted(live, asked)
    assert len(shown) <= limits.DESCRIPTION
    assert "… and 17 more: `/game status`" in shown
    assert "… and 47 more: `/game status`" in shown
    assert "… and 17 more: `/waiting`" in shown
    listed = shown.count("9/10")
    left_out = sum(int(number) for number in re.findall(r"and (\d+) more: `/unit list`", shown))
    assert listed + left_out == 2 * units
    assert listed >= 20


def test_the_units_that_are_left_out_are_those_that_have_acted() -> None:
    live = game(100, "`" * 60)
    live.game.units["u100"] = live.game.units["u100"].model_copy(update={"states": {}, "name": "Reserve"})
    assert "**Reserve** 9/10" in fitted(live, [])


def test_short_forms_leave_no_half_escape() -> None:
    unit = game(1, "*" * 60).game.units["u1"]
    for form in SHORTER:
        line = unit_line(game(1, "").board, unit, form)
        stars = line.partition("** ")[0].removeprefix("**")
        assert stars.rstrip("…") == "\\*" * (len(stars.rstrip("…")) // 2)


# Hidden units


@pytest.fixture
def hidden() -> Live:
    """A game of a system with hidden units; one of Red's is a card, and Blue's is fighting it."""
    live = game(2, "Scouts")
    system = replace(live.system, states={**live.system.states, "hidden": State("hidden", "setup", (), "a card")})
    units = live.game.units
    units["u1"] = units["u1"].model_copy(update={"name": "Snipers", "states": {"hidden": 1, "suppressed": 2}})
    units["u3"] = units["u3"].model_copy(update={"states": {"engaged_with": "u1"}})
    return Live(live.info, system, live.game)


def test_a_hidden_unit_is_a_card_to_everybody(hidden: Live) -> None:
    row = Pending.model_construct(id="p", asked_by="1", question={"label": "saves of Snipers"}, deadline=None)
    row.message_id = None
    shown = fitted(hidden, [Waits(hidden, row)])
    assert "Snipers" not in shown
    assert "**card 1** · hidden" in shown
    assert "engaged with card 1" in shown
    assert "saves of card 1" in shown


def test_its_own_side_sees_what_it_is(hidden: Live) -> None:
    units = hidden.game.units.values()
    assert any("Snipers" in line for line in unit_lines(hidden, units, "Red"))
    assert not any("Snipers" in line for line in unit_lines(hidden, units, "Blue"))
