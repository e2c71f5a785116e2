"""`/force`: samples and files that are loaded, and a player's saved forces."""

from __future__ import annotations

import json
import tomllib

import pytest

from bot.services.play.saved_forces import MOST_FORCES
from bot.store.tables import SavedForce
from data import SYSTEMS
from data.files import force_text, parse_force, sample_forces
from rules.command.force import Force
from tests.cogs.table import Table, Told
from tests.rows import for_each
from tests.turns import three_systems

FORCE = """
name = "Patrol"
system = "fubar"
units = [{ type = "militia", name = "Watch" }, { type = "technical" }]
"""


async def _new(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")


async def test_a_sample_force_is_listed_and_comes_for_a_side(table: Table) -> None:
    await _new(table)
    told = await table.done(table.ann, "/force load", force="Raiders", side="Red")
    assert "4 units: Regular section, Marines, Commandos and IFV." in told.text
    assert "There is" not in told.text
    listed = await table.say(table.cyd, "/force list")
    assert listed.private
    assert "`raiders` Raiders, 4 units" in listed.text
    for force in ({"force": "ghosts"}, {}):
        assert "Which force? Choose" in await table.refused(table.ann, "/force load", side="Red", **force)


def force_from(text: str, name: str) -> Force:
    return parse_force(json.loads(text) if name.endswith(".json") else tomllib.loads(text), name)


async def test_a_force_of_ones_own_in_toml_and_json(table: Table) -> None:
    await _new(table)
    await table.done(table.ann, "/force load", side="Red", file=("patrol.toml", FORCE.encode()))
    given = {"name": "Patrol", "system": "fubar", "units": [{"type": "marines"}]}
    await table.done(table.ann, "/force load", side="Blue", file=("patrol.json", json.dumps(given).encode()))
    assert [unit.name for unit in (await table.live()).game.units.values()] == ["Watch", "Technical", "Marines"]


BAD_FILES: list[tuple[str, bytes, str]] = [
    ("a.toml", b"name = ", "cannot be read"),
    ("a.json", b"[1]", "a force is a table"),
    ("a.json", b"[" * 50_000, "cannot be read"),
    ("a.toml", b"\x89PNG\0", "has no text"),
    ("a.toml", b"#" * 64_001, "too large"),
    ("a.toml", b"name = 0x" + b"F" * 5_000, "give a text"),
    ("a.json", b'{"name": ' + b"9" * 5_000 + b"}", "cannot be read"),
    ("a.toml", b'name = "x"\nsystem = "opreb"\nunits = [{ type = "militia" }]', "is a force for opreb"),
    ("a.toml", b'name = "x"\nsystem = "fubar"\nunits = []', "Units"),
    ("a.toml", b'name = "x"\nsystem = "fubar"\nunits = [{ type = "ghosts" }]', "Unit 1 (ghosts)"),
    ("a.toml", b'name = "x"\nsystem = "fubar"\nunits = [{ type = "militia", models = 0 }]', "models"),
    ("a.toml", b'name = "x"\nsystem = "fubar"\nunits = [{ type = "militia", models = 1e99 }]', "models"),
    ("a.json", b'{"name":"x","system":"fubar","units":[{"type":["a"]}]}', "Unit 1"),
    ("a.json", b'{"name":"x","system":"fubar","units":[{"type":"militia","profile":"abc"}]}', "Unit 1"),
    ("a.json", b'{"name":"x","system":"fubar","units":[{"type":"militia","profile":[1]}]}', "Unit 1"),
    ("a.json", b'{"name":"x","system":"fubar","units":[{"name":"x","profile":{"level":"god"}}]}', "level"),
    ("a.json", b'{"name":"x","system":"fubar","units":[{"type":"militia","weapons":[{"name":"laser"}]}]}', "laser"),
    ("a.json", b'{"name":"x","system":"fubar","units":[{"type":"militia","states":{"asleep":1}}]}', "asleep"),
    ("a.json", b'{"name":"x","system":"fubar","units":[{"type":"militia","hp":["x"]}]}', "hp"),
]


async def test_a_bad_file_is_refused_whole_with_a_line_for_each_fault(table: Table) -> None:
    await _new(table)
    for name, content, fault in BAD_FILES:
        said = await table.refused(table.ann, "/force load", side="Red", file=(name, content))
        assert fault in said, content[:100]
        assert not (await table.live()).game.units
    force = b'name = "x"\nsystem = "fubar"\nunits = [{ type = "ghosts" }, { type = "militia", models = 0 }]'
    said = await table.refused(table.ann, "/force load", side="Red", file=("a.toml", force))
    assert said.count("•") == 2


async def test_a_file_with_states_that_cannot_be_does_not_break_the_game(table: Table) -> None:
    await _new(table)
    await table.done(table.ann, "/force load", force="garrison", side="Blue")
    for n, states in enumerate(({"engaged_with": "u99"}, {"aboard": "u99"}, {"suppressed": 99}, {"action": "fly"})):
        unit = f"Watch {'ABCD'[n]}"
        given = {"name": "x", "system": "fubar", "units": [{"type": "militia", "name": unit, "states": states}]}
        file = ("a.json", json.dumps(given).encode())
        if (await table.say(table.ann, "/force load", side=f"Side {n}", file=file)).refused:
            continue
        for command, options in (
            ("/unit show", {"unit": unit}),
            ("/game status", {}),
            ("/act", {"action": "withdraw", "unit": unit}),
            ("/act", {"action": "leave", "unit": unit}),
            ("/move", {"unit": unit}),
            ("/fire", {"attacker": unit, "target": "Technical", "distance": "9", "situation": "side"}),
            ("/activate", {"unit": unit}),
        ):
            assert (await table.say(table.ann, command, **options)).title != "Sorry", command


# Forces of one's own


async def _file(told: Told) -> tuple[str, bytes]:
    (file,) = told.messages[-1].attachments
    return file.filename, await file.read()


async def _forget_losses(table: Table) -> None:
    await table.done(table.ann, "/unit edit", unit="Marines", field="weapons", value="3 assault rifles, 2 lmg")
    await table.done(table.ann, "/unit edit", unit="Marines", field="name", value='Jack\'s "Own"')
    await table.done(table.ann, "/marker set", unit="Commandos", marker="suppressed", count=2)
    await table.done(table.bob, "/fire", attacker="HMG team", target="Commandos", distance="9", dice="roll")


async def test_a_side_is_saved_as_it_was_mustered_and_loaded_again(demo: Table) -> None:
    before = {unit.name: unit for unit in (await demo.live()).game.units_of_side("Red")}
    await _forget_losses(demo)
    told = await demo.done(demo.ann, "/force save", name="Home guard")
    assert told.private
    assert told.title == "Home guard saved: 4 units"
    await demo.done(demo.ann, "/game new", system="fubar", where=demo.other)
    await demo.done(demo.ann, "/force load", force="home guard", side="Green", where=demo.other)
    units = {unit.name: unit for unit in (await demo.live(demo.other)).game.units_of_side("Green")}
    assert units["Commandos"].model_copy(update={"id": "u", "side": "Red"}) == before["Commandos"].model_copy(
        update={"id": "u"}
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


@for_each("kind", ["toml", "json"])
@for_each("system", [system.key for system in SYSTEMS])
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


@three_systems
async def test_both_demo_sides_of_every_system_are_saved_and_loaded(table: Table, system: str) -> None:
    await table.done(table.ann, "/game demo", system=system)
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/game join", side=side)
        await table.done(table.ann, "/force save", name=f"My {side}")
        await table.done(table.ann, "/force load", force=f"yours: My {side}", side=f"{side} again")
    game = (await table.live()).game
    kept = [unit.model_dump(exclude={"id", "name", "side"}) for unit in game.units_of_side("Red")]
    assert kept == [unit.model_dump(exclude={"id", "name", "side"}) for unit in game.units_of_side("Red again")]


async def test_a_force_of_the_same_name_is_replaced_only_after_confirmation(demo: Table) -> None:
    await demo.done(demo.ann, "/force save", name="Mine")
    await demo.done(demo.ann, "/unit remove", unit="IFV")
    asked = await demo.say(demo.ann, "/force save", name="mine")
    assert asked.private
    assert "Mine, 4 units" in asked.text
    assert (await demo.services.saved_forces.forces_of(str(demo.ann.id)))[0].body["units"][3]["name"] == "IFV"
    await demo.restart()
    done = await demo.click(demo.ann, asked, "Replace")
    assert done.title == "Mine replaced: 3 units"
    assert len(await demo.services.saved_forces.forces_of(str(demo.ann.id))) == 1


async def test_a_force_is_its_savers_own_and_for_its_system_only_until_it_is_forgotten(demo: Table) -> None:
    await demo.done(demo.ann, "/force save", name="Secret")
    assert ("Secret · yours", "yours: Secret") in await demo.type(demo.ann, "/force load", "force")
    assert not [one for one in await demo.type(demo.bob, "/force load", "force") if "Secret" in one[0]]
    assert "Secret, 4 units" in (await demo.say(demo.ann, "/force list")).text
    assert "Secret" not in (await demo.say(demo.bob, "/force list")).text
    assert "Which force?" in await demo.refused(demo.bob, "/force load", force="yours: Secret", side="Blue")
    assert "You have no force" in await demo.refused(demo.bob, "/force remove", force="Secret")
    await demo.done(demo.ann, "/game new", system="opreb", where=demo.other)
    assert "Secret" not in str(await demo.type(demo.ann, "/force load", "force", where=demo.other))
    said = await demo.refused(demo.ann, "/force load", force="Secret", side="Red", where=demo.other)
    assert "Which force?" in said
    assert await demo.type(demo.ann, "/force remove", "force") == [("Secret · yours", "yours: Secret")]
    assert (await demo.say(demo.ann, "/force remove", force="yours: Secret")).title == "Secret deleted"
    assert await demo.type(demo.ann, "/force remove", "force") == []


async def test_a_force_may_be_called_like_a_sample(demo: Table) -> None:
    await demo.done(demo.bob, "/force save", name="Raiders")
    asked = await demo.say(demo.bob, "/force load", force="yours: Raiders")
    assert "Blue already has units. Replace them with Raiders, or keep both?" in asked.text
    loaded = await demo.click(demo.bob, asked, "Both")
    assert "Militia" in loaded.text
    sample = await demo.done(demo.bob, "/force export", force="raiders")
    assert b"regular_section" in (await _file(sample))[1]


async def test_fifty_forces_are_kept_and_no_more(demo: Table) -> None:
    for n in range(MOST_FORCES):
        await demo.services.record.forces.keep(_save_force(demo, n))
    assert "have 50 forces" in await demo.refused(demo.ann, "/force save", name="More")
    assert len(await demo.type(demo.ann, "/force load", "force")) == 25
    assert (await demo.say(demo.ann, "/force list")).text.count("yours") == MOST_FORCES
    asked = await demo.say(demo.ann, "/force save", name="W0" + "x" * 58)
    assert (await demo.click(demo.ann, asked, "Replace")).title.endswith("replaced: 4 units")


def _save_force(demo: Table, n: int) -> SavedForce:
    name = f"W{n}".ljust(60, "x")
    body = {"name": name, "system": "fubar", "units": [{"type": "militia"}]}
    return SavedForce(user_id=str(demo.ann.id), system="fubar", key=name.casefold(), name=name, saved_at=1.0, body=body)


async def test_nothing_is_saved_without_a_side_or_units(demo: Table) -> None:
    assert "not in this game" in await demo.refused(demo.cyd, "/force save", name="Mine")
    await demo.done(demo.cyd, "/game join", side="Green")
    assert "Green has no units yet" in await demo.refused(demo.cyd, "/force save", name="Mine")
    assert "Name" in await demo.refused(demo.ann, "/force save", name=" ")


async def test_an_umpire_without_a_side_is_not_asked_for_an_option_that_there_is_not(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    await table.done(table.ann, "/force load", side="Red", force="raiders")
    for command, given in (("/force save", {"name": "Mine"}), ("/force export", {})):
        assert "You play no side here" in await table.refused(table.ann, command, **given)


async def test_a_medic_is_one_in_a_saved_force_too(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    await table.done(table.ann, "/unit add", name="Aid post", profile="militia", models=2, side="Red")
    assert "yes or no" in await table.refused(table.ann, "/unit edit", unit="Aid post", field="medic", value="2")
    await table.done(table.ann, "/unit edit", unit="Aid post", field="medic", value="yes")
    assert (await table.unit("Aid post")).medic
    assert "Medic" in (await table.say(table.ann, "/unit show", unit="Aid post")).text
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/force save", name="Medics")
    await table.done(table.ann, "/unit remove", unit="Aid post")
    await table.done(table.ann, "/force load", force="Medics", side="Red")
    assert (await table.unit("Aid post")).medic


async def test_names_are_numbered_within_a_side_and_name_their_side_on_another(table: Table) -> None:
    """Two sides of the same units; a name that is typed means one unit, and a force is saved without the side."""
    await _new(table)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    for who in (table.ann, table.bob):
        await table.done(who, "/force load", force="Raiders")
    again = await table.say(table.bob, "/force load", force="Raiders")
    assert "Blue already has units. Replace them with Raiders, or keep both?" in again.text
    await table.done(table.bob, "/unit add", name="Marines", profile="marines", side="Blue")
    await table.done(table.bob, "/unit edit", unit="IFV (Blue)", field="name", value="Commandos")
    blue = [unit.name.replace(" (Blue)", "*") for unit in (await table.live()).game.units_of_side("Blue")]
    assert blue == ["Regular section*", "Marines*", "Commandos*", "Commandos* 2", "Marines* 2"]
    assert [(await table.unit(name)).side for name in ("Marines", "Marines (Blue)")] == ["Red", "Blue"]
    saved = await table.done(table.bob, "/force save", name="Mirror")
    assert "(Blue)" not in saved.text


async def test_a_force_of_a_file_may_come_later_and_a_list_goes_to_the_table_first(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    told = await table.done(table.ann, "/force load", side="Red", file=("a.toml", FORCE.encode()), reserve="3")
    assert (await table.live()).game.units == {}
    assert "turn 3" in f"{told.title} {told.text}"
    listed = {"file": ("a.txt", b"3 Marines"), "side": "Red"}
    said = await table.refused(table.ann, "/force load", **listed, reserve="3")
    assert said == "A list goes to the table first; then use `/unit reserve`."


async def test_the_first_forty_words_of_lists_are_shown_with_the_number_of_others(table: Table) -> None:
    assert "choose the rules with `system:`" in (await table.say(table.ann, "/force write")).whole
    for n, last in ((40, "• “word00” = Militia (FUBAR)"), (42, "… and 2 more")):
        learned = {f"word{nth:02}": "unit:militia" for nth in range(n)}
        await table.services.record.remember(f"words {table.guild.id} fubar", json.dumps(learned))
        shown = await table.done(table.ann, "/force words")
        assert len(shown.lines) == (40 if n == 40 else 41)
        assert shown.lines[-1] == last
