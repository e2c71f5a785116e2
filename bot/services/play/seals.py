"""What is kept from others until it is opened: sealed orders of a game, and loose dice thrown in secret.

The record of a game has the digest of a text alone. The text is kept beside it, under whoever may read it, so that no
log, export or board can tell it; once it is opened it stands in the entry that opens it, with its salt.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from bot.dice.provable import drawn_seed
from bot.errors import Refusal
from bot.game.people import Call, is_neutral
from bot.game.permissions import seated
from bot.game.registry import ActiveGame
from bot.resolution.by_hand import NewEntry
from bot.resolution.referee import Referee, changes_game
from bot.resolution.result import CommandResult
from bot.store.forgetting import seal_key
from rules.game.arrangements import OpenedSeal, SealLaid, SealsOpened, SealsReady
from rules.game.game import Game
from rules.game.tabletop import Seal, seal_digest
from rules.kernel.text import Listed, Plural, Text, Typed

LONGEST = 2000
"""Letters of a text."""
MOST = 20
"""Seals that one person has in a game."""
LOOSE = "roll"
"""What stands in place of a game for dice that belong to none."""


class Kept(NamedTuple):
    """A text with its salt, and the digest that everybody knows."""

    salt: str
    text: str

    @property
    def digest(self) -> str:
        return seal_digest(self.salt, self.text)


class Seals:
    """Seals texts, and opens them."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._record, self._games = referee.record, referee.games

    async def seal(self, call: Call, text: str) -> CommandResult:
        """Seal a text for the side of whoever gives it; raises Refusal."""
        live = await self._games.at(call.where)
        player = seated(live.game, call.who)
        text = text.strip()
        if len(text) > LONGEST:
            raise Refusal(Text("A seal holds at most {most} letters.", most=LONGEST))
        if not text:
            raise Refusal(Text("There is nothing to seal: write an order, a bid or where something stands."))
        if sum(one.by == call.who.id for one in live.game.seals.values()) >= MOST:
            raise Refusal(Text("You have {most} seals already: open one first, `/seal open`.", most=MOST))
        kept = Kept(drawn_seed().hex()[:32], text)
        await self.keep(call.who.id, live.info.id, kept)
        return await self._sealed(call, Seal(by=call.who.id, digest=kept.digest, side=player.side))

    async def open(self, call: Call, alone: bool = False) -> CommandResult:
        """Have one's seals opened: those of all sides at once as soon as each is ready for it, or one's own `alone`. An
        umpire who plays no side opens all. Raises Refusal.
        """
        live = await self._games.at(call.where)
        opened = [live.game.seals[one] for one in to_open(live.game, call, alone)]
        known = {one.digest: await self.kept(one.by, live.info.id, one.digest) for one in opened}
        result = await self._opened(call, alone, known)
        for one in opened:
            await self.drop(one.by, live.info.id, one.digest)
        return result

    @changes_game
    def _sealed(self, live: ActiveGame, call: Call, seal: Seal) -> NewEntry:
        seated(live.game, call.who)
        title = Text("{who} has sealed something", who=call.who.name)
        note = Text("SHA-256 `{digest}`", digest=seal.digest)
        return NewEntry("seal new", [SealLaid(seal=seal)], title, side=seal.side, notes=[note])

    @changes_game
    def _opened(self, live: ActiveGame, call: Call, alone: bool, known: dict[str, Kept | None]) -> NewEntry:
        game = live.game
        found = to_open(game, call, alone)
        if not found:
            mine = [one for one, seal in game.seals.items() if seal.by == call.who.id]
            title = Text("{who} is ready to open", who=call.who.name)
            side = game.seals[mine[0]].side
            return NewEntry("seal open", [SealsReady(digests=tuple(mine))], title, side=side, notes=_waits(game, call))
        if not set(found) <= set(known):
            raise Refusal(Text("Somebody has sealed something else just now. Open once more."))
        opened = [_as_opened(one, known[one]) for one in found]
        notes = [note for one in opened for note in _told(game, one)]
        title = Plural("{n} seal is opened", "{n} seals are opened", len(opened))
        return NewEntry("seal open", [SealsOpened(opened=tuple(opened))], title, notes=notes)

    async def throw(self, user: str, fell: str) -> tuple[str, Kept]:
        """Keep what loose dice came to for a person: by which mark, and what proves it."""
        mark, kept = drawn_seed().hex()[:16], Kept(drawn_seed().hex()[:32], fell)
        await self.keep(user, LOOSE, kept, mark)
        return mark, kept

    # What is kept of each text until then

    async def keep(self, user: str, game: str, kept: Kept, mark: str = "") -> None:
        """Keep a text for a person."""
        await self._record.remember(seal_key(user, game, mark or kept.digest), json.dumps(kept))

    async def kept(self, user: str, game: str, mark: str) -> Kept | None:
        """A text that is kept for a person, if it still is."""
        found = await self._record.remember(seal_key(user, game, mark))
        return Kept(*json.loads(found)) if found else None

    async def drop(self, user: str, game: str, mark: str) -> None:
        """A text stands in the record now, or in its channel."""
        await self._record.remember(seal_key(user, game, mark), "")


def to_open(game: Game, call: Call, alone: bool) -> list[str]:
    """The digests of the seals that somebody opens now; none where others have to be ready first. Raises Refusal."""
    seated(game, call.who)
    if not game.seals:
        raise Refusal(Text("Nothing is sealed: `/seal new`."))
    if is_neutral(game, call.who.id) and not alone:
        return list(game.seals)
    mine = [one for one, seal in game.seals.items() if seal.by == call.who.id]
    if not mine:
        raise Refusal(Text("You have sealed nothing. Whoever made a seal opens it, or an umpire who plays no side."))
    if alone:
        return mine
    ready = all(seal.ready or seal.by == call.who.id for seal in game.seals.values())
    return list(game.seals) if ready and not _without(game) else []


def _without(game: Game) -> list[str]:
    """The sides with players that have sealed nothing."""
    have = {seal.side for seal in game.seals.values()}
    return [one for one in dict.fromkeys(player.side for player in game.players.values()) if one and one not in have]


def _waits(game: Game, call: Call) -> list[Text]:
    sides = [seal.side for seal in game.seals.values() if not seal.ready and seal.by != call.who.id]
    waits = [one for one in dict.fromkeys((*_without(game), *sides)) if one]
    return [Text("All are opened at once when {sides} is ready too.", sides=Listed(waits))] if waits else []


def _as_opened(digest: str, kept: Kept | None) -> OpenedSeal:
    return OpenedSeal(digest=digest, salt=kept.salt, text=kept.text) if kept else OpenedSeal(digest=digest)


def _told(game: Game, one: OpenedSeal) -> list[Text]:
    """What a seal says, and what proves it."""
    player = game.players.get(game.seals[one.digest].by)
    who = player.name if player else Text("somebody who left")
    if not one.salt:
        return [Text("{who}: what was sealed is gone.", who=who)]
    proof = Text("SHA-256 `{digest}`, salt `{salt}`", digest=one.digest, salt=one.salt)
    return [Text("{who}: {text}", who=who, text=Typed(" · ".join(one.text.split("\n")))), proof]
