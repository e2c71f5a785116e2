"""The forms of orders, field by field, in the sample games: see `order_form.txt`.

The lines of its script, with what they show below them, indented:

    fubar                                  the sample game of a system, Red to go
    Blue to go                             or another side; "none" for a game without turns
    u1 activated=1 action=walk             states of a unit
    u1 has {"models": 3}                   other values of a unit
    order fire;;;;;;u1 of fire;;;;;;u1;u5  the form of an order with a request that fills it in; further parts follow
    past fire;;;;;;u1 | fire;;;;;;u1;u5    what is filled in after earlier orders, newest first
    split fire;;;;;;u1;u5/u6               the form that divides the weapons of a shot
    read fire;;;;;;u1;u5/u6 row0=4/2       the shot that such a form gives
    menus fire;;;;;;u1;u5                  the menus below the odds of a shot
    acting fire                            the units in the menu of a command
    Ann: acting fire                       as a player of Red reads it, where all may read the other lines
    next fire Red 5 without u1             the menu of units after a command of a side, with so much room
    units fire                             the units that a command may name
    foes u1                                the menu of what a unit may do to enemies
    aims u1                                the targets of a unit: enemies, friends, any
    pages 26 1                             a page of so many units
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.target_odds import TargetChance
from bot.store.tables import StoredGame
from cogs.components.controls import MenuOption
from cogs.components.forms import Form
from cogs.components.packed_request import pack_request, unpack_request
from cogs.components.play import unit_menu
from cogs.components.play.order_form import order_form
from cogs.components.play.recall import FormPrefill, facts_from
from cogs.components.play.shot_menus import shot_menus
from cogs.components.play.split_fire import parse_split, split_form
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.game.events import TurnAdvanced
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.text import Term
from tests.cogs.screens import control_line, field_line
from tests.rules.opponent.test_decide import to_go


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


def shown(live: ActiveGame, line: str) -> tuple[ActiveGame, list[str]]:
    """Return the game after a line of the script, and what the line shows."""
    name, _, told = line.rpartition(": ")
    verb, _, rest = told.partition(" ") if name in live.game.players else line.partition(" ")
    if not rest:
        return sample(verb), []
    if rest == "to go":
        sides = live.game.sides
        turn = TurnAdvanced(turn=1, order=tuple(sides), holder=None if verb == "none" else verb)
        return ActiveGame(live.info, live.system, live.board.after([turn]).game), []
    if verb in live.game.units:
        unit = live.game.units[verb]
        if rest.startswith("has "):
            return changed(live, Unit.model_validate(unit.model_dump() | json.loads(rest.removeprefix("has ")))), []
        states = dict(one.split("=") for one in rest.split())
        values = {key: int(value) if value.isdecimal() else value for key, value in states.items()}
        return changed(live, unit.model_copy(update={"states": {**unit.states, **values}})), []
    words = Reader(language("en"), live.board, name if name in live.game.players else None)
    return live, list(SHOW[verb](words, live, rest))


def order(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield the form of an order, filled in from a request and with the other parts of the line."""
    requests, *parts = text.split(" | ")
    first, _, second = requests.partition(" of ")
    base, request = unpack_request(first), unpack_request(second or first)
    options = {key: values for key, *values in (one.split() for one in parts)}
    pairs = {key: dict(one.split("=") for one in options.get(key, ())) for key in ("far", "chances")}
    prefill = FormPrefill(
        request,
        tuple(options.get("likely", ())),
        several="several" in options,
        recalled="recalled" in options,
        far={id: Decimal(inches) for id, inches in pairs["far"].items()},
        dice=" ".join(options.get("dice", ())),
        joinable="alone" not in options,
        chances={
            id: TargetChance(
                Fraction(1), ((Term("casualties", 1, plural=True), Fraction(int(percent), 100)),), Decimal(12)
            )
            for id, percent in pairs["chances"].items()
        },
    )
    yield from form_lines(order_form(words, live, base, prefill, only=options.get("only", ())))


def form_lines(form: Form) -> Iterator[str]:
    """Yield a form as Discord gets it: its title and id, then its fields."""
    modal = form.modal()
    yield f"“{modal.title}” {modal.custom_id.removeprefix('adj1:')}"
    yield from (f"  {field_line(one.to_component_dict())}" for one in modal.children)


def past(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield what the form of the first request is filled in with after the others, newest first."""
    base, *earlier = map(unpack_request, text.split(" | "))
    found = facts_from(live.board, base, earlier)
    far = ", ".join(f"{id} {inches}″" for id, inches in found.far.items())
    yield f"{pack_request(found.request)} · likely {' '.join(found.likely)} · far {far} · {found.recalled}"


def split(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    yield from form_lines(split_form(words, live, unpack_request(text)))


def read(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield the shot of a form that divides weapons, or the refusal."""
    request, *fields = text.split(" ; ")
    sent = {name: [value] for name, _, value in (one.partition("=") for one in fields)}
    try:
        yield str(pack_request(parse_split(live, unpack_request(request), sent)))
    except Refusal as refused:
        yield f"! {words(refused.text)}"


def menus(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    yield from (control_line(one.item.to_component_dict()) for one in shot_menus(words, live, unpack_request(text)))


# The menus of units.


def options_lines(options: Iterable[MenuOption]) -> Iterator[str]:
    yield " | ".join(f"{one.label} ({one.about}) = {one.value}" for one in options)


def acting(words: Reader, live: ActiveGame, key: str) -> Iterator[str]:
    yield from options_lines(unit_menu.acting_options(words, live.board, key))


def following(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield the menu of units after a command; of named units it is without that command."""
    key, side, room, *named = text.split()
    without = dict.fromkeys(named[1:], ("fire", "move", "activate"))
    found, options = unit_menu.next_unit_options(words, live.board, key, side, int(room), without)
    yield f"{found}:"
    yield from options_lines(options)


def units(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    yield from options_lines(unit_menu.command_unit_options(words, live.board, unpack_request(text)))


def foes(words: Reader, live: ActiveGame, id: str) -> Iterator[str]:
    yield from options_lines(unit_menu.foe_options(words, live.board, live.game.units[id]))


def aims(words: Reader, live: ActiveGame, id: str) -> Iterator[str]:
    unit = live.game.units.get(id)
    yield from options_lines(unit_menu.target_options(words, live.board, unit, first=("u6",)))
    yield from options_lines(unit_menu.target_options(words, live.board, unit, friendly=True))
    yield from options_lines(unit_menu.any_target_options(words, live.board, unit))


def pages(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    many, page = map(int, text.split())
    options = [MenuOption(str(nth), str(nth)) for nth in range(many)]
    shown = unit_menu.page_of_options(words, options, page)
    yield " ".join(f"{one.label} = {one.value}" if one.label != one.value else one.label for one in shown)


SHOW = {
    "acting": acting,
    "next": following,
    "units": units,
    "foes": foes,
    "aims": aims,
    "pages": pages,
    "order": order,
    "past": past,
    "split": split,
    "read": read,
    "menus": menus,
}


def test_the_forms_of_orders_are_what_they_were_before() -> None:
    file, said = Path(__file__).with_name("order_form.txt"), list[str]()
    live = sample("fubar")
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("    "):
            said.append(line)
            if line and not line.startswith("#"):
                live, found = shown(live, line)
                said += [f"    {one.rstrip()}" for one in found]
    text = "\n".join(said) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
