"""Scripts of lines about the sample games, each with what it shows below it, indented, and compared word for word.

    fubar                                  the sample game of a system, Red to go; Ann plays Red, Bob plays Blue
    Blue to go                             or another side; "none" for a game without turns
    u1 activated=1 action=walk             states of a unit
    u1 has {"models": 3}                   other values of a unit
    u1 copies 20                           so many more of a unit
    Cyd plays Red                          a further player
    without acts                           as in a system without actions, or without a command such as "fire"
    order fire;;;;;;u1                     anything else is a verb of the test
    Ann: order fire;;;;;;u1                as a player reads it, where all may read the other lines

With ADJUTANT_TEST_WRITE=1 the files are written again; read the diff before you commit it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from bot.client import COGS
from bot.game.registry import ActiveGame
from bot.store.tables import StoredGame
from cogs.components.controls import MenuOption
from cogs.components.forms import Form
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.game.events import TurnAdvanced
from rules.game.tabletop import Player
from rules.game.unit import Unit
from tests.cogs.screens import field_line
from tests.rules.opponent.test_decide import to_go

Show = Mapping[str, Callable[[Reader, ActiveGame, str], Iterator[str]]]
"""What each verb of a script shows."""


def register_controls() -> None:
    """Import all cogs, so that the handler of each control is known."""
    for cog in COGS:
        import_module(f"cogs.{cog}")


def sample(system: str) -> ActiveGame:
    """Return the sample game of a system, in which Red is to go."""
    info = StoredGame.model_construct(id="g", guild_id="1", channel_id="2", name="sample", units="inches")
    game = to_go(system_of(system)).game.copy()
    game.players = {name: Player(id=name, name=name, side=side) for name, side in (("Ann", "Red"), ("Bob", "Blue"))}
    return ActiveGame(info, system_of(system), game)


def changed(live: ActiveGame, unit: Unit) -> ActiveGame:
    game = live.game.copy()
    game.units[unit.id] = unit
    return ActiveGame(live.info, live.system, game)


def shown(live: ActiveGame, line: str, show: Show) -> tuple[ActiveGame, list[str]]:
    """Return the game after a line of the script, and what the line shows."""
    name, _, told = line.rpartition(": ")
    verb, _, rest = told.partition(" ") if name in live.game.players else line.partition(" ")
    if not rest:
        return sample(verb), []
    if verb == "without":
        commands = {key: one for key, one in live.system.commands.items() if key != rest}
        acts = {} if rest == "acts" else live.system.acts
        return ActiveGame(live.info, replace(live.system, commands=commands, acts=acts), live.game), []
    if rest == "to go":
        sides = live.game.sides
        turn = TurnAdvanced(turn=1, order=tuple(sides), holder=None if verb == "none" else verb)
        return ActiveGame(live.info, live.system, live.board.after([turn]).game), []
    if rest.startswith("plays "):
        game = live.game.copy()
        game.players = {**game.players, verb: Player(id=verb, name=verb, side=rest.removeprefix("plays "))}
        return ActiveGame(live.info, live.system, game), []
    if verb in live.game.units:
        unit = live.game.units[verb]
        if rest.startswith("copies "):
            for nth in range(len(live.game.units) + 1, len(live.game.units) + 1 + int(rest.removeprefix("copies "))):
                live = changed(live, unit.model_copy(update={"id": f"u{nth}", "name": f"{unit.name} {nth}"}))
            return live, []
        if rest.startswith("has "):
            return changed(live, Unit.model_validate(unit.model_dump() | json.loads(rest.removeprefix("has ")))), []
        states = dict(one.split("=") for one in rest.split())
        values = {key: int(value) if value.isdecimal() else value for key, value in states.items()}
        return changed(live, unit.model_copy(update={"states": {**unit.states, **values}})), []
    words = Reader(language("en"), live.board, name if name in live.game.players else None)
    return live, list(show[verb](words, live, rest))


def form_lines(form: Form) -> Iterator[str]:
    """Yield a form as Discord gets it: its title and id, then its fields."""
    modal = form.modal()
    yield f"“{modal.title}” {modal.custom_id.removeprefix('adj1:')}"
    yield from (f"  {field_line(one.to_component_dict())}" for one in modal.children)


def options_lines(options: Iterable[MenuOption]) -> Iterator[str]:
    yield " | ".join(f"{one.label} ({one.about}) = {one.value}" for one in options)


def check_script(file: Path, show: Show) -> None:
    """Play a script; fail if anything that it shows differs from the file."""
    said = list[str]()
    live = sample("fubar")
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("    "):
            said.append(line)
            if line and not line.startswith("#"):
                live, found = shown(live, line, show)
                said += [f"    {one.rstrip()}" for one in found]
    text = "\n".join(said) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
