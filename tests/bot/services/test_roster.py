"""Units that are put right by hand, and what the others have to do with them."""

from __future__ import annotations

from bot.services import Services
from tests.bot.playing import BOB, PLACE, call, id_of, request, started


async def _close_to(services: Services, name: str) -> tuple[str, ...]:
    live = await services.games.at(PLACE)
    return live.game.units[await id_of(services, name)].words("in_assault_range_of")


async def test_whoever_is_removed_leaves_every_list_of_enemies(services: Services) -> None:
    await started(services, "openfire_d12")
    gone, stays = [await id_of(services, name) for name in ("Raiders", "Howling band")]
    for name in ("Raiders", "Howling band"):
        wanted = await request(services, "assault", name, "Heavy trooper", distance=2)
        await services.referee.order(call(BOB), wanted, anyway=True)
    assert set(await _close_to(services, "Heavy trooper")) == {gone, stays}
    await services.roster.remove(call(), gone)
    assert await _close_to(services, "Heavy trooper") == (stays,)
    await services.roster.remove(call(), stays)
    assert await _close_to(services, "Heavy trooper") == ()
