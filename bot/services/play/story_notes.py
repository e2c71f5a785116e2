"""Notes for the story of a game, about an entry, a turn or the current moment."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import require_seated
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.pending_command import Change
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.agreed_changes import by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.record.history import require_entry
from bot.store.rows import unit_links
from rules.game.entry import NOTE
from rules.game.table_events import StoryTold
from rules.kernel.text import Term, Text

LONGEST_NOTE = 500
"""Maximum characters of a note: a short paragraph."""


class StoryNotes:
    """Adds notes to the story of a game."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self._referee, self._record, self.corrections = referee, referee.record, corrections
        register_plans(referee, self)

    async def note(
        self, call: Call, text: str, entry: int | None = None, turn: int | None = None, game: str | None = None
    ) -> CommandResult:
        """Add a note to the story, about an entry, a turn, or the current moment; a finished game accepts notes too.

        `game` is the game that a form belongs to. Raises Refusal.
        """
        live = await self.game_for_notes(call, game)
        if turn is not None and not 1 <= turn <= live.game.turn:
            raise Refusal(
                Text("There has been no turn {turn}; the last one is {last}.", turn=turn, last=live.game.turn)
            )
        about = StoryTold(turn=turn)
        if entry is not None:  # a note on another note has the subject of that one
            found = await require_entry(self._record, live, entry)
            units = tuple(row["unit_id"] for row in unit_links(live.info.id, found))
            words = (one for one in found.events if isinstance(one, StoryTold))
            about = next(words, StoryTold(entry=entry, units=units))
        change = Change.of("note", text=" ".join(text.split()), about=about)
        noted = await self.corrections.change_manually(call, change, live=live)
        assert isinstance(noted, CommandResult), "a note needs no answer"
        return noted

    @by_agreement("note")
    def _plan_note(self, live: ActiveGame, call: Call, waiting: Waiting, text: str, about: StoryTold) -> ProposedChange:
        """Plan a note for the story, written by a player or an umpire; raise Refusal."""
        player = require_seated(live.game, call.who)
        if not 0 < len(text) <= LONGEST_NOTE:
            raise Refusal(Text("Write 1 to {most} characters.", most=LONGEST_NOTE))
        title = Text("A note")
        if about.entry is not None:
            title = Text("A note on entry {number}", number=about.entry)
        elif about.turn is not None:
            title = Text("A note on {turn} {number}", turn=Term(live.system.turn), number=about.turn)
        return ProposedChange(NewEntry(NOTE, [about], title, side=player.side, reason=text))

    async def game_for_notes(self, call: Call, game: str | None = None) -> ActiveGame:
        """Return the channel's current or last game, for a caller who may add notes to it; raise Refusal."""
        live = await self._referee.games.latest_game(call.where)
        if game not in (None, live.info.id):
            raise Refusal(Text("That belongs to an earlier game."))
        require_seated(live.game, call.who)
        return live
