"""The state of a game in words: who is at the table, what stands on it, the rulings it is played by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from cogs.interactions.message import Reply
from cogs.rendering import board as board_lines
from cogs.rendering.result import safe
from rules.commands import Board
from rules.serialise import rulings_json
from rules.system import SetupStep, Verdict
from rules.text import listed, say, several, spoken
from rules.unit import Unit


def status_text(live: ActiveGame) -> Reply:
    """The whole of it, of any length."""
    return Reply(safe(live.info.name), board_lines.whole(live), say("Entry {number}", number=live.game.number))


def board_text(live: ActiveGame, asked: Sequence[OpenQuestion]) -> Reply:
    """The same in one message, with the questions that wait for somebody's dice or decision."""
    over = say("Final board") if live.game.over else say("Board")
    footer = say("Entry {number}", number=live.game.number) + (
        "" if live.game.over else say(" · kept up to date; /game board posts it anew")
    )
    return Reply(f"{over}: {safe(live.info.name)}", board_lines.fitted(live, asked), footer)


def unit_lines(live: ActiveGame, units: Iterable[Unit], side: str | None = None) -> list[str]:
    """A line a unit, those that may still act first; `side` is the one whose hidden units are shown."""
    board = live.board
    return [board_lines.unit_line(board, unit, side=side) for unit in board_lines.in_order(board, units)]


def unit_text(board: Board, unit: Unit) -> Reply:
    """What a unit is, its states with what they mean, and what it may still do."""
    states = board.system.states
    profile = [_fact(board, name, value) for name, value in unit.profile.items() if value not in (None, "", False)]
    weapons = [several(weapon.count, weapon.name) for weapon in unit.weapons]
    lines = [
        board_lines.unit_line(board, unit, side=unit.side),
        say("Side {side} · {profile}", side=safe(unit.side), profile=", ".join(profile)),
    ]
    lines += [say("Weapons: {weapons}", weapons=listed(weapons))] if weapons else []
    lines += [
        f"{spoken(name)}: {say(states[name].effect)}"
        for name in unit.states
        if name in states and not states[name].quiet
    ]
    may = board.system.may(board, unit) if unit.alive else ()
    lines += [say("May do: {may}", may=safe("; ".join(may)))] if may else []
    return Reply(safe(unit.name), "\n".join(lines))


def _fact(board: Board, name: str, value: Any) -> str:
    """A part of a profile with its value; what is simply so is only named."""
    title = _title(board, name)
    if value is True:
        return title
    if isinstance(value, Mapping):
        parts = cast(Mapping[str, Any], value).items()
        return f"{title} ({', '.join(f'{spoken(part)} {safe(spoken(str(one)))}' for part, one in parts)})"
    return f"{title} {safe(spoken(str(value)))}"


def _title(board: Board, name: str) -> str:
    """What the page calls a part of a profile."""
    field = board.system.profile.model_fields.get(name)
    return say(field.title) if field and field.title else spoken(name)


def setup_text(live: ActiveGame) -> Reply:
    """The steps before the first turn, ticked off as they are done."""
    done = live.game.ticked
    lines = [
        f"{'☑' if step.key in done else '☐'} `{step.key}`: {say(step.text)}"
        + _waiting(live, step)
        + (f" `{step.command}`" if step.command else "")
        for step in live.system.setup
    ]
    left = sum(step.key not in done for step in live.system.setup)
    footer = say("Tick a step off with /game setup and its name.") if left else say("All done.")
    return Reply(say("Setting up {info}", info=safe(live.info.name)), "\n".join(lines), footer)


def _waiting(live: ActiveGame, step: SetupStep) -> str:
    """The units that a step is still about; cards of a hidden one to everybody."""
    units = [unit for unit in live.game.units.values() if unit.alive and step.waits and unit.has(step.waits)]
    names = [board_lines.shown_name(live.board, unit) for unit in units]
    return say(" Waiting: {names}.", names=safe(listed(names))) if names else ""


def victory_text(live: ActiveGame, verdict: Verdict) -> Reply:
    """Who is ahead and why."""
    head = say("{leader} is ahead.", leader=safe(verdict.leader)) if verdict.leader else say("Nobody is ahead.")
    if verdict.over:
        head = (
            say("{leader} has won.", leader=safe(verdict.leader))
            if verdict.leader
            else say("It is over, without a winner.")
        )
    closing = say("\nClose the record with `/game end`.") if verdict.over else ""
    return Reply(safe(live.info.name), f"**{head}** {safe(verdict.reason)}{closing}")


def rulings_text(live: ActiveGame) -> Reply:
    """Each ruling: the value set, the other options, what it is about; ours are marked."""
    rulings = live.board.book.rulings
    lines: list[str] = []
    for ruling in rulings_json(live.system):
        value = getattr(rulings, ruling["name"])
        others = [str(option) for option in ruling["options"] if option != value]
        house = say(" · house ruling") if ruling["house"] else ""
        lines.append(
            say(
                "**{name}** = {value} (or {others}){house}\n{about}",
                name=ruling["name"],
                value=value,
                others=", ".join(others),
                house=house,
                about=say(ruling["about"]),
            )
        )
    return Reply(
        say("Rulings of {info}", info=safe(live.info.name)), "\n".join(lines), say("Change one with /rulings set")
    )
