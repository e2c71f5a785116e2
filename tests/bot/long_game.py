"""A game with thousands of entries, written at once: shots without hits, after the beginning of the demo."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, insert, update

from bot.dice.provable import faces, next_link
from bot.game.people import Place
from bot.services import Services
from bot.store import rows
from bot.store.seeds import Seed
from bot.store.tables import ENTRY, GAME, GAME_STATE, StoredGame
from rules.game.entry import Entry, FreshRoll
from rules.game.game import Game
from rules.kernel.request import Request
from tests.bot.playing import PLACE, call


async def long_game(services: Services, entries: int, where: Place = PLACE) -> str:
    """Play the demo and one shot, repeat it until there are that many entries, and return the id of the game."""
    await services.lifecycle.demo(call(where=where), "fubar")
    await services.seats.join(call(where=where), "Red")  # no other player, who would have to agree to an undo
    live = await services.games.require_game(where)
    by_name = {unit.name: unit.id for unit in live.game.units.values()}
    shot = Request(command="fire", unit=(by_name["Marines"],), target=(by_name["Militia"],), distance=(Decimal(10),))
    first = (await services.referee.order(call(where=where), shot, anyway=True)).entry
    await lengthened(services, live.info, live.game, first, entries)
    return live.info.id


async def lengthened(services: Services, info: StoredGame, game: Game, shot: Entry, entries: int) -> None:
    """Repeat a shot, the last entry of a game, until there are that many entries.

    If the game has a seed, each has its own dice and link.
    """
    seeds = await services.record.seeds.of(info.id)
    link = await services.record.seeds.link(info.id, shot.number)
    numbers = range(shot.number + 1, entries + 1)
    if seeds:
        shots = [_copy_of(shot, number, seeds[-1]) for number in numbers]
        written = [{**rows.entry_values(info.id, one), "link": link} for one, link in _link(shots, link)]
    else:  # they are the same but for their numbers: turned into a row once, not thousands of times
        row = {**rows.entry_values(info.id, _copy_of(shot, 0, None)), "link": None}
        written = [{**row, "number": number, "body": {**row["body"], "number": number}} for number in numbers]
    state: dict[str, Any] = rows.state_values(info.id, game) | {"number": entries}
    state["body"] = state["body"] | {"number": entries, "plays": game.plays + len(written)}

    def put(write: Connection) -> None:
        write.execute(insert(ENTRY), written)
        write.execute(update(GAME).where(GAME.c.id == info.id).values(number=entries))
        write.execute(update(GAME_STATE).where(GAME_STATE.c.game_id == info.id).values(state))

    if written:
        await services.record.database.write(put)


def _link(shots: list[Entry], link: str | None) -> Iterator[tuple[Entry, str | None]]:
    for shot in shots:
        link = None if link is None else next_link(link, shot)
        yield shot, link


def _copy_of(shot: Entry, number: int, seed: Seed | None) -> Entry:
    """Return a copy of the shot as if by another interaction, without its effects."""
    again = shot.model_copy(update={"number": number, "events": (), "source": None})
    if seed is None or seed.seed is None:
        return again
    [old], [play], entropy = shot.fresh, shot.plays, f"long {number}"
    new = FreshRoll(entropy, 1, old.sides, faces(seed.seed, seed.name, entropy, 1, old.sides, len(old.faces)))
    throw = play.throws[0].model_copy(update={"faces": new.faces})
    play = play.model_copy(update={"throws": (throw, *play.throws[1:])})
    return again.model_copy(update={"plays": (play,), "fresh": (new,)})
