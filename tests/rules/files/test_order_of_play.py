"""Orders of play and the end of a game in a file: a turn of each is played on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.command.effects import changes, initial_rulings, settle_board
from rules.command.force import muster_units, specs
from rules.command.system import Board
from rules.files.sheet import sheet
from rules.files.system import FileSystem, read_system
from rules.files.trial import begin
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.table_events import SidesNamed
from rules.kernel.errors import BadDice, RuleError
from rules.kernel.request import bare_request, changed
from rules.kernel.resolve import resolve
from rules.kernel.table import Given
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_faults import TEXTS
from tests.rules.files.test_read_system import faults

SHAPES = TEXTS["shapes"]
OBEY = """
[action.obey]
command = "activate"
title = "Obey"
rule = "A roll of Skill or more, or the other side goes on."
then = [{ roll = "obey", check = "skill", by = "unit", as = "heard" }]
"""


def system_with_order(order: str, more: str = "") -> FileSystem:
    text = SHAPES.replace("[profile]", f'[go]\norder = "{order}"\nactions = 1\n\n[profile]', 1) + more
    return read_system(text.encode(), "shapes.toml")


class Turn:
    """A game of two units on each side; every command is carried out as it would be in play."""

    def __init__(self, system: FileSystem) -> None:
        game = Game()
        for event in (*initial_rulings(system), SidesNamed(sides=("Red", "Blue"))):
            game.apply(event)
        for side, force in (("Red", "guards"), ("Blue", "orcs")):
            for unit in muster_units(system, game, side, specs(system, system.forces[force]), None):
                game.apply(UnitPlaced(unit=unit))
        self.board = Board.of(game, system)
        self.notes: list[str] = []

    def give(self, command: str, unit: str = "", dice: Sequence[int] = (), **options: Any) -> str | None:
        """Give a command and return the next side to act."""
        system, faces, played = self.board.system, Given(dice), list[Any]()
        request = changed(bare_request(command), unit=(unit,) if unit else (), **options)
        found = {**system.commands, **system.acts}[command].plan(self.board, request)
        for play in found.plays:
            of = resolve(system, system.actions[play.action], play.facts, self.board.book, faces)
            self.board = self.board.after(changes(self.board, of.effects, play.roles))
            played.append(of.played)
        self.board = self.board.after(settle_board(self.board, found.after(self.board, played)))
        self.notes = [ENGLISH(note) for note in found.notes(self.board, played)]
        return self.board.game.holder

    def lose(self, unit: str, models: int) -> None:
        self.board.game.units[unit] = self.board.unit(unit).model_copy(update={"models": models})


@pytest.fixture
def alternate() -> Turn:
    turn = Turn(system_with_order("alternate"))
    assert turn.give("initiative", dice=[6, 1]) == "Red"
    return turn


def test_sides_that_alternate_activate_a_unit_each(alternate: Turn) -> None:
    assert alternate.give("activate", "u1") == "Red"
    assert alternate.give("measure", "u1", dice=[1, 1]) == "Blue"
    alternate.give("activate", "u3")
    assert alternate.give("measure", "u3", dice=[1, 1]) == "Red"


def test_a_side_activates_all_its_units_before_the_next_one() -> None:
    turn = Turn(system_with_order("sides"))
    turn.give("initiative", dice=[6, 1])
    for unit, side in (("u1", "Red"), ("u2", "Blue"), ("u3", "Blue"), ("u4", None)):
        turn.give("activate", unit)
        assert turn.give("measure", unit, dice=[1, 1]) == side


def test_a_side_ends_its_go_with_units_left() -> None:
    turn = Turn(system_with_order("sides"))
    turn.give("initiative", dice=[6, 1])
    turn.give("activate", "u1")
    assert turn.give("turn end", side="Red") == "Blue"
    turn.give("activate", "u3")
    turn.give("measure", "u3", dice=[1, 1])
    turn.give("activate", "u4")
    assert turn.give("measure", "u4", dice=[1, 1]) is None


def test_a_side_goes_on_for_as_long_as_its_units_obey() -> None:
    turn = Turn(system_with_order("keeps", OBEY))
    turn.give("initiative", dice=[6, 1])
    assert turn.give("activate", "u1", dice=[4]) == "Red"
    assert turn.give("measure", "u1", dice=[1, 1]) == "Red"
    assert turn.give("activate", "u2", dice=[3]) == "Blue"
    assert not turn.board.unit("u2").has("actions_left")
    assert turn.notes == ["Blue's turn, 2 units left."]


def test_nothing_is_owed_at_the_end_where_no_marker_is_settled_by_an_activation() -> None:
    for more in ("", OBEY):
        board = Turn(system_with_order("alternate", more)).board
        assert board.system.open_matters(board) == ()


def test_keeping_the_go_needs_a_test_that_units_obey() -> None:
    text = SHAPES.replace("[profile]", '[go]\norder = "keeps"\n\n[profile]', 1)
    assert faults(text) == ["club.toml, line 12: go.order: give an action with the command activate and a test"]


VICTORY = '\n[victory]\nturns = 2\nbroken = 50\ntext = "Whoever holds the bridge wins."\n'


def test_the_next_turn_announces_the_last_turn_and_a_broken_side() -> None:
    turn = Turn(system_with_order("alternate", VICTORY))
    turn.lose("u3", 0)
    turn.give("turn next")
    assert turn.notes[1:] == [
        "This is the last turn (Victory).",
        "Blue is broken, with 3 of 6 figures lost (Victory).",
    ]
    turn.give("turn next")
    assert turn.notes[1] == "The game is over after turn 2 (Victory): `/game end`."


OVER = "The game is over after turn 2 (Victory): `/game end`."


@pytest.mark.parametrize(
    ("victory", "told", "line"),
    [
        ("turns = 2", (["This is the last turn (Victory)."], [OVER], [OVER]),
         "The game is over after turn 2."),
        ("broken = 50", (["Blue is broken, with 3 of 6 figures lost (Victory)."],) * 3,
         "The game is over where a side has lost 50 % of its figures."),
        ("broken = 51", ([], [], []), "The game is over where a side has lost 51 % of its figures."),
        ('text = "Hold the bridge."', ([], [], []), "Hold the bridge."),
        ('turns = 9\ntext = "Hold the bridge."', ([], [], []), "The game is over after turn 9. Hold the bridge."),
    ],
)  # fmt: skip
def test_each_condition_of_victory_is_reported_by_itself(victory: str, told: tuple[list[str], ...], line: str) -> None:
    turn = Turn(system_with_order("alternate", f"\n[victory]\n{victory}\n"))
    turn.lose("u3", 0)
    found: list[list[str]] = []
    for _ in told:
        turn.give("turn next")
        found.append([note for note in turn.notes if note.endswith(("(Victory).", "end`."))])
    assert found == list(told)
    assert line in sheet(turn.board.system, ENGLISH).splitlines()


@for_each("name", ["shapes", "odd"])
def test_a_side_with_a_long_name_rolls_under_its_first_sixty_letters(name: str) -> None:
    """Older games and files of games may have such names."""
    board, _ = begin(read_system(TEXTS[name].encode(), f"{name}.toml"))
    for unit in board.game.units_of_side("Red"):
        board.game.units[unit.id] = unit.model_copy(update={"side": "R" * 61})
    [play] = board.system.commands["initiative"].plan(board, bare_request("initiative")).plays
    assert {one["name"] for one in play.facts.model_dump()["sides"]} == {"R" * 60, "Blue"}


def test_a_side_that_never_had_a_figure_is_not_broken() -> None:
    turn = Turn(system_with_order("alternate", "\n[victory]\nbroken = 50\n"))
    UnitPlaced(
        unit=turn.board.unit("u4").model_copy(update={"id": "u5", "side": "Green", "models": 0, "starting": 0})
    ).apply(turn.board.game)
    turn.give("turn next")
    assert not [note for note in turn.notes if "broken" in note]


def test_the_victory_condition_is_a_topic() -> None:
    system = system_with_order("alternate", VICTORY)
    assert ENGLISH(system.topics["victory"].text) == "Whoever holds the bridge wins."


def test_an_empty_victory_is_refused() -> None:
    assert "give turns, broken or text: when the game is over" in faults(SHAPES + "\n[victory]\n")[0]


ROUT = """
[action.rout]
title = "Rout"
rule = "A die for each model that is gone."
refused = [{ when = "unit.models * 2 > unit.starting", say = "{unit} has more than half of its models." }]
then = [{ roll = "rout", check = 4, dice = "unit.starting - unit.models", by = "unit", as = "ran" }]
"""


def test_a_rule_counts_the_models_that_a_unit_began_with() -> None:
    turn = Turn(system_with_order("alternate", ROUT))
    turn.lose("u3", 2)
    with pytest.raises(RuleError, match="more than half"):
        turn.give("rout", "u3", dice=[1])
    turn.lose("u3", 1)
    with pytest.raises(BadDice, match="2 d6 needed"):
        turn.give("rout", "u3", dice=[1])
    turn.give("rout", "u3", dice=[1, 1])


def test_starting_is_a_number_of_the_file_if_it_has_one() -> None:
    text = SHAPES.replace("[profile]", '[profile]\nstarting = { name = "Start", default = 3 }', 1)
    turn = Turn(read_system((text + ROUT).encode(), "shapes.toml"))
    turn.lose("u3", 1)
    turn.give("rout", "u3", dice=[1, 1])


def test_a_unit_of_the_other_side_is_warned_of(alternate: Turn) -> None:
    with pytest.raises(RuleError):
        alternate.give("turn end", side="Blue")
