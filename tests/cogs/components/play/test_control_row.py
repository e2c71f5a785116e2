"""The controls under the board and the newest result: their effect, their owners, and the fate of old ones."""

from __future__ import annotations

from cogs.components.controls import MenuOption
from cogs.components.play.next_controls import NextSteps, next_menu
from cogs.interactions.limits import CHOICES
from cogs.rendering.text import Reader
from data.texts import language
from rules.command.next_steps import unit_steps
from rules.command.system import Board
from rules.game.events import TurnAdvanced
from tests.cogs.components.going import activated, board, newest, section
from tests.cogs.table import Table, Told
from tests.rules.openfire_d12 import table as core

__all__ = ["activated", "board", "section"]


def menus(told: Told) -> dict[str, list[str]]:
    """Return the menus under an answer with the labels of their options."""
    found = [one for message in told.messages for row in message.components for one in row["components"]]
    return {one["placeholder"]: [two["label"] for two in one["options"]] for one in found if one["type"] == 3}


async def all_controls(table: Table) -> Told:
    """Return the controls behind the last line of the menu under the board."""
    return await table.pick(table.ann, await board(table), "All controls …")


async def test_a_player_who_waits_is_offered_no_orders_to_the_enemy_by_any_private_message(demo: Table) -> None:
    """All controls and the steps below Why? named the enemy's units, and each tap was refused."""
    await demo.done(demo.ann, "/initiative", dice="1 6")
    assert not menus(await all_controls(demo))
    result = await demo.done(demo.bob, "/activate", unit="Militia", dice="6")
    theirs = await demo.click(demo.bob, result, "Why?")
    assert "Walk 6″" in theirs.buttons
    told = await demo.click(demo.ann, result, "Why?")
    assert not {"Walk 6″", "Fire …"} & set(told.buttons)
    assert not {"Planet defence squad", "Militia: Odds …"} & {label for menu in menus(told).values() for label in menu}


async def test_a_menu_without_room_for_every_step_still_leads_to_all_controls(ww2: Table) -> None:
    """No unit of the systems here has as many; a file may have 20 actions."""
    board = (await ww2.live()).board
    steps = [step for unit in board.game.units.values() for step in unit_steps(board, unit)]
    assert len(steps) > CHOICES
    menu = next_menu(Reader(language("en"), board), board, NextSteps(steps, (), "fire", ()), 0, ("a" * 8, 1))
    assert menu.item.options[-1].label == "All controls …"


async def test_units_that_may_act_fill_the_places_of_a_menu_that_steps_leave(demo: Table) -> None:
    board = (await demo.live()).board
    steps = [step for unit in board.game.units.values() for step in unit_steps(board, unit)]
    units = [MenuOption(f"unit {nth}", f"u{nth}") for nth in range(CHOICES + 1)]
    words = Reader(language("en"))
    for few, turn in ((steps[:3], steps[3:4]), (steps[:1], ()), ((), ())):
        for has_fought in (False, True):
            upcoming = NextSteps(few, units, "activate", turn, has_fought)
            named = [one.label for one in next_menu(words, board, upcoming, 0, ("a" * 8, 1)).item.options]
            assert (len(named), named[-1]) == (CHOICES, "All controls …")
            assert (named[0] == "unit 0") == (has_fought or not few)
    many = next_menu(words, board, NextSteps(steps, units, "activate", ()), 0, ("a" * 8, 1)).item.options
    assert [one.label for one in many if one.label.startswith("unit ")] == ["unit 0", "unit 1", "unit 2"]


async def test_a_unit_that_has_just_been_activated_comes_first(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    demo.dice.next(6)
    await demo.pick(demo.ann, await board(demo), "Commandos", "Activate")
    found = menus(await all_controls(demo))
    assert found["Fire …"][0] == "Commandos"
    assert found["Move …"][1] == "Commandos: Run 12″"
    assert found["Activate …"][-1] == "Commandos"


async def test_the_menu_under_an_activation_tells_the_odds_of_a_shot_and_rolls_nothing(section: Table) -> None:
    """Its controls belong to the side, and outlive a restart."""
    shown, before = newest(section), await section.last()
    form = await section.pick(section.ann, shown, "Regular section: Odds …")
    assert form.form
    assert form.form["title"] == "Regular section: Odds"
    militia = next(one for one in (await section.live()).game.units.values() if one.name == "Militia")
    told = await section.fill(section.ann, form, target=[militia.id], distance=["12in"], cover=["soft"])
    assert (told.title, told.private) == ("Odds: Regular section → Militia", True)
    assert await section.last() == before
    assert (await section.click(section.bob, shown, "Run 12″")).refused
    assert (await section.pick(section.bob, shown, "Fire: Militia")).refused
    await section.restart()
    assert (await section.click(section.ann, shown, "Run 12″")).title == "Regular section: Run"


async def test_controls_of_a_state_that_has_moved_on_offer_the_present_ones(section: Table) -> None:
    old = newest(section)
    await section.done(section.bob, "/score", side="Blue", points=1, why="bridge")
    before = await section.last()
    told = await section.click(section.ann, old, "Run 12″")
    assert told.private
    assert told.title == "The game has moved on"
    assert await section.last() == before
    assert "Activate …" in menus(told)
    assert (await section.pick(section.ann, told, "Regular section: Run 12″", "Move")).title == "Regular section: Run"


async def test_sixty_units_fit_by_pages(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    for side in ("Red", "Blue"):
        for _ in range(2):
            await table.done(table.ann, "/unit add", name="Section", profile="regular_section", side=side, count=15)
    told = await all_controls(table)
    found = menus(told)
    assert all(len(labels) <= CHOICES for labels in found.values())
    last = found["Activate …"][-1]
    assert last == "More units (1 of 3) …"
    page = await table.pick(table.ann, told, last, "Activate")
    assert page.private
    seen = {*found["Activate …"], *next(iter(menus(page).values()))}
    assert len(seen) == 24 + 24 + 2
    form = await table.pick(table.ann, told, found["Fire …"][0], "Fire")
    target = form if form.form is None else None
    assert target is not None
    assert "More units (1 of 2) …" in next(iter(menus(target).values()))


async def test_each_step_of_a_bound_ends_by_one_button_in_its_own_words(table: Table) -> None:
    """The shooting side is named, and can declare its shots finished; the end of a bound and the start of the next
    one are a single button.
    """
    await table.done(table.ann, "/game demo", system="bayonet")
    await table.done(table.ann, "/initiative", dice="6 1")
    ends = ("Moves are done", "Blue: shots are done", "End of Red's bound")
    for nth, label in enumerate(ends):
        told = await board(table)
        assert {label} == {*told.buttons} & {*ends, "Next turn", "Next bound"}
        assert ("Blue's shots." in told.whole) == (nth == 1)
        await table.click(table.ann, told, label)
    assert (await table.live()).game.holder == "Blue"


async def test_who_has_won_counts_the_figures_of_a_card_for_its_own_side_alone(table: Table) -> None:
    """The difference in figures would reveal how many the other side has hidden."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    board = await table.done(table.ann, "/game board")
    red = [unit for unit in (await table.live()).game.units.values() if unit.side == "Red"]
    known, all_told = (sum(unit.models for unit in red if show or not unit.has("hidden")) for show in (False, True))
    assert known < all_told
    for who, count in ((table.ann, all_told), (table.bob, known)):
        asked = await table.click(who, await table.click(who, board, "More …"), "End the game …")
        assert f"**Red**: {count} of {count} figures left" in asked.text


# The steps of the unit that has just acted, without Discord


def labels_of_steps(board: Board, id: str) -> list[str]:
    """Return the labels of its steps."""
    words = Reader(language("en")).at(board)
    return [words(step.label) for step in unit_steps(board, board.unit(id)) if not words(step.label).endswith("…")]


def test_a_unit_with_actions_left_has_steps_though_the_others_hold_the_go() -> None:
    """Core rules: an activated unit takes both of its actions, even if the other side is next."""
    units = core.board(("Red", "line_squad"), ("Blue", "raiders"))
    going = core.carry_out(units, "activate", unit="u1").board
    assert "Advance 6″" in labels_of_steps(going, "u1")
    passed = going.after([TurnAdvanced(turn=going.game.turn, order=("Blue", "Red"), holder="Blue")])
    assert passed.game.holder == "Blue"
    assert labels_of_steps(passed, "u1") == labels_of_steps(going, "u1")
    spent = core.marked(passed, "u1", actions_left=None)
    assert labels_of_steps(spent, "u1") == []


async def test_with_a_shot_left_to_one_unit_the_next_ones_are_still_activated(demo: Table) -> None:
    """Two phones: after another unit's shot the menu was "Next: Fire …" with the one that had walked, and no other."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/move", unit="Marines", action="walk")
    await demo.done(demo.ann, "/activate", unit="Regular section", dice="6")
    told = await demo.done(demo.ann, "/fire", attacker="Regular section", target="Militia", distance="20")
    ((called, lines),) = menus(told).items()
    assert called == "Next: Activate …"
    assert lines[:2] == ["Marines: Fire …", "Commandos"]


async def test_the_last_unit_of_a_turn_has_its_own_steps_before_the_next_turn(demo: Table) -> None:
    """Two phones: under its activation was a blue "Next turn", and its moves were behind another button, "Next"."""
    await demo.done(demo.ann, "/initiative", dice="1 6")
    units = [unit for unit in (await demo.live()).game.units.values() if unit.name != "Marines"]
    for unit in units:
        who = demo.call(demo.ann if unit.side == "Red" else demo.bob)
        await demo.services.unit_corrections.mark(who, unit.id, "tried", 1)
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert told.buttons[:2] == ("Fire …", "Walk 6″")
    assert "Next turn" not in told.buttons
    assert "Next turn" in menus(told)["Next: Marines …"]
