"""Command lines typed or pasted as a message: the values that the bot gets, and the errors for invalid ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.simulation.catalogue import CommandChoice, CommandEntry, CommandOption
from bot.simulation.script import ScriptError
from bot.simulation.typed_commands import is_command, parse_command
from tests.bot.simulation.visiting import Visitor, table
from tests.rows import for_each


def option(name: str, kind: str = "string", required: bool = False, **more: Any) -> CommandOption:
    return CommandOption(name, "", kind, required, **more)


def entry(name: str, *options: CommandOption) -> CommandEntry:
    return CommandEntry(name, "", options)


FORMATS = (CommandChoice("Report (html)", "html"), CommandChoice("Everything (json)", "json"))
ENTRIES = (
    entry("game demo"),
    entry("game"),
    entry("fire", option("attacker", required=True), option("target", required=True), option("distance")),
    entry("roll", option("dice", required=True)),
    entry("export", option("format", required=True, choices=FORMATS), option("anonymous", "boolean")),
    entry("luck", option("player", "user"), option("channel", "channel"), option("file", "attachment")),
    entry("pick", option("kind", choices=(CommandChoice("Artillery", 1), CommandChoice("Artist", 2)))),
    entry("timeout", option("minutes", "integer", least=1, most=60), option("name", most=5)),
)
KNOWN = {"user": {"Ann": "11", "Bob": "12"}, "channel": {"table": "13"}}


def options(line: str, **picked: Any) -> dict[str, Any]:
    return parse_command(line, ENTRIES, KNOWN, picked).options


@for_each(
    ("line", "given"),
    [
        ("/fire attacker:Regular section target:Militia distance:12", ("Regular section", "Militia", "12")),
        ("  /fire attacker:Regular section\n target:Militia\n distance:12 ", ("Regular section", "Militia", "12")),
        ("/fire target:Militia distance: attacker:Marines", ("Marines", "Militia", None)),
        ("/fire Regular section target:Militia", ("Regular section", "Militia", None)),
    ],
)
def test_a_line_is_a_command_with_its_options(line: str, given: tuple[str | None, ...]) -> None:
    found = options(line)
    assert tuple(found.get(name) for name in ("attacker", "target", "distance")) == given


@pytest.mark.parametrize("text", ["# The first shot\n/roll 3d6", "/roll 3d6\n# luck", "  # one\n\n/roll\n# two\n3d6"])
def test_a_line_that_is_a_remark_is_none_of_the_command(text: str) -> None:
    assert is_command(text)
    assert options(text) == {"dice": "3d6"}


def test_a_remark_alone_is_a_message_like_any_other() -> None:
    assert not is_command("# The first shot")


def test_the_longest_name_is_the_command() -> None:
    assert parse_command("/game demo", ENTRIES, KNOWN).name == "game demo"
    assert parse_command("/game", ENTRIES, KNOWN).name == "game"


def test_the_only_thing_that_is_needed_need_not_be_named() -> None:
    assert options("/roll 3d6") == {"dice": "3d6"}
    assert options("/roll dice:3d6") == {"dice": "3d6"}


@for_each("typed", ["html", "HTML", "Report (html)", "report", "htm"])
def test_choices_are_known_by_name_value_or_beginning(typed: str) -> None:
    assert options(f"/export format:{typed}") == {"format": "html"}


def test_switches_people_and_channels_are_named() -> None:
    assert options("/export format:json anonymous:yes") == {"format": "json", "anonymous": True}
    assert options("/export format:json anonymous:False") == {"format": "json", "anonymous": False}
    assert options("/luck player:@bob channel:#table") == {"player": "12", "channel": "13"}


def test_a_number_is_one() -> None:
    assert options("/timeout minutes:20") == {"minutes": 20}
    for most in ({"minutes": 1, "name": "abcde"}, {"minutes": 60, "name": "a"}):
        assert options(f"/timeout minutes:{most['minutes']} name:{most['name']}") == most


def test_a_picked_suggestion_sends_its_value() -> None:
    """This includes files, which cannot be typed; unknown options are left out."""
    assert options("/fire attacker:Big tank target:x", attacker="u7", other="y") == {"attacker": "u7", "target": "x"}
    assert options("/luck file:x.toml", file=("x.toml", b"")) == {"file": ("x.toml", b"")}
    assert options("/roll", dice="3d6") == {"dice": "3d6"}


@for_each(
    ("line", "told"),
    [
        ("/flre attacker:Marines", "There is no command /flre. Did you mean /fire?"),
        ("/xyzzy", "There is no command /xyzzy. Type / for the list."),
        ("/", "Type / for the list."),
        ("/fire attacker:Marines", "/fire needs target:… too."),
        ("/export format:pdf", "format:pdf is not known. Choose Report (html), Everything (json)."),
        ("/pick kind:art", "kind:art is not known. Choose Artillery, Artist."),
        ("/luck player:Carl", "player:Carl is not known. Choose Ann, Bob."),
        ("/luck file:x.toml", "A file cannot be typed: choose the command from the list, and its file there."),
        ("/roll 3d6\n/roll 2d6", "One command at a time, please: each line that begins with / is one."),
        ("/timeout minutes:soon", "minutes:soon is not a number."),
        ("/timeout minutes:0", "minutes:0 is too small: 1 at least."),
        ("/timeout minutes:61", "minutes:61 is too large: 60 at most."),
        ("/timeout name:abcdef", "name:abcdef is too large: 5 at most."),
        ("/timeout name:abcde minutes:60x", "minutes:60x is not a number."),
        (f"/timeout name:{'a' * 39}", f"name:{'a' * 39} is too large: 5 at most."),
        (f"/timeout name:{'a' * 40}", f"name:{'a' * 40} is too large: 5 at most."),
        (f"/timeout name:{'a' * 41}", f"name:{'a' * 40}… is too large: 5 at most."),
        ("/fire", "/fire needs attacker:… target:… too."),
        ("/gam demo:x", "There is no command /gam. Did you mean /game?"),
        ("/rolll everything else", "There is no command /rolll everything. Did you mean /roll?"),
        ("/export format:json anonymous:perhaps", "anonymous:perhaps is not known. Choose True, False."),
        ("/game demo now", "/game demo has no option 'now'"),
        ("/luck xname:Ann", "/luck has no option 'xname:Ann'; it has "),
    ],
)
def test_a_line_that_cannot_be_carried_out_is_explained(line: str, told: str) -> None:
    with pytest.raises(ScriptError) as error:
        options(line)
    assert told in str(error.value)


async def faults(page: Visitor, line: str) -> str:
    assert (await page.say(line))["unsent"]
    return page.told


async def test_a_line_at_the_table_is_carried_out_for_its_sender(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        await ann.say("/activate unit:Regular section action:aimed_fire dice:6")
        await bob.look()
        assert "Regular section" in [*bob.messages.values()][-1]["embeds"][0]["description"]
        assert not [one for one in bob.messages.values() if not one.get("bot")]
        battle = await here.place.services.record.games.in_channel(str(here.place.channel.id))
        assert battle is not None
        entry = (await here.place.services.record.entries.all(battle.id))[-1]
        assert (entry.command, entry.by) == ("activate", str(here.place.people["Ann"].id))


async def test_a_form_asks_for_missing_options(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann = await here.at("Ann")
        await ann.say("/fire attacker:Marines target:Militia")
        assert ann.form is not None


async def test_an_invalid_line_is_reported_to_its_sender_and_stays_unsent(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        before = list(bob.messages)
        assert "Did you mean /fire?" in await faults(ann, "/flre attacker:Marines")
        assert await faults(ann, "/game timeout minutes:soon")
        await bob.look()
        assert list(bob.messages) == before
        assert "error" not in await ann.say("hello")
        assert ann.told == ""
        await bob.look()
        assert "hello" in bob.talk


async def test_faults_of_a_line_are_explained_in_the_language_of_the_table(tmp_path: Path) -> None:
    async with table(tmp_path, language="de") as here:
        ann = await here.at("Ann")
        assert await faults(ann, "/flre attacker:Marines") == "Es gibt keinen Befehl /flre. War /fire gemeint?"
        assert await faults(ann, "/activate action:run") == "/activate braucht noch unit:…."
        said = await faults(ann, "/export format:pdf")
        assert said.startswith("format:pdf ist nicht bekannt. Wähle html"), said
