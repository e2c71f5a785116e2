"""Commands that wait, step by step: each `*.txt` here is a script of calls, with what was asked and recorded below it.

The language of the scripts is that of `tests/bot/services/test_transcripts.py`, with these words more: `ask` gives
a command that may wait, `answer`, `fill_in`, `agree`, `refuse`, `reject` and `drop` reply to the newest question,
`settle` settles it at its deadline, and `swap` makes the oldest one the newest. A roll begins with "~", a warning
with "<", rulings other than those of the game with "under". Fields that have their default are left out.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel

from bot.game.people import Person
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services import Services
from data import system_registry
from rules.game.unit import Unit
from rules.kernel.text import Text
from tests.bot import playing
from tests.bot.playing import PLACE, call, request
from tests.bot.services.test_transcripts import PEOPLE, Clock, Desk
from tests.cogs.table import Loaded, same_as_record, services_on
from tests.proving import seeds

HERE = Path(__file__).parent
SCRIPTS = {file.stem: file for file in sorted(HERE.glob("*.txt"))}
HIDDEN = ("kind", "key", "rule", "ledger", "so_far")
"""Fields that are told elsewhere, or by the tests of rules."""


@pytest.mark.parametrize("name", SCRIPTS)
async def test_each_command_asks_and_does_the_same(
    name: str, tmp_path: Path, dice: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Provable dice depend on the id of the game and the number of a call.
    monkeypatch.setattr("os.urandom", Random(0).randbytes)
    monkeypatch.setattr(playing, "_SOURCES", count(1))
    file, clock = SCRIPTS[name], Clock()
    script = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]
    system_registry.forget_all()
    draw = seeds() if "# fair" in script else None
    start = partial(services_on, tmp_path / "desk.sqlite", dice, draw=draw, time=clock)
    table = Table(await start("run1"), clock, start, dice)
    said = "\n".join([line async for line in table.play(script)]) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")
    await same_as_record(table.services, await table.services.games.latest_game(PLACE))
    await table.services.record.close()


class Table(Desk):
    """A desk with open questions, the newest last."""

    def __init__(
        self, services: Services, clock: Clock, start: Callable[[str], Awaitable[Services]], dice: Loaded
    ) -> None:
        super().__init__(services, clock, start, dice)
        self.asked: list[OpenQuestion] = []

    def further_names(self, who: Person) -> dict[str, Any]:
        reply = partial(self.reply, who)
        return {
            "ask": partial(self.ask, who),
            "answer": lambda faces=None, **more: reply("questions.answer", faces=faces, **more),
            "fill_in": lambda **facts: reply("questions.fill_in", facts=facts),
            "agree": partial(reply, "corrections.agree"),
            "refuse": partial(reply, "corrections.refuse"),
            "reject": partial(reply, "corrections.reject_end"),
            "drop": partial(reply, "cancellation.drop"),
            "settle": self.settle,
            "swap": self.swap,
            "Decimal": Decimal,
        }

    async def ask(self, who: Person, command: str, *units: str, dice: str = "", **more: Any) -> Any:
        wanted = await request(self.services, command, *units, **more)
        return await self.services.questions.begin(call(who), wanted, dice)

    async def reply(self, who: Person, how: str, **more: Any) -> Any:
        """Reply to the newest question; it stays the newest after a refusal."""
        if not self.asked:
            return Text("no question is open")
        service, _, method = how.partition(".")
        asked = self.asked[-1]
        done = await getattr(getattr(self.services, service), method)(call(who), asked.row.id, asked.row.step, **more)
        self.asked.remove(asked)
        return done

    async def settle(self) -> Any:
        """Settle the newest question; the result is None if it waits on, or is closed."""
        asked = self.asked[-1]
        return await self.services.overdue.settle(asked.row, f"late:{asked.row.id}:{asked.row.step}")

    def swap(self) -> None:
        self.asked.append(self.asked.pop(0))

    def lines_of(self, done: Any, before: Mapping[str, Unit]) -> Iterator[str]:
        match done:
            case OpenQuestion(question=question):
                self.asked.append(done)
                names = {one.id: name for name, one in PEOPLE.items()}
                yield f"? {question.kind}, for {' and '.join(names[id] for id in done.people)}"
                yield from (f"  {name}: {self.told(part)}" for name, part in _given(question).items())
            case CommandResult(entry=entry):
                yield from super().lines_of(done, before)
                yield from [f"under {dict(entry.rulings)}"] if entry.rulings != done.after.game.rulings else ()
                yield from (f"~ {self.told(roll)}" for play in entry.plays for roll in play.throws)
                yield from (f"< {self(one)}" for one in entry.warnings)
            case _:
                yield from super().lines_of(done, before)

    def told(self, value: Any) -> str:
        """Return a value in words, without what has its default."""
        match value:
            case Text():
                return self(value)
            case BaseModel():
                return f"({', '.join(f'{name} {self.told(part)}' for name, part in _given(value).items())})"
            case tuple() if hasattr(value, "_fields"):
                return f"({', '.join(self.told(one) for one in value if one not in (None, '', ()))})"
            case tuple():
                return f"[{', '.join(map(self.told, value))}]"
            case _:
                return str(value)


def _given(model: BaseModel) -> dict[str, Any]:
    """Return the fields of a model that do not have their default."""
    found = {name: (getattr(model, name), field.get_default()) for name, field in type(model).model_fields.items()}
    return {name: value for name, (value, usual) in found.items() if value != usual and name not in HIDDEN}
