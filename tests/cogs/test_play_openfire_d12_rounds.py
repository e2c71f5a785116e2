"""Rounds of the Open Fire core rules through Discord: the state between the rolls, over a whole evening."""

from __future__ import annotations

from tests.cogs.table import Table
from tests.cogs.test_play_openfire_d12_ranges import close

__all__ = ["close"]
TAKE_IT = "Do not evade"
EVADE = "Evade: +2 Defence, then 1 suppression token"
FREE = {"attacker": "Raiders", "target": "Line squad", "situation": "free"}
LEAVES = {"unit": "Line squad", "extra": "leaves_assault_range"}
STRIKE = "A free attack before it moves"


async def _green(core: Table, kind: str = "raiders", name: str = "Corsairs") -> None:
    """Let Cyd join as a third side with one unit."""
    await core.done(core.cyd, "/game join", side="Green")
    await core.done(core.ann, "/unit add", name=name, profile=kind, side="Green")


# Free attacks, and leaving assault range


async def test_a_free_attack_is_made_once_and_only_when_a_unit_leaves(close: Table) -> None:
    """Made by command, it uses up the button."""
    assert "Raiders has no free attack at Line squad" in await close.refused(close.bob, "/fire", **FREE)
    told = await close.click(close.bob, await close.done(close.ann, "/move", **LEAVES), STRIKE)
    shown = await close.done(close.bob, "/unit show", unit="Raiders")
    assert "free attack at Line squad" in shown.text
    await close.done(close.bob, "/fire", **FREE, dice=" ".join("1" * 12))
    assert "Too late to react" in (await close.click(close.bob, told, "Raiders: free attack")).whole
    assert "has no free attack" in await close.refused(close.bob, "/fire", **FREE)


async def test_a_move_that_is_undone_gives_no_free_attack(close: Table) -> None:
    told = await close.click(close.bob, await close.done(close.ann, "/move", **LEAVES), STRIKE)
    asked = await close.click(close.ann, told, "Undo")
    await close.click(close.bob, asked, "Agree") if "Agree" in asked.buttons else None
    assert "in_assault_range_of" in await close.states("Line squad")
    assert "has no free attack" in await close.refused(close.bob, "/fire", **FREE)


async def test_a_free_attack_comes_before_another_unit_goes_on(close: Table) -> None:
    await close.click(close.bob, await close.done(close.ann, "/move", **LEAVES), STRIKE)
    warned = await close.warned(close.ann, "/activate", unit="Second squad")
    assert "Raiders has not made its free attack at Line squad yet" in warned.text
    await close.click(close.ann, warned, "Anyway")
    assert "has no free attack" in await close.refused(close.bob, "/fire", **FREE)


async def test_each_side_decides_about_its_own_free_attack(close: Table) -> None:
    await _green(close)
    await close.done(close.cyd, "/assault", attacker="Corsairs", target="Line squad", distance="4")
    await close.done(close.cyd, "/act", action="interact", unit="Corsairs", weapon="hatch")
    asked = await close.done(close.ann, "/move", unit="Line squad", extra="leaves_assault_range=0")
    assert asked.text.startswith(f"<@{close.bob.id}>")
    asked = await close.click(close.bob, asked, "Let it go")
    assert asked.text.startswith(f"<@{close.cyd.id}>")
    told = await close.click(close.cyd, asked, STRIKE)
    assert "by Corsairs" in told.text
    assert "has no free attack" in await close.refused(close.bob, "/fire", **FREE)
    assert (await close.click(close.bob, told, "Corsairs: free attack")).private
    close.dice.next(*(1,) * 12)
    assert (await close.click(close.cyd, told, "Corsairs: free attack")).title == "Corsairs → Line squad"


# A volley


VOLLEY = {
    "attacker": "Line squad",
    "target": "Raiders, Howling band",
    "distance": "12 / 12",
    "firers": "2 service rifle / 3 service rifle",
}


async def test_every_target_of_a_volley_evades_before_any_die(core: Table) -> None:
    core.dice.next(12, 1, 1, 1, 12, 1, 1, 1, 1, 1, 4, 4)
    asked = await core.done(core.ann, "/fire", **VOLLEY)
    assert "Raiders" in asked.text
    before = list(core.dice.thrown)
    asked = await core.click(core.bob, asked, EVADE)
    assert asked.title == "Bob: Evade with Howling band?"
    assert "skill tests" not in asked.text
    assert core.dice.thrown == before
    told = await core.click(core.bob, asked, TAKE_IT)
    assert core.dice.thrown != before
    assert (await core.unit("Raiders")).count("suppression") == 1
    assert (await core.unit("Howling band")).count("suppression") == 0
    assert "Attacked with: 5 service rifles." in told.text
    evaded = [[made.value for made in play.decisions if made.name == "evade"] for play in (await core.entry()).plays]
    assert evaded == [["yes"], ["no"]]


async def test_a_volley_played_again_keeps_the_answer_of_each_target(core: Table) -> None:
    core.dice.next(12, 12, 1, 1, 6, 6, 12, 12, 1, 1, 1, 1, 6, 6)
    asked = await core.done(core.ann, "/fire", **VOLLEY)
    asked = await core.click(core.bob, asked, EVADE)
    await core.click(core.bob, asked, TAKE_IT)
    was = await core.entry()
    told = await core.done(core.ann, "/amend", cover="light / none")
    assert "no failed Defence tests" in told.text
    again = await core.entry()
    assert again.undoes == was.number
    evaded = [made.value for play in again.plays for made in play.decisions if made.name == "evade"]
    assert evaded == ["yes", "no"]
    assert (await core.unit("Howling band")).count("suppression") == 0


async def test_a_third_side_says_so_before_the_dice_too(core: Table) -> None:
    await _green(core)
    volley = VOLLEY | {"target": "Raiders, Corsairs"}
    asked = await core.done(core.ann, "/fire", **volley)
    asked = await core.click(core.bob, asked, TAKE_IT)
    assert asked.text.startswith(f"<@{core.cyd.id}>")
    assert "skill tests" not in asked.text
