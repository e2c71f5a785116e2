"""`/undo`, `/why`, `/log`: undoing and looking back."""

from __future__ import annotations

from tests.cogs.table import Table, same_as_record
from tests.cogs.undoing import undo_entry

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def test_undo_puts_everything_back(demo: Table) -> None:
    before = (await demo.live()).game.units
    demo.dice.next(5, 5, 6, 1, 1, 1, 1, 1, 1)
    await demo.done(demo.ann, "/fire", **SHOT)
    told = await undo_entry(demo)
    assert told.title.startswith("Undone: Regular section → Militia")
    assert "📌 Militia: put back 2 models and remove 1 suppressed marker." in told.text
    assert "Red rolls these dice next: d6 5 5 6 1 1 1 1 1 1." in told.text
    assert (await demo.live()).game.units == before
    await same_as_record(demo.services, await demo.live())


async def test_undone_dice_come_out_first_whatever_the_command(demo: Table) -> None:
    """A solo player needs no consent; the other side rolls dice of its own."""
    await demo.done(demo.bob, "/game leave")
    demo.dice.next(5, 4, 6, 1, 1, 1, 1, 1, 1)
    await demo.done(demo.ann, "/fire", **SHOT)
    await undo_entry(demo)
    told = await demo.done(demo.ann, "/activate", unit="Marines")
    assert "activation, 3+ (bot): **5**" in told.text
    told = await demo.done(demo.ann, "/initiative")
    assert "initiative of Red (bot): 4" in told.text
    assert len(demo.dice.thrown) == 10
    assert "Red uses the undone 4." in told.text


async def test_two_undone_shots_come_out_in_their_order(demo: Table) -> None:
    demo.dice.next(*range(1, 7), 1, 2, 3)
    await demo.done(demo.ann, "/fire", **SHOT)
    await demo.done(demo.ann, "/activate", unit="Marines")
    activation = demo.dice.thrown[-1]
    await undo_entry(demo)
    await undo_entry(demo)
    assert (await demo.live()).game.queues[6] == (1, 2, 3, 4, 5, 6, 1, 2, 3, activation)


async def test_physical_faces_do_not_go_to_the_bot(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT, dice="5 5 5 1 1 1 1 1 1")
    told = await undo_entry(demo)
    assert "dice next" not in told.text
    assert not (await demo.live()).game.queues.get(6)


async def test_only_the_last_standing_entry_is_undone(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    shot = await demo.last()
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="3")
    assert f"undo entry {shot + 1} first" in await demo.refused(demo.ann, "/undo", entry=shot)
    await undo_entry(demo, entry=shot + 1)
    assert "is already undone" in await demo.refused(demo.ann, "/undo", entry=shot + 1)
    await undo_entry(demo, entry=shot)
    assert "There is no entry 999" in await demo.refused(demo.ann, "/undo", entry=999)


async def test_the_issuer_undoes_the_last_one(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    assert "not in this game" in await demo.refused(demo.cyd, "/undo")
    await demo.done(demo.bob, "/activate", unit="Militia")
    assert (await undo_entry(demo, demo.bob)).title.startswith("Undone")
    assert (await undo_entry(demo)).title.startswith("Undone")


async def test_the_start_of_a_game_is_not_undone(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    assert "There is nothing to undo." in await table.refused(table.ann, "/undo")


async def test_why_gives_every_number_with_its_rule(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT, cover="soft", situation="walk", dice="5 2 6 4 5 1 3 5 1")
    told = await demo.say(demo.cyd, "/why")
    assert told.private
    assert "+5: seasoned (Units › Training)" in told.text
    assert "+1: soft cover (Cover)" in told.text
    assert "= 6+ needed" in told.text
    assert "FUBAR 4th edition" in told.footer


async def test_why_about_an_entry_without_dice(demo: Table) -> None:
    told = await demo.say(demo.ann, "/why", entry=1)
    assert told.text == "No dice and no rule: changed by hand."
    assert told.footer == "Entry 1 · FUBAR 4th edition"
    assert "There is no entry 99" in await demo.refused(demo.ann, "/why", entry=99)


async def test_why_before_the_first_dice(demo: Table) -> None:
    assert "No dice have been rolled" in await demo.refused(demo.ann, "/why")


async def test_why_names_the_ruling_as_it_stood_then(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT, dice="5 5 5 1 1 1 1 1 1")
    shot = await demo.last()
    await demo.done(demo.ann, "/rulings set", name="allocation", value="casualties_first")
    told = await demo.say(demo.ann, "/why", entry=shot)
    assert "As usual: suppress first (allocation)" in told.text


async def test_the_log_by_kind_unit_and_player(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    await demo.done(demo.bob, "/activate", unit="HMG team")
    assert "Regular section → Militia\n" in (await demo.done(demo.cyd, "/log show", kind="fire")).text
    assert "tries to activate" not in (await demo.done(demo.cyd, "/log show", kind="fire")).text
    about = (await demo.done(demo.cyd, "/log show", unit="HMG team")).text
    assert "HMG team: activation" in about
    assert "fires at" not in about
    by = (await demo.done(demo.cyd, "/log show", player="Bob")).text
    assert "Ann:" not in by
    assert (await demo.done(demo.cyd, "/log show", player="No side")).text == "Nothing yet."
    assert (await demo.done(demo.cyd, "/log show", last=1)).text.count("<t:") == 1


async def test_undone_entries_are_struck_through(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    await undo_entry(demo)
    line = (await demo.done(demo.ann, "/log show", kind="fire")).text
    assert line.startswith("~~")
    assert line.endswith("~~ (undone)")


async def test_a_long_log_stays_within_the_limits(demo: Table) -> None:
    for _ in range(10):
        await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="5", reason="r" * 500)
        await demo.say(demo.ann, "/marker set", unit="Militia", marker="suppressed", count=1, reason="*" * 500)
    await demo.done(demo.ann, "/log show", last=50)


async def test_why_names_the_entry_that_set_a_state(demo: Table) -> None:
    """An undone entry is no longer the reason."""
    marked = {"unit": "Marines", "marker": "suppressed"}
    await demo.done(demo.ann, "/marker set", **marked, count=1)
    first = await demo.last()
    await demo.done(demo.ann, "/marker set", **marked, count=3)
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert f"+3: 3 figures suppressed, by entry {first + 1} (Suppression)" in (await demo.say(demo.cyd, "/why")).text
    await undo_entry(demo)
    await undo_entry(demo)
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert f"+1: 1 figure suppressed, by entry {first} (Suppression)" in (await demo.say(demo.cyd, "/why")).text
