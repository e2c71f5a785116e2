"""Live boards: edited, posted again or left alone; on a screen that is a list."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace

import pytest

from bot.services import Services
from bot.services.play import live_board
from bot.services.play.live_board import LiveBoards, PostedBoard, Unwelcome


class Screen:
    """A channel whose messages are words; it counts what was asked of it."""

    def __init__(self, channel: str = "7") -> None:
        self.channel, self.words, self.now = channel, "start", 0.0
        self.messages: dict[str, str] = {}
        self.edits = 0
        self.editable = True
        self.fault: Exception | None = None

    async def look(self) -> str:
        return self.words

    async def edit(self, posted: PostedBoard, words: str) -> bool:
        self.edits += 1
        if self.fault:
            raise self.fault
        if self.editable:
            self.messages[posted.message] = words
        return self.editable

    async def post(self, words: str) -> PostedBoard:
        if self.fault:
            raise self.fault
        message = str(len(self.messages) + 1)
        self.messages[message] = words
        return PostedBoard(channel=self.channel, message=message, at=self.now)

    async def disable(self, old: PostedBoard, new: PostedBoard) -> None:
        self.messages[old.message] = f"moved to {new.message}"


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
async def boards(services: Services, screen: Screen) -> LiveBoards[str]:
    """Game "g" has its board posted."""
    found: LiveBoards[str] = LiveBoards(services.record)
    await found.record_board("g", await screen.post("start"), "start", screen)
    assert found.take_due(0) == ["g"]
    return found


async def test_a_game_without_a_board_is_left_alone(services: Services, screen: Screen) -> None:
    boards: LiveBoards[str] = LiveBoards(services.record)
    await boards.show("g", 0, screen)
    assert screen.messages == {}


@pytest.mark.parametrize(("seconds", "messages"), [(3599.9, {"1": "next"}), (3600, {"1": "moved to 2", "2": "next"})])
async def test_it_is_edited_in_place_for_an_hour_and_then_posted_again(
    boards: LiveBoards[str], screen: Screen, seconds: float, messages: dict[str, str]
) -> None:
    screen.words = "next"
    await boards.show("g", seconds, screen)
    assert screen.messages == messages


async def test_an_unchanged_board_is_not_sent_again(boards: LiveBoards[str], screen: Screen) -> None:
    await boards.show("g", 10, screen)
    assert screen.edits == 0


async def test_many_changes_are_due_once() -> None:
    boards: LiveBoards[str] = LiveBoards(None)  # type: ignore[arg-type]
    for _ in range(5):
        boards.on_game_changed("g")
    assert boards.take_due(0) == ["g"]
    assert boards.take_due(0) == []


async def test_one_that_cannot_be_edited_is_posted_again(boards: LiveBoards[str], screen: Screen) -> None:
    screen.words, screen.editable = "next", False
    await boards.show("g", 10, screen)
    assert screen.messages["2"] == "next"


@pytest.mark.parametrize(("said", "messages"), [(14, 1), (15, 2)])
async def test_one_that_is_far_up_is_posted_again(
    boards: LiveBoards[str], screen: Screen, said: int, messages: int
) -> None:
    for _ in range(said):
        boards.note_message("7")
    boards.note_message("8")
    screen.words = "next"
    await boards.show("g", 10, screen)
    assert len(screen.messages) == messages


async def test_the_count_goes_on_after_a_restart(boards: LiveBoards[str], screen: Screen, services: Services) -> None:
    for nth in range(14):
        boards.note_message("7")
        screen.words = f"entry {nth}"
        await boards.show("g", 10, screen)
    assert len(screen.messages) == 1
    again: LiveBoards[str] = LiveBoards(services.record)
    again.note_message("7")
    screen.words = "next"
    await again.show("g", 10, screen)
    assert screen.messages["2"] == "next"


async def test_it_moves_with_its_game(boards: LiveBoards[str], screen: Screen) -> None:
    await boards.show("g", 10, screen)
    screen.channel = "8"
    await boards.show("g", 10, screen)
    posted = await boards.message_of("g")
    assert posted
    assert posted.channel == "8"
    assert screen.messages == {"1": "moved to 2", "2": "start"}


async def test_where_the_bot_may_not_write_it_stops_and_says_so_once(
    boards: LiveBoards[str], screen: Screen, caplog: pytest.LogCaptureFixture
) -> None:
    screen.words, screen.fault = "next", Unwelcome("403")
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            await boards.show("g", 10, screen)
    assert screen.edits == 1
    assert [one.getMessage() for one in caplog.records] == ["the board of game g is not updated until /game board: 403"]
    assert await boards.message_of("g") is None
    assert await boards.is_board("g", "1")


async def test_asking_for_it_again_starts_it_again(boards: LiveBoards[str], screen: Screen) -> None:
    screen.words, screen.fault = "next", Unwelcome("403")
    await boards.show("g", 10, screen)
    screen.fault = None
    await boards.record_board("g", await screen.post("next"), "next", screen)
    screen.words = "last"
    await boards.show("g", 10, screen)
    assert screen.messages == {"1": "moved to 2", "2": "last"}


async def test_a_fault_is_tried_again_after_longer_and_longer_waits() -> None:
    boards: LiveBoards[str] = LiveBoards(None)  # type: ignore[arg-type]
    now = 0.0
    waits: list[float] = []
    for _ in range(12):
        boards.on_game_changed("g")
        start = now
        while not boards.take_due(now):
            now += 1
        waits.append(now - start)
        boards.retry_later("g", now)
    assert waits[:5] == [0, 2, 4, 8, 16]
    assert waits[-1] == 300


async def test_a_fault_loses_neither_the_change_nor_the_count(boards: LiveBoards[str], screen: Screen) -> None:
    for _ in range(15):
        boards.note_message("7")
    screen.words, screen.fault = "next", OSError("no network")
    with pytest.raises(OSError, match="no network"):
        await boards.show("g", 10, screen)
    screen.fault = None
    await boards.show("g", 12, screen)
    assert screen.messages == {"1": "moved to 2", "2": "next"}


async def test_two_at_once_leave_one_board(boards: LiveBoards[str], screen: Screen) -> None:
    first, second = await screen.post("start"), await screen.post("start")
    await asyncio.gather(
        boards.record_board("g", first, "start", screen), boards.record_board("g", second, "start", screen)
    )
    posted = await boards.message_of("g")
    assert posted
    assert [words for words in screen.messages.values() if words == "start"] == ["start"]
    assert screen.messages[posted.message] == "start"


async def test_a_message_is_the_board_of_its_game_alone_and_not_retired_by_itself(
    boards: LiveBoards[str], screen: Screen
) -> None:
    posted = await boards.message_of("g")
    assert posted is not None
    await boards.record_board("g", posted, "start", screen)
    assert screen.messages == {"1": "start"}
    assert [await boards.is_board(*one) for one in (("g", "1"), ("g", "2"), ("h", "1"))] == [True, False, False]
    boards.on_game_changed("h")
    assert boards.outdated_count == 2


async def test_a_finished_game_is_forgotten_except_for_its_record(boards: LiveBoards[str], screen: Screen) -> None:
    boards.forget_game("g")
    screen.words = "goes on"
    await boards.show("g", 10, screen)
    assert screen.messages == {"1": "goes on"}


async def test_a_game_without_a_board_is_looked_up_once_a_minute(
    services: Services, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    remember = services.record.remember

    async def counted(key: str, value: str | None = None) -> str | None:
        asked.append(key)
        return await remember(key, value)

    monkeypatch.setattr(services.record, "remember", counted)
    now = [1000.0]
    monkeypatch.setattr(live_board, "time", SimpleNamespace(monotonic=lambda: now[0]))
    boards: LiveBoards[str] = LiveBoards(services.record)
    for now[0], looks in ((1000.0, 1), (1059.9, 1), (1060.0, 2), (1119.9, 2)):
        assert await boards.message_of("g") is None
        assert asked == ["board g"] * looks
    asked.clear()
    await boards.record_board("g", await screen.post("start"), "start", screen)
    assert await boards.message_of("g") is not None
