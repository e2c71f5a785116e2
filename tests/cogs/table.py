"""A table for tests: a server with a channel, three players, and the real bot over a real file."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from discord.app_commands import CommandTree
from simcord.actors import MemberActor, _component_interaction
from simcord.backend import Backend
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.env import Env
from simcord.http import router
from simcord.results import ResponseMessage

# The clicked message can be edited by the token of the click, as in Discord.
import bot.simulation.environment  # noqa: F401
from bot.client import Adjutant
from bot.dice.provable import seeded_dice
from bot.game.people import Call, Person, Place
from bot.game.registry import ActiveGame
from bot.resolution.game_seeds import Draw
from bot.services import Services
from bot.services.play import opponent_orders
from bot.services.play.opponent_orders import ORDER
from bot.store import engine
from bot.store.record import Record
from data import system_registry
from rules.game.entry import Entry, play_back
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.dice import Roll
from rules.kernel.table import Faces
from tests.cogs import strict
from tests.cogs.made_once import create_database, defined_once, lite_compiled_once, read_once, start_quickly, synced
from tests.cogs.settling import settle_soon
from tests.cogs.shown import NOT_REFUSALS, Told, fields, labels, prefilled_value

settle_soon()
start_quickly()
# Be patient on a busy machine.
Env.__init__.__kwdefaults__["settle_timeout"] = 60.0  # pyright: ignore[reportOptionalSubscript]
LIVE_SECONDS, opponent_orders.SECONDS = opponent_orders.SECONDS, 60
CommandTree.sync = synced
Adjutant.definition = defined_once
engine.sqlite_engine = lite_compiled_once
system_registry.read_files = read_once
router.dispatch = strict.dispatch
NAMES = ("ann", "bob", "cyd")
CALLED = ("Activate", "Fire", "Attack", "Move", "Assault")
"""Menus that move behind the controls of the board if there is no room for them."""
OF_BEFORE = ("Odds", "Again")
"""Buttons that results had in earlier versions; they are behind "Why?" now."""


class Loaded:
    """The bot's dice: prepared faces first, then a sequence determined by the seed."""

    def __init__(self, seed: bytes = b"tests") -> None:
        self.faces: list[int] = []
        self.thrown: list[int] = []
        self._rest = seeded_dice(seed)
        self._asked: list[tuple[Roll[Any], int]] = []

    def next(self, *faces: int) -> None:
        """Prepare the next faces."""
        self.faces += faces

    def __call__(self, throw: Roll[Any], count: int) -> Faces:
        laid, self.faces = self.faces[:count], self.faces[count:]
        if throw.key == ORDER:
            # This die has one face per order: a face prepared for another die is reduced to its last one.
            laid = [min(face, throw.sides) for face in laid]
        more = self._further(throw, count - len(laid)) if len(laid) < count else ()
        self.thrown += [*laid, *more]
        return Faces((*laid, *more), "bot")

    def _further(self, throw: Roll[Any], count: int) -> tuple[int, ...]:
        self._asked.append((throw, count))
        return self._rest(throw, count).faces

    def goes_on_from(self, others: Loaded) -> None:
        """Continue the sequence after the rolls of `others`."""
        for throw, many in others._asked:
            self._further(throw, many)
        self.thrown += others.thrown


def clock(first: float = 1_700_000_000) -> Callable[[], float]:
    """Return a clock that advances by one second per call."""
    ticks = count(first)
    return lambda: float(next(ticks))


async def services_on(
    file: Path, dice: Any, run: str, draw: Draw | None = None, time: Callable[[], float] | None = None
) -> Services:
    """Return services over that file; `run` distinguishes the interactions of several instances.

    With `draw` its games have provable dice, and `dice` serve free rolls only; `time` is its clock.
    """
    create_database(file)
    return Services(await Record.open(f"sqlite:///{file}"), time or clock(), dice, run, draw=draw, detail="full")


class Table:
    """The table: Ann starts the games and is their umpire; Bob and Cyd may join."""

    def __init__(self, env: Env, services: Services, dice: Loaded, file: Path) -> None:
        self.env, self.services, self.dice, self.file = env, services, dice, file
        self._runs = 1
        self.keeps_time = False
        """True if the clock of the test continues after a restart."""
        if env.backend.guilds:
            self._sit_down_again()
            return
        self.guild = env.create_guild("Club")
        self.channel = self.guild.create_text_channel("table")
        self.other = self.guild.create_text_channel("other-table")
        self.ann, self.bob, self.cyd = (
            self.guild.add_member(env.create_user(name, global_name=name.title())) for name in NAMES
        )

    def _sit_down_again(self) -> None:
        """Find the server and the players of a table that was used before."""
        backend = self.env.backend
        (guild,) = backend.guilds.values()
        self.guild = GuildHandle(self.env, guild)
        channels = {one.name: ChannelHandle(self.env, self.guild, one) for one in backend.channels.values()}
        self.channel, self.other = channels["table"], channels["other-table"]
        people = {one.name: UserHandle(self.env, one) for one in backend.users.values()}
        self.ann, self.bob, self.cyd = (MemberActor(self.env, self.guild, people[name]) for name in NAMES)

    async def say(self, who: Any, command: str, /, where: Any = None, **options: Any) -> Told:
        """Give a command as a player, with options by their names in Discord."""
        told = Told.of(await who.slash(where or self.channel, command.removeprefix("/"), **options))
        assert told.result.acknowledged, f"{command}: not answered"
        return told

    async def done(self, who: Any, command: str, /, where: Any = None, **options: Any) -> Told:
        """Give a command that must succeed, and confirm the end of a game or a further undo."""
        told = await self.say(who, command, where, **options)
        if command == "/game end" and told.buttons[1:] == ("Cancel",):
            told = await self.click(who, told, told.buttons[0])
        if command == "/undo" and told.buttons == ("Undo", "Keep"):
            told = await self.click(who, told, "Undo")
        wrong = told.refused or told.title in NOT_REFUSALS
        assert not wrong, f"{command}: {told.title} {told.text}"
        return told

    async def refused(self, who: Any, command: str, /, where: Any = None, **options: Any) -> str:
        """Give a command and return its refusal, which must be private and leave no entry."""
        before = await self.last(where)
        told = await self.say(who, command, where, **options)
        assert told.refused, f"{command}: {told.title} {told.text}"
        assert await self.last(where) == before
        assert set(told.buttons) <= {"End the game …"}, "nothing but what is in the way can be done away with"
        return told.whole

    async def warned(self, who: Any, command: str, /, where: Any = None, **options: Any) -> Told:
        """Give a command that must wait for confirmation, privately and without an entry.

        It may also offer the step that the rules require first.
        """
        before = await self.last(where)
        told = await self.say(who, command, where, **options)
        assert told.title == "Please confirm", f"{command}: {told.title} {told.text}"
        assert told.private
        assert told.warned
        assert [one for one in told.buttons if not one.startswith("Charge, then ask ")][1:] == ["Cancel"]
        assert await self.last(where) == before
        return told

    async def anyway(self, who: Any, command: str, /, where: Any = None, **options: Any) -> Told:
        return await self.click(who, await self.warned(who, command, where, **options), "Anyway")

    async def agreed(self, who: Any, other: Any, command: str, /, **options: Any) -> Told:
        """Repeat a command: confirm it, and let the other side agree."""
        before, asked = await self.last(), await self.anyway(who, command, **options)
        assert asked.buttons == ("Agree", "No"), asked
        assert not asked.private
        assert await self.last() == before
        return await self.click(other, asked, "Agree")

    async def click(self, who: Any, told: Told, label: str) -> Told:
        """Click a button of an answer as a player; "Anyway" is the one that ends with it."""
        if label == "Anyway":
            label = next(found for found in told.buttons if found.endswith(" anyway"))
        if label in OF_BEFORE and not self.has(told, label):
            return await self.click_of_before(who, told, f"adj1:{label.lower()}:{self._entry_of(told)}")
        if label != "Anyway" and not self.has(told, label) and self.has(told, label.partition(": ")[0]):
            label = label.partition(": ")[0]  # a choice whose text shows the rest
        if label != "Anyway" and not self.has(told, label) and (line := self._in_a_menu(told, label)):
            return await self.pick(who, told, line)
        message = next(message for message in told.messages if label in labels(message.components))
        again = Told.of(await who.click(message, label=label), message.id)
        assert again.result.acknowledged, f"{label}: not answered"
        return again

    def _in_a_menu(self, told: Told, label: str) -> str:
        """Return the menu option for a step that did not fit as a button."""
        rows = [row["components"] for message in told.messages for row in message.components]
        lines = [option["label"] for row in rows for one in row for option in one.get("options", ())]
        return next((line for line in lines if line.endswith(f": {label}")), "")

    async def pick(self, who: Any, told: Told, label: str, menu_called: str = "") -> Told:
        """Pick an option in a menu under an answer.

        `menu_called` is the placeholder; the menu may be behind a button of that name, or behind all controls.
        """
        menus = [(m, one) for m in told.messages for row in m.components for one in row.get("components", [])]
        for message, menu in menus:
            if menu_called not in (menu.get("placeholder") or ""):
                continue
            for option in menu.get("options", []):
                if option["label"] == label:
                    made = await who.select(message, [option["value"]], custom_id=menu["custom_id"])
                    return Told.of(made, message.id)
        if menu_called and f"{menu_called} …" in told.buttons:
            return await self.pick(who, await self.click(who, told, f"{menu_called} …"), label)
        everything = any(one["label"] == "All controls …" for _, menu in menus for one in menu.get("options", ()))
        if menu_called in CALLED and everything:
            return await self.pick(who, await self.pick(who, told, "All controls …"), label, menu_called)
        if ": " in label or label.startswith("Split fire"):
            return await self._foe_of_before(who, told, label)
        raise AssertionError(f"{label}: not in any menu")

    # Results of earlier versions had more controls, which still exist in channels: these clicks use one of them

    async def _foe_of_before(self, who: Any, told: Told, label: str) -> Told:
        """Pick the action of a unit against an enemy, in the menu of an earlier version's result."""
        live, at = await self.live(), self._entry_of(told)
        title, _, target = label.partition(": ")
        acts = {f"act:{key}": one for key, one in live.system.acts.items()}
        known = {**live.system.commands, **acts}
        command = next((key for key, one in known.items() if one.title.msgid == title), "fire")
        request = (await self.entries())[int(at.split(":")[1]) - 1].request
        foe = next((id for id, one in live.game.units.items() if one.name == target), "")
        id, values = f"adj1:choose:{at}:at:{request['unit'][0]}", [f"{command}/{foe}"]
        return await self.click_of_before(who, told, id, component_type=3, values=values)

    def _entry_of(self, told: Told) -> str:
        """Return the game and number of the entry that a message shows, from its buttons."""
        rows = [row["components"] for message in told.messages for row in message.components]
        ids = [one.get("custom_id", "") for row in rows for one in row]
        found = next((id for id in ids if re.match(r"adj1:(undo|do|controls):", id)), None)
        assert found, ids
        return ":".join(found.split(":")[2:4])

    async def tick(self, who: Any, told: Told, values: Sequence[str]) -> Told:
        """Select exactly the given options in the multiple-choice menu under an answer."""
        rows = [(m, one) for m in told.messages for row in m.components for one in row.get("components", [])]
        message, menu = next((m, one) for m, one in rows if one.get("min_values") == 0)
        return Told.of(await who.select(message, list(values), custom_id=menu["custom_id"]), message.id)

    async def click_of_before(self, who: Any, told: Told, id: str, **more: Any) -> Told:
        message = told.messages[-1]
        stored = self.env.backend.get_message(message.channel_id, message.id)
        data = {"custom_id": id, **({"component_type": 2} | more)}
        return Told.of(await _component_interaction(who, stored, data), message.id)

    async def fill(self, who: Any, told: Told, **given: Any) -> Told:
        """Submit the form of an answer; fields are named by the beginning of their ids.

        Prefilled values are sent unchanged, as Discord does.
        """
        assert told.form, told
        shown = fields(told.form["components"])
        ids = [field["custom_id"] for field in shown]
        named = {field["custom_id"]: kept for field in shown if (kept := prefilled_value(field))}
        named |= {next(id for id in ids if id.startswith(name)): value for name, value in given.items()}
        return Told.of(await who.submit_modal(told.result, named), told.clicked)

    def now(self, message: Any) -> Told:
        """Return the current content of a message of the channel, with its controls."""
        stored = ResponseMessage(self.env, self.env.backend.get_message(self.channel.id, message.id))
        text = "\n".join(embed.description or "" for embed in stored.embeds)
        return Told(text=text, buttons=tuple(labels(stored.components)), messages=[stored])

    def has(self, told: Told, label: str) -> bool:
        """True if an answer still has that button."""
        if label == "Anyway":
            return any(found.endswith(" anyway") for message in told.messages for found in labels(message.components))
        return any(label in labels(message.components) for message in told.messages)

    async def type(
        self, who: Any, command: str, option: str, typed: str = "", /, where: Any = None, **filled: Any
    ) -> Any:
        """Return the suggestions for an option as (label, value)."""
        found = await who.autocomplete(where or self.channel, command.removeprefix("/"), option, typed, **filled)
        return [(choice["name"], choice["value"]) for choice in found]

    # The record

    async def live(self, where: Any = None) -> ActiveGame:
        return await self.services.games.require_game(self.place(where))

    def place(self, where: Any = None) -> Place:
        return Place(str(self.guild.id), str((where or self.channel).id))

    def call(self, who: Any, where: Any = None, source: str | None = None) -> Call:
        return Call(Person(str(who.id), who.name.title()), self.place(where), source)

    async def last(self, where: Any = None) -> int:
        """Return the number of the last entry; 0 without a game."""
        info = await self.services.record.games.in_channel(str((where or self.channel).id))
        return info.number if info else 0

    async def unit(self, name: str, where: Any = None) -> Unit:
        live = await self.live(where)
        return next(unit for unit in live.game.units.values() if unit.name == name)

    async def states(self, name: str) -> dict[str, Any]:
        return dict((await self.unit(name)).states)

    async def entries(self, where: Any = None) -> list[Entry]:
        return await self.services.record.entries.all((await self.live(where)).info.id)

    async def entry(self, where: Any = None) -> Entry:
        """Return the last entry."""
        return (await self.entries(where))[-1]

    async def restart(self) -> None:
        """Stop the bot and start another process over the same file."""
        await self.services.record.close()
        self._runs += 1
        before, self.services = self.services, await services_on(self.file, self.dice, f"run{self._runs}")
        if self.keeps_time:
            self.services.clock = self.services.referee.clock = before.clock
        old, bot = self.env.bot, Adjutant(self.services)
        await old.close()
        await self.env.restart_bot(bot)


@asynccontextmanager
async def sitting(services: Services, dice: Loaded, file: Path, backend: Backend | None = None) -> AsyncIterator[Table]:
    """Run the real bot in a simulated server.

    Unhandled errors of the bot are raised at the end. With `backend`, the server exists already.
    """
    env = Env(Adjutant(services))
    env.backend = backend or env.backend
    try:
        await env.start()
        table = Table(env, services, dice, file)
        yield table
    finally:
        await env.bot.close()
        await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)


async def same_as_record(services: Services, live: ActiveGame) -> Game:
    """Return the game replayed from the record; fail if memory or the projections differ."""
    entries = await services.record.entries.all(live.info.id)
    game = play_back(entries)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert game == live.game
    key = lambda one: one.id  # noqa: E731
    assert sorted(await services.record.states.units(live.info.id), key=key) == sorted(game.units.values(), key=key)
    assert sorted(await services.record.states.players(live.info.id), key=key) == sorted(game.players.values(), key=key)
    return game
