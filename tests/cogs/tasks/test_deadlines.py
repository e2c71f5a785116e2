"""Questions without an answer: they wait, take the default or go to the umpire, as the table agreed."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cogs.beginnings import beginning
from tests.cogs.settling import sleep_through, wait_quietly
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}


@beginning
async def judged(demo: Table) -> None:
    """The demo with Cyd as the umpire; the owners of units allocate hits."""
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)


@pytest.fixture
def timed(judged: Table) -> Table:
    """That game with a simulated clock."""
    _wind(judged)
    return judged


def _wind(table: Table) -> None:
    clock = lambda: table.env.now().timestamp()  # noqa: E731
    table.services.clock = table.services.referee.clock = clock


async def _ask_with_deadline(table: Table, minutes: int, policy: str) -> Told:
    await table.done(table.cyd, "/game timeout", minutes=minutes, policy=policy)
    return await table.done(table.ann, "/fire", **SHOT)


def _posts_since(table: Table, since: Told, where: Any = None) -> list[Any]:
    """Return the bot's posts in the channel since then."""
    return [one for one in (where or table.channel).history() if one.id > since.messages[-1].id]


async def test_a_question_goes_by_default_when_its_time_is_over_even_after_a_restart(timed: Table) -> None:
    asked = await _ask_with_deadline(timed, 10, "default")
    assert "the default is taken" in asked.text
    await sleep_through(timed.env, 300)
    await timed.restart()
    _wind(timed)
    await sleep_through(timed.env, 290)
    assert _posts_since(timed, asked) == []
    await timed.env.advance_time(15)
    (said,) = _posts_since(timed, asked)
    assert said.embeds[0].title == "Regular section → Militia"
    assert "No answer in time" in said.embeds[0].description
    assert (await timed.entry()).command == "fire"
    late = await timed.click(timed.bob, asked, asked.buttons[0])
    assert late.refused
    await sleep_through(timed.env, 300)
    assert len(_posts_since(timed, asked)) == 1


async def test_a_deadline_that_passed_while_the_bot_was_away_counts_at_once(timed: Table) -> None:
    asked = await _ask_with_deadline(timed, 1, "default")
    timed.env.backend.advance_clock(7200)
    await timed.restart()
    _wind(timed)
    await timed.env.advance_time(6)
    assert len(_posts_since(timed, asked)) == 1


async def test_dice_without_a_roller_are_rolled_by_the_bot(timed: Table) -> None:
    await timed.done(timed.bob, "/game dice", mode="physical")
    await timed.done(timed.cyd, "/game timeout", minutes=1, policy="default")
    asked = await timed.done(timed.ann, "/initiative")
    assert asked.title.startswith("Bob, roll")
    await wait_quietly(timed.env, 66)
    (said,) = _posts_since(timed, asked)
    assert "No answer in time" in said.embeds[0].description
    assert (await timed.entry()).command == "initiative"


async def test_the_umpire_is_asked_when_the_time_is_over(timed: Table) -> None:
    asked = await _ask_with_deadline(timed, 10, "umpire")
    assert "the umpire decides" in asked.text
    await sleep_through(timed.env, 606)
    (said,) = _posts_since(timed, asked)
    assert said.embeds[0].title.startswith("Cyd:")
    assert said.content == f"<@{timed.cyd.id}>"
    assert "Waiting for Cyd" in (await timed.say(timed.ann, "/waiting")).text
    assert str(said.id) in (await timed.say(timed.ann, "/waiting")).text
    for wrong in (timed.ann, timed.bob):
        refused = Told.of(await wrong.click(said, label=asked.buttons[0]))
        assert "This question is for Cyd" in refused.whole
    await sleep_through(timed.env, 600)
    assert len(_posts_since(timed, asked)) == 1
    done = Told.of(await timed.cyd.click(said, label=asked.buttons[0]), said.id)
    assert done.title == "Regular section → Militia"


async def test_the_umpire_lets_the_bot_roll_dice_that_a_player_kept_back(timed: Table) -> None:
    await timed.done(timed.bob, "/game dice", mode="physical")
    await timed.done(timed.cyd, "/game timeout", minutes=1, policy="umpire")
    asked = await timed.done(timed.ann, "/initiative")
    await wait_quietly(timed.env, 66)
    (said,) = _posts_since(timed, asked)
    done = Told.of(await timed.cyd.click(said, label="Bot rolls"), said.id)
    assert "Cyd rolled for Blue" in done.text


async def test_questions_wait_for_ever_until_a_limit_is_set_which_holds_for_open_ones(timed: Table) -> None:
    """A limit that is set and removed frees them."""
    asked = await timed.done(timed.ann, "/fire", **SHOT)
    await sleep_through(timed.env, 900)
    assert _posts_since(timed, asked) == []
    await timed.done(timed.cyd, "/game timeout", minutes=1, policy="default")
    freed = await timed.done(timed.cyd, "/game timeout", minutes=1, policy="wait")
    await sleep_through(timed.env, 600)
    assert _posts_since(timed, freed) == []
    limit = await timed.done(timed.cyd, "/game timeout", minutes=1, policy="default")
    await wait_quietly(timed.env, 66)
    (said,) = _posts_since(timed, limit)
    assert "No answer in time" in said.embeds[0].description
    assert (await timed.click(timed.bob, asked, asked.buttons[0])).refused


async def test_a_paused_game_does_not_run_out_and_keeps_the_time_that_was_left(timed: Table) -> None:
    """After a pause that was undone, its questions were overdue at once."""
    await _ask_with_deadline(timed, 10, "default")
    await sleep_through(timed.env, 540)
    for goes_on in ("/game pause", "/undo"):
        await timed.done(timed.bob, "/game pause")
        await sleep_through(timed.env, 900)
        told = await timed.done(timed.bob, goes_on)
        assert (await timed.live()).info.state == "running"
    await timed.env.advance_time(50)
    assert _posts_since(timed, told) == []
    await timed.env.advance_time(20)
    assert len(_posts_since(timed, told)) == 1


async def test_after_a_pause_without_an_entry_questions_have_all_their_time_again(timed: Table) -> None:
    """A game that cannot be read is paused without an entry; its questions were overdue as soon as it went on."""
    await _ask_with_deadline(timed, 10, "default")
    live = await timed.live()
    await timed.services.record.games.set_state(live.info.id, "paused")
    timed.services.games.forget(live.info.channel_id)
    await sleep_through(timed.env, 900)
    told = await timed.done(timed.ann, "/game pause")
    await sleep_through(timed.env, 590)
    assert _posts_since(timed, told) == []
    await timed.env.advance_time(20)
    assert len(_posts_since(timed, told)) == 1


async def test_the_answer_is_posted_where_the_game_has_moved(timed: Table) -> None:
    await _ask_with_deadline(timed, 10, "default")
    told = await timed.done(timed.cyd, "/game move", channel=timed.other)
    await sleep_through(timed.env, 610)
    assert _posts_since(timed, told) == []
    assert timed.other.history()[-1].embeds[0].title == "Regular section → Militia"


async def test_a_question_that_has_become_impossible_is_dropped_once(timed: Table) -> None:
    await _ask_with_deadline(timed, 1, "default")
    told = await timed.done(timed.bob, "/unit remove", unit="Militia")
    await wait_quietly(timed.env, 120)
    (said,) = _posts_since(timed, told)
    assert said.embeds[0].title == "A question was cancelled"
    assert said.embeds[0].description == (
        "No answer in time, and no default:\nA unit of this command is no longer in the game."
    )
    assert await timed.services.record.questions.open((await timed.live()).info.id) == []


async def test_what_fails_in_a_check_is_a_line_of_the_log_and_the_rest_goes_on(
    timed: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = "a fault of ours"

    async def fails(*given: object) -> None:
        raise ValueError(broken)

    async def one_question(now: float) -> list[object]:
        looks.append(now)
        return await fails() or [] if len(looks) < 2 else [SimpleNamespace(id="q")]

    services, looks = timed.services, list[float]()
    told = await _ask_with_deadline(timed, 1, "default")
    await services.unposted_results.add("a deleted game", 7, 0)
    services.unposted_results.next_try = 0
    monkeypatch.setattr(services.clocks, "due_games", fails)
    monkeypatch.setattr(services.opponent, "unanswered_questions", one_question)
    monkeypatch.setattr(services.opponent, "answer_overlooked", fails)
    with caplog.at_level(logging.ERROR):
        await timed.env.advance_time(130)
    assert {one.getMessage() for one in caplog.records} == {
        *(f"the clocks cannot be read ({times}): ValueError" for times in (1, 2, 3, 4)),
        "what was asked of the opponent cannot be read (1): ValueError",
        "question q to the opponent is not answered (1): ValueError",
    }
    (said,) = _posts_since(timed, told)
    assert said.embeds[0].title == "Regular section → Militia"
    services.unposted_results.next_try = 0
    assert await services.unposted_results.due_entries(0) == []


async def test_an_ended_game_asks_no_more(timed: Table) -> None:
    await _ask_with_deadline(timed, 1, "default")
    told = await timed.done(timed.ann, "/game end")
    await wait_quietly(timed.env, 120)
    assert _posts_since(timed, told) == []


async def test_a_default_decision_is_shown_in_words(timed: Table) -> None:
    """The lost weapon is named: `weapon_lost` in the record."""
    await timed.done(timed.bob, "/unit edit", unit="Technical", field="weapons", value="1 lmg, 1 rpg")
    await timed.done(timed.cyd, "/game timeout", minutes=1, policy="default")
    shot = {"attacker": "IFV", "target": "Technical", "distance": "10", "firers": "1 light_cannon", "situation": "side"}
    asked = await timed.say(timed.ann, "/fire", **shot, dice="6 1 1 1 / 1 / 3")
    assert "Which weapon is destroyed?" in asked.title
    await wait_quietly(timed.env, 66)
    (said,) = _posts_since(timed, asked)
    (note,) = [line for line in said.embeds[0].description.splitlines() if "No answer in time" in line]
    assert "_" not in note


async def test_an_unseen_default_decision_is_shown_when_the_bot_may_send_again(timed: Table) -> None:
    asked = await _ask_with_deadline(timed, 1, "default")
    timed.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await wait_quietly(timed.env, 70)
    number = await timed.last()
    assert (await timed.entry()).command == "fire"
    assert _posts_since(timed, asked) == []
    waiting = await timed.done(timed.ann, "/waiting")
    assert waiting.lines[0] == "Recorded while I could not write here:"
    assert waiting.lines[1].startswith(f"**{number}** ")
    await timed.restart()
    _wind(timed)
    await sleep_through(timed.env, 400)
    assert _posts_since(timed, asked) == []
    timed.env.backend.faults.clear()
    timed.services.share(lambda guild: False)  # the server is on a shard of another process
    await sleep_through(timed.env, 310)
    assert _posts_since(timed, asked) == []
    timed.services.share(lambda guild: True)
    await sleep_through(timed.env, 310)
    (said,) = _posts_since(timed, asked)
    assert said.embeds[0].title == "Regular section → Militia"
    assert said.embeds[0].footer.text == f"Entry {number} · turn 1 · Ann for Red"
    assert "Recorded while" not in (await timed.done(timed.ann, "/waiting")).text
    await sleep_through(timed.env, 310)
    assert len(_posts_since(timed, asked)) == 1


async def test_a_deadline_finds_out_that_the_channel_is_gone(timed: Table) -> None:
    await _ask_with_deadline(timed, 1, "default")
    timed.env.inject_error("POST", "/channels/*/messages", status=404, code=10003, times=None)
    await wait_quietly(timed.env, 70)
    assert [info.state for info in await timed.services.record.games.all()] == ["paused"]
