"""What a table agrees on beside the rules: whose dice, how long a question waits, who decides and who helps."""

from __future__ import annotations

from typing import Literal

from bot.errors import Refusal
from bot.game.lookup import unit_named
from bot.game.people import Call, Person, Place
from bot.game.permissions import may_command, may_umpire, seated, side_of
from bot.game.questions import DecisionQuestion, DiceQuestion
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion, Questions
from bot.resolution.referee import NewEntry, Referee, changes_game
from bot.resolution.result import CommandResult
from bot.store.errors import ChannelTaken
from rules.cli.arguments import ruling_from
from rules.events import DiceModeSet, Event, MentionsSet, PlayerSeated, RulingSet, TimeoutSet, UnitDelegated
from rules.players import Player
from rules.text import Listed, Term, Text, counted

Policy = Literal["wait", "default", "umpire"]
_POLICIES = {
    "default": Text("then the default is taken and the bot throws"),
    "umpire": Text("then the umpire is asked"),
}


def policy_text(minutes: int, policy: str) -> Text:
    """How long questions wait, and what happens then."""
    if policy == "wait":
        return Text("Questions wait until they are answered")
    waits = counted(minutes, "minute", "minutes")
    return Text("Questions wait {minutes}, {then}", minutes=waits, then=_POLICIES[policy])


class Preferences:
    """The table's own arrangements, each a line of the record."""

    def __init__(self, referee: Referee, questions: Questions) -> None:
        self.referee, self._questions = referee, questions
        self._games, self._record = referee.games, referee.record

    @changes_game
    def dice(self, live: ActiveGame, call: Call, mode: Literal["bot", "physical"], side: str | None) -> NewEntry:
        """Whose dice a side throws from now on."""
        name = side_of(live.game, call.who, side)
        own, bots = Text("{side} throws its own dice", side=name), Text("{side} throws the bot's dice", side=name)
        title = own if mode == "physical" else bots
        return NewEntry("game dice", [DiceModeSet(side=name, mode=mode)], title, side=name)

    @changes_game
    def mentions(self, live: ActiveGame, call: Call, on: bool) -> NewEntry:
        """Whether questions mention the caller, from now on and in this game."""
        name = seated(live.game, call.who).name
        no = Text("Questions no longer mention {player}", player=name)
        title = Text("Questions mention {player}", player=name) if on else no
        return NewEntry("game mentions", [MentionsSet(player=call.who.id, on=on)], title)

    async def timeout(self, call: Call, minutes: int, policy: Policy) -> CommandResult:
        """How long a question waits for its answer, those that are open too; for the umpire to say."""
        result = await self._timeout(call, minutes, policy)
        live = await self._games.at(call.where)
        async with live.lock:
            deadline = None if policy == "wait" else self.referee.clock() + 60 * minutes
            for asked in await self._asked(live):
                to_umpire = policy == "umpire" and getattr(asked.question, "umpire", False)
                await self._record.postpone(asked.row.id, None if to_umpire else deadline)
        return result

    @changes_game
    def _timeout(self, live: ActiveGame, call: Call, minutes: int, policy: Policy) -> NewEntry:
        may_umpire(live.game, call.who, Text("set how long questions wait"))
        return NewEntry("game timeout", [TimeoutSet(minutes=minutes, policy=policy)], policy_text(minutes, policy))

    async def _asked(self, live: ActiveGame) -> list[OpenQuestion]:
        """The open questions that may run out."""
        asked = await self._questions.of_game(live)
        return [one for one in asked if isinstance(one.question, DiceQuestion | DecisionQuestion)]

    @changes_game
    def umpire(self, live: ActiveGame, call: Call, player: Person) -> NewEntry:
        """Hand the umpire's place on; who had it keeps their side."""
        may_umpire(live.game, call.who, Text("name another umpire"))
        old = [one for one in live.game.players.values() if one.umpire and one.id != player.id]
        events: list[Event] = [PlayerSeated(player=one.model_copy(update={"umpire": False})) for one in old]
        seat = live.game.players.get(player.id) or Player(id=player.id, name=player.name)
        events.append(PlayerSeated(player=seat.model_copy(update={"umpire": True})))
        return NewEntry("game umpire", events, Text("{player} is the umpire now", player=player.name))

    @changes_game
    def delegate(self, live: ActiveGame, call: Call, unit: str, player: Person) -> NewEntry:
        """Let somebody else command a unit; naming them again takes it back."""
        found = unit_named(live.game, unit)
        may_command(live.game, call.who, found.side)
        back = live.game.lent.get(found.id) == player.id
        no = Text("{player} no longer commands {unit}", player=player.name, unit=found.ref)
        title = no if back else Text("{player} may command {unit}", player=player.name, unit=found.ref)
        event = UnitDelegated(unit=found.id, player=None if back else player.id)
        return NewEntry("game delegate", [event], title, side=found.side)

    @changes_game
    def rule(self, live: ActiveGame, call: Call, name: str, value: str) -> NewEntry:
        """Set a ruling: any player before the first throw, later the umpire."""
        seated(live.game, call.who)
        if live.game.plays:
            may_umpire(live.game, call.who, Text("change a ruling once dice have been thrown"))
        found = ruling_from(live.system, name, value)
        events = [RulingSet(name=key, value=setting) for key, setting in found.items()]
        values = Listed([Term(str(one)) for one in found.values()])
        return NewEntry("rulings set", events, Text("Ruling: {name} is {value}", name=Term(name), value=values))

    async def pause(self, call: Call) -> CommandResult:
        """Stop the clock of the questions, or let it run again; the game stays where it is.

        Every question has as long left afterwards as it had when the game was paused.
        """
        result = await self._pause(call)
        live = await self._games.at(call.where)
        if live.info.state != "running" or result.again:
            return result
        async with live.lock:
            entries = await self._record.entries(live.info.id)
            paused = [one.at for one in entries if one.command == "game pause" and one.number < result.entry.number]
            for row in (asked.row for asked in await self._asked(live)):
                if row.deadline is not None and paused:
                    longer = result.entry.at - max(paused[-1], row.created_at)
                    await self._record.postpone(row.id, row.deadline + longer)
        return result

    @changes_game
    def _pause(self, live: ActiveGame, call: Call) -> NewEntry:
        seated(live.game, call.who)
        if live.info.state == "paused":
            return NewEntry("game pause", [], Text("{game} goes on", game=live.info.name), state="running")
        title = Text("{game} is paused; `/game pause` resumes it", game=live.info.name)
        return NewEntry("game pause", [], title, state="paused")

    async def move(self, call: Call, to: Place) -> CommandResult:
        """Play on in another channel; raises Refusal where one is being played there."""
        live = await self._games.at(call.where)
        async with live.lock:
            may_umpire(live.game, call.who, Text("move the game"))
            if to.channel == call.where.channel:
                raise Refusal(Text("The game is already played here."))
            try:
                await self._record.move(live.info.id, to.channel)
            except ChannelTaken:
                raise Refusal(Text("That channel already has a game.")) from None
            self._games.forget(call.where.channel)
        return await self._moved(call._replace(where=to))

    @changes_game
    def _moved(self, live: ActiveGame, call: Call) -> NewEntry:
        return NewEntry("game move", [], Text("{game} is played here now", game=live.info.name))
