"""The figures of a unit in several fights: each strikes in one of them in a turn (FUBAR › Close Combat)."""

from __future__ import annotations

from rules.command.legality import Legality, best_legality
from rules.kernel.request import Request
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table
from tests.cogs.test_play_fubar_fights import roll_labels

SQUAD, MARINES, COMMANDOS = "Planet defence squad", "Marines", "Commandos"
NOBODY_FALLS = f"{'1 ' * 5}/ {'1 ' * 10}"


@beginning
async def fights(demo: Table) -> None:
    """A second turn in which ten figures of Blue fight on with five Marines and five Commandos."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    for name in (MARINES, COMMANDOS):
        await demo.done(demo.ann, "/activate", unit=name, action="assault", dice="6")
        await demo.done(demo.ann, "/assault", attacker=name, target=SQUAD, distance="4", dice=NOBODY_FALLS)
    await demo.anyway(demo.ann, "/turn next")


def _offered_labels(field: dict[str, object]) -> list[str]:
    return [str(option["value"]) for option in field["options"]]  # type: ignore[index,attr-defined]


async def test_figures_that_struck_in_one_fight_are_not_offered_in_the_next(fights: Table) -> None:
    first = {"attacker": MARINES, "target": SQUAD, "situation": "defenders=7"}
    await fights.done(fights.ann, "/assault", **first, dice=f"{'1 ' * 5}/ {'1 ' * 7}")
    asked = await fights.say(fights.ann, "/assault", attacker=COMMANDOS, target=SQUAD)
    form = await fights.click(fights.ann, asked, "Fill in")
    assert form.form
    menu = form.form["components"][0]["component"]
    assert _offered_labels(menu) == [f"defenders={n}" for n in (3, 0, 1, 2)]  # all of them first
    told = await fights.click(fights.ann, asked, asked.buttons[0])  # all of them
    assert roll_labels(told)[:2] == [f"strikes of {COMMANDOS}: 5", f"strikes of {SQUAD}: 3"]


async def test_more_than_are_left_cannot_strike(fights: Table) -> None:
    first = {"attacker": MARINES, "target": SQUAD, "situation": "defenders=7"}
    await fights.done(fights.ann, "/assault", **first, dice=f"{'1 ' * 5}/ {'1 ' * 7}")
    second = {"attacker": COMMANDOS, "target": SQUAD, "situation": "defenders=5"}
    said = await fights.refused(fights.ann, "/assault", **second)
    assert "3 figures" in said


async def test_it_counts_for_the_caller(fights: Table) -> None:
    first = {"attacker": SQUAD, "target": MARINES, "situation": "attackers=10"}
    await fights.done(fights.bob, "/assault", **first, dice=f"{'1 ' * 10}/ {'1 ' * 5}")
    told = await fights.done(fights.ann, "/assault", attacker=COMMANDOS, target=SQUAD, dice="1 1 1 1 1")
    assert roll_labels(told) == [f"strikes of {COMMANDOS}: 5"]


async def test_the_fallen_are_among_those_who_struck(fights: Table) -> None:
    """Four of the seven that fought the Marines fall: the three others are all there for the Commandos."""
    first = {"attacker": MARINES, "target": SQUAD, "situation": "defenders=7"}
    await fights.done(fights.ann, "/assault", **first, dice=f"6 6 6 6 1 / {'1 ' * 7}")
    await fights.done(
        fights.ann, "/assault", attacker=COMMANDOS, target=SQUAD, situation="defenders=3", dice="1 1 1 1 1 / 1 1 1"
    )


async def test_a_new_turn_has_all_the_dice_again(fights: Table) -> None:
    for name, n in ((MARINES, 7), (COMMANDOS, 3)):
        given = {"attacker": name, "target": SQUAD, "situation": f"defenders={n}"}
        await fights.done(fights.ann, "/assault", **given, dice=f"{'1 ' * 5}/ {'1 ' * n}")
    await fights.anyway(fights.ann, "/turn next")
    given = {"attacker": COMMANDOS, "target": SQUAD, "situation": "defenders=10"}
    await fights.done(fights.ann, "/assault", **given, dice=NOBODY_FALLS)


async def test_a_charge_finds_those_whom_no_other_fight_has(demo: Table) -> None:
    """The seven in contact with the Marines are named; when the Commandos charge, three are left to strike at them."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    for name, struck in ((MARINES, 7), (COMMANDOS, 3)):
        await demo.done(demo.ann, "/activate", unit=name, action="assault", dice="6")
        given = {"situation": "defenders=7"} if name == MARINES else {}
        dice = f"{'1 ' * 5}/ {'1 ' * struck}"
        told = await demo.done(demo.ann, "/assault", attacker=name, target=SQUAD, distance="4", **given, dice=dice)
    assert roll_labels(told) == [f"strikes of {COMMANDOS}: 5", f"strikes of {SQUAD}: 3"]
    assert "7 figures of Planet defence squad have struck in other fights of this turn." in told.lines


async def test_a_charge_at_a_unit_that_is_to_fight_on_is_answered_by_a_share_of_it(demo: Table) -> None:
    """Figures that strike at the Commandos no longer strike at the Marines, and the same holds after an amendment."""
    await demo.done(demo.ann, "/activate", unit=MARINES, action="assault", dice="6")
    await demo.done(demo.ann, "/assault", attacker=MARINES, target=SQUAD, distance="4", dice=NOBODY_FALLS)
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit=COMMANDOS, action="assault", dice="6")
    nobody_falls = f"{'1 ' * 5}/ {'1 ' * 6}"
    charge = {"attacker": COMMANDOS, "target": SQUAD, "distance": "4", "dice": nobody_falls}
    asked = await demo.say(demo.ann, "/assault", **charge)
    assert asked.form
    assert _offered_labels(asked.form["components"][0]["component"]) == [f"defenders={n}" for n in (10, *range(10))]
    told = await demo.fill(demo.ann, asked, situation=["defenders=6"])
    assert roll_labels(told)[:2] == [f"strikes of {COMMANDOS}: 5", f"strikes of {SQUAD}: 6"]
    told = await demo.done(demo.ann, "/amend", distance="5")
    assert f"strikes of {SQUAD}: 6" in roll_labels(told)
    asked = await demo.say(demo.ann, "/assault", attacker=MARINES, target=SQUAD)
    assert asked.form
    assert _offered_labels(asked.form["components"][0]["component"])[0] == "defenders=4"


async def test_a_charge_that_others_may_react_to_is_declared_so_whatever_is_asked(fights: Table) -> None:
    """Menus show that it is warned of; the number of figures that strike is asked anyway."""
    charger, target = await fights.unit("Regular section"), await fights.unit(SQUAD)
    await fights.done(fights.ann, "/initiative", dice="6 1")
    await fights.done(fights.ann, "/activate", unit="Regular section", action="assault", dice="6")
    charge = Request("assault", unit=(charger.id,), target=(target.id,), side="Red")
    assert best_legality((await fights.live()).board, charge) is Legality.NEEDS_INPUT
    await fights.done(fights.bob, "/marker set", unit="HMG team", marker="on_guard", count=1)
    assert best_legality((await fights.live()).board, charge) is Legality.WARNED


async def test_an_undo_gives_the_dice_back(fights: Table) -> None:
    first = {"attacker": MARINES, "target": SQUAD, "situation": "defenders=7"}
    await fights.done(fights.ann, "/assault", **first, dice=f"{'1 ' * 5}/ {'1 ' * 7}")
    told = await fights.say(fights.ann, "/undo")
    if "Agree" in told.buttons:
        await fights.click(fights.bob, told, "Agree")
    second = {"attacker": COMMANDOS, "target": SQUAD, "situation": "defenders=10"}
    await fights.done(fights.ann, "/assault", **second, dice=NOBODY_FALLS)
