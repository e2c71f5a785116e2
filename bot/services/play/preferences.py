"""Preferences of a table and its players: dice, mentions, timeouts, umpire, delegates, level of detail."""

from __future__ import annotations

from typing import Literal

from bot.game import permissions
from bot.game.people import Call
from bot.game.questions import DAY
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.referee import Referee
from bot.services.play.absence import Absences
from bot.services.play.agreed_changes import by_agreement, other_sides_once_begun, register_plans
from bot.services.play.corrections import Corrections
from rules.command.choices import only_code, unknown_codes
from rules.command.contract import parse_ruling
from rules.game.dice_events import DiceModeSet
from rules.game.table_events import ConsentSet, MentionsSet, RulingSet, TimeoutSet
from rules.kernel.action import ActionSet
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Choice, value_text
from rules.kernel.serialise import rulings_json, typed_value
from rules.kernel.text import Listed, Term, Text, counted
from rules.kernel.wording import Ruler

Policy = Literal["wait", "default", "umpire"]
_POLICIES = {
    "default": Text("then the default is taken and the bot rolls"),
    "umpire": Text("then the umpire is asked"),
}


def policy_text(minutes: int, policy: str) -> Text:
    """Return a sentence with the time that questions wait, and the consequence."""
    if policy == "wait":
        return Text("Questions wait until they are answered")
    waits = counted(minutes, "minute", "minutes")
    return Text("Questions wait {minutes}, {then}", minutes=waits, then=_POLICIES[policy])


class Preferences:
    """The settings of a table, each an entry of the record."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.referee, self.corrections = referee, corrections
        self._games, self._record = referee.games, referee.record
        self._absences = Absences(referee.record, lambda: referee.clock())
        register_plans(referee, self)

    @changes_game
    def dice(self, live: ActiveGame, call: Call, mode: Literal["bot", "physical"], side: str | None) -> NewEntry:
        """Set the dice that a side rolls from now on: its own or the bot's."""
        name = permissions.side_of(live.game, call.who, side)
        permissions.require_commander(live.game, call.who, name)
        own, bots = Text("{side} rolls real dice", side=name), Text("{side} uses the bot's dice", side=name)
        title = own if mode == "physical" else bots
        return NewEntry("game dice", [DiceModeSet(side=name, mode=mode)], title, side=name)

    @changes_game
    def mentions(self, live: ActiveGame, call: Call, on: bool) -> NewEntry:
        """Set whether questions in this game mention the caller."""
        name = permissions.require_seated(live.game, call.who).name
        no = Text("Questions no longer mention {player}", player=name)
        title = Text("Questions mention {player}", player=name) if on else no
        return NewEntry("game mentions", [MentionsSet(player=call.who.id, on=on)], title)

    @by_agreement("patience")
    def timeout(self, live: ActiveGame, call: Call, waiting: Waiting, minutes: int, policy: Policy) -> ProposedChange:
        """Set how long a question waits for its answer, including open ones; for the umpire.

        After the first roll, less than a day needs the agreement of the other sides, unless the umpire plays no side.
        """
        permissions.require_umpire(live.game, call.who, Text("set how long questions wait"))
        said = policy_text(minutes, policy)
        event = TimeoutSet(minutes=minutes, policy=policy)
        wish = Text("change how long questions wait: {policy}", policy=said)
        at_leisure = policy == "wait" or minutes >= DAY
        groups = () if at_leisure else other_sides_once_begun(live.game, call.who)
        return ProposedChange(NewEntry("game timeout", [event], said), groups, wish)

    @by_agreement("ruling")
    def rule(self, live: ActiveGame, call: Call, waiting: Waiting, name: str, value: str) -> ProposedChange:
        """Set a ruling.

        Before the first roll, any player may. Later, only the umpire may; if the umpire plays a side, the other sides
        have to agree first.
        """
        permissions.require_seated(live.game, call.who)
        if not live.game.seats_are_free:
            permissions.require_umpire(live.game, call.who, Text("change a ruling after dice have been rolled"))
        name = only_code(name, live.system.rulings.model_fields) or name
        found = parse_ruling(live.system, name, option_of(live.system, name, value, live.board.ruler))
        events = [RulingSet(name=key, value=setting) for key, setting in found.items()]
        values = [value_text(live.system.rulings, one, key) for key, one in found.items()]
        said = {"name": Term(name), "value": Listed(values)}
        wish = Text("set a ruling: {name} is {value}", **said)
        new = NewEntry("rulings set", events, Text("Ruling: {name} is {value}", **said))
        return ProposedChange(new, other_sides_once_begun(live.game, call.who, waiting), wish)

    @by_agreement("consent")
    def consent(self, live: ActiveGame, call: Call, waiting: Waiting, on: bool) -> ProposedChange:
        """Set whether the other side confirms bent rules; after the first roll, it has to agree to the change."""
        permissions.require_seated(live.game, call.who)
        alone = Text("The player who bends a rule confirms it alone")
        both = Text("Bending a rule needs the other side's consent")
        title = both if on else alone
        new = NewEntry("game consent", [ConsentSet(on=on)], title)
        wish = Text("change who confirms bent rules: {rule}", rule=title)
        return ProposedChange(new, other_sides_once_begun(live.game, call.who, waiting), wish)

    @changes_game
    def pause(self, live: ActiveGame, call: Call) -> NewEntry:
        """Pause the timeouts of questions, or resume them."""
        permissions.require_table_voice(live.game, call.who)
        if live.info.state == "paused":
            return NewEntry("game pause", [], Text("{game} goes on", game=live.info.name), state="running")
        title = Text("{game} is paused; `/game pause` resumes it", game=live.info.name)
        return NewEntry("game pause", [], title, state="paused")


def option_of(rules: ActionSet, name: str, value: str, ruler: Ruler) -> str:
    """Return the option of a ruling that a prefix names; lengths are in the table's units.

    Raises BadFacts if it names none or several.
    """
    options = [one for ruling in rulings_json(rules) if ruling["name"] == name for one in ruling["options"]]
    typed = {typed_value(rules, name, one, ruler): str(one) for one in options}
    found = only_code(value, typed)
    wrong = [] if found else unknown_codes(name, (value,), [Choice(one, Term(one)) for one in typed])
    if typed and wrong:
        raise BadFacts(wrong)
    return typed[found] if found else value
