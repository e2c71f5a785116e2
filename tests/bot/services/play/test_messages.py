"""The interactions that a run of the bot remembers, and their number."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from bot.services import Services
from bot.services.play.messages import (
    Drafts,
    EphemeralHint,
    Interactions,
    QuestionMessages,
    ResultMessages,
    ShownQuestion,
    ShownResult,
    SideTurn,
    UnpostedResults,
)
from rules.kernel.text import Text
from tests.bot.playing import PLACE, fire, start_demo
from tests.rows import for_each


def test_an_interaction_begins_once() -> None:
    interactions = Interactions()
    assert interactions.begin(1)
    assert not interactions.begin(1)
    assert interactions.begin(2)


def test_no_interaction_begins_while_the_bot_shuts_down() -> None:
    interactions = Interactions()
    interactions.closed = True
    assert not interactions.begin(1)
    interactions.closed = False
    assert interactions.begin(1)


async def test_answers_about_a_game_are_waited_for_and_no_others() -> None:
    interactions, order = Interactions(), list[str]()
    sent = {name: asyncio.Event() for name in "ab"}

    async def answer(game: str) -> None:
        with interactions.mark_answering({game}):
            await sent[game].wait()
        order.append(game)

    async def wait(name: str, waited: Awaitable[None]) -> None:
        await waited
        order.append(name)

    answers = [asyncio.create_task(answer(game)) for game in "ab"]
    await asyncio.sleep(0)
    waits = [
        asyncio.create_task(wait("of b", interactions.wait_for_answers("b"))),
        asyncio.create_task(wait("of c", interactions.wait_for_answers("c"))),
        asyncio.create_task(wait("of all", interactions.wait_for_all_answers())),
    ]
    for event in (sent["b"], sent["a"]):
        for _ in range(5):
            await asyncio.sleep(0)
        event.set()
    await asyncio.gather(*answers, *waits)
    assert order == ["of c", "b", "of b", "a", "of all"]


def test_the_notices_of_a_thousand_people_are_kept_the_latest() -> None:
    interactions = Interactions()
    for person in range(1000 + 1):
        interactions.defer_notice(str(person), Text("line"))
    assert [len(interactions.flush_notices(str(person))) for person in (0, 1, 1000)] == [0, 1, 1]


TURN = SideTurn("g", 1, None, "Red")


@for_each(
    ("when", "passes", "now", "over"),
    [
        (None, True, TURN, False),
        (TURN, True, TURN, False),
        (TURN, True, TURN._replace(holder="Blue"), True),
        (TURN, True, TURN._replace(phase="combat"), True),
        (TURN, False, TURN._replace(turn=2), False),
        (TURN, False, TURN._replace(game="h"), True),
        (TURN, False, None, True),
    ],
)
def test_a_private_helper_is_over_with_its_turn_or_its_game(
    when: SideTurn | None, passes: bool, now: SideTurn | None, over: bool
) -> None:
    assert EphemeralHint(1, _edit, "kind", when, passes).is_over(now) is over


def test_outdated_helpers_of_a_channel_are_taken_once_and_the_others_stay() -> None:
    interactions = Interactions()
    passing, lasting, elsewhere = (EphemeralHint(nth, _edit, "kind", TURN, nth != 2) for nth in (1, 2, 3))
    interactions.keep_hints("ann", "20", [passing, lasting])
    interactions.keep_hints("ann", "21", [elsewhere])
    interactions.keep_hints("bob", "20", [passing])
    assert interactions.take_outdated_hints("20", TURN) == []
    assert interactions.take_outdated_hints("20", TURN._replace(turn=2)) == [passing, passing]
    assert [interactions.hints(who, where) for who, where in (("ann", "20"), ("ann", "21"), ("bob", "20"))] == [
        [lasting],
        [elsewhere],
        (),
    ]
    for person in range(1000):
        interactions.keep_hints(str(person), "20", [lasting])
    kept = [interactions.hints(who, "20") for who in ("ann", "0", str(1000 - 1))]
    assert kept == [(), [lasting], [lasting]]
    assert interactions.hints("ann", "21") == ()


def test_the_input_of_a_thousand_forms_is_kept_the_latest() -> None:
    drafts = Drafts()
    for nth in range(1000):
        drafts.keep("ann", str(nth), {"field": (str(nth),)})
    drafts.keep("ann", "0", {"field": ("again",)})
    drafts.keep("bob", "0", {"field": ("more",)})
    assert [drafts.of(*of) for of in (("ann", "0"), ("ann", "1"), ("ann", "2"), ("bob", "0"))] == [
        {"field": ("again",)},
        {},
        {"field": ("2",)},
        {"field": ("more",)},
    ]


def test_only_the_latest_are_known_again() -> None:
    interactions = Interactions()
    assert all(interactions.begin(id) for id in range(4096 + 1))
    assert interactions.begin(0)
    assert not interactions.begin(4096)


def test_deferred_notices_are_shown_once_and_only_the_latest_five() -> None:
    interactions = Interactions()
    for number in range(5 + 2):
        interactions.defer_notice("ann", Text("line {number}", number=number))
    assert interactions.flush_notices("bob") == []
    assert [str(text.values["number"]) for text in interactions.flush_notices("ann")] == ["2", "3", "4", "5", "6"]
    assert interactions.flush_notices("ann") == []


async def test_a_change_is_known_to_the_interaction_that_made_it_alone() -> None:
    interactions = Interactions()

    async def interaction(game: str | None) -> set[str]:
        changes: set[str] = set()
        interactions.watch(changes)
        await asyncio.sleep(0)
        if game:
            interactions.on_game_changed(game)
        return changes

    made = await asyncio.gather(interaction("a"), interaction(None), interaction("b"))
    assert made == [{"a"}, set(), {"b"}]


# Results that are no longer the newest of their game.


async def _edit(**_: object) -> None:
    """Take the place of the edit of a message."""


def _result(message: str, number: int = 0) -> ShownResult:
    return ShownResult(message, ("Undo",), _edit, number)


def test_a_result_loses_its_controls_once_it_has_been_the_last_but_one_for_a_while() -> None:
    results = ResultMessages()
    results.record_newest("g", _result("1"))
    results.record_newest("g", _result("2"))
    assert results.take() == []
    assert results.find_outdated("1")
    assert [one.message for one in results.take()] == ["1"]
    assert results.take() == []
    assert results.find_outdated("1") is None


def test_of_several_only_the_last_but_one_of_each_game_does() -> None:
    results, taken = ResultMessages(), list[ShownResult]()
    for message in ("1", "2", "3"):
        results.record_newest("g", _result(message))
        results.record_newest("h", _result(f"h{message}"))
        taken += results.take()
    assert sorted(one.message for one in (*taken, *results.take())) == ["2", "h2"]


def test_a_result_that_is_replaced_is_crossed_out_whatever_follows() -> None:
    results = ResultMessages()
    results.record_newest("g", _result("1", number=4))
    results.record_newest("g", _result("2", number=6), instead_of=4)
    results.record_newest("g", _result("3", number=7))
    results.take()
    assert [(one.message, one.by) for one in results.take()] == [("1", 6), ("2", 0)]


def test_the_setup_of_a_game_loses_its_controls_once_it_is_done() -> None:
    results = ResultMessages()
    results.record_setup("g", _result("1"))
    results.note_setup_done("h")
    assert results.find_outdated("1") is None
    results.note_setup_done("g")
    assert results.find_outdated("1") == _result("1")


def test_a_roll_that_is_drawn_again_is_not_crossed_out_by_itself() -> None:
    results = ResultMessages()
    results.record_newest("g", _result("1", number=4))
    results.record_newest("g", _result("2"))
    results.record_newest("g", _result("1", number=6), instead_of=4)
    assert results.find_outdated("1") is None
    results.record_newest("g", _result("3", number=7), instead_of=6)
    assert results.find_outdated("1") == _result("1", number=6)._replace(by=7)


def test_a_roll_is_crossed_out_when_it_is_replaced_after_results_without_dice() -> None:
    results = ResultMessages()
    results.record_newest("g", _result("1", number=4))
    results.record_newest("g", _result("2"))
    results.record_newest("g", _result("3"))
    results.record_newest("g", _result("4", number=7), instead_of=4)
    results.record_newest("g", _result("5", number=8), instead_of=4)
    assert results.find_outdated("1") == _result("1", number=4)._replace(by=7)
    assert results.find_outdated("4") == _result("4", number=7)


def test_once_a_game_is_over_its_last_results_lose_their_controls() -> None:
    results = ResultMessages()
    for message in ("1", "2"):
        results.record_newest("g", _result(message))
    results.record_newest("g", _result("3"), over=True)
    results.take()
    assert [(one.message, one.kept) for one in results.take()] == [("1", ("Undo",)), ("2", ())]


# Failed posts are tried again after a pause, not at each check of the clock; a restart loses nothing.


@pytest.fixture
def unshown(services: Services) -> UnpostedResults:
    """Return an empty store of unposted results, on its own record."""
    return UnpostedResults(services.record)


async def test_nothing_is_tried_before_the_pause_is_over(unshown: UnpostedResults) -> None:
    await unshown.add("g", 7, now=1000.0)
    assert await unshown.due_entries(1000.0) == []
    assert await unshown.due_entries(1000.0 + 300 - 1) == []
    assert await unshown.due_entries(1000.0 + 300) == [("g", 7)]


async def test_each_try_begins_a_pause_of_its_own(unshown: UnpostedResults) -> None:
    """The clock checks every few seconds, and Discord blocks clients whose requests it rejects too often."""
    await unshown.add("g", 7, now=0.0)
    looks = [5.0 * nth for nth in range(180)]
    assert [now for now in looks if await unshown.due_entries(now)] == [300, 600]


async def test_a_look_that_finds_nothing_is_a_look(unshown: UnpostedResults) -> None:
    assert await unshown.due_entries(0.0) == []
    await unshown.add("g", 7, now=1.0)
    assert await unshown.due_entries(300) == [], "the pause begins with what failed"
    assert await unshown.due_entries(301) == [("g", 7)]


async def test_the_oldest_of_each_game_come_first_and_each_once(unshown: UnpostedResults) -> None:
    for game, number in (("g", 9), ("h", 3), ("g", 7), ("g", 9)):
        await unshown.add(game, number, now=0.0)
    assert await unshown.due_entries(300) == [("g", 7), ("g", 9), ("h", 3)]


async def test_results_that_were_posted_are_not_sent_again(unshown: UnpostedResults) -> None:
    for number in (7, 8):
        await unshown.add("g", number, now=0.0)
    await unshown.take("g", 7)
    assert await unshown.due_entries(300) == [("g", 8)]
    await unshown.take("g", 8)
    await unshown.take("g", 8)
    await unshown.take("another", 1)
    assert await unshown.due_entries(600) == []


async def test_unposted_results_are_sent_at_once_after_a_restart(services: Services, unshown: UnpostedResults) -> None:
    await unshown.add("g", 7, now=0.0)
    assert await UnpostedResults(services.record).due_entries(1.0) == [("g", 7)]


async def test_a_result_shown_later_uses_the_board_of_its_time(services: Services, unshown: UnpostedResults) -> None:
    await start_demo(services)
    shot = await fire(services)
    await fire(services, unit="Regular section")
    live = await services.games.require_game(PLACE)
    await unshown.add(live.info.id, shot.entry.number, now=0.0)
    assert [entry.number for entry in await unshown.of_game(live)] == [shot.entry.number]
    again = await unshown.result(live, shot.entry.number)
    assert (again.before.game, again.after.game) == (shot.before.game, shot.after.game)
    assert (again.entry.number, again.entry.events) == (shot.entry.number, shot.entry.events)
    sql = f"DELETE FROM entry WHERE number = {shot.entry.number}"
    await services.record.database.write(lambda write: write.exec_driver_sql(sql) and None)
    assert await unshown.of_game(live) == [], "it was deleted meanwhile"


# The places of questions


def test_the_messages_of_questions_that_are_over_or_stand_elsewhere_lose_their_buttons() -> None:
    messages = QuestionMessages()
    first, again, other = ShownQuestion("q", "20", "1"), ShownQuestion("q", "20", "2"), ShownQuestion("r", "20", "3")
    for shown in (first, again, other):
        messages.add("g", shown)
    assert messages.take_over("g", {"q": "2"}) == [first, other]
    assert messages.take_over("g", {"q": "2"}) == []
    assert messages.has_messages("g")
    assert messages.take_over("g", {}) == [again]
    assert not messages.has_messages("g")


def test_a_result_that_is_drawn_again_stays_the_newest() -> None:
    results = ResultMessages()
    results.record_newest("g", _result("1"))
    results.record_newest("g", _result("1"))
    assert (results.take(), results.take()) == ([], [])
    assert results.find_outdated("1") is None


def test_no_controls_are_removed_while_their_message_is_drawn_again() -> None:
    results = ResultMessages()
    results.record_newest("g", _result("1"))
    results.record_newest("g", _result("2"))
    assert results.take() == []
    with results.lock_message("1"):
        assert results.take() == []
    assert [one.message for one in results.take()] == ["1"]
