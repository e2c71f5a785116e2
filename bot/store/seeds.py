"""The seeds of the bot's dice, stored when drawn and revealed once; and the links of the entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.database import Store
from bot.store.tables import ENTRY, GAME, PENDING, SEED

# Built once, as the first command of every game uses it.
_OF_GAME = select(SEED).where(SEED.c.game_id == bindparam("game")).order_by(SEED.c.after)
_KEEP = insert(SEED)
_ANSWERS = select(PENDING.c.answers).where(
    PENDING.c.game_id == bindparam("game"), PENDING.c.settled.is_(None) | (PENDING.c.settled == 0)
)
_OVER = select(GAME.c.id).where(GAME.c.id == bindparam("game"), GAME.c.state == "ended")
_REVEAL = update(SEED).where(
    SEED.c.game_id == bindparam("game"), SEED.c.revealed_at.is_(None), SEED.c.game_id.in_(_OVER)
)
_LINKS = select(ENTRY.c.number, ENTRY.c.link).where(ENTRY.c.game_id == bindparam("game"))
_LINK = _LINKS.where(ENTRY.c.number == bindparam("nth"))
_NEXT_LINKS = (
    _LINKS.where(ENTRY.c.link.is_not(None), ENTRY.c.number > bindparam("after")).order_by(ENTRY.c.number).limit(500)
)


@dataclass(frozen=True)
class Seed:
    """The seed of a game's dice for entries after number `after`; `seed` is None if it is unknown to this record.

    `name` is the game's name in the scheme: its original id. Times are seconds since 1970.
    """

    game_id: str
    after: int
    name: str
    commitment: str
    drawn_at: float
    revealed_at: float | None = None
    seed: bytes | None = field(default=None, repr=False)

    @property
    def secret(self) -> bool:
        """True if it may be used for rolls: it is known, and not revealed."""
        return self.seed is not None and self.revealed_at is None


class Seeds(Store):
    """The secret seeds of games, and the links of their entries."""

    async def of(self, game_id: str) -> tuple[Seed, ...]:
        """Return the seeds of a game, the current one last; empty if its dice are not provable."""

        def found(read: Connection) -> tuple[Seed, ...]:
            seeds: list[Seed] = []
            for row in read.execute(_OF_GAME, {"game": game_id}).mappings():
                values: dict[str, Any] = {**row, "seed": row["seed"] and bytes.fromhex(row["seed"])}
                seeds.append(Seed(**values))
            return tuple(seeds)

        return await self._database.read(found)

    async def keep(self, *seeds: Seed) -> None:
        """Store new seeds, unless another process stored one for the same entries first."""
        with suppress(IntegrityError):
            await self._database.write(lambda write: keep_seeds(write, seeds))

    async def reveal(self, game_id: str, at: float) -> bool:
        """Mark a game's seed as revealed; return False if the game is not over, or has no secret seed."""
        values = {"game": game_id}
        change = _REVEAL.values(revealed_at=at)
        return await self._database.write(lambda write: bool(write.execute(change, values).rowcount))

    async def unfinished_answers(self, game_id: str) -> list[dict[str, Any]]:
        """Return the stored answers of commands without an entry: waiting and dropped ones."""
        return await self._database.read(lambda read: list(read.execute(_ANSWERS, {"game": game_id}).scalars()))

    async def link(self, game_id: str, number: int) -> str | None:
        """Return the link of an entry; None if it has none, or does not exist."""
        values = {"game": game_id, "nth": number}
        return await self._database.read(lambda read: read.execute(_LINK, values).scalars(1).first())

    async def links(self, game_id: str) -> list[tuple[int, str]]:
        """Return the numbers and links of the linked entries of a game, in order."""
        found = list[tuple[int, str]]()

        def more(read: Connection) -> list[tuple[int, str]]:
            after = found[-1][0] if found else 0
            return [(row.number, row.link) for row in read.execute(_NEXT_LINKS, {"game": game_id, "after": after})]

        while portion := await self._database.read(more):
            found += portion
        return found


def keep_seeds(write: Connection, seeds: Sequence[Seed]) -> None:
    """Store seeds as rows; raise IntegrityError if some exist for the same entries."""
    if seeds:
        write.execute(_KEEP, [{**vars(one), "seed": None if one.seed is None else one.seed.hex()} for one in seeds])


def seed_in_use(seeds: Iterable[Seed], number: int) -> Seed | None:
    """Return the seed of an entry's dice."""
    return max((one for one in seeds if one.after < number), key=lambda one: one.after, default=None)
