"""The bot's questions at a table with many units: one menu and one form, and the controls below its turn."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bot.game.people import OPPONENT
from bot.services.play.opponent_state import BotState, SightQuery
from bot.simulation.field import Battlefield
from cogs.components.play.line_of_sight_form import (
    assumed_sight,
    assumption_lines,
    distance_options,
    likely_sight,
    surroundings_lines,
)
from cogs.rendering.text import Reader
from data.files import opponent_of
from data.texts import language
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from rules.opponent.options import KeptOption, Option, lone_options
from rules.opponent.sight import BEYOND, Around, Intent, Moved, SeenEnemy, Sight
from rules.opponent.view import View
from rules.opponent.weighing import usual_cover
from tests.cogs.components.going import newest
from tests.cogs.components.play.samples import sample
from tests.cogs.components.solo import ann_first, asked, past_two, six_enemies
from tests.cogs.components.test_opponent import FIRST, start_against_bot
from tests.cogs.forging import forged
from tests.cogs.shown import Told, fields
from tests.cogs.table import Table

__all__ = ["ann_first", "asked", "past_two", "six_enemies"]


def menu_of(told: Told) -> list[Any]:
    """Return the lines of the one menu, none of which is preselected."""
    rows = [row["components"] for message in told.messages for row in message.components]
    [menu] = [one for row in rows for one in row if one.get("options")]
    assert not any(one.get("default") for one in menu["options"]), "nothing is told twice"
    return menu["options"]


async def test_who_is_out_of_sight_is_unticked_and_nothing_more_is_asked(six_enemies: Table) -> None:
    """Unchanged answers keep their value; enemies nearby are ticked in the same menu."""
    told = newest(six_enemies)
    live = await six_enemies.live()
    foes = {unit.name: unit.id for unit in live.game.units_of_side("Red")}
    assert len(foes) == 6
    unit = next(one for one in live.game.units_of_side("Blue") if f"What does {one.name} see?" in told.text)
    lines = {option["label"]: option["value"] for option in menu_of(told)}
    gone = [f"{name}: out of sight" for name in foes if name != "Commandos"]
    ticked = [lines[one] for one in (*gone, "An objective within 12″", "No cover within reach")]
    after = await six_enemies.tick(six_enemies.ann, told, ticked)
    assert not after.form
    assert not after.private
    assert not six_enemies.now(told.messages[0]).buttons
    sight = (await six_enemies.services.opponent.state(await six_enemies.live())).sight
    assert [name for name, id in foes.items() if sight.sees(unit.id, id)] == ["Commandos"]
    assert sight.near(unit.id) == Around(objective=True)


async def test_only_how_far_those_are_who_came_in_sight_is_asked(six_enemies: Table) -> None:
    """A form has no room for six enemies: the nearest ones in sight get a field each, and the others in sight are shown
    too.
    """
    live = await six_enemies.live()
    foes, own = ([unit.id for unit in live.game.units_of_side(side)] for side in ("Red", "Blue"))
    sight = Sight(around=dict.fromkeys(own, Around()))
    for unit in own:
        sight = sight.with_pairs(unit, dict.fromkeys(foes))
    plays = BotState(side="Blue", stance="balanced", number=live.game.number, sight=sight)
    await six_enemies.services.record.remember(f"opponent {live.info.id}", plays.model_dump_json())
    told = await six_enemies.say(six_enemies.ann, "/game status")
    told = await six_enemies.click(six_enemies.ann, told, "Adjutant plays on")
    assert "Out of sight: all enemies." in told.text
    unit = next(one for one in live.game.units_of_side("Blue") if f"What does {one.name} see?" in told.text)
    form = await six_enemies.tick(six_enemies.ann, told, [f"+{foe}" for foe in foes[:5]])
    assert form.form
    assert len(fields(form.form["components"])) == 5
    assert six_enemies.now(told.messages[0]).buttons, "nothing was told yet"
    await six_enemies.fill(six_enemies.ann, form)
    sight = (await six_enemies.services.opponent.state(await six_enemies.live())).sight
    assert [sight.sees(unit.id, foe) for foe in foes] == [True] * 5 + [False]


async def test_every_enemy_in_sight_can_be_corrected_in_one_form(six_enemies: Table) -> None:
    """With six enemies the form names three, and the others share the field before the surroundings.

    One that has no field of its own gets one at a tap: the option "Other …" has the distance of those that share one.
    """
    told = newest(six_enemies)
    assert ": up to 24″, in the open." in told.text
    assert "None: in the open" not in told.text
    assert "Nearby: cover within reach." in told.text
    last = (await six_enemies.live()).game.units_of_side("Red")[-1]
    lines = {option["label"]: option["value"] for option in menu_of(told)}
    assert len([one for one in lines if one.endswith("other distance …")]) == 3
    form = await six_enemies.tick(six_enemies.ann, told, [lines[f"{last.name}: other distance …"]])
    assert form.form
    assert form.form["components"][0]["label"] == last.name
    assert len(form.form["components"]) == 5
    form = await six_enemies.click(six_enemies.ann, told, "Correct it …")
    assert form.form
    labels = {option["label"] for one in fields(form.form["components"]) for option in one.get("options", [])}
    assert {"Up to 24″, in the open", "Up to 24″, soft cover"} <= labels
    title, *own, others, around = [one["label"] for one in form.form["components"]]
    foes = [unit.name for unit in (await six_enemies.live()).game.units_of_side("Red")]
    unit = next(one for one in (await six_enemies.live()).game.units_of_side("Blue") if one.name in form.form["title"])
    assert [title, *own] == foes[:3]
    assert (others, around) == ("The other 3", "Nearby")
    hint = form.form["components"][3]["description"]
    assert hint == f"Leave it empty if it is right for {foes[3]}, {foes[4]} and {foes[5]}."
    nearest = fields(form.form["components"])[3]["options"][1]["value"]
    await six_enemies.fill(six_enemies.ann, form, others=[nearest])
    sight = (await six_enemies.services.opponent.state(await six_enemies.live())).sight
    reds = [one.id for one in (await six_enemies.live()).game.units_of_side("Red")]
    far = [sight.inches_between(unit.id, one) for one in reds]
    end = Decimal(nearest.partition("|")[0])
    assert all(one is not None and one > end for one in far[:3])
    assert all(one is not None and one <= end for one in far[3:])


async def test_a_table_on_which_units_see_few_is_taken_to_go_on_so(six_enemies: Table) -> None:
    """After two units that see no enemies, the next one is assumed to see none either; one tap confirms it.

    An enemy that two units do not see is taken to be out of sight of the others.
    """
    assert "Out of sight" not in newest(six_enemies).text
    live = await six_enemies.live()
    foes, own = ([unit.id for unit in live.game.units_of_side(side)] for side in ("Red", "Blue"))
    for many, hidden in ((1, False), (2, True)):
        sight = Sight(around=dict.fromkeys(own[:many], Around()))
        for unit in own[:many]:
            sight = sight.with_pairs(unit, dict.fromkeys(foes))
        plays = BotState(side="Blue", stance="balanced", number=live.game.number, sight=sight)
        query = await six_enemies.services.opponent.query(live, plays, own[-1])
        assert all(seen is None for seen in assumed_sight(live, plays, query).values()) is hidden
    sight = Sight()
    for many, hidden in ((1, False), (2, True)):
        unit = own[many - 1]
        told = {foes[0]: None, **dict.fromkeys(foes[1:], Decimal(24))}
        sight = sight.with_pairs(unit, told).with_shared_distances(own[many:], told).with_around(unit, Around())
        plays = BotState(side="Blue", stance="balanced", number=live.game.number, sight=sight)
        query = await six_enemies.services.opponent.query(live, plays, own[-1])
        taken = assumed_sight(live, plays, query)
        assert (taken[foes[0]] is None) is hidden
        assert all(taken[foe] for foe in foes[1:])


async def test_none_of_several_that_may_react_is_one_tap_and_the_mover_goes_on(past_two: Table) -> None:
    """The remaining actions of Ann's unit come first, by name."""
    told = await past_two.click(past_two.ann, newest(past_two), "Adjutant plays on")
    assert "None of 2 sees it" in told.buttons
    told = await past_two.click(past_two.ann, told, "None of 2 sees it")
    assert "Blue does not react." in told.text
    assert "Marines can go on." in told.text
    assert told.buttons[0] == "Fire …"
    assert not any(entry.command == "fire" for entry in await past_two.entries())


async def test_who_is_in_the_middle_of_a_go_finishes_it_before_the_bot_goes_on(ann_first: Table) -> None:
    """Activating its last unit would otherwise make it the bot's turn at once.

    Once every unit has had its try the next turn is a button; units that may still move do not hide it.
    """
    units = {unit.name: unit for unit in (await ann_first.live()).game.units_of_side("Red")}
    call = ann_first.call(ann_first.ann)
    for name in units.keys() - {"Marines"}:
        await ann_first.services.unit_corrections.mark(call, units[name].id, "tried", 1)
    ann_first.dice.next(6)
    told = await ann_first.done(ann_first.ann, "/activate", unit="Marines")
    assert "Adjutant plays on" in told.buttons
    assert told.buttons.index("Fire …") < told.buttons.index("Adjutant plays on")
    for unit in (await ann_first.live()).game.units_of_side("Blue"):
        await ann_first.services.unit_corrections.mark(call._replace(who=OPPONENT), unit.id, "tried", 1)
    told = await ann_first.done(ann_first.ann, "/move", unit="Marines", action="walk")
    assert (await ann_first.live()).game.holder is None
    assert "Next turn" in told.buttons


async def test_a_result_of_the_bot_does_not_list_its_next_actions(asked: Table) -> None:
    """It continues by itself: "may now" is for players with buttons; Undo and Why? are offered as usual."""
    asked.dice.next(*[6] * 30)
    told = newest(asked)
    said = [told]
    for _ in range(12):
        label = next((one for one in ("It sees no enemy", "That is right", "Done") if one in told.buttons), None)
        if label is None:
            break
        told = await asked.click(asked.ann, told, label)
        said.append(told)
    assert any(": activated (" in one.text for one in said)
    assert not any("may now" in one.text for one in said)
    assert {"Undo", "Why?"} <= set(told.buttons)


async def shot_at_by_commandos(table: Table) -> Told:
    """Militia of the bot has moved where Ann's Commandos are On Guard."""
    await start_against_bot(table, "fubar")
    units = {unit.name: unit.id for unit in (await table.live()).game.units.values()}
    corrections, call = table.services.unit_corrections, table.call(table.ann)
    await corrections.mark(call, units["Commandos"], "on_guard", 1)
    for state in ("tried", "activated"):
        await corrections.mark(call._replace(who=OPPONENT), units["Militia"], state, 1)
    live, move = await table.live(), Moved(Intent.TOWARD, 6, units["Marines"])
    order = Option(Request("move", (units["Militia"],), action="walk", side="Blue"), move)
    plays = BotState(side="Blue", stance="balanced", number=live.game.number, order=KeptOption.of(order))
    await table.services.record.remember(f"opponent {live.info.id}", plays.model_dump_json())
    table.dice.next(6)
    return await forged(table, table.ann, f"adj1:oppdone:{live.info.id}:{live.game.number}")


async def test_the_bot_stops_after_a_move_to_which_the_other_side_may_react(table: Table) -> None:
    """Ann's Commandos are On Guard: their shot comes before anything else that the bot does."""
    told = await shot_at_by_commandos(table)
    assert "Commandos: reaction" in told.buttons, told.text
    assert told.buttons[0] == "Adjutant plays on"
    assert "What does" not in told.text


async def test_scouts_of_the_bot_are_placed_and_its_go_is_given_over_once(table: Table) -> None:
    """Scouts that wait could do nothing, and the bot passed a dozen times with one tap."""
    await table.done(table.ann, "/game new", system="openfire_d12")
    await table.done(table.ann, "/force load", force="Frontier guard", side="Red")
    await table.done(table.ann, "/force load", force="Reavers", side="Blue")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    told = await table.done(table.ann, "/initiative", dice=FIRST["openfire_d12"])
    told = await table.click(table.ann, told, "Adjutant plays on")
    for _ in range(20):
        label = next((one for one in ("It sees no enemy", "That is right", "Done") if one in told.buttons), "")
        if not label:
            break
        told = await table.click(table.ann, told, label)
    assert not (await table.unit("Scout pair")).has("scout_waiting")
    assert sum(entry.command == "turn end" for entry in await table.entries()) <= 1


async def test_who_may_react_is_asked_of_the_mover_alone_in_one_menu(past_two: Table) -> None:
    """If a unit can react to one enemy only, its distance is asked without a form."""
    gunners = await past_two.unit("HMG team")
    told = await past_two.click(past_two.ann, newest(past_two), "Adjutant plays on")
    assert "HMG team may react" in told.text
    assert "Marines" in told.text
    assert "Commandos" not in told.text
    assert not any("reach" in one["label"] for one in menu_of(told)[1:]), "nothing is asked of what is around it"
    assert "Correct it …" not in told.buttons
    assert {"no", "32|soft"} <= {one["value"] for one in menu_of(told)}
    after = await past_two.pick(past_two.ann, told, "Up to 32″, soft cover")
    assert not after.form
    sight = (await past_two.services.opponent.state(await past_two.live())).sight
    marines = await past_two.unit("Marines")
    assert sight.inches_between(gunners.id, marines.id) == 29, "a little nearer than the end of the band"
    assert sight.cover[marines.id] == "soft"
    assert not past_two.now(told.messages[0]).buttons


@pytest.mark.parametrize("after", ["", "/move", "/fire"])
async def test_reported_facts_are_asked_again_only_after_a_move(ann_first: Table, after: str) -> None:
    """Nothing is asked twice in a turn unless something moved, as a target may that falls back."""
    live = await ann_first.live()
    sight = Battlefield.of(live.board).sight(live.board, usual_cover(live.board, opponent_of("fubar")))
    told_of = frozenset(one.id for one in live.game.units_of_side("Blue"))
    plays = BotState(side="Blue", stance="balanced", sight=sight, number=live.game.number, turn=1, fresh=told_of)
    await ann_first.services.record.remember(f"opponent {live.info.id}", plays.model_dump_json())
    await ann_first.done(ann_first.ann, "/activate", unit="Marines", dice="6")
    if after == "/move":
        await ann_first.done(ann_first.ann, "/move", unit="Marines", action="walk")
    if after == "/fire":
        await ann_first.done(ann_first.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="roll")
    told = await ann_first.done(ann_first.ann, "/activate", unit="Commandos", dice="1")
    told = await ann_first.click(ann_first.ann, told, "Adjutant plays on")
    assert ann_first.has(told, "That is right") == bool(after)


async def test_a_unit_without_enemies_in_sight_is_activated_so_and_one_that_sees_a_distant_one_is_not(
    six_enemies: Table,
) -> None:
    """No enemy in sight adds 1 to the roll; one that is seen is in sight, though nothing reaches it."""
    told = newest(six_enemies)
    live = await six_enemies.live()
    unit = next(one for one in live.game.units_of_side("Blue") if f"What does {one.name} see?" in told.text)
    form = await six_enemies.click(six_enemies.ann, told, "Correct it …")
    assert form.form
    lines = [option["label"] for option in form.form["components"][0]["component"]["options"]]
    assert lines[0] == "Not in sight"
    assert lines[-1] == "In sight, further away"
    foes = [one.id for one in live.game.units_of_side("Red")]
    view = View(live.board, Sight().with_pairs(unit.id, dict.fromkeys(foes)), "Blue")
    assert {one.request.situation for one in activations(view, unit)} == {("no_visible_enemy",)}
    seen = view.sight.with_pairs(unit.id, {foes[0]: BEYOND})
    assert {one.request.situation for one in activations(View(live.board, seen, "Blue"), unit)} == {()}
    plays = BotState(side="Blue", stance="balanced", number=live.game.number, sight=seen)
    taken = assumed_sight(live, plays, SightQuery(unit.id, [*live.game.units_of_side("Red")]))
    lines = [ENGLISH(line) for line in assumption_lines(live, taken)]
    assert lines[0].endswith(": in sight, further away.")
    while "activated" not in told.text and "failed" not in told.text:
        told = await six_enemies.click(six_enemies.ann, told, "It sees no enemy")
    entries = [one for one in await six_enemies.entries() if one.command == "activate"]
    assert entries[0].request["situation"] == ["no_visible_enemy"]


@pytest.mark.parametrize(
    ("system", "cover", "name"), [("fubar", "soft", "soft cover"), ("openwar", "cover", "In cover: −1 to hit")]
)
def test_the_others_come_last_and_each_cover_is_named(system: str, cover: str, name: str) -> None:
    live = sample(system)
    lone, *others = live.game.units.values()
    seen = {lone.id: SeenEnemy(Decimal(36), cover), **{one.id: SeenEnemy(Decimal(12), cover) for one in others}}
    found = map(Reader(language("en"), live.board), assumption_lines(live, seen))
    assert list(found) == [f"{lone.name}: up to 36″, {name}.", f"All others: up to 12″, {name}."]


def activations(view: View, unit: Unit) -> list[Option]:
    found = lone_options(view, unit, opponent_of("fubar"))
    return [one for one in found if one.request.command == "activate"]


async def test_no_unit_leaves_a_reach_that_was_given_as_a_range(six_enemies: Table) -> None:
    """Up to 24 inches may mean 18: distances within a band stay, and no enemy is assumed to be at its end."""
    live = await six_enemies.live()
    section, foe = await six_enemies.unit("Militia"), await six_enemies.unit("Regular section")
    plays = BotState(side="Blue", stance="balanced", number=live.game.number)
    [end] = [one for one in distance_options(Reader(language("en")), live, section)[1] if one == 24]
    told = {foe.id: SeenEnemy(end, "soft")}
    first = likely_sight(live, plays, section, told)[foe.id]
    assert first == SeenEnemy(Decimal(21), "soft")
    nearer = Sight().with_pairs(section.id, {foe.id: Decimal(19)})
    second = likely_sight(live, plays.model_copy(update={"sight": nearer}), section, told)[foe.id]
    assert second == SeenEnemy(Decimal(19), "soft")
    beyond = Sight().with_pairs(section.id, {foe.id: Decimal(30)})
    assert likely_sight(live, plays.model_copy(update={"sight": beyond}), section, told) == {foe.id: first}
    assert likely_sight(live, plays, section, {foe.id: None}) == {foe.id: None}


@pytest.mark.parametrize(
    ("system", "said"),
    [("fubar", "Nearby: an objective within 12″."), ("bayonet", "Nearby: an objective within reach.")],
)
def test_the_distance_of_an_objective_is_limited_by_the_longest_move_of_the_system(system: str, said: str) -> None:
    assert [ENGLISH(one) for one in surroundings_lines(sample(system), Around(objective=True))] == [said]
