"""A game with thousands of entries, written at once: shots that hit nobody, after the demo has begun."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, update

from bot.services import Services
from bot.store import rows
from bot.store.tables import ENTRY, GAME, GAME_STATE
from tests.bot.playing import PLACE, call, fire


async def long_game(services: Services, entries: int) -> str:
    """Play the demo and one shot, and that shot again until there are so many entries; the id of the game."""
    await services.lifecycle.demo(call(), "fubar")
    await services.lifecycle.join(call(), "Red")  # nobody else, who would have to agree to what is taken back
    first = (await fire(services)).entry
    live = await services.games.at(PLACE)
    numbers = range(first.number + 1, entries + 1)
    shots = [rows.of_entry(live.info.id, first.model_copy(update=_missed(number))) for number in numbers]
    state: dict[str, Any] = rows.of_state(live.info.id, live.game) | {"number": entries}
    state["body"] = state["body"] | {"number": entries, "plays": live.game.plays + len(shots)}

    def written(write: Connection) -> None:
        write.execute(insert(ENTRY), shots)
        write.execute(update(GAME).where(GAME.c.id == live.info.id).values(number=entries))
        write.execute(update(GAME_STATE).where(GAME_STATE.c.game_id == live.info.id).values(state))

    if shots:
        await services.record._database.write(written)
    return live.info.id


def _missed(number: int) -> dict[str, object]:
    return {"number": number, "events": (), "source": None}
