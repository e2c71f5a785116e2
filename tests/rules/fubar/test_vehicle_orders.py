"""`/act ram`, `board`, `leave` and `withdraw`: the effects on the units, and instructions for the figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from rules.command.effects import changes, mark, settle_board
from rules.command.legality import Legality, best_legality
from rules.command.system import Board
from rules.game.events import LossesTaken
from rules.kernel.errors import RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.table import Given
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.evenings import board_of

BOARD = board_of("fubar")
SECTION, MARINES, COMMANDOS, IFV, MILITIA, SQUAD = (f"u{n}" for n in range(1, 7))


def marked_board(board: Board, id: str, **states: Any) -> Board:
    return board.after(mark(board.unit(id), **states))


def carry_out(
    board: Board, action: str, *dice: int, unit: str, target: str = "", **more: Any
) -> tuple[Board, list[str]]:
    """Carry out an act, or a command; the board after it, and what is said: its title, then its notes."""
    commands = board.system.commands
    asked = Request("act", (unit,), (target,) if target else (), action=action)
    asked = replace(Request(action, (unit,)) if action in commands else asked, **more)
    order = {**commands, **board.system.acts}[action].plan(board, asked)
    given, after, played = Given(dice), board, []
    for play in order.plays:
        found = resolve(board.system, board.system.actions[play.action], play.facts, board.book, given)
        after = after.after(changes(after, found.effects, play.roles))
        played.append(found.played)
    given.finish()
    after = after.after(order.after(after, played))
    return after, [ENGLISH(order.title), *map(ENGLISH, order.notes(after, played))]


def test_a_ram_is_the_move_and_the_action_of_the_vehicle_and_those_in_its_path_jump_aside() -> None:
    going = marked_board(BOARD, IFV, tried=1, activated=1)
    after, said = carry_out(going, "ram", 6, unit=IFV, target=MILITIA)
    assert dict(after.unit(IFV).states) == {"tried": 1, "activated": 1, "moved": 1, "action": "assault", "acted": 1}
    assert said == ["Ram: u4 → u5", "Move the figures of u5 clear of the path of u4."]
    assert after.unit(MILITIA).models == 8


def test_a_figure_that_does_not_jump_aside_is_hit_as_far_as_it_is_in_the_path_and_none_is_moved() -> None:
    going = marked_board(BOARD, IFV, tried=1, activated=1)
    some, said = carry_out(going, "ram", 1, unit=IFV, target=MILITIA, situation=("in_path=3",))
    assert (some.unit(MILITIA).models, said) == (5, ["Ram: u4 → u5"])
    all_of_them, _ = carry_out(going, "ram", 1, unit=IFV, target=MILITIA)
    assert all_of_them.unit(MILITIA).models == 0
    counted, _ = carry_out(going, "ram", 1, unit=IFV, target=MILITIA, count=2)
    assert counted.unit(MILITIA).models == 6


def test_a_charge_whose_move_is_recorded_already_is_not_a_second_move() -> None:
    charged = marked_board(BOARD, IFV, tried=1, activated=1, action="assault", moved=1)
    after, _ = carry_out(charged, "ram", 6, unit=IFV, target=MILITIA)
    assert after.unit(IFV).count("moved") == 1


def test_a_unit_goes_aboard_and_gets_out_again() -> None:
    inside, said = carry_out(BOARD, "board", unit=MARINES, target=IFV)
    assert (inside.unit(MARINES).word("aboard"), inside.unit(MARINES).count("boarded")) == (IFV, 1)
    assert said == ["u2: into u4", "u2 is aboard u4: remove its figures from the table."]
    out, said = carry_out(inside, "leave", unit=MARINES)
    assert dict(out.unit(MARINES).states) == {}
    assert said == ["u2: out of u4", "u2 gets out: place its figures beside u4."]


@for_each(
    ("states", "unit", "target", "words"),
    [
        ({}, IFV, IFV, "ride in another"),
        ({}, MARINES, SECTION, "is not a vehicle and cannot carry"),
        ({}, MARINES, "u8", "belongs to the enemy"),
        ({"engaged_with": MILITIA}, MARINES, IFV, "is in close combat"),
        ({"aboard": IFV}, MARINES, IFV, "is already aboard"),
    ],
)
def test_a_refused_boarding_names_its_reason(states: dict[str, str], unit: str, target: str, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        carry_out(marked_board(BOARD, MARINES, **states), "board", unit=unit, target=target)


def test_a_vehicle_takes_no_more_figures_than_it_has_room_for_beside_those_inside() -> None:
    inside, _ = carry_out(BOARD, "board", unit=MARINES, target=IFV)
    with pytest.raises(RuleError, match="has room for 1 figure, u3 has 5"):
        carry_out(inside, "board", unit=COMMANDOS, target=IFV)


def test_no_unit_charges_at_those_inside_a_vehicle() -> None:
    """The move of an assault is refused like its attack."""
    inside, _ = carry_out(BOARD, "board", unit=MARINES, target=IFV)
    going = marked_board(inside, MILITIA, tried=1, activated=1)
    for request in (
        Request("move", (MILITIA,), (MARINES,), action="assault"),
        Request("assault", (MILITIA,), (MARINES,), (Decimal(2),)),
    ):
        with pytest.raises(RuleError, match="u2 is inside a vehicle and cannot be assaulted"):
            going.system.commands[request.command].plan(going, request)


def test_the_initiative_does_not_wait_for_a_fight_that_was_changed_by_hand() -> None:
    """A unit in close combat counts as activated; without the marker it would have to act, and could not."""
    fighting = marked_board(marked_board(BOARD, MILITIA, engaged_with=MARINES), MARINES, engaged_with=MILITIA)
    rolled = fighting._replace(game=replace(fighting.game, order=("Red", "Blue"), holder="Blue"))
    others = [unit for unit in rolled.game.units_of_side("Blue") if unit.id != MILITIA]
    for unit in others:
        rolled = marked_board(rolled, unit.id, tried=1)
    after = rolled.after(settle_board(rolled, ()))
    assert after.unit(MILITIA).has("tried")
    assert after.game.holder == "Red"


def test_a_round_of_a_fight_needs_no_activation_of_its_unit_but_a_new_assault_does() -> None:
    """Before its target is named, too."""
    fighting = marked_board(marked_board(BOARD, MILITIA, engaged_with=MARINES), MARINES, engaged_with=MILITIA)
    again = Request("assault", (MILITIA,))
    assert [best_legality(board, again) for board in (fighting, BOARD)] == [Legality.OK, Legality.WARNED]


def test_who_is_in_no_vehicle_leaves_none() -> None:
    with pytest.raises(RuleError, match="is not in a vehicle"):
        carry_out(BOARD, "leave", unit=MARINES)


def test_an_immobilised_vehicle_neither_rams_nor_assaults() -> None:
    stuck = marked_board(BOARD, IFV, tried=1, activated=1, immobilised=1)
    with pytest.raises(RuleError, match="immobilised"):
        carry_out(stuck, "ram", unit=IFV, target=MILITIA)
    marines = marked_board(BOARD, MARINES, tried=1, activated=1, immobilised=1)
    charge = Request("assault", (MARINES,), (MILITIA,), (Decimal(4),))
    with pytest.raises(RuleError, match="immobilised"):
        BOARD.system.commands["assault"].plan(marines, charge)


# Breaking off.


def board_in_combat(*enemies: str) -> Board:
    """Return the Marines hand to hand with these enemies."""
    board = marked_board(BOARD, MARINES, engaged_with=",".join(enemies))
    for enemy in enemies:
        board = marked_board(board, enemy, engaged_with=MARINES)
    return board


def test_who_breaks_off_has_had_its_go_and_so_have_those_it_leaves() -> None:
    after, said = carry_out(board_in_combat(MILITIA), "withdraw", 6, 5, 1, unit=MARINES)
    assert said[0] == "u2: breaking off from u5"
    unit, enemy = after.unit(MARINES), after.unit(MILITIA)
    assert dict(unit.states) == {"tried": 1, "acted": 1, "withdrew": 1, "activated": 1, "moved": 1}
    assert dict(enemy.states) == {"tried": 1, "acted": 1}


def test_a_caught_unit_fights_on_with_its_pursuer() -> None:
    after, _ = carry_out(board_in_combat(MILITIA), "withdraw", 6, 2, 6, 3, unit=MARINES)
    assert (after.unit(MARINES).word("engaged_with"), after.unit(MILITIA).word("engaged_with")) == (MILITIA, MARINES)
    assert after.unit(MILITIA).count("moved") == 1


def test_who_cannot_break_off_fights_on_and_has_tried() -> None:
    after, _ = carry_out(board_in_combat(MILITIA), "withdraw", 1, unit=MARINES)
    assert after.unit(MARINES).word("engaged_with") == MILITIA
    assert (after.unit(MARINES).count("withdrew"), after.unit(MARINES).has("activated")) == (1, False)
    assert not after.unit(MILITIA).has("acted")


def test_of_several_enemies_the_one_that_may_follow_is_named() -> None:
    board = board_in_combat(MILITIA, SQUAD)
    with pytest.raises(MissingFacts, match="which enemy may follow"):
        carry_out(board, "withdraw", unit=MARINES)
    _, said = carry_out(board, "withdraw", 1, unit=MARINES, target=SQUAD)
    assert said[0] == "u2: breaking off from u6"
    with pytest.raises(RuleError, match="is not in close combat with u7"):
        carry_out(board, "withdraw", unit=MARINES, target="u7")


def board_with_hull(hull: str) -> Board:
    """Return the board with another armour of the vehicle."""
    game = BOARD.game.copy()
    game.units[IFV] = BOARD.unit(IFV).model_copy(update={"profile": {**BOARD.unit(IFV).profile, "hull": hull}})
    return BOARD._replace(game=game)


@for_each(("hull", "enters"), [("none", False), ("medium", False), ("heavy", True), ("very_heavy", True)])
def test_a_way_that_a_vehicle_cannot_drive_is_impossible_before_it_is_played(hull: str, enters: bool) -> None:
    """Vehicles: it was judged possible, and refused when it was played."""
    board = marked_board(board_with_hull(hull), IFV, tried=1, activated=1)
    ways = {way: best_legality(board, Request("move", (IFV,), terrain=(way,))) for way in ("soft", "moderate", "hard")}
    illegal = Legality.ILLEGAL
    assert ways == {"soft": Legality.OK, "moderate": Legality.OK if enters else illegal, "hard": illegal}


def test_a_heavy_vehicle_that_crushes_its_way_does_so_through_other_cover_too() -> None:
    """Vehicles: activated to run, it drives through moderate cover, which is in its path though another was named."""
    going = marked_board(board_with_hull("heavy"), IFV, tried=1, activated=1, action="run")
    order = going.system.commands["move"].plan(going, Request("move", (IFV,), terrain=("soft",)))
    assert order.plays[0].facts.model_dump()["action"] == "run"


# What settles by itself after every entry, also after corrections by hand.


def settled(board: Board, unit: str) -> Mapping[str, int | str]:
    return board.after(settle_board(board, ())).unit(unit).states


def test_no_more_figures_are_suppressed_than_are_left() -> None:
    assert settled(marked_board(BOARD, MILITIA, suppressed=20), MILITIA) == {"suppressed": BOARD.unit(MILITIA).models}
    assert settled(marked_board(BOARD, MILITIA, suppressed=2), MILITIA) == {"suppressed": 2}


def test_no_unit_stays_in_a_fight_with_one_side_or_inside_a_wreck() -> None:
    assert settled(marked_board(BOARD, MARINES, engaged_with=MILITIA), MARINES) == {}
    inside = marked_board(BOARD, MARINES, aboard=IFV)
    assert settled(inside, MARINES) == {"aboard": IFV}
    assert settled(marked_board(inside, IFV, destroyed=1), MARINES) == {}
    assert settled(marked_board(BOARD, MARINES, aboard="u99"), MARINES) == {}


def test_a_unit_inside_a_vehicle_that_must_withdraw_gets_out_and_has_moved() -> None:
    """The instruction was to move 6″, but the unit remained inside (Activation)."""
    few = BOARD.after([LossesTaken(unit=MARINES, models=3)])
    inside = marked_board(few, MARINES, aboard=IFV)
    after, said = carry_out(inside, "activate", 1, unit=MARINES)
    assert (after.unit(MARINES).word("aboard"), after.unit(MARINES).has("moved")) == (None, True)
    assert "u2 gets out: place its figures beside u4." in said
    failed, said = carry_out(marked_board(BOARD, MARINES, aboard=IFV), "activate", 1, unit=MARINES)
    assert failed.unit(MARINES).word("aboard") == IFV
    assert not any("gets out" in one for one in said)


@for_each(("lost", "words"), [(1, ""), (2, "u4 has no crew left (Vehicles).")])
def test_a_vehicle_whose_crew_is_gone_is_warned_of(lost: int, words: str) -> None:
    """It drove and fired on without a warning."""
    board = marked_board(BOARD, IFV, crew_lost=lost)
    going, guards = marked_board(board, IFV, tried=1, activated=1), marked_board(board, IFV, on_guard=1)
    shot = Request("fire", (IFV,), (MILITIA,), distance=(Decimal(10),), cover=("none",))
    moved = marked_board(guards, MILITIA, moved=1)
    for on, asked in (
        (board, Request("activate", (IFV,))),
        (going, Request("move", (IFV,))),
        (going, shot),
        (moved, replace(shot, situation=("reaction",))),
    ):
        told = on.system.commands[asked.command].plan(on, asked).warnings
        assert " ".join(map(ENGLISH, told)) == words
    told = going.system.acts["ram"].plan(going, Request("act", (IFV,), (MILITIA,), action="ram")).warnings
    assert " ".join(map(ENGLISH, told)) == words
