"""The recorder of games: it writes an entry, with everything that follows it, and updates the game in memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

from bot.dice.bot_dice import BotDice
from bot.dice.provable import format_head
from bot.dice.returned import Lot
from bot.errors import Refusal
from bot.game.people import Call, Place
from bot.game.registry import ActiveGame, GameRegistry
from bot.resolution.game_clocks import GameClocks
from bot.resolution.game_seeds import Draw, GameSeeds
from bot.resolution.journal_referee import Clock, JournalReferee, retry_until_written
from bot.resolution.manual_changes import NewEntry, Planner
from bot.resolution.result import CommandResult, draft_listener, next_entry
from bot.store.errors import ChannelTaken, Conflict, EntryRepeated
from bot.store.pasts import Wanted
from bot.store.record import Record
from bot.store.tables import State
from rules.command.effects import settle_board
from rules.command.victory import scenario_notes
from rules.game.entry import Entry
from rules.kernel.dice import Roll
from rules.kernel.table import Roller
from rules.kernel.text import Text
from rules.kit.reserves import reminders

TAKEN = Text("This channel already has a game. End it first with `/game end`.")


class GameRecorder(JournalReferee[Place, ActiveGame, str]):
    """Writes the entries of games, with their seeds, links and clocks; services register what some entries need."""

    def __init__(
        self,
        record: Record,
        games: GameRegistry,
        clock: Clock,
        roller: Roller,
        draw: Draw | None = None,
        steady: Clock | None = None,
    ) -> None:
        super().__init__(clock)
        self.record, self.games, self.roller = record, games, roller
        self.seeds = GameSeeds(record, clock, draw)
        self.clocks = GameClocks(record, lambda: self.clock(), steady)
        self.unseen: dict[str, dict[Lot, list[int]]] = {}
        self.planners: dict[str, Planner] = {}
        """Planners of manual changes, by kind."""
        self.lasting: dict[str, Text] = {}
        """Commands whose entries are not undone, as another record depends on them, with the alternative."""
        self.adding: list[Callable[[ActiveGame, CommandResult], Awaitable[CommandResult]]] = []
        """Functions that extend an entry before it is written, because of its changes."""

    async def find(self, call: Call, key: Place) -> ActiveGame:
        return await self.games.require_game(key)

    async def new_dice(self, live: ActiveGame, call: Call) -> BotDice:
        """Return the bot's new dice for one command: provable ones, or plain ones in a game without a seed."""
        provable = await self.seeds.dice(live, call)
        if provable is not None:
            return BotDice(provable)
        return BotDice(self.roller, unseen=self.unseen.setdefault(live.info.id, {}))

    def roll(self, roll: Roll[Any], count: int) -> tuple[int, ...]:
        """Roll loose dice of the bot, outside any game."""
        return self.roller(roll, count).faces

    async def write(
        self,
        live: ActiveGame,
        result: CommandResult,
        state: State | None = None,
        pending: tuple[str, int] | None = None,
    ) -> CommandResult:
        """Append the entry and update memory; an interaction that was carried out before changes nothing.

        `state` is the new state of the game: "running", "paused" or "ended"; `pending` the question that it answers,
        with its step. Raises Conflict after updating memory if another entry came first, so that the caller may plan
        again.
        """
        question, step = pending or (None, None)
        if state == "running":
            live.news = (*live.news, *await self.seeds.continue_game(live))
        for add in self.adding:
            result = await add(live, result)
        entry = await self.clocks.stamp_entry(live, live.with_news(result.entry))
        result = result._replace(entry=entry, news=bool(live.news))
        before, after = result.before.game, self.games.game_after(live, result.entry, result.after.game)
        link = await self.seeds.link(live, result.entry)
        found = result._replace(head=format_head(result.entry.number, link, state == "ended"))
        tell = partial(draft_listener.get(), found)
        try:
            await self.record.entries.append(
                live.info.id, found.entry, before, after, question, state, step, link, tell
            )
        except EntryRepeated as repeated:
            entry = await self.record.entries.get(live.info.id, repeated.number) or result.entry
            return result._replace(entry=entry, again=True, after=result.before)
        except Conflict:
            await self.games.refresh(live)
            raise
        except ChannelTaken:  # by another player, while this game was ended
            raise Refusal(TAKEN) from None
        resumed = state == "running" and live.info.state == "paused"
        self.games.advance(live, after, state)
        if question is not None:
            live.waiting.drop(question)
        live.link = result.entry.number, link
        await self.games.note_news_shown(live)
        if state == "ended":
            self.games.forget(live.info.channel_id)
        if resumed:
            await self._extend_deadlines(live, found.entry)
        await self.notify_listeners(live)
        return found

    async def _extend_deadlines(self, live: ActiveGame, resumed: Entry) -> None:
        """Let each question keep the time it had left at the pause, or all of it after a pause without an entry."""
        wanted = Wanted(kind="game pause")
        paused = await self.record.entries.last(live.info.id, 1, wanted, before=resumed.number)
        for row in await self.record.questions.open(live.info.id):
            if row.deadline is not None:
                longer = resumed.at - max([row.created_at, *(entry.at for entry in paused)])
                live.waiting.drop(row.id, closed=False)
                await self.record.questions.postpone(row.id, row.deadline + longer)

    async def notify_listeners(self, live: ActiveGame) -> None:
        """Notify listeners of a game's new entry or waiting question, and run the clocks of the sides that must act."""
        await self.clocks.press(live)
        self.notify(live.info.id)

    async def note(self, live: ActiveGame, call: Call, new: NewEntry) -> CommandResult:
        """Record a manual change, which no rule resolves. The caller holds the game's lock."""
        return await self.write(live, self.manual_entry(live, call, new), new.state)

    def manual_entry(self, live: ActiveGame, call: Call, new: NewEntry) -> CommandResult:
        """Return the entry of a manual change."""
        before = live.board
        events = settle_board(before, new.events)
        after = before.after(events)
        entry = next_entry(
            before,
            call,
            self.clock(),
            new.command,
            side=new.side,
            events=tuple(events),
            title=new.title,
            notes=(*new.notes, *scenario_notes(before, after), *reminders(before, after)),
            reason=new.reason[:500],
            fresh=tuple(new.fresh),
            plays=tuple(new.plays),
            because=new.reasons.because,
            weighed=new.reasons.weighed,
        )
        return CommandResult(live.info.id, entry, before, after)

    async def roll_recorded_die(
        self, call: Call, live: ActiveGame, roll: Roll[Any], new: Callable[[tuple[int, ...]], NewEntry]
    ) -> CommandResult:
        """Roll one recorded die outside the rules; `new` makes the entry for its face.

        The die comes fresh from the seed, like all rolls; waiting dice are not used.
        """
        async with live.lock:
            dice = await self.new_dice(live, call)

            async def once() -> CommandResult:
                await self.seeds.restart_rolls(live, dice.roller)
                entry = new(dice.roller(roll, 1).faces)
                return await self.note(live, call, replace(entry, fresh=dice.new_rolls))

            found = await retry_until_written(once)
            self.seeds.note_use(live, dice.roller)
            return found
