"""What is kept from others until it is opened: sealed orders of a game, where hidden units stand, and loose dice
thrown in secret.

The record of a game has the digest of a text alone. The text is kept beside it, under whoever may read it, so that no
log, export or board can tell it; once it is opened it stands in the entry that opens it, with its salt.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.dice.provable import drawn_seed
from bot.errors import Refusal
from bot.game.people import Call, is_card, is_neutral, unit_named
from bot.game.permissions import may_command, seated
from bot.game.registry import ActiveGame
from bot.resolution.by_hand import NewEntry
from bot.resolution.referee import Referee, changes_game
from bot.resolution.result import CommandResult
from bot.store.forgetting import seal_key
from rules.game.arrangements import OpenedSeal, SealLaid, SealsOpened, SealsReady
from rules.game.game import Game
from rules.game.tabletop import Seal, seal_digest
from rules.game.unit import Unit
from rules.kernel.errors import RulesError
from rules.kernel.text import Listed, Plural, Text, Typed, UnitRef, at_table

LONGEST = 2000
"""Letters of a text."""
LONGEST_PLACE = 500
"""Letters of where a unit stands."""
MOST = 20
"""Seals that one person has in a game."""
LOOSE = "roll"
"""What stands in place of a game for dice that belong to none."""


class SaltedText(NamedTuple):
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
        referee.adding.append(self.places_told)

    async def seal(self, call: Call, text: str) -> CommandResult:
        """Seal a text for the side of whoever gives it; raises Refusal."""
        live = await self._games.at(call.where)
        player = seated(live.game, call.who)
        if sum(one.by == call.who.id for one in bids(live.game).values()) >= MOST:
            raise Refusal(Text("You have {most} seals already: open one first, `/seal open`.", most=MOST))

        def laid(kept: SaltedText) -> Awaitable[CommandResult]:
            return self._sealed(call, Seal(by=call.who.id, digest=kept.digest, side=player.side))

        return await self.sealing(call, text, laid, LONGEST)

    async def sealing(
        self, call: Call, text: str, change: Callable[[SaltedText], Awaitable[CommandResult]], most: int = LONGEST_PLACE
    ) -> CommandResult:
        """A change that a text is sealed with, which is kept first: without it the digest would prove nothing. It goes
        again where the change is refused. Raises Refusal.
        """
        live, kept = await self._games.at(call.where), written(text, most)
        await self.keep(call.who.id, live.info.id, kept)
        try:
            found = await change(kept)
        except (Refusal, RulesError):
            await self.drop(call.who.id, live.info.id, kept.digest)
            raise
        if found.again:
            await self.drop(call.who.id, live.info.id, kept.digest)
        return found

    # Where units stand

    async def place(self, call: Call, unit: str, text: str) -> CommandResult:
        """Seal where a unit stands, for whoever may give it commands; raises Refusal."""
        return await self.sealing(call, text, lambda kept: self._placed(call, unit, kept.digest))

    @changes_game
    def _placed(self, live: ActiveGame, call: Call, named: str, digest: str) -> NewEntry:
        unit = unit_named(live.game, named)
        may_command(live.game, call.who, unit.side, unit.id)
        if any(seal.unit == unit.id for seal in live.game.seals.values()):
            told = Text("Where {unit} stands is sealed already. Tell it first: `/seal open unit:`.", unit=unit.ref)
            raise Refusal(told)
        laid, note = place_sealed(live, call, unit, digest)
        title = Text("Where {unit} stands is sealed", unit=unit.ref)
        return NewEntry("seal new", [laid], title, side=unit.side, notes=[note])

    async def tell_place(self, call: Call, unit: str) -> CommandResult:
        """Tell everybody where a unit stands: whoever sealed that, or an umpire who plays no side. Raises Refusal."""
        live = await self._games.at(call.where)
        digest, seal = _place_to_tell(live.game, call, unit)
        found = await self._place_told(call, unit, digest, await self.kept(seal.by, live.info.id, digest))
        await self.drop(seal.by, live.info.id, digest)
        return found

    @changes_game
    def _place_told(self, live: ActiveGame, call: Call, unit: str, digest: str, kept: SaltedText | None) -> NewEntry:
        found, seal = _place_to_tell(live.game, call, unit)
        if found != digest:
            raise Refusal(Text("Somebody has sealed something else just now. Open once more."))
        one = _as_opened(digest, kept, seal.unit)
        title = Text("Where {unit} stands is told", unit=UnitRef(one.unit or ""))
        return NewEntry("seal open", [SealsOpened(opened=(one,))], title, side=seal.side, notes=_place_notes(one))

    async def places_told(self, live: ActiveGame, result: CommandResult) -> CommandResult:
        """An entry by which hidden units are shown, with where they stood. What was kept stays until it is opened by
        hand, as the entry may be taken back.
        """
        game = result.after.game
        shown = {digest: seal for digest, seal in game.seals.items() if seal.lasts and _is_shown(game, seal)}
        if not shown:
            return result
        kept = {digest: await self.kept(seal.by, live.info.id, digest) for digest, seal in shown.items()}
        opened = tuple(_as_opened(digest, kept[digest], seal.unit) for digest, seal in shown.items())
        told, entry = SealsOpened(opened=opened), result.entry
        notes = [note for one in opened for note in _place_notes(one)]
        found = entry.model_copy(update={"events": (*entry.events, told), "notes": (*entry.notes, *notes)})
        return result._replace(entry=found, after=result.after.after([told]))

    # Orders and bids

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
    def _opened(self, live: ActiveGame, call: Call, alone: bool, known: dict[str, SaltedText | None]) -> NewEntry:
        game = live.game
        found = to_open(game, call, alone)
        if not found:
            mine = [one for one, seal in bids(game).items() if seal.by == call.who.id]
            title = Text("{who} is ready to open", who=call.who.name)
            side = game.seals[mine[0]].side
            return NewEntry("seal open", [SealsReady(digests=tuple(mine))], title, side=side, notes=_waits(game, call))
        if not set(found) <= set(known):
            raise Refusal(Text("Somebody has sealed something else just now. Open once more."))
        opened = [_as_opened(one, known[one]) for one in found]
        notes = [note for one in opened for note in _told(game, one)]
        title = Plural("{n} seal is opened", "{n} seals are opened", len(opened))
        return NewEntry("seal open", [SealsOpened(opened=tuple(opened))], title, notes=notes)

    async def throw(self, user: str, fell: str) -> tuple[str, SaltedText]:
        """Keep what loose dice came to for a person: by which mark, and what proves it."""
        mark, kept = drawn_seed().hex()[:16], SaltedText(drawn_seed().hex()[:32], fell)
        await self.keep(user, LOOSE, kept, mark)
        return mark, kept

    # What is kept of each text until then

    async def keep(self, user: str, game: str, kept: SaltedText, mark: str = "") -> None:
        """Keep a text for a person."""
        await self._record.remember(seal_key(user, game, mark or kept.digest), json.dumps(kept))

    async def kept(self, user: str, game: str, mark: str) -> SaltedText | None:
        """A text that is kept for a person, if it still is."""
        found = await self._record.remember(seal_key(user, game, mark))
        return SaltedText(*json.loads(found)) if found else None

    async def drop(self, user: str, game: str, mark: str) -> None:
        """Forget a text that stands in the record now, or in its channel."""
        await self._record.remember(seal_key(user, game, mark), "")


def written(text: str, most: int) -> SaltedText:
    """What somebody wants kept, with a salt; raises Refusal for nothing, and for too much."""
    text = text.strip()
    if len(text) > most:
        raise Refusal(Text("A seal holds at most {most} letters.", most=most))
    if not text:
        raise Refusal(Text("There is nothing to seal: write an order, a bid or where something stands."))
    return SaltedText(drawn_seed().hex()[:32], text)


def bids(game: Game) -> dict[str, Seal]:
    """What is sealed and opened together, by its digest: all but where units stand."""
    return {digest: seal for digest, seal in game.seals.items() if seal.unit is None}


def place_sealed(live: ActiveGame, call: Call, unit: Unit, digest: str) -> tuple[SealLaid, Text]:
    """The seal of where a unit stands, and what is told of it."""
    lasts = is_card(live.board, unit)
    seal = Seal(by=call.who.id, digest=digest, side=unit.side, unit=unit.id, lasts=lasts)
    return SealLaid(seal=seal), Text("Where {unit} stands: SHA-256 `{digest}`", unit=unit.ref, digest=digest)


def _place_to_tell(game: Game, call: Call, unit: str) -> tuple[str, Seal]:
    """The seal of where a unit stands, by its digest; raises Refusal."""
    seated(game, call.who)
    named = unit_named(game, unit)
    found = next(((digest, seal) for digest, seal in game.seals.items() if seal.unit == named.id), None)
    if found is None:
        raise Refusal(Text("Nobody has sealed where {unit} stands.", unit=named.ref))
    if found[1].by != call.who.id and not is_neutral(game, call.who.id):
        raise Refusal(Text("Whoever sealed where a unit stands tells it, or an umpire who plays no side."))
    return found


def _is_shown(game: Game, seal: Seal) -> bool:
    unit = game.units.get(seal.unit or "")
    return unit is not None and not unit.has("hidden")


def place_text(one: OpenedSeal) -> Text:
    """Where a unit stood, as it was sealed."""
    unit = UnitRef(one.unit or "")
    if not one.salt:
        return Text("Where {unit} stood is gone.", unit=unit)
    return Text("{unit} stands here, as was sealed: {text}", unit=unit, text=on_one_line(one.text))


def _place_notes(one: OpenedSeal) -> list[Text]:
    proof = Text("SHA-256 `{digest}`, salt `{salt}`", digest=one.digest, salt=one.salt)
    return [at_table(place_text(one)), *([proof] if one.salt else [])]


def to_open(game: Game, call: Call, alone: bool) -> list[str]:
    """The digests of the seals that somebody opens now; none where others have to be ready first. Raises Refusal."""
    seated(game, call.who)
    seals = bids(game)
    if not seals:
        raise Refusal(Text("Nothing is sealed: `/seal new`."))
    if is_neutral(game, call.who.id) and not alone:
        return list(seals)
    mine = [one for one, seal in seals.items() if seal.by == call.who.id]
    if not mine:
        raise Refusal(Text("You have sealed nothing. Whoever made a seal opens it, or an umpire who plays no side."))
    if alone:
        return mine
    ready = all(seal.ready or seal.by == call.who.id for seal in seals.values())
    return list(seals) if ready and not _without(game) else []


def _without(game: Game) -> list[str]:
    """The sides with players that have sealed nothing."""
    have = {seal.side for seal in bids(game).values()}
    return [one for one in dict.fromkeys(player.side for player in game.players.values()) if one and one not in have]


def _waits(game: Game, call: Call) -> list[Text]:
    sides = [seal.side for seal in bids(game).values() if not seal.ready and seal.by != call.who.id]
    waits = [one for one in dict.fromkeys((*_without(game), *sides)) if one]
    return [Text("All are opened at once when {sides} is ready too.", sides=Listed(waits))] if waits else []


def _as_opened(digest: str, kept: SaltedText | None, unit: str | None = None) -> OpenedSeal:
    one = OpenedSeal(digest=digest, unit=unit)
    return one.model_copy(update={"salt": kept.salt, "text": kept.text}) if kept else one


def on_one_line(text: str) -> Text:
    """What somebody wrote in several lines."""
    return Typed(" · ".join(text.split("\n")))


def _told(game: Game, one: OpenedSeal) -> list[Text]:
    """What a seal says, and what proves it."""
    player = game.players.get(game.seals[one.digest].by)
    who = player.name if player else Text("somebody who left")
    if not one.salt:
        return [Text("{who}: what was sealed is gone.", who=who)]
    proof = Text("SHA-256 `{digest}`, salt `{salt}`", digest=one.digest, salt=one.salt)
    return [Text("{who}: {text}", who=who, text=on_one_line(one.text)), proof]
