"""Cards in a campaign battle: the enemy and onlookers cannot find out which card is which unit.

The same evening is played twice: once Shadow is on the table and Whisper, a unit twice as large with other weapons,
stays at home, and once the other way round. All that others than Ann read, including refusals and suggestions, must be
the same in both.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.resolution.game_seeds import Draw
from bot.simulation.script import read_message
from tests.cogs import warring
from tests.cogs.shown import Told
from tests.cogs.table import Loaded, Table, services_on, sitting
from tests.proving import seeds

SHADOW, WHISPER, LURKER = "Shadow", "Whisper", "Lurker"
WORLDS = ((SHADOW, WHISPER), (WHISPER, SHADOW))
"""Who lies on the table, and who stays at home."""
READ = ("json", "csv", "html", "md")
"""The files that are compared letter for letter."""


@asynccontextmanager
async def campaign(folder: Path, name: str, draw: Draw | None = None) -> AsyncIterator[Table]:
    """Bob arbitrates and plays Blue, Ann Red with two units that come hidden, Cyd Green."""
    file, dice = folder / f"{name}.sqlite", Loaded()
    services = await services_on(file, dice, "run1", draw)
    async with sitting(services, dice, file) as table:
        await table.done(table.bob, "/campaign new", name="Long war", system="opreb")
        for who, roster in ((table.ann, "Red"), (table.bob, "Blue"), (table.cyd, "Green")):
            await table.done(who, "/campaign join", roster=roster)
        hidden = [
            {"type": "scout_sharpshooters", "name": SHADOW, "models": 4},
            {"type": "scout_sharpshooters", "name": WHISPER, "models": 9, "weapons": [{"name": "hmg", "count": 2}]},
        ]
        force = json.dumps({"name": "Reds", "system": "opreb", "units": [*hidden, *squads("Able", "Baker")]}).encode()
        await table.done(table.ann, "/campaign enlist", file=("force.json", force))
        for who, names in ((table.bob, ("Xavier", "Yoke")), (table.cyd, ("Mike", "November"))):
            file_ = warring.force_file(*names, system="opreb", kind="colonial_militia")
            await table.done(who, "/campaign enlist", file=file_)
        yield table


def options(message: Any) -> list[dict[str, Any]]:
    """Return all options of the menus of a message."""
    return [one for row in message.components for menu in row.get("components", []) for one in menu.get("options", [])]


def squads(*names: str) -> list[dict[str, Any]]:
    return [{"type": "colonial_militia", "name": name, "models": 5} for name in names]


class Seen:
    """All that others than Ann have read, in order, without differences by chance."""

    def __init__(self, table: Table) -> None:
        self.table, self.lines = table, list[str]()

    def add(self, what: str, said: str) -> None:
        said = re.sub(r"[0-9a-f]{64}", "SUM", re.sub(r"\b[0-9a-f]{32}\b", "ID", said))
        said = re.sub(r'src="data:image/svg[^"]*"', "CODE", said)  # of the address beside it
        self.lines.append(f"{what}: {re.sub(r'[0-9]{15,}', 'N', said)}")

    async def say(self, who: Any, command: str, where: Any = None, **given: Any) -> Told:
        told = await self.table.say(who, command, where, **given)
        await self.told(f"{who.name} {command} {given}", told)
        return told

    async def told(self, what: str, told: Told) -> None:
        menus = [(one["label"], one.get("description")) for message in told.messages for one in options(message)]
        self.add(what, f"{told.title} | {told.text} | {told.footer} | {told.buttons} | {menus} | {told.form}")
        for file in [file for message in told.messages for file in message.attachments]:
            content = (await file.read()).decode("utf-8", "replace")
            self.add(
                f"{what} {file.filename}", content if file.filename.endswith(("json", "csv", "html", "md")) else ""
            )

    def channels(self, but: Collection[int] = ()) -> None:
        """Every message, `but` for some."""
        for who in (self.table.bob, self.table.cyd):
            for where in (self.table.channel, self.table.other):
                for message in (one for one in where.history(viewer=who) if one.id not in but):
                    said = read_message(message, None)
                    self.add(who.name, "\n".join((*said.lines, said.footer, *said.controls)))


async def fight_battle(table: Table, seen: Seen, card: str, home: str) -> None:
    """An evening: what Ann does with her card, and all that the others try meanwhile."""
    await table.done(table.ann, "/campaign battle start", against="Blue", units=f"Able, {card}")
    seen.channels()
    await ask_everything(table, seen)
    await table.done(table.ann, "/campaign battle withdraw", unit=card)
    await table.done(table.ann, "/campaign battle field", unit=card)
    live = await table.live()
    hidden = next(unit.id for unit in live.game.units.values() if unit.has("hidden"))
    for command, given in (("/activate", {}), ("/move", {}), ("/act", {"action": "rally"}), ("/morale", {})):
        told = await table.say(table.ann, command, unit=hidden, **given)
        if told.warned:
            await table.click(table.ann, told, "Anyway")
    seen.channels()
    await table.done(table.ann, "/campaign battle field", unit=home)
    await ask_everything(table, seen, last=True)
    seen.channels()


async def ask_everything(table: Table, seen: Seen, last: bool = False) -> None:
    """Everything that Bob, who arbitrates and is the enemy, and at last Cyd, who looks on, can ask about it.

    They ask about Shadow, who is the card in one evening and at home in the other. At last Bob only tries again what he
    may change, and Cyd reads.
    """
    reader = table.cyd if last else table.bob
    for command, given in ABOUT:
        told = await seen.say(reader, command, **given)
        await click_details(table, seen, reader, told)
    for command, given in OF_A_UNIT:
        told = await seen.say(table.bob, command, unit=SHADOW, **given)
        await click_details(table, seen, table.bob, told)
    for named in (SHADOW, f"{SHADOW}, {WHISPER}"):
        await seen.say(reader, "/campaign battle start", table.other, against="Red", theirs=named)
    await ask_suggestions(table, seen, reader, last)
    if last:
        told = await seen.say(table.cyd, "/campaign unit", unit=SHADOW)
        await click_details(table, seen, table.cyd, told)
        await seen.say(table.cyd, "/campaign battle start", table.other, against="Red", lengths="inches")
        for number in range((await warring.current_campaign(table)).number, 0, -1):
            await seen.say(table.bob, "/campaign edit undo", entry=number)


ABOUT: Sequence[tuple[str, dict[str, Any]]] = (
    *(("/campaign roster", {"roster": one}) for one in ("Red", "Blue")),
    *((f"/campaign {one}", {}) for one in ("standings", "rulings", "battle list", "report", "end")),
    ("/campaign log", {"last": 20}),
    *(("/campaign export", {"format": one}) for one in ("json", "csv", "html")),
    *(("/campaign export", {"format": one, "anonymous": True}) for one in ("json", "html")),
    *((command, {}) for command in ("/game status", "/unit list", "/log show", "/game board", "/stats")),
    *(("/export", {"format": one}) for one in ("json", "csv", "markdown", "html")),
    *((command, {}) for command in ("/game victory", "/game setup", "/waiting", "/why", "/fairness show", "/luck")),
    ("/force export", {}),
    ("/force cards", {}),
    *(("/campaign roster", {"roster": one, "format": "cards"}) for one in ("Red", "Blue")),
    ("/privacy export", {}),
)
OF_A_UNIT: Sequence[tuple[str, dict[str, Any]]] = (
    ("/campaign unit", {}),
    ("/campaign rename", {"name": "Renamed"}),
    ("/campaign rest", {}),
    ("/campaign dismiss", {}),
    ("/campaign reinforce", {"figures": 1}),
    ("/campaign level", {"level": 1, "trait": "skill"}),
    ("/campaign award", {"what": "first_blood"}),
    ("/campaign edit unit", {"figures": -1}),
    ("/arbiter status", {"status": "recovering", "misses": 1}),
    ("/arbiter transfer", {"roster": "Blue"}),
    ("/campaign battle field", {}),
    ("/campaign battle withdraw", {}),
    ("/unit show", {}),
    ("/marker set", {"marker": "pinned", "count": 1}),
)


async def click_details(table: Table, seen: Seen, who: Any, told: Told) -> None:
    """The controls of an answer that show more of it."""
    for label in ("My roster", "Next battle", "Rename", "Report", "Back to Red", "Every unit"):
        if label in told.buttons:
            await seen.told(f"{who.name} taps {label}", await table.click(who, told, label))
    if any(one["label"] == SHADOW for message in told.messages for one in options(message)):
        await seen.told(f"{who.name} picks {SHADOW}", await table.pick(who, told, SHADOW, "A unit"))


async def ask_suggestions(table: Table, seen: Seen, who: Any, last: bool) -> None:
    """Every option of the commands of a campaign, at the end with its first letter; the same ones only once."""
    bot: Any = table.env.bot
    asked = set[str]()
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name.startswith("campaign"):
            for option in (one for one in command.parameters if one.autocomplete and one.name not in asked):
                asked |= {option.name} & {"campaign", "battle", "roster"}
                typed = "s" if last else ""
                found = await table.type(who, command.qualified_name, option.name, typed)
                seen.add(f"{who.name} types {command.qualified_name} {option.name} {typed}", str(found))


async def test_nothing_that_others_read_tells_which_card_is_which(tmp_path: Path) -> None:
    """Bob is the arbitrator, who sees no more than other players."""
    runs: list[list[str]] = []
    for card, home in WORLDS:
        async with campaign(tmp_path, card) as table:
            seen = Seen(table)
            await fight_battle(table, seen, card, home)
            runs.append(seen.lines)
    first, second = runs
    assert len(first) == len(second) > 250
    for one, other in zip(first, second, strict=True):
        assert one == other


async def names_of_cards(table: Table, where: Any = None) -> list[str]:
    """Return the names of the cards on the table by number, after the open units."""
    units = list((await table.live(where)).game.units.values())
    red = [unit for unit in units if unit.side == "Red"]
    assert [unit.has("hidden") for unit in red] == sorted(unit.has("hidden") for unit in red)
    assert [int(unit.id[1:]) for unit in units] == sorted(int(unit.id[1:]) for unit in units)
    return [unit.name for unit in red if unit.has("hidden")]


async def test_card_numbers_are_drawn_by_chance(tmp_path: Path) -> None:
    """The order of the roster is Shadow, Whisper: other seeds give the cards another order, however they come."""
    async with campaign(tmp_path, "drawn", seeds("cards")) as table:

        async def at_once(where: Any) -> None:
            await table.done(table.ann, "/campaign battle start", where, against="Blue")

        async def by_the_form(where: Any) -> None:
            told = await table.done(table.ann, "/campaign battle start", where, against="Blue", units="Able")
            form = await table.click(table.ann, told, "Choose units")
            own = [one.id for one in (await warring.current_campaign(table)).units_of_roster("r1")]
            await table.fill(table.ann, form, units=own)

        async def by_the_enemy(where: Any) -> None:
            await table.done(table.bob, "/campaign battle start", where, against="Red")

        async def without_a_campaign(where: Any) -> None:
            await table.done(table.ann, "/game new", where, system="opreb")
            units = [{"type": "scout_sharpshooters", "name": name} for name in (SHADOW, WHISPER)] + squads("Able")
            content = json.dumps({"name": "Reds", "system": "opreb", "units": units}).encode()
            told = await table.done(table.ann, "/force load", where, file=("force.json", content), side="Red")
            assert SHADOW not in told.text

        for start in (at_once, by_the_form, by_the_enemy, without_a_campaign):
            found: set[tuple[str, ...]] = set()
            for nth in range(12):
                where = table.guild.create_text_channel(f"{start.__name__} {nth}")
                await start(where)
                found.add(tuple(await names_of_cards(table, where)))
                if start != without_a_campaign:
                    await table.done(table.bob, "/campaign battle off", where)
                if len(found) > 1:
                    break
            assert found == {(SHADOW, WHISPER), (WHISPER, SHADOW)}, start


async def test_several_hidden_units_are_added_without_their_name(table: Table) -> None:
    await table.done(table.ann, "/game new", system="opreb")
    given = {"profile": "scout_sharpshooters", "name": SHADOW, "side": "Red", "count": 3}
    told = await table.done(table.ann, "/unit add", **given)
    assert told.title == "Red: 3 hidden units join"


async def test_only_its_own_player_names_a_unit_that_comes_hidden(tmp_path: Path) -> None:
    async with campaign(tmp_path, "named") as table:
        said = await table.refused(table.bob, "/campaign battle start", against="Red", theirs=f"Able, {SHADOW}")
        assert "the player of Red brings it" in said
        typed = [value for _, value in await table.type(table.bob, "/campaign battle start", "theirs")]
        assert typed == ["Able", "Baker", "Mike", "November"]
        await table.done(table.bob, "/campaign battle start", against="Red", theirs="Able")
        await table.done(table.ann, "/campaign battle field", unit=SHADOW)
        assert await names_of_cards(table) == [SHADOW]


async def test_a_name_is_not_numbered_because_of_a_card_of_the_enemy(tmp_path: Path) -> None:
    async with campaign(tmp_path, "twins") as table:
        twin = json.dumps({"name": "Twins", "system": "opreb", "units": squads(SHADOW)}).encode()
        await table.done(table.bob, "/campaign enlist", file=("force.json", twin))
        await table.done(table.ann, "/campaign battle start", against="Blue")
        names = [unit.name for unit in (await table.live()).game.units.values() if unit.side == "Blue"]
        assert names == ["Xavier", "Yoke", SHADOW]


async def test_the_record_of_its_own_player_is_whole_and_a_second_battle_leaves_at_home_who_may_lie_in_the_first(
    tmp_path: Path,
) -> None:
    """Its absence from the second battle would reveal the card in the first; her own player is free to bring it."""
    async with campaign(tmp_path, "two") as table:
        await table.done(table.ann, "/campaign battle start", against="Blue", units=f"Able, {SHADOW}")
        shadow = next(one.id for one in (await warring.current_campaign(table)).units.values() if one.name == SHADOW)
        files = dict[int, bytes]()
        for who, knows in ((table.ann, True), (table.bob, False), (table.cyd, False)):
            (file,) = (await table.done(who, "/campaign export")).messages[-1].attachments
            files[who.id] = await file.read()
            entries = json.loads(files[who.id])["entries"]
            fielded = [one["unit"] for entry in entries for one in entry["events"] if one["kind"] == "fielded"]
            assert (shadow in fielded) is knows
        told = await table.done(table.cyd, "/campaign battle start", table.other, against="Red")
        assert "Red (Ann): 1 unit" in told.text
        mine = await table.done(table.ann, "/campaign roster", roster="Red")
        assert f"{SHADOW}: 4 of 4 · in battle 1" in mine.text
        assert f"{WHISPER}: 9 of 9\n" in f"{mine.text}\n"
        theirs = await table.done(table.cyd, "/campaign roster", roster="Red")
        for unit in (f"{SHADOW}: 4 of 4", f"{WHISPER}: 9 of 9"):
            assert f"{unit} · perhaps in battle 1" in theirs.text
        await table.done(table.ann, "/campaign battle field", unit=WHISPER, battle="2")
        await table.done(table.bob, "/campaign import", file=("war.json", files[table.bob.id]))


async def test_no_ledger_reveals_the_experience_of_a_card_to_others(tmp_path: Path) -> None:
    async with campaign(tmp_path, "level") as table:
        force = {"name": "More", "system": "opreb", "units": [{**squads(LURKER)[0], "states": {"hidden": 1}}]}
        await table.done(table.ann, "/campaign enlist", file=("force.json", json.dumps(force).encode()))
        await table.done(table.ann, "/campaign battle start", against="Blue", units=f"Able, {LURKER}")
        await warring.end_game(table)
        await table.done(table.ann, "/campaign edit unit", unit=LURKER, experience=4)
        for who in (table.ann, table.bob):
            await table.done(who, "/campaign sign")
        old = {message.id for message in table.channel.history(viewer=table.bob)}
        await table.done(table.ann, "/campaign battle start", against="Blue", units=f"Able, {LURKER}")
        card = next(unit for unit in (await table.live()).game.units.values() if unit.has("hidden"))
        assert card.origins
        for command, given in (("/activate", {}), ("/morale", {}), ("/act", {"action": "rally"})):
            told = await table.say(table.ann, command, unit=card.id, **given)
            if told.warned:
                await table.click(table.ann, told, "Anyway")
        seen = Seen(table)
        seen.channels(old)
        for number in range(1, await table.last() + 1):
            await seen.say(table.bob, "/why", entry=number)
        for command in ("/game status", "/unit list", "/log show", "/stats"):
            await seen.say(table.bob, command)
        await seen.say(table.bob, "/export", format="html")
        assert not [line for line in seen.lines if "first battle" in line or LURKER in line]
        mine = await table.say(table.ann, "/unit show", unit=card.id)
        assert "first battle" in mine.text
