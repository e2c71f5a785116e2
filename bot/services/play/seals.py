"""Sealed texts, kept until they are opened: orders, places of hidden units, and secret loose dice.

The record of a game contains only the digest of a text. The text is stored beside it, under its author, so that no log,
export or board can reveal it. Once opened, it is in the opening entry with its salt.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.dice.provable import draw_seed
from bot.errors import Refusal
from bot.game.people import Call, is_card, is_neutral, unit_named
from bot.game.permissions import require_commander, require_seated
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.manual_changes import NewEntry
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.store.forgetting import seal_key
from rules.game.clocks_and_seals import OpenedSeal, SealLaid, SealsOpened, SealsReady
from rules.game.game import Game
from rules.game.tabletop import Seal, seal_digest
from rules.game.unit import Unit
from rules.kernel.errors import RulesError
from rules.kernel.text import Listed, Plural, Text, Typed, UnitRef, table_note

LONGEST = 2000
"""Maximum letters of a text."""
LONGEST_PLACE = 500
"""Maximum letters of a unit's place."""
MOST = 20
"""Maximum seals of one person in a game."""
LOOSE = "roll"
"""Used instead of a game id for dice outside any game."""


class SaltedText(NamedTuple):
    """A text with its salt and its public digest."""

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
        referee.adding.append(self.add_places)

    async def seal(self, call: Call, text: str) -> CommandResult:
        """Seal a text for the caller's side; raise Refusal."""
        live = await self._games.require_game(call.where)
        player = require_seated(live.game, call.who)
        if sum(one.by == call.who.id for one in bids(live.game).values()) >= MOST:
            raise Refusal(Text("You already have {most} seals. Open one first: `/seal open`.", most=MOST))

        def laid(kept: SaltedText) -> Awaitable[CommandResult]:
            return self._seal_entry(call, Seal(by=call.who.id, digest=kept.digest, side=player.side))

        return await self.change_with_seal(call, text, laid, LONGEST)

    async def change_with_seal(
        self, call: Call, text: str, change: Callable[[SaltedText], Awaitable[CommandResult]], most: int = LONGEST_PLACE
    ) -> CommandResult:
        """Make a change with a sealed text, which is stored first, because the digest proves nothing without it.

        The text is dropped again if the change is refused. Raises Refusal.
        """
        live, kept = await self._games.require_game(call.where), salt_text(text, most)
        await self.keep(call.who.id, live.info.id, kept)
        try:
            found = await change(kept)
        except (Refusal, RulesError):
            await self.drop(call.who.id, live.info.id, kept.digest)
            raise
        if found.again:
            await self.drop(call.who.id, live.info.id, kept.digest)
        return found

    # Places of units

    async def place(self, call: Call, unit: str, text: str) -> CommandResult:
        """Seal the place of a unit, for a caller who may command it; raise Refusal."""
        return await self.change_with_seal(call, text, lambda kept: self._seal_place(call, unit, kept.digest))

    @changes_game
    def _seal_place(self, live: ActiveGame, call: Call, named: str, digest: str) -> NewEntry:
        unit = unit_named(live.game, named)
        require_commander(live.game, call.who, unit.side, unit.id)
        if any(seal.unit == unit.id for seal in live.game.seals.values()):
            told = Text("The position of {unit} is already sealed. Reveal it first: `/seal open unit:`.", unit=unit.ref)
            raise Refusal(told)
        laid, note = seal_for_place(live, call, unit, digest)
        title = Text("Position of {unit} sealed", unit=unit.ref)
        return NewEntry("seal new", [laid], title, side=unit.side, notes=[note])

    async def reveal_place(self, call: Call, unit: str) -> CommandResult:
        """Reveal the place of a unit, for the player who sealed it or a neutral umpire; raise Refusal."""
        live = await self._games.require_game(call.where)
        digest, seal = _find_place_seal(live.game, call, unit)
        found = await self._reveal_place(call, unit, digest, await self.find_text(seal.by, live.info.id, digest))
        await self.drop(seal.by, live.info.id, digest)
        return found

    @changes_game
    def _reveal_place(self, live: ActiveGame, call: Call, unit: str, digest: str, kept: SaltedText | None) -> NewEntry:
        found, seal = _find_place_seal(live.game, call, unit)
        if found != digest:
            raise Refusal(Text("Another seal was just made. Open once more."))
        one = _opened_seal(digest, kept, seal.unit)
        title = Text("Position of {unit} revealed", unit=UnitRef(one.unit or ""))
        return NewEntry("seal open", [SealsOpened(opened=(one,))], title, side=seal.side, notes=_place_notes(one))

    async def add_places(self, live: ActiveGame, result: CommandResult) -> CommandResult:
        """Add the sealed places to an entry that reveals hidden units.

        The stored texts stay until a player opens them, because the entry may be undone.
        """
        game = result.after.game
        lasting = [(digest, seal, game.units.get(seal.unit or "")) for digest, seal in game.seals.items() if seal.lasts]
        shown = {digest: seal for digest, seal, unit in lasting if unit is not None and not unit.has("hidden")}
        if not shown:
            return result
        kept = {digest: await self.find_text(seal.by, live.info.id, digest) for digest, seal in shown.items()}
        opened = tuple(_opened_seal(digest, kept[digest], seal.unit) for digest, seal in shown.items())
        told, entry = SealsOpened(opened=opened), result.entry
        notes = [note for one in opened for note in _place_notes(one)]
        found = entry.model_copy(update={"events": (*entry.events, told), "notes": (*entry.notes, *notes)})
        return result._replace(entry=found, after=result.after.after([told]))

    # Orders and bids

    async def open(self, call: Call, alone: bool = False) -> CommandResult:
        """Open the caller's seals; raise Refusal.

        The seals of all sides are opened together once each side is ready; with `alone`, the caller's own are opened at
        once. A neutral umpire opens all.
        """
        live = await self._games.require_game(call.where)
        opened = [live.game.seals[one] for one in seals_to_open(live.game, call, alone)]
        known = {one.digest: await self.find_text(one.by, live.info.id, one.digest) for one in opened}
        result = await self._open_entry(call, alone, known)
        for one in opened:
            await self.drop(one.by, live.info.id, one.digest)
        return result

    @changes_game
    def _seal_entry(self, live: ActiveGame, call: Call, seal: Seal) -> NewEntry:
        require_seated(live.game, call.who)
        title = Text("{who} has sealed something", who=call.who.name)
        note = Text("SHA-256 `{digest}`", digest=seal.digest)
        return NewEntry("seal new", [SealLaid(seal=seal)], title, side=seal.side, notes=[note])

    @changes_game
    def _open_entry(self, live: ActiveGame, call: Call, alone: bool, known: dict[str, SaltedText | None]) -> NewEntry:
        game = live.game
        found = seals_to_open(game, call, alone)
        if not found:
            mine = [one for one, seal in bids(game).items() if seal.by == call.who.id]
            title = Text("{who} is ready to open", who=call.who.name)
            side = game.seals[mine[0]].side
            others = [one.side for one in bids(game).values() if not one.ready and one.by != call.who.id]
            waits = [one for one in dict.fromkeys((*_sides_without_seals(game), *others)) if one]
            also = Plural(
                "All are opened at once when {sides} is ready too.",
                "All are opened at once when {sides} are ready too.",
                len(waits),
                sides=Listed(waits),
            )
            notes = [also] if waits else []  # none for an umpire without a side
            return NewEntry("seal open", [SealsReady(digests=tuple(mine))], title, side=side, notes=notes)
        if not set(found) <= set(known):
            raise Refusal(Text("Another seal was just made. Open once more."))
        opened = [_opened_seal(one, known[one]) for one in found]
        notes = [note for one in opened for note in _seal_lines(game, one)]
        title = Plural("{n} seal is opened", "{n} seals are opened", len(opened))
        return NewEntry("seal open", [SealsOpened(opened=tuple(opened))], title, notes=notes)

    async def store_secret_roll(self, user: str, fell: str) -> tuple[str, SaltedText]:
        """Store a secret roll of loose dice for a person; return its id and its proof."""
        mark, kept = draw_seed().hex()[:16], SaltedText(draw_seed().hex()[:32], fell)
        await self.keep(user, LOOSE, kept, mark)
        return mark, kept

    # Storage of sealed texts

    async def keep(self, user: str, game: str, kept: SaltedText, mark: str = "") -> None:
        await self._record.remember(seal_key(user, game, mark or kept.digest), json.dumps(kept))

    async def find_text(self, user: str, game: str, mark: str) -> SaltedText | None:
        """Return a stored text; None if it has been dropped."""
        found = await self._record.remember(seal_key(user, game, mark))
        return SaltedText(*json.loads(found)) if found else None

    async def drop(self, user: str, game: str, mark: str) -> None:
        """Delete a stored text that is now in the record, or in its channel."""
        await self._record.remember(seal_key(user, game, mark), "")


def salt_text(text: str, most: int) -> SaltedText:
    """Return a text with a new salt; raise Refusal if it is empty or too long."""
    text = text.strip()
    if len(text) > most:
        raise Refusal(Text("A seal can have at most {most} characters.", most=most))
    if not text:
        raise Refusal(Text("Nothing to seal: write an order, a bid or a position."))
    return SaltedText(draw_seed().hex()[:32], text)


def bids(game: Game) -> dict[str, Seal]:
    """Return the seals that are opened together, by digest: all except those of units' places."""
    return {digest: seal for digest, seal in game.seals.items() if seal.unit is None}


def seal_for_place(live: ActiveGame, call: Call, unit: Unit, digest: str) -> tuple[SealLaid, Text]:
    """Return the seal of a unit's place, and the note about it."""
    lasts = is_card(live.board, unit)
    seal = Seal(by=call.who.id, digest=digest, side=unit.side, unit=unit.id, lasts=lasts)
    return SealLaid(seal=seal), Text("Position of {unit}: SHA-256 `{digest}`", unit=unit.ref, digest=digest)


def _find_place_seal(game: Game, call: Call, unit: str) -> tuple[str, Seal]:
    """Return the digest and seal of a unit's place; raise Refusal."""
    require_seated(game, call.who)
    named = unit_named(game, unit)
    found = next(((digest, seal) for digest, seal in game.seals.items() if seal.unit == named.id), None)
    if found is None:
        raise Refusal(Text("The position of {unit} is not sealed.", unit=named.ref))
    if found[1].by != call.who.id and not is_neutral(game, call.who.id):
        raise Refusal(Text("Only the player who sealed a position can reveal it, or an umpire who plays no side."))
    return found


def place_text(one: OpenedSeal) -> Text:
    """Return the revealed place of a unit."""
    unit = UnitRef(one.unit or "")
    if not one.salt:
        return Text("The sealed position of {unit} is gone.", unit=unit)
    return Text("Sealed position of {unit}: {text}", unit=unit, text=join_lines(one.text))


def _place_notes(one: OpenedSeal) -> list[Text]:
    proof = Text("SHA-256 `{digest}`, salt `{salt}`", digest=one.digest, salt=one.salt)
    return [table_note(place_text(one)), *([proof] if one.salt else [])]


def seals_to_open(game: Game, call: Call, alone: bool) -> list[str]:
    """Return the digests of the seals to open now; none while another side is not ready. Raises Refusal."""
    require_seated(game, call.who)
    seals = bids(game)
    if not seals:
        raise Refusal(Text("No seals yet: `/seal new`."))
    if is_neutral(game, call.who.id) and not alone:
        return list(seals)
    mine = [one for one, seal in seals.items() if seal.by == call.who.id]
    if not mine:
        raise Refusal(
            Text("You have no seals. Only the player who made a seal can open it, or an umpire who plays no side.")
        )
    if alone:
        return mine
    ready = all(seal.ready or seal.by == call.who.id for seal in seals.values())
    return list(seals) if ready and not _sides_without_seals(game) else []


def _sides_without_seals(game: Game) -> list[str]:
    """Return the sides with players but without seals."""
    have = {seal.side for seal in bids(game).values()}
    return [one for one in dict.fromkeys(player.side for player in game.players.values()) if one and one not in have]


def _opened_seal(digest: str, kept: SaltedText | None, unit: str | None = None) -> OpenedSeal:
    one = OpenedSeal(digest=digest, unit=unit)
    return one.model_copy(update={"salt": kept.salt, "text": kept.text}) if kept else one


def join_lines(text: str) -> Text:
    """Return a person's text on one line."""
    return Typed(" · ".join(text.split("\n")))


def _seal_lines(game: Game, one: OpenedSeal) -> list[Text]:
    """Return a seal's text, and its proof."""
    player = game.players.get(game.seals[one.digest].by)
    who = player.name if player else Text("a former player")
    if not one.salt:
        return [Text("{who}: the sealed text is gone.", who=who)]
    proof = Text("SHA-256 `{digest}`, salt `{salt}`", digest=one.digest, salt=one.salt)
    return [Text("{who}: {text}", who=who, text=join_lines(one.text)), proof]
