"""A player who only taps, with the cost compared to the same commands typed."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from cogs.components.packed_request import unpack_request
from cogs.tasks.live_board import EVERY
from rules.kernel.request import Request
from tests.cogs.followed import boards
from tests.cogs.table import Table, Told

TYPED = {
    "initiative": 3,
    "activate": 4,
    "move": 4,
    "fire": 10,
    "assault": 7,
    "act": 7,
    "turn next": 3,
    "turn end": 3,
    "turn phase": 4,
}
"""Taps for a typed command on a phone, as counted by two newcomers."""
OF_AN_OPTION = 3
"""Taps for a further option: its name, its value, and its suggestion."""


@dataclass
class Cost:
    """The cost of an action: taps, typed fields, and the answers."""

    taps: int = 0
    fields: int = 0
    messages: int = 0
    lines: int = 0

    def hears(self, told: Told) -> Told:
        """Record an answer of the bot, public or private."""
        self.messages += len(told.messages)
        self.lines += len([line for line in told.lines if line.strip()]) + bool(told.title)
        return told


@dataclass
class Thumb:
    """A player who uses the controls of the newest result and of the board; `last` is the last answer."""

    table: Table
    cost: Cost = field(default_factory=Cost)
    last: Told = field(default_factory=Told)
    shown: list[Any] = field(default_factory=list[Any])
    """Every message as it was when sent or edited."""
    typed: list[str] = field(default_factory=list[str])
    """Texts typed into forms."""
    strict: bool = True
    """False for a player who may be refused."""
    ids: dict[str, str] = field(default_factory=dict[str, str])
    """Values of menu options by label: a hidden unit has another name in the menus of its own side."""
    led: list[bool] = field(default_factory=list[bool])
    """For each tap under the newest result: True if it was on the first control."""
    led_by_board: list[bool] = field(default_factory=list[bool])
    """The same for each tap under the board, or under messages opened from it."""

    async def holder(self) -> Any:
        """Return the player to go."""
        return self.units_of_side((await self.table.live()).game.holder)

    def units_of_side(self, side: str | None) -> Any:
        return self.table.bob if side == "Blue" else self.table.ann

    # Single actions

    async def tap(self, who: Any, label: str, told: Told | None = None, begins: bool = False) -> Told:
        """Tap a button, by its label or the beginning of it, and confirm a question."""
        told = told or self.last
        labels = self.labels(told)
        found = [one for one in labels if one == label or (begins and one.startswith(label))]
        assert found, f"{label}: not among {labels}"
        self.cost.taps += 1
        self._leads(told, found[0])
        came = await self._came(await self.table.click(who, told, found[0]))
        return await self.tap(who, self.labels(came)[0], came) if came.title == "Please confirm" else came

    async def choose(self, who: Any, called: str, label: str, told: Told | None = None) -> Told:
        """Open a menu and tap one of its options."""
        self.cost.taps += 2
        menus = self.menus(told)
        holders = [name for name, lines in menus.items() if any(one["label"] == label for one in lines)]
        self._leads(told or self.last, called or holders[0])
        return await self._came(await self.table.pick(who, told or self.last, label, called))

    async def press(self, who: Any, word: str, told: Told | None = None) -> Told:
        """Tap the first button of a kind, in any language: by the first word of its id."""
        return await self.tap(who, self.of_kind(word, told)[0]["label"], told)

    async def select(self, who: Any, word: str, value: str = "", told: Told | None = None) -> Told:
        """Open the first menu with a word in its id, in any language, and tap an option: by its value, or the first."""
        menu = next(one for one in self.of_kind(word, told) if one["type"] == 3)
        line = next(one for one in menu["options"] if value in ("", one["value"]))
        return await self.choose(who, menu["placeholder"], line["label"], told)

    def of_kind(self, word: str, told: Told | None = None) -> list[dict[str, Any]]:
        """Return the controls under an answer with that word in their ids."""
        rows = [row["components"] for message in (told or self.last).messages for row in message.components]
        return [one for row in rows for one in row if f":{word}:" in f"{one.get('custom_id', '')}:"]

    async def fills(self, who: Any, told: Told, inches: str) -> Told:
        """Fill in a form with the least input: empty required fields get the first choice, or a measurement."""
        given: dict[str, Any] = {}
        for one in fields_of(told):
            field = one["custom_id"].partition(":")[0]
            if field == "distance" and one.get("options"):
                if not any(two.get("default") for two in one["options"]):
                    given[one["custom_id"]] = [band_of(one["options"], inches)]
            elif one.get("options") and one.get("required") and not any(two.get("default") for two in one["options"]):
                given[one["custom_id"]] = [one["options"][0]["value"]]
            elif field == "distance" and one.get("required") and not one.get("value"):
                given[one["custom_id"]] = inches
        return await self.send(who, told, **given)

    async def send(self, who: Any, told: Told, **given: Any) -> Told:
        """Submit a form: two taps per new choice, one field per typed value, and one tap to send."""
        for value in given.values():
            self.cost.taps += 0 if isinstance(value, str) else 2
            self.cost.fields += isinstance(value, str)
        self.cost.taps += 1
        self.typed += [value for value in given.values() if isinstance(value, str)]
        return await self._came(await self.table.fill(who, told, **given))

    async def _came(self, told: Told) -> Told:
        """Return the outcome; choices of the other side are made at once, by the first button."""
        if told.refused and not self.strict:
            return told
        assert not told.refused, told.text
        self.cost.hears(told)
        if told.form is None:
            now = told if told.messages or told.clicked is None else self._drawn_anew(told.clicked)
            self.shown += [deepcopy(one._message) for one in now.messages]
            # A message edited for one player only is invisible to the other.
            self.last = told if any(one.ephemeral for one in now.messages) else now
        return told

    def _drawn_anew(self, message: int) -> Told:
        """Return the message that was edited in place of an answer."""
        return self.table.now(self.table.env.backend.get_message(self.table.channel.id, message))

    def _leads(self, told: Told, label: str) -> None:
        """Record whether the tapped control is the first one; a message with a single control counts as well.

        Two kinds of taps pass nothing over. A move behind the shot of the same unit: both are its steps, side by side
        in the order of the rules, and a player who moves a unit that could fire has decided so, not looked for a
        button. And a tap behind a fact that a result still asks for: that question waits for either player beside the
        steps.
        """
        found = [one for message in told.messages for row in message.components for one in row["components"]]
        if len(found) > 1:
            asked = next((nth for nth, one in enumerate(found) if ":ask:" not in one.get("custom_id", "")), 0)
            named = [one.get("label") or one.get("placeholder") or "" for one in found]
            first, (shot, move) = named[asked], map(_step_of, [*found, {}, {}][asked : asked + 2])
            right = label in named[0] or label in first
            right |= label in named[asked + 1 :][:1] and shot[0] == "fire" and move == ("move", shot[1])
            (self.led if told is self.last else self.led_by_board).append(right)

    # Available controls

    def menus(self, told: Told | None = None) -> dict[str, list[dict[str, Any]]]:
        """Return the menus under an answer by placeholder."""
        rows = [row for message in (told or self.last).messages for row in message.components]
        found = [one for row in rows for one in row["components"] if one["type"] == 3]
        return {one.get("placeholder") or "": one["options"] for one in found}

    def labels(self, told: Told) -> list[str]:
        """Return the buttons under an answer."""
        rows = [row for message in told.messages for row in message.components]
        return [one["label"] for row in rows for one in row["components"] if one["type"] == 2]

    def units(self, called: str, told: Told | None = None) -> list[str]:
        """Return the names of the units in a menu, the likeliest first, without its other options."""
        menu = next((lines for name, lines in self.menus(told).items() if called in name), [])
        self.ids |= {one["label"]: one["value"] for one in menu}
        return [one["label"] for one in menu if one["value"].startswith("u")]

    def steps(self, told: Told | None = None) -> list[str]:
        """Return the buttons under the newest result that are steps of the unit that has just acted."""
        rows = [row for message in (told or self.last).messages for row in message.components]
        found = [one for row in rows for one in row["components"] if one["type"] == 2]
        return [one["label"] for one in found if ":do:" in one["custom_id"]]

    async def ordered(self, who: Any, command: str, unit: str) -> tuple[Told, str]:
        """Return the message and the placeholder of the menu with a unit for a command: on the board or behind it."""
        board, title = await self.board(), (await self.table.live()).system.commands[command].title.msgid
        if any(one.startswith(unit) for one in self.units(f"Next: {title}", board)):
            return board, f"Next: {title}"
        return await self.tap(who, f"{title} …", board), f"{title} …"

    def further(self, unit: str) -> list[str]:
        """Return the steps of a unit in the menu under the newest result, without those against an enemy."""
        found = next((lines for name, lines in self.menus().items() if name.startswith("Next")), [])
        return [one["label"] for one in found if one["label"].startswith(f"{unit}: ") and "…" not in one["label"]]

    def fires(self) -> str:
        """Return the button by which the unit that has just acted fires."""
        return next(one for one in self.steps() if one.endswith("…"))

    async def board(self) -> Told:
        """Return the current board; looking at it costs nothing."""
        await self.table.env.advance_time(EVERY)
        return self.table.now(boards(self.table)[-1])

    async def decided(self) -> None:
        """Answer every question by its first option, and leave own dice to the bot."""
        while asked := await self.table.services.questions.of_game(await self.table.live()):
            who = next(one for one in (self.table.ann, self.table.bob) if str(one.id) == asked[0].people[0])
            first = next(iter(sorted(self.last.buttons, key="Bot rolls".__ne__)), "")
            await (self.tap(who, first) if first else self.choose(who, "", self._first_option()))

    def _first_option(self) -> str:
        return next(iter(self.menus().values()))[0]["label"]


def _step_of(control: dict[str, Any]) -> tuple[str, str]:
    """Return the command and the unit of a button that takes a step; empty for any other control."""
    id = str(control.get("custom_id", ""))
    request = unpack_request(id.split(":", 4)[-1]) if id.split(":")[1:2] == ["do"] else None
    return (request.command, "/".join(request.unit)) if request else ("", "")


def band_of(options: list[dict[str, Any]], inches: str) -> str:
    """Return the band of a distance: the first that ends beyond it, or the last that begins before it."""
    far = [Decimal(one["value"].removesuffix("in")) for one in options]
    at_least = options[0]["label"].startswith("Under")
    found = (
        [one for one in far if one <= Decimal(inches)][-1:]
        if at_least
        else [one for one in far if one >= Decimal(inches)]
    )
    return f"{(found or far[-1:])[0]:f}in"


def fields_of(told: Told) -> list[dict[str, Any]]:
    """Return the fields of the form that was the answer."""
    return [row["component"] for row in (told.form or {}).get("components", ()) if "component" in row]


def cost_of_typing(requests: list[Request]) -> Cost:
    """Return the cost of the same commands typed."""
    cost = Cost()
    for one in requests:
        options = [name for name in ("unit", "target", "distance", "cover", "firers") if getattr(one, name)]
        options += ["action"] if one.action and one.command != "turn phase" else []
        more = bool(one.action) if one.command == "activate" else bool(one.target) and one.command == "act"
        cost.taps += TYPED[one.command] + OF_AN_OPTION * more
        cost.fields += len(options) + (one.command == "turn phase")
    return cost
