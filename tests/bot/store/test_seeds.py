"""Seeds are kept once, in order, revealed once and only when their game is over, and go with it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.store import Record, StoredGame
from bot.store.seeds import Seed, seed_in_use
from tests.bot.store.samples import pending


def seed(game: StoredGame, after: int = 0, first: int = 0) -> Seed:
    return Seed(game.id, after, game.id, f"commitment {first}", 1.5, seed=bytes(range(first, first + 32)))


async def test_seeds_outlive_a_restart_in_their_order(url: str, record: Record, game: StoredGame) -> None:
    later, unknown = seed(game, 9, 1), replace(seed(game, 4, 2), seed=None, revealed_at=2.5)
    await record.seeds.keep(later)
    await record.seeds.keep(seed(game), unknown)
    other = await Record.open(url)
    assert await other.seeds.of(game.id) == (seed(game), unknown, later)
    assert [one.secret for one in await other.seeds.of(game.id)] == [True, False, True]
    assert await other.seeds.of("other") == ()
    await other.close()


async def test_of_two_that_draw_at_once_the_first_counts(url: str, record: Record, game: StoredGame) -> None:
    other = await Record.open(url)
    both = [seed(game, 0, first) for first in range(6)]
    await asyncio.gather(*((record, other)[n % 2].seeds.keep(one) for n, one in enumerate(both)))
    (kept,) = await record.seeds.of(game.id)
    assert kept in both
    assert await other.seeds.of(game.id) == (kept,)
    await other.close()


async def test_a_seed_is_revealed_once_and_only_when_the_game_is_over(record: Record, game: StoredGame) -> None:
    await record.seeds.keep(seed(game))
    assert not await record.seeds.reveal(game.id, 5.0)
    await record.games.set_state(game.id, "paused")
    assert not await record.seeds.reveal(game.id, 5.0)
    await record.games.set_state(game.id, "ended")
    assert await record.seeds.reveal(game.id, 6.0)
    assert not await record.seeds.reveal(game.id, 7.0)
    assert await record.seeds.of(game.id) == (replace(seed(game), revealed_at=6.0),)


async def test_answers_without_an_entry_are_those_of_waiting_and_dropped_commands(
    record: Record, game: StoredGame
) -> None:
    other = await record.games.begin(
        guild_id="1", channel_id="21", name="Hill", system="fubar", version="4", started_by="3", at=1.0
    )
    for id, at in (("waits", game), ("dropped", game), ("played", game), ("elsewhere", other)):
        await record.questions.ask(pending(at.id, id=id, answers={"of": id}))
    await record.questions.settle("dropped")
    await record.questions.settle("played", 4)
    found = await record.seeds.unfinished_answers(game.id)
    assert sorted(one["of"] for one in found) == ["dropped", "waits"]


async def test_a_seed_goes_with_its_game(record: Record, game: StoredGame) -> None:
    await record.seeds.keep(seed(game))
    await record.servers.forget(game.guild_id)
    assert await record.seeds.of(game.id) == ()


async def test_the_seed_in_use_is_the_last_one_drawn_before_an_entry(game: StoredGame) -> None:
    one, other = seed(game), seed(game, 9, 1)
    assert [seed_in_use((one, other), number) for number in (1, 9, 10, 99)] == [one, one, other, other]
    assert seed_in_use((), 1) is None
