"""The players who may use a control: the phone of any other player does not offer it."""

from __future__ import annotations

from typing import Any

from bot.game.people import OPPONENT
from bot.game.questions import ConsentQuestion, DiceQuestion, Question, RequestedRoll, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import PendingCommand, Resolve
from bot.resolution.result import OpenQuestion
from bot.store.tables import Pending
from cogs.components.control_owners import control_owners
from rules.game.entry import Entry
from rules.game.tabletop import Player
from rules.kernel.request import Request
from rules.kernel.text import Note, Text
from tests.cogs.components.play.samples import changed, register_controls, sample
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def owners(table: Table, told: Told) -> dict[str, list[str]]:
    """Return the names of the players who may use each control of an answer, by its label."""
    rows = [row for message in told.messages for row in message.components]
    shown = [one for row in rows for one in row["components"]]
    controls = {one["custom_id"]: one.get("label") or one.get("placeholder") for one in shown}
    values = {one["custom_id"]: [two["value"] for two in one.get("options", ())] for one in shown}
    bot: Any = table.env.bot
    found = await bot.get_cog("TableScreen").control_owners(str(table.channel.id), values)
    players = (await table.live()).game.players
    return {controls[id]: [players[one].name for one in ids] for id, ids in found.items()}


async def test_steps_and_menus_of_units_are_for_the_players_of_their_side(demo: Table) -> None:
    """Two phones, 9: the player who waits had the other side's orders and their menu, and each was refused.

    The player whose move it was had the other side's reactions in a menu.
    """
    await demo.done(demo.bob, "/activate", unit="Militia", dice="6")
    assert not await owners(demo, await demo.done(demo.bob, "/game status")), "no side has the turn"
    told = await demo.done(demo.ann, "/initiative", dice="6 1")
    assert (await owners(demo, told))["Next: Activate …"] == ["Ann"]
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    found = await owners(demo, told)
    assert (found["Next: Marines …"], found["Fire …"]) == (["Ann"], ["Ann"])
    assert "Undo" not in found
    for unit in ("Planet defence squad", "Technical"):
        await demo.done(demo.bob, "/marker set", unit=unit, marker="on_guard", count=1)
    found = await owners(demo, await demo.done(demo.ann, "/move", unit="Marines", action="walk"))
    assert next(found[one] for one in found if "react" in one) == ["Bob"]


async def test_a_step_of_the_setup_is_for_the_sides_whose_units_wait(core: Table) -> None:
    """A player without scouts had the button that places them, as the first of all."""
    told = await core.done(core.ann, "/initiative", dice="1 1 / 12 12")
    assert (await owners(core, told))["Place scouts"] == ["Bob"]


async def test_a_request_is_for_those_who_must_agree_and_dice_for_the_one_who_is_asked(demo: Table) -> None:
    """Two phones, 9: the asker was offered Agree and No to their own request."""
    await demo.done(demo.ann, "/game consent", mode="on")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    asked = await demo.say(demo.ann, "/game consent", mode="off")
    found = await owners(demo, asked)
    assert (found["Agree"], found["No"]) == (["Bob"], ["Bob"])
    await demo.done(demo.bob, "/game dice", mode="physical")
    asked = await demo.say(demo.bob, "/fire", attacker="Militia", target="Commandos", distance="10")
    found = await owners(demo, asked)
    assert (found["Enter dice"], found["Bot rolls"]) == (["Bob"], ["Bob"])


async def test_a_step_that_a_result_requests_is_for_the_side_of_its_unit(demo: Table) -> None:
    """Two phones, 9 and 20: "fight on" was offered to the other side's player too."""
    fight = {"attacker": "Marines", "target": "Militia"}
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    await demo.done(demo.ann, "/assault", **fight, distance="6", dice="4 5 1 1 1 / 6 1 1 1 1 1 1 1 / 1")
    found = await owners(demo, await demo.anyway(demo.ann, "/turn next"))
    assert found["Marines and Militia fight on"] == ["Ann"]


async def test_whose_dice_are_rolled_is_offered_to_those_who_would_change_it(table: Table) -> None:
    """Two phones, 21: what a player had chosen was still offered to the same player."""
    told = await table.done(table.ann, "/game new", system="fubar")
    for who, side in ((table.ann, "Red"), (table.bob, "Blue")):
        await table.click(who, told, f"I play {side}")
    await table.click(table.bob, table.now(told.messages[0]), "I roll my own dice")
    found = await owners(table, table.now(told.messages[0]))
    assert (found["I roll my own dice"], found["The bot rolls my dice"]) == (["Ann"], ["Bob"])


async def test_a_phase_is_for_the_side_with_the_turn(ww2: Table) -> None:
    """Issue 45: the player who waits was offered the movement phase of the other side."""
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    found = await owners(ww2, await ww2.done(ww2.ann, "/turn end"))
    assert (found["Movement phase"], found["Combat phase"]) == (["Bob"], ["Bob"])


def asked(live: ActiveGame, id: str, step: int, question: Question) -> OpenQuestion:
    """Return a question about a command of Ann."""
    row = Pending.model_construct(id=id, game_id="g", asked_by="Ann", step=step, deadline=None, command={})
    return OpenQuestion(live, row, question, attempt=PendingCommand(command=Resolve(request=Request("fire", ("u1",)))))


def test_controls_are_for_those_who_command_what_they_name_and_the_rest_for_all() -> None:
    """A button that cannot be read, or whose question or entry is gone, stays for all; the bot taps nothing."""
    register_controls()
    live = sample("fubar")
    live.game.players["Cyd"] = Player(id="Cyd", name="Cyd", umpire=True)
    live.game.players[OPPONENT.id] = Player(id=OPPONENT.id, name=OPPONENT.name, side="Red")
    live.game.dice["Red"] = "physical"
    live = changed(live, live.game.units["u5"].model_copy(update={"states": {"on_guard": 1}}))
    boards = {"command": "act", "action": "board", "unit": ("u1",)}
    asks = Note(Text("Test it."), "asks", Text("Morale"), Request("morale", ("u5",)))
    entries = {8: Entry.model_construct(number=8, command="board", request=boards, notes=(asks,))}
    roll = RequestedRoll(key="k", label=Text("saves"), count=1, sides=6)
    waiting = [
        asked(live, "w", 2, WarningQuestion(warnings=(Text("It bends a rule."),))),
        asked(live, "d", 0, DiceQuestion(side="Blue", throw=roll)),
        asked(live, "c", 0, ConsentQuestion(groups=("Blue",), wish=Text("Undo it."))),
    ]
    owners = {
        "do:g:0:turn end": ["Ann", "Cyd"],
        "do:g:0:move;walk;;;;;u1": ["Ann", "Cyd"],
        "do:g:0:move;walk;;;;;u5": ["Bob", "Cyd"],
        "do:g:0:move;walk;;;;;u99": None,
        "do:g:x:move": None,
        "upnext:g": ["Ann", "Cyd"],
        "hand:g:physical": ["Bob", "Cyd"],
        "hand:g:bot": ["Ann", "Cyd"],
        "react:g:0:u5": ["Bob", "Cyd"],
        "ask:g:7:0": None,
        "reacts:g:7": None,
        "late:g:0": None,
        "agree:q:0": None,
        "show:q:0": None,
        "dance:g": None,
        "undo:g:1": None,
        "https://example.org": None,
        "undo": None,
        "drop:w:2": ["Ann", "Cyd"],
        "roll:d:0": ["Bob", "Cyd"],
        "roll:d:1": None,
        "show:d:0": None,
        "agree:c:0": ["Cyd"],
        "answer:c:0": ["Cyd"],
        "ask:g:8:0": ["Bob", "Cyd"],
        "ask:g:8:1": None,
        "reacts:g:8": ["Bob", "Cyd"],
    }
    menus = {
        "choose:g:0:fire": (["u1", "=move;walk;;;;;u2", "%u3", "?u4", "+", "="], ["Ann", "Cyd"]),
        "choose:g:0:move": (["u5", "u1"], None),
        "choose:g:0:assault": (["=turn end"], None),
        "choose:g:0:reactwith": (["u5"], ["Bob", "Cyd"]),
    }
    controls = {f"adj1:{id}": [] for id in owners} | {f"adj1:{id}": values for id, (values, _) in menus.items()}
    expected = {**owners, **{id: found for id, (_, found) in menus.items()}}
    found = control_owners(live, waiting, entries, controls)
    assert found == {f"adj1:{id}": whose for id, whose in expected.items() if whose}


def test_a_control_that_no_player_may_use_is_left_to_all() -> None:
    """As a step of a side that only the bot plays: the bot taps nothing."""
    register_controls()
    live = sample("fubar")
    live.game.players["Ann"] = Player(id="Ann", name="Ann")
    live.game.players[OPPONENT.id] = Player(id=OPPONENT.id, name=OPPONENT.name, side="Red")
    controls = {"adj1:do:g:0:turn end": [], "adj1:do:g:0:move;walk;;;;;u5": []}
    assert control_owners(live, [], {}, controls) == {"adj1:do:g:0:move;walk;;;;;u5": ["Bob"]}
