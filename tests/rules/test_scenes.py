"""Scenes of each system, a few orders each: what they ask, refuse, roll, change and offer is unchanged.

`scenes.txt` in the folder of a system is a script of lines that begin at the margin, with the answers below each:

    # what the scene shows
    only u1 u8
    ruling melee_stand_up=no
    turn Red Blue
    u8 models=3 suppressed=2 hull=heavy
    > move unit=u1 action=assault target=u8 dice=4,2,1* choose=pursue=no

    # another scene
    units Red line_squad,scouts Blue raiders
    thing objective Relay holder=Red unit=u1
    set u1 models=3 activated= u2 hp=[2,1]
    remove u3

`only` leaves these units on the board, `nobody` not even sides; `units` begins with ready-made ones instead, all of
which are shown after each order. `turn` gives the sides in the order of the initiative, `may u1` lists what a unit may
do, `verdict` says who leads. `set` changes units as players do by hand, and shows what follows; a line of a unit sets
its fields, facts and states without that, as an older version may have stored them. A face with a star repeats for all
further dice; dice that are not given are random, but always the same. With ADJUTANT_TEST_WRITE=1 the answers are
written again; read the diff before you commit it.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.command.effects import mark, settle_board
from rules.command.force import muster_units, spec
from rules.command.system import Board
from rules.game.events import Event, ObjectPlaced, TurnAdvanced, UnitPlaced, UnitRemoved
from rules.game.game import Game
from rules.game.table_events import RulingSet
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.dice import Roll
from rules.kernel.request import Request
from rules.kernel.table import Faces
from rules.kernel.wording import ENGLISH
from rules.opponent.forecast import chance_roller
from tests.rules.evenings import Evening, board_of, empty_board, event_line

HERE = Path(__file__).parent
SCENES = sorted(HERE.glob("*/scenes.txt"))
BETWEEN = {"firers": "/"}
"""What stands between values that may contain a comma."""
MANY = {one.name for one in fields(Request) if str(one.type).startswith("tuple")}


@pytest.mark.parametrize("file", SCENES, ids=lambda file: file.parent.name)
def test_the_rules_answer_the_orders_of_scenes_as_before(file: Path) -> None:
    kept = file.read_text(encoding="utf-8")
    said = "".join(f"{line}\n" for line in answered(board_of(file.parent.name), kept.splitlines()))
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def answered(begun: Board, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a script, and the answers below its orders; each scene starts on the same board."""
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
            case "units":
                self.closely, self.board = True, empty_board(system.key)
                for side, kinds in zip(words[::2], words[1::2], strict=True):
                    for kind in kinds.split(","):
                        [unit] = muster_units(system, self.board.game, side, [spec(system, {"type": kind})], None)
                        self.board = self.board.after([UnitPlaced(unit=unit)])
            case "set":
                yield from self._set(words)
            case "remove":
                yield from self._change([UnitRemoved(unit=id) for id in words])
            case "thing":
                kind, *label = [word for word in words if "=" not in word]
                given = {name: _value(of) for name, of in _pairs(word for word in words if "=" in word)}
                thing = TableObject.model_validate({"kind": kind, "label": " ".join(label), **given})
                yield from self._change([ObjectPlaced(thing=thing)])
            case "verdict":
                found = system.victory(self.board)
                yield f"    {found.leader}: {ENGLISH(found.reason)}{' It is over.' * found.over}"
            case "nobody":
                self.board = self.board._replace(game=Game())
            case "ruling":
                for name, value in _pairs(words):
                    RulingSet(name=name, value=_value(value)).apply(self.board.game)
                self.board = Board.of(self.board.game, system)
            case "turn":
                self.board = self.board.after([TurnAdvanced(turn=1, order=tuple(words), holder=words[0])])
            case _:
                self.board.game.units[word] = _changed(self.board, word, dict(_pairs(words)))

    def _set(self, words: Sequence[str]) -> Iterator[str]:
        """Change units as a player does by hand; yield what follows, and the units."""
        given: dict[str, dict[str, str]] = {}
        for word in words:
            if "=" in word:
                given[list(given)[-1]].update(_pairs([word]))
            else:
                given[word] = {}
        events, said = list[Event](), len(self.lines)
        for id, values in given.items():
            states = {name: of for name, of in values.items() if name in self.board.system.states}
            unit = _changed(self.board, id, {name: of for name, of in values.items() if name not in states})
            for name in values:
                unit = self.board.system.recount(unit, name)
            events += [UnitPlaced(unit=unit)] if unit != self.board.unit(id) else []
            events += mark(unit, **{name: _value(of) or None for name, of in states.items()})
        yield from self._change(events)
        for id in given:
            self._look_at(self.board.unit(id))
        yield from self.lines[said:]

    def _change(self, events: Sequence[Event]) -> Iterator[str]:
        """Apply events; yield those that follow by themselves."""
        settled = settle_board(self.board, events)
        self.board = self.board.after(settled)
        yield from (f"    event: {event_line(one)}" for one in settled[len(events) :])

    def _say_anew(self, word: str, of: str, said: Iterable[str]) -> None:
        """Leave out what an evening shows and the orders of a scene do not change."""
        if word not in (("needs", "turn") if self.closely else ("needs", "bands", "turn", "ahead")):
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
    return json.loads(text) if text.isdecimal() or text == "true" or text.startswith(("[", "{", '"')) else text


def _changed(board: Board, id: str, given: Mapping[str, str]) -> Unit:
    """Return a unit with fields, facts or states set; an empty value removes a fact or a state."""
    unit, facts = board.game.units[id], board.system.profile.model_fields
    own = {name: _value(of) for name, of in given.items() if name in Unit.model_fields}
    told: dict[str, dict[str, Any]] = {"profile": dict(unit.profile), "states": dict(unit.states)}
    for name, of in given.items():
        if name not in own:
            told["profile" if name in facts else "states"][name] = _value(of)
    kept = {part: {name: of for name, of in values.items() if of != ""} for part, values in told.items()}
    return Unit.model_validate(unit.model_dump() | kept | own)
