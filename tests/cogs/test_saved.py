"""`/force save`, `/force export`, `/force remove`: forces that a person keeps."""

from __future__ import annotations

import pytest

from bot.services.saved_forces import MOST_FORCES
from bot.store.tables import SavedForce
from data import SYSTEMS
from data.forces import force_from, force_text, sample_forces
from tests.cogs.table import Table, Told


async def _file(told: Told) -> tuple[str, bytes]:
    (file,) = told.messages[-1].attachments
    return file.filename, await file.read()


async def _forget_losses(table: Table) -> None:
    await table.done(table.ann, "/unit edit", unit="Marines", field="weapons", value="3 assault rifles, 2 lmg")
    await table.done(table.ann, "/unit edit", unit="Marines", field="name", value='Jack\'s "Own"')
    await table.done(table.ann, "/marker set", unit="Commandos", marker="suppressed", count=2)
    await table.done(table.bob, "/fire", attacker="HMG team", target="Commandos", distance="9", dice="roll")


async def test_a_side_is_saved_as_it_was_mustered_and_loaded_again(demo: Table) -> None:
    before = {unit.name: unit for unit in (await demo.live()).game.of_side("Red")}
    await _forget_losses(demo)
    told = await demo.done(demo.ann, "/force save", name="Home guard")
    assert told.private
    assert told.title == "Home guard is saved: 4 units"
    await demo.done(demo.ann, "/game new", system="fubar", where=demo.other)
    await demo.done(demo.ann, "/force load", force="home guard", side="Green", where=demo.other)
    units = {unit.name: unit for unit in (await demo.live(demo.other)).game.of_side("Green")}
    assert units["Commandos"].model_copy(update={"id": "u", "side": "Red"}) == before["Commandos"].model_copy(
        update={"id": "u", "owner": units["Commandos"].owner}
    )
    assert [(one.name, one.count) for one in units['Jack\'s "Own"'].weapons] == [("assault_rifle", 3), ("lmg", 2)]


@pytest.mark.parametrize("kind", ["toml", "json"])
async def test_an_exported_side_is_loaded_again_unchanged(demo: Table, kind: str) -> None:
    await _forget_losses(demo)
    name, content = await _file(await demo.done(demo.ann, "/force export", format=kind))
    assert name == f"red.{kind}"
    await demo.done(demo.ann, "/game new", system="fubar", where=demo.other)
    await demo.done(demo.ann, "/force load", side="Red", file=(name, content), where=demo.other)
    await demo.done(demo.ann, "/game join", side="Red", where=demo.other)
    again = await demo.done(demo.ann, "/force export", format=kind, where=demo.other)
    first, second = (force_from(text.decode(), name) for text in (content, (await _file(again))[1]))
    assert first.units == second.units


@pytest.mark.parametrize("kind", ["toml", "json"])
@pytest.mark.parametrize("system", [system.key for system in SYSTEMS])
def test_every_sample_force_goes_to_a_file_and_back(system: str, kind: str) -> None:
    for force in sample_forces(system).values():
        assert force_from(force_text(force, "json" if kind == "json" else "toml"), f"a.{kind}") == force


def test_hostile_words_go_to_a_file_and_back() -> None:
    given = {
        "name": 'a"b\\c]',
        "system": "fubar",
        "about": "x\x7f\n\t\x01 é \u2028",
        "units": [{"name": "'''", "a b": {"é": []}}],
    }
    force = force_from(force_text(force_from(_json(given), "a.json"), "toml"), "a.toml")
    assert force == force_from(_json(given), "a.json")


def _json(given: object) -> str:
    import json

    return json.dumps(given)


@pytest.mark.parametrize("system", [system.key for system in SYSTEMS])
async def test_both_demo_sides_of_every_system_are_saved_and_loaded(table: Table, system: str) -> None:
    await table.done(table.ann, "/game demo", system=system)
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/game join", side=side)
        await table.done(table.ann, "/force save", name=f"My {side}")
        await table.done(table.ann, "/force load", force=f"yours: My {side}", side=f"{side} again")
    game = (await table.live()).game
    kept = [unit.model_dump(exclude={"id", "name", "side"}) for unit in game.of_side("Red")]
    assert kept == [unit.model_dump(exclude={"id", "name", "side"}) for unit in game.of_side("Red again")]


async def test_the_same_name_is_replaced_only_after_it_was_said(demo: Table) -> None:
    await demo.done(demo.ann, "/force save", name="Mine")
    await demo.done(demo.ann, "/unit remove", unit="IFV")
    asked = await demo.say(demo.ann, "/force save", name="mine")
    assert asked.private
    assert "Mine, 4 units" in asked.text
    assert (await demo.services.saved_forces.mine(str(demo.ann.id)))[0].body["units"][3]["name"] == "IFV"
    await demo.restart()
    done = await demo.click(demo.ann, asked, "Replace")
    assert done.title == "Mine is replaced: 3 units"
    assert len(await demo.services.saved_forces.mine(str(demo.ann.id))) == 1


async def test_forces_are_their_savers_own(demo: Table) -> None:
    await demo.done(demo.ann, "/force save", name="Secret")
    assert ("Secret · yours", "yours: Secret") in await demo.type(demo.ann, "/force load", "force")
    assert not [one for one in await demo.type(demo.bob, "/force load", "force") if "Secret" in one[0]]
    assert "Secret, 4 units" in (await demo.say(demo.ann, "/force list")).text
    assert "Secret" not in (await demo.say(demo.bob, "/force list")).text
    assert "Which force?" in await demo.refused(demo.bob, "/force load", force="yours: Secret", side="Blue")
    assert "You keep no force" in await demo.refused(demo.bob, "/force remove", force="Secret")


async def test_a_force_is_kept_for_its_system_only(demo: Table) -> None:
    await demo.done(demo.ann, "/force save", name="Mine")
    await demo.done(demo.ann, "/game new", system="opreb", where=demo.other)
    assert "Mine" not in str(await demo.type(demo.ann, "/force load", "force", where=demo.other))
    said = await demo.refused(demo.ann, "/force load", force="Mine", side="Red", where=demo.other)
    assert "Which force?" in said


async def test_a_force_is_forgotten(demo: Table) -> None:
    await demo.done(demo.ann, "/force save", name="Mine")
    assert await demo.type(demo.ann, "/force remove", "force") == [("Mine · yours", "yours: Mine")]
    assert (await demo.say(demo.ann, "/force remove", force="yours: Mine")).title == "Mine is forgotten"
    assert await demo.type(demo.ann, "/force remove", "force") == []


async def test_a_force_may_be_called_like_a_sample(demo: Table) -> None:
    await demo.done(demo.bob, "/force save", name="Raiders")
    loaded = await demo.done(demo.bob, "/force load", force="yours: Raiders")
    assert "Militia" in loaded.text
    sample = await demo.done(demo.bob, "/force export", force="raiders")
    assert b"regular_section" in (await _file(sample))[1]


async def test_fifty_forces_are_kept_and_no_more(demo: Table) -> None:
    for n in range(MOST_FORCES):
        await demo.services.record.keep_force(_saved(demo, n))
    assert "keep 50 forces" in await demo.refused(demo.ann, "/force save", name="More")
    assert len(await demo.type(demo.ann, "/force load", "force")) == 25
    assert (await demo.say(demo.ann, "/force list")).text.count("yours") == MOST_FORCES
    asked = await demo.say(demo.ann, "/force save", name="W0" + "x" * 58)
    assert (await demo.click(demo.ann, asked, "Replace")).title.endswith("is replaced: 4 units")


def _saved(demo: Table, n: int) -> SavedForce:
    name = f"W{n}".ljust(60, "x")
    body = {"name": name, "system": "fubar", "units": [{"type": "militia"}]}
    return SavedForce(user_id=str(demo.ann.id), system="fubar", key=name.casefold(), name=name, saved_at=1.0, body=body)


async def test_nothing_is_saved_without_a_side_or_units(demo: Table) -> None:
    assert "not in this game" in await demo.refused(demo.cyd, "/force save", name="Mine")
    await demo.done(demo.cyd, "/game join", side="Green")
    assert "Green has no units yet" in await demo.refused(demo.cyd, "/force save", name="Mine")
    assert "Name" in await demo.refused(demo.ann, "/force save", name=" ")
