"""Scenes of each system, a few orders each: what they ask, refuse, roll, change and offer is unchanged.

`scenes.txt` in the folder of a system is a script of lines that begin at the margin, with the answers below each:

    # what the scene shows
    only u1 u8
    ruling melee_stand_up=no
    turn Red Blue
    u8 models=3 suppressed=2 hull=heavy
    > move unit=u1 action=assault target=u8 dice=4,2,1* choose=pursue=no

`only` leaves these units on the board; `turn` gives the sides in the order of the initiative, `may u1` lists what a
unit may do, and a line of a unit sets its fields, facts and states. A face with a star repeats for all further dice;
dice that are not given are random, but always the same. With ADJUTANT_TEST_WRITE=1 the answers are written again; read
the diff before you commit it.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.game.table_events import RulingSet
from rules.game.unit import Unit
from rules.kernel.dice import Roll
from rules.kernel.request import Request
from rules.kernel.table import Faces
from rules.kernel.wording import ENGLISH
from rules.opponent.forecast import chance_roller
from tests.rules.evenings import Evening, board_of

HERE = Path(__file__).parent
SCENES = sorted(HERE.glob("*/scenes.txt"))
BETWEEN = {"firers": "/"}
"""What stands between values that may contain a comma."""
MANY = {one.name for one in fields(Request) if str(one.type).startswith("tuple")}


@pytest.mark.parametrize("file", SCENES, ids=lambda file: file.parent.name)
def test_the_rules_answer_the_orders_of_scenes_as_before(file: Path) -> None:
    kept = file.read_text(encoding="utf-8")
    said = "".join(f"{line}\n" for line in _answered(file.parent.name, kept.splitlines()))
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def _answered(key: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a script, and the answers below its orders."""
    begun = board_of(key)
    scene = Scene(begun, Random(0), bent=1, asked=1)
    for line in [line for line in lines if not line.startswith(" ")]:
        yield line
        if line.startswith("#"):
            scene = Scene(begun._replace(game=begun.game.copy()), Random(line), bent=1, asked=1)
        elif line:
            yield from scene.follow(line)


class Scene(Evening):
    """A board, prepared and played by the lines of a script."""

    def follow(self, line: str) -> Iterator[str]:
        """Carry out a line of the script; yield the answers to an order."""
        word, *words = shlex.split(line)
        system = self.board.system
        match word:
            case ">":
                said = len(self.lines) + 1
                self._give(words)
                yield from self.lines[said:]
            case "may":
                for id in words:
                    said = system.may(self.board, self.board.unit(id))
                    yield f"    {id}: {'; '.join(map(ENGLISH, said)) or 'nothing'}"
            case "only":
                game = self.board.game
                game.units = {id: unit for id, unit in game.units.items() if id in words}
            case "ruling":
                for name, value in _pairs(words):
                    RulingSet(name=name, value=_value(value)).apply(self.board.game)
                self.board = Board.of(self.board.game, system)
            case "turn":
                self.board = self.board.after([TurnAdvanced(turn=1, order=tuple(words), holder=words[0])])
            case _:
                _change(self.board, word, dict(_pairs(words)))

    def _say_anew(self, word: str, of: str, said: Iterable[str]) -> None:
        """Leave out what an evening shows and the orders of a scene do not change."""
        if word not in ("needs", "bands", "turn", "ahead"):
            super()._say_anew(word, of, said)

    def _give(self, words: list[str]) -> None:
        """Give an order: its command in plain words, then its options as `name=value`."""
        given: dict[str, Any] = dict(_pairs(word for word in words if "=" in word))
        given |= {name: tuple(of.split(BETWEEN.get(name, ","))) for name, of in given.items() if name in MANY}
        given |= {"distance": tuple(map(Decimal, given.get("distance", ())))}
        given |= {name: int(given[name]) for name in ("count", "modifier") if name in given}
        self.roller = _thrown(given.pop("dice", ""), chance_roller(self.chance.random))
        self.choices = [of for of in given.pop("choose", "").split(";") if of]
        self._order(Request(" ".join(word for word in words if "=" not in word), **given))


def _thrown(faces: str, chance: Callable[[Roll, int], Faces]) -> Callable[[Roll, int], Faces]:
    """Return a roller of dice with faces such as "6,2,1*": those, the last one for all others if it has a star."""
    left = [int(face.rstrip("*")) for face in faces.split(",") if face]
    last = left[-1:] if faces.endswith("*") else []

    def roller(roll: Roll, count: int) -> Faces:
        thrown = (*left[:count], *last * (count - len(left)))
        del left[:count]
        return Faces((*thrown, *chance(roll, count - len(thrown)).faces), "bot")

    return roller


def _pairs(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        name, _, value = word.partition("=")
        yield name, value


def _value(text: str) -> Any:
    return json.loads(text) if text.isdecimal() or text.startswith("[") else text


def _change(board: Board, id: str, given: dict[str, str]) -> None:
    """Set fields, facts or states of a unit; an empty value removes a fact or a state."""
    unit, facts = board.game.units[id], board.system.profile.model_fields
    own = {name: _value(of) for name, of in given.items() if name in Unit.model_fields}
    told: dict[str, dict[str, Any]] = {"profile": dict(unit.profile), "states": dict(unit.states)}
    for name, of in given.items():
        if name not in own:
            told["profile" if name in facts else "states"][name] = _value(of)
    kept = {part: {name: of for name, of in values.items() if of != ""} for part, values in told.items()}
    board.game.units[id] = Unit.model_validate(unit.model_dump() | kept | own)
