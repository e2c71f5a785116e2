"""Cards are drawn with the seed of their game, while that is secret."""

from __future__ import annotations

from dataclasses import replace

from bot.dice.provable import draw_order
from bot.resolution.game_seeds import GameSeeds, lots_of
from bot.services import Services
from bot.store.seeds import Seed
from tests.bot.playing import PLACE, call, start_demo

SEED = Seed("game-2", 0, "game-1", "commitment", 1.0, seed=b"s" * 32)


def test_cards_are_drawn_with_a_secret_seed_and_the_entropy_of_their_command() -> None:
    assert lots_of(SEED, "4711")(30) == draw_order(SEED.seed or b"", "game-1", "4711", 30)
    assert lots_of(SEED, "4712")(30) != lots_of(SEED, "4711")(30)


def test_cards_of_a_game_whose_seed_is_known_to_others_or_not_here_come_by_a_new_seed() -> None:
    for seed in (None, Seed("game-2", 0, "game-1", "commitment", 1.0), Seed("g", 0, "g", "c", 1.0, 2.0, b"s" * 32)):
        drawn = [lots_of(seed, "4711")(30) for _ in range(2)]
        assert drawn[0] != drawn[1]
        assert sorted(drawn[0]) == list(range(30))


async def test_the_dice_of_a_game_are_provable_with_its_own_secret_seed_only(services: Services) -> None:
    """A seed of a deleted record is known by its commitment alone."""
    await start_demo(services)
    live, seeds = await services.games.require_game(PLACE), GameSeeds(services.record, lambda: 0.0, None)
    live.info = live.info.model_copy(update={"state": "paused"})
    known = Seed(live.info.id, 0, "game-1", "commitment", 1.0, seed=b"s" * 32)
    for seed in (None, replace(known, seed=None), replace(known, revealed_at=2.0)):
        live.seeds = (seed,) if seed else ()
        assert await seeds.dice(live, call()) is None
    live.seeds = (known,)
    dice = await seeds.dice(live, call(source="4711"))
    assert dice is not None
    assert (dice.seed, dice.game, dice.entropy) == (b"s" * 32, "game-1", "4711")
