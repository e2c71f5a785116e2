"""The end of a game, by agreement or because a side is out of time, and its reopening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.dice.bot_dice import next_dice_lines
from bot.dice.returned import ReturnedDice
from bot.errors import Refusal
from bot.game.people import OPPONENT, Call
from bot.game.permissions import groups_for_reopening, other_sides, require_seated, require_table_voice
from bot.game.registry import ActiveGame
from bot.resolution.cancel import waiting_dice_with
from bot.resolution.game_recorder import TAKEN
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.pending_command import Change
from bot.resolution.referee import Referee
from bot.services.play.agreed_changes import Outcome, by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.record.history import is_revealed
from rules.command.choices import only_code
from rules.command.victory import end_notes
from rules.game.table_events import GameEnded
from rules.game.tabletop import usual_side
from rules.kernel.text import Joined, Listed, Term, Text, UnitRef


class Endings:
    """Ends and reopens the games of channels."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.corrections, self._record, self._games = corrections, referee.record, referee.games
        register_plans(referee, self)

    async def end(self, call: Call, winner: str | None = None, note: str = "", asks: bool = False) -> Outcome:
        """End the game and keep its record; raise Refusal unless the caller is the umpire or a player.

        With `asks`, ask for confirmation first, showing the open questions. Every side with players has to agree to a
        winner, unless a neutral umpire decides. All questions are closed; the bot's dice rolled for them are kept in
        case the game is reopened.
        """
        live = await self._games.from_memory(call.where)
        won = _side_named(live, winner)
        return await self.corrections.change_manually(
            call, Change.of("finish", winner=won, note=note[:500], late=None), asks
        )

    async def end_on_time(self, call: Call, live: ActiveGame, loser: str) -> Outcome:
        """Ask all sides to end a game that a side lost on time; if several other sides remain, none wins."""
        others = [side for side in live.game.sides if side != loser]
        won = others[0] if len(others) == 1 else None
        change = Change.of("finish", winner=won, note="", late=loser)
        return await self.corrections.change_manually(call, change, live=live)

    @by_agreement("finish")
    def _plan_end(
        self,
        live: ActiveGame,
        call: Call,
        waiting: Waiting,
        winner: str | None = None,
        note: str = "",
        late: str | None = None,
    ) -> ProposedChange:
        """End the game; the winner is a side or "draw". `late` is the side out of time if the bot ends it."""
        named = _side_named(live, winner)
        side, draw = (None, True) if named == DRAW else (named, False)
        # The bot cannot see the table: only its opponents know who has won.
        bot = live.game.players.get(OPPONENT.id)
        bots = f"side:{bot.side}" if bot else ""
        if late:
            playing = dict.fromkeys(one.side for one in live.game.players.values() if one.side)
            groups = tuple(group for group in (f"side:{one}" for one in playing) if group != bots)
            new = _end_entry(live, side, draw, "", waiting, groups)
            up = Text("{side}'s time is up.", side=late)
            wish = Text("end the game, as {late}'s time is up", late=late)
            if side:
                wish = Text("end the game: {side} wins, as {late}'s time is up", side=side, late=late)
            return ProposedChange(replace(new, side=late, notes=(up, *new.notes)), groups, wish, silence="yes")
        groups = words = tuple[str, ...]()
        if side is None:
            require_table_voice(live.game, call.who)
        else:
            player = require_seated(live.game, call.who)
            groups = tuple(one for one in other_sides(live.game, call.who) if one != bots)
            # The proposer agrees for their side; a neutral umpire has a voice of their own.
            words = (f"side:{player.side}" if player.side else f"who:{player.id}", *groups)
        new = _end_entry(live, side, draw, note, waiting, words)
        return ProposedChange(new, groups, Text("end the game: {side} wins", side=side or ""), asks=True, silence="yes")

    async def reopen(self, call: Call) -> Outcome:
        """Reopen the last game of the channel; raise Refusal if there is none, or another runs.

        If the end revealed hidden units, every side with players has to agree first, unless a neutral umpire reopens
        it.
        """
        if await self._record.games.in_channel(call.where.channel):
            raise Refusal(TAKEN)
        last = await self._record.games.last_in_channel(call.where.channel)
        if last is None:
            raise Refusal(Text("No game has been played in this channel."))
        live = await self._games.read_game(last)
        change = Change.of("resume", laid_open=await is_revealed(self._record, live))
        return await self.corrections.change_manually(call, change, live=live)

    @by_agreement("resume")
    def _plan_resume(self, live: ActiveGame, call: Call, waiting: Waiting, laid_open: bool = False) -> ProposedChange:
        """Reopen an ended game; `laid_open` is True if its end revealed hidden units."""
        if call.who.id not in live.game.players:
            raise Refusal(Text("Only players of that game can reopen it."))
        title = Text("{game} goes on", game=live.info.name)
        returned = ReturnedDice.in_game(live.game)
        events = [*returned.with_agreement_on_all().changes(live.game), GameEnded(over=False)]
        dice = next_dice_lines(returned.unsettled_faces)
        new = NewEntry("game reopen", events, title, state="running", notes=dice)
        wish = Text("resume the game")
        if laid_open:
            wish = Text("resume the game, though its end has shown hidden units")
        others = other_sides(live.game, call.who) if laid_open or dice else ()
        groups = tuple(dict.fromkeys((*others, *groups_for_reopening(live.game, call.who))))
        return ProposedChange(new, groups, wish, notes=dice)


DRAW = "draw"
"""The value that means a draw instead of a winner."""


DRAWS = (DRAW, "unentschieden", "remis")
"""Words for a draw that people type without choosing a suggestion."""


def _end_entry(
    live: ActiveGame, winner: str | None, draw: bool, note: str, waiting: Waiting, agreed: Sequence[str] = ()
) -> NewEntry:
    """Return the entry that ends a game and drops its questions; `agreed` are the voices that agreed to the end."""
    attempts = [one.pending_command() for one in waiting]
    title = Text("The game is over: a draw") if draw else Text("The game is over")
    title = Text("The game is over: {side} wins", side=winner) if winner else title
    ended = GameEnded(winner=winner, note=note, draw=draw, agreed=tuple(agreed))
    events = [*waiting_dice_with(live.game, attempts).changes(live.game), ended]
    fresh = [roll for attempt in attempts for roll in attempt.fresh]
    notes = [*end_notes(live.board), *_unsettled_notes(live)]
    return NewEntry("game end", events, title, reason=note, notes=notes, state="ended", fresh=fresh)


def _unsettled_notes(live: ActiveGame) -> list[Text]:
    """Return a note on rolls that are still due when the game ends."""
    found = live.system.open_matters(live.board)
    if not found:
        return []
    lying = Listed([Text("{unit} ({what})", unit=UnitRef(one.unit), what=one.called) for one in found])
    by = Term("open_wounds")
    return [Text("Not settled: {units}. In a campaign the report settles them (ruling {name}).", units=lying, name=by)]


def _side_named(live: ActiveGame, side: str | None) -> str | None:
    if not side:
        return None
    if known := only_code(side, live.game.sides) or only_code(usual_side(side), live.game.sides):
        return known
    if side.strip().casefold() in DRAWS:
        return DRAW
    sides = Joined(live.game.sides, ", ") or Text("none yet")
    raise Refusal(Text("There is no side '{side}'; the sides are {sides}.", side=side[:40], sides=sides))
