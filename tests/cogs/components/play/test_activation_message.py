"""A unit's activation in one message, and moves that edit the board: what is posted, what is edited, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.components.play.activation_message import activation_so_far, is_quiet
from cogs.rendering.phone import row_count
from cogs.rendering.short_result import MOST
from cogs.tasks.live_board import EVERY
from rules.command.next_steps import moves
from rules.game.events import LossesTaken
from rules.kernel.request import Request
from rules.kernel.text import Note, Text
from tests.cogs.components.going import newest, section, section_shortly
from tests.cogs.components.play.test_control_row import activated, board, menus
from tests.cogs.followed import boards, text
from tests.cogs.table import Table, Told

__all__ = ["section", "section_shortly"]


@pytest.fixture
async def short(demo: Table) -> Table:
    demo.services.details.usual = "short"
    return demo


@pytest.fixture
async def going(section_shortly: Table) -> Table:
    section_shortly.services.details.usual = "short"
    return section_shortly


def public(table: Table) -> list[Any]:
    """Return the public messages of the channel."""
    return [message for message in table.channel.history() if not message.flags.ephemeral]


def count_posts(table: Table) -> int:
    """Assert the number of messages in the channel."""
    return len(public(table))


async def _fire(table: Table, told: Told, who: Any = None, target: str = "Militia") -> Told:
    form = await table.pick(who or table.ann, told, f"Fire: {target}")
    return await table.fill(who or table.ann, form, distance=["12in"])


async def test_a_message_with_a_question_keeps_its_buttons(short: Table) -> None:
    """The next actions of its unit get a message of their own."""
    await short.done(short.bob, "/marker set", unit="Militia", marker="on_guard", count=1)
    told = await activated(short)
    await short.click(short.ann, told, "Walk 6″")
    moved, before = short.now(told.messages[0]), count_posts(short)
    assert "May react, if they see it: Militia." in moved.text
    await _fire(short, moved)
    assert count_posts(short) == before + 1
    assert "Militia: reaction" in short.now(told.messages[0]).buttons


async def test_the_board_is_no_message_of_an_activation(short: Table) -> None:
    await activated(short)
    here = await board(short)
    form = await short.pick(short.ann, here, "Regular section", "Fire")
    before = count_posts(short)
    shot = await short.fill(short.ann, form, target=["u5"], distance=["12in"])
    assert count_posts(short) == before + 1
    assert shot.lines[0] == "**Regular section → Militia**"


async def test_it_outlives_a_restart_and_another_unit_gets_a_message_of_its_own(going: Table) -> None:
    told = newest(going)
    await going.restart()
    going.services.details.usual = "short"
    await _fire(going, told)
    now = going.now(told.messages[0])
    assert "Regular section → Militia" in now.text
    going.dice.next(6)
    before = count_posts(going)
    other = await going.pick(going.ann, now, "Marines", "Next: Activate")
    assert count_posts(going) == before + 1
    assert other.lines[0] == "**Marines: activated (6, needed 3+)**"


async def _advance(core: Table) -> Told:
    """A unit of Red is moved from the board, by one tap."""
    core.services.details.usual = "short"
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    await core.done(core.ann, "/activate", unit="Line squad")
    return await core.click(core.ann, await board(core), "Advance 6″")


async def test_a_move_by_a_control_answers_the_mover_whom_it_leads_on_and_edits_the_board(core: Table) -> None:
    """The next player reads their options in a new message, even if the board is far up."""
    told = await _advance(core)
    assert told.private
    assert told.lines[0] == "📌 **Move Line squad up to 6″.** Line squad: Advance"
    assert row_count(told.lines) <= MOST
    assert "Undo" in told.buttons
    assert (await core.entry()).command == "move"
    await core.env.advance_time(EVERY)
    assert not [message for message in public(core) if "up to 6″" in text(message)]
    (shown,) = boards(core)
    assert f"Entry {await core.last()}" in (shown.embeds[0].footer.text or "")
    assert any(menu.startswith("Next: ") for menu in menus(told))
    undone = await core.click(core.ann, told, "Undo")
    assert undone.title.startswith("Undone")
    assert not undone.private
    first = await core.click(core.ann, await board(core), "Advance 6″")
    assert first.private
    last = await core.click(core.ann, first, "Rush 4″")
    assert "Blue's turn, 4 units left." in text(public(core)[-1])
    assert any(one.startswith("Next: ") for one in menus(last))


async def test_a_move_that_brings_news_is_posted(core: Table) -> None:
    """Public news that the bot adds to the next entry, such as the commitment to another seed, is posted."""
    core.services.details.usual = "short"
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    await core.done(core.ann, "/activate", unit="Line squad")
    shown, live = await board(core), await core.live()
    live.news = (Text("The bot's dice have a new seed. Commitment: `{commitment}`.", commitment="c0ffee"),)
    told = await core.click(core.ann, shown, "Advance 6″")
    assert not told.private
    assert any("c0ffee" in text(message) for message in public(core))


async def test_without_a_board_and_typed_moves_are_posted(core: Table) -> None:
    core.services.details.usual = "short"
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    await core.done(core.ann, "/activate", unit="Line squad")
    card = await core.say(core.ann, "/unit show", unit="Line squad")
    told = await core.click(core.ann, card, "Advance 6″")
    assert "up to 6″" in told.text
    assert not told.private
    await board(core)
    typed = await core.say(core.ann, "/move", unit="Line squad")
    assert not typed.private or typed.warned


async def test_a_move_that_others_may_react_to_is_posted(short: Table) -> None:
    """Militia is On Guard: a player who may react has to see the move."""
    await short.done(short.bob, "/activate", unit="Militia", action="on_guard", dice="6")
    await short.done(short.ann, "/activate", unit="Marines", action="run", dice="6")
    told = await short.pick(short.ann, await board(short), "Marines", "Move")
    assert not told.private
    assert any("Militia" in one for found in (told.buttons, *menus(told).values()) for one in found)


async def test_only_a_move_without_effect_on_others_is_quiet(core: Table) -> None:
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    await core.done(core.ann, "/activate", unit="Line squad")
    live, unit = await core.live(), await core.unit("Line squad")
    made = await core.services.referee.order(core.call(core.ann), moves(live.board, unit)[0].request)
    assert is_quiet(made)
    other = next(iter(made.after.game.units_of_side("Blue")))
    assert not is_quiet(made._replace(after=made.after.after([LossesTaken(unit=other.id, models=1)])))
    assert not is_quiet(made._replace(entry=made.entry.model_copy(update={"warnings": (Text("It bends a rule."),)})))
    assert not is_quiet(made._replace(news=True))
    assert not is_quiet(made._replace(head="140:9f2c41d08be7a653"))
    assert is_quiet(made._replace(after=made.after.after([LossesTaken(unit=unit.id, models=1)])))
    asks = Note(Text("Roll."), "asks", Text("Roll"), Request("morale"))
    rolled = next(one.plays for one in await core.entries() if one.rolls_dice)
    for change in ({"plays": rolled}, {"notes": (asks,)}):
        assert not is_quiet(made._replace(entry=made.entry.model_copy(update=change)))


async def test_the_go_of_a_unit_is_its_own(going: Table) -> None:
    """The actions of another unit get their own message, however soon they follow."""
    told = newest(going)
    await going.click(going.ann, told, "Run 12″")
    entries, section, marines = await going.entries(), await going.unit("Regular section"), await going.unit("Marines")
    assert [one.command for one in activation_so_far(entries, [section.id])] == ["activate", "move"]
    assert activation_so_far(entries, [marines.id]) == []
    assert activation_so_far(entries[:-2], [section.id]) == []
