"""The seeds of a game's dice: when a new one is drawn, what throws are made of, and how entries are chained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.dice.provable import ProvableDice, commitment, drawn_seed, first_link, next_link, order_drawn
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.store.record import Record
from bot.store.seeds import Seed, in_use
from rules.game.entry import Entry
from rules.kernel.table import Roller
from rules.kernel.text import Text

Draw = Callable[[], bytes]
"""Makes a new seed, which nobody can know before."""


Lots = Callable[[int], Sequence[int]]
"""Draws the numbers below a count in an order of chance."""


def lots_of(seed: Seed | None, entropy: str) -> Lots:
    """Lots by the seed of a game; by a new one where it has none, or that is known."""
    if seed is None or seed.seed is None or not seed.secret:
        return partial(order_drawn, drawn_seed(), "", entropy)
    return partial(order_drawn, seed.seed, seed.name, entropy)


class GameSeeds:
    """The secrets of the games. Without `draw` no game gets one, and its dice cannot be proven."""

    def __init__(self, record: Record, clock: Callable[[], float], draw: Draw | None) -> None:
        self._record, self._clock, self.draw = record, clock, draw
        self._unseen: dict[str, str] = {}

    async def begun(self, game_id: str) -> tuple[Text, ...]:
        """Draw the seed of a new game; the line that binds the bot to it."""
        return tuple(map(commitment_note, await self._drawn(game_id, 0)))

    def new_seed(self, game_id: str) -> tuple[Seed, ...]:
        """A seed for a game that is about to be written, which keeps it; nothing where no game has one."""
        if self.draw is None:
            return ()
        seed = self.draw()
        return (Seed(game_id, 0, game_id, commitment(seed), self._clock(), seed=seed),)

    async def goes_on(self, live: ActiveGame) -> tuple[Text, ...]:
        """Draw another seed for a game that is played on, where the last one is known; returns the line that commits to
        it.
        """
        last = in_use(await self._of(live), live.game.number + 1)
        if last is None or last.secret:
            return ()
        drawn, live.seeds = await self._drawn(live.info.id, live.game.number), None
        return tuple(
            Text("The bot's dice have a new seed; its commitment is `{commitment}`.", commitment=one.commitment)
            for one in drawn
        )

    async def lots(self, live: ActiveGame, call: Call) -> Lots:
        """What the order of cards is drawn by, in one command."""
        return lots_of(in_use(await self._of(live), live.game.number + 1), call.chance)

    async def dice(self, live: ActiveGame, call: Call) -> ProvableDice | None:
        """The bot's dice for one command; None in a game that never had a seed.

        A command that was refused after its dice were made told something of them, if only by what it was refused
        for: the next one of the game has the same dice.
        """
        dice = ProvableDice(b"", "", self._unseen.get(live.info.id) or call.chance)
        return dice if await self._seeded(live, dice) else None

    async def again(self, live: ActiveGame, dice: Roller) -> None:
        """Begin the throws of a command anew, before it is planned once more: the first throw is the first again."""
        if isinstance(dice, ProvableDice):
            await self._seeded(live, dice)

    async def _seeded(self, live: ActiveGame, dice: ProvableDice) -> bool:
        if live.info.state == "running":
            # Only where somebody has revealed the seed in the moment in which somebody else resumed the game.
            live.news = (*live.news, *await self.goes_on(live))
        seed = in_use(await self._of(live), live.game.number + 1)
        if seed is None or not seed.secret or seed.seed is None:
            return False
        dice.made.clear()
        dice.seed, dice.game = seed.seed, seed.name
        return True

    def seen(self, live: ActiveGame, dice: Roller, refused: bool = False) -> None:
        """Note what became of the dice of a command: they were shown, or it was refused and nobody saw them."""
        if isinstance(dice, ProvableDice) and dice.made:
            self._unseen.pop(live.info.id, None)
            if refused:
                self._unseen[live.info.id] = dice.entropy

    async def link(self, live: ActiveGame, entry: Entry) -> str | None:
        """The link of an entry that is about to be written; None in a game whose entries have none."""
        before = entry.number - 1
        if live.link is None or live.link[0] != before:
            live.link = before, await self._last_link(live, before)
        link = live.link[1]
        return None if link is None else next_link(link, entry)

    async def _last_link(self, live: ActiveGame, number: int) -> str | None:
        """What the next entry is linked to: the last one, or the promise that was made when the game began."""
        seeds = await self._of(live)
        if not seeds or number:
            return await self._record.seeds.link(live.info.id, number) if seeds else None
        return first_link(seeds[0].commitment)

    async def _of(self, live: ActiveGame) -> tuple[Seed, ...]:
        if live.seeds is None:
            live.seeds = await self._record.seeds.of(live.info.id)
        return live.seeds

    async def _drawn(self, game_id: str, after: int) -> tuple[Seed, ...]:
        """A new seed, kept; the one that somebody else has drawn for the same entries first."""
        if self.draw is None:
            return ()
        seed = self.draw()
        await self._record.seeds.keep(Seed(game_id, after, game_id, commitment(seed), self._clock(), seed=seed))
        return (await self._record.seeds.of(game_id))[-1:]


def commitment_note(seed: Seed) -> Text:
    """The line that binds the bot to the seed of a new game."""
    return Text(
        "The bot's dice can be proven: `/fairness show`. Their commitment is `{commitment}`.",
        commitment=seed.commitment,
    )
