"""The forms of orders, field by field, in the sample games: see `order_form.txt`.

The verbs of its script (see `samples.py`):

    order fire;;;;;;u1 of fire;;;;;;u1;u5  the form of an order with a request that fills it in; further parts follow
    past fire;;;;;;u1 | fire;;;;;;u1;u5    what is filled in after earlier orders, newest first
    split fire;;;;;;u1;u5/u6               the form that divides the weapons of a shot
    offer fire;;;;;;u1;u5/u6               the offer of that form, if the shot fits into the id of its button
    read fire;;;;;;u1;u5/u6 row0=4/2       the shot that such a form gives
    menus fire;;;;;;u1;u5                  the menus below the odds of a shot
    acting fire                            the units in the menu of a command
    next fire Red 5 without u1             the menu of units after a command of a side, with so much room
    units fire                             the units that a command may name
    foes u1                                the menu of what a unit may do to enemies
    aims u1                                the targets of a unit: enemies, friends, any
    pages 26 1                             a page of so many units; without a page, the reply with the menu
    row 0                                  the controls under the board, beside so many others
    board 3 fired                          the controls of a board with so many rows, after a shot
    steps 0                                the next steps while no unit acts
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.target_odds import TargetChance
from cogs.components.controls import Items, MenuOption
from cogs.components.packed_request import pack_request, unpack_request
from cogs.components.play import unit_menu
from cogs.components.play.board_row import board_row
from cogs.components.play.command_forms import menu_reply
from cogs.components.play.control_row import control_row
from cogs.components.play.next_controls import next_controls
from cogs.components.play.odds_clicks import OddsForm
from cogs.components.play.order_form import order_form
from cogs.components.play.recall import FormPrefill, facts_from
from cogs.components.play.shot_menus import shot_menus
from cogs.components.play.split_fire import parse_split, split_form, split_offer
from cogs.rendering.text import Reader
from rules.kernel.request import bare_request
from rules.kernel.text import Term
from tests.cogs.components.play.samples import check_script, form_lines, options_lines
from tests.cogs.screens import control_line


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
    about = OddsForm.at(live.at, base) if "odds" in options else None
    yield from form_lines(order_form(words, live, base, prefill, about, options.get("only", ())))


def past(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield what the form of the first request is filled in with after the others, newest first."""
    base, *earlier = map(unpack_request, text.split(" | "))
    found = facts_from(live.board, base, earlier)
    far = ", ".join(f"{id} {inches}″" for id, inches in found.far.items())
    yield f"{pack_request(found.request)} · likely {' '.join(found.likely)} · far {far} · {found.recalled}"


def split(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    yield from form_lines(split_form(words, live, unpack_request(text)))


def offer(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    found = split_offer(words, live, unpack_request(text))
    yield " ".join([found.text, *controls_lines(found.buttons)]) if found else "none"


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
    many, *page = map(int, text.split())
    options = [MenuOption(str(nth), str(nth)) for nth in range(many)]
    if not page:
        reply = menu_reply(words, live, bare_request("fire"), "target", options)
        yield f"{reply.title}: {' '.join(controls_lines(reply.buttons))}"
        return
    shown = unit_menu.page_of_options(words, options, *page)
    yield " ".join(f"{one.label} = {one.value}" if one.label != one.value else one.label for one in shown)


# The controls of a board.


def controls_lines(items: Items) -> Iterator[str]:
    yield from (control_line(getattr(one, "item", one).to_component_dict()) for one in items)


def row(words: Reader, live: ActiveGame, taken: str) -> Iterator[str]:
    yield from controls_lines(control_row(words, live, int(taken)))


def under_board(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    rows, *fired = text.split()
    yield from controls_lines(board_row(words, live, (), int(rows), bool(fired)))


def steps(words: Reader, live: ActiveGame, _: str) -> Iterator[str]:
    yield from controls_lines(next_controls(words, live))


SHOW = {
    "row": row,
    "board": under_board,
    "steps": steps,
    "acting": acting,
    "next": following,
    "units": units,
    "foes": foes,
    "aims": aims,
    "pages": pages,
    "order": order,
    "past": past,
    "split": split,
    "offer": offer,
    "read": read,
    "menus": menus,
}


def test_the_forms_of_orders_are_what_they_were_before() -> None:
    check_script(Path(__file__).with_name("order_form.txt"), SHOW)
