"""The buttons under a result: by the right and the wrong person, twice, and after a restart."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.game.people import OPPONENT
from bot.resolution.result import CommandResult
from cogs.components.controls import Control, Items
from cogs.components.play.entry_buttons import entry_buttons, is_amendable, lasting_controls, request_controls
from cogs.components.play.next_controls import ROOMY, arrange_controls
from cogs.rendering.text import Reader
from data.texts import language
from rules.game.entry import Entry
from rules.game.tabletop import Player
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.text import Note, Text
from tests.cogs.components.play.samples import changed, register_controls, sample
from tests.cogs.screens import control_line
from tests.cogs.table import Table, Told
from tests.cogs.undoing import undo_entry
from tests.rows import for_each

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def _fire_shot(demo: Table) -> Told:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert told.buttons == ("Initiative", "Amend", "Undo", "Why?")
    return told


async def test_undo_once_by_the_shooter_and_why_for_every_player(demo: Table) -> None:
    """Odds are those before the shot, and Again warns like the command itself."""
    told = await demo.done(demo.ann, "/fire", **SHOT, dice="5 5 5 5 1 1 1 1 1")
    before = await demo.last()
    odds = await demo.click(demo.bob, told, "Odds")
    assert odds.private
    assert "4.50 hits" in odds.text
    assert "suppressed" in odds.text
    assert await demo.last() == before
    assert (await demo.click(demo.bob, told, "Again")).refused
    assert (await demo.click(demo.ann, told, "Again")).title == "Please confirm"
    why = await demo.click(demo.cyd, told, "Why?")
    assert why.private
    assert "seasoned" in why.text
    assert (await demo.click(demo.bob, told, "Undo")).title == "Ann: do you agree?"
    assert (await demo.click(demo.cyd, told, "Undo")).refused
    asked = await demo.click(demo.ann, told, "Undo")
    assert asked.title == "Ann: do you agree?", "what Bob asked is not asked once more"
    assert (await demo.click(demo.bob, asked, "Agree")).refused
    assert (await demo.click(demo.ann, asked, "Agree")).title.startswith("Undone")
    again = await demo.click(demo.ann, told, "Undo")
    assert again.refused
    assert "already undone" in again.whole


async def test_buttons_outlive_a_restart(demo: Table) -> None:
    told = await _fire_shot(demo)
    asked = await demo.warned(demo.ann, "/turn next")
    await demo.restart()
    assert (await demo.click(demo.ann, asked, "Anyway")).title == "Turn 2"
    assert "seasoned" in (await demo.click(demo.bob, told, "Why?")).text
    assert "4.50 hits" in (await demo.click(demo.bob, told, "Odds")).text
    await undo_entry(demo)
    asked = await demo.click(demo.ann, told, "Undo")
    assert (await demo.click(demo.bob, asked, "Agree")).title.startswith("Undone")


async def test_interactions_of_two_runs_do_not_collide(demo: Table) -> None:
    """The simulator counts its interactions from the start again, like the local table's."""
    await _fire_shot(demo)
    await demo.restart()
    before = await demo.last()
    await demo.done(demo.ann, "/activate", unit="Marines")
    assert await demo.last() == before + 1


async def test_a_button_of_the_other_sides_command_is_ones_own_command(table: Table) -> None:
    """Bob clicks Again below the end of Ann's activation: it gives a command for his side."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    told = await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    again = await table.click(table.bob, told, "Again")
    if again.warned:
        again = await table.click(table.bob, again, "Anyway")
    again = await table.click(table.ann, again, "Agree")
    assert not again.refused, again.text
    assert [entry.request.get("side") for entry in (await table.entries())[-2:]] == ["Red", "Blue"]


@for_each(
    ("change", "amendable"),
    [
        ({}, True),
        ({"command": "move"}, False),
        ({"plays": ()}, False),
        ({"number": 8}, False),
        ({"over": True}, False),
    ],
)
def test_a_valid_shot_can_be_amended_until_the_game_is_over(change: dict[str, Any], amendable: bool) -> None:
    live = sample("fubar")
    live.game.undone, live.game.over = {8}, change.pop("over", False)
    shot = {"number": 7, "command": "fire", "plays": (Play.model_construct(),)}
    assert is_amendable(Entry.model_construct(**{**shot, **change}), live.board) == amendable


def test_undo_why_and_requests_stay_below_a_result_and_next_steps_and_links_go() -> None:
    register_controls()
    ids = ("undo:g:1", "why:g:1", "ask:g:1:0", "do:g:1:turn end", "amend:g:1", "dance:g")
    shown: Items = tuple(Control(f"adj1:{id}", id) for id in ids)
    link = discord.ui.Button[Any](label="Report", url="https://example.org")
    assert [one.custom_id for one in lasting_controls((*shown, link)) if isinstance(one, Control)] == [
        "adj1:undo:g:1",
        "adj1:why:g:1",
        "adj1:ask:g:1:0",
    ]


FIVE = ["Roll: morale", "Move …", "Place it", "Morale of all", "Fire again"]


@for_each(
    ("labels", "how", "shown"),
    [
        (FIVE, {}, [f"[{label}] main ask:g:7:{nth}" for nth, label in enumerate(FIVE)]),
        (
            FIVE,
            {"terse": True},
            [f"[{label}] main ask:g:7:{nth}" for nth, label in enumerate(["Roll", "Move", "Place", "Morale", "Fire"])],
        ),
        (["Roll 1", "Roll 2"], {"terse": True}, ["[Roll 1] main ask:g:7:0", "[Roll 2] main ask:g:7:1"]),
        (
            [*FIVE, "Pass"],
            {},
            [
                "[To do …: Roll: morale = 0 | Move … = 1 | Place it = 2 | Morale of all = 3 | Fire again = 4 "
                "| Pass = 5] choose:g:7:ask"
            ],
        ),
        ([None], {}, ["[It must move.] main ask:g:7:0"]),
        (FIVE, {"again": True}, []),
        (FIVE, {"over": True}, []),
    ],
)
def test_requested_steps_are_buttons_in_a_row_or_a_menu(
    labels: list[str | None], how: dict[str, bool], shown: list[str]
) -> None:
    """A short button has the first word of its label, unless two would be the same."""
    live = sample("fubar")
    live.game.over = how.pop("over", False)
    notes = [Note(Text("It must move."), "asks", Text(one) if one else None, Request("move")) for one in labels]
    entry = Entry.model_construct(number=7, command="fire", request={}, notes=tuple(notes))
    result = CommandResult("g", entry, live.board, live.board, again=how.pop("again", False))
    found = request_controls(Reader(language("en"), live.board), result, **how)
    assert [control_line(getattr(one, "item", one).to_component_dict()) for one in found] == shown


@pytest.mark.parametrize("again", [False, True])
def test_a_result_that_was_recorded_already_has_no_next_steps(again: bool) -> None:
    live = sample("fubar")
    entry = Entry.model_construct(number=7, command="move", request={"unit": ["u1"]}, notes=(), side="Red")
    result = CommandResult("g", entry, live.board, live.board, again=again)
    assert bool(arrange_controls(Reader(language("en"), live.board), result, (), (), ROOMY)) != again


@for_each(
    ("targets", "states", "goes_on"),
    [
        (("u1",), {"activated": 1}, True),
        (("u1",), {}, False),
        (("u99", "u6", "u1"), {"activated": 1}, True),
        (("u99", "u6"), {"activated": 1}, False),
    ],
)
def test_after_a_reaction_the_unit_shot_at_goes_on_with_what_it_had_begun(
    targets: tuple[str, ...], states: dict[str, int], goes_on: bool
) -> None:
    """Not a unit that has left the table, one of the side that reacts, or one that has not begun."""
    live = sample("fubar")
    for id in ("u1", "u6"):
        live = changed(live, live.game.units[id].model_copy(update={"states": states}))
    request = {"unit": ["u5"], "target": list(targets)}
    entry = Entry.model_construct(number=7, command="fire", request=request, notes=(), side="Blue")
    result = CommandResult("g", entry, live.board, live.board)
    shown = arrange_controls(Reader(language("en"), live.board), result, (), (), ROOMY)
    lines = [control_line(getattr(one, "item", one).to_component_dict()) for one in shown]
    assert ("fire;;;;;;u1" in " ".join(lines)) == goes_on


@for_each(
    ("holder", "order", "states", "labels"),
    [
        ("Red", ("Red", "Blue"), {"activated": 1}, "Roll, Fire …, Walk 6″, Adjutant plays on, Undo, Next: …"),
        (None, ("Red", "Blue"), {"activated": 1}, "Fire …, Walk 6″, Adjutant plays on, Roll, Undo, Next: …"),
        (None, (), {"activated": 1}, "Roll, Initiative, Fire …, Adjutant plays on, Undo, …"),
        ("Red", ("Red", "Blue"), {}, "Adjutant plays on, Roll, Undo, Next: …"),
        (None, ("Red", "Blue"), {}, "Adjutant plays on, Roll, Undo, Next: …"),
    ],
)
def test_a_unit_that_goes_on_does_so_before_the_bot_and_the_only_one_left_before_all_else(
    holder: str | None, order: tuple[str, ...], states: dict[str, int], labels: str
) -> None:
    register_controls()
    live = sample("fubar")
    live.game.players = {OPPONENT.id: Player(id=OPPONENT.id, name=OPPONENT.name, side="Blue")}
    live.game.holder, live.game.order = holder, order
    live = changed(live, live.game.units["u1"].model_copy(update={"states": states}))
    notes = (Note(Text("It must move."), "asks", Text("Roll"), Request("move")),)
    entry = Entry.model_construct(number=7, command="activate", request={"unit": ["u1"]}, notes=notes, side="Red")
    shown = entry_buttons(
        Reader(language("en"), live.board), CommandResult("g", entry, live.board, live.board, leads_on=True)
    )
    *buttons, menu = (getattr(one, "item", one).to_component_dict() for one in shown)
    more = f"{menu['placeholder'].split()[0]} …" if menu["placeholder"].startswith("Next") else "…"
    assert ", ".join((*(one["label"] for one in buttons), more)) == labels
