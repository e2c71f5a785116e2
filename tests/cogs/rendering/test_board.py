"""The table in words: it fits one message however large the armies, and hidden units are cards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.game.questions import DiceQuestion, RequestedRoll, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.store.tables import Pending, StoredGame
from cogs.interactions import limits
from cogs.rendering.board import SHORTER, fitted_board, unit_groups, whole_board
from cogs.rendering.status import board_reply
from cogs.rendering.text import Reader
from cogs.rendering.units import shown_states
from data import system_of
from data.texts import language
from rules.game.game import Game
from rules.game.tabletop import Player, Seal, TableObject
from rules.game.unit import Unit
from rules.kernel.action import State
from rules.kernel.text import Text, Typed, UnitRef
from tests.cogs.table import Table

EVERYBODY = Reader(language("en"))


def game(units: int, name: str, **more: Any) -> ActiveGame:
    """Begin a game with two sides of that many units, each with the same name, many markers and different values."""
    found = Game(number=1)
    for side in ("Red", "Blue"):
        for _ in range(units):
            id = f"u{len(found.units) + 1}"
            found.units[id] = Unit(
                id=id,
                name=name,
                side=side,
                models=9,
                starting=10,
                hp=(3, 3, 3),
                states={
                    "suppressed": 4 + len(found.units),
                    "tried": 1,
                    "activated": 1,
                    "action": "duck_and_weave",
                    "on_guard": 1,
                },
            )
    for key, value in more.items():
        setattr(found, key, value)
    info = StoredGame.model_construct(id="g", guild_id="1", channel_id="2", name="*" * 60, units="inches")
    return ActiveGame(info, system_of("fubar"), found)


def full(units: int, name: str) -> tuple[ActiveGame, list[OpenQuestion]]:
    """With as many people, objects and questions as there may be, all with long names."""
    players = {str(n): Player(id=str(n), name="_" * 32, side="Red") for n in range(20)}
    things = {str(n): TableObject(kind="objective", label="~" * 60, holder="Red") for n in range(50)}
    live = game(units, name, players=players, things=things, scores={"Red": 3, "Blue": 4}, order=("Red",), holder="Red")
    row = Pending.model_construct(id="p", game_id="g", asked_by="1", kind="dice", deadline=1.7e9)
    row.channel_id = row.message_id = "1" * 19
    return live, [OpenQuestion(live, row, saves_of(Typed("|" * 300)))] * 20


def saves_of(label: Text) -> DiceQuestion:
    return DiceQuestion(side="Red", throw=RequestedRoll(key="saves", label=label, count=2, sides=6))


def test_two_forces_of_twenty_fit_one_message_with_the_longest_names() -> None:
    live = game(20, "*" * 60)
    shown = board_reply(EVERYBODY, live, [])
    assert len(shown.text) <= limits.DESCRIPTION
    assert shown.text.count("9/10") == 40
    assert "more:" not in shown.text
    assert len(shown.title) + len(shown.text) + len(shown.footer) <= 6000


def test_two_forces_of_twenty_with_usual_names_keep_them_whole() -> None:
    live = game(20, "2nd Regular section")
    shown = fitted_board(EVERYBODY, live, [])
    assert len(shown) <= limits.DESCRIPTION
    assert shown.count("**2nd Regular section**") == 40


@pytest.mark.parametrize("units", [20, 60])
def test_whatever_there_is_it_fits_one_message(units: int) -> None:
    live, asked = full(units, "`" * 60)
    shown = fitted_board(EVERYBODY, live, asked)
    assert len(shown) <= limits.DESCRIPTION
    assert "… and 17 more: `/game status`" in shown
    assert "… and 47 more: `/game status`" in shown
    assert "… and 17 more: `/waiting`" in shown
    listed = shown.count("9/10")
    left_out = sum(int(number) for number in re.findall(r"and (\d+) more: `/unit list`", shown))
    assert listed + left_out == 2 * units
    assert listed >= 20


def test_the_units_that_are_left_out_are_those_that_have_acted() -> None:
    live = game(40, "`" * 60)
    live.game.units["u40"] = live.game.units["u40"].model_copy(update={"states": {}, "name": "Reserve"})
    assert "**Reserve** 9/10" in fitted_board(EVERYBODY, live, [])


def test_on_a_phone_a_board_of_22_gathers_those_with_nothing_to_tell_and_names_all() -> None:
    live = game(11, "Section")
    for nth, unit in enumerate(live.game.units.values()):
        states = {"suppressed": 2} if nth % 5 == 0 else {}
        live.game.units[unit.id] = unit.model_copy(
            update={"name": f"{'ABCDEFGHIJKLMNOPQRSTUV'[nth]} section", "states": states, "models": 10, "hp": ()}
        )
    shown = fitted_board(EVERYBODY, live, [], fits=lambda _: False).splitlines()
    alone = [line for line in shown if line.startswith("**") and ";" not in line]
    assert [line for line in alone if "suppressed 2" not in line] == []
    assert len(alone) == 5
    assert sum(line.count(" section** 10/10") for line in shown) == 22
    assert len(shown) == 1 + 2 + 5 + 2, "the course, a heading and a line of the others for each side"


def test_short_forms_leave_no_half_escape() -> None:
    live = game(1, "*" * 60)
    for form in SHORTER:
        ((_, [(stars, _, _)]),) = unit_groups(EVERYBODY, live.board, live.game.units["u1"].side, form)
        assert stars.rstrip("…") == "\\*" * (len(stars.rstrip("…")) // 2)


@pytest.fixture
def hidden() -> ActiveGame:
    """A game of a system with hidden units; one of Red's is a card, and Blue's is fighting it."""
    live = game(2, "Scouts")
    system = replace(
        live.system, states={**live.system.states, "hidden": State("hidden", Text("setup"), (), Text("a card"))}
    )
    units = live.game.units
    units["u1"] = units["u1"].model_copy(update={"name": "Snipers", "states": {"hidden": 1, "suppressed": 2}})
    units["u3"] = units["u3"].model_copy(update={"states": {"engaged_with": "u1"}})
    return ActiveGame(live.info, system, live.game)


def test_a_hidden_unit_is_a_card_to_every_reader(hidden: ActiveGame) -> None:
    row = Pending.model_construct(id="p", asked_by="1", deadline=None)
    row.message_id = None
    saves = saves_of(Text("saves of {unit}", unit=UnitRef("u1")))
    shown = fitted_board(EVERYBODY, hidden, [OpenQuestion(hidden, row, saves)])
    assert "Snipers" not in shown
    assert "**card 1** · hidden" in shown
    assert "engaged with card 1" in shown
    assert "saves of card 1" in shown


def test_its_own_side_sees_the_unit_behind_a_card(hidden: ActiveGame) -> None:
    hidden.game.players |= {id: Player(id=id, name=id, side=id) for id in ("Red", "Blue")}
    seen = {side: whole_board(Reader(language("en"), reader=side), hidden) for side in ("Red", "Blue")}
    assert "**Snipers** 9/10 HP 3/3/3 · hidden · suppressed 2" in seen["Red"]
    assert "engaged with Snipers" in seen["Red"]
    assert "card 1" not in seen["Red"]
    assert "**card 1** · hidden" in seen["Blue"]
    assert "engaged with card 1" in seen["Blue"]
    assert "Snipers" not in seen["Blue"]


async def test_thumb_the_status_lists_the_remaining_actions_of_the_active_unit(table: Table) -> None:
    """Its past actions are in its heading; its remaining ones are listed."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/initiative", dice="9 2")
    await table.done(table.ann, "/activate", unit="Line squad")
    await table.done(table.ann, "/move", unit="Line squad")
    told = await table.done(table.ann, "/game status")
    (side,) = [line for line in told.lines if "Active now: " in line]
    active = side.partition("Active now: ")[2].partition(". ")[0]
    assert active == "**Line squad** HP 10 · actions left 1"


async def test_a_unit_that_has_acted_is_shown_with_what_outlasts_its_activation(demo: Table) -> None:
    board = (await demo.live()).board
    states = {"tried": 1, "activated": 1, "fired": 1, "reacted": 1, "on_guard": 1, "suppressed": 2}
    militia = (await demo.unit("Militia")).model_copy(update={"states": states})
    assert [name for name, _ in shown_states(board, militia, lean=True)] == ["on_guard", "suppressed"]
    assert {"fired", "reacted"} <= {name for name, _ in shown_states(board, militia)}


def people(*players: Player) -> dict[str, Player]:
    return {one.id: one for one in players}


def test_the_board_names_all_players_and_objects_at_the_table() -> None:
    """Players of a side without units, a spectator, seals of a player who left, the holders and turns of objects."""
    live = game(1, "Section")
    live.game.units["u1"] = live.game.units["u1"].model_copy(update={"states": {}, "models": 10})
    live.game.units["u2"] = live.game.units["u2"].model_copy(update={"states": {}, "models": 10, "hp": (3, 3, 2)})
    live.game.players = people(
        Player(id="1", name="A*n", umpire=True),
        Player(id="2", name="Bob", side="Green", umpire=True),
        Player(id="3", name="Cyd"),
        Player(id="4", name="Dan", side="Green"),
        Player(id="5", name="Eve", side="Red", umpire=True),
        Player(id="6", name="Fay", side="Red"),
    )
    live.game.things = {
        "A": TableObject(kind="objective", label="A"),
        "B": TableObject(kind="objective", label="B", holder="Red"),
        "C": TableObject(kind="objective", label="C", holder="Red", unit="u1"),
        "D": TableObject(kind="smoke", label="D", turns=1),
        "E": TableObject(kind="smoke", label="E", holder="Blue", turns=2),
    }
    live.game.scores = {"Red": 3, "Blue": 4}
    live.game.seals = {
        "1": Seal(by="3", digest="d"),
        "2": Seal(by="gone", digest="d", ready=True),
        "3": Seal(by="3", digest="d", unit="u2"),
    }
    assert whole_board(EVERYBODY, live).splitlines() == [
        "FUBAR · turn 1 · **Roll for initiative.**",
        "Score: Red 3, Blue 4",
        "🔒 Sealed: Cyd and a former player, ready",
        "🔒 Positions are sealed: Section",
        "Objects: objective A, objective B (held by Red), objective C (held by Red: Section), smoke D (1 turn left) "
        "and smoke E (held by Blue, 2 turns left)",
        "At the table: A\\*n (umpire) and Cyd (spectator)",
        "🟢 __Green__ · Bob (umpire) and Dan",
        "🔴 __Red__ · Eve (umpire) and Fay · Not yet activated (1):",
        "**Section** 10/10 HP 3/3/3",
        "🔵 __Blue__ · Not yet activated (1):",
        "**Section** 10/10 HP 3/3/2",
    ]


def test_a_unit_with_a_wounded_figure_is_not_gathered_with_those_at_full_strength() -> None:
    live = game(3, "")
    for unit, hp in zip(list(live.game.units.values()), ((3, 3), (3, 2), (3, 3), (), (0,), (0,)), strict=True):
        named = {"name": f"Unit {'ABCDEF'[int(unit.id[1:]) - 1]}", "models": 10, "hp": hp, "states": {}}
        live.game.units[unit.id] = unit.model_copy(update=named)
    gathered = whole_board(EVERYBODY, live, fits=lambda text: "HP 3/3" not in text)
    assert gathered.splitlines()[1:] == [
        "🔴 __Red__ · Not yet activated (3):",
        "**Unit B** 10/10 HP 5",
        "**Unit A** 10/10 HP 6; **Unit C** 10/10 HP 6",
        "🔵 __Blue__ · Not yet activated (1):",
        "**Unit D** 10/10",
        "Out of action (2):",
        "**Unit E** 10/10 HP 0 · out of action",
        "**Unit F** 10/10 HP 0 · out of action",
    ]


def test_a_board_that_has_exactly_the_room_is_whole() -> None:
    live = game(11, "Section")
    whole = fitted_board(EVERYBODY, live, [])
    assert fitted_board(EVERYBODY, live, [], room=len(whole)) == whole
    shorter = fitted_board(EVERYBODY, live, [], room=len(whole) - 1)
    assert len(shorter) < len(whole)
    assert fitted_board(EVERYBODY, live, [], room=len(shorter)) == shorter
    assert fitted_board(EVERYBODY, live, [], room=len(shorter) - 1) != shorter


@pytest.mark.parametrize(("many", "more"), [(10, 0), (11, 1)])
def test_ten_questions_people_and_objects_are_listed(many: int, more: int) -> None:
    live, (asked, *_) = full(1, "Section")
    asked = asked._replace(question=saves_of(Text("saves")))
    live.game.players = people(*(Player(id=str(n), name=f"P{n}", side="Red") for n in range(many)))
    live.game.things = {str(n): TableObject(kind="objective", label=f"O{n}") for n in range(many)}
    shown = fitted_board(EVERYBODY, live, [asked] * many)
    assert shown.count("⏳") == 10
    assert ("… and 1 more: `/waiting`" in shown) == (more == 1)
    assert shown.count("… and 1 more: `/game status`") == 2 * more
    assert shown.count("P9") == 12  # in each question, beside the holder's turn, and as a player of Red


def test_a_side_without_units_is_named_in_the_shortest_forms_too() -> None:
    live = game(1, "Section", players=people(Player(id="1", name="Ann", side="Green")))
    live.game.units["u1"] = live.game.units["u1"].model_copy(update={"models": 10, "states": {}})
    run_on = whole_board(EVERYBODY, live, fits=lambda _: False)
    fewest = fitted_board(EVERYBODY, live, [], room=170)
    assert run_on.splitlines() == [
        "FUBAR · turn 1 · **Roll for initiative.**",
        "🟢 __Green__ · Ann",
        "🔴 __Red__ · Not yet activated: **Section** HP 9",
        "🔵 __Blue__ · Has acted: **Section** 9/10 HP 9 · suppressed 5 · ducks and weaves · on guard",
    ]
    more = "… and 1 more: `/unit list`"
    first = ["FUBAR · turn 1 · **Roll for initiative.**", "🟢 __Green__ · Ann"]
    assert fewest.splitlines() == [*first, "🔴 __Red__", more, "🔵 __Blue__", more]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (saves_of(Text("saves")), "A: roll 2d6: saves"),
        (WarningQuestion(warnings=(Text("It is far."),)), "B: go on anyway?"),
        (WarningQuestion(warnings=(), act=Text("move")), "B: go on anyway?"),
    ],
)
def test_the_board_says_what_each_open_question_waits_for(question: Any, said: str) -> None:
    live = game(
        1, "Section", players={id: Player(id=id, name=id, side=side) for id, side in (("A", "Red"), ("B", None))}
    )
    row = Pending.model_construct(id="p", game_id="g", asked_by="B", kind="dice", deadline=None, message_id=None)
    (first, *_) = fitted_board(EVERYBODY, live, [OpenQuestion(live, row, question)]).split("\n")
    assert first == f"⏳ Waiting for {said}"
    row.deadline, row.channel_id, row.message_id = 90.5, "2", "3"
    (first, *_) = fitted_board(EVERYBODY, live, [OpenQuestion(live, row, question)]).split("\n")
    link = "[the question](https://discord.com/channels/1/2/3)"
    assert first == f"⏳ Waiting for {said} · <t:90:R> · {link}"
    live.game.players = {}
    (first, *_) = fitted_board(EVERYBODY, live, [OpenQuestion(live, row, question)]).split("\n")
    assert first.startswith(f"⏳ Waiting for a player{said[1:]} · "), "all who are asked have left"
