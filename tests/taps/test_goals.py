"""Goals in taps: the orders of a unit, its cheapest activation, boarding, assaults and orders of officers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from data import system_of
from data.texts import language as language_of
from rules.command.legality import Legality, best_legality
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.cogs.languages import german_server, speaks
from tests.cogs.table import Table, Told
from tests.taps.thumb import Cost, Thumb, fields_of

INCHES = "4"
ACTIVATED = ("fubar", "opreb", "battle_forge")
"""Systems in which units are activated one after the other."""
LANGUAGES = ("en", "de")
SYSTEMS = ("fubar", "opreb", "openfire_d12", "openfire_ww2", "bayonet")


def in_one_language(systems: Sequence[str], first: int = 0) -> list[tuple[str, str]]:
    """Return each system with a language: they take turns, from that one on."""
    return [(system, LANGUAGES[(first + nth) % 2]) for nth, system in enumerate(systems)]


MODES = (("bot", 4, SYSTEMS, 0), ("physical", 6, SYSTEMS[::2], 1))
"""Whose dice, the most taps of a go with them, and the systems, with the language of the first."""


async def seat_players(table: Table, system: str, language: str = "en") -> Thumb:
    """Seat two players with short results at a demo with its board, in that language."""
    if language == "de":
        table.channel = german_server(table)
        for who in (table.ann, table.bob):
            speaks(table, who, "de")
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/game board")
    return Thumb(table)


async def seat_and_roll(table: Table, system: str, language: str = "en", dice: str = "bot") -> Thumb:
    """Seat the players, and roll the initiative if the system has one; then use the agreed dice."""
    thumb = await seat_players(table, system, language)
    commands = system_of(system).commands
    if "initiative" in commands:
        table.dice.next(6, 1)
        await table.done(table.ann, "/initiative", dice="roll")
    if "turn phase" in commands and system == "openfire_ww2":
        await table.done(table.ann, "/turn phase", phase="movement")
    if dice != "bot":
        await table.done(table.ann, "/game dice", mode=dice)
    return thumb


PER_GO = {"fubar": 1, "opreb": 2, "openfire_d12": 2, "openfire_ww2": 1, "bayonet": 1}
"""Moves or other actions without a target in the go of a unit."""


@pytest.mark.parametrize(
    ("system", "language", "mode", "most"),
    [(*one, mode, most) for mode, most, systems, first in MODES for one in in_one_language(systems, first)],
)
async def test_the_cheapest_unit_has_its_go_in_few_taps(
    table: Table, system: str, language: str, mode: str, most: int
) -> None:
    """Four with the bot's dice, six with own dice; the unit is chosen, and acts without a target."""
    thumb = await seat_and_roll(table, system, language, mode)
    who, board, acted = await thumb.holder(), await thumb.board(), 0
    first = await table.last()
    table.dice.next(*([6] * 4))
    if system in ACTIVATED:
        await thumb.select(who, "activate", told=board)
        await _answer_roll(thumb)
    else:
        menus = [one for one in thumb.of_kind("move", board) if one["type"] == 3]
        if not menus:
            move = next(one for one in thumb.of_kind("orders", board) if one["custom_id"].endswith(":move"))
            board = await thumb.tap(who, move["label"], board)
        await thumb.select(who, "move", told=board)
        acted = 1
    for _ in range(PER_GO[system] - acted):
        await _steps_on(thumb, who)
    print(f"\ntaps of a go: {system} {language} {mode}: {thumb.cost.taps}")
    done = [one.command for one in await table.entries() if one.number > first]
    assert done.count("move") + done.count("act") == PER_GO[system], done
    assert thumb.cost.taps <= most, thumb.cost
    assert not thumb.typed


async def _answer_roll(thumb: Thumb) -> None:
    """Answer a roll by one's own die, a six by its button, where it is asked for."""
    while asked := await thumb.table.services.questions.of_game(await thumb.table.live()):
        who = next(one for one in (thumb.table.ann, thumb.table.bob) if str(one.id) == asked[0].people[0])
        faces = [one for one in thumb.of_kind("face") if one["custom_id"].endswith(":6")]
        await (thumb.tap(who, faces[0]["label"]) if faces else thumb.select(who, "face", "6"))


async def _steps_on(thumb: Thumb, who: Any) -> None:
    """Take the first step of a unit that lacks nothing: by its button, or out of the menu that has it.

    A move from a menu of units is shown by the board alone.
    """
    told = thumb.last if labels_below(thumb, thumb.last) else await thumb.board()
    buttons = [one for one in thumb.of_kind("do", told) if not one["label"].endswith("…")]
    if buttons:
        await thumb.tap(who, buttons[0]["label"], told)
    else:
        menus = [one for one in thumb.of_kind("choose", told) if one["type"] == 3]
        if not menus:
            menus = [one for one in thumb.of_kind("choose", await thumb.press(who, "upnext", told)) if one["type"] == 3]
        lines = [one for one in menus[0]["options"] if one["value"].startswith("=") and "…" not in one["label"]]
        await thumb.choose(who, menus[0]["placeholder"], lines[0]["label"], thumb.last)
    await _answer_roll(thumb)


@pytest.mark.parametrize(("system", "language"), [("fubar", "en"), ("opreb", "de"), ("openfire_ww2", "de")])
async def test_every_order_of_a_unit_is_on_its_card_in_the_order_of_the_rules(
    table: Table, system: str, language: str
) -> None:
    """This includes inactive units; the card is two menus from the board, each order one or two taps."""
    thumb = await seat_and_roll(table, system, language)
    who, words = await thumb.holder(), language_of(language).texts.gettext
    side = (await table.live()).game.holder or "Red"
    more = await thumb.press(who, "more", await thumb.board())
    for unit in [one for one in (await table.live()).game.units_of_side(side) if one.alive][:3]:
        board = (await table.live()).board
        card = await thumb.select(who, "card", unit.id, more)
        labels = labels_below(thumb, card)
        assert (words("Activate") in labels) == (system in ("fubar", "opreb", "openfire_d12"))
        for title in legal(board, unit):
            assert [one for one in labels if words(title) in one], (unit.name, title, labels)
        order = [words(ENGLISH(act.title)) for act in board.system.acts.values()]
        acts = {words(ENGLISH(act.title)): act for act in board.system.acts.values()}
        named = [one.removesuffix(" …").rpartition(": ")[2] for one in labels]
        places = [order.index(one) for one in named if one in acts and not acts[one].fires]
        assert places == sorted(places), labels


async def activate_unit(thumb: Thumb, name: str = "") -> Any:
    """Activate a unit, or the first that may be, and return its player."""
    who, board = await thumb.holder(), await thumb.board()
    unit = name or thumb.units("Activate", board)[0]
    thumb.table.dice.next(*([6] * 4))
    await thumb.choose(who, "Activate", unit, board)
    await thumb.decided()
    return who


def legal(board: Board, unit: Unit) -> Iterator[str]:
    """Yield the titles of all the orders of a unit that no rule restricts."""
    for key, act in board.system.acts.items():
        order = Request("act", (unit.id,), action=key, side=unit.side)
        is_order = "unit" in act.needs and not (act.involuntary or act.anybody)
        if is_order and best_legality(board, order) <= Legality.NEEDS_INPUT:
            yield ENGLISH(act.title)
    for key in ("fire", "assault"):
        command = board.system.commands.get(key)
        if command and best_legality(board, Request(key, (unit.id,), side=unit.side)) is Legality.OK:
            yield ENGLISH(command.called(board) if command.called else command.title)


def labels_below(thumb: Thumb, told: Told) -> list[str]:
    """Return the labels of all buttons and of all lines of menus under a message."""
    lines = [one["label"] for options in thumb.menus(told).values() for one in options]
    return [*thumb.labels(told), *lines]


@pytest.mark.parametrize("system", ACTIVATED)
async def test_every_order_of_an_activated_unit_is_a_button_or_a_line_of_one_menu(table: Table, system: str) -> None:
    """Two of seven were, and none with a target on its own side."""
    thumb = await seat_and_roll(table, system)
    for _ in range(1 if system == "fubar" else 3):
        who, first = await thumb.holder(), thumb.units("Activate", await thumb.board())[0]
        await activate_unit(thumb, first)
        board = (await table.live()).board
        unit = next(one for one in board.game.units.values() if one.name == re.sub(r" \(.*", "", first))
        labels = labels_below(thumb, thumb.last)
        for title in legal(board, unit):
            assert [one for one in labels if title in one], (unit.name, title, labels)
        if system != "fubar":
            await table.anyway(who, "/turn end")


async def test_a_unit_that_boards_takes_four_taps(table: Table) -> None:
    thumb = await seat_and_roll(table, "fubar")
    who = await activate_unit(thumb, "Marines")
    before = thumb.cost.taps
    line = next(one for one in labels_below(thumb, thumb.last) if "Board" in one)
    form = await (thumb.tap(who, line) if line in thumb.labels(thumb.last) else thumb.choose(who, "", line))
    if form.form:
        await thumb.fills(who, form, INCHES)
    assert (await table.entry()).request["action"] == "board"
    assert thumb.cost.taps - before <= 4


@pytest.mark.parametrize(
    ("system", "language"), in_one_language([one for one in SYSTEMS if "assault" in system_of(one).commands])
)
async def test_an_assault_takes_six_taps_with_its_activation(table: Table, system: str, language: str) -> None:
    """The unit is chosen on the board; nothing is typed but numbers."""
    thumb = await seat_and_roll(table, system, language)
    if system == "openfire_ww2":
        await table.done(table.ann, "/turn phase", phase="combat")
    if system == "bayonet":  # the moves and the shots of the bound are done
        for who in (await thumb.holder(), table.ann if await thumb.holder() is table.bob else table.bob):
            await thumb.press(who, "do", await thumb.board())
        thumb.cost = Cost()
    who, words = await thumb.holder(), language_of(language).texts.gettext
    title = words(ENGLISH(system_of(system).commands["assault"].title))
    table.dice.next(*([6] * 4))
    if system in ACTIVATED:
        await thumb.select(who, "activate", told=await thumb.board())
        await _answer_roll(thumb)
    line = next((one for one in labels_below(thumb, thumb.last) if title in one and one.endswith(" …")), "")
    if line in thumb.labels(thumb.last):
        form = await thumb.tap(who, line)
    elif line:
        form = await thumb.choose(who, "", line)
    else:
        told = await thumb.board()
        menus = [one for one in thumb.of_kind("assault", told) if one["type"] == 3]
        if not menus:
            told = await thumb.tap(who, f"{title} …", told)
        form = await thumb.select(who, "assault", told=told)
    assert form.form, form.whole
    await thumb.fills(who, form, INCHES)
    print(f"\ntaps of an assault: {system} {language}: {thumb.cost.taps}")
    assert thumb.cost.taps <= 6, thumb.cost
    await thumb.decided()
    assert (await table.entry()).command == "assault"
    assert not any(field for field in thumb.typed if not field.replace(".", "").isdigit()), thumb.typed


async def test_concentrated_fire_is_ordered_in_six_taps(table: Table) -> None:
    thumb = await seat_players(table, "openfire_ww2")
    await table.done(table.ann, "/turn phase", phase="combat")
    more = await thumb.tap(table.ann, "More …", await thumb.board())
    form = await thumb.choose(table.ann, "More", "Concentrate Fire", more)
    print([one["custom_id"] for one in fields_of(form)])
    await thumb.fills(table.ann, form, INCHES)
    print(thumb.cost)
    assert (await table.entry()).request["action"] == "concentrate_fire"
    assert thumb.cost.taps <= 6, thumb.cost


async def test_concentrated_fire_is_in_the_menu_of_those_who_may_fire(table: Table) -> None:
    """Issue 45: on a phone it was four taps away, under "All controls …" and "More …"."""
    thumb = await seat_players(table, "openfire_ww2", "de")
    told = await table.done(table.ann, "/turn phase", phase="combat")
    form = await thumb.choose(table.ann, "", "Company HQ: Feuer bündeln …", told)
    await thumb.fills(table.ann, form, INCHES)
    assert (await table.entry()).request["action"] == "concentrate_fire"
    assert thumb.cost.taps <= 6, thumb.cost


async def test_odds_are_a_line_of_the_units_menu(table: Table) -> None:
    """They open the form of the shot, and its answer has the button that fires."""
    thumb = await seat_and_roll(table, "fubar")
    who = await activate_unit(thumb)
    line = next(one for one in labels_below(thumb, thumb.last) if one.endswith("Odds …"))
    form = await thumb.choose(who, "", line)
    told = await thumb.fills(who, form, INCHES)
    assert told.private
    number = (await table.live()).game.number
    await thumb.tap(who, "Fire", told)
    assert (await table.live()).game.number == number + 1


async def test_odds_know_the_cover_of_the_last_shot(table: Table) -> None:
    """Issue 45: "Cover: there is no 'as_before'" was the answer to a form left as it was."""
    thumb = await seat_and_roll(table, "opreb")
    unit = "Line rifle squad"
    await table.done(table.ann, "/activate", unit=unit)
    thumb.last = await table.say(
        table.ann, "/fire", attacker=unit, target="Heavy weapons squad", distance="30", cover="hard"
    )
    await thumb.decided()
    more = await thumb.tap(table.ann, "…")
    line = next(one for one in labels_below(thumb, more) if one.endswith("Odds …"))
    form = await thumb.choose(table.ann, "", line, more)
    told = await thumb.fills(table.ann, form, INCHES)
    assert "as_before" not in told.whole
    assert "Fire" in told.buttons
