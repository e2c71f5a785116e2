"""Answers that Discord rejects: they are sent again, then simplified, and never misreport the record."""

from __future__ import annotations

import logging
from contextlib import nullcontext
from typing import Any

import pytest
from discord import app_commands
from discord.ext import commands
from prometheus_client import REGISTRY

from cogs.interactions.context import Context
from cogs.interactions.respond import answers_command
from cogs.rendering.reply import Reply
from tests.cogs.faulty import (
    CALLBACK,
    CHANNEL,
    FOLLOW_UP,
    command,
    cut_connection,
    faults,
    payload,
    raw,
    slow_down,
    warnings,
)
from tests.cogs.faulty import deliver as delivered
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
MISSES = (1,) * 9
"""A shot that harms nobody is taken back without asking."""
SHOOTERS = ("Regular section", "Marines", "Commandos", "IFV")
"""Each may shoot once without a question."""
LOST = "Discord lost the answer to Ann's command, but it counts"


def _fire_shot(table: Table, **more: str) -> Any:
    return payload(table, table.ann, 2, command("fire", **{**SHOT, **more}))


def _fail(table: Table, status: int, code: int = 0, path: str = CALLBACK, times: int | None = None) -> None:
    table.env.inject_error("POST", path, status=status, code=code, times=times)


def _undelivered() -> float:
    return REGISTRY.get_sample_value("adjutant_undelivered_answers_total") or 0.0


# Once more


async def test_an_answer_that_is_cut_off_is_sent_once_more_unless_it_had_arrived(demo: Table) -> None:
    """A fault of Discord's that passes is not seen."""
    before, said = await demo.last(), len(demo.channel.history())
    with cut_connection(demo):
        told = await delivered(demo, *_fire_shot(demo))
    assert (told.title, told.private) == ("Regular section → Militia", False)
    with cut_connection(demo, arrives=True):
        told = await delivered(demo, *_fire_shot(demo, attacker="Marines"))
    assert told.title == "Marines → Militia"
    assert told.result.followups == []
    for attacker, status in (("Commandos", 429), ("IFV", 503)):
        _fail(demo, status, times=1)
        told = await demo.done(demo.ann, "/fire", attacker=attacker, target="Planet defence squad", distance="20")
        assert told.title == f"{attacker} → Planet defence squad"
    assert (await demo.last(), len(demo.channel.history())) == (before + 4, said + 4)


async def test_a_question_that_was_cut_off_is_asked_and_found_again(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    with cut_connection(demo, arrives=True):
        told = await delivered(demo, *_fire_shot(demo, dice="6 6 6 6 6 6 6 6 6"))
    assert told.title.startswith("Bob: ")
    assert str(told.messages[0].id) in (await demo.say(demo.bob, "/waiting")).text


class Noting(commands.Cog):
    """A command whose reply notes the message that shows it."""

    def __init__(self) -> None:
        self.noted: list[int] = []

    @app_commands.command(description="A command.")
    @answers_command()
    async def say(self, ctx: Context, works: str, whose: str) -> Reply:
        private = whose == "mine"
        if works == "after progress":
            await ctx.progress("At work …")

        async def record(message: int) -> None:
            self.noted.append(message)

        return Reply("Noted", "x" * (1 if private else 5000), private=private, sent=record)


async def test_a_reply_knows_the_last_message_that_shows_it(demo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    bot: Any = demo.env.bot
    cog = Noting()
    with demo.env._bot_scope():
        await bot.add_cog(cog)
        await bot.sync_if_changed()
    for how in ("at once", "after progress", "once more", "after a deferral"):
        if how == "after a deferral":
            slow_down(monkeypatch)
        for whose, many in (("mine", 1), ("all", 2)):
            with cut_connection(demo, arrives=True) if how == "once more" else nullcontext():
                told = await delivered(demo, *payload(demo, demo.ann, 2, command("say", works=how, whose=whose)))
            assert len(told.messages) == many, how
            assert cog.noted.pop() == told.messages[-1].id, how


# Otherwise


async def test_an_answer_that_discord_lost_is_posted_in_the_channel(demo: Table) -> None:
    demo.dice.next(*MISSES)
    before = await demo.last()
    with cut_connection(demo, times=9):
        told = await delivered(demo, *_fire_shot(demo))
    assert not told.messages
    assert await demo.last() == before + 1
    said = demo.channel.history()[-1]
    assert said.embeds[0].title == "Regular section → Militia"
    assert str(said.embeds[0].description).startswith(LOST)
    asked = Told.of(await demo.ann.click(said, label="Undo"))
    await demo.click(demo.bob, asked, "Agree")
    assert (await demo.entry()).undoes == before + 1


async def test_a_question_that_cannot_be_answered_with_is_asked_in_the_channel(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    before = await demo.last()
    _fail(demo, 404, 10062)
    await delivered(demo, *_fire_shot(demo, dice="6 6 6 6 6 6 6 6 6"))
    demo.env.backend.faults.clear()
    said = demo.channel.history()[-1]
    assert str(said.embeds[0].title).startswith("Bob: ")
    assert str(said.id) in (await demo.say(demo.bob, "/waiting")).text
    assert await demo.last() == before
    await demo.bob.click(said, custom_id=_first(said))
    assert await demo.last() == before + 1


def _first(message: Any) -> str:
    return message.components[0].children[0].custom_id


async def test_a_notice_that_cannot_be_posted_comes_with_the_next_answer(demo: Table) -> None:
    demo.dice.next(*[1] * 60)
    for attacker, status, code in zip(SHOOTERS, (429, 404), (0, 10062), strict=False):
        before = await demo.last()
        _fail(demo, status, code)
        _fail(demo, 403, 50013, path=CHANNEL)
        await delivered(demo, *_fire_shot(demo, attacker=attacker))
        assert await demo.last() == before + 1
        demo.env.backend.faults.clear()
        assert "counts" not in (await demo.say(demo.bob, "/waiting")).text
        told = await demo.say(demo.ann, "/waiting")
        assert f"Discord lost the answer to your last command in <#{demo.channel.id}>, but it counts" in told.text
        assert told.private
        assert "counts" not in (await demo.say(demo.ann, "/waiting")).text


async def test_a_command_that_was_not_recorded_is_not_reported_as_counting(demo: Table) -> None:
    before, said = await demo.last(), len(demo.channel.history())
    with cut_connection(demo, times=9):
        await delivered(demo, *payload(demo, demo.ann, 2, command("turn next")))  # waits for "Anyway"
        await delivered(demo, *payload(demo, demo.ann, 2, command("morale", unit="nobody")))
    assert await demo.last() == before
    assert len(demo.channel.history()) == said
    assert "counts" not in (await demo.say(demo.ann, "/waiting")).text


async def test_an_answer_that_discord_refuses_is_a_sentence_and_is_counted(demo: Table) -> None:
    before, lost = await demo.last(), _undelivered()
    _fail(demo, 400, 50035, times=1)
    told = await delivered(demo, *_fire_shot(demo))
    assert _undelivered() == lost + 1
    assert told.private
    assert told.text.startswith("Discord lost the answer, but your command counts")
    assert await demo.last() == before + 1


async def test_a_deferral_that_is_cut_off_is_followed_by_the_answer(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follow-up that is cut off is sent once more."""
    slow_down(monkeypatch)
    demo.dice.next(*[1] * 60)
    for attacker, arrives, times in zip(SHOOTERS, (True, False, False), (1, 1, 2), strict=False):
        before = len(demo.env.http_requests)
        with cut_connection(demo, times=times, arrives=arrives):
            told = await delivered(demo, *_fire_shot(demo, attacker=attacker))
        assert (told.title, told.private) == (f"{attacker} → Militia", False)
        sent = [one.method for one in demo.env.http_requests[before:] if "webhooks" in one.path]
        assert sent == ["POST"] * arrives
    with cut_connection(demo, FOLLOW_UP):
        told = await delivered(demo, *_fire_shot(demo, attacker="IFV", target="HMG team"))
    assert told.title == "IFV → HMG team"


# Statements about the record are true


async def test_a_fault_says_whether_it_came_before_the_entry_or_after_it(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_dice(throw: Any, count: int) -> Any:
        raise RuntimeError("no dice")

    def broken(game: str) -> None:
        raise RuntimeError("somebody who listens has a fault")

    before = await demo.last()
    with monkeypatch.context() as patched:
        patched.setattr(demo.services.referee, "roller", no_dice)
        told = await demo.say(demo.ann, "/fire", **SHOT)
    assert await demo.last() == before
    assert "Nothing was recorded" in told.text
    demo.services.referee.listeners.append(broken)
    before = await demo.last()
    told = await demo.say(demo.ann, "/fire", **SHOT)
    assert await demo.last() == before + 1
    assert (told.title, told.private) == ("Sorry", True)
    assert "but what you did counts" in told.text
    assert "Nothing was recorded" not in told.text


# Twice, expired, forbidden


async def test_an_answer_that_discord_rejects_logs_one_warning_and_keeps_its_entry(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    demo.dice.next(*[1] * 60)
    rejected = ((404, 10062), (400, 40060), (503, 0), (403, 50013))
    for attacker, (status, code) in zip(SHOOTERS, rejected, strict=True):
        before = await demo.last()
        _fail(demo, status, code)
        caplog.clear()
        with caplog.at_level(logging.INFO):
            await delivered(demo, *_fire_shot(demo, attacker=attacker, target="Planet defence squad"))
        demo.env.backend.faults.clear()
        assert await demo.last() == before + 1
        assert faults(caplog) == []
        assert len(warnings(caplog)) == 1
        assert warnings(caplog)[0].startswith("no answer to fire: ")


async def test_a_command_that_comes_while_the_bot_stops_is_not_carried_out(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    before = await demo.last()
    demo.services.interactions.closed = True
    with caplog.at_level(logging.INFO):
        told = await delivered(demo, *_fire_shot(demo))
    demo.services.interactions.closed = False
    assert not told.result.acknowledged
    assert await demo.last() == before
    assert (faults(caplog), warnings(caplog)) == ([], ["fire came while the bot stops"])


async def test_whatever_comes_twice_is_done_once_and_never_an_error(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    before, said = await demo.last(), len(demo.channel.history())
    with caplog.at_level(logging.INFO):
        told = await delivered(demo, *_fire_shot(demo), times=2)
    assert told.title == "Regular section → Militia"
    assert told.result.followups == []
    assert len(demo.channel.history()) == said + 1
    assert await demo.last() == before + 1
    assert (faults(caplog), warnings(caplog)) == ([], ["fire was delivered twice"])
    for name in ("waiting", "undo", "game leave"):
        caplog.clear()
        with caplog.at_level(logging.INFO):
            told = await delivered(demo, *payload(demo, demo.ann, 2, command(name)), times=2)
        assert len(told.messages) == 1
        assert not told.refused
        assert told.title != "Sorry"
        assert (faults(caplog), warnings(caplog)) == ([], [f"{name} was delivered twice"])


async def test_a_click_that_comes_twice_counts_once(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    demo.dice.next(*MISSES)
    told = await demo.done(demo.ann, "/fire", **SHOT)
    before, message = await demo.last(), told.messages[0]
    buttons = [one for row in message.components for one in row["components"]]
    (id,) = (one["custom_id"] for one in buttons if one.get("label") == "Undo")
    with caplog.at_level(logging.INFO):
        again = await raw(demo, demo.ann, 3, {"custom_id": id, "component_type": 2}, message, times=2)
    assert len(again.messages) == 1
    assert not again.refused
    assert (faults(caplog), warnings(caplog)) == ([], ["component was delivered twice"])
    await demo.click(demo.bob, again, "Agree")
    assert await demo.last() == before + 1


FACES = {"type": 4, "custom_id": "throw0", "value": "1 1 1 1 1 1 1 1 1"}


async def test_a_form_that_comes_twice_counts_once_with_its_fields_below_labels_or_in_rows(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    rows = [{"type": 1, "components": [FACES]}, {"type": 1, "components": []}]
    for fields in ([{"type": 18, "component": FACES}], rows):
        asked = await demo.say(demo.ann, "/fire", **SHOT)
        asked = await demo.click(demo.ann, asked, "Anyway") if asked.warned else asked
        form = await demo.click(demo.ann, asked, "Enter dice")
        before = await demo.last()
        assert form.form
        data = {"custom_id": form.form["custom_id"], "components": fields}
        caplog.clear()
        with caplog.at_level(logging.INFO):
            again = await raw(demo, demo.ann, 5, data, times=2)
        assert await demo.last() == before + 1
        assert len(again.messages) == 1
        assert (faults(caplog), warnings(caplog)) == ([], ["modal_submit was delivered twice"])
