"""Suggestions: from memory, at most 25 of 100 characters, own units first, their state in the label."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from prometheus_client import REGISTRY

from bot.client import Adjutant
from bot.store.database import Database
from cogs.interactions import context, unit_options
from cogs.interactions.limits import CHOICES
from cogs.interactions.unit_options import units_as_targets
from data import system_of
from data.files import sample_forces
from rules.command.system import Board
from rules.game.events import LossesTaken, UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.resolve import ruleset_of
from tests.cogs.faulty import raw
from tests.cogs.table import Table


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes every look into the database fail from now on."""

    def block() -> None:
        async def closed(self: Database, work: Any) -> Any:
            raise AssertionError("a suggestion asked the database")

        monkeypatch.setattr(Database, "read", closed)
        monkeypatch.setattr(Database, "write", closed)

    yield block
    monkeypatch.undo()


def _options(bot: Adjutant) -> list[tuple[str, str, list[str]]]:
    """Return every command with every option that has autocomplete."""
    found: list[tuple[str, str, list[str]]] = []
    for command in bot.tree.walk_commands():
        parameters = getattr(command, "parameters", [])
        names = [one.display_name for one in parameters if one.autocomplete]
        found += [(command.qualified_name, name, names) for name in names]
    return found


async def test_own_units_come_first_and_as_targets_the_enemies_of_the_attacker(demo: Table) -> None:
    mine = await demo.type(demo.bob, "/fire", "attacker")
    assert [label.split(" · ")[1] for label, _ in mine] == ["Blue"] * 4 + ["Red"] * 4
    theirs = await demo.type(demo.bob, "/fire", "target")
    assert [label.split(" · ")[1] for label, _ in theirs] == ["Red"] * 4 + ["Blue"] * 4
    for attacker in ((await demo.unit("Militia")).id, "Militia"):
        found = await demo.type(demo.ann, "/fire", "target", attacker=attacker)
        assert found[0][0].split(" · ")[1] == "Red", "though an umpire who plays Red asks"


def crowd(own: int, enemies: int) -> Board:
    """Return units of Red, then units of Blue; the last of each is destroyed."""
    sides = [*("Red",) * own, *("Blue",) * enemies]
    units = [
        UnitPlaced(unit=Unit(id=f"u{nth}", name=f"U{nth}", side=side, models=4, starting=4))
        for nth, side in enumerate(sides, 1)
    ]
    fallen = [LossesTaken(unit=f"u{nth}", models=4) for nth in (own, own + enemies)]
    system = system_of("fubar")
    return Board(Game().with_events([*units, *fallen]), system, ruleset_of(system, {}))


@pytest.mark.parametrize("own", [5, CHOICES, 2 * CHOICES])
def test_however_many_units_a_side_has_its_enemies_come_first_as_targets(own: int) -> None:
    """Discord shows 25 choices; the others cannot be chosen."""
    found = [(unit.side, unit.alive) for unit in units_as_targets(crowd(own, 4), "Red", friendly=False)]
    assert found[:3] == [("Blue", True)] * 3
    assert found[3 : own + 2] == [("Red", True)] * (own - 1)
    assert found[own + 2 :] == [("Blue", False), ("Red", False)]
    friends = [unit.side for unit in units_as_targets(crowd(own, 4), "Red", friendly=True) if unit.alive]
    assert friends == ["Red"] * (own - 1) + ["Blue"] * 3


def test_a_unit_without_a_side_has_all_others_for_targets() -> None:
    found = [unit.id for unit in units_as_targets(crowd(3, 3), None, friendly=False)]
    assert found == ["u1", "u2", "u4", "u5", "u3", "u6"]


async def test_of_more_units_than_discord_shows_only_enemies_are_offered_as_targets(demo: Table) -> None:
    for _ in range(CHOICES // 4 + 1):
        for who, force in ((demo.ann, "raiders"), (demo.bob, "garrison")):
            await demo.services.roster.load(demo.call(who), sample_forces("fubar")[force], None)
    theirs = await demo.type(demo.ann, "/fire", "target", attacker="u1")
    assert [label.split(" · ")[1] for label, _ in theirs] == ["Blue"] * CHOICES


async def test_a_picked_unit_is_entered_by_name_unless_two_share_it(demo: Table) -> None:
    """An id in the field means nothing to a player who checks the command before sending it."""
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="name", value="Marines, the others")
    values = [value for _, value in await demo.type(demo.ann, "/fire", "target")]
    assert values[:4] == ["u5", "Planet defence squad", "HMG team", "Technical"]
    assert [value for _, value in await demo.type(demo.ann, "/fire", "target", "HMG team, tech")] == [
        "HMG team,Technical"
    ]


async def test_labels_carry_strength_and_state_and_the_dead_and_those_who_acted_come_last(demo: Table) -> None:
    """Enemies who acted are targets like any other."""
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="suppressed", count=2)
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="4")
    found = await demo.type(demo.ann, "/activate", "unit", "mar")
    assert found[0][0] == "Marines · Red · 4/5 · suppressed 2"
    assert found[0][1] == "Marines"
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="models", value="0")
    before = [id for _, id in await demo.type(demo.bob, "/fire", "target")]
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert [id for _, id in await demo.type(demo.bob, "/fire", "target")] == before
    assert before[0] == "Marines"
    names = [label.split(" · ")[0] for label, _ in await demo.type(demo.ann, "/activate", "unit")]
    assert names[:3] == ["Commandos", "IFV", "Marines"]
    assert names[-1] == "Regular section"


async def test_a_unit_that_has_just_been_activated_comes_first_where_it_may_continue(demo: Table) -> None:
    """As in the menus: FUBAR's units have no count of actions, so an activated unit does not come last."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    for command, option in (("/fire", "attacker"), ("/odds", "attacker"), ("/move", "unit")):
        assert (await demo.type(demo.ann, command, option))[0][1] == "IFV", command
    own = [value for _, value in (await demo.type(demo.ann, "/activate", "unit"))[:4]]
    assert own[-1] == "IFV"


async def test_units_for_an_act_are_suggested_with_the_legal_ones_first(demo: Table) -> None:
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    found = await demo.type(demo.ann, "/act", "unit", action="leave")
    assert found[0][1] == "Marines"


async def test_a_suggestion_longer_than_discord_accepts_is_not_offered(demo: Table) -> None:
    """Discord refuses all suggestions where the value of one has more than 100 letters."""
    marines = (await demo.unit("Marines")).id
    found = {typed: await demo.type(demo.ann, "/fire", "firers", typed, attacker=marines) for typed in _LISTS}
    assert [value for _, value in found[_LISTS[0]]] == [f"{_LISTS[0]}4 assault_rifle", f"{_LISTS[0]}1 rpg"]
    assert [value for _, value in found[_LISTS[1]]] == [f"{_LISTS[1]}1 rpg"]
    assert found[_LISTS[2]] == []


_LISTS = ("1 rpg, " + "1" * 60 + " rpg, ", "1 rpg, " + "1" * 82 + " rpg, ", "1 rpg, " + "1" * 83 + " rpg, ")


async def test_weapons_are_picked_by_name_after_a_comma_and_after_the_stroke_of_a_volley(demo: Table) -> None:
    marines = (await demo.unit("Marines")).id
    found = await demo.type(demo.ann, "/fire", "firers", "2 assault_rifle,rpg", attacker=marines)
    assert found == [("2 assault_rifle, 1 RPG", "2 assault_rifle, 1 rpg")]
    found = await demo.type(demo.ann, "/fire", "firers", "1 rpg /", attacker=marines)
    assert found[0] == ("1 rpg / 4 assault rifles", "1 rpg / 4 assault_rifle")


async def test_without_a_game_there_is_no_fault(table: Table, deaf: Any) -> None:
    """One option of each name in each group of commands, which share their suggestions."""
    deaf()
    options = _options(table.env.bot)  # pyright: ignore[reportArgumentType]
    for (_, option), command in {(command.split()[0], option): command for command, option, _ in options}.items():
        await table.type(table.ann, command, option, "x")


async def test_suggestions_stay_within_limits(table: Table) -> None:
    """Forty units with long names in several states; the guard of the table counts every answer."""
    await table.done(table.ann, "/game new", system="fubar")
    for side in ("R" * 60, "B" * 60):
        await table.done(table.ann, "/unit add", name="W" * 57, profile="militia", side=side, count=20)
    ids = list((await table.live()).game.units)
    await table.done(table.ann, "/marker set", unit=ids[0], marker="suppressed", count=3)
    each = {option: (command, others) for command, option, others in _options(table.env.bot)}  # pyright: ignore[reportArgumentType]
    for option, (command, others) in each.items():
        filled = {name: ids[0] for name in others if name != option and name in ("unit", "attacker", "target")}
        for typed in ("", "a," * 40 + "🎲" * 10):
            found = await table.type(table.ann, command, option, typed, **filled)
            assert len(found) <= 25


async def test_a_unit_is_suggested_with_the_names_of_those_it_has_to_do_with(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    fight = {"attacker": "Marines", "target": "Militia", "distance": "6"}
    await demo.done(demo.ann, "/assault", **fight, dice="1 1 1 1 1 / 1 1 1 1 1 1 1 1")
    label = (await demo.type(demo.ann, "/fire", "attacker", "Marines"))[0][0]
    assert "engaged with Militia" in label


async def test_slow_suggestions_are_left_out(demo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """One's own forces are in the record; the samples are shown in time without them."""

    async def slowly(self: Database, work: Any) -> Any:
        await asyncio.sleep(1)
        raise AssertionError("nobody waits for that")

    await demo.live()
    focused = {"name": "force", "type": 3, "value": "", "focused": True}
    with monkeypatch.context() as patched:
        patched.setattr(Database, "read", slowly)
        patched.setattr(context, "SOON", 0.1)
        typed = {"id": "1", "name": "force", "type": 1, "options": [{"name": "load", "type": 1, "options": [focused]}]}
        await raw(demo, demo.ann, 4, typed)
        await demo.env.advance_time(2)
    answered = [one for one in demo.env.http_requests if one.path.endswith("/callback")][-1].json
    assert answered
    assert "armour" in [choice["value"] for choice in answered["data"]["choices"]]


async def test_the_time_of_suggestions_is_measured_by_command(demo: Table) -> None:
    def many() -> float:
        return REGISTRY.get_sample_value("adjutant_suggestion_seconds_count", {"command": "unit edit"}) or 0.0

    before = many()
    assert await demo.type(demo.bob, "/unit edit", "unit")
    assert many() == before + 1


async def test_speed_units_are_ranked_once_while_typing_and_again_after_every_entry(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked, looked = unit_options.units_for_command, list[str]()

    def ranking(board: Board, command: str, action: str, side: str | None, reader: str) -> list[Unit]:
        looked.append(reader)
        return ranked(board, command, action, side, reader)

    monkeypatch.setattr(unit_options, "units_for_command", ranking)
    before = await demo.type(demo.ann, "/fire", "attacker")
    assert await demo.type(demo.ann, "/fire", "attacker") == before
    assert len(looked) == 1
    await demo.type(demo.bob, "/fire", "attacker")
    assert len(looked) == 2, "what one may know is not told another"
    await demo.done(demo.ann, "/fire", attacker="Regular section", target="Militia", distance="20")
    after = await demo.type(demo.ann, "/fire", "attacker")
    assert len(looked) == 3
    assert after != before, "losses are told, and who has fired"
