"""The scenario of a game: set by the players, on the record."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import other_sides, require_table_voice
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.referee import Referee
from bot.services.play.agreed_changes import Outcome, by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.table_objects import free_labels
from rules.command.force import Titled
from rules.command.victory import scenario_line
from rules.game.events import Event, ObjectPlaced
from rules.game.scenario import ScenarioSet
from rules.game.tabletop import Scenario, TableObject, Wins
from rules.kernel.facts import validate
from rules.kernel.text import N_, Listed, Text, table_note

LONGEST_GOAL = 200
"""Most characters of a goal."""
WINS: dict[Wins, str] = {
    "rules": N_("the rules"),
    "score": N_("the points"),
    "objectives": N_("the objectives"),
    "players": N_("the players"),
}
"""Names of what decides a game."""
DECIDES: dict[Wins, Text] = {
    "rules": Text("The rules decide who wins."),
    "score": Text("The points decide who wins: `/score`."),
    "objectives": Text("Who holds the most objectives wins: `/objective hold`."),
    "players": Text("You decide who wins."),
}


class Scenarios:
    """Keeps the scenario of a game on its record."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self._referee, self.corrections = referee, corrections
        register_plans(referee, self)

    async def set(
        self, call: Call, goal: str | None, turns: int | None, wins: str | None, objectives: str = ""
    ) -> Outcome:
        """Set the scenario, or the parts of it that are given, and place the named objectives.

        After the first roll the other sides agree. Raises Refusal, BadFacts.
        """
        if goal is None and turns is None and wins is None and not objectives.strip():
            raise Refusal(Text("Give a `goal`, the last turn (`turns`), `objectives`, or what decides (`wins`)."))
        old = (await self._referee.games.require_game(call.where)).game.scenario or Scenario()
        words = None if goal is None else " ".join(goal.split())[:LONGEST_GOAL]
        if words == "":
            raise Refusal(Text("What is the goal? Write it in a few words."))
        given = {"goal": words, "turns": turns, "wins": next((one for one in WINS if one == wins), None)}
        new = old.model_copy(update={name: value for name, value in given.items() if value is not None})
        named = [validate(Titled, {"name": one}).name for one in objectives.split(",") if one.strip()]
        return await self._set(call, new, tuple(named))

    @by_agreement("scenario")
    def _set(
        self, live: ActiveGame, call: Call, waiting: Waiting, scenario: Scenario, objectives: tuple[str, ...] = ()
    ) -> ProposedChange:
        require_table_voice(live.game, call.who)
        placed = [TableObject(kind="objective", label=label) for label in free_labels(live, objectives)]
        events: list[Event] = [ScenarioSet(scenario=scenario), *(ObjectPlaced(thing=one) for one in placed)]
        line = scenario_line(live.board.after(events))
        title = Text("Scenario: {line}", line=line) if line else Text("Scenario")
        by_rules = scenario.wins == "rules"
        notes = [] if by_rules and not live.system.has_victory_rule else [DECIDES[scenario.wins]]
        if placed:
            labels = Listed([one.label for one in placed])
            notes.insert(0, table_note(Text("Place the objectives: {labels}.", labels=labels)))
        new = NewEntry("game scenario", events, title, notes=notes)
        groups = () if live.game.seats_are_free else other_sides(live.game, call.who)
        return ProposedChange(new, groups, Text("set the scenario: {line}", line=line))
