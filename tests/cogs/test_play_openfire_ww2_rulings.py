"""Open Fire WW2 through the bot: rulings that decide who tests, who moves, and which side a blast strikes."""

from __future__ import annotations

from tests.cogs.table import Table

# Who takes the test of an order

HOLD = {"action": "hold_the_line", "unit": "Company HQ", "target": "Engineers, Rifle team", "distance": "9"}
FIRE_AT = {"action": "concentrate_fire", "unit": "Company HQ", "target": "Engineers, Rifle team, MG team"}


async def test_br_the_officer_tests_for_all_by_ruling(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="order_test", value="officer")
    told = await ww2.done(ww2.ann, "/act", **FIRE_AT, distance="6", dice="1 1")
    assert "Rifle team fires at MG team now, +1 WPN." in told.text
    for unit in ("Engineers", "Rifle team"):
        assert {"concentrate_fire", "manoeuvre"} == set(await ww2.states(unit))
    await ww2.done(ww2.ann, "/fire", attacker="Rifle team", target="MG team", distance="9", dice="1")
    await ww2.done(ww2.ann, "/move", unit="Rifle team")
    assert "moved and fought" in (await ww2.warned(ww2.ann, "/act", action="sprint", unit="Rifle team")).text


async def test_br_each_unit_tests_by_ruling_and_those_who_fail_do_not_obey(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="order_test", value="unit")
    told = await ww2.done(ww2.ann, "/act", **HOLD, dice="1 1 / 6 6")
    assert "Initiative of Engineers" in told.text
    assert await ww2.states("Engineers") == {"acted": 1, "holds_the_line": 1}
    assert await ww2.states("Rifle team") == {"acted": 1}
    assert await ww2.states("Company HQ") == {"acted": 1}
    assert "used its action" in (await ww2.warned(ww2.ann, "/act", **HOLD)).text
    for target in ("Medium tank", "Engineers, Medium tank"):
        order = {"action": "fall_back", "unit": "Company HQ", "target": target, "distance": "9"}
        said = (await ww2.say(ww2.ann, "/act", **order)).whole
        assert ("Name a squad" in said) is (target == "Medium tank")


# Leaving a position


async def test_br_who_has_just_hit_the_dirt_leaves_its_position_at_half_rate(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="hit_the_dirt", unit="Rifle team", dice="1 1")
    told = await ww2.done(ww2.ann, "/move", unit="Rifle team", extra="leave_position")
    assert "Up to 2″" in told.text
    assert "half (leave position rate)" in told.text
    assert "hit_the_dirt" not in await ww2.states("Rifle team")


async def test_br_but_not_in_a_later_turn(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="hit_the_dirt", unit="Rifle team", dice="1 1")
    await ww2.anyway(ww2.ann, "/turn next")
    await ww2.done(ww2.ann, "/act", action="hit_the_dirt", unit="Rifle squad", dice="1 1")
    told = await ww2.done(ww2.ann, "/move", unit="Rifle team", extra="leave_position")
    assert "Up to 5″" in told.text
    assert "leave position rate" not in told.text
    assert "lay_before" not in await ww2.states("Rifle team")
    assert "Up to 2″" in (await ww2.done(ww2.ann, "/move", unit="Rifle squad", extra="leave_position")).text


async def test_br_or_in_full_by_ruling(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="leave_position_rate", value="full")
    await ww2.done(ww2.ann, "/act", action="hit_the_dirt", unit="Rifle team", dice="1 1")
    told = await ww2.done(ww2.ann, "/move", unit="Rifle team", extra="leave_position")
    assert "Up to 5″" in told.text
    assert "full (leave position rate)" in told.text


# Pinned under Fall Back


async def _order_back(ww2: Table) -> str:
    """Return the reply when pinned Engineers are ordered back, and a move is given to them."""
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    await ww2.done(ww2.ann, "/marker set", unit="Engineers", marker="pinned", count=1)
    order = {"action": "fall_back", "unit": "Company HQ", "target": "Rifle team, Engineers", "distance": "12"}
    return (await ww2.done(ww2.ann, "/act", **order, dice="3 3")).text


async def test_br_a_pinned_squad_stays_under_fall_back(ww2: Table) -> None:
    told = await _order_back(ww2)
    assert "Move to the nearest terrain, if not in cover: Rifle team." in told
    assert "Pinned; they stay, by the ruling `fall_back_when_pinned`: Engineers." in told
    await ww2.done(ww2.ann, "/move", unit="Rifle team")


async def test_br_or_moves_by_ruling(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="fall_back_when_pinned", value="moves")
    told = await _order_back(ww2)
    assert "Move to the nearest terrain, if not in cover: Rifle team and Engineers." in told
    assert "Pinned; they move, by the ruling `fall_back_when_pinned`: Engineers." in told
    assert "Up to 5″" in (await ww2.done(ww2.ann, "/move", unit="Engineers")).text
    assert "No move: pinned" in (await ww2.done(ww2.ann, "/move", unit="Engineers")).text


# Blasts

NEAR = {"action": "blast", "unit": "AT gun", "target": "Medium tank"}


async def test_br_blast_facing_is_cited_and_may_be_the_top(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="blast_facing", value="top")
    told = await ww2.done(ww2.bob, "/act", **NEAR, dice="6")
    assert "Medium tank: 1 HP lost (2 left) and engine damaged" in told.text
    assert "top (blast facing)" in told.text
    assert set(await ww2.states("Medium tank")) == {"engine_damaged"}


async def test_br_by_default_a_blast_strikes_the_front(ww2: Table) -> None:
    assert "front (blast facing)" in (await ww2.done(ww2.bob, "/act", **NEAR, dice="1")).text
