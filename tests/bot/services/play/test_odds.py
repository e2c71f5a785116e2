"""Simultaneous requests for odds, and odds that are dropped because the caller no longer waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest

from bot.errors import Refusal
from bot.game.people import Person
from bot.services import Services
from bot.services.play import odds as service
from bot.services.play.odds_work import DROPPED, ActionOdds, OddsWork
from rules.kernel.request import Request
from tests.bot.playing import ANN, BOB, PLACE, call, request, start_demo

Odds = list[service.Chances]


async def shot(services: Services) -> Request:
    return await request(services, "fire", "Marines", "Militia", distance=10)


class Slow:
    """Odds work that waits until it is released, unless it is dropped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at_work, self.go = list[OddsWork](), Event()
        answers = OddsWork.answers

        def later(work: OddsWork) -> list[ActionOdds]:
            self.at_work.append(work)
            while not self.go.wait(0.001) and not work.dropped:
                pass
            return answers(work)

        monkeypatch.setattr(OddsWork, "answers", later)

    async def taken_up(self, n: int) -> None:
        async with asyncio.timeout(20):
            while len(self.at_work) < n:  # noqa: ASYNC110 - threads add to it
                await asyncio.sleep(0.001)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    found = Slow(monkeypatch)
    yield found
    found.go.set()


async def test_a_newer_question_of_the_same_person_drops_the_older(services: Services, slow: Slow) -> None:
    await start_demo(services)
    asked = await shot(services)
    older = asyncio.create_task(services.odds.odds(call(), asked))
    await slow.taken_up(1)
    newer = asyncio.create_task(services.odds.odds(call(), asked))
    with pytest.raises(Refusal) as refused:
        await older
    assert refused.value.text == DROPPED
    await slow.taken_up(2)
    slow.go.set()
    assert (await newer)[0].summary


async def test_two_people_ask_at_the_same_time(services: Services, slow: Slow) -> None:
    await start_demo(services)
    asked = await shot(services)
    tasks = [asyncio.create_task(services.odds.odds(call(who), asked)) for who in (ANN, BOB)]
    await slow.taken_up(2)
    slow.go.set()
    one, other = await asyncio.gather(*tasks)
    assert one[0].summary == other[0].summary


async def test_no_more_than_so_many_are_worked_on_and_the_rest_wait(services: Services, slow: Slow) -> None:
    await start_demo(services)
    asked = await shot(services)
    people = [Person(str(n), f"P{n}") for n in range(900, 905)]
    tasks = [asyncio.create_task(services.odds.odds(call(who), asked)) for who in people]
    await slow.taken_up(2)
    assert len(slow.at_work) == 2
    slow.go.set()
    assert all(found[0].summary for found in await asyncio.gather(*tasks))


async def test_a_player_who_waits_too_long_is_informed(
    services: Services, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_demo(services)
    asked = await shot(services)
    people = [Person(str(n), f"P{n}") for n in (900, 901)]
    tasks = [asyncio.create_task(services.odds.odds(call(who), asked)) for who in people]
    await slow.taken_up(2)
    waits, timeout = list[float](), asyncio.timeout
    monkeypatch.setattr(asyncio, "timeout", lambda seconds: waits.append(seconds) or timeout(0.01))
    with pytest.raises(Refusal) as refused:
        await services.odds.odds(call(ANN), asked)
    assert (refused.value.text, waits) == (service.BUSY, [30.0])
    slow.go.set()
    await asyncio.gather(*tasks)


async def test_fifty_people_may_wait_for_odds_and_meanwhile_no_target_shows_its_chances(
    services: Services, slow: Slow
) -> None:
    await start_demo(services)
    asked, live = await shot(services), await services.games.require_game(PLACE)
    people = [Person(str(n), f"P{n}") for n in range(900, 951)]
    tasks = [asyncio.create_task(services.odds.odds(call(who), asked)) for who in people]
    await slow.taken_up(2)
    assert await services.odds.chances_at_targets(live, asked, asked.target) == {}
    [refused], waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    with pytest.raises(Refusal) as told:
        await refused
    assert told.value.text == service.BUSY
    slow.go.set()
    assert len(await asyncio.gather(*waiting)) == 50
    assert [*await services.odds.chances_at_targets(live, asked, asked.target)] == [*asked.target]


async def test_a_question_whose_asker_is_gone_stops(services: Services, slow: Slow) -> None:
    await start_demo(services)
    asking = asyncio.create_task(services.odds.odds(call(), await shot(services)))
    await slow.taken_up(1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert slow.at_work[0].dropped
    slow.go.set()
    assert await services.odds.odds(call(), await shot(services))
