"""The seeds of a game's dice: drawing seeds, the entropy of rolls, and the chain of entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.dice.provable import ProvableDice, commitment, draw_order, draw_seed, first_link, next_link
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.store.record import Record
from bot.store.seeds import Seed, seed_in_use
from rules.game.entry import Entry
from rules.kernel.table import Roller
from rules.kernel.text import Text

Draw = Callable[[], bytes]
"""Draws a new, unpredictable seed."""


Lots = Callable[[int], Sequence[int]]
"""Draws the numbers below a count in random order."""


def lots_of(seed: Seed | None, entropy: str) -> Lots:
    """Return lots drawn with the seed of a game; with a new seed if it has none, or if its seed is revealed."""
    if seed is None or seed.seed is None or not seed.secret:
        return partial(draw_order, draw_seed(), "", entropy)
    return partial(draw_order, seed.seed, seed.name, entropy)


class GameSeeds:
    """The secret seeds of games. Without `draw`, games have none, and their dice are not provable."""

    def __init__(self, record: Record, clock: Callable[[], float], draw: Draw | None) -> None:
        self._record, self._clock, self.draw = record, clock, draw
        self._unseen: dict[str, str] = {}

    async def begin_game(self, game_id: str) -> tuple[Text, ...]:
        """Draw the seed of a new game; return the commitment line."""
        return tuple(map(commitment_note, await self._draw_seed(game_id, 0)))

    def new_seed(self, game_id: str) -> tuple[Seed, ...]:
        """Return the seed to be written with a new game; empty if games have none."""
        if self.draw is None:
            return ()
        seed = self.draw()
        return (Seed(game_id, 0, game_id, commitment(seed), self._clock(), seed=seed),)

    async def continue_game(self, live: ActiveGame) -> tuple[Text, ...]:
        """Draw a new seed for a continued game whose last one is revealed; return its commitment line."""
        last = seed_in_use(await self._seeds_of(live), live.game.number + 1)
        if last is None or last.secret:
            return ()
        drawn, live.seeds = await self._draw_seed(live.info.id, live.game.number), None
        return tuple(
            Text("The bot's dice have a new seed. Commitment: `{commitment}`.", commitment=one.commitment)
            for one in drawn
        )

    async def lots(self, live: ActiveGame, call: Call) -> Lots:
        """Return the source of random card orders for one command."""
        return lots_of(seed_in_use(await self._seeds_of(live), live.game.number + 1), call.chance)

    async def dice(self, live: ActiveGame, call: Call) -> ProvableDice | None:
        """Return the bot's dice for one command; None in a game without a seed.

        Refusing a command may reveal something about its dice, so the next command of the game gets the same ones.
        """
        dice = ProvableDice(b"", "", self._unseen.get(live.info.id) or call.chance)
        return dice if await self._set_seed(live, dice) else None

    async def restart_rolls(self, live: ActiveGame, dice: Roller) -> None:
        """Restart the rolls of a command before it is planned again."""
        if isinstance(dice, ProvableDice):
            await self._set_seed(live, dice)

    async def _set_seed(self, live: ActiveGame, dice: ProvableDice) -> bool:
        if live.info.state == "running":
            # This happens only if the seed was revealed just when the game was resumed.
            live.news = (*live.news, *await self.continue_game(live))
        seed = seed_in_use(await self._seeds_of(live), live.game.number + 1)
        if seed is None or seed.seed is None or not seed.secret:
            return False
        dice.made.clear()
        dice.seed, dice.game = seed.seed, seed.name
        return True

    def note_use(self, live: ActiveGame, dice: Roller, refused: bool = False) -> None:
        """Record the use of a command's dice: they were shown, or the command was refused unseen."""
        if isinstance(dice, ProvableDice) and dice.made:
            self._unseen.pop(live.info.id, None)
            if refused:
                self._unseen[live.info.id] = dice.entropy

    async def link(self, live: ActiveGame, entry: Entry) -> str | None:
        """Return the link of an entry about to be written; None in a game without links."""
        before = entry.number - 1
        if live.link is None or live.link[0] != before:
            link, seeds = None, await self._seeds_of(live)
            if seeds:
                # Before the first entry, it is the commitment's.
                link = (
                    await self._record.seeds.link(live.info.id, before) if before else first_link(seeds[0].commitment)
                )
            live.link = before, link
        link = live.link[1]
        return None if link is None else next_link(link, entry)

    async def _seeds_of(self, live: ActiveGame) -> tuple[Seed, ...]:
        if live.seeds is None:
            live.seeds = await self._record.seeds.of(live.info.id)
        return live.seeds

    async def _draw_seed(self, game_id: str, after: int) -> tuple[Seed, ...]:
        """Store and return a new seed; if another process drew one for the same entries first, return that."""
        if self.draw is None:
            return ()
        seed = self.draw()
        await self._record.seeds.keep(Seed(game_id, after, game_id, commitment(seed), self._clock(), seed=seed))
        return (await self._record.seeds.of(game_id))[-1:]


def commitment_note(seed: Seed) -> Text:
    """Return the commitment line for the seed of a new game."""
    return Text(
        "The bot's dice can be checked: `/fairness show`. Commitment: `{commitment}`.",
        commitment=seed.commitment,
    )
