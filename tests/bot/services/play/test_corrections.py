"""The bot's dice through fire, undo and amend in any order: each die is in one place, none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.dice.returned import ReturnedDice
from bot.errors import AppError
from bot.game.people import Call, Person, Place
from bot.game.permissions import same_command
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.play.corrections import correction_subject
from bot.store.record import Record
from rules.game.entry import Entry, play_back
from rules.kernel.dice import Roll
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.table import Faces
from tests.bot.playing import BOB, call, fire, start_demo
from tests.cogs.made_once import create_database
from tests.cogs.table import Loaded, clock, same_as_record
from tests.turns import examples

ANN = Person("1", "Ann")
HERE = Place("7", "8")


class Marked:
    """Dice of which no two ever show the same face: those above 100 hit and pass, those below 0 do not."""

    def __init__(self, hits: list[bool]) -> None:
        self.thrown: list[int] = []
        self._hits: Iterator[bool] = iter(hits)
        self._next = count(101)

    def __call__(self, throw: Roll[Any], n: int) -> Faces:
        faces = tuple(face if next(self._hits, False) else -face for face in (next(self._next) for _ in range(n)))
        self.thrown += faces
        return Faces(faces, "bot")


FIRE = st.tuples(st.just("fire"), st.sampled_from(["Regular section", "Marines", "Commandos"]), st.booleans())
ACTIVATE = st.tuples(st.just("activate"), st.sampled_from(["Regular section", "Militia"]))
BACK = st.tuples(st.just("undo"), st.none() | st.integers(-3, -1))
AGAIN = st.tuples(st.just("amend"), st.sampled_from(["cover", "few", "many"]))
MARK = st.tuples(st.just("mark"))
STEPS = st.lists(FIRE | FIRE | ACTIVATE | BACK | BACK | AGAIN | AGAIN | MARK, min_size=3, max_size=14)
ONE, OTHER, UNDO = ("fire", "Marines", True), ("fire", "Commandos", True), ("undo", None)


@settings(max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, hits=st.lists(st.booleans(), max_size=60), asking=st.booleans())
@example(steps=[ONE, UNDO, ONE, UNDO, ONE], hits=[True] * 20, asking=True)
@example(steps=[ONE, OTHER, UNDO, UNDO, OTHER, ONE], hits=[True, False] * 20, asking=False)
@example(steps=[ONE, ("amend", "few"), ("amend", "many"), UNDO, UNDO], hits=[True] * 20, asking=True)
async def test_no_die_is_lost_and_none_counts_twice(
    tmp_path_factory: Any, steps: list[tuple[Any, ...]], hits: list[bool], asking: bool
) -> None:
    """This also holds across questions to the player whose unit is hit."""
    file: Path = tmp_path_factory.mktemp("dice") / "games.sqlite"
    create_database(file, await _demo(file.with_name("demo.sqlite")))
    dice = Marked(hits)
    services = Services(await Record.open(f"sqlite:///{file}"), clock(), dice, "run")
    try:
        await services.preferences.rule(Call(ANN, HERE), "allocation", "ask" if asking else "suppress_first")
        for step in steps:
            before = list(dice.thrown)
            try:
                await _carry_out(services, step)
            except (AppError, RulesError):
                assert dice.thrown == before, "a command that was refused has thrown dice"
            await _all_there(services, dice)
    finally:
        await services.record.close()


_DEMO: list[bytes] = []
"""The record of a demo that has just begun, made once in a process."""


async def _demo(file: Path) -> bytes:
    """Return the record of a demo of FUBAR by Ann."""
    if not _DEMO:
        create_database(file)
        services = Services(await Record.open(f"sqlite:///{file}"), clock(), Marked([]), "run")
        await services.lifecycle.demo(Call(ANN, HERE), "fubar")
        await services.record.close()
        _DEMO.append(await asyncio.to_thread(file.read_bytes))
    return _DEMO[0]


async def _carry_out(services: Services, step: tuple[Any, ...]) -> None:
    """One step, with everything agreed to: Ann is alone at the table."""
    call, live = Call(ANN, HERE), await services.games.require_game(HERE)
    ids = {unit.name: unit.id for unit in live.game.units.values()}
    if step[0] == "mark":
        await services.unit_corrections.mark(call, ids.get("Militia", "u99"), "suppressed", 0, "")
    elif step[0] == "undo":
        number = None if step[1] is None else live.game.number + 1 + step[1]
        await _answer_all(services, await services.corrections.undo(call, number))
    elif step[0] == "amend":
        await _answer_all(services, await services.corrections.amend(call, None, _forgotten(step[1])))
    else:
        await _answer_all(services, await services.questions.begin(call, _request(step, ids)))


async def _answer_all(services: Services, came: CommandResult | OpenQuestion) -> None:
    """Every question on the way: a warning by "anyway", a decision by its default."""
    while isinstance(came, OpenQuestion):
        came = await services.questions.answer(Call(ANN, HERE), came.row.id, came.row.step)


def _forgotten(what: str) -> dict[str, Any]:
    if what == "cover":
        return {"cover": ("soft",)}
    return {"firers": ("1 assault_rifle",) if what == "few" else ("4 assault_rifle",)}


def _request(step: tuple[Any, ...], ids: dict[str, str]) -> Request:
    if step[0] == "activate":
        return Request("activate", unit=(ids.get(step[1], "u99"),))
    target = ids.get("Militia" if step[2] else "HMG team", "u99")
    return Request("fire", unit=(ids.get(step[1], "u99"),), target=(target,), distance=(Decimal(10),), firers=())


async def _all_there(services: Services, dice: Marked) -> None:
    live = await services.games.require_game(HERE)
    await same_as_record(services, live)
    entries = await services.record.entries.all(live.info.id)
    queue = [face for faces in live.game.queues.values() for face in faces]
    standing = [face for entry in entries if entry.number not in live.game.undone for face in _bots(entry)]
    assert sorted([*queue, *standing]) == sorted(dice.thrown)
    for known in (live.game.seen, live.game.whose):
        assert all(len(known[sides]) == len(faces) for sides, faces in live.game.queues.items())
    assert sorted(_first_seen(entries)) == sorted(dice.thrown)
    _queue_first(entries)
    _require_undone_first(entries, ReturnedDice.in_game(live.game))


def _bots(entry: Entry) -> list[int]:
    return [face for play in entry.plays for throw in play.throws for face in throw.bot_faces]


def _first_seen(entries: list[Entry]) -> list[int]:
    """Faces in the order in which they came out first: that of the roller."""
    return list(dict.fromkeys(face for entry in entries for face in _bots(entry)))


def _queue_first(entries: list[Entry]) -> None:
    """A side rolls a new die only when none of its own waits: those of the command come out first."""
    seen: set[int] = set()
    for entry in entries:
        faces = _bots(entry)
        if entry.undoes is None:
            before = ReturnedDice.in_game(play_back([one for one in entries if one.number < entry.number]))
            for side, thrown in _by_side(entry).items():
                command = same_command(Request.of(entry.request))
                waiting = sorted(before.of(side, 6), key=lambda die: die.command != command)
                queue = tuple(die.face for die in waiting)
                assert not set(thrown) - seen or tuple(thrown[: len(queue)]) == queue
        seen |= set(faces)


def _by_side(entry: Entry) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for throw in (throw for play in entry.plays for throw in play.throws):
        assert throw.side in ("Red", "Blue")
        found.setdefault(throw.side or "", []).extend(throw.bot_faces)
    return found


def _require_undone_first(entries: list[Entry], returned: ReturnedDice) -> None:
    """Assert that dice just undone are returned in the order in which they were rolled."""
    last = entries[-1]
    if last.command == "undo" and last.undoes is not None:
        for side, back in _by_side(entries[last.undoes - 1]).items():
            assert [face for face in returned.faces(side, 6) if face in back] == back


async def test_an_amendment_that_waits_is_about_its_entry(services: Services, dice: Loaded) -> None:
    """A second amendment of the entry replaces the question, and undoing the entry drops it."""
    await start_demo(services)
    dice.next(4, 4)
    shot = await fire(services, distance=20, firers=("2 assault_rifle",))
    asked = await services.corrections.amend(call(), None, {"firers": ("4 assault_rifle",)})
    assert isinstance(asked, OpenQuestion)
    assert correction_subject(asked) == shot.entry.number


async def test_a_refusal_that_arrives_twice_counts_once(services: Services) -> None:
    await start_demo(services)
    await fire(services)
    asked = await services.corrections.undo(call())
    assert isinstance(asked, OpenQuestion)
    twice = [services.corrections.refuse(call(BOB), asked.row.id, asked.row.step) for _ in range(2)]
    told = await asyncio.gather(*twice, return_exceptions=True)
    assert sorted(type(one).__name__ for one in told) == ["OpenQuestion", "QuestionOver"]
    assert await services.questions.open_questions(call()) == []
