"""The game as it stands, in words: `/game status` in full, the live board in one message, however large the armies.

A hidden unit is a card to everybody but its own side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from bot.game.registry import ActiveGame
from bot.game.role_names import label_in_names
from bot.resolution.questions import OpenQuestion
from cogs.interactions import limits
from cogs.rendering.result import safe, state_words
from cogs.rendering.visibility import card, is_card, masked
from rules.commands import Board
from rules.events import Player, TableObject
from rules.text import counted, listed, say, spoken
from rules.turns import had_go
from rules.unit import Unit


class Form(NamedTuple):
    """How much is said: characters of a name, of a unit's states, of a question; how many people, objects and
    questions are listed; how many units of each side.
    """

    name: int = 100
    states: int = 1000
    question: int = 300
    others: int = 100
    units: int = 1000


FULL = Form()
SHORTER = (FULL._replace(others=10), Form(30, 60, 120, 8), Form(20, 30, 60, 5), Form(14, 16, 30, 3))


def whole(live: ActiveGame) -> str:
    """Everything, of any length."""
    return "\n".join(_lines(live, (), FULL))


def fitted(live: ActiveGame, asked: Sequence[OpenQuestion], room: int = limits.DESCRIPTION) -> str:
    """The most that there is room for: short forms first, then fewer units."""
    fewer = (SHORTER[-1]._replace(units=most) for most in (30, 20, 15, 10, 5, 2))
    for form in chain(SHORTER, fewer):
        text = "\n".join(_lines(live, asked, form))
        if len(text) <= room:
            return text
    return limits.short("\n".join(_lines(live, asked, SHORTER[-1]._replace(units=0))), room)


def _lines(live: ActiveGame, asked: Sequence[OpenQuestion], form: Form) -> Iterator[str]:
    game = live.game
    yield " · ".join(_head(live))
    yield from course(live, form)
    yield from _capped([question_line(one, form) for one in asked], form.others, "`/waiting`")
    if game.scores:
        yield say("Score: ") + ", ".join(f"{safe(side)} {points}" for side, points in game.scores.items())
    if game.things:
        found = [_thing(live, thing, form) for thing in game.things.values()]
        yield say("Objects: ") + _inline(found, form.others)
    if game.players:
        people = [f"{_name(one, form)} ({_seat(one.side, one.umpire)})" for one in game.players.values()]
        yield say("At the table: ") + _inline(people, form.others)
    for side in game.sides:
        yield ""
        yield from _side(live.board, side, form)


def _head(live: ActiveGame) -> Iterator[str]:
    """The system, the turn, and what there is to say of both."""
    game = live.game
    yield live.system.name
    yield f"{say(live.system.turn)} {game.turn}"
    if game.phase:
        yield say("phase {phase}", phase=safe(spoken(game.phase)))
    if game.holder:
        yield say("initiative {holder}", holder=safe(game.holder))


def course(live: ActiveGame, form: Form = FULL) -> Iterator[str]:
    """Whose move it is, or that nobody has one."""
    game = live.game
    if game.over:
        yield (
            say("**Game over.** {winner} has won.", winner=safe(game.winner)) if game.winner else say("**Game over.**")
        )
    elif live.info.state == "paused":
        yield say("**Paused.** `/game pause` goes on.")
    elif game.holder:
        players = [one for one in game.players.values() if one.side == game.holder]
        yield say("**Whose move: {holder}**", holder=safe(game.holder)) + (
            f" ({_any_of(players, form)})" if players else ""
        )
    elif game.order:
        yield say("**Whose move:** nobody's. Every unit has had its go: `/turn next`.")
    elif "initiative" in live.system.commands and game.units:
        yield say("**Whose move:** not thrown for yet: `/initiative`.")


def _name(player: Player, form: Form) -> str:
    return safe(limits.short(player.name, form.name))


def _any_of(players: Sequence[Player], form: Form) -> str:
    names = [_name(one, form) for one in players[: form.others]]
    more = len(players) - len(names)
    return listed([*names, say("{count} more", count=more)] if more else names, "or")


def _seat(side: str | None, umpire: bool) -> str:
    parts = ([safe(side)] if side else []) + ([say("umpire")] if umpire else [])
    return ", ".join(parts) or say("spectator")


def _thing(live: ActiveGame, thing: TableObject, form: Form) -> str:
    about = [say("held by {holder}", holder=safe(thing.holder))] if thing.holder else []
    about += [say("{turn} left", turn=counted(thing.turns, live.system.turn))] if thing.turns is not None else []
    label = safe(limits.short(thing.label, form.name))
    return f"{spoken(thing.kind)} {label}" + (f" ({', '.join(about)})" if about else "")


def _capped(found: Sequence[str], most: int, command: str) -> list[str]:
    more = len(found) - most
    return (
        list(found) if more <= 0 else [*found[:most], say("… and {count} more: {command}", count=more, command=command)]
    )


def _inline(found: Sequence[str], most: int) -> str:
    capped = _capped(found, most, "`/game status`")
    return listed(capped) if len(found) <= most else ", ".join(capped)


def question_line(waits: OpenQuestion, form: Form = FULL) -> str:
    """What is asked, of whom, until when, and where the question stands."""
    row, game = waits.row, waits.live.game
    people = [game.players[id] for id in waits.people if id in game.players]
    what = ", ".join(filter(None, (_asked(row.question), row.question.get("about"))))
    link = f"https://discord.com/channels/{waits.live.info.guild_id}/{row.channel_id}/{row.message_id}"
    where = say(" · [the question]({link})", link=link) if row.message_id else ""
    when = f" · <t:{int(row.deadline)}:R>" if row.deadline else ""
    said = limits.short(masked(waits.live.board, what), form.question)
    return say(
        "Waiting for {players}: {question}{when}{where}",
        players=_any_of(people, form) or say("somebody"),
        question=safe(said),
        when=when,
        where=where,
    )


def _asked(question: dict[str, Any]) -> str:
    """The question of a decision, what a throw is for, or a warning."""
    if question.get("question"):
        return say(str(question["question"]))
    if question.get("label"):
        return label_in_names(question["label"], question.get("names", {}))
    return say("go on anyway?")


def _side(board: Board, side: str, form: Form) -> Iterator[str]:
    """A side's units: those that may still act first, those out of action last."""
    units = board.game.of_side(side)
    yield f"__{safe(side)}__"
    for heading, group in _groups(board, in_order(board, units)[: form.units]):
        yield f"{heading} ({len(group)}):"
        yield from (unit_line(board, unit, form) for unit in group)
    if len(units) > form.units:
        yield say("… and {units} more: `/unit list`", units=len(units) - form.units)


def _groups(board: Board, units: Sequence[Unit]) -> Iterator[tuple[str, list[Unit]]]:
    todo_heading = say("Not yet activated") if "activated" in board.system.states else say("Not yet acted")
    groups: dict[str, list[Unit]] = {
        say("Active now"): [],
        todo_heading: [],
        say("Has had its go"): [],
        say("Out of action"): [],
    }
    active, todo, done, out = groups.values()
    for unit in units:
        gone = done if had_go(board, unit) else todo
        (out if not unit.alive else active if unit.count("actions_left") else gone).append(unit)
    return ((heading, group) for heading, group in groups.items() if group)


def in_order(board: Board, units: Iterable[Unit]) -> list[Unit]:
    """The unit with actions left first, then those that may still act, those out of action last."""
    return sorted(units, key=lambda unit: (not unit.alive, not unit.count("actions_left"), had_go(board, unit)))


def unit_line(board: Board, unit: Unit, form: Form = FULL, side: str | None = None) -> str:
    """A unit on one line: strength, and every state that stands. `side` is the one that sees its own hidden units."""
    if is_card(board, unit) and unit.side != side:
        return say("**{card}** · hidden", card=card(unit))
    states = [state_line(board, name, value, side) for name, value in unit.states.items() if _shown(board, unit, name)]
    shown = safe(limits.short(" · ".join(states), form.states))
    gone = "" if unit.alive else say(" · out of action")
    name = f"**{safe(limits.short(unit.name, form.name))}**"
    return " ".join((name, *_strength(unit, form))) + gone + (f" · {shown}" if shown else "")


def _strength(unit: Unit, form: Form) -> Iterator[str]:
    """Models alive of those it began with, and hit points."""
    if unit.starting > 1:
        yield f"{unit.models}/{unit.starting}"
    elif not unit.alive:
        yield say("destroyed")
    if unit.hp:
        yield say("HP ") + ("/".join(map(str, unit.hp)) if form.name >= FULL.name else str(sum(unit.hp)))


def _shown(board: Board, unit: Unit, name: str) -> bool:
    """Whether a reader wants to know of a state; an action that is a state of its own is said once."""
    state = board.system.states.get(name)
    return state is not None and not state.quiet and not (state.holds == "word" and unit.has(str(unit.states[name])))


def state_line(board: Board, name: str, value: int | str, side: str | None) -> str:
    """A state with the units that it points at by their names, several words as a list, counts in digits."""
    state = board.system.states.get(name)
    if state is None or state.holds not in ("unit", "words", "count"):
        return state_words(name, value)
    words = listed([_unit(board, one, side) for one in value.split(",")]) if isinstance(value, str) else str(value)
    return f"{spoken(name)} {words}"


def _unit(board: Board, word: str, side: str | None) -> str:
    """The name of a unit, or what else the word is."""
    found = board.game.units.get(word)
    return spoken(word) if found is None else shown_name(board, found, side)


def shown_name(board: Board, unit: Unit, side: str | None = None) -> str:
    """What a unit is called to everybody, or to `side`."""
    return card(unit) if is_card(board, unit) and unit.side != side else unit.name
