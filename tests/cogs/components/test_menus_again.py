"""A menu can be used again after its choice was handled: clients keep a choice while its id stays."""

from __future__ import annotations

from typing import Any

from cogs.components.controls import parse_click
from cogs.interactions.limits import CUSTOM_ID
from tests.cogs.faulty import COMPONENT, raw
from tests.cogs.table import Table, Told
from tests.cogs.warring import enlist_units, fight_battle, panel

MENU = 3


def _menus(table: Table, told: Told) -> list[dict[str, Any]]:
    """Return the present menus of an answer."""
    stored = [table.env.backend.get_message(table.channel.id, one.id) for one in told.messages]
    return [one for message in stored for row in message.components for one in row["components"] if one["type"] == MENU]


def _ids(table: Table, told: Told) -> set[str]:
    return {menu["custom_id"] for menu in _menus(table, told)}


async def _choose_option(table: Table, who: Any, told: Told, label: str, menu: str = "") -> Told:
    """Choose an option; each menu is new afterwards, with the same text."""
    before, said = _ids(table, told), [(one["options"], one["placeholder"]) for one in _menus(table, told)]
    came = await table.pick(who, told, label, menu)
    after = _ids(table, told)
    assert len(after) == len(before)
    assert not before & after, "a menu keeps what was chosen"
    assert all(len(id) <= CUSTOM_ID for id in after)
    assert [(one["options"], one["placeholder"]) for one in _menus(table, told)] == said
    return came


async def _activate(demo: Table) -> Told:
    await demo.done(demo.ann, "/activate", unit="Regular section", dice="6")
    return await demo.anyway(demo.ann, "/activate", unit="Marines", dice="6")


async def test_thumb_d1_private_menus_and_those_of_the_board_are_emptied_too(demo: Table) -> None:
    told, board = await _activate(demo), await demo.done(demo.ann, "/game board")
    for _ in range(2):
        assert (await _choose_option(demo, demo.ann, board, "All controls …")).private
    opened = await demo.pick(demo.ann, told, "All controls …")
    assert opened.private
    for _ in range(2):
        assert (await _choose_option(demo, demo.ann, opened, "Marines", "Fire")).form
    await demo.done(demo.bob, "/score", side="Blue", points=1, why="bridge")
    before = _ids(demo, opened)
    late = await demo.pick(demo.ann, opened, "Marines", "Fire")
    assert (late.title, late.messages[0].id) == ("The game has moved on", opened.messages[0].id)
    assert not before & _ids(demo, opened), "the menus of now are in its place"
    assert (await demo.pick(demo.ann, opened, "Marines", "Fire")).form


async def test_thumb_d1_a_force_can_be_chosen_twice(table: Table) -> None:
    """The checklist is drawn again or stays: in both cases its menus are empty."""
    told = await table.done(table.ann, "/game new", system="fubar")
    before = _ids(table, told)
    await table.pick(table.ann, told, "Raiders", "Force of Red")
    assert not before & _ids(table, told), "a menu keeps what was chosen"
    asked = await _choose_option(table, table.ann, told, "Red: Raiders", "Bot for")
    assert asked.private
    await _choose_option(table, table.ann, told, "Red: Armour", "Bot for")


async def test_thumb_d1_so_are_those_of_campaigns(table: Table) -> None:
    await enlist_units(table)
    await fight_battle(table)
    report = panel(table)
    option = _menus(table, report)[0]["options"][0]["label"]
    for _ in range(2):
        await _choose_option(table, table.ann, report, option)


async def test_thumb_d1_a_form_that_was_refused_to_another_or_cancelled_opens_again(demo: Table) -> None:
    """This holds for the menus of before and after a restart."""
    told = await _activate(demo)
    assert (await _choose_option(demo, demo.bob, told, "Marines: Split fire …", "Next: Marines")).refused
    assert (await _choose_option(demo, demo.ann, told, "Marines: Split fire …", "Next: Marines")).form
    await demo.restart()
    assert (await _choose_option(demo, demo.ann, told, "Marines: Split fire …", "Next: Marines")).form
    (menu,) = [one for one in _menus(demo, told) if one["placeholder"] == "Marines …"]
    drawn, value = (
        parse_click(menu["custom_id"]),
        next(one["value"] for one in menu["options"] if "Split" in one["label"]),
    )
    assert drawn is not None
    old = ":".join(("adj1", drawn.what, *drawn.about))
    data = {"custom_id": old, "component_type": MENU, "values": [value]}
    assert (await raw(demo, demo.ann, COMPONENT, data, told.messages[0])).form
    form = await _choose_option(demo, demo.ann, told, "Marines: Split fire …", "Next: Marines")
    target = (await demo.unit("Militia")).id
    assert not (await demo.fill(demo.ann, form, target=[target], distance=["6in"])).refused


async def test_a_message_that_no_token_of_a_click_reaches_is_edited_as_the_bot(demo: Table) -> None:
    """Other libraries edit it by the token of the click, Discord's documentation is silent: both answers work.

    A private message cannot be edited without a token: its menu follows in a message of its own.
    """
    told = await _activate(demo)
    opened = await demo.pick(demo.ann, told, "All controls …")
    assert opened.private
    before = len([one for one in demo.env.http_requests if one.method == "PATCH" and "/channels/" in one.path])
    demo.env.inject_error("PATCH", "/webhooks/*/messages/*", status=404, code=10008, times=None)
    assert (await _choose_option(demo, demo.ann, told, "Marines: Split fire …", "Next: Marines")).form
    edits = [one for one in demo.env.http_requests if one.method == "PATCH" and "/channels/" in one.path]
    assert len(edits) - before == 1
    said = [message.content for message in demo.env.backend.messages[demo.channel.id].values()]
    assert "Choose again here:" not in said
    assert (await demo.pick(demo.ann, opened, "Marines", "Fire")).form
    said = [message.content for message in demo.env.backend.messages[demo.channel.id].values()]
    assert "Choose again here:" in said


async def test_an_answered_question_loses_its_buttons_though_no_token_reaches_it(demo: Table) -> None:
    """The bot edits it then as itself."""
    await demo.done(demo.bob, "/game dice", mode="physical")
    asked = await demo.say(demo.ann, "/initiative")
    demo.env.inject_error("PATCH", "/webhooks/*/messages/*", status=404, code=10008, times=None)
    button = next(one for one in asked.buttons if "Bot" in one or one == "Roll the rest")
    await demo.click(demo.bob, asked, button)
    assert not demo.now(asked.messages[-1]).buttons
