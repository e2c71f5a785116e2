"""The questions of the bot as an opponent: the taps of a turn, for the present table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.services.play.opponent import OpponentSeat
from bot.services.play.opponent_state import BotState
from bot.simulation.field import Battlefield
from cogs.components.play.line_of_sight_form import AROUND_IT, assumed_sight, distance_options
from cogs.rendering.text import Reader
from data.files import opponent_of
from data.texts import language
from rules.game.events import TurnAdvanced
from rules.opponent.sight import LIKELY, Around, Moved, Sight
from rules.opponent.weighing import usual_cover
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

MOST_TAPS, AT_WORST = 20, 24
"""Taps of a FUBAR turn of four units of the bot: of the first one, and of the second where units have moved apart,
which depends on the die of near ties.
"""


@dataclass
class Figures:
    """Ann, who moves the figures of both sides on the abstract table of duels, and reports their positions.

    A menu costs two taps if another option than the preselected one is needed; a menu of several choices costs one tap
    for each change and one to close it; a form is sent by one tap.
    """

    table: Table
    ground: Battlefield
    taps: int = 0
    could_not: int = 0
    said: list[Told] = field(default_factory=list[Told])

    async def sight(self) -> Sight:
        live = await self.table.live()
        return self.ground.sight(live.board, usual_cover(live.board, opponent_of(live.system.key)))

    async def tap(self, told: Told, label: str) -> Told:
        self.taps += 1
        # One for the activation, and one before it for the die of near ties, where there is one.
        self.table.dice.next(*([] if self.table.dice.faces else [6, 6]))
        return await self._came(await self.table.click(self.table.ann, told, label))

    async def _came(self, told: Told) -> Told:
        """Return the bot's messages; forms are filled in from the table and sent."""
        self.said.append(told)
        while told.form is not None:
            told = await self._told(told)
            self.said.append(told)
        return told

    async def _told(self, form: Told) -> Told:
        sight, given = await self.sight(), dict[str, Any]()
        assert form.form is not None
        unit = form.form["custom_id"].split(":")[-1]
        for one in fields_of(form):
            foe, shown = one["custom_id"], [each["value"] for each in one["options"] if each.get("default")]
            right = around(sight, unit) if foe == AROUND_IT else [sight_option(sight, unit, foe, one["options"])]
            if set(right) != set(shown):
                self.taps += 2 if foe != AROUND_IT else 2 + len(set(right) ^ set(shown))
                given[foe] = right
        self.taps += 1
        return await self.table.fill(self.table.ann, form, **given)

    async def _answers(self, told: Told) -> Told:
        """Return the shortest way to report the table."""
        rows = [one for message in told.messages for row in message.components for one in row["components"]]
        unit = next(one["custom_id"].split(":")[-1] for one in rows if one.get("label") == "That is right")
        live, sight = await self.table.live(), await self.sight()
        plays = await self.table.services.opponent.state(live)
        asked = await self.table.services.opponent.query(live, plays, unit)
        taken = assumed_sight(live, plays, asked)
        options = [
            one.to_select_option().to_dict()
            for one in distance_options(Reader(language("en")), live, live.game.units[unit])[0]
        ]
        real = {foe: sight_option(sight, unit, foe, [dict(one) for one in options]) for foe in taken}
        said = {foe: f"{one.inches:f}|{one.cover}" if one else "no" for foe, one in taken.items()}
        near = asked.reactor_count or set(around(sight, unit)) == set(
            distances_of(plays.sight.around.get(unit, LIKELY))
        )
        if real == said and near:
            return await self.tap(told, "That is right")
        if set(real.values()) == {"no"}:
            return await self.tap(told, "It sees no enemy")
        if asked.reactor_count and len(real) == 1:
            self.taps += 2
            self.table.dice.next(*([] if self.table.dice.faces else [6, 6]))
            [value] = real.values()
            label = next(one["label"] for one in options if one["value"] == value)
            return await self._came(await self.table.pick(self.table.ann, told, label))
        wrong = [foe for foe in real if real[foe] != said[foe]]
        added, gone = [foe for foe in wrong if said[foe] == "no"], [foe for foe in wrong if real[foe] == "no"]
        is_near, was_near = set(around(sight, unit)), set(distances_of(plays.sight.around.get(unit, LIKELY)))
        differs = 0 if asked.reactor_count else len(is_near ^ was_near)
        in_the_form = 2 + 2 * len(wrong) + (2 + differs if differs else 0)
        by_ticks = 2 + len(added) + len(gone) + differs + (1 if added else 0)
        # A changed distance of an enemy that stays in sight is only entered in a form.
        if asked.reactor_count or set(wrong) - {*added, *gone} or in_the_form <= by_ticks:
            return await self.tap(told, "Correct it …")
        self.taps += by_ticks - (1 if added else 0)
        self.table.dice.next(*([] if self.table.dice.faces else [6, 6]))
        ticked = [
            *(f"+{one}" for one in (*added, *(is_near - was_near))),
            *(f"-{one}" for one in (*gone, *(was_near - is_near))),
        ]
        return await self._came(await self.table.tick(self.table.ann, told, ticked))

    async def moves(self) -> None:
        """The figures go where the order says."""
        live = await self.table.live()
        order = (await self.table.services.opponent.state(live)).order
        assert order is not None
        move: Moved | None = order.option.move
        assert move is not None
        self.ground.move(live.board, order.option.unit, move, float(move.inches))

    async def plays(self, told: Told, most: int = 80) -> Told:
        """Does what the bot says until it has nothing to do."""
        for _ in range(most):
            if "Done" in told.buttons:
                await self.moves()
                told = await self.tap(told, "Done")
            elif "That is right" in told.buttons:
                told = await self._answers(told)
            elif told.title.startswith("Ann: "):
                # Losses of her own side are her decision, and no tap for the bot.
                told = await self._came(await self.table.click(self.table.ann, told, told.buttons[0]))
            else:
                return told
        raise AssertionError("it never comes to an end")


def sight_option(sight: Sight, unit: str, foe: str, options: list[dict[str, Any]]) -> str:
    """Return the option that says how far an enemy is and what cover it has."""
    far = sight.inches_between(unit, foe)
    if far is None or not sight.sees(unit, foe):
        return "no"
    found = [one["value"].partition("|") for one in options if "|" in one["value"]]
    ends = sorted({float(end) for end, _, _ in found})
    end = next((one for one in ends if one >= far), ends[-1])
    cover = sight.cover.get(foe) or found[0][2]
    return next("|".join((at, code)) for at, _, code in found if float(at) == end and code == cover)


def around(sight: Sight, unit: str) -> list[str]:
    return distances_of(sight.near(unit))


def distances_of(near: Around) -> list[str]:
    return [name for name in ("cover", "objective", "hide", "holds") if getattr(near, name)]


@pytest.fixture
async def alone(table: Table) -> Figures:
    """Ann plays Red at a FUBAR demo, the bot Blue, which has the first go."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="fubar")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    return Figures(table, Battlefield.of((await table.live()).board))


async def turn(alone: Figures) -> int:
    """Play a turn of the bot's four units, none of which fails to act; return the number of taps."""
    table, before = alone.table, alone.taps
    told = await table.done(table.ann, "/initiative", dice="1 6")
    table.dice.faces.clear()
    for _ in range(12):
        live = await table.live()
        left = [one for one in live.game.units_of_side("Blue") if one.alive and not one.has("tried")]
        if not left or live.game.holder != "Blue":
            break
        told = await alone.plays(await alone.tap(told, "Adjutant plays on"))
    return alone.taps - before


async def test_a_first_fubar_turn_of_four_units_of_the_bot_is_twenty_taps_and_nothing_typed(alone: Figures) -> None:
    first = await turn(alone)
    await alone.table.anyway(alone.table.ann, "/turn next")
    second = await turn(alone)
    forms = [one for said in alone.said for one in (said.form or {}).get("components", ())]
    print(f"\nsolo, fubar: {first} taps in the first turn, {second} in the second, {len(alone.said)} answers")
    assert all(one["component"]["type"] == 3 for one in forms), "menus only: nothing is typed"
    assert not any("****" in one.text for one in alone.said), "a short result has no heading of its own"
    live = await alone.table.live()
    assert all(one.has("tried") for one in live.game.units_of_side("Blue") if one.alive)
    assert first <= MOST_TAPS
    assert second <= AT_WORST


async def test_a_unit_in_the_middle_of_its_go_is_asked_of_first(table: Table) -> None:
    """One that has moved may still shoot; the others may move as well, and have not begun."""
    await table.done(table.ann, "/game demo", system="openfire_ww2")
    live, plays = await table.live(), BotState(side="Blue", stance="balanced")
    live.game.apply(TurnAdvanced(turn=1, order=("Blue", "Red"), holder="Blue"))
    first, *_, last = live.game.units_of_side("Blue")
    for unit in (last, first):
        live.game.units[unit.id] = unit.model_copy(update={"states": {**unit.states, "acted": 1, "moved": 1}})
        assert OpponentSeat.units_left(live, plays)[0] == unit.id
        live.game.units[unit.id] = unit
