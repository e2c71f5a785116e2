"""Fights over several turns: the order of strikes, units that stay engaged, and used turns (FUBAR › Close Combat)."""

from __future__ import annotations

from rules.game.events import StateSet
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told


def roll_labels(told: Told) -> list[str]:
    """Return the labels of the rolls, with their numbers of dice."""
    lines = [line.removeprefix("🎲 ") for line in told.lines if line.startswith("🎲")]
    return [f"{line.partition(',')[0]}: {len(line.partition('): ')[2].partition(' →')[0].split())}" for line in lines]


async def test_those_brought_down_in_the_charge_strike_last(demo: Table) -> None:
    await demo.done(demo.bob, "/marker set", unit="Planet defence squad", marker="on_guard", count=1)
    await demo.done(demo.ann, "/activate", unit="Regular section", action="assault", dice="6")
    await demo.done(demo.ann, "/move", unit="Regular section")
    shot = {"attacker": "Planet defence squad", "target": "Regular section", "distance": "8", "situation": "reaction"}
    await demo.done(demo.bob, "/fire", **shot, firers="8 infantry_rifle", dice="6 6 1 1 1 1 1 1 / 1 1")
    told = await demo.done(
        demo.ann,
        "/assault",
        attacker="Regular section",
        target="Planet defence squad",
        distance="4",
        dice="1 1 1 1 1 1 / 1 1 1 1 1 1 1 1 1 1 / 1 1",
    )
    assert roll_labels(told) == [
        "strikes of Regular section: 6",
        "strikes of Planet defence squad: 10",
        "late strikes of Regular section: 2",
    ]


async def _fight(demo: Table, attacker: str, target: str, dice: str = "", **more: str) -> Told:
    """Assault with a unit of Red, or continue its fight."""
    options = more | ({"dice": dice} if dice else {})
    return await demo.done(demo.ann, "/assault", attacker=attacker, target=target, **options)


@beginning
async def melee(demo: Table) -> None:
    """Marines and Militia have fought a round without losses."""
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    told = await _fight(demo, "Marines", "Militia", "1 1 1 1 1 / 1 1 1 1 1 1 1 1", distance="4")
    assert MOVES_UP in told.lines


@beginning
async def two_on_one(demo: Table) -> None:
    """Marines and Commandos are in close combat with the Planet defence squad, all without losses."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await _two_on_one(demo)


async def _two_on_one(demo: Table, target: str = "Planet defence squad") -> None:
    """Put Marines and Commandos into close combat with one unit of Blue, without losses."""
    figures = (await demo.unit(target)).models
    for name in ("Marines", "Commandos"):
        await demo.done(demo.ann, "/activate", unit=name, action="assault", dice="6")
        await _fight(demo, name, target, f"{'1 ' * 5}/ {'1 ' * figures}", distance="4")


async def _enemies_in_contact(demo: Table, name: str) -> set[str]:
    units = (await demo.live()).game.units
    return {units[id].name for id in (await demo.unit(name)).words("engaged_with")}


async def _next_turn(demo: Table) -> Told:
    return await demo.anyway(demo.ann, "/turn next")


async def test_no_unit_stays_engaged_with_units_killed_by_another(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await _two_on_one(demo, "HMG team")
    await _next_turn(demo)
    situation = "defenders=2"
    await _fight(demo, "Commandos", "HMG team", "6 6 1 1 1 / 1 1 / 1 1", situation=situation)
    assert "engaged_with" not in await demo.states("Marines")
    assert "activated" not in await demo.states("HMG team")
    told = await _next_turn(demo)
    assert "The fight goes on" not in told.text
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/move", unit="Marines", action="walk")


async def test_a_fight_of_one_side_only_is_over(demo: Table) -> None:
    """An undo of a shot that ended the fight for one of the two can cause this."""
    board = (await demo.live()).board
    one, other = (await demo.unit("Marines")).id, (await demo.unit("Militia")).id
    half = StateSet(unit=one, state="engaged_with", value=other)
    whole = StateSet(unit=other, state="engaged_with", value=one)
    assert StateSet(unit=one, state="engaged_with", value=None) in board.system.settle(board.after([half]))
    assert not board.system.settle(board.after([half, whole]))


async def test_an_undo_puts_no_fighting_unit_back_inside(demo: Table) -> None:
    """A unit that left its vehicle by an undone command stays in the fight that it has entered since."""
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    await _next_turn(demo)
    await demo.done(demo.ann, "/marker set", unit="IFV", marker="destroyed", count=1)
    out = await demo.last()
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    await _fight(demo, "Marines", "Militia", "1 1 1 1 1 / 1 1 1 1 1 1 1 1", distance="4")
    told = await demo.say(demo.ann, "/undo", entry=out)
    if "Agree" in told.buttons:
        await demo.click(demo.bob, told, "Agree")
    assert (await demo.unit("IFV")).alive
    assert await _enemies_in_contact(demo, "Marines") == {"Militia"}
    assert "aboard" not in await demo.states("Marines")


async def test_a_vehicle_boarded_since_is_not_undone_below_that(melee: Table) -> None:
    """With the fight they would be outside again: getting in depends on breaking off."""
    await _next_turn(melee)
    told = await melee.done(melee.ann, "/act", action="withdraw", unit="Marines", dice="6 / 4")
    await melee.click(melee.bob, told, "Let them go")
    left = await melee.last()
    await melee.done(melee.ann, "/act", action="board", unit="Marines", target="IFV")
    said = await melee.refused(melee.ann, "/undo", entry=left)
    assert f"undo entry {left + 1} first" in said
    assert "aboard" in await melee.states("Marines")
    await melee.done(melee.ann, "/undo")
    told = await melee.done(melee.ann, "/undo")
    if "Agree" in told.buttons:
        await melee.click(melee.bob, told, "Agree")
    assert await _enemies_in_contact(melee, "Marines") == {"Militia"}


async def test_losses_by_hand_leave_no_more_suppressed_than_alive(demo: Table) -> None:
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="suppressed", count=3)
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="2")
    assert (await demo.states("Marines"))["suppressed"] == 2
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="0")
    assert "suppressed" not in await demo.states("Marines")


async def test_who_is_engaged_with_several_is_asked_how_many_fight_each(two_on_one: Table) -> None:
    assert await _enemies_in_contact(two_on_one, "Planet defence squad") == {"Marines", "Commandos"}
    told = await two_on_one.done(two_on_one.bob, "/unit show", unit="Planet defence squad")
    assert "engaged with Marines and Commandos" in told.text
    assert "Commandos" in "".join(line for line in (await _next_turn(two_on_one)).lines if "fight on" in line)
    asked = await two_on_one.say(two_on_one.ann, "/assault", attacker="Marines", target="Planet defence squad")
    assert asked.form
    told = await two_on_one.fill(two_on_one.ann, asked, situation=["defenders=4"])
    assert roll_labels(told)[:2] == ["strikes of Marines: 5", "strikes of Planet defence squad: 4"]


async def test_breaking_off_leaves_all_of_them(two_on_one: Table) -> None:
    await _next_turn(two_on_one)
    leave = {"action": "withdraw", "unit": "Planet defence squad", "target": "Commandos", "dice": "6 / 4"}
    told = await two_on_one.done(two_on_one.bob, "/act", **leave)
    await two_on_one.click(two_on_one.ann, told, "Let them go")
    for name in ("Marines", "Commandos", "Planet defence squad"):
        assert "engaged_with" not in await two_on_one.states(name)


async def test_caught_by_one_the_others_are_left(two_on_one: Table) -> None:
    await _next_turn(two_on_one)
    leave = {"action": "withdraw", "unit": "Planet defence squad", "target": "Commandos", "dice": "6 / 1 / 6 / 6"}
    told = await two_on_one.done(two_on_one.bob, "/act", **leave)
    await two_on_one.click(two_on_one.ann, told, told.buttons[0])
    assert await _enemies_in_contact(two_on_one, "Planet defence squad") == {"Commandos"}
    assert await _enemies_in_contact(two_on_one, "Marines") == set()


async def test_an_enemy_that_another_unit_holds_in_close_combat_does_not_follow(two_on_one: Table) -> None:
    """It was asked, and left the other close combat without breaking off, still engaged at a distance."""
    await _next_turn(two_on_one)
    told = await two_on_one.done(two_on_one.ann, "/act", action="withdraw", unit="Marines", dice="6 / 4")
    assert "It breaks off 4″ away from the enemy; nobody follows." in told.text
    assert "Planet defence squad is in close combat with Commandos too: it cannot follow." in told.text
    assert await _enemies_in_contact(two_on_one, "Planet defence squad") == {"Commandos"}
    assert await _enemies_in_contact(two_on_one, "Marines") == set()


async def test_only_enemies_in_the_fight_are_offered_to_follow(two_on_one: Table) -> None:
    before = await two_on_one.last()
    form = await two_on_one.say(two_on_one.bob, "/act", action="withdraw", unit="Planet defence squad")
    assert form.form
    assert await two_on_one.last() == before
    menu = next(
        row["component"] for row in form.form["components"] if row["component"]["custom_id"].startswith("target")
    )
    assert [one["label"] for one in menu["options"]] == ["Marines", "Commandos"]
    commandos = (await two_on_one.unit("Commandos")).id
    told = await two_on_one.fill(two_on_one.bob, form, target=[commandos])
    assert "Planet defence squad: breaking off from Commandos" in told.title + told.text


async def _break_off(demo: Table, dice: str, *, follow: bool) -> None:
    """The Militia tries to get away from the Marines at the start of the second turn."""
    await _next_turn(demo)
    told = await demo.done(demo.bob, "/act", action="withdraw", unit="Militia", dice=dice)
    if told.buttons and "follow" in told.buttons[0]:
        await demo.click(demo.ann, told, told.buttons[0] if follow else "Let them go")


async def test_those_who_followed_have_had_their_turn(melee: Table) -> None:
    await _break_off(melee, "6 / 4 / 6 / 1", follow=True)
    assert (await melee.states("Marines"))["moved"] == 1
    await melee.warned(melee.ann, "/fire", attacker="Marines", target="Militia", distance="5")


async def test_the_winner_of_the_first_fight_of_a_turn_has_had_it(melee: Table) -> None:
    await melee.done(melee.ann, "/unit edit", unit="Marines", field="models", value="1")
    await _next_turn(melee)
    await melee.done(melee.bob, "/assault", attacker="Militia", target="Marines", dice="6 1 1 1 1 1 1 1 / 1 / 1")
    await melee.warned(melee.bob, "/fire", attacker="Militia", target="Commandos", distance="10")
    await melee.warned(melee.bob, "/move", unit="Militia", action="run")


MOVES_UP = "📌 Free defenders within 3″ may join in."


async def test_a_round_is_fought_once_a_turn_and_one_not_fought_is_named_before_the_turn_ends(melee: Table) -> None:
    """That nearby defenders may move up is said with the charge (see `melee`), never in a continued fight."""
    fight = {"attacker": "Marines", "target": "Militia"}
    assert "have fought their round" in (await melee.warned(melee.ann, "/assault", **fight)).text
    assert "have not fought" not in (await melee.warned(melee.ann, "/turn next")).text
    await _next_turn(melee)
    told = await melee.warned(melee.ann, "/turn next")
    assert "Marines and Militia have not fought their round this turn" in told.text
    back = {"attacker": "Militia", "target": "Marines", "dice": "1 1 1 1 1 1 1 1 / 1 1 1 1 1"}
    assert "may join in" not in (await melee.done(melee.bob, "/assault", **back)).text
    await melee.warned(melee.ann, "/assault", **fight)


async def test_figures_that_roll_to_follow_stand_up(melee: Table) -> None:
    await melee.done(melee.ann, "/marker set", unit="Marines", marker="suppressed", count=1)
    told = await melee.done(melee.bob, "/act", action="withdraw", unit="Militia", dice="6 / 4 / 1")
    told = await melee.click(melee.ann, told, told.buttons[0])
    assert "1 figure suppressed +1" in told.text
    assert "suppressed" not in await melee.states("Marines")


async def test_who_lets_them_go_lies_on(melee: Table) -> None:
    await melee.done(melee.ann, "/marker set", unit="Marines", marker="suppressed", count=1)
    told = await melee.done(melee.bob, "/act", action="withdraw", unit="Militia", dice="6 / 4")
    await melee.click(melee.ann, told, "Let them go")
    assert (await melee.states("Marines"))["suppressed"] == 1


async def test_unless_the_ruling_says_that_they_lie_on(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="melee_stand_up", value="no")
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    await _fight(demo, "Marines", "Militia", "1 1 1 1 1 / 1 1 1 1 1 1 1 1", distance="4")
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="suppressed", count=1)
    await _next_turn(demo)
    assert (await demo.states("Militia"))["suppressed"] == 1
    told = await demo.done(
        demo.bob, "/assault", attacker="Militia", target="Marines", dice="1 1 1 1 1 1 1 / 1 1 1 1 1 / 1"
    )
    assert roll_labels(told)[-1] == "late strikes of Militia: 1"


async def test_no_unit_assaults_out_of_a_vehicle_or_into_one(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Commandos", dice="6")
    await demo.done(demo.ann, "/act", action="board", unit="Commandos", target="IFV")
    fight = {"attacker": "Commandos", "target": "HMG team", "distance": "4"}
    assert "inside a vehicle" in await demo.refused(demo.ann, "/assault", **fight)
    into = {"attacker": "HMG team", "target": "Commandos", "distance": "4"}
    assert "inside a vehicle" in await demo.refused(demo.bob, "/assault", **into)


async def test_a_side_whose_last_try_a_fight_took_is_passed_over(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="1 6")
    for name in ("Planet defence squad", "HMG team", "Technical"):
        await demo.done(demo.bob, "/activate", unit=name, dice="6")
    await demo.anyway(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    assert (await demo.live()).game.holder == "Blue"
    told = await _fight(demo, "Marines", "Militia", "1 1 1 1 1 / 1 1 1 1 1 1 1 1", distance="4")
    assert (await demo.live()).game.holder == "Red"
    assert "Red's turn, 3 units left." in told.text


async def test_the_options_count_those_who_moved_up(demo: Table) -> None:
    offered = [label for label, _ in await demo.type(demo.ann, "/assault", "situation", "defenders")]
    assert offered[:2] == [
        "1 defender in contact, with those within 3″ who moved up",
        "2 defenders in contact, with those within 3″ who moved up",
    ]
    topic = await demo.done(demo.ann, "/rules topic", topic="close_combat")
    assert "within 3″" in topic.text
