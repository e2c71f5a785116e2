"""Corrections of units by hand, and the consent that they need."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.questions import ConsentQuestion
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services import Services
from bot.services.play.unit_edits import edit_unit
from data.files import sample_forces
from rules.kernel.text import Text
from tests.bot.playing import ANN, BOB, PLACE, call, id_of, request, start_demo


async def _close_to(services: Services, name: str) -> tuple[str, ...]:
    live = await services.games.require_game(PLACE)
    return live.game.units[await id_of(services, name)].words("in_assault_range_of")


async def test_a_removed_unit_leaves_every_list_of_enemies(services: Services) -> None:
    await start_demo(services, "openfire_d12")
    gone, stays = [await id_of(services, name) for name in ("Raiders", "Howling band")]
    for name in ("Raiders", "Howling band"):
        wanted = await request(services, "assault", name, "Heavy trooper", distance=2)
        await services.referee.order(call(BOB), wanted, anyway=True)
    assert set(await _close_to(services, "Heavy trooper")) == {gone, stays}
    await services.unit_corrections.remove(call(), gone)
    assert await _close_to(services, "Heavy trooper") == (stays,)
    await services.unit_corrections.remove(call(), stays)
    assert await _close_to(services, "Heavy trooper") == ()


async def test_removing_the_marker_of_a_tried_activation_needs_the_other_side(services: Services) -> None:
    await start_demo(services)
    await services.referee.order(call(), await request(services, "activate", "Marines"), "1")
    asked = await services.unit_corrections.mark(call(), "Marines", "tried", 0)
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, ConsentQuestion)
    assert asked.question.groups == ("side:Blue",)
    assert (await services.games.require_game(PLACE)).game.units[await id_of(services, "Marines")].has("tried")
    assert isinstance(await services.corrections.agree(call(BOB), asked.row.id, asked.row.step), CommandResult)
    assert not (await services.games.require_game(PLACE)).game.units[await id_of(services, "Marines")].has("tried")


async def test_a_marker_that_opens_nothing_is_put_right_by_one_alone(services: Services) -> None:
    await start_demo(services)
    await services.referee.order(call(), await request(services, "activate", "Marines"), "1")
    for marker, count in (("suppressed", 1), ("suppressed", 0), ("tried", 1)):
        assert isinstance(await services.unit_corrections.mark(call(), "Marines", marker, count), CommandResult)


async def test_weapons_are_named_in_any_language(services: Services) -> None:
    await start_demo(services)
    militia = await id_of(services, "Militia")
    await services.unit_corrections.edit(call(BOB), militia, "weapons", "4 Sturmgewehr")
    found = (await services.games.require_game(PLACE)).game.units[militia].weapons
    assert [(one.name, one.count) for one in found] == [("assault_rifle", 4)]


async def test_hidden_units_have_names_of_their_own_and_add_no_number_to_one_in_sight(services: Services) -> None:
    """A number after the name of a unit in sight would reveal a hidden one to a player who adds it for another side."""
    await start_demo(services, "opreb")
    for hidden in (True, True, False):
        await services.roster.add(call(ANN), "Scouts", "line rifles", "Blue", hidden=hidden)
    found = (await services.games.require_game(PLACE)).game.units.values()
    names = [(one.name, one.has("hidden")) for one in found if one.name.startswith("Scouts")]
    assert names == [("Scouts", True), ("Scouts 2", True), ("Scouts", False)]


async def test_weapons_are_taken_off_their_mountings(services: Services) -> None:
    await start_demo(services)
    team = await id_of(services, "HMG team")
    for value, mounted in (("heavy MG", True), ("none", False)):
        await services.unit_corrections.edit(call(BOB), team, "mounted", value)
        weapons = (await services.games.require_game(PLACE)).game.units[team].weapons
        assert any(one.mounted for one in weapons) is mounted


async def test_a_corrected_number_is_no_longer_that_of_the_army_list(services: Services) -> None:
    await start_demo(services, "openfire_d12")
    live = await services.games.require_game(PLACE)
    unit = live.game.units[await id_of(services, "Line squad")]
    given = unit.model_copy(update={"origins": {"skl": Text("Veterans"), "mov": Text("Jump packs")}})
    assert edit_unit(live, call(), given, "skl", "5").origins == {"mov": Text("Jump packs")}


async def test_no_force_is_loaded_past_the_limit_of_a_game(services: Services) -> None:
    await start_demo(services)
    there, raiders = len((await services.games.require_game(PLACE)).game.units), sample_forces("fubar")["raiders"]
    await services.roster.add(call(), "Scouts", "militia", "Red", count=100 - there - len(raiders.units) + 1)
    with pytest.raises(Refusal, match="at most 100 units"):
        await services.roster.load(call(BOB), raiders, "Blue")
    await services.unit_corrections.remove(call(), "Scouts 1")
    await services.roster.load(call(BOB), raiders, "Blue")
    assert len((await services.games.require_game(PLACE)).game.units) == 100
