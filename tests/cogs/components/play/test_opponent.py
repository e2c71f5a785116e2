"""The messages of the bot as a player: each fact once, in the words of the hobby."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bot.game.people import OPPONENT
from bot.services.play.opponent_state import BotState, SightReport
from cogs.components.play.line_of_sight_form import AROUND_IT, assumption_lines, distance_options
from cogs.rendering.text import Reader
from data.texts import language
from rules.opponent.sight import SeenEnemy, Sight
from tests.cogs.components.going import newest
from tests.cogs.components.play.samples import sample
from tests.cogs.components.solo import (
    GUARDS,
    ann_bound,
    ann_first,
    bot_shoots,
    bound_asked,
    fair_shoots,
    forces_met,
    past_three,
    past_two,
    walk_past,
)
from tests.cogs.components.test_opponent import lines, start_against_bot
from tests.cogs.settling import wait_quietly
from tests.cogs.shown import Told, fields
from tests.cogs.table import Table
from tests.proving import proven

__all__ = [
    "ann_bound",
    "ann_first",
    "bot_shoots",
    "bound_asked",
    "fair_shoots",
    "forces_met",
    "past_three",
    "past_two",
]


async def test_the_end_of_the_turn_is_announced_once(forces_met: Table) -> None:
    """The last unit of a turn is activated and shoots, in one message."""
    live, services = await forces_met.live(), forces_met.services
    own, foes = live.game.units_of_side("Blue"), [unit.id for unit in live.game.units_of_side("Red")]
    mine, its = forces_met.call(forces_met.ann), forces_met.call(forces_met.ann)._replace(who=OPPONENT)
    for unit in live.game.units.values():
        if unit is not own[-1]:
            await services.unit_corrections.mark(mine if unit.side == "Red" else its, unit.id, "tried", 1)
    plays = await services.opponent.state(await forces_met.live())
    sight = Sight().with_pairs(own[-1].id, dict.fromkeys(foes, Decimal(24)))
    known = {
        "sight": sight,
        "fresh": frozenset(unit.id for unit in own),
        "number": (await forces_met.live()).game.number,
    }
    await services.record.remember(f"opponent {live.info.id}", plays.model_copy(update=known).model_dump_json())
    forces_met.dice.next(6)
    told = await forces_met.click(
        forces_met.ann, await forces_met.say(forces_met.ann, "/game status"), "Adjutant plays on"
    )
    assert "Technical →" in told.text
    assert "The turn is over." not in told.text, "it has still to move"
    told = await forces_met.click(forces_met.ann, told, "Done")
    assert told.text.count("The turn is over.") == 1


async def test_a_unit_that_failed_its_activation_is_not_offered_further_actions(forces_met: Table) -> None:
    """Alone: after the bot's turn "Marines can go on" led to Board a vehicle; it was On Guard."""
    failed = await forces_met.done(forces_met.ann, "/activate", unit="Marines", dice="1")
    asked = await forces_met.click(forces_met.ann, failed, "Adjutant plays on")
    forces_met.dice.next(1)
    told = await forces_met.click(forces_met.ann, asked, "It sees no enemy")
    assert "Red's turn" in told.text
    assert "can go on" not in told.text
    assert "Board a vehicle …" not in told.buttons


async def test_all_that_may_react_and_see_it_do(past_two: Table) -> None:
    """Each of them is asked of, and none of them for nothing; players cannot react for a unit that the bot plays."""
    moved = newest(past_two)
    assert "Adjutant plays on" in moved.buttons
    assert not [one for one in moved.buttons if "eact" in one]
    assert not [one for one in lines(moved) if "reaction" in one]
    told = await past_two.click(past_two.ann, moved, "Adjutant plays on")
    for _ in range(2):
        assert "may react" in told.text
        told = await past_two.pick(past_two.ann, told, "Up to 32″, in the open")
    shots = [entry for entry in await past_two.entries() if entry.command == "fire" and entry.side == "Blue"]
    who = {(await past_two.unit(name)).id for name in ("HMG team", "Technical")}
    assert {one for entry in shots for one in entry.request["unit"]} == who
    assert "HMG team →" in told.text
    assert "Technical →" in told.text
    assert told.text.count("Red's turn.") == 1


async def test_the_end_of_the_shots_of_the_bot_is_not_offered(ann_bound: Table) -> None:
    """The bot ends them itself when it plays on."""
    ann_bound.services.details.usual = "short"
    await ann_bound.done(ann_bound.ann, "/move", unit="GI")
    told = await ann_bound.done(ann_bound.ann, "/turn end")
    assert (await ann_bound.live()).game.holder == "Blue"
    assert told.buttons[0] == "Adjutant plays on"
    assert not [one for one in told.buttons if "shots are done" in one]


async def test_the_last_unit_of_a_turn_finishes_before_the_next_turn(ann_first: Table) -> None:
    """Its remaining actions are listed by name; the bot, whose units are finished, is not offered a turn."""
    ann_first.services.details.usual = "short"
    live, its = await ann_first.live(), ann_first.call(ann_first.ann)._replace(who=OPPONENT)
    for unit in live.game.units.values():
        if unit.name != "Regular section":
            mine = ann_first.call(ann_first.ann) if unit.side == "Red" else its
            await ann_first.services.unit_corrections.mark(mine, unit.id, "tried", 1)
    # One that was activated might still move, had it wanted to.
    await ann_first.services.unit_corrections.mark(its, live.game.units_of_side("Blue")[0].id, "activated", 1)
    told = await ann_first.done(ann_first.ann, "/activate", unit="Regular section", dice="6")
    assert "Then the turn is over." in told.text
    assert "Adjutant plays on" not in told.buttons
    assert told.buttons[:2] == ("Fire …", "Walk 6″")
    assert "Next turn" not in told.buttons


async def test_a_unit_without_an_enemy_in_sight_does_not_shoot(past_three: Table) -> None:
    told = await past_three.click(past_three.ann, newest(past_three), "Adjutant plays on")
    assert "It sees no enemy" not in told.buttons
    may = [option["value"] for option in menu_of(told, "sees it")]
    assert len(may) == len(GUARDS)
    gunner = (await past_three.unit("HMG team")).id
    told = await past_three.tick(past_three.ann, told, [gunner])
    assert "may react" not in told.text
    shots = [entry for entry in await past_three.entries() if entry.command == "fire"]
    assert {one for entry in shots for one in entry.request["unit"]} == {gunner}
    assert all(entry.request["distance"] for entry in shots)


async def test_a_unit_with_an_enemy_in_sight_after_the_moves_shoots_without_a_deduction(bot_shoots: Table) -> None:
    """Opportunity fire, at −1, is for targets out of sight by then; the bot's whole view is asked for.

    It is not asked for again afterwards: shots without effect and the steps of a bound move no models.
    """
    told = newest(bot_shoots)
    assert "may react" not in told.text
    bot_shoots.dice.next(*[1, 6] * 8)
    await bot_shoots.click(bot_shoots.ann, told, "Right for all 4")
    shots = [entry for entry in await bot_shoots.entries() if entry.command == "fire"]
    assert shots
    assert all(entry.request["distance"] for entry in shots)
    assert not any(entry.warnings or entry.request.get("action") or entry.request.get("situation") for entry in shots)
    last = await bot_shoots.entry()
    assert (last.command, last.request["action"], last.by) == ("turn phase", "fighting", OPPONENT.id)
    assert (await bot_shoots.live()).game.holder == "Red"
    assert (await bot_shoots.live()).game.phase == "fighting"
    told = await bot_shoots.click(
        bot_shoots.ann, await bot_shoots.done(bot_shoots.ann, "/turn end"), "Adjutant plays on"
    )
    live = await bot_shoots.live()
    plays = await bot_shoots.services.opponent.state(live)
    assert len(plays.fresh) == 4
    assert not [id for id in plays.fresh if f"What does {live.game.units[id].name} see?" in told.text]


def menu_of(told: Told, end: str) -> list[dict[str, Any]]:
    rows = [one for message in told.messages for row in message.components for one in row["components"]]
    return next(one["options"] for one in rows if one.get("options") and one["options"][0]["label"].endswith(end))


async def test_who_may_shoot_of_its_own_is_not_asked_first_whom_it_may_react_to(table: Table) -> None:
    """After several moves each enemy is asked about once, without the surroundings of the unit, which does not move."""
    await start_against_bot(table, "bayonet", "6 1")
    first, second, *_ = (await table.live()).game.units_of_side("Red")
    await table.done(table.ann, "/move", unit=first.name)
    await table.done(table.ann, "/move", unit=second.name)
    told = await table.click(table.ann, await table.done(table.ann, "/turn end"), "Adjutant plays on")
    assert "may react" not in told.text
    assert "cover within reach" not in told.text
    form = await table.click(table.ann, told, "Correct it …")
    assert len(fields((form.form or {})["components"])) == 5
    assert AROUND_IT not in str(form.form)


async def test_the_assumed_view_of_all_is_one_tap_and_behind_the_last_figure_there_is_no_playing_on(
    bound_asked: Table,
) -> None:
    """Units with the same assumed view are named together, and not asked about again before an enemy moves."""
    told = newest(bound_asked)
    assert "The other 3 see the same." in told.text
    told = await bound_asked.click(bound_asked.ann, told, "Right for all 4")
    plays = await bound_asked.services.opponent.state(await bound_asked.live())
    assert len(plays.fresh) == 4
    for _ in range(4):
        assert "Done" in told.buttons
        told = await bound_asked.click(bound_asked.ann, told, "Done")
    assert "Adjutant plays on" not in told.buttons
    assert "Blue: moves are done" in told.text, "her figures shoot now"
    shot = await bound_asked.done(bound_asked.ann, "/fire", attacker="GI", target="Chief", distance="20")
    assert "Adjutant plays on" not in shot.buttons
    over = await bound_asked.pick(bound_asked.ann, shot, "Red: shots are done")
    told = await bound_asked.click(bound_asked.ann, over, "Adjutant plays on")
    for _ in range(9):
        if "It sees no enemy" in told.buttons:
            told = await bound_asked.click(bound_asked.ann, told, "It sees no enemy")
    assert (await bound_asked.live()).game.holder == "Red", "it ends its bound itself"


def test_most_enemies_are_all_others() -> None:
    """The rest is summarised as all others, without names, and comes last."""
    live = sample("bayonet")
    near, hidden, *others = (unit.id for unit in live.game.units_of_side("Red"))
    taken = {one: SeenEnemy(Decimal(24), "none") for one in (*others, near)}
    words = Reader(language("en")).at(live.board)
    said = [words(text) for text in assumption_lines(live, {**taken, hidden: None})]
    assert said == ["Out of sight: GI.", "All others: up to 24″, in the open."]


async def test_the_bot_assaults_an_enemy_reported_in_contact(bound_asked: Table) -> None:
    """A tank beside a figure on foot would be wrong to stay there."""
    told = newest(bound_asked)
    live = await bound_asked.live()
    tank = next(one for one in live.game.units_of_side("Blue") if one.name == "Light tank")
    labels = [
        one.to_select_option().to_dict()["label"] for one in distance_options(Reader(language("en")), live, tank)[0]
    ]
    assert "Up to 2″, in the open" in labels
    while "What does Light tank see?" not in told.text:
        told = await bound_asked.click(
            bound_asked.ann, told, "That is right" if "That is right" in told.buttons else "Could not"
        )
    form = await bound_asked.click(bound_asked.ann, told, "Correct it …")
    [foe] = [one.id for one in live.game.units_of_side("Red") if one.name == "GI"]
    told = await bound_asked.fill(bound_asked.ann, form, **{foe: ["2|none"]})
    assert "into contact with GI" in told.text
    told = await confirm_assumptions(bound_asked, await bound_asked.click(bound_asked.ann, told, "Done"))
    assert "moves are done" in told.text, "it strikes after the shots"
    assert not [entry for entry in await bound_asked.entries() if entry.command == "assault"]
    told = await bound_asked.click(
        bound_asked.ann, await bound_asked.done(bound_asked.ann, "/turn end"), "Adjutant plays on"
    )
    told = await confirm_assumptions(bound_asked, told)
    fought = [entry for entry in await bound_asked.entries() if entry.command == "assault"]
    assert [one.request["unit"] for one in fought] == [[tank.id]], told.text


async def confirm_assumptions(table: Table, told: Told) -> Told:
    """Return the bot's last message if all its assumptions are right and all figures move as ordered."""
    while label := next((one for one in ("That is right", "Done") if one in told.buttons), None):
        told = await table.click(table.ann, told, label)
    return told


async def test_the_bot_assumes_the_distance_and_cover_of_an_enemy_shot(table: Table) -> None:
    """The shot shows the distance and the cover of its target; units in hand-to-hand combat are close."""
    await start_against_bot(table, "bayonet")
    await table.anyway(table.ann, "/fire", attacker="GI", target="Gunner", distance="17", cover="cover")
    await table.anyway(table.ann, "/assault", attacker="Sniper", target="Chief")
    told = await table.click(table.ann, await table.say(table.ann, "/game status"), "Adjutant plays on")
    await table.click(table.ann, told, "That is right")
    sight = (await table.services.opponent.state(await table.live())).sight
    ids = {name: (await table.unit(name)).id for name in ("GI", "Gunner", "Sniper", "Chief")}
    assert sight.inches_between(ids["GI"], ids["Gunner"]) == 17
    assert sight.cover[ids["Gunner"]] == "cover"
    assert (sight.inches_between(ids["Sniper"], ids["Chief"]) or 99) <= 2


def test_a_unit_beside_one_unit_is_beside_no_other() -> None:
    """A unit is not ordered to assault an enemy out of its sight because another unit is in contact with that enemy."""
    view, own, apart = SightReport({"foe": SeenEnemy(Decimal(2), "")}), ["chief", "tank", "truck"], Decimal(24)
    plays = BotState(side="Blue", stance="balanced").with_report("chief", view, own, apart)
    plays = plays.with_report("tank", SightReport({"foe": None}), own, apart)
    far = {unit: plays.sight.inches_between(unit, "foe") or 0 for unit in own}
    assert far["chief"] == 2
    assert min(far["tank"], far["truck"]) >= 12


async def first_guard_waits(table: Table, *dice: int) -> Told:
    """Let two units On Guard react to Ann's unit; the first shot, all sixes, waits for her saves."""
    moved = newest(table)
    await table.done(table.ann, "/game dice", mode="physical", side="Red")
    told = await table.click(table.ann, moved, "Adjutant plays on")
    told = await table.pick(table.ann, told, "Up to 32″, in the open")
    table.dice.next(*dice)
    told = await table.pick(table.ann, told, "Up to 32″, in the open")
    assert told.title.startswith("Ann, roll")
    return told


async def test_reactions_behind_one_that_waits_for_an_answer_go_on(past_two: Table) -> None:
    """After Ann's saves and a restart the bot's button lets its next unit On Guard fire, without another question."""
    told = await first_guard_waits(past_two, *[6] * 4)
    await past_two.restart()
    past_two.dice.next(*[6] * 4)
    told = await past_two.click(past_two.ann, told, "Bot rolls")
    assert told.title == "HMG team → Marines"
    assert told.buttons[0] == "Adjutant plays on"
    past_two.dice.next(*[6] * 4)
    told = await past_two.click(past_two.ann, told, "Adjutant plays on")
    assert "Technical → Marines" in told.text
    past_two.dice.next(*[6] * 4)
    told = await past_two.click(past_two.ann, told, "Bot rolls")
    assert told.title == "Technical → Marines"
    assert "Adjutant plays on" not in told.buttons, "all have reacted"


async def test_reactions_behind_an_expired_question_continue(table: Table) -> None:
    def clock() -> float:
        return table.env.now().timestamp()

    table.services.clock = table.services.referee.clock = clock
    await start_against_bot(table, "fubar", "6 1", minutes=10)
    await walk_past(table, "HMG team", "Technical")
    told = await first_guard_waits(table, *[6] * 4)
    table.dice.next(*[6] * 4)
    await wait_quietly(table.env, 605)
    (said,) = (one for one in table.channel.history() if one.id > told.messages[-1].id)
    assert "Adjutant plays on" in table.now(said).buttons


async def test_reactions_before_an_open_question_are_shown_above_it(past_two: Table) -> None:
    """The first unit On Guard has missed; its result is above the question to Ann about the second one."""
    told = await first_guard_waits(past_two, *[1] * 4, *[6] * 4)
    assert "Technical → Marines" in told.text
    assert "HMG team → Marines" in told.text


async def test_a_distance_given_as_a_range_is_approximate_and_an_order_after_an_open_reaction_ends_the_others(
    past_two: Table,
) -> None:
    """Up to 32 inches is not a measured distance. Ann's next order is not the one that the units On Guard react to."""
    told = await first_guard_waits(past_two, *[6] * 4)
    past_two.dice.next(*[6] * 4)
    await past_two.click(past_two.ann, told, "Bot rolls")
    assert (await past_two.entry()).request["distance"] == ["29"]
    for command in ("/why", "/log show"):
        assert (
            "The distance was given as a range and counts as about 29″"
            in (await past_two.say(past_two.ann, command)).text
        )
    told = await past_two.done(past_two.ann, "/activate", unit="Commandos", dice="6")
    assert "Adjutant plays on" not in told.buttons


async def test_each_order_of_one_tap_has_dice_of_its_own(fair_shoots: Table) -> None:
    """All shots of a tap showed the same faces: they were derived from the same data."""
    await fair_shoots.click(fair_shoots.ann, newest(fair_shoots), "Right for all 4")
    rolls = [(one.entropy, one.throw) for entry in await fair_shoots.entries() for one in entry.fresh]
    assert len([entry for entry in await fair_shoots.entries() if entry.command == "fire" and entry.fresh]) > 1
    assert len(set(rolls)) == len(rolls)
    await proven(fair_shoots.services, (await fair_shoots.live()).info.id)


async def test_reports_hold_through_the_shots_of_the_bot_with_the_dice_of_players(bot_shoots: Table) -> None:
    """The view of its figures is asked for once in a step, though each shot waits for dice and has effects."""
    told = newest(bot_shoots)
    await bot_shoots.done(bot_shoots.ann, "/game dice", mode="physical")
    told = await bot_shoots.click(
        bot_shoots.ann, told, next(one for one in told.buttons if one.startswith("Right for all"))
    )
    shots = 0
    while (await bot_shoots.live()).game.holder == "Blue":
        assert not any(one.startswith(("Right for all", "That is right")) for one in told.buttons), told.text
        if "Adjutant plays on" in told.buttons:
            told = await bot_shoots.click(bot_shoots.ann, told, "Adjutant plays on")
            continue
        shots += 1
        told = await bot_shoots.click(bot_shoots.ann, told, "6" if "6" in told.buttons else "Roll for me")
    assert shots > 2
