"""The next steps are found from requests and events, not from the names of commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from data import SYSTEMS
from rules.command.force import muster_units, spec
from rules.command.legality import Legality, best_legality, legality_of
from rules.command.next_steps import (
    Step,
    best_use,
    candidates,
    fill_only_choice,
    free_units,
    is_shot,
    menu_legality,
    moves,
    shots,
    sort_targets,
    steps,
    unit_steps,
)
from rules.command.order import Command, Order, commands_of
from rules.command.system import Board, System
from rules.command.turn_steps import turn_steps
from rules.command.turns import is_done
from rules.game.events import StateSet, TurnAdvanced, UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit, Weapon
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import NOTHING, Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet import table as bayonet
from tests.rules.openfire_d12 import table as openfire_d12
from tests.rules.opreb.table import RIFLES, table

SAME = Text("Off: we go 3″ from here")


def _reworded_board(board: Board) -> Board:
    """Return the same board in a system that calls everything the same."""
    system = board.system
    commands = {key: _called_the_same(one) for key, one in system.commands.items()}
    acts = {key: _called_the_same(one) for key, one in system.acts.items()}
    return board._replace(system=replace(system, commands=commands, acts=acts))


def _called_the_same(command: Command) -> Command:
    actions = tuple(one._replace(label=SAME) for one in command.actions)
    return type(command.__name__, (command,), {"title": SAME, "actions": actions, "headline": lambda _: SAME})


def _labels(found: list[Step]) -> list[str]:
    return [ENGLISH(step.label) for step in found]


def _go() -> Board:
    four = openfire_d12.board(("Red", "line_squad"), ("Blue", "raiders"))
    return openfire_d12.carry_out(four, "activate", unit="u1").board


def _bound() -> Board:
    sides = bayonet.board(("Blue", "gi"), ("Red", "irregular"))
    return bayonet.carry_out(sides, "initiative", (5, 2)).board


def test_a_move_is_called_by_its_name_with_the_inches_that_it_goes() -> None:
    assert {"Advance 6″", "Rush 4″"} <= set(_labels(steps(_go(), _go().unit("u1"))))
    assert "Move 6″" in _labels(steps(_bound(), _bound().unit("u1")))


def test_a_move_of_which_something_is_asked_is_offered_with_its_inches() -> None:
    near = _go().after([StateSet(unit=one, state="in_assault_range_of", value=other) for one, other in _PAIR])
    assert _labels(moves(near, near.unit("u1"))) == ["Advance 6″"]
    assert "Advance 6″" in _labels(steps(near, near.unit("u1")))
    assert best_use(near, "move", near.unit("u1")) is Legality.OK


def test_an_open_question_hides_no_warning() -> None:
    near = _go().after([StateSet(unit=one, state="in_assault_range_of", value=other) for one, other in _PAIR])
    near = near.after([StateSet(unit="u1", state="actions_done", value="advance")])
    assert moves(near, near.unit("u1")) == []
    assert legality_of(near, Request("move", unit=("u1",), action="advance")) is Legality.WARNED


_PAIR = (("u1", "u2"), ("u2", "u1"))


def test_a_label_that_says_how_far_a_move_goes_is_left_as_it_is() -> None:
    board = table()
    assert "Tac-move, 5″ + 1″ per bang, 3″ on a whiff" in _labels(steps(board, board.unit(RIFLES)))


@for_each("board", [_go(), _bound()])
def test_the_steps_of_a_unit_and_of_the_turn_do_not_depend_on_their_names(board: Board) -> None:
    unit, same = board.unit("u1"), _reworded_board(board)
    assert [one.request for one in steps(same, unit)] == [one.request for one in steps(board, unit)]
    of_turn = [one.request for one in turn_steps(board, board.game.holder)]
    assert [one.request for one in turn_steps(same, board.game.holder)] == of_turn
    assert of_turn


def test_of_two_steps_of_the_turn_that_come_to_the_same_there_is_the_first() -> None:
    assert [one.request.command for one in turn_steps(_bound(), "Blue")] == ["turn phase"]


def test_the_enemy_whom_a_unit_fights_speaks_for_all_before_those_who_have_had_their_go() -> None:
    foes = [("Blue", "line_squad")] * 4
    board = openfire_d12.carry_out(openfire_d12.board(("Red", "raiders"), *foes), "activate", unit="u1").board
    gone = [StateSet(unit=id, state="activated", value=1) for id in ("u2", "u3", "u4")]
    near = [StateSet(unit=id, state="in_assault_range_of", value=other) for id, other in (("u1", "u5"), ("u5", "u1"))]
    board = board.after([*gone, *near])
    assert best_use(board, "fire", board.unit("u1")) is Legality.OK


def test_of_a_card_only_public_facts_count() -> None:
    """The remaining options of its type would reveal it."""
    board = _go().after([StateSet(unit="u1", state="actions_left", value=0)])
    assert is_done(board, board.unit("u1"))
    seen = {"u1": Legality.OK}
    assert [unit.id for unit in free_units(board, "fire", "Red", 9, seen) if unit.side == "Red"] == ["u1"]
    assert not [unit for unit in free_units(board, "fire", "Red", 9) if unit.side == "Red"]


@for_each("system", SYSTEMS)
def test_every_command_of_a_unit_declares_its_objections(system: System) -> None:
    """The soak compares each declaration with the result of trying the command."""
    of_units = [one for one in (*system.commands.values(), *system.acts.values()) if "unit" in one.needs]
    assert not [one.key for one in of_units if one.checks is Order.checks and one.doing is NOTHING]


def _board_with_weapon(system: System, kind: str, weapon: str) -> Board:
    """Return a unit of a kind with one weapon and nothing else, ready to shoot at one of each kind."""
    game = Game()
    for side, one in (("Red", kind), *(("Blue", key) for key in system.units)):
        [unit] = muster_units(system, game, side, [spec(system, {"type": one})], None)
        if side == "Red":
            unit = unit.model_copy(update={"weapons": (Weapon(name=weapon),), "states": {}})
        game.apply(UnitPlaced(unit=unit))
    board = Board(game, system, ruleset_of(system, {}))
    placed = [StateSet(unit="u1", state="in_position", value=1)] if "in_position" in system.states else []
    return board.after(placed)


CLOSE = ("bayonet", "sabre", "spear", "sword", "axe", "warhammer", "dagger", "claws")
"""Weapons of close combat alone."""
SHOT_WITH = [(of, one) for of in SYSTEMS for one in of.weapons if one not in CLOSE]


@for_each(("system", "weapon"), SHOT_WITH)
def test_a_unit_with_any_weapon_is_in_the_fire_menu_and_has_a_step_to_shoot(system: System, weapon: str) -> None:
    """The mortar of Open Fire fires by an act, and was in no menu of fire, like a unit with only grenades."""
    boards = [_board_with_weapon(system, kind, weapon) for kind in system.units]
    assert any(menu_legality(board, "fire", board.unit("u1")) <= Legality.NEEDS_INPUT for board in boards)
    led = (is_shot(board, step.request) for board in boards for step in unit_steps(board, board.unit("u1"))[:1])
    assert any(led), "the first step of a unit that can shoot is to shoot"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_unit_that_comes_armed_has_a_way_to_shoot(system: System) -> None:
    for kind in system.units:
        [unit] = muster_units(system, Game(), "Red", [spec(system, {"type": kind})], None)
        for weapon in dict.fromkeys(one.name for one in system.armed(unit)):
            board = _board_with_weapon(system, kind, weapon)
            hand_to_hand = menu_legality(board, "assault", board.unit("u1")) <= Legality.NEEDS_INPUT
            assert shots(board, board.unit("u1")) or (weapon in CLOSE and hand_to_hand), (kind, weapon)


def test_an_act_that_fires_makes_no_shot_of_fire() -> None:
    """A unit that only shoots by an act is not suggested by `/fire`."""
    board = _board_with_weapon(next(one for one in SYSTEMS if one.key == "openfire_ww2"), "mortar_team", "81mm_mortar")
    assert best_use(board, "fire", board.unit("u1")) is Legality.ILLEGAL
    assert [one.request.action for one in shots(board, board.unit("u1"))] == ["scatter", "smoke"]
    assert board.system.ready_to_fire(board, board.unit("u1")) == []


def test_an_involuntary_roll_is_not_offered_as_the_next_step_of_a_unit() -> None:
    """Any player may roll for ground and for tests at any time: menus do not suggest them as the next action."""
    acts = {step.request.action for step in steps(_go(), _go().unit("u1"))}
    assert not acts & {"test", "dangerous"}


def test_a_step_is_offered_whether_or_not_an_enemy_could_take_it_too() -> None:
    """Getting out of a transport is a step, though an enemy is aboard one as well."""
    four = openfire_d12.board(("Red", "line_squad"), ("Blue", "raiders"), ("Red", "line_squad"), ("Blue", "raiders"))
    four = four.after([TurnAdvanced(turn=1, holder="Red", order=("Red", "Blue"))])
    four = openfire_d12.carry_out(four, "activate", unit="u1").board
    aboard = [StateSet(unit=one, state="aboard", value=of) for one, of in (("u1", "u3"), ("u2", "u4"))]
    board = four.after(aboard)
    assert board.game.holder == "Red"
    assert "leave" in [step.request.action for step in steps(board, board.unit("u1"))]


# With commands made for these tests


def system_with(commands: Sequence[Command] = (), acts: Sequence[Command] = ()) -> System:
    fubar = next(one for one in SYSTEMS if one.key == "fubar")
    return replace(fubar, commands=commands_of(*commands), acts=commands_of(*acts))


def made(key: str, checks: Callable[[Order], object] = lambda _: None, **declared: Any) -> Command:
    return type("Made", (Order,), {"key": key, "title": Text(key), "checks": checks, **declared})


def warn(order: Order) -> None:
    order.warn(Text("Hm."))


def refuse(order: Order) -> None:
    raise RuleError(Text("No."), "Rule")


def ask(order: Order) -> None:
    raise MissingFacts([Ask("extra", Text("which?"))])


def on(system: System, holder: str | None = None, units: Sequence[str] = ("Red", "Red", "Blue")) -> Board:
    """Return u1 and so on, of these sides."""
    green = {"profile": {"level": "green"}, "models": 1, "starting": 1}
    there = [Unit(id=f"u{n}", name=f"u{n}", side=side, **green) for n, side in enumerate(units, 1)]
    game = Game(units={one.id: one for one in there}, order=("Red", "Blue"), holder=holder)
    return Board(game, system, ruleset_of(system, {}))


def seen(found: Sequence[Step]) -> list[tuple[str, str, str | None, tuple[str, ...], str]]:
    return [
        (ENGLISH(one.label), one.request.command, one.request.action, one.request.situation, one.legality.name)
        for one in found
    ]


def test_a_move_without_inches_or_with_none_and_a_warned_one_are_told_apart() -> None:
    actions = (
        Choice("walk", Text("Walk, fast"), Text("Walk")),
        Choice("sit", Text("Sit"), Text("Sit")),
        Choice("roll", Text("Roll, by dice"), Text("Roll")),
        Choice("hop", Text("Hop, 3″")),
        Choice("run", Text("Run"), Text("Run")),
    )
    inches: dict[str | None, int | None] = {"walk": 6, "sit": 0, "hop": 3, "run": 9}

    def checks(order: Order) -> None:
        if order.request.action in ("run", None):
            order.warn(Text("Hm."))

    move = made("move", checks, actions=actions, inches=lambda order: inches.get(order.request.action))
    board = on(system_with([move]))
    unit = board.unit("u1")
    assert seen(moves(board, unit)) == [
        ("Walk 6″", "move", "walk", (), "OK"),
        ("Roll, by dice", "move", "roll", (), "OK"),
        ("Hop, 3″", "move", "hop", (), "OK"),
    ]
    assert best_use(board, "move", unit) is Legality.OK
    still = on(system_with([made("move", actions=actions[1:2], inches=lambda order: 0)]))
    assert (moves(still, unit), best_use(still, "move", unit)) == ([], Legality.WARNED)
    named: dict[str, Any] = {"checks": lambda order: order.request.action or refuse(order), "actions": actions[1:2]}
    late = on(system_with([made("move", inches=lambda order: 0, **named)]))
    assert best_use(late, "move", unit) is Legality.WARNED, "its action must be named"
    other = on(system_with([made("rally", **named)]))
    assert best_use(other, "rally", unit) is Legality.ILLEGAL
    bare = on(system_with([made("move", inches=lambda order: 4)]))
    assert seen(moves(bare, unit)) == [("move 4″", "move", None, (), "OK")]
    none = on(system_with([]))
    assert (moves(none, unit), best_use(none, "move", unit), unit_steps(none, unit)) == ([], Legality.ILLEGAL, [])


TWO = ("unit", "target")


def test_the_steps_of_a_unit_are_its_shots_its_moves_and_the_rest_in_order() -> None:
    """An act that is also a way to move is one; what happens to a unit is none."""
    move = made("move", actions=(Choice("walk", Text("Walk"), Text("Walk")), Choice("dig", Text("Dig"))))
    acts = [
        made("dig"),
        made("rest"),
        made("fall", involuntary=True),
        made("shell", fires=True),
        made("asks", ask),
        made("warned", warn),
        made("refused", refuse),
        made("ram", needs=TWO, at_foes=True),
        made("ram_warned", warn, needs=TWO, at_foes=True),
        made("ram_asks", ask, needs=TWO, at_foes=True),
        made("help", needs=TWO, friendly=True),
        made("help_asks", ask, needs=TWO, friendly=True),
        made("help_warned", warn, needs=TWO, friendly=True),
        made("lead", needs=TWO, allies=2),
        made("hidden", needs=TWO),
        made("caught", needs=TWO, at_foes=True, involuntary=True),
    ]
    fire, assault = made("fire", needs=TWO), made("assault", ask, needs=TWO, called=lambda board: Text("Charge"))
    board = on(system_with([move, fire, assault], acts))
    walk = [("Walk", "move", "walk", (), "OK"), ("Dig", "move", "dig", (), "OK")]
    foes = [("fire …", "fire", None, (), "OK")]
    charge = [("Charge …", "assault", None, (), "OK")]
    alone = [("rest", "act", "rest", (), "OK"), ("asks …", "act", "asks", (), "NEEDS_INPUT")]
    targeted = [
        ("ram …", "act", "ram", ("…",), "OK"),
        ("ram_asks …", "act", "ram_asks", ("…",), "OK"),
        ("help …", "act", "help", (), "OK"),
        ("help_asks …", "act", "help_asks", (), "OK"),
        ("lead …", "act", "lead", (), "OK"),
    ]
    shell = [("shell …", "act", "shell", (), "OK")]
    assert seen(unit_steps(board, board.unit("u1"))) == [*foes, *shell, *walk, *charge, *alone, *targeted]
    assert seen(steps(board, board.unit("u1"))) == [*walk, alone[0], *shell, alone[1]]
    # While another side has the turn, only a unit with actions left goes on alone.
    theirs = board._replace(game=on(board.system, "Blue").game)
    assert seen(unit_steps(theirs, board.unit("u1"))) == [*foes, *charge, *targeted]
    left = theirs.after([StateSet(unit="u1", state="actions_left", value=1)])
    assert seen(unit_steps(left, left.unit("u1"))) == [*foes, *shell, *walk, *charge, *alone, *targeted]
    mine = board._replace(game=on(board.system, "Red").game)
    assert len(unit_steps(mine, mine.unit("u1"))) == len(unit_steps(board, board.unit("u1")))
    done = board.after([StateSet(unit="u1", state="tried", value=1)])
    assert [one.request.command for one in unit_steps(done, done.unit("u1"))].count("fire") == 0
    lone = on(board.system, units=("Red",))
    assert {"fire", "assault"}.isdisjoint(one.request.command for one in unit_steps(lone, lone.unit("u1")))


def test_a_move_into_an_assault_is_the_label_of_the_assault() -> None:
    """The form of the assault asks for the enemy and the distance: its move alone would be ordered twice."""
    move = made("move", actions=(Choice("assault", Text("Charge"), Text("Charge")),), inches=lambda order: 8)
    both = on(system_with([move, made("assault", needs=TWO), made("fire", needs=TWO)]))
    assert seen(unit_steps(both, both.unit("u1"))) == [
        ("fire …", "fire", None, (), "OK"),
        ("Charge 8″ …", "assault", None, (), "OK"),
    ]
    alone = on(system_with([move, made("assault", refuse, needs=TWO)]))
    assert seen(unit_steps(alone, alone.unit("u1"))) == [("Charge 8″", "move", "assault", (), "OK")]


def test_units_for_a_menu_are_looked_at_up_to_forty_and_the_likeliest_are_first() -> None:
    """Of one more the legality is unknown: it counts as warned of."""
    board = on(system_with([made("fire", needs=("unit",)), made("rest", refuse)]), "Blue", ("Red", *["Blue"] * 40))
    board = board.after(
        [StateSet(unit="u4", state="actions_left", value=1), StateSet(unit="u2", state="activated", value=1)]
    )
    found = candidates(board, "fire")
    assert [(found[at].unit.id, found[at].legality.name) for at in (0, 1, 38, 39, 40)] == [
        ("u4", "OK"),
        ("u3", "OK"),
        ("u41", "OK"),
        ("u2", "OK"),
        ("u1", "WARNED"),
    ]
    assert [one.legality for one in candidates(board, "rest")[:-1]] == [Legality.WARNED, *[Legality.ILLEGAL] * 39]
    assert [one.id for one in free_units(board, "fire", "Red", 2)] == ["u4", "u3"], "the one of Red is the 41st"
    few = on(board.system, "Blue", ("Red", "Blue", "Blue"))
    assert [one.id for one in free_units(few, "fire", "Red", 9)] == ["u1", "u2", "u3"]
    assert [one.id for one in free_units(few, "fire", "Red", 9, not_of="Red")] == ["u2", "u3"]
    assert free_units(few, "rest", "Red", 9) == []
    assert [one.id for one in free_units(few, "rest", None, 9, judge=lambda *_: Legality.OK)] == ["u2", "u3", "u1"]
    assert [one.legality for one in candidates(few, "rest", {"u1": Legality.OK}, lambda *_: Legality.WARNED)] == [
        Legality.OK,
        Legality.WARNED,
        Legality.WARNED,
    ]


def test_targets_with_a_warning_of_their_own_and_illegal_ones_come_last() -> None:
    ways: dict[str, Callable[[Order], None]] = {"u2": refuse, "u3": warn, "u4": ask}

    def checks(order: Order) -> None:
        ways.get(order.request.target[0], lambda _: None)(order)

    board = on(system_with([made("fire", checks, needs=TWO)]), units=("Red", *["Blue"] * 4))
    base = Request("fire", ("u1",))
    assert sort_targets(board, base, ["u2", "u3", "u4", "u5"]) == ["u4", "u5", "u3", "u2"]
    assert sort_targets(board, base, ["u2", "u3", "u4"]) == ["u3", "u4", "u2"]
    assert sort_targets(board, Request("dance", ("u1",)), ["u2", "u3"]) == ["u2", "u3"]


def test_the_only_unit_and_target_are_filled_in_for_any_kind_of_target() -> None:
    fire, both = made("fire", needs=TWO), made("both", needs=TWO, anybody=True)
    free, aid = made("free", needs=("target",)), made("aid", needs=TWO, friendly=True)
    board = on(system_with([fire, both, free, aid]), "Blue")

    def filled(command: str, on: Board = board, **given: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        found = fill_only_choice(on, Request(command, **given))
        return found.unit, found.target

    assert filled("fire") == (("u3",), ()), "of the side with the turn"
    assert filled("fire", side="Red") == ((), ())
    assert filled("fire", unit=("u1",)) == (("u1",), ("u3",))
    assert filled("both", unit=("u1",)) == (("u1",), ())
    assert filled("free", unit=("u1",)) == (("u1",), ("u3",))
    assert filled("free") == ((), ())
    assert filled("aid", unit=("u1",)) == (("u1",), ("u2",))
    assert filled("dance", side="Red") == ((), ())
    assert filled("fire", on(board.system, None, ("Red",))) == (("u1",), ())


def test_a_command_with_any_target_is_as_legal_as_at_the_best_of_both_sides() -> None:
    def only_at(*ids: str) -> Callable[[Order], None]:
        return lambda order: None if not order.request.target or order.request.target[0] in ids else refuse(order)

    def found(*ids: str, **declared: Any) -> Legality:
        return best_legality(
            on(system_with([made("fire", only_at(*ids), needs=TWO, **declared)])), Request("fire", ("u1",))
        )

    assert [found("u2"), found("u3"), found()] == [Legality.ILLEGAL, Legality.OK, Legality.ILLEGAL]
    assert [found("u2", friendly=True), found("u3", friendly=True)] == [Legality.OK, Legality.ILLEGAL]
    assert [found(one, anybody=True) for one in ("u1", "u2", "u3")] == [Legality.ILLEGAL, Legality.OK, Legality.OK]
    board = on(system_with())
    for request in (Request("dance"), Request("act"), Request("act", action="dance")):
        assert (best_legality(board, request), legality_of(board, request)) == (Legality.ILLEGAL,) * 2
