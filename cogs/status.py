"""The state of a game in words: who is at the table, what stands on it, the rulings it is played by."""

from __future__ import annotations

from collections.abc import Iterable

from bot.live import Live
from cogs.render import safe, unit_line
from cogs.said import Said
from rules.board import Board
from rules.game import Game
from rules.report import rulings_json
from rules.system import Verdict
from rules.unit import Unit
from rules.words import listed, spoken


def status_text(live: Live) -> Said:
    """Turn, initiative, players, and one line a unit, side by side; those that have not acted come first."""
    game, system = live.game, live.system
    lines = [f"{system.name} · {system.turn} {game.turn}{_initiative(game)}", *_people(game)]
    for side in game.sides:
        score = f" · {game.scores[side]} points" if side in game.scores else ""
        lines += ["", f"__{safe(side)}__{score}", *unit_lines(live, _waiting_first(game.of_side(side)))]
    lines += [f"{thing.kind} {safe(thing.label)}" for thing in game.things.values()]
    return Said(safe(live.info.name), "\n".join(lines), f"Entry {game.number}")


def _initiative(game: Game) -> str:
    return f" · initiative {safe(game.holder)}" if game.holder else ""


def _people(game: Game) -> list[str]:
    """Who plays what."""
    seats = [f"{safe(one.name)} ({_seat(one.side, one.umpire)})" for one in game.players.values()]
    return [f"At the table: {listed(seats)}"] if seats else []


def _seat(side: str | None, umpire: bool) -> str:
    parts = ([safe(side)] if side else []) + (["umpire"] if umpire else [])
    return ", ".join(parts) or "spectator"


def _waiting_first(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: (not unit.alive, unit.has("tried")))


def unit_lines(live: Live, units: Iterable[Unit]) -> list[str]:
    return [unit_line(live.board, unit) for unit in units]


def unit_text(board: Board, unit: Unit) -> Said:
    """What a unit is, its states with what they mean, and what it may still do."""
    states = board.system.states
    profile = [
        f"{spoken(name)} {safe(spoken(str(value)))}" for name, value in unit.profile.items() if value not in (None, "")
    ]
    weapons = [f"{weapon.count} {spoken(weapon.name)}" for weapon in unit.weapons]
    lines = [unit_line(board, unit), f"Side {safe(unit.side)} · {', '.join(profile)}"]
    lines += [f"Weapons: {listed(weapons)}"] if weapons else []
    lines += [f"{spoken(name)}: {states[name].effect}" for name in unit.states if name in states]
    may = board.system.may(board, unit) if unit.alive else ()
    lines += [f"May do: {safe('; '.join(may))}"] if may else []
    return Said(safe(unit.name), "\n".join(lines))


def setup_text(live: Live) -> Said:
    """The steps before the first turn, ticked off as they are done."""
    done = live.game.ticked
    lines = [
        f"{'☑' if step.key in done else '☐'} **{step.key}**: {step.text}"
        + (f" `{step.command}`" if step.command else "")
        for step in live.system.setup
    ]
    left = sum(step.key not in done for step in live.system.setup)
    footer = "Tick a step off with /game setup and its name." if left else "All done."
    return Said(f"Setting up {safe(live.info.name)}", "\n".join(lines), footer)


def victory_text(live: Live, verdict: Verdict) -> Said:
    """Who is ahead and why."""
    head = f"{safe(verdict.leader)} is ahead." if verdict.leader else "Nobody is ahead."
    if verdict.over:
        head = f"{safe(verdict.leader)} has won." if verdict.leader else "It is over, without a winner."
    closing = "\nClose the record with `/game end`." if verdict.over else ""
    return Said(safe(live.info.name), f"**{head}** {safe(verdict.reason)}{closing}")


def rulings_text(live: Live) -> Said:
    """Each ruling: the value set, the other options, what it is about; ours are marked."""
    rulings = live.board.book.rulings
    lines: list[str] = []
    for ruling in rulings_json(live.system):
        value = getattr(rulings, ruling["name"])
        others = [str(option) for option in ruling["options"] if option != value]
        house = " · house ruling" if ruling["house"] else ""
        lines.append(f"**{ruling['name']}** = {value} (or {', '.join(others)}){house}\n{ruling['about']}")
    return Said(f"Rulings of {safe(live.info.name)}", "\n".join(lines), "Change one with /rulings set")
