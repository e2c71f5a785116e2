"""What a table agrees on beside the rules: whose dice, how long a question waits, who decides and who helps."""

from __future__ import annotations

from typing import Literal

from bot.errors import Refusal
from bot.game.lookup import unit_named
from bot.game.people import Call, Person, Place
from bot.game.permissions import may_command, may_umpire, seated, side_of
from bot.game.registry import ActiveGame
from bot.resolution.referee import Referee, replanned
from bot.resolution.result import CommandResult
from bot.store.errors import ChannelTaken
from bot.store.tables import Pending
from rules.events import DiceModeSet, Event, MentionsSet, Player, PlayerSeated, TimeoutSet, UnitDelegated
from rules.text import counted, say, unsaid

Policy = Literal["wait", "default", "umpire"]
_POLICIES = {
    "default": unsaid("then a question takes its default and the bot throws"),
    "umpire": unsaid("then the umpire is asked"),
}


def policy_words(minutes: int, policy: str) -> str:
    """How long questions wait, and what happens then."""
    if policy == "wait":
        return say("Questions wait until they are answered")
    return say("Questions wait {minutes}, {then}", minutes=counted(minutes, "minute"), then=say(_POLICIES[policy]))


class Preferences:
    """The table's own arrangements, each a line of the record."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    @replanned
    async def dice(self, call: Call, mode: Literal["bot", "physical"], side: str | None) -> CommandResult:
        """Whose dice a side throws from now on."""
        live = await self._games.at(call.where)
        async with live.lock:
            name = side_of(live.game, call.who, side)
            whose = say("its own dice, off the table") if mode == "physical" else say("the bot's dice")
            event = DiceModeSet(side=name, mode=mode)
            return await self._referee.note(
                live, call, "game dice", [event], side=name, title=say("{name} throws {whose}", name=name, whose=whose)
            )

    @replanned
    async def mentions(self, call: Call, on: bool) -> CommandResult:
        """Whether questions mention the caller, from now on and in this game."""
        live = await self._games.at(call.where)
        async with live.lock:
            name = seated(live.game, call.who).name
            title = say("Questions mention {player}" if on else "Questions no longer mention {player}", player=name)
            event = MentionsSet(player=call.who.id, on=on)
            return await self._referee.note(live, call, "game mentions", [event], title=title)

    @replanned
    async def timeout(self, call: Call, minutes: int, policy: Policy) -> CommandResult:
        """How long a question waits for its answer, those that are open too; for the umpire to say."""
        live = await self._games.at(call.where)
        async with live.lock:
            may_umpire(live.game, call.who, say("set how long questions wait"))
            title = policy_words(minutes, policy)
            event = TimeoutSet(minutes=minutes, policy=policy)
            answer = await self._referee.note(live, call, "game timeout", [event], title=title)
            deadline = None if policy == "wait" else self._referee.clock() + 60 * minutes
            for row in await self._asked(live):
                to_umpire = policy == "umpire" and row.question.get("umpire")
                await self._record.postpone(row.id, None if to_umpire else deadline)
            return answer

    async def _asked(self, live: ActiveGame) -> list[Pending]:
        """The open questions that may run out."""
        rows = await self._record.open_pending(live.info.id)
        return [row for row in rows if row.kind in ("dice", "decision")]

    @replanned
    async def umpire(self, call: Call, player: Person) -> CommandResult:
        """Hand the umpire's place on; who had it keeps their side."""
        live = await self._games.at(call.where)
        async with live.lock:
            may_umpire(live.game, call.who, say("name another umpire"))
            old = [one for one in live.game.players.values() if one.umpire and one.id != player.id]
            events: list[Event] = [PlayerSeated(player=one.model_copy(update={"umpire": False})) for one in old]
            seat = live.game.players.get(player.id) or Player(id=player.id, name=player.name)
            events.append(PlayerSeated(player=seat.model_copy(update={"umpire": True})))
            return await self._referee.note(
                live, call, "game umpire", events, title=say("{player} is the umpire now", player=player.name)
            )

    @replanned
    async def delegate(self, call: Call, unit: str, player: Person) -> CommandResult:
        """Let somebody else command a unit; naming them again takes it back."""
        live = await self._games.at(call.where)
        async with live.lock:
            found = unit_named(live.game, unit)
            may_command(live.game, call.who, found.side)
            back = live.game.lent.get(found.id) == player.id
            event = UnitDelegated(unit=found.id, player=None if back else player.id)
            verb = say("no longer commands") if back else say("may command")
            title = f"{player.name} {verb} {found.name}"
            return await self._referee.note(live, call, "game delegate", [event], side=found.side, title=title)

    @replanned
    async def pause(self, call: Call) -> CommandResult:
        """Stop the clock of the questions, or let it run again; the game stays where it is."""
        live = await self._games.at(call.where)
        async with live.lock:
            seated(live.game, call.who)
            if live.info.state == "paused":
                return await self._resumed(live, call)
            title = say("{info} is paused; `/game pause` goes on with it", info=live.info.name)
            return await self._referee.note(live, call, "game pause", [], state="paused", title=title)

    async def _resumed(self, live: ActiveGame, call: Call) -> CommandResult:
        """Every question has as long left as it had when the game was paused."""
        title = say("{info} goes on", info=live.info.name)
        paused = [entry.at for entry in await self._record.entries(live.info.id) if entry.command == "game pause"]
        answer = await self._referee.note(live, call, "game pause", [], state="running", title=title)
        for row in await self._asked(live):
            if row.deadline is not None and not answer.again:
                await self._record.postpone(row.id, row.deadline + answer.entry.at - max(paused[-1], row.created_at))
        return answer

    async def move(self, call: Call, to: Place) -> CommandResult:
        """Play on in another channel; raises Refusal where one is being played there."""
        live = await self._games.at(call.where)
        async with live.lock:
            may_umpire(live.game, call.who, say("move the game"))
            if to.channel == call.where.channel:
                raise Refusal(say("The game is played here already."))
            try:
                await self._record.move(live.info.id, to.channel)
            except ChannelTaken:
                raise Refusal(say("A game is running in that channel already.")) from None
            self._games.forget(call.where.channel)
        return await self._moved(call, to)

    @replanned
    async def _moved(self, call: Call, to: Place) -> CommandResult:
        moved = await self._games.at(to)
        async with moved.lock:
            return await self._referee.note(
                moved, call, "game move", [], title=say("{info} is played here now", info=moved.info.name)
            )
