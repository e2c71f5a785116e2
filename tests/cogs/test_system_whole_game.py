"""A game by a server's own file has everything that a game by a built-in system has."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

from data import system_registry
from data.files import new_system
from tests.cogs.table import Table
from tests.rules.files.test_own_words import OWN

LOOKS = (
    ("/why", {}),
    ("/odds", {"attacker": "Regulars 2", "target": "Raiders 2", "distance": "10", "cover": "open"}),
    ("/unit show", {"unit": "Regulars 2"}),
    ("/rules topic", {"topic": "fire"}),
    ("/rulings show", {}),
    ("/help", {"topic": "fire"}),
    ("/game status", {}),
    ("/game board", {}),
    ("/fairness show", {}),
    ("/luck", {}),
    ("/stats", {}),
    ("/log show", {}),
    ("/game opponent", {"side": "Blue"}),
    ("/force cards", {"force": "garrison"}),
    ("/force export", {"format": "text"}),
    ("/export", {"format": "html"}),
    ("/export", {"format": "markdown"}),
    ("/export", {"format": "csv"}),
    ("/export", {"format": "json"}),
)


@pytest.fixture(autouse=True)
def managed(table: Table) -> Iterator[None]:
    """Dot, who manages the server, sits in Ann's place."""
    steward = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    table.ann = table.guild.add_member(table.env.create_user("dot", global_name="Dot"), roles=[steward])
    yield
    system_registry.forget_all()


async def test_every_look_at_a_game_by_a_file_answers(table: Table) -> None:
    await table.done(table.ann, "/system add", file=("my_game.toml", new_system("my_game").encode()))
    await table.done(table.ann, "/game demo", system="My game")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/initiative")
    for command, options in LOOKS:
        told = await table.say(table.ann, command, **options)
        assert not told.refused, (command, told.whole)
        assert told.title != "Sorry", (command, told.whole)


async def test_a_file_without_rulings_or_suggestions_promises_none(table: Table) -> None:
    """A new game had a line "0 rulings", and the demo "Try these three" above fewer of them, or nothing."""
    bare = new_system("my_game")
    tried = bare.replace('"my_game"', '"tried"').replace('"My game"', '"Tried"')
    demo = '[demo]\nforces = ["garrison", "band"]\ntry = ["/activate unit:Regulars"]\n'
    await table.done(table.ann, "/system add", file=("my_game.toml", bare.encode()))
    await table.done(table.ann, "/system add", file=("tried.toml", f"{tried}\n{demo}".encode()))
    begun = await table.done(table.ann, "/game new", system="My game")
    assert "rulings" not in begun.whole
    await table.done(table.ann, "/game end")
    shown = await table.done(table.ann, "/game demo", system="My game")
    assert "Try" not in shown.whole
    await table.done(table.ann, "/game end")
    shown = await table.done(table.ann, "/game demo", system="Tried")
    assert "Try this:" in shown.whole


OPTIONS = (
    ("/activate", "unit", {}, "Storm troop"),
    ("/fire", "attacker", {}, "Storm troop"),
    ("/fire", "target", {"attacker": "Storm troop"}, "Militia"),
    ("/fire", "cover", {"attacker": "Storm troop", "target": "Militia"}, "Fortified"),
    ("/fire", "firers", {"attacker": "Line squad"}, "machine gun"),
    ("/fire", "situation", {"attacker": "Storm troop"}, "Obscuring terrain"),
    ("/assault", "situation", {"attacker": "Storm troop"}, "Across terrain"),
    ("/move", "action", {"unit": "Storm troop"}, "Rush"),
    ("/move", "terrain", {"unit": "Storm troop"}, "Road"),
    ("/morale", "unit", {}, "Storm troop"),
    ("/act", "action", {}, "Focus"),
    ("/act", "unit", {"action": "evade"}, "Storm troop"),
    ("/marker set", "marker", {"unit": "Storm troop"}, "shock"),
    ("/rules topic", "topic", {}, "Break test"),
    ("/rulings set", "name", {}, "shock limit"),
    ("/rulings set", "value", {"name": "shock_limit"}, "courage"),
    ("/odds", "target", {"attacker": "Storm troop"}, "Militia"),
    ("/force load", "force", {}, "Levy"),
    ("/unit add", "profile", {}, "Marksmen"),
)


async def test_each_option_suggests_the_entries_of_the_file(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="battle_forge")
    await table.done(table.ann, "/game join", side="Red")
    missing = list[str]()
    for command, option, filled, label in OPTIONS:
        found = [name for name, _ in await table.type(table.ann, command, option, "", **filled)]
        if not any(label.casefold() in name.casefold() for name in found):
            missing.append(f"{command} {option}: {label} is not among {found}")
    assert not missing, "\n".join(missing)


async def test_players_read_the_words_of_a_file_for_rulings_and_results(table: Table) -> None:
    """Issue 43: sentences of options in the list, beside the choices and in reports; notes below a result."""
    await table.done(table.ann, "/system add", file=("club.toml", OWN.encode()))
    await table.done(table.ann, "/game demo", system="Club")
    await table.done(table.ann, "/game join", side="Red")
    shown = await table.done(table.ann, "/rulings show")
    assert "shaky (or steady) · house ruling" in shown.text
    assert "- steady: Losses shake no unit." in shown.text
    suggested = dict(await table.type(table.ann, "/rulings set", "value", "", name="nerve"))
    assert suggested == {"shaky: A loss shakes a unit.": "shaky", "steady: Losses shake no unit.": "steady"}
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/activate", unit="Regulars 2")
    shot = {"attacker": "Regulars 2", "target": "Raiders 2", "distance": "10", "cover": "cover"}
    fired = await table.done(table.ann, "/fire", **shot, dice="6 6 1 1 1 1 1 1 / 1 1")
    for note in ("Raiders 2 closes ranks: 2 men.", "Raiders 2 ducks.", "Regulars 2 reloads."):
        assert note in fired.whole
    assert "8 muskets, 8 shots" in (await table.done(table.ann, "/why")).whole
