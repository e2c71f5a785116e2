"""Verifiable dice as players see them: the commitment at the start, the seed at the end, and the verification."""

from __future__ import annotations

import re

from bot.dice.provable import commitment
from tests.cogs.table import Table
from tests.proving import proven, seeds
from tests.turns import three_systems

PROMISED = "🎲 The dice can be checked: `/fairness show`"


async def test_a_new_game_begins_with_a_promise(fair: Table) -> None:
    told = await fair.done(fair.ann, "/game new", system="fubar")
    assert PROMISED in told.lines
    shown = await fair.done(fair.bob, "/fairness show")
    assert f"Commitment: `{commitment(seeds()())}`" in shown.lines
    assert "So far: 0 rolls with 0 dice." in shown.lines
    assert "secret until the game is over" in shown.text


async def test_thumb_a_new_campaign_begins_with_a_promise_and_the_commitment_is_a_tap_away(fair: Table) -> None:
    told = await fair.done(fair.ann, "/campaign new", name="The long summer", system="fubar")
    assert told.lines[-1] == "🎲 The dice of the aftermath can be checked: **Why?**"
    seed = await fair.services.record.campaigns.seed(
        (await fair.services.record.campaigns.all(str(fair.guild.id)))[0].id
    )
    assert seed is not None
    assert seed.commitment not in told.whole
    why = await fair.click(fair.bob, told, "Why?")
    assert why.private
    assert f"commitment `{seed.commitment}`" in why.text


async def test_the_seed_is_shown_at_the_end_and_checked(fair: Table) -> None:
    await fair.done(fair.ann, "/game demo")
    await fair.done(fair.ann, "/game join", side="Red")
    await fair.done(fair.ann, "/fire", attacker="Marines", target="Militia", distance="20")
    assert "The seed is still secret" in await fair.refused(fair.ann, "/fairness verify")
    assert "End the game first" in await fair.refused(fair.ann, "/fairness reveal")
    why = await fair.done(fair.ann, "/why")
    seed = seeds()().hex()
    assert seed not in why.text
    await fair.done(fair.ann, "/game end")
    shown = await fair.done(fair.ann, "/fairness reveal")
    assert f"Seed: `{seed}`" in shown.lines
    assert commitment(seeds()()) in shown.text
    checked = await fair.done(fair.bob, "/fairness verify")
    assert checked.lines[0] == "✅ Every roll of the bot matches the seed: 1 roll with 7 dice."
    resumed = await fair.done(fair.ann, "/game reopen")
    assert "have a new seed" in resumed.text
    assert "1 earlier seed" in (await fair.done(fair.ann, "/fairness show")).text


@three_systems
async def test_the_demo_of_every_system_can_be_proven(fair: Table, system: str) -> None:
    told = await fair.done(fair.ann, "/game demo", system=system)
    assert PROMISED in told.lines
    await fair.done(fair.ann, "/game join", side="Red")
    await fair.done(fair.bob, "/game join", side="Blue")
    live = await fair.live()
    for step in live.system.about.steps:
        name, *options = re.split(r" (?=\w+:)", step.removeprefix("/"))
        await fair.say(fair.ann, f"/{name}", **dict(option.split(":", 1) for option in options))
    if not (await proven(fair.services, live.info.id))["fairness"]["throws"]:
        await fair.say(fair.ann, "/initiative")
    found = await proven(fair.services, live.info.id)
    assert found["fairness"]["throws"]
    await fair.restart()
    await proven(fair.services, live.info.id)


async def test_a_game_without_a_seed_says_so(demo: Table) -> None:
    shown = await demo.done(demo.ann, "/fairness show")
    assert "the game is too old" in shown.text
    assert "the game is too old" in await demo.refused(demo.ann, "/fairness reveal")
    assert "the game is too old" in await demo.refused(demo.ann, "/fairness verify")
