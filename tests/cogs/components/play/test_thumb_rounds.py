"""Controls under a result of the Open Fire core rules, whose units take two actions: the next one, by name."""

from __future__ import annotations

import pytest

from tests.cogs.components.play.test_thumb_row import field_of
from tests.cogs.table import Table


@pytest.fixture
async def rounds(core: Table) -> Table:
    """Return a demo of d12 with short results; Red goes first."""
    core.services.details.usual = "short"
    await core.done(core.bob, "/act", action="scout", unit="Scout pair")
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    return core


async def test_a_unit_that_may_recover_has_a_control_for_it_and_sees_the_result(rounds: Table) -> None:
    """The distance of the enemies is one of three buttons."""
    await rounds.done(rounds.ann, "/marker set", unit="Line squad", marker="suppression", count=1)
    told = await rounds.done(rounds.ann, "/activate", unit="Line squad")
    asked = await rounds.pick(rounds.ann, told, "Line squad: Recover …", "Next: Line squad")
    assert asked.form is None
    rounds.dice.next(2)
    failed = await rounds.click(rounds.ann, asked, "An enemy within 6″")
    assert failed.lines[0] == "**Line squad: recover, failed (2, needed 6+)**"
    assert "Line squad: remove 1 suppression marker." in failed.text
    await rounds.done(rounds.ann, "/turn end")
    await rounds.anyway(rounds.bob, "/turn end")
    await rounds.done(rounds.ann, "/marker set", unit="Veteran squad", marker="suppression", count=1)
    rounds.dice.next(2, 9)
    told = await rounds.done(rounds.ann, "/act", action="recover", unit="Veteran squad", situation="enemy_within_6")
    assert told.lines[0] == "**Veteran squad: recover, passed (2, again 9, needed 5+)**", "a re-roll"


async def test_who_was_attacked_in_its_go_fires_first_as_it_has_not_fired(rounds: Table) -> None:
    """The shot was the enemy's."""
    await rounds.done(rounds.ann, "/activate", unit="Second squad")
    await rounds.done(rounds.ann, "/turn end")
    await rounds.done(rounds.bob, "/assault", attacker="Raiders", target="Line squad", distance="4")
    await rounds.done(rounds.bob, "/turn end")
    await rounds.done(rounds.ann, "/activate", unit="Line squad")
    asked = await rounds.done(rounds.ann, "/move", unit="Line squad", extra="leaves_assault_range")
    told = await rounds.click(rounds.bob, asked, "A free attack before it moves")
    rounds.dice.next(*[1] * 12)
    struck = await rounds.click(rounds.bob, told, "Raiders: free attack")
    assert struck.buttons[0] == "Attack …"


async def test_a_target_has_its_chance_whatever_it_has_done(rounds: Table) -> None:
    """Its earlier actions make no difference to the shooter."""
    for unit, who in (("Line squad", rounds.ann), ("Raiders", rounds.bob)):
        await rounds.done(who, "/activate", unit=unit)
        await rounds.done(who, "/move", unit=unit)
        await rounds.done(who, "/move", unit=unit, action="rush")
    told = await rounds.done(rounds.ann, "/activate", unit="Second squad")
    form = await rounds.click(rounds.ann, told, "Attack …")
    found = [one["description"] for one in field_of(form, "target")["options"]]
    assert all(one.endswith(("lost", "damage")) for one in found), found
    assert not any(word in one for one in found for word in ("moved", "done", "activated"))
