"""Any input in any order gets an answer, never causes a fault, and leaves a record that can be played back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simcord import OptionError

from tests.cogs.beginnings import demo, play_of, start_table
from tests.cogs.table import Loaded, Table, Told, same_as_record
from tests.turns import examples

UNITS = ["Marines", "Militia", "IFV", "Technical", "HMG team", "Commandos", "Regular section", "Planet defence squad"]
ODD = [
    "u1",
    "u99",
    "",
    " ",
    ",",
    "a,b",
    "@everyone",
    "-1",
    "--5",
    "9" * 90,
    "１",
    "²",
    "\u200b",
    "/",
    "N/A",
    "=",
    "out=",
]
names = st.sampled_from(UNITS * 3 + ["mar", *ODD])
odd = st.sampled_from(ODD) | st.text(min_size=1, max_size=30)
lists = st.lists(names, min_size=1, max_size=3).map(", ".join)
actions = (
    st.sampled_from(["walk", "run", "duck_and_weave", "on_guard", "gone_to_ground", "aimed_fire", "assault"]) | odd
)
situations = st.sampled_from(
    [
        *[
            "front",
            "side",
            "rear",
            "reaction",
            "same_area",
            "blocked",
            "behind_heavy",
            "front,rear",
            "aimed_fire",
            "walk",
        ],
        "no_visible_enemy",
        "out_of_touch=3",
        "attackers=2",
        "attackers=99",
        "out_of_touch=" + "9" * 50,
    ]
)
distances = st.sampled_from(["4", "10", "30cm", "11,5", "10/12", "0", "9999", "1e3", "-1"]) | odd
dice = st.sampled_from(["", "roll", "6", "1", "6 6", "1 1 1", "7", "x", "6 / 6 / 6 / 6", "ask"]) | st.from_regex(
    r"[1-6]( [1-6]){0,12}", fullmatch=True
)
firers = st.sampled_from(["1 lmg", "4 assault_rifle", "1 rpg / 1 rpg", "99 lmg", "laser", "0 lmg"]) | odd
numbers = st.integers(0, 100)


def _command(name: str, needed: dict[str, Any], more: dict[str, Any]) -> Any:
    """Return a command with its needed options and any of the others."""
    return st.tuples(st.just(name), st.fixed_dictionaries(needed, optional=more))


COMMANDS = st.one_of(
    _command(
        "/fire", {"attacker": names, "target": lists}, {"distance": distances, "cover": odd, "situation": situations}
    ),
    _command(
        "/fire", {"attacker": names, "target": names, "distance": st.just("10")}, {"dice": dice, "firers": firers}
    ),
    _command("/fire", {"attacker": names, "target": names, "distance": st.just("10"), "situation": situations}, {}),
    _command("/odds", {"attacker": names, "target": lists, "distance": distances}, {"situation": situations}),
    _command("/odds", {"attacker": lists}, {"target": lists, "distance": distances, "chart": st.booleans()}),
    _command("/activate", {"unit": names}, {"action": actions, "situation": situations, "dice": dice}),
    _command("/move", {"unit": names}, {"action": actions, "terrain": st.sampled_from(["soft", "hard"]) | odd}),
    _command("/assault", {"attacker": names, "target": names}, {"distance": distances, "dice": dice}),
    _command(
        "/act",
        {"action": st.sampled_from(["withdraw", "ram", "board", "leave"]) | odd},
        {"unit": names, "target": names, "count": numbers, "dice": dice},
    ),
    _command("/morale", {"unit": names}, {"dice": dice}),
    _command("/initiative", {}, {"modifier": st.integers(-10, 10), "dice": dice, "unit": names}),
    _command("/turn next", {}, {}),
    _command("/turn end", {}, {}),
    _command("/undo", {}, {"entry": st.integers(1, 30)}),
    _command(
        "/amend", {}, {"cover": st.sampled_from(["soft", "hard"]) | odd, "situation": situations, "firers": firers}
    ),
    _command("/amend", {}, {"entry": st.integers(1, 30), "distance": distances, "count": numbers}),
    _command("/why", {}, {"entry": st.integers(1, 30)}),
    _command("/log show", {}, {"unit": names, "player": odd, "kind": odd}),
    _command(
        "/marker set",
        {
            "unit": names,
            "marker": st.sampled_from(["suppressed", "on_guard", "stunned"]) | odd,
            "count": st.integers(0, 9),
        },
        {},
    ),
    _command(
        "/unit edit",
        {
            "unit": names,
            "field": st.sampled_from(["models", "name", "level", "weapons", "hp", "side"]) | odd,
            "value": odd | st.sampled_from(["0", "3", "elite", "2 lmg"]),
        },
        {},
    ),
    _command(
        "/unit add", {"name": odd, "profile": st.sampled_from(["militia", "ifv"]) | odd}, {"models": st.integers(1, 9)}
    ),
    _command("/unit remove", {"unit": names}, {}),
    _command("/unit show", {"unit": names}, {}),
    _command("/game status", {}, {}),
    _command("/game join", {"side": st.sampled_from(["Red", "Blue"]) | odd}, {}),
    _command("/game leave", {}, {}),
    _command("/game end", {}, {"winner": odd}),
    _command("/game reopen", {}, {}),
    _command(
        "/rulings set", {"name": st.just("allocation"), "value": st.sampled_from(["ask", "casualties_first"])}, {}
    ),
    _command("/force load", {"force": st.sampled_from(["armour"]) | odd, "side": st.just("Red")}, {}),
)
BUTTONS = ("Agree", "No", "Undo", "Why?", "Odds", "Again", "Anyway", "Bot rolls", "Enter dice")
clicks = st.tuples(st.just("click"), st.sampled_from(BUTTONS))
steps = st.lists(st.tuples(st.sampled_from(["ann", "bob", "cyd"]), COMMANDS | clicks), min_size=6, max_size=25)


def _allowed_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options as Discord lets them through: no empty texts, none over its length."""
    return {name: value[:40] if isinstance(value, str) else value for name, value in options.items() if value != ""}


async def _step(table: Table, who: Any, step: Any, last: Told | None) -> Told | None:
    kind, given_ = step
    if kind != "click":
        return await _type_command(table, who, kind, _allowed_options(given_))
    if last is None or not last.messages or not table.has(last, given_):
        return last
    if last.private and who is not table.ann:
        return last
    return await table.click(who, last, given_)


async def _type_command(table: Table, who: Any, command: str, options: dict[str, Any]) -> Told | None:
    for name in ("attacker", "target", "unit", "action", "side", "name", "field", "value", "profile", "force"):
        if name in options and not str(options[name]):
            return None
    try:
        return await table.say(who, command, **options)
    except OptionError:  # Discord itself refuses it, such as an empty text
        return None


@settings(
    max_examples=examples(10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(played=steps)
async def test_any_commands_by_any_player(tmp_path_factory: Any, played: list[Any]) -> None:
    file: Path = tmp_path_factory.mktemp("any") / "table.sqlite"
    async with start_table(play_of(demo), file, Loaded()) as table:
        last: Told | None = None
        for name, step in played:
            last = await _step(table, getattr(table, name), step, last)
            assert last is None or last.title != "Sorry", (name, step)
        await _sound(table)


async def _sound(table: Table) -> None:
    """Assert that memory, the record and its projections agree."""
    for info in await table.services.record.games.all():
        await same_as_record(table.services, await table.services.games.unfinished_game(info))
