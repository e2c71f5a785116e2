"""Assault ranges of the Open Fire core rules through Discord: a unit that leaves one is asked, and attacked first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told

STRIKE = "A free attack before it moves"
STAYS, LEAVES = "stays_in_assault_range", "leaves_assault_range"
SQUAD = {"unit": "Line squad"}
AWAY = {"attacker": "Line squad", "target": "Turncoats", "distance": "4"}
FREE = {"attacker": "Raiders", "target": "Line squad", "situation": "free"}
HELD = "Line squad waits for the free attack by Raiders."


async def _assault(core: Table, *names: str) -> None:
    """Units of Bob come within 1″ of the Line squad, and have had their actions."""
    for name in names:
        goes = core.done if name == names[0] else core.anyway
        await goes(core.bob, "/assault", attacker=name, target="Line squad", distance="4")
        await core.done(core.bob, "/act", action="interact", unit=name, weapon="hatch")


@beginning
async def close(core: Table) -> None:
    """The Raiders are within 1″ of the Line squad, and have had their actions."""
    await _assault(core, "Raiders")


async def _leave_range(core: Table) -> Told:
    """The Line squad leaves the Raiders, who have said yes to their free attack and not rolled it."""
    return await core.click(core.bob, await core.done(core.ann, "/move", **SQUAD, extra=LEAVES), STRIKE)


def _options(told: Told, menu: str) -> dict[str, str]:
    """Return the options of a menu in a form: labels by their values."""
    assert told.form, told
    parts = [row["component"] for row in told.form["components"]]
    found = next(part for part in parts if part["custom_id"].startswith(menu))
    return {one["value"]: one["label"] for one in found["options"]}


async def _near(core: Table, name: str = "Line squad") -> set[str]:
    """Return the names of the enemies whose assault range a unit is in."""
    units = (await core.live()).game.units
    return {units[id].name for id in (await core.unit(name)).words("in_assault_range_of")}


# A free attack that was said yes to comes first

NEXT: dict[str, tuple[str, dict[str, Any]]] = {
    "advance": ("/move", SQUAD),
    "rush": ("/move", SQUAD | {"action": "rush"}),
    "fire": ("/fire", {"attacker": "Line squad", "target": "Turncoats", "distance": "14"}),
    "assault": ("/assault", AWAY),
    "interact": ("/act", SQUAD | {"action": "interact", "weapon": "hatch"}),
    "dangerous": ("/act", SQUAD | {"action": "dangerous"}),
    "activate": ("/activate", SQUAD),
}


async def test_nothing_of_the_mover_comes_before_the_free_attack(close: Table) -> None:
    """It is offered nothing; other units go on with a warning. Then nothing is held any more."""
    told = await _leave_range(close)
    assert "Line squad has 1 action left: wait for the free attack by Raiders." in told.text
    assert not {"Rush 4″", "Interact"} & set(told.buttons)
    shown = await close.done(close.ann, "/unit show", unit="Line squad")
    assert "Options: wait for the free attack by Raiders" in shown.text
    for command, given in NEXT.values():
        refused = await close.refused(close.ann, command, **given)
        assert refused.startswith(HELD), given
        assert "`/fire` at Line squad, situation `free`" in refused
    warned = await close.warned(close.ann, "/activate", unit="Second squad")
    assert "Raiders has not made its free attack at Line squad yet" in warned.text
    close.dice.next(*(1,) * 12)
    await close.click(close.bob, told, "Raiders: free attack")
    for command, given in NEXT.values():
        again = await close.say(close.ann, command, **given)
        assert HELD not in again.whole
        assert not again.refused, given


async def test_a_declined_free_attack_holds_no_unit(close: Table) -> None:
    await _leave_range(close)
    assert "`/act let_go`" in await close.refused(close.ann, "/move", **SQUAD, action="rush")
    assert (
        "Line squad has 1 action left: " in (await close.done(close.bob, "/act", action="let_go", unit="Raiders")).text
    )
    await close.done(close.ann, "/move", **SQUAD, action="rush")
    assert "has no free attack" in await close.refused(close.bob, "/fire", **FREE)
    assert "has no free attack to decline" in await close.refused(close.bob, "/act", action="let_go", unit="Raiders")


async def test_a_unit_that_can_no_longer_attack_holds_no_enemy(close: Table) -> None:
    await _leave_range(close)
    await close.done(close.bob, "/marker set", unit="Raiders", marker="suppression", count=2)
    await close.done(close.ann, "/move", **SQUAD, action="rush")


# Leaving an assault range is asked


async def test_a_move_in_an_assault_range_asks_whether_it_leaves(close: Table) -> None:
    both = await close.refused(close.ann, "/move", **SQUAD, extra=f"{STAYS}, {LEAVES}")
    assert "at the same time" in both
    form = await close.say(close.ann, "/move", **SQUAD, extra=f"{LEAVES}=3")
    assert set(_options(form, "extra")) == {STAYS, LEAVES}, "no enemy has that number"
    form = await close.say(close.ann, "/move", **SQUAD)
    assert _options(form, "extra") == {STAYS: "It stays within 1″ of Raiders", LEAVES: "It leaves Raiders"}
    told = await close.fill(close.ann, form, extra=[STAYS])
    assert "It stays within 1″ of Raiders." in told.text
    assert await _near(close) == {"Raiders"}


async def test_of_several_enemies_it_is_asked_whose_range_it_leaves(core: Table) -> None:
    await _assault(core, "Raiders", "Howling band")
    form = await core.say(core.ann, "/move", **SQUAD)
    assert _options(form, "extra") == {
        STAYS: "It stays within 1″ of Raiders and Howling band",
        f"{LEAVES}=1": "Only Raiders",
        f"{LEAVES}=2": "Only Howling band",
        f"{LEAVES}=0": "All of them",
    }
    told = await core.fill(core.ann, form, extra=[f"{LEAVES}=2"])
    told = await core.click(core.bob, told, STRIKE)
    assert "by Howling band" in told.text
    assert "It stays within 1″ of Raiders" in told.text
    assert (await _near(core), await _near(core, "Raiders")) == ({"Raiders"}, {"Line squad"})
    assert not await _near(core, "Howling band")
    assert "has no free attack" in await core.refused(core.bob, "/fire", **FREE)
    core.dice.next(*(1,) * 12)
    assert (await core.click(core.bob, told, "Howling band: free attack")).title == "Howling band → Line squad"


async def test_two_of_three_enemies_are_left(core: Table) -> None:
    await core.done(core.bob, "/act", action="scout", unit="Scout pair")
    await _assault(core, "Raiders", "Howling band", "Scout pair")
    form = await core.say(core.ann, "/move", **SQUAD)
    both = next(value for value, label in _options(form, "extra").items() if label == "Raiders and Scout pair")
    told = await core.fill(core.ann, form, extra=[both])
    await core.click(core.bob, told, "Let it go")
    assert await _near(core) == {"Howling band"}
    assert "Line squad" not in await _near(core, "Scout pair")


async def test_an_assault_by_another_unit_asks_too(close: Table) -> None:
    asked = await close.say(close.ann, "/assault", **AWAY)
    assert asked.buttons == ("It stays within 1″ of Raiders", "It leaves Raiders", "Fill in")
    assert set(_options(await close.click(close.ann, asked, "Fill in"), "situation")) == {STAYS, LEAVES}
    told = await close.click(close.ann, asked, "It stays within 1″ of Raiders")
    assert "It stays within 1″ of Raiders." in told.text
    assert await _near(close) == {"Raiders", "Turncoats"}


async def test_a_form_of_the_controls_asks_the_same(close: Table) -> None:
    told = await close.done(close.ann, "/activate", unit="Line squad")
    form = await close.pick(close.ann, told, "Assault: Turncoats")
    asked = await close.fill(close.ann, form, distance="4")
    assert "Does Line squad leave an assault range?" in asked.whole
    await close.click(close.ann, asked, "It stays within 1″ of Raiders")
    assert await _near(close) == {"Raiders", "Turncoats"}


async def test_an_assault_that_leaves_is_warned_of_and_attacked_for_it(close: Table) -> None:
    asked = await close.say(close.ann, "/assault", **AWAY)
    warned = await close.click(close.ann, asked, "It leaves Raiders")
    assert "may not leave the assault range of Raiders" in warned.text
    told = await close.click(close.ann, warned, "Anyway")
    assert "free attack by Raiders" in told.text
    assert await _near(close) == {"Turncoats"}


# Within 1″


async def test_within_1_only_weapons_of_range_1_attack(core: Table) -> None:
    shot = {"attacker": "Raiders", "target": "Line squad", "distance": "1"}
    told = await core.done(core.bob, "/fire", **shot, dice=" ".join("1" * 12))
    assert "Attacked with: 6 blades." in told.text
    assert await _near(core) == {"Raiders"}


async def test_the_form_tells_a_target_within_1_apart(core: Table) -> None:
    form = await core.pick(core.ann, await core.done(core.ann, "/activate", unit="Line squad"), "Attack: Raiders")
    bands = _options(form, "distance")
    assert list(bands.items())[:2] == [("1in", "Up to 1″"), ("6in", "Over 1″, up to 6″")]
    warned = await core.fill(core.ann, form, distance=["1in"])
    assert "attack it only with weapons of range 1″" in warned.text


# Two tokens


async def test_two_tokens_recover_or_interact(core: Table) -> None:
    await core.done(core.bob, "/marker set", unit="Raiders", marker="suppression", count=2)
    shown = (await core.done(core.bob, "/unit show", unit="Raiders")).text
    assert "2: recovers or interacts" in shown
    assert "recovers only" not in shown
    assert "Options: recover (2 tokens); interact" in shown


# Dangerous ground of an assault

OVER = {"attacker": "Raiders", "target": "Line squad", "distance": "4", "situation": "dangerous"}


async def test_a_unit_that_falls_on_the_way_does_not_assault(core: Table) -> None:
    await core.done(core.bob, "/unit edit", unit="Raiders", field="models", value="1")
    await core.done(core.bob, "/unit edit", unit="Raiders", field="hp", value="0 0 0 0 0 1")
    told = await core.done(core.bob, "/assault", **OVER, dice="12 / 1")
    assert "Raiders is wiped out" in told.text
    assert "Impact" not in told.text
    assert await _near(core) == set()


@pytest.mark.parametrize("ground", ["/move", "/assault"])
async def test_the_roll_for_dangerous_ground_is_due_until_it_is_made(close: Table, ground: str) -> None:
    """It is a state, and any other action before it is warned of; it is offered, and the new round warns too."""
    if ground == "/move":
        asked = await close.done(close.ann, "/move", **SQUAD, extra=LEAVES, terrain="dangerous")
        told = await close.click(close.bob, asked, "Let it go")
    else:
        told = await close.anyway(close.ann, "/assault", **AWAY, situation=f"{LEAVES}, dangerous")
        await close.done(close.bob, "/act", action="let_go", unit="Raiders", target="Line squad")
    due = "Line squad rolls for the dangerous ground first"
    assert "Ground test" in told.buttons
    assert (await close.states("Line squad"))["ground_due"] == 1
    assert due in (await close.warned(close.ann, "/act", action="interact", unit="Line squad", weapon="hatch")).text
    assert "roll for the dangerous ground" in (await close.say(close.ann, "/unit show", unit="Line squad")).text
    for command in ("/turn next", "/activate"):
        unit = {"unit": "Second squad"} if command == "/activate" else {}
        assert due in (await close.say(close.ann, command, **unit)).text
    await close.done(close.ann, "/act", action="dangerous", unit="Line squad", dice="1 1 1 1 1")
    assert "ground_due" not in await close.states("Line squad")


# BR: the ruling climb_down


@pytest.mark.parametrize(("ruling", "inches"), [("one_free", 6), ("as_up", 5)])
async def test_br_climb_down_shows_the_cost_of_a_single_level(core: Table, ruling: str, inches: int) -> None:
    await core.done(core.ann, "/rulings set", name="climb_down", value=ruling)
    told = await core.done(core.ann, "/move", **SQUAD, extra="levels_down=1")
    assert f"Up to {inches}″" in told.text
    assert f"{ruling.replace('_', ' ')} (climb down)" in (await core.done(core.ann, "/why")).text


async def test_br_climb_down_is_for_assaults_too_and_not_cited_for_pairs(core: Table) -> None:
    await core.done(core.ann, "/rulings set", name="climb_down", value="as_up")
    down = {"attacker": "Raiders", "target": "Line squad", "distance": "4", "situation": "levels_down=3"}
    told = await core.done(core.bob, "/assault", **down)
    assert "Up to 8″" in told.text
    assert "as up (climb down)" in (await core.done(core.ann, "/why")).text
    await core.done(core.bob, "/act", action="interact", unit="Raiders", weapon="hatch")
    told = await core.done(core.ann, "/move", unit="Second squad", extra="levels_down=2")
    assert "Up to 5″" in told.text
    assert "climb down" not in (await core.done(core.ann, "/why")).text
