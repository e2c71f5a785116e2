"""Logs in further channels: the time of each update, and every entry once, in its current form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services import Services
from bot.services.record.roll_logs import OFF, Edited, LogStopped, RollLogQueue
from bot.store.tables import RollLog, RollPost
from rules.game.entry import Entry
from tests.bot.playing import CYD, PLACE, call, fire, start_demo, undo_last

LOG = "30"


# When each log is looked at.


@pytest.fixture
def queue(services: Services) -> RollLogQueue:
    found = RollLogQueue(services.record)
    found.add("one", "20")
    return found


def test_a_log_that_is_being_written_is_not_begun_a_second_time(queue: RollLogQueue) -> None:
    """Its lines would be posted twice."""
    assert queue.take_due(100.0) == ["one"]
    queue.on_game_changed("one")
    assert queue.take_due(104.0) == [], "the channel is free again, the log is not"
    queue.note_idle("one", 104.0)
    assert queue.take_due(105.9) == []
    assert queue.take_due(106.0) == ["one"]


def test_two_logs_of_a_channel_take_turns_and_those_of_two_do_not_wait(queue: RollLogQueue) -> None:
    queue.add("two", "20")
    queue.add("three", "21")
    assert queue.take_due(100.0) == ["one", "three"]
    assert queue.take_due(102.0) == ["two"]


def test_only_games_that_have_a_log_are_looked_at(queue: RollLogQueue) -> None:
    queue.on_game_changed("another")
    assert queue.take_due(100.0) == ["one"]
    queue.note_idle("one", 100.0)
    queue.remove("one")
    queue.on_game_changed("one")
    assert queue.take_due(200.0) == []


def test_a_log_that_ends_is_no_longer_due_and_its_failures_are_forgotten(queue: RollLogQueue) -> None:
    queue.retry_later("one", 0.0)
    queue.remove("one")
    assert (queue.outdated_count, queue.take_due(200.0)) == (0, [])
    assert queue.retry_later("one", 200.0) == 1


def test_a_log_whose_way_is_barred_waits_longer_each_time_and_never_too_long(queue: RollLogQueue) -> None:
    pauses = list[float]()
    for nth in range(1, 12):
        queue.take_due(0.0)
        assert queue.retry_later("one", 1000.0) == nth
        queue.note_idle("one", 0.0)
        pauses.append(next(at for at in range(1000, 2000) if queue.take_due(float(at))) - 1000.0)
        queue.note_idle("one", 0.0)
    assert pauses[:3] == [10.0, 20.0, 40.0]
    assert max(pauses) == 300.0


@pytest.mark.parametrize("how", ["rest", "again", "wake"])
def test_a_log_that_goes_on_has_its_failures_forgotten(queue: RollLogQueue, how: str) -> None:
    queue.retry_later("one", 0.0)
    queue.retry_later("one", 0.0)
    match how:
        case "rest":
            queue.reset_failures("one")
        case "again":
            queue.check_again("one", 0.0)
        case _:
            queue.wake("one")
    assert queue.retry_later("one", 0.0) == 1


def test_a_change_of_a_channel_wakes_only_its_own_log(queue: RollLogQueue) -> None:
    queue.add("three", "21")
    for game in ("one", "three"):
        queue.retry_later(game, 100.0)
    queue.wake_channels(lambda channel: channel == "21")
    assert queue.take_due(100.0) == ["three"]


def test_a_log_is_looked_at_when_it_was_to_be_reminded_of_and_once(queue: RollLogQueue) -> None:
    assert queue.take_due(0.0) == ["one"]
    queue.note_idle("one", 0.0)
    queue.remind("one", 500.0)
    assert queue.take_due(499.0) == []
    assert queue.take_due(500.0) == ["one"]
    queue.note_idle("one", 500.0)
    assert queue.take_due(900.0) == []


def test_logs_that_are_due_or_being_written_are_behind(queue: RollLogQueue) -> None:
    queue.add("three", "21")
    assert queue.outdated_count == 2
    queue.take_due(0.0)
    assert queue.outdated_count == 2
    queue.note_idle("one", 0.0)
    assert queue.outdated_count == 1


async def test_entries_of_another_process_are_found_periodically(services: Services) -> None:
    await start_demo(services)
    live = await services.games.require_game(PLACE)
    queue = RollLogQueue(services.record)
    await queue.look(100.0)
    await services.roll_logs.open(live, LOG)
    await queue.look(159.0)
    assert queue.take_due(200.0) == []
    await queue.look(160.0)
    assert queue.take_due(200.0) == [live.info.id]
    queue.note_idle(live.info.id, 200.0)
    queue.on_game_changed(live.info.id)
    assert queue.take_due(300.0) == [live.info.id], "its channel is known now"


# Sent messages.


@dataclass
class Channel:
    """A channel that takes two entries per post, and remembers its contents."""

    posts: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    nonces: list[str] = field(default_factory=list[str])
    edited: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])
    looked: list[float] = field(default_factory=list[float])
    barred: str = ""
    refuses: str = ""
    fails: bool = False
    edits: Edited = "done"

    async def obstacle(self, log: RollLog) -> str:
        return self.barred

    async def fitting_count(self, channel: str, entries: Sequence[Entry]) -> int:
        return min(2, len(entries))

    async def find(self, channel: str, entries: Sequence[Entry], since: float) -> str | None:
        self.looked.append(since)
        numbers = tuple(one.number for one in entries)
        return next((id for id, shown in self.posts.items() if shown == numbers), None)

    async def post(self, channel: str, entries: Sequence[Entry], nonce: str) -> str:
        if self.refuses:
            raise LogStopped(self.refuses)
        id = str(len(self.posts) + 1) if nonce not in self.nonces else str(self.nonces.index(nonce) + 1)
        self.posts[id] = tuple(one.number for one in entries)
        if nonce not in self.nonces:
            self.nonces.append(nonce)
        if self.fails:
            raise OSError("the line broke after it was sent")
        return id

    async def edit(self, post: RollPost, entries: Sequence[Entry]) -> Edited:
        self.edited.append(post.message_id)
        return self.edits

    async def report_state(self, log: RollLog) -> None:
        self.told.append(log.stopped)


@pytest.fixture
async def live(services: Services) -> ActiveGame:
    """A game of four entries: begun, mustered, and two players seated, with a log."""
    await start_demo(services)
    found = await services.games.require_game(PLACE)
    await services.roll_logs.open(found, LOG)
    return found


async def up(services: Services, live: ActiveGame, channel: Channel, now: float = 0.0) -> str:
    """Bring the log up to date; return the result of the last update."""
    came = "more"
    while came == "more":
        came = await services.roll_logs.bring_up(live, channel, now)
    return came


async def test_after_a_start_the_logs_of_unfinished_games_are_looked_at_once(
    services: Services, live: ActiveGame
) -> None:
    """Undone entries of a log that lacks nothing may not be struck through yet."""
    await up(services, live, Channel())
    queue = RollLogQueue(services.record)
    await queue.look(100.0)
    assert queue.take_due(100.0) == [live.info.id]
    queue.note_idle(live.info.id, 100.0)
    await queue.look(160.0)
    assert queue.take_due(200.0) == []


async def test_every_entry_is_posted_once_in_order(services: Services, live: ActiveGame) -> None:
    channel = Channel()
    assert await up(services, live, channel) == "nothing"
    numbers = [number for shown in channel.posts.values() for number in shown]
    assert numbers == list(range(1, live.info.number + 1))
    await fire(services)
    assert await up(services, live, channel) == "nothing"
    assert [number for shown in channel.posts.values() for number in shown] == list(range(1, live.info.number + 1))
    assert len(set(channel.nonces)) == len(channel.posts)
    assert max(map(len, channel.nonces)) <= 25


@pytest.mark.parametrize(("later", "looks"), [(0.0, 0), (120.0, 0), (121.0, 1)])
async def test_a_message_in_transit_when_the_connection_broke_is_not_posted_twice(
    services: Services, live: ActiveGame, later: float, looks: int
) -> None:
    """Discord knows it by its nonce, for two minutes; after that it is looked for."""
    channel = Channel(fails=True)
    with pytest.raises(OSError, match="the line broke"):
        await services.roll_logs.bring_up(live, channel, 1000.0)
    channel.fails = False
    assert await up(services, live, channel, 1000.0 + later) == "nothing"
    assert channel.looked == [1000.0] * looks
    assert [number for shown in channel.posts.values() for number in shown] == list(range(1, live.info.number + 1))


async def test_an_undone_entry_is_struck_through_in_its_post_once(services: Services, live: ActiveGame) -> None:
    channel = Channel()
    await fire(services)
    await up(services, live, channel)
    shot = live.info.number
    await undo_last(services)
    await up(services, live, channel)
    (message,) = [id for id, shown in channel.posts.items() if shot in shown]
    assert channel.edited == [message]
    await up(services, live, channel)
    assert channel.edited == [message]


async def test_an_edit_that_was_one_too_many_is_tried_again_after_an_hour(services: Services, live: ActiveGame) -> None:
    channel = Channel(edits="later")
    await fire(services)
    await up(services, live, channel)
    await undo_last(services)
    await up(services, live, channel, 1000.0)
    await up(services, live, channel, 4599.0)
    assert len(channel.edited) == 1
    channel.edits = "done"
    await up(services, live, channel, 4600.0)
    assert len(channel.edited) == 2
    await up(services, live, channel, 8200.0)
    assert len(channel.edited) == 2


async def test_an_entry_that_was_undone_before_it_was_posted_is_not_edited(
    services: Services, live: ActiveGame
) -> None:
    await fire(services)
    await undo_last(services)
    channel = Channel()
    await up(services, live, channel)
    assert channel.edited == []


@pytest.mark.parametrize("how", ["barred", "refuses"])
async def test_players_hear_once_that_a_log_has_stopped_and_once_that_it_goes_on(
    services: Services, live: ActiveGame, how: str
) -> None:
    channel = Channel()
    setattr(channel, how, "no right")
    for _ in range(3):
        assert await services.roll_logs.bring_up(live, channel, 0.0) == "waits"
    assert channel.told == ["no right"]
    assert (await services.roll_logs.of(live)).stopped == "no right"
    setattr(channel, how, "")
    await up(services, live, channel)
    assert channel.told == ["no right", ""]
    assert (await services.roll_logs.of(live)).stopped == ""
    assert [number for shown in channel.posts.values() for number in shown] == list(range(1, live.info.number + 1))


async def test_forty_entries_are_the_most_of_one_post(services: Services, live: ActiveGame) -> None:
    class Wide(Channel):
        async def fitting_count(self, channel: str, entries: Sequence[Entry]) -> int:
            return len(entries)

    for _ in range(36):
        await services.table_objects.score(call(), "Red", 1, "the bridge")
    channel = Wide()
    assert await up(services, live, channel) == "nothing"
    assert channel.posts == {"1": tuple(range(1, 41)), "2": (41,)}


async def test_a_log_with_nothing_to_post_goes_on_when_its_way_is_free(services: Services, live: ActiveGame) -> None:
    channel = Channel()
    await up(services, live, channel)
    await services.record.logs.change(live.info.id, stopped="no right", told=True)
    assert await services.roll_logs.bring_up(live, channel, 0.0) == "nothing"
    assert (channel.told, (await services.roll_logs.of(live)).stopped) == ([""], "")


async def test_a_game_without_a_log_has_nothing_to_post(services: Services) -> None:
    await start_demo(services)
    game = await services.games.require_game(PLACE)
    assert await services.roll_logs.bring_up(game, channel := Channel(), 0.0) == "nothing"
    assert channel.posts == {}


async def test_two_bots_do_not_begin_the_same_post(services: Services, live: ActiveGame) -> None:
    """The other one began it between the look at the log and the post."""

    class Slow(Channel):
        async def fitting_count(self, channel: str, entries: Sequence[Entry]) -> int:
            log = await services.record.logs.get(live.info.id)
            assert log
            assert await services.record.logs.begin_post(log, 2, 0.0)
            return 2

    slow, channel = Slow(), Channel()
    assert await services.roll_logs.bring_up(live, slow, 0.0) == "more"
    assert slow.posts == {}
    assert await up(services, live, channel) == "nothing"
    assert [number for shown in channel.posts.values() for number in shown] == list(range(1, live.info.number + 1))


async def test_an_undone_entry_whose_post_is_unknown_is_left_alone(services: Services, live: ActiveGame) -> None:
    channel = Channel()
    await fire(services)
    await up(services, live, channel)
    await undo_last(services)
    await services.record.database.write(lambda write: write.exec_driver_sql("DELETE FROM roll_post") and None)
    assert await up(services, live, channel) == "nothing"
    assert channel.edited == []


async def test_a_log_that_was_switched_off_posts_nothing_until_it_is_opened_and_goes_on_where_it_ended(
    services: Services, live: ActiveGame
) -> None:
    channel = Channel()
    await up(services, live, channel)
    before = len(channel.posts)
    closed = await services.roll_logs.close(live)
    assert closed.channel_id == LOG
    await fire(services)
    assert await up(services, live, channel) == "nothing"
    assert len(channel.posts) == before
    with pytest.raises(Refusal, match="not logged in another channel"):
        await services.roll_logs.close(live)
    opened = await services.roll_logs.open(live, LOG)
    assert (opened.before, opened.owed_count) == (None, 1)
    await up(services, live, channel)
    assert len(channel.posts) == before + 1


async def test_a_moved_log_names_its_old_channel_and_posts_the_missing_entries(
    services: Services, live: ActiveGame
) -> None:
    opened = await services.roll_logs.open(live, "31")
    assert opened.before is not None
    assert (opened.before.channel_id, opened.log.channel_id, opened.owed_count) == (LOG, "31", live.info.number)


async def test_a_message_that_may_be_in_another_channel_is_posted_again_in_this_one(
    services: Services, live: ActiveGame
) -> None:
    with pytest.raises(OSError, match="the line broke"):
        await services.roll_logs.bring_up(live, Channel(fails=True), 0.0)
    assert (await services.roll_logs.open(live, LOG)).log.sending is not None, "the same channel may have it already"
    assert (await services.roll_logs.open(live, "31")).log.sending is None


async def test_only_players_at_the_table_open_its_log(services: Services, live: ActiveGame) -> None:
    assert (await services.roll_logs.game(call())).info.id == live.info.id
    with pytest.raises(Refusal):
        await services.roll_logs.game(call(CYD))
    assert OFF == "off", "stored logs have this word"
