"""Options that no Discord client sends: of the wrong type, too long, unknown, unresolved. Refused in words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store import Unavailable
from cogs.interactions import command_check
from tests.cogs.faulty import faults, raw, warnings
from tests.cogs.table import Loaded, Table, Told, same_as_record, services_on, sitting

TEXT, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER, FILE = 3, 4, 5, 6, 7, 10, 11
COMMAND, TYPING = 2, 4
Option = tuple[str, int, Any]


def _data(name: str, options: list[Option], resolved: Any = None, focused: int | None = None) -> dict[str, Any]:
    first, *rest = name.split()
    given_: list[dict[str, Any]] = [{"name": name, "type": kind, "value": value} for name, kind, value in options]
    if focused is not None:
        given_[focused]["focused"] = True
    for part in reversed(rest):
        given_ = [{"name": part, "type": 1, "options": given_}]
    return {"id": "1", "name": first, "type": 1, "options": given_, "resolved": resolved or {}}


@pytest.mark.parametrize("sent", [{}, {"options": [{"type": 1, "name": "show"}]}, {"options": None}])
def test_a_command_that_comes_without_options_has_none(sent: dict[str, Any]) -> None:
    """Discord leaves them out then, also below a group; the simulator sends an empty list."""
    assert list(command_check.own_options(sent)) == []


async def _refusal_of(table: Table, name: str, *options: Option, resolved: Any = None) -> str:
    before = await table.last()
    told = await raw(table, table.ann, COMMAND, _data(name, list(options), resolved))
    assert told.result.acknowledged
    assert told.refused, f"{told.title} {told.text}"
    assert await table.last() == before
    return told.whole


WRONG: list[tuple[str, list[Option], str]] = [
    ("unit show", [("unit", INTEGER, 5)], "The option `unit` takes text."),
    ("unit show", [("unit", TEXT, 5)], "The option `unit` takes text."),
    ("unit show", [("unit", TEXT, None)], "The option `unit` takes text."),
    ("unit show", [("unit", TEXT, ["u1"])], "The option `unit` takes text."),
    ("unit show", [("unit", TEXT, "x" * 6000)], "Option `unit`: 1 to 100 characters, not 6000."),
    ("unit show", [("unit", TEXT, "")], "Option `unit`: 1 to 100 characters, not 0."),
    ("unit show", [("unit", TEXT, "a\x00")], "The option `unit` has a character that cannot be used"),
    ("unit show", [("unit", TEXT, "\ud800")], "The option `unit` has a character that cannot be used"),
    ("undo", [("entry", TEXT, "1")], "The option `entry` takes a whole number."),
    ("undo", [("entry", INTEGER, "1")], "The option `entry` takes a whole number."),
    ("undo", [("entry", INTEGER, 1.5)], "The option `entry` takes a whole number."),
    ("undo", [("entry", INTEGER, True)], "The option `entry` takes a whole number."),
    ("undo", [("entry", INTEGER, 0)], "Option `entry`: a number from 1 to 999999."),
    ("undo", [("entry", INTEGER, 10**30)], "Option `entry`: a number from 1 to 999999."),
    ("game new", [("system", TEXT, "fubar"), ("units", TEXT, "miles")], "`units`: choose one of inches or cm."),
    ("game join", [("side", TEXT, "Red"), ("player", USER, "77")], "The option `player` takes a person"),
    ("game join", [("side", TEXT, "Red"), ("player", USER, "x")], "The option `player` takes a person"),
    ("game join", [("side", TEXT, "Red"), ("player", USER, 7)], "The option `player` takes a person"),
    ("game move", [("channel", CHANNEL, "77")], "The option `channel` takes a channel"),
    ("force cards", [("a_sheet", INTEGER, 7)], "Option `a_sheet`: choose one of 9 or 6."),
    ("force words", [("forget", TEXT, "x" * 101)], "Option `forget`: 1 to 100 characters, not 101."),
    (
        "note",
        [("text", TEXT, "x"), ("text", TEXT, "y"), ("texts", TEXT, "z")],
        "This command is newer than your Discord",
    ),
    ("force load", [("file", FILE, "77")], "The option `file` takes a file"),
    ("fire", [("attacker", TEXT, "u1"), ("target", TEXT, "u6"), ("preview", BOOLEAN, "yes")], "takes yes or no."),
    ("unit edit", [("unit", TEXT, "u1")], "This command is newer than your Discord"),
    (
        "fire",
        [("attacker", TEXT, "u1"), ("target", TEXT, "u6"), ("else", TEXT, "x")],
        "This command is newer than your Discord",
    ),
    ("nothing", [], "This command is newer than your Discord"),
    ("unit nothing", [], "This command is newer than your Discord"),
    ("unit", [], "This command is newer than your Discord"),
]


async def test_a_wrong_option_is_refused_in_words(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        for name, options, said in WRONG:
            assert said in await _refusal_of(demo, name, *options), (name, options)
    assert faults(caplog) == []


async def test_a_number_that_is_none_is_refused(demo: Table) -> None:
    for radius in (float("nan"), float("inf"), float("-inf"), 1e308, -0.1, "3", True, None):
        options = [("kind", TEXT, "smoke"), ("label", TEXT, "A"), ("radius", NUMBER, radius)]
        assert "ption `radius`" in await _refusal_of(demo, "place add", *options)


async def test_six_thousand_characters_are_refused_where_discord_has_no_limit(demo: Table) -> None:
    """The options of `/unit edit` and `/unit add` that Discord takes at any length."""
    for field in ("name", "weapons", "models", "hp", "side"):
        await _refusal_of(demo, "unit edit", ("unit", TEXT, "u1"), ("field", TEXT, field), ("value", TEXT, "x" * 6000))
    await _refusal_of(demo, "unit add", ("name", TEXT, "x" * 6000), ("profile", TEXT, "militia"))


async def test_a_channel_of_another_kind_a_person_without_a_number_and_a_message_that_did_not_come_are_refused(
    demo: Table,
) -> None:
    voice = {"77": {"id": "77", "type": 2, "name": "talk", "permissions": "0"}}
    said = await _refusal_of(demo, "game move", ("channel", CHANNEL, "77"), resolved={"channels": voice})
    assert "The option `channel` takes a channel" in said
    people = {"x": {"id": "x", "username": "x", "discriminator": "0"}}
    options = [("side", TEXT, "Red"), ("player", USER, "x")]
    said = await _refusal_of(demo, "game join", *options, resolved={"users": people})
    assert "The option `player` takes a person. Choose what Discord suggests, and try again." in said
    for target in ("77", "", None):
        told = await raw(demo, demo.ann, COMMAND, {"id": "1", "name": "Why?", "type": 3, "target_id": target})
        assert told.refused
    elsewhere = {"id": "1", "name": "Why?", "type": 3, "target_id": "77", "resolved": {"messages": {"78": {}}}}
    assert (await raw(demo, demo.ann, COMMAND, elsewhere)).refused


async def test_a_command_that_the_library_cannot_call_is_answered_in_words(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(command: Any, *_: Any) -> None:
        raise errors[0](command)

    errors: list[Any] = [
        app_commands.CommandSignatureMismatch,
        lambda command: app_commands.CommandInvokeError(command, ValueError()),
    ]
    monkeypatch.setattr(app_commands.Command, "_invoke_with_namespace", fail)
    for said in ("This command is newer than your Discord", "Something went wrong here"):
        told = await demo.say(demo.ann, "/unit show", unit="Marines")
        assert told.private
        assert said in told.whole
        errors.pop(0)


async def test_an_unknown_option_has_no_suggestions(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    typed: list[tuple[str, list[Option]]] = [
        ("unit show", [("unit", TEXT, 5)]),
        ("unit show", [("unit", INTEGER, 5)]),
        ("unit show", [("nothing", TEXT, "x")]),
        ("fire", [("target", TEXT, "m"), ("attacker", TEXT, {"a": 1})]),
        ("nothing", [("unit", TEXT, "x")]),
        ("undo", [("entry", INTEGER, 1)]),
        ("game join", [("side", TEXT, "R"), ("player", USER, "x")]),
        ("game join", [("side", TEXT, "R"), ("player", USER, 7)]),
        ("game join", [("side", TEXT, "R"), ("player", CHANNEL, "77")]),
    ]
    with caplog.at_level(logging.INFO):
        for name, options in typed:
            told = await raw(demo, demo.ann, TYPING, _data(name, options, focused=0))
            assert told.result.acknowledged, (name, options)
            assert told.result.autocomplete_choices == [], (name, options)
    assert faults(caplog) == []
    data = _data("fire", [("attacker", TEXT, "m"), ("target", TEXT, "m")], focused=0)
    data["options"][1]["focused"] = True
    assert (await raw(demo, demo.ann, TYPING, data)).result.autocomplete_choices == [], "two are typed at once"
    data = _data("fire", [("attacker", TEXT, "m"), ("preview", BOOLEAN, True)], focused=0)
    del data["options"][1]["value"]
    told = await raw(demo, demo.ann, TYPING, data)
    assert told.result.acknowledged
    assert told.result.autocomplete_choices == [], "the library cannot read an option without a value"


async def test_suggestions_for_an_id_that_is_no_number_are_none(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    """The option claims to be a person, but the library cannot read its number."""
    options = [{"name": "label", "type": TEXT}]
    for kind in (USER, CHANNEL, FILE):
        told = await _send_options(demo, "objective free", options, [("\U000e3c67", kind)], typing=True)
        assert told.result.autocomplete_choices == []
    assert faults(caplog) == []


async def test_an_unfinished_number_does_not_keep_the_suggestions_away(demo: Table) -> None:
    """Discord sends what was typed so far as text."""
    unfinished: list[Option] = [("preview", INTEGER, 3), ("preview", TEXT, "3 in")]
    for other in unfinished:
        data = _data("fire", [("attacker", TEXT, "marin"), other], focused=0)
        told = await raw(demo, demo.ann, TYPING, data)
        assert [one["value"] for one in told.result.autocomplete_choices] == ["Marines"]


async def test_suggestions_that_come_too_late_are_none(
    demo: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def slowly(*_: Any) -> None:
        await asyncio.sleep(1)

    monkeypatch.setattr(command_check, "PATIENCE", 0.01)
    monkeypatch.setattr(app_commands.Command, "_invoke_autocomplete", slowly)
    with caplog.at_level(logging.INFO):
        told = await raw(demo, demo.ann, TYPING, _data("unit show", [("unit", TEXT, "m")], focused=0))
    assert told.result.autocomplete_choices == []
    assert warnings(caplog) == ["no suggestions for unit show: too late"]

    async def locked(*_: Any) -> None:
        raise Unavailable("locked", "try again")

    caplog.clear()
    monkeypatch.setattr(app_commands.Command, "_invoke_autocomplete", locked)
    with caplog.at_level(logging.INFO):
        told = await raw(demo, demo.ann, TYPING, _data("unit show", [("unit", TEXT, "m")], focused=0))
    assert told.result.autocomplete_choices == []
    assert warnings(caplog) == ["no suggestions for unit show: the database is locked: try again"]


async def test_suggestions_that_discord_does_not_take_are_one_line(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    for status, code in ((404, 10062), (400, 40060), (429, 0), (503, 0), (403, 50001)):
        demo.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)
        caplog.clear()
        with caplog.at_level(logging.INFO):
            await raw(demo, demo.ann, TYPING, _data("unit show", [("unit", TEXT, "m")], focused=0))
        demo.env.backend.faults.clear()
        assert faults(caplog) == []
        assert len(warnings(caplog)) == 1


# Anything at all


def _leaves(command: dict[str, Any], path: str = "") -> Iterator[tuple[str, list[dict[str, Any]]]]:
    name, options = f"{path} {command['name']}".strip(), command.get("options") or []
    below = [one for one in options if one["type"] in (1, 2)]
    if not below:
        yield name, options
    for one in below:
        yield from _leaves(one, name)


values = st.one_of(
    st.sampled_from(
        ["u1", "u6", "Marines", "1", "10", "front", "Red", "ask", "fubar", "x" * 6000, "", "\x00", "\ud800"]
    ),
    st.text(max_size=20),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.lists(st.integers(), max_size=2),
    st.just({}),
)
steps = st.lists(
    st.tuples(st.integers(0, 10**6), st.lists(st.tuples(values, st.integers(0, 12)), max_size=8), st.booleans()),
    min_size=20,
    max_size=50,
)


@settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(played=steps)
async def test_whatever_is_sent_is_answered(
    tmp_path_factory: Any, caplog: pytest.LogCaptureFixture, played: list[Any]
) -> None:
    file: Path = tmp_path_factory.mktemp("options") / "table.sqlite"
    loaded = Loaded()
    services = await services_on(file, loaded, "run1")
    caplog.clear()
    async with sitting(services, loaded, file) as table:
        await table.done(table.ann, "/game demo")
        bot: Any = table.env.bot
        commands = [
            leaf
            for one in bot.tree.get_commands()
            if one.to_dict(bot.tree).get("type", 1) == 1
            for leaf in _leaves(one.to_dict(bot.tree))
        ]
        for which, typed, typing in played:
            name, options = commands[which % len(commands)]
            told = await _send_options(table, name, options, typed, typing)
            assert told.result.acknowledged, (name, typed, typing)
            assert told.title != "Sorry", (name, typed)
        assert faults(caplog) == []
        for info in await services.record.games.all():
            await same_as_record(services, await services.games.unfinished_game(info))


async def _send_options(table: Table, name: str, options: list[dict[str, Any]], typed: list[Any], typing: bool) -> Told:
    """Values for the options in their order, each of its own type but here and there of another."""
    given_ = [
        (option["name"], kind if kind in (3, 4, 5, 6, 7, 10, 11) else option["type"], value)
        for option, (value, kind) in zip(options, typed, strict=False)
    ]
    focused = 0 if typing and given_ else None
    data = _data(name, given_, focused=focused)
    return await raw(table, table.ann, COMMAND if focused is None else TYPING, data)
