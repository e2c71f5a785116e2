"""A result on a phone: it contains the instructions and is no higher than a third of the screen."""

from __future__ import annotations

import pytest

from bot.resolution.result import CommandResult
from cogs.components.controls import Control
from cogs.components.play.entry_buttons import short_result_reply
from cogs.components.play.next_controls import controls_height
from cogs.rendering import phone
from cogs.rendering.table_lines import steps_on_table
from cogs.rendering.text import Reader
from data.texts import language
from rules.command.turns import turn_over_note
from rules.game.entry import Entry
from rules.game.unit import Unit
from rules.kernel.plays import Play, Shift
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text, UnitRef, ask_note, table_note
from tests.rows import for_each
from tests.soak import broken

NAMES = ("commandos 3", "Planet defence squad")
LONG = (
    "Commandos of the old garrison beyond the river and hills 3",
    "Planet defence squad of the outer colonies of Vega",
)


def fight(names: tuple[str, str], system: str = "fubar") -> CommandResult:
    """Return the largest result of a close combat: losses and markers of both, a withdrawal, a reaction, a new turn."""
    units = [broken.unit(system, id, side, 8) for id, side in (("u1", "Red"), ("u2", "Blue"))]
    before = [one.model_copy(update={"name": name}) for one, name in zip(units, names, strict=True)]
    after = [_struck(one, other.id) for one, other in zip(before, reversed(before), strict=True)]
    away = Text("away from {enemy}", enemy=UnitRef("u2"))
    found = broken.shot(
        system,
        lambda play: {
            "roles": {"attacker": "u1", "target": "u2"},
            "text": Text("so long " * 20),
            "brief": Text("Nobody pursues."),
            "moves": (Shift("u1", 6, away),),
        },
        *after,
    )
    assert found.entry
    board = broken.board(system, *before)
    notes = (
        table_note(Text("Free defenders within {inches}″ may join in.", inches=3)),
        turn_over_note(board, Text("Every unit has acted.")),
        ask_note(Text("May react, if they see it: {names}.", names=Listed([UnitRef("u2"), "IFV"]))),
    )
    title = Text("Assault: {attacker} → {defender}", attacker=UnitRef("u1"), defender=UnitRef("u2"))
    entry = found.entry.model_copy(update={"title": title, "notes": notes, "reason": "the cards said so " * 9})
    return CommandResult("game", entry, board, found.after)


def _struck(unit: Unit, enemy: str) -> Unit:
    states = {"engaged_with": enemy, "activated": 1}
    return unit.model_copy(update={"models": 5, "states": states})


@for_each("code", ["en", "de"])
@for_each("names", [NAMES, LONG])
def test_a_result_says_all_there_is_to_do_in_a_third_of_a_phone(code: str, names: tuple[str, str]) -> None:
    """Statements are dropped before instructions; long names are shortened."""
    reply = short_result_reply(Reader(language(code)), fight(names))
    lines = reply.text.replace("**", "").split("\n")
    assert phone.message_height(lines, controls_height(reply.buttons)) <= phone.MOST, reply.text
    for name in names:
        assert f"📌 {name[:6]}" in reply.text.replace("**", "")
    assert {"en": "6″ away from", "de": "6″ weg von"}[code] in reply.text
    assert {"en": "May react", "de": "Reaktion"}[code] in reply.text
    assert {"en": "Every unit", "de": "Alle Einheiten"}[code] in reply.text
    assert "🎲" in reply.text
    assert {"en": "Why?", "de": "Warum?"}[code] in reply.footer


SIDES = (
    ("Kommandotrupp", "Planetenwache"),
    ("Grenadierregiment", "Pionierkompanie 12"),
    ("Sturmpioniere Nord Eins", "Gebirgsjäger Süd Zwei"),
    ("Heavy weapons team", "Regular section B"),
)
OTHERS = (
    ("Panzerspähtrupp", "Maschinengewehr"),
    ("Reservistenzug 3", "Aufklärungstrupp"),
    ("Planet defence squad", "Regular section (Green)"),
)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize(("names", "others"), [*zip(SIDES, (*OTHERS, OTHERS[1]), strict=True)])
def test_three_units_with_long_names_that_may_react_fit_too(
    code: str, names: tuple[str, str], others: tuple[str, str]
) -> None:
    """The question comes last."""
    found = fight(names)
    more = [
        broken.unit("fubar", f"u{nth}", "Blue", 8).model_copy(update={"name": name})
        for nth, name in enumerate(others, 3)
    ]
    asked = Text("May react, if they see it: {names}.", names=Listed([UnitRef(id) for id in ("u2", "u3", "u4")]))
    entry = found.entry.model_copy(update={"notes": (*found.entry.notes[:-1], ask_note(asked))})
    before, after = (one._replace(game=one.game.copy()) for one in (found.before, found.after))
    for board in (before, after):
        board.game.units.update({one.id: one for one in more})
    reply = short_result_reply(Reader(language(code)), found._replace(entry=entry, before=before, after=after))
    lines = reply.text.replace("**", "").split("\n")
    assert phone.message_height(lines, controls_height(reply.buttons)) <= phone.MOST, reply.text
    assert {"en": "May react", "de": "Reaktion"}[code] in lines[-1]


def test_names_are_shortened_only_while_units_can_be_distinguished() -> None:
    board = fight(("Rifle section of the long green valley 1", "Rifle section of the long green valley 2")).after
    words = Reader(language("en")).at(board).with_short_names(16)
    assert [words(UnitRef(id)) for id in ("u1", "u2")] == ["Rifle… valley 1", "Rifle… valley 2"]


def test_the_winner_is_asked_behind_next_if_there_is_no_room_for_it() -> None:
    """A second row of buttons takes two lines from the instructions."""
    result = fight(NAMES)
    beaten = result.after.game.units["u2"].model_copy(update={"models": 0, "states": {}})
    game = result.after.game.copy()
    game.units["u2"] = beaten
    reply = short_result_reply(Reader(language("de")), result._replace(after=result.after._replace(game=game)))
    labels = [one.item.label for one in reply.buttons if isinstance(one, Control)]
    assert "Weiter …" in labels
    assert "Partie beenden …" not in labels
    assert phone.message_height(reply.text.split("\n"), controls_height(reply.buttons)) <= phone.MOST


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_full_row_shortens_the_button_of_a_question_to_one_word(code: str) -> None:
    """A second row of buttons takes two lines that the result needs."""
    named = {"u2": "Marines", "u6": "Planet defence squad", "u8": "Technical", "u10": "Regular section (Green)"}
    units = [
        broken.unit("fubar", id, "Red" if id == "u2" else "Blue", 8, on_guard=1).model_copy(update={"name": name})
        for id, name in named.items()
    ]
    board = broken.board("fubar", *units, order=("Red", "Blue"), holder="Red")
    table = table_note(Text("Free defenders within {inches}″ may join in.", inches=3))
    strike = Request("assault", ("u2",), ("u10",))
    notes = (
        table,
        ask_note(
            Text("After the reactions: strike {enemy}.", enemy=UnitRef("u10")),
            Text("Strike {enemy}", enemy=UnitRef("u10")),
            strike,
        ),
        ask_note(
            Text("May react, if they see it: {names}.", names=Listed([UnitRef(id) for id in ("u6", "u8", "u10")]))
        ),
    )
    title, move = Text("{unit}: Assault", unit=UnitRef("u2")), Request("move", ("u2",), ("u10",), action="assault")
    play = Play(
        action="movement",
        facts={},
        roles={"unit": "u2"},
        outcome={"inches": 8},
        text=Text("Up to {inches}″.", inches=8),
        moves=(Shift("u2", 8),),
    )
    entry = Entry(
        number=30,
        command="move",
        by="300",
        at=0.0,
        side="Red",
        request=move.to_stored(),
        title=title,
        notes=notes,
        plays=(play,),
        warnings=(title,),
    )
    reply = short_result_reply(Reader(language(code)), CommandResult("game", entry, board, board))
    labels = [one.item.label for one in reply.buttons if isinstance(one, Control)]
    assert phone.message_height(reply.text.split("\n"), controls_height(reply.buttons)) <= phone.MOST, (
        reply.text,
        labels,
    )
    assert {"en": "Strike", "de": "Schlagen"}[code] in labels


def test_markers_are_taken_off_by_name_where_others_keep_theirs() -> None:
    """Four of five units lose one: the text names them; if all lose one, it gives the number."""
    units = [broken.unit("openfire_ww2", f"u{n}", "Red", pinned=1) for n in range(1, 6)]
    freed = [one.model_copy(update={"states": {}}) for one in units]
    entry = Entry(number=1, command="turn end", by="300", at=0.0, title=Text("Red's turn is over"))
    before = broken.board("openfire_ww2", *units)
    for after, said in (([*freed[:4], units[4]], "pinned markers (u1, u2, u3 and u4)"), (freed, "5 pinned markers")):
        result = CommandResult("game", entry, before, broken.board("openfire_ww2", *after))
        assert said in " ".join(steps_on_table(Reader(language("en")).at(result.after), result))
