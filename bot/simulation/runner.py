"""The runner of scripts: it plays them with the real bot in a simulated Discord, and prints the conversation."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import aclosing, suppress
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import discord
from rich.console import Console
from rich.text import Text as Styled
from simcord.results import to_discord_message

from bot.dice.provable import seeded_dice
from bot.services import Services, Texts
from bot.simulation import script
from bot.simulation.environment import SetupError, SimulatedTable, start_table
from bot.store.record import Record
from data import SYSTEMS
from data.files import demo_script
from data.texts import language
from rules.kernel.dice import Roll
from rules.kernel.table import Faces

START, MINUTE = 1_772_391_600.0, 60.0
"""Seconds since 1970 at which battles start, on a Sunday evening in March, and the seconds that each line takes."""


async def show(system: str, whole_campaign: bool = False) -> None:
    """Print a system's battle, or its campaign, line by line while it is played; raise ScriptError."""
    console = Console(highlight=False)
    console = console if console.is_terminal else Console(highlight=False, width=110)
    async with aclosing(play_campaign(system) if whole_campaign else play_script(battle(system))) as talk:
        with suppress(SystemExit):  # Rich exits this way when a pager such as `less` is closed
            async for line, answers in talk:
                console.print(
                    Styled(line.lstrip("# "), "italic") if line.startswith("#") else Styled(line, "bold cyan")
                )
                for message in answers:
                    console.print(script.styled_message(message))
                console.print()


def battle(system: str) -> str:
    """Return the script of a system's battle; raise ScriptError if it has none."""
    return _script_of(system, "battle")


def campaign(system: str) -> str:
    """Return the script of a system's campaign of three battles; raise ScriptError if it has none."""
    return _script_of(system, "campaign")


def _script_of(system: str, what: Literal["battle", "campaign"]) -> str:
    found = {key: text for key in (one.key for one in SYSTEMS) if (text := demo_script(key, what))}
    if system.endswith(".toml"):
        raise script.ScriptError(
            f"{system}: name its key, and its folder as ADJUTANT_SYSTEMS; the script is {what}, under [demo]."
        )
    if system not in found:
        raise script.ScriptError(f"There is no {what} of '{system}' to show; choose {', '.join(found)}.")
    return found[system]


async def play_script(text: str, texts: Texts = language) -> AsyncGenerator[tuple[str, list[script.ScriptMessage]]]:
    """Yield each line of a script with the bot's messages, using a temporary database."""
    with tempfile.TemporaryDirectory(prefix="adjutant-") as folder:
        record = await Record.open(f"sqlite:///{Path(folder) / 'battle.sqlite'}")
        async with aclosing(play_into(record, text, texts)) as talk:
            async for said in talk:
                yield said


async def play_into(
    record: Record, text: str, texts: Texts = language
) -> AsyncGenerator[tuple[str, list[script.ScriptMessage]]]:
    """Yield each line of a script with the bot's messages, using an empty record; it is closed at the end."""
    steps = script.script(text)
    dice, clock = ScriptedDice(), ScriptClock()
    async with start_table(Services(record, clock, dice, "script", texts), script.players(steps)) as place:
        stage = Stage(place, dice)
        for line, step in steps:
            yield line, await stage.play(line, step)
            clock.now += MINUTE


async def play_campaign(system: str) -> AsyncGenerator[tuple[str, list[script.ScriptMessage]]]:
    """Yield each line of a campaign's script with the bot's messages, without controls, because it is long."""
    async with aclosing(play_script(campaign(system))) as talk:
        async for line, answers in talk:
            yield line, [script.without_controls(one) for one in answers]


async def transcript(text: str) -> str:
    """Return the conversation as plain text: the lines of the script, each followed by the bot's messages, indented."""
    return await transcribe(play_script(text))


async def transcribe(talk: AsyncIterator[tuple[str, list[script.ScriptMessage]]]) -> str:
    lines: list[str] = []
    async for line, answers in talk:
        lines += [line, *(f"    {said}".rstrip() for message in answers for said in script.plain_lines(message)), ""]
    return "\n".join(lines)


class ScriptClock:
    """A clock that returns the time in the battle, in seconds since 1970."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


class ScriptedDice:
    """The bot's dice: first the faces given in the script, then pseudo-random ones that are the same in every run."""

    def __init__(self) -> None:
        self.coming: list[int] = []
        self._others = seeded_dice(b"adjutant")

    def __call__(self, roll: Roll[Any], count: int) -> Faces:
        given = self.coming[:count]
        if wrong := [face for face in given if not 1 <= face <= roll.sides]:
            # The faces stay unused, which stops the battle: the bot answers its player.
            raise script.ScriptError(f"a d{roll.sides} does not show {wrong[0]}")
        self.coming = self.coming[count:]
        more = self._others(roll, count - len(given)).faces if count > len(given) else ()
        return Faces((*given, *more), "bot")


class Stage:
    """Carries out the lines of a script, and collects the messages since the last one."""

    def __init__(self, place: SimulatedTable, dice: ScriptedDice) -> None:
        self._place, self._dice = place, dice
        self._known: dict[int, script.ScriptMessage] = {}
        self._looked_at: dict[int, tuple[Any, ...]] = {}
        self._forms: dict[str, Any] = {}

    async def play(self, line: str, step: script.Step) -> list[script.ScriptMessage]:
        """Carry out one line; raise ScriptError if it is impossible."""
        try:
            form = await self._carry_out(step)
        except (SetupError, script.ScriptError) as error:
            raise script.ScriptError(f"'{line}': {error}") from None
        if self._dice.coming and isinstance(step, script.TypedCommand | script.ScriptAct):
            raise script.ScriptError(f"'{line}': the bot did not use the faces {self._dice.coming}")
        await self._place.services.campaign_watch.wait_until_settled()
        return [*self._new_messages(), *([form] if form else [])]

    async def _carry_out(self, step: script.Step) -> script.ScriptMessage | None:
        match step:
            case script.ScriptRemark():
                return None
            case script.ScriptFaces(faces):
                self._dice.coming += faces
                return None
            case script.TypedCommand(who, text):
                name, options = script.split_command(text, self._commands)
                kinds = self._commands[name]
                values = {key: self._option_value(kinds[key].type.name, value) for key, value in options.items()}
                result = await self._place.people[who].slash(self._place.channel, name, **values)
            case script.ScriptAct(who, verb, text):
                result = await self._perform(who, verb, text)
        if not result.modal:
            return None
        self._forms[step.who] = result
        labels = tuple(f"[{name}]" for name, _ in _form_fields(result.modal).values())
        return script.ScriptMessage(step.who, (result.modal["title"],), "", labels)

    @cached_property
    def _commands(self) -> dict[str, dict[str, discord.app_commands.Parameter]]:
        """The options of each command by their names; they stay the same while a script is played."""
        bot: Any = self._place.env.bot
        return {
            command.qualified_name: {one.display_name: one for one in command.parameters}
            for command in bot.tree.walk_commands()
            if isinstance(command, discord.app_commands.Command)
        }

    def _option_value(self, kind: str, text: str) -> Any:
        """Return an option's value as Discord would send it."""
        match kind:
            case "integer":
                return int(text)
            case "number":
                return float(text)
            case "boolean":
                return text.lower() == "true"
            case "user":
                return self._place.people[text]
            case "channel":
                return self._place.channel
            case _:
                return text

    async def _perform(self, who: str, verb: str, text: str) -> Any:
        player = self._place.people[who]
        if verb == "fills in":
            form = self._forms.pop(who, None)
            if form is None:
                raise script.ScriptError(f"{who} has no form open")
            return await player.submit_modal(form, _form_values(form.modal, text))
        for message in self._place.messages_seen_by(player):
            for control in script.controls(message):
                if verb == "clicks" and isinstance(control, discord.Button) and _matches_label(control.label, text):
                    return await player.click(message, custom_id=control.custom_id)
                options: Iterable[Any] = getattr(control, "options", ()) if verb == "picks" else ()
                for one in options:
                    if _matches_label(one.label, text):
                        return await player.select(message, [one.value], custom_id=control.custom_id)
        raise script.ScriptError(f"{who} sees nothing named '{text}'")

    def _new_messages(self) -> list[script.ScriptMessage]:
        """Return the messages that are new or changed for any player, oldest first."""
        found: dict[int, script.ScriptMessage] = {}
        for stored in self._place.messages():
            looks = (stored.flags, stored.content, stored.embeds, stored.components, stored.attachments)
            reader = next((name for name, one in self._place.people.items() if stored.visible_to(one.id)), None)
            if reader is not None and self._looked_at.get(stored.id) != looks:
                self._looked_at[stored.id] = deepcopy(looks)
                said = script.read_message(
                    to_discord_message(self._place.env, stored), reader if stored.is_ephemeral else None
                )
                lines = said.lines
                for name, player in self._place.people.items():
                    lines = tuple([line.replace(f"<@{player.id}>", f"@{name}") for line in lines])
                found[stored.id] = said._replace(lines=lines)
        known = self._known
        new = [
            id
            for id in sorted(found)
            if id not in known or script.without_controls(known[id]) != script.without_controls(found[id])
        ]
        said = [script.changed_part(known[id], found[id]) if id in known else found[id] for id in new]
        self._known = known | found
        return said


def _form_fields(form: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the inputs of a form by id, with their labels."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for part in form["components"]:
        found[part["component"]["custom_id"]] = part["label"], part["component"]
    return found


def _form_values(form: dict[str, Any], text: str) -> dict[str, Any]:
    """Return the values for a form: one part per input, separated by |; an empty part leaves its input unchanged."""
    parts = [part.strip() for part in text.split("|")]
    values: dict[str, Any] = {}
    for (id, (_, field)), part in zip(_form_fields(form).items(), parts, strict=False):
        options = {normalize("NFKC", one["label"]): one["value"] for one in field.get("options", ())}
        if part:
            values[id] = [options.get(part, part)] if options else part
    return values


def _matches_label(label: str | None, text: str) -> bool:
    """True if a label equals a text, ignoring the width of its characters."""
    return normalize("NFKC", label or "") == normalize("NFKC", text)
