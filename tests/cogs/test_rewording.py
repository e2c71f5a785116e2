"""Labels may be reworded at any time: dice are found by their keys, never by their labels.

After every line of a battle another version of the bot continues with a copy of the record, in which every roll,
option and text has another name.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.dice.provable import seeded_dice
from bot.game.people import Call, Person
from bot.game.people import Place as Where
from bot.game.permissions import groups_for_undo, other_sides
from bot.game.questions import ASKED_OF_SIDES, AnsweredRoll, ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.amend_command import amendment
from bot.resolution.pending_command import PendingCommand, Resolve, Undo
from bot.resolution.questions import OpenQuestion
from bot.services import Services
from bot.simulation.environment import start_table
from bot.simulation.runner import ScriptClock, ScriptedDice, Stage, battle
from bot.simulation.script import players, script
from bot.store.record import Record
from rules.game.entry import Entry
from rules.kernel.dice import Roll
from rules.kernel.plays import RecordedRoll
from rules.kernel.request import Request
from rules.kernel.table import Faces, Offer, Roller
from rules.kernel.text import Text
from tests.cogs.languages import speaks, strange_german
from tests.cogs.table import Table
from tests.texts.strange import STRANGE

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "situation": "walk"}
NINE = (5, 5, 6, 1, 1, 1, 1, 1, 1)


@contextmanager
def reword_rules() -> Iterator[None]:
    """Provide the rules of another version, with other labels of rolls and options."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (Roll, Offer):
            patch.setattr(kind, "__new__", _otherwise(kind.__new__))
        yield


def _otherwise(new: Any) -> Any:
    def make(cls: Any, *given: Any, **named: Any) -> Any:
        made = new(cls, *given, **named)
        return made._replace(label=Text("what was once called {label}", label=made.label))

    return make


def no_dice(throw: Roll[Any], count: int) -> Faces:
    raise AssertionError(f"{count} new dice for {throw.key}")


@asynccontextmanager
async def copy_services(file: Path, roller: Roller) -> AsyncIterator[Services]:
    """Provide the services of another version over a copy of the record."""
    copy = file.with_name("copy.sqlite")
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    services = Services(await Record.open(f"sqlite:///{copy}"), ScriptClock(), roller, "other", lambda locale: STRANGE)
    try:
        with reword_rules():
            yield services
    finally:
        await services.record.close()


class Battle:
    """The attempts made with a battle so far, with their number.

    An entry is tried if a roll or a decision of its command was not tried before, a question when it is asked.
    """

    def __init__(self, file: Path, where: Where) -> None:
        self._file, self._where = file, where
        self.seen = 0
        self.tried: Counter[str] = Counter()
        self.keys: set[str] = set()
        self._met: set[tuple[Any, ...]] = set()

    def _is_new(self, parts: set[tuple[Any, ...]]) -> bool:
        """True if one of the parts was not met before."""
        known = parts <= self._met
        self._met |= parts
        return not known

    async def look(self, services: Services) -> None:
        """Try whatever the last line of the script has made possible."""
        info = await services.record.games.in_channel(self._where.channel)
        if info is None:
            return
        entries = await services.record.entries.all(info.id) if info.number > self.seen else []
        for entry in entries[-1:]:
            command = entry.request.get("command")
            rolled = {(command, throw.key, throw.source) for throw in flat(entry.plays)}
            made = {(command, one.name, one.value) for play in entry.plays for one in play.decisions}
            if rolled and self._is_new(rolled | made):
                await self._amended(entry)
                await self._undone(entry)
        self.seen = info.number
        for row in await services.record.questions.open(info.id, ASKED_OF_SIDES):
            if self._is_new({(row.id, row.step)}):
                await self._answered(row.id)

    async def _amended(self, old: Entry) -> None:
        """Played again with nothing new: the same dice, whose ever they were."""
        async with copy_services(self._file, no_dice) as services:
            live, call = await self._at(services, old.by)
            attempt = amendment(old, {"modifier": old.request.get("modifier") or 0})
            attempt = attempt.with_changes(agreed=groups_for_undo(live.game, call.who, old, True))
            result = await services.referee.carry_out(live, call, attempt)
            assert dice(result.entry.plays) == dice(old.plays)
            self._note("amended", result.entry)

    async def _undone(self, old: Entry) -> None:
        """Undone and given again: the dice are the same."""
        async with copy_services(self._file, no_dice) as services:
            live, call = await self._at(services, old.by)
            if old.undoes is not None:  # the other side may have amended it, but cannot give the command
                _, call = await self._at(services, next(id for id, one in live.game.players.items() if one.umpire))
            everybody = (*other_sides(live.game, call.who), *groups_for_undo(live.game, call.who, old, True))
            await services.referee.carry_out(
                live, call, PendingCommand(command=Undo(entry=old.number), agreed=everybody)
            )
            own = all(throw.source != "bot" for throw in flat(old.plays))
            command = Resolve(request=Request.of(old.request))
            again = PendingCommand(command=command, otherwise="physical" if own else "bot", anyway=True, asks=True)
            for made in (made for play in old.plays for made in play.decisions):
                again = again.with_choice(made.name, made.value)
            result = await services.referee.carry_out(live, call, again)
            assert dice(result.entry.plays) == dice(old.plays)
            self._note("undone", result.entry)

    async def _answered(self, id: str) -> None:
        """A question that was asked by the old version and is answered to the new one."""
        async with copy_services(self._file, seeded_dice(b"other")) as services:
            row = await services.record.questions.get(id)
            assert row is not None
            live, call = await self._at(services, row.user_id)
            asked = OpenQuestion.of(live, row)
            before = asked.pending_command().thrown
            if isinstance(asked.question, ConsentQuestion):
                answer = await services.corrections.agree(call, id, row.step)
            else:
                answer = await services.questions.answer(call, id, row.step, faces="roll")
            after = answer.pending_command().thrown if isinstance(answer, OpenQuestion) else flat(answer.entry.plays)
            for one, was in zip(after, before, strict=False):
                key, sides, shown, source = faces(one)
                assert (key, sides, shown[: len(was.faces)], source) == faces(was), "what lay there stays"
            notes = () if isinstance(answer, OpenQuestion) else answer.entry.notes
            assert not _notes_of_changes(notes)
            self.tried["answered"] += 1
            self.tried["dice kept"] += len(before)

    async def _at(self, services: Services, who: str) -> tuple[ActiveGame, Call]:
        live = await services.games.require_game(self._where)
        name = live.game.players[who].name if who in live.game.players else ""
        return live, Call(Person(who, name), self._where)

    def _note(self, what: str, entry: Entry) -> None:
        self.tried[what] += 1
        throws = flat(entry.plays)
        self.keys |= {throw.key for throw in throws}
        assert all("what was once called" in repr(throw.label) for throw in throws)


def _notes_of_changes(notes: Iterable[Text]) -> list[Text]:
    """Those that say that rules have changed and dice are asked for again; no line that asks for something does."""
    return [note for note in notes if type(note) is Text and note.msgid.startswith("The rules have changed")]


def flat(plays: Iterable[Any]) -> tuple[RecordedRoll, ...]:
    return tuple(throw for play in plays for throw in play.throws)


def faces(throw: AnsweredRoll | RecordedRoll) -> tuple[Any, ...]:
    return throw.key, throw.sides, throw.faces, throw.source


def dice(plays: Iterable[Any]) -> list[list[tuple[Any, ...]]]:
    """Everything about the dice of an entry but what they are called."""
    return [[faces(throw) for throw in play.throws] for play in plays]


@pytest.mark.parametrize(("system", "turns"), [("opreb", 1), ("zombie_wargame", 2)])
async def test_no_die_of_a_battle_changes_with_the_words(tmp_path: Path, system: str, turns: int) -> None:
    steps, laid, file = script(battle(system)), ScriptedDice(), tmp_path / "battle.sqlite"
    record = await Record.open(f"sqlite:///{file}")
    async with start_table(Services(record, ScriptClock(), laid, "script"), players(steps)) as place:
        stage = Stage(place, laid)
        assert place.channel.guild
        tried = Battle(file, Where(str(place.channel.guild.id), str(place.channel.id)))
        for line, step in steps:
            if line.startswith(f"# Turn {turns + 1}."):
                break
            await stage.play(line, step)
            if not line.startswith(("#", "bot ")):
                await tried.look(place.services)
    assert tried.tried["amended"] == tried.tried["undone"] >= 5, tried.tried
    assert tried.tried["answered"] >= 1, tried.tried
    assert len(tried.keys) >= 4


async def _restart_in_strange_german(table: Table) -> None:
    """Another version of the bot, and a server and players that speak another language from now on."""
    await table.restart()
    bot: Any = table.env.bot
    bot.services.texts = strange_german
    bot.get_guild(table.guild.id).preferred_locale = discord.Locale.german
    for who in (table.ann, table.bob):
        speaks(table, who, "de")


async def test_a_question_is_answered_to_a_bot_of_other_words(demo: Table) -> None:
    """The activation and the flight are recorded; between them the other side decides whether to follow."""
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    fight = {"attacker": "Marines", "target": "Militia", "distance": "6"}
    await demo.done(demo.ann, "/assault", **fight, dice="1 1 1 1 1 / 1 1 1 1 1 1 1 1")
    demo.dice.next(5, 4)
    asked = await demo.done(demo.bob, "/act", action="withdraw", unit="Militia")
    assert asked.title.startswith("Ann: Do you follow")
    await _restart_in_strange_german(demo)
    demo.dice.next(6, 4)
    with reword_rules():
        told = await demo.click(demo.ann, asked, asked.buttons[0])
    assert "ｗｈａｔ ｗａｓ ｏｎｃｅ ｃａｌｌｅｄ" in told.text
    assert [throw.faces for throw in flat((await demo.entry()).plays)] == [(5,), (4,), (6,), (4,)]
    assert demo.dice.thrown == [5, 4, 6, 4]
    assert not _notes_of_changes((await demo.entry()).notes)


async def test_a_menu_is_answered_to_a_bot_of_other_words(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    demo.dice.next(*NINE)
    asked = await demo.say(demo.ann, "/fire", **SHOT)
    await _restart_in_strange_german(demo)
    with reword_rules():
        again = await demo.click(demo.bob, await demo.say(demo.bob, "/waiting"), "Ｓｈｏｗ 1")
        assert again.buttons[0].startswith("1 ｓｕｐｐｒｅｓｓｅｄ")
        await demo.click(demo.bob, asked, asked.buttons[1])
    assert (await demo.entry()).plays[0].decisions[0].value == "suppress=0"
    assert (await demo.entry()).plays[0].throws[0].faces == NINE
