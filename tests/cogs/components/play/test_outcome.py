"""A command's answer is rendered while its entry is being saved, and sent once it is saved."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.metrics import STORE_WAIT
from bot.resolution.result import CommandResult
from bot.store.database import Database
from cogs.components.controls import Items
from cogs.components.play import outcome
from cogs.rendering.reply import Reply
from cogs.rendering.short_result import short_reply
from cogs.rendering.text import Reader
from data.texts import language
from tests.bot.waiting import let_all_go_on, until
from tests.cogs.table import Loaded, Table, services_on

SHOT: dict[str, Any] = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
MARK: dict[str, Any] = {"unit": "Regular section", "marker": "suppressed", "count": 1}


def _count_started_work() -> float:
    """Return the number of pieces of work that the writing thread has begun."""
    (times,) = STORE_WAIT.collect()
    return next(one.value for one in times.samples if one.name.endswith("_count"))


async def test_speed_no_answer_is_sent_before_the_entry_is_on_the_disk(demo: Table) -> None:
    """Another program has locked the file: the answer is written but not sent."""
    sent, before = len(demo.env.http_requests), _count_started_work()
    with closing(sqlite3.connect(demo.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        given = asyncio.ensure_future(demo.say(demo.ann, "/fire", **SHOT))
        await until(lambda: _count_started_work() > before)
        await let_all_go_on()
        assert not given.done()
        assert len(demo.env.http_requests) == sent
        other.execute("ROLLBACK")
    told = await given
    assert f"Entry {await demo.last()} " in told.footer


async def test_speed_an_answer_is_discarded_where_another_process_wrote_first(demo: Table) -> None:
    """Another process has written: the command is planned again, and rendered again."""
    await demo.done(demo.ann, "/fire", **SHOT)
    before = await demo.last()
    other = await services_on(demo.file, Loaded(), "other")
    done = await other.unit_corrections.mark(demo.call(demo.ann, source="elsewhere"), "Marines", "suppressed", 2, "")
    assert isinstance(done, CommandResult)
    told = await demo.done(demo.ann, "/marker set", **MARK)
    assert f"Entry {before + 2} " in told.footer
    await other.record.close()


async def test_speed_an_answer_is_written_once_and_while_the_disk_is_waited_for(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words and menus are most of the work of a shot: they are made while nothing else can be done."""
    write, buttons, order = Database.write, outcome.entry_buttons, list[str]()

    async def written(self: Database, work: Any, **how: Any) -> Any:
        found = await write(self, work, **how)
        order.append("on the disk")
        return found

    def worded(words: Reader, result: CommandResult) -> Items:
        order.append("in words")
        return buttons(words, result)

    monkeypatch.setattr(Database, "write", written)
    monkeypatch.setattr(outcome, "entry_buttons", worded)
    await demo.done(demo.ann, "/fire", **SHOT)
    assert order == ["in words", "on the disk"]


async def test_an_amended_result_is_struck_through_except_for_the_lines_above_it(demo: Table) -> None:
    """The activation shown in the same message still counts, even if a line of the shot has the same words."""
    await demo.done(demo.ann, "/activate", unit="Marines", action="aimed_fire", dice="6")
    live = await demo.live()
    before = live.board._replace(game=live.game.copy())
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="roll")
    words = Reader(language("en")).at(live.board)
    shot = CommandResult(live.info.id, await demo.entry(), before, live.board)
    heading = short_reply(words, shot).text.split("\n")[0]
    reply = short_reply(words, shot, before=heading)
    old = outcome.crossed_out_message(words, reply, 7)["embed"].description.split("\n")
    assert old[:3] == ["**Amended: #7 counts.**", heading, f"~~{heading}~~"]
    assert all(line.startswith("~~") for line in old[2:])


@pytest.mark.parametrize(("lines", "fits"), [(1, True), (60, False)])
def test_a_replaced_result_is_crossed_out_below_its_first_lines_if_it_is_one_message(lines: int, fits: bool) -> None:
    """Empty lines are left out, and so is its file, which is in the message already."""
    text = "\n\n".join(["Above", *["Hit. " * 19 + "Hit."] * lines])
    reply = Reply("Fire", text, above=1, file=("dice.png", b"6", "Dice"))
    found = outcome.crossed_out_message(Reader(language("en")), reply, 9)
    assert bool(found) == fits
    if fits:
        assert found["embed"].description == f"**Amended: #9 counts.**\nAbove\n~~{'Hit. ' * 19}Hit.~~"
