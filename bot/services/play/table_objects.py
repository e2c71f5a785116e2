"""Objects on the table, the score, the setup, and who is winning."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from bot.errors import Refusal
from bot.game.people import Call, unit_named
from bot.game.permissions import require_seated, require_table_voice, side_of
from bot.game.registry import ActiveGame
from bot.resolution.game_change import changes_game
from bot.resolution.manual_changes import NewEntry
from bot.resolution.referee import Referee
from rules.command.choices import only_code
from rules.command.force import Titled
from rules.command.verdict import Verdict
from rules.command.victory import judge_victory
from rules.game.events import ObjectPlaced, ObjectRemoved, PointsScored
from rules.game.table_events import SetupStepTicked
from rules.game.tabletop import TableObject, usual_side
from rules.kernel.facts import validate
from rules.kernel.text import N_, NOTHING, Heading, Listed, Plural, Term, Text, Typed, inches_text, several_of

KINDS = (N_("objective"), N_("smoke"), N_("gas"), N_("minefield"), N_("terrain"))
"""Kinds of objects on the table."""
MOST_THINGS = 50


class TableObjects:
    """Manages objects, points and the setup of a game for all players at the table."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    @changes_game
    def place(self, live: ActiveGame, call: Call, thing: TableObject) -> NewEntry:
        """Place an object on the table; raise Refusal if its label is taken."""
        require_seated(live.game, call.who)
        [label] = free_labels(live, (validate(Titled, {"name": thing.label}).name,))
        placed = ObjectPlaced(thing=thing.model_copy(update={"label": label}))
        return NewEntry("place add", [placed], _placement_title(live, placed.thing))

    @changes_game
    def take_off(self, live: ActiveGame, call: Call, label: str) -> NewEntry:
        """Remove an object; raise Refusal if it is not on the table."""
        require_seated(live.game, call.who)
        thing = _find_object(live, label)
        title = Heading(Text("{kind} {label} is removed", kind=Term(thing.kind), label=thing.label))
        return NewEntry("place remove", [ObjectRemoved(label=thing.label)], title)

    @changes_game
    def hold(self, live: ActiveGame, call: Call, label: str, side: str | None, unit: str | None = None) -> NewEntry:
        """Record that a side holds an objective, with the named unit if given; raise Refusal or RuleError."""
        thing = _find_objective(live, label)
        by = unit_named(live.game, unit) if unit else None
        holder = side_of(live.game, call.who, side or (by.side if by else None))
        require_seated(live.game, call.who)
        if by and by.side != holder:
            raise Refusal(Text("{unit} is not on the side of {side}.", unit=by.ref, side=holder))
        notes = live.system.holding_notes(live.board, holder, by)
        held = thing.model_copy(update={"holder": holder, "unit": by.id if by else None})
        title = Text("{label} is held by {holder}", label=thing.label, holder=holder)
        if by:
            title = Text("{label} is held by {holder}: {unit}", label=thing.label, holder=holder, unit=by.ref)
        return NewEntry("objective hold", [ObjectPlaced(thing=held)], title, side=holder, notes=notes)

    @changes_game
    def free(self, live: ActiveGame, call: Call, label: str) -> NewEntry:
        """Record that no side holds an objective any more."""
        thing = _find_objective(live, label)
        require_seated(live.game, call.who)
        return NewEntry(
            "objective free", [ObjectPlaced(thing=thing.released)], Text("{label} is free", label=thing.label)
        )

    @changes_game
    def score(self, live: ActiveGame, call: Call, side: str, points: int, why: str) -> NewEntry:
        """Add points to a side's score, with the reason; raise Refusal for an unknown side."""
        require_table_voice(live.game, call.who)
        name = only_code(side, live.game.sides) or only_code(usual_side(side), live.game.sides)
        if name is None:
            sides = Listed(live.game.sides)
            raise Refusal(Text("There is no side '{side}'; the sides are {sides}.", side=side[:40], sides=sides))
        event = PointsScored(side=name, points=points, why=Typed(why[:500]))
        title = Plural(
            "{side}: {points:+} point, {total} now",
            "{side}: {points:+} points, {total} now",
            abs(points),
            side=name,
            points=points,
            total=live.game.scores.get(name, 0) + points,
        )
        verdict = judge_victory(live.board.after([event]))
        notes = [verdict.reason] if verdict.over else []
        return NewEntry("score", [event], title, side=name, notes=notes, reason=why)

    async def victory(self, call: Call) -> tuple[ActiveGame, Verdict]:
        """Return the leading side by the victory rule, and whether the game is over."""
        live = await self.referee.games.require_game(call.where)
        return live, judge_victory(live.board)

    @changes_game
    def tick(self, live: ActiveGame, call: Call, step: str) -> NewEntry:
        """Toggle a setup step between done and not done; raise Refusal for an unknown step."""
        require_seated(live.game, call.who)
        key = only_code(step, [one.key for one in live.system.setup])
        found = next((one for one in live.system.setup if one.key == key), None)
        if found is None:
            steps = Listed([one.key for one in live.system.setup])
            raise Refusal(Text("There is no step '{step}'; the steps are {steps}.", step=step[:40], steps=steps))
        done = found.key not in live.game.ticked
        undone = Text("Setup: {step} Not done yet.", step=found.text)
        title = Text("Setup: {step} Done.", step=found.text) if done else undone
        return NewEntry("game setup", [SetupStepTicked(step=found.key, done=done)], title)


def free_labels(live: ActiveGame, labels: Sequence[str]) -> Sequence[str]:
    """Return the labels of new objects; raise Refusal if one is taken, or if the table is full."""
    taken = {known.casefold() for known in live.game.things}
    for label in labels:
        if label.casefold() in taken:
            raise Refusal(Text("{label} is already on the table. Remove it first or choose another name.", label=label))
        taken.add(label.casefold())
    if len(taken) > MOST_THINGS:
        raise Refusal(Text("A table can have at most {most} objects.", most=MOST_THINGS))
    return labels


def _placement_title(live: ActiveGame, thing: TableObject) -> Text:
    turns = Text(" for {turns}", turns=several_of(thing.turns, live.system.turn)) if thing.turns else NOTHING
    size = (
        Text(", radius {radius}", radius=inches_text(Decimal(str(thing.radius)).normalize()))
        if thing.radius
        else NOTHING
    )
    kind = Term(thing.kind)
    return Heading(Text("{kind} {label} is placed{size}{turns}", kind=kind, label=thing.label, size=size, turns=turns))


def _find_objective(live: ActiveGame, label: str) -> TableObject:
    """Return the objective with that label; raise Refusal for other objects."""
    thing = _find_object(live, label)
    if thing.kind != "objective":
        raise Refusal(Text("{label} ({kind}) is not an objective.", label=thing.label, kind=Term(thing.kind)))
    return thing


def _find_object(live: ActiveGame, label: str) -> TableObject:
    for known, thing in live.game.things.items():
        if known.casefold() == label.strip().casefold():
            return thing
    raise Refusal(
        Text(
            "There is no '{label}' on the table; the objects are {things}.",
            label=label[:40],
            things=Listed(live.game.things) or Text("nothing"),
        )
    )
