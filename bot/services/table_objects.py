"""What lies on the table beside units: objectives, smoke, gas, mines, terrain; and points, setup and victory."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import seated, side_of
from bot.game.registry import ActiveGame
from bot.resolution.referee import Referee, replanned
from bot.resolution.result import CommandResult
from rules.events import ObjectPlaced, ObjectRemoved, PointsScored, SetupStepTicked, TableObject
from rules.facts import checked
from rules.force import Titled
from rules.system import Verdict
from rules.text import counted, listed, say, spoken

KINDS = ("objective", "smoke", "gas", "minefield", "terrain")
MOST_THINGS = 50


class TableObjects:
    """Objects, points and the course of a game, for anybody at the table."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games = referee, referee.games

    @replanned
    async def place(self, call: Call, thing: TableObject) -> CommandResult:
        """Lay an object on the table; raises Refusal for a label that stands already."""
        live = await self._games.at(call.where)
        async with live.lock:
            seated(live.game, call.who)
            label = checked(Titled, {"name": thing.label}).name
            if label.casefold() in (known.casefold() for known in live.game.things):
                raise Refusal(
                    say("{label} lies on the table already; take it off first or choose another label.", label=label)
                )
            if len(live.game.things) >= MOST_THINGS:
                raise Refusal(say("A table holds {most} objects.", most=MOST_THINGS))
            placed = ObjectPlaced(thing=thing.model_copy(update={"label": label}))
            last = say(" for {turn}", turn=counted(thing.turns, live.system.turn)) if thing.turns else ""
            size = say(", radius {radius:g}″", radius=thing.radius) if thing.radius else ""
            title = say(
                "{kind} {label} is placed{size}{last}", kind=spoken(thing.kind), label=label, size=size, last=last
            )
            return await self._referee.note(live, call, "place add", [placed], title=title[:1].upper() + title[1:])

    @replanned
    async def take_off(self, call: Call, label: str) -> CommandResult:
        """Pick an object up; raises Refusal when it is not there."""
        live = await self._games.at(call.where)
        async with live.lock:
            seated(live.game, call.who)
            thing = _thing(live, label)
            title = say("{kind} {label} is taken off", kind=spoken(thing.kind), label=thing.label)
            events = [ObjectRemoved(label=thing.label)]
            return await self._referee.note(live, call, "place remove", events, title=title[:1].upper() + title[1:])

    @replanned
    async def hold(self, call: Call, label: str, side: str | None, free: bool = False) -> CommandResult:
        """An objective is held by a side, or by nobody."""
        live = await self._games.at(call.where)
        async with live.lock:
            thing = _thing(live, label)
            if thing.kind != "objective":
                raise Refusal(say("{label} is {kind}, not an objective.", label=thing.label, kind=spoken(thing.kind)))
            holder = None if free else side_of(live.game, call.who, side)
            seated(live.game, call.who)
            placed = ObjectPlaced(thing=thing.model_copy(update={"holder": holder}))
            title = (
                say("{label} is held by {holder}", label=thing.label, holder=holder)
                if holder
                else say("{label} is free", label=thing.label)
            )
            command = "objective free" if free else "objective hold"
            return await self._referee.note(live, call, command, [placed], side=holder, title=title)

    @replanned
    async def score(self, call: Call, side: str, points: int, why: str) -> CommandResult:
        """Points for a side, and what for; raises Refusal for a side that is not there."""
        live = await self._games.at(call.where)
        async with live.lock:
            seated(live.game, call.who)
            name = next((known for known in live.game.sides if known.casefold() == side.strip().casefold()), None)
            if name is None:
                raise Refusal(
                    say(
                        "There is no side {side!r}; there is {sides}.",
                        side=side[:40],
                        sides=listed(list(live.game.sides)),
                    )
                )
            event = PointsScored(side=name, points=points, why=why[:500])
            total = live.game.scores.get(name, 0) + points
            title = say(
                "{side}: {points:+d} point, {total} now"
                if abs(points) == 1
                else "{side}: {points:+d} points, {total} now",
                side=name,
                points=points,
                total=total,
            )
            return await self._referee.note(
                live, call, "score", [event], side=name, title=title, reason=why[:500], notes=_verdict_note(live, event)
            )

    async def victory(self, call: Call) -> tuple[ActiveGame, Verdict]:
        """Who is ahead by the winning rule, and whether it is over."""
        live = await self._games.at(call.where)
        return live, live.system.victory(live.board)

    @replanned
    async def tick(self, call: Call, step: str) -> CommandResult:
        """Tick a step of the setup off, or on again; raises Refusal for a step that is none."""
        live = await self._games.at(call.where)
        async with live.lock:
            seated(live.game, call.who)
            key = step.strip().lower()
            found = next((one for one in live.system.setup if one.key == key), None)
            if found is None:
                steps = listed([one.key for one in live.system.setup])
                raise Refusal(say("There is no step {step!r}; there is {steps}.", step=step[:40], steps=steps))
            done = key not in live.game.ticked
            title = say("Setup: {step} Done." if done else "Setup: {step} Not done yet.", step=say(found.text))
            return await self._referee.note(
                live, call, "game setup", [SetupStepTicked(step=key, done=done)], title=title
            )


def _thing(live: ActiveGame, label: str) -> TableObject:
    for known, thing in live.game.things.items():
        if known.casefold() == label.strip().casefold():
            return thing
    raise Refusal(
        say(
            "There is no {label!r} on the table; there is {things}.",
            label=label[:40],
            things=listed(list(live.game.things)) or say("nothing"),
        )
    )


def _verdict_note(live: ActiveGame, event: PointsScored) -> tuple[str, ...]:
    verdict = live.system.victory(live.board.after([event]))
    return (verdict.reason,) if verdict.over else ()
