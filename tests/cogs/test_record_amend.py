"""`/amend`: the last roll again with forgotten facts, the same faces, and new dice only where needed."""

from __future__ import annotations

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, same_as_record
from tests.cogs.undoing import agree, ask_consent, undo_entry

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "situation": "walk"}
NINE = (5, 5, 6, 1, 1, 1, 1, 1, 1)


async def fire_shot(demo: Table, **more: str) -> int:
    demo.dice.next(*NINE)
    await demo.done(demo.ann, "/fire", **SHOT, **more)
    return await demo.last()


@beginning
async def shot(demo: Table) -> None:
    """The demo after that shot."""
    await fire_shot(demo)


async def sound(table: Table) -> None:
    await same_as_record(table.services, await table.live())


async def test_forgotten_cover_counts_with_the_same_faces_in_one_entry_that_undoes_the_old(shot: Table) -> None:
    """Seasoned 5+, with soft cover 6+: of 5 5 6 only the 6 hits, and suppresses; the two dead come back. The odds are
    those before the shot.
    """
    number = await shot.last()
    told = await shot.done(shot.ann, "/amend", cover="soft")
    assert told.title == f"Amended: Regular section → Militia (entry {number})"
    assert "🎲 to hit, 6+ (bot): 5 5 **6** 1 1 1 1 1 1 → **1**" in told.text
    assert "📌 Militia: put back 2 models." in told.text
    assert f"Entry {number} worked out again with the same dice: cover soft." in told.text
    militia = await shot.unit("Militia")
    assert (militia.models, militia.count("suppressed")) == (8, 1)
    assert len(shot.dice.thrown) == 9
    assert not (await shot.live()).game.queues.get(6)
    entry = await shot.entry()
    assert (entry.number, entry.undoes, entry.command) == (number + 1, number, "fire")
    assert entry.plays[0].throws[0].faces == NINE
    assert entry.request["cover"] == ["soft"]
    assert told.buttons == ("Initiative", "Amend", "Undo", "Why?")
    assert "soft cover" in (await shot.say(shot.bob, "/why")).text
    assert (await shot.say(shot.bob, "/log show", kind="fire")).text.count("(undone)") == 1
    assert "1.50 hits" in (await shot.click(shot.bob, told, "Odds")).text
    await sound(shot)


async def test_an_amended_older_shot_uses_the_board_of_then_and_names_later_changes(shot: Table) -> None:
    """Nine rifles fired; later changes of the shooters are named and do not count."""
    await shot.done(shot.ann, "/marker set", unit="Regular section", marker="suppressed", count=3)
    await shot.done(shot.ann, "/marker set", unit="IFV", marker="stunned", count=1)
    question = await shot.say(shot.ann, "/amend", cover="soft")
    told = await shot.click(shot.bob, question, "Agree")
    assert "🎲 to hit, 6+ (bot): 5 5 **6** 1 1 1 1 1 1 → **1**" in told.text
    since = "It counts as at that time, without what came later: Correction: Regular section, suppressed 3."
    assert since in question.text
    assert since in told.text
    assert (await shot.states("Regular section"))["suppressed"] == 3


async def test_dice_that_did_not_exist_are_rolled_by_the_bot_and_wait_for_the_next_roll_when_it_is_undone(
    demo: Table,
) -> None:
    demo.dice.next(5, 5, 6, 1)
    await demo.done(demo.ann, "/fire", **SHOT, firers="4 assault_rifle")
    demo.dice.next(6, 6)
    told = await agree(demo, await demo.done(demo.ann, "/amend", firers="6 assault_rifle"))
    assert (await demo.entry()).plays[0].throws[0].faces == (5, 5, 6, 1, 6, 6)
    assert "→ **5**" in told.text
    await sound(demo)
    await undo_entry(demo)
    assert (await demo.entry()).plays[0].throws[0].faces == (5, 5, 6, 1)
    assert (await demo.live()).game.queues[6] == (6, 6)
    await sound(demo)


async def test_an_amendment_that_is_not_the_last_roll_goes_with_its_shot(shot: Table) -> None:
    number = await shot.last()
    await shot.done(shot.ann, "/amend", cover="soft")
    await shot.done(shot.ann, "/activate", unit="Marines", dice="6")
    told = await undo_entry(shot, entry=number + 1)
    assert f"This also undoes entry {number}, which it replaced" in told.text
    await sound(shot)


async def test_dice_that_are_not_needed_go_back_to_the_queue(shot: Table) -> None:
    told = await agree(shot, await ask_consent(shot, shot.ann, "/amend", firers="4 assault_rifle"))
    assert "No longer needed: d6 1 1 1 1 1. Red uses them first on the next roll." in told.text
    assert (await shot.entry()).plays[0].throws[0].faces == (5, 5, 6, 1)
    assert (await shot.live()).game.queues[6] == (1, 1, 1, 1, 1)
    await undo_entry(shot)
    assert 6 not in (await shot.live()).game.queues
    await undo_entry(shot)
    assert (await shot.live()).game.queues[6] == NINE
    await sound(shot)


async def test_dice_that_did_not_exist_are_asked_by_hand(demo: Table) -> None:
    """Two more rifles than were counted: two dice are asked for, through a restart, and may be the bot's after all."""
    await demo.done(demo.ann, "/game dice", mode="physical")
    await demo.done(demo.ann, "/fire", **SHOT, firers="4 assault_rifle", dice="5 5 6 1")
    number = await demo.last()
    question = await agree(demo, await demo.say(demo.ann, "/amend", firers="6 assault_rifle"))
    assert "roll 2d6: to hit" in question.title
    await demo.restart()
    form = await demo.click(demo.ann, question, "Enter dice")
    told = await demo.fill(demo.ann, form, throw0="6 2")
    assert told.title.startswith("Amended")
    entry = await demo.entry()
    assert (entry.plays[0].throws[0].faces, entry.undoes) == ((5, 5, 6, 1, 6, 2), number)
    assert entry.plays[0].throws[0].source == "physical"
    await sound(demo)


async def test_own_dice_that_an_amendment_had_no_use_for_lie_there_when_it_is_taken_back(demo: Table) -> None:
    """Five rifles did not fire after all, and then they did: their dice were rolled, and are not asked for again."""
    await demo.done(demo.ann, "/game dice", mode="physical")
    await demo.done(demo.ann, "/fire", **SHOT, dice=" ".join(map(str, NINE)))
    before = (await demo.live()).game.units
    await demo.done(demo.ann, "/amend", firers="4 assault_rifle")
    assert (await demo.entry()).plays[0].throws[0].faces == NINE[:4]
    await demo.restart()
    await undo_entry(demo)
    throw = (await demo.entry()).plays[0].throws[0]
    assert (throw.faces, throw.source) == (NINE, "physical")
    assert (await demo.live()).game.units == before
    await sound(demo)


async def test_a_whole_roll_of_own_dice_lies_there_when_an_amendment_is_taken_back(demo: Table) -> None:
    """In hard cover there were no hits, so no saves were rolled; without the cover the saves are the old ones."""
    await demo.done(demo.ann, "/game dice", mode="physical")
    shot = {"attacker": "HMG team", "target": "Marines", "distance": "20"}
    await demo.done(demo.bob, "/fire", **shot, dice="4 4 1 1 / 6 2")
    await demo.done(demo.bob, "/amend", cover="hard")
    assert [len(one.faces) for one in (await demo.entry()).plays[0].throws] == [4]
    await demo.click(demo.ann, await demo.say(demo.bob, "/undo"), "Agree")
    assert [one.faces for one in (await demo.entry()).plays[0].throws] == [(4, 4, 1, 1), (6, 2)]
    await sound(demo)


async def test_physical_and_bot_dice_of_one_roll_are_kept_apart(demo: Table) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    await demo.done(demo.ann, "/fire", **SHOT, firers="4 assault_rifle", dice="5 5 6 1")
    question = await agree(demo, await demo.say(demo.ann, "/amend", firers="6 assault_rifle"))
    demo.dice.next(6, 2)
    told = await demo.click(demo.ann, question, "Bot rolls")
    assert "(own dice, 2 bot)" in told.text
    await undo_entry(demo)
    assert (await demo.live()).game.queues[6] == (6, 2)
    await undo_entry(demo)
    live = await demo.live()
    assert live.game.queues[6] == (6, 2)
    assert [laid.faces for kept in live.game.kept.values() for laid in kept] == [(5, 5, 6, 1)]
    await sound(demo)


async def test_decisions_made_stay_made(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    demo.dice.next(*NINE)
    question = await demo.say(demo.ann, "/fire", **SHOT)
    await demo.click(demo.bob, question, "0 suppressed, 3 casualties")
    assert (await demo.unit("Militia")).models == 5
    told = await demo.done(demo.ann, "/amend", cover="soft")
    assert told.title.startswith("Amended")
    assert ((await demo.unit("Militia")).models, await demo.states("Militia")) == (7, {})


async def test_without_dice_or_anything_forgotten_and_before_the_last_roll_nothing_is_amended(demo: Table) -> None:
    """A distance was added to an initiative, once the other side had agreed."""
    assert "No dice have been rolled yet" in await demo.refused(demo.ann, "/amend", cover="soft")
    number = await fire_shot(demo)
    assert "Amend what?" in await demo.refused(demo.ann, "/amend")
    said = await demo.refused(demo.ann, "/amend", entry=1, cover="soft")
    assert said == "Entry 1 has no dice: nothing to amend."
    said = await demo.refused(demo.ann, "/amend", entry=number - 1, cover="soft")
    assert said == f"Entry {number - 1} has no dice: nothing to amend. Undo it with `/undo`."
    assert "Cover: there is no 'tissue'; choose " in await demo.refused(demo.ann, "/amend", cover="tissue")
    assert "There is no entry 99" in await demo.refused(demo.ann, "/amend", entry=99, cover="soft")
    assert "not in this game" in await demo.refused(demo.cyd, "/amend", cover="soft")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    wrong = [("distance", "12"), ("firers", "4 assault_rifle"), ("cover", "soft"), ("count", 0), ("count", 9)]
    for option, value in wrong:
        said = await demo.refused(demo.ann, "/amend", **{option: value})
        assert f"Entry {number + 1} has no {option}. It is: Initiative of turn 1." in said
    assert f"Entry {number + 1} is later and has dice too" in await demo.refused(
        demo.ann, "/amend", entry=number, cover="soft"
    )


async def test_an_entry_that_a_later_one_depends_on_cannot_be_amended(shot: Table) -> None:
    number = await shot.last()
    await shot.done(shot.bob, "/marker set", unit="Militia", marker="suppressed", count=0)
    said = await shot.refused(shot.ann, "/amend", entry=number, cover="soft")
    assert f"Entry {number + 1} depends on it" in said


async def test_no_unit_that_has_acted_since_falls_by_an_amendment(table: Table) -> None:
    """The last of the raiders is activated after a shot that does nothing; amended, that shot would kill it."""
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/unit edit", unit="Raiders", field="hp", value="0 0 0 0 0 1")
    await table.done(table.ann, "/move", unit="Line squad", action="advance")
    shot = {"attacker": "Line squad", "target": "Raiders", "distance": "6", "cover": "heavy"}
    await table.done(table.ann, "/fire", **shot, dice="7 1 1 1 1 1 1 1 1 1 / 6")
    number = await table.last()
    await table.done(table.ann, "/activate", unit="Raiders")
    assert (await table.states("Raiders"))["activated"]
    said = await table.refused(table.ann, "/amend", entry=number, cover="light")
    assert said.startswith(f"Entry {number + 1} depends on it")
    raiders = await table.unit("Raiders")
    assert raiders.alive
    assert raiders.has("activated")
    await sound(table)


async def test_no_amendment_ends_a_round_in_which_a_unit_waits_since(table: Table) -> None:
    """The last unit of the round has fired; then a manual marker shows that another one has not acted yet."""
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/initiative", dice="6 6 / 1 1")
    for unit in (await table.live()).game.units.values():
        if unit.name != "Line squad":
            await table.done(table.ann, "/marker set", unit=unit.name, marker="activated", count=1)
    await table.done(table.ann, "/move", unit="Line squad", action="advance")
    shot = {"attacker": "Line squad", "target": "Raiders", "distance": "6", "cover": "heavy"}
    await table.done(table.ann, "/fire", **shot, dice="7 1 1 1 1 1 1 1 1 1 / 6")
    number = await table.last()
    assert (await table.live()).game.holder is None
    await table.done(table.ann, "/marker set", unit="Veteran squad", marker="activated", count=0)
    assert (await table.live()).game.holder == "Red"
    said = await table.done(table.ann, "/amend", entry=number, cover="light")
    assert "Red's turn, 1 unit left." in said.whole
    assert "/turn next" not in said.whole
    assert (await table.live()).game.holder == "Red"
    await sound(table)


async def test_an_amendment_is_amended(shot: Table) -> None:
    number = await shot.last()
    await shot.done(shot.ann, "/amend", cover="soft")
    await agree(shot, await shot.done(shot.ann, "/amend", cover="none"))
    assert (await shot.unit("Militia")).models == 6
    assert len(shot.dice.thrown) == 9
    assert [one.undoes for one in (await shot.entries())[-2:]] == [number, number + 1]
    await shot.done(shot.ann, "/undo")
    assert (await shot.entry()).request["cover"] == ["soft"]
    await undo_entry(shot)
    assert "cover" not in (await shot.entry()).request
    await undo_entry(shot)
    assert (await shot.live()).game.queues[6] == NINE
    await sound(shot)
