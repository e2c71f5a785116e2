"""Services, call by call: each `*.txt` in the folders here is a script of calls, with what each recorded below it.

    Ann table_objects.score("Red", 3, "the bridge")
        score, Red: Red: +3 points, 3 now
        because: the bridge
        = PointsScored {"side": "Red", "points": 3, "why": "the bridge"}

A call is a method of a service with its arguments after the first, in Python; `unit("Marines")` is the id of a unit.
`order`, `agree` and `refuse` are below. Ann is the umpire and plays Red, Bob plays Blue, Cyd watches; "Ann@21" is in
another channel, "Ann@" alone with the bot. A note begins with "-", an event with "=", a question to others with "?", a
refusal with "!". The system is FUBAR unless the script names another: "# system opreb". Dice are provable in scripts
with "# fair".

A new case is a line, a new file starts with its script only. With ADJUTANT_TEST_WRITE=1 the files are written again;
read the diff before you commit it.
"""

from __future__ import annotations

import json
import os
import re
from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from inspect import isawaitable, signature
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel

from bot.errors import AppError, Refusal, Unreadable
from bot.game.people import Call, Person, Place
from bot.game.questions import ConsentQuestion, DecisionQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.campaign_referee import CampaignResult
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services import Services
from bot.services.campaign import UNIT_BUTTONS, growth
from bot.services.campaign.battle_games import BattlePlan
from bot.services.campaign.campaign_file import parse_campaign
from bot.services.play.absence import Steward
from bot.services.play.army_lists import ReadList, unknown_mark
from bot.services.play.lifecycle import NewGame
from bot.services.play.opponent_state import BotTurn, SightQuery
from bot.services.play.roster import ReserveTerms
from bot.services.record import history
from bot.store.pasts import Wanted
from bot.store.tables import StoredGame
from data import system_of, system_registry
from data.files import new_system, sample_forces
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry
from rules.campaign.territories import map_of
from rules.command.force import Force
from rules.command.list_contract import list_lines
from rules.command.list_types import ABOVE
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.errors import RulesError
from rules.kernel.text import Term, Text
from rules.kernel.wording import ENGLISH, Wording
from tests.bot import playing
from tests.bot.campaigning import CAMPAIGN, squad
from tests.bot.campaigning import force as army
from tests.bot.campaigning import same_as_record as same_campaign_as_record
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, request, start_demo
from tests.bot.services.bot_turns import reason_lines, sight_report, turn_lines
from tests.cogs.table import Loaded, same_as_record, services_on
from tests.proving import seeds

HERE = Path(__file__).parent
FILES = [file for file in HERE.glob("*/*.txt") if file.stem != "declared"]
SCRIPTS = sorted(file.relative_to(HERE).with_suffix("").as_posix() for file in FILES)
PEOPLE = {one.name: one for one in (ANN, BOB, CYD)}
TYPES = (
    Place,
    Person,
    TableObject,
    ReserveTerms,
    BattlePlan,
    Wanted,
    Force,
    NewGame,
    unknown_mark,
    parse_campaign,
    map_of,
)
LONGEST = 300
"""Most letters of a line: a whole unit is longer."""
MOST_LINES = 60
"""Most lines of a file."""
_REPEATED, _DRAWN = re.compile(r"(\w)\1{9,}"), re.compile(r"\b[0-9a-f]{16,}\b|(?<=test:)\d+")


@pytest.mark.parametrize("name", SCRIPTS)
async def test_each_call_does_and_says_the_same(
    name: str, tmp_path: Path, dice: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The bot's estimates are drawn from the machine's chance.
    monkeypatch.setattr("os.urandom", Random(0).randbytes)
    # Provable dice depend on the number of a call.
    monkeypatch.setattr(playing, "_SOURCES", count(1))
    file, clock = HERE / f"{name}.txt", Clock()
    script = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]
    system_registry.forget_all()
    draw = seeds() if "# fair" in script else None
    start = partial(services_on, tmp_path / "desk.sqlite", dice, draw=draw, time=clock)
    desk = Desk(await start("run1"), clock, start, dice)
    said = "\n".join([line async for line in desk.play(script)]) + "\n"
    services = desk.services
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")
    if name.startswith("campaign/"):
        await same_campaign_as_record(services)
    else:
        await same_as_record(services, await services.games.require_game(PLACE))
    await services.record.close()


class Clock:
    """A clock that advances by a second per call, and by as many seconds as a script says."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now

    def later(self, seconds: float) -> None:
        self.now += seconds


class Desk(Wording):
    """A game at the services, the people at it, and the newest question; also the wording, which names units."""

    def __init__(
        self, services: Services, clock: Clock, start: Callable[[str], Awaitable[Services]], dice: Loaded
    ) -> None:
        self.services, self.clock, self._start, self._dice = services, clock, start, dice
        self._asked: OpenQuestion | None = None
        self._where = PLACE
        self._units: dict[str, Unit] = {}
        self._live: ActiveGame | None = None
        self._looked: tuple[Place, StoredGame] | None = None
        """The place and the row of the game that `_live` is."""
        self._has_campaign = False
        self._campaign: Campaign | None = None
        self._asks: SightQuery | None = None

    async def play(self, script: Sequence[str]) -> AsyncIterator[str]:
        """Yield each line of a script, and below it, indented, what was done and said."""
        systems = [line.removeprefix("# system ") for line in script if line.startswith("# system ")]
        self._has_campaign = any("campaign" in line for line in script)
        if not any("campaigns.new(" in line for line in script):
            await start_demo(self.services, *systems)
        for line in script:
            yield line
            if line and not line.startswith("#"):
                who, _, wanted = line.partition(" ")
                name, elsewhere, channel = who.partition("@")
                where = Place("1" if channel else None, channel or "99") if elsewhere else PLACE
                for part in await self._do(call(PEOPLE[name], where=where), wanted):
                    yield f"    {_DRAWN.sub('…', _REPEATED.sub(_shorten_run, part))[:LONGEST]}"

    async def _do(self, given: Call, wanted: str) -> list[str]:
        self._where = given.where
        seen, who = self._looked, given.who
        live = self._live if seen and seen[0] == given.where else await self._look()
        opened = await self.services.record.campaigns.open(CAMPAIGN) if self._has_campaign else None
        self._campaign = opened and opened.campaign
        names: dict[str, Any] = {
            "agree": lambda: self._reply(who, "agree"),
            "refuse": lambda: self._reply(who, "refuse"),
            "order": lambda command, *units, **more: self._order(who, command, units, **more),
            "ask": lambda command, *units, **more: self._order(who, command, units, asks=True, **more),
            "answer": lambda **more: self._reply(who, "answer", **more),
            "unit": lambda name: next(id for id, one in self._units.items() if one.name == name),
            "force": lambda name: sample_forces("fubar")[name],
            "army": army,
            "squad": squad,
            "watch": self._watch,
            "offers": lambda id: _button_lines(self._campaign, id),
            "growth": growth,
            "see": lambda *seen: sight_report(self._asks, *seen),
            "campaign": self._campaign,
            "dice": self._dice.next,
            "wanted": partial(request, self.services),
            "raw": self.services,
            "json": json.loads,
            "secrets": history,
            "steward": lambda *left, manages=True: Steward(manages, partial(_has_left, left)),
            "later": self.clock.later,
            "now": self.clock,
            "sql": self._sql,
            "restart": self._restart,
            "rules": lambda key, base="": new_system(key, base).encode(),
            "system": system_of,
            "PLACE": PLACE,
            "ABOVE": ABOVE.code,
            "live": live,
            **{one.__name__: one for one in TYPES},
            **{name.upper(): one for name, one in PEOPLE.items()},
            **self.further_names(who),
        }
        try:
            done = eval(
                compile(wanted, "", "eval", PyCF_ALLOW_TOP_LEVEL_AWAIT),
                _Names(names, self.services, given, self._campaign),
            )
            while isawaitable(done):
                done = await done
        except (AppError, RulesError) as error:
            self._looked = None
            words = self(error.text) if isinstance(error, Refusal | RulesError) else str(error)
            return [f"! {line}" for line in words.splitlines()]
        before = dict(self._units)
        await self._look()
        return list(self.lines_of(done, before))

    def further_names(self, who: Person) -> dict[str, Any]:
        """Return names that only some scripts know."""
        return {}

    async def _look(self) -> ActiveGame | None:
        """Return the game as it is now, if there is one that can be read, and note all units by id."""
        last, live = await self.services.record.games.last_in_channel(self._where.channel), None
        try:
            if last and self._looked == (self._where, last):
                return self._live
            if last:
                ended = last.state == "ended"
                live = await (
                    self.services.games.read_game(last) if ended else self.services.games.require_game(self._where)
                )
        except Unreadable:
            return None
        if live:
            self._units |= live.game.departed | live.game.with_reserves().units
        self._live, self._looked = live, last and (self._where, last)
        return live

    async def _watch(self) -> None:
        """Wait until the campaign has followed its battles, and the bot has followed its campaign."""
        await self.services.campaign_watch.wait_until_settled()
        await self.services.campaign_opponent.wait_until_settled()

    async def _sql(self, statement: str) -> None:
        """Change the database beside the bot."""
        await self.services.record.database.write(lambda write: write.exec_driver_sql(statement) and None)

    async def _restart(self) -> None:
        """Start the bot again."""
        await self.services.record.close()
        system_registry.forget_all()
        self.services, self._looked = await self._start("run2"), None

    def unit(self, id: str) -> str:
        return self._units[id].name if id in self._units else id

    async def _reply(self, who: Person, how: str, **more: Any) -> Any:
        if self._asked is None:
            return Text("no question is open")
        asked, self._asked = self._asked, None
        service = self.services.questions if how == "answer" else self.services.corrections
        return await getattr(service, how)(call(who), asked.row.id, asked.row.step, **more)

    async def _order(
        self, who: Person, command: str, units: Sequence[str], dice: str = "", asks: bool = False, **more: Any
    ) -> Any:
        wanted = await request(self.services, command, *units, **more)
        if asks:
            return await self.services.questions.begin(call(who), wanted, dice)
        return await self.services.referee.order(call(who), wanted, dice, anyway=True)

    def lines_of(self, done: Any, before: Mapping[str, Unit]) -> Iterator[str]:
        match done:
            case OpenQuestion(question=ConsentQuestion() as question):
                self._asked = done
                yield f"? {', '.join(question.groups)}: {self(question.wish)}, or else {question.silence}"
                yield from (f"- {self(note)}" for note in question.notes)
            case OpenQuestion(question=question):
                self._asked = done
                asked = question.model_dump_json(exclude_defaults=True)
                if isinstance(question, DecisionQuestion):
                    asked = f"{question.name}, {question.default} or {[one.value for one in question.offers]}"
                if isinstance(question, WarningQuestion):
                    asked = " / ".join(map(self, question.warnings))
                yield f"? {', '.join(sorted(done.people))}: {type(question).__name__} {asked}"
            case BotTurn():
                self._asks = done.asks
                for result in done.results:
                    yield from self.lines_of(result, before)
                    yield from reason_lines(result.entry.because, result.entry.weighed, self)
                yield from self.lines_of(done.question, before) if done.question else ()
                yield from turn_lines(done, self)
            case CommandResult(entry=entry) | CampaignResult(entry=entry):
                side = getattr(entry, "side", "the campaign") or "no side"
                yield f"{entry.command}, {side}: {self(entry.title or Term(entry.command))}"
                yield from (f"because: {words}" for words in [entry.reason] if words)
                if isinstance(done, CampaignResult) and entry.request:
                    yield f"asked: {entry.request}"
                yield from (f"- {self(note)}" for note in entry.notes)
                yield from (f"= {_event_line(event, before)}" for event in entry.events)
            case Text():
                yield self(done)
            case ActiveGame():
                pass
            case Board(game=game):
                yield f"after entry {game.number}: {[f'{one.name} {one.states}' for one in game.units.values()]}"
            case Entry():
                yield f"{done.number}. {done.command}: {self(done.shown_title)}"
            case StoredGame():
                yield f"{done.name}, {done.state}, {done.number} entries, {done.units}, by {done.started_by}"
            case Campaign():
                yield f"{done.name}, {done.number} entries"
            case CampaignEntry():
                yield f"{done.number}. {done.command} by {done.by}: {self(done.title or Term(done.command))}"
                yield from (f"- {self(note)}" for note in done.notes)
                yield from (f"= {_event_line(event, before)}" for event in done.events)
            case bytes():
                lines = done.decode().splitlines()
                yield from (*lines[:MOST_LINES], f"({len(lines)} lines)")
            case ReadList():
                yield f"{done.name}: {done.draft.name!r}, {done.draft.answers}"
                yield from list_lines(done.system, done.found)
            case System():
                yield _plain(done)
            case BaseModel():
                yield f"{type(done).__name__} {done.model_dump_json(exclude_defaults=True)}"
            case dict():
                yield from (f"{key}: {one}" for key, one in done.items())
            case list() | tuple() if not hasattr(done, "_fields") or any(_is_told(one) for one in done):
                for one in done:
                    yield from self.lines_of(one, before)
                if not done:
                    yield "none"
            case None:
                yield "nothing"
            case _ if len(repr(done)) > LONGEST and (parts := _parts(done)):
                for name, part in parts.items():
                    several = part if isinstance(part, tuple) and not _parts(part) else (part,)
                    yield from (f"{name}: {_plain(one)}" for one in several)
            case _:
                yield _plain(done)


def _parts(value: Any) -> dict[str, Any]:
    """Return the fields of a named tuple or dataclass by name, in an order that no refactoring changes."""
    names = [one.name for one in fields(value)] if is_dataclass(value) else getattr(value, "_fields", ())
    return {name: getattr(value, name) for name in sorted(names)}


def _plain(value: Any) -> str:
    """Return a value in words, whatever the order of its fields."""
    if isinstance(value, System):
        return value.key
    if parts := _parts(value):
        return f"{type(value).__name__}({', '.join(f'{name} {_plain(part)}' for name, part in parts.items())})"
    return f"[{', '.join(map(_plain, value))}]" if isinstance(value, tuple | list) else repr(value)


class _Names(dict[str, Any]):
    """The names in a call: services, whose methods have the call itself as their first argument already."""

    def __init__(self, names: Mapping[str, Any], services: Services, given: Call, campaign: Campaign | None) -> None:
        super().__init__(names)
        self.services, self.given, self.campaign = services, given, campaign

    def __missing__(self, name: str) -> Any:
        if not hasattr(self.services, name):
            raise KeyError(name)
        return _Service(getattr(self.services, name), self.given, self.campaign)


class _Service:
    def __init__(self, service: Any, given: Call, campaign: Campaign | None) -> None:
        self.service, self.given, self.campaign = service, given, campaign

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.service, name)
        if not callable(method):
            return method
        first = list(signature(method).parameters)[:3]
        given = [self.given] if "call" in first else []
        if "campaign" in first[:2] and not hasattr(method, "__wrapped__"):
            return partial(method, *given, self.campaign)
        return partial(method, *given, *([CAMPAIGN] if {"campaign", "id"} & {*first[:2]} else []))


def _button_lines(campaign: Campaign | None, id: str) -> list[str]:
    """Return the buttons on the page of a unit of the campaign: their verbs, labels and values."""
    assert campaign is not None
    unit = campaign.units[id]
    buttons = [one for _, one in UNIT_BUTTONS.values() if one.of_lost or not unit.is_gone]
    return [
        f"{one.verb}: {ENGLISH(offer.label)} {offer.values} {offer.style}"
        for one in buttons
        for offer in one.offers(campaign, unit)
    ]


def _is_told(value: Any) -> bool:
    """True if a part of a result has words of its own, which its `repr` would hide."""
    return isinstance(value, ActiveGame | Board | Entry | CommandResult | CampaignResult | Text | list | tuple)


async def _has_left(left: Sequence[str], player: str) -> bool:
    return player in left


def _shorten_run(run: re.Match[str]) -> str:
    return f"{run[1]} × {len(run[0])}"


def _event_line(event: BaseModel, before: Mapping[str, Unit]) -> str:
    """Return an event in one line; of a unit that was there before, only what has changed."""
    said = event.model_dump(mode="json", exclude_defaults=True, exclude={"kind"})
    old = before.get(said["unit"]["id"]) if isinstance(said.get("unit"), dict) else None
    if old:
        was, now = old.model_dump(mode="json", exclude_defaults=True), said["unit"]
        said["unit"] = {key: now.get(key) for key in was | now if key == "id" or now.get(key) != was.get(key)}
    return f"{type(event).__name__} {json.dumps(said, ensure_ascii=False)}"
