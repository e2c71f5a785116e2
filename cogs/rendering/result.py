"""Words for what happened. The only place, beside the cogs' own texts, where sentences meet markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from discord.utils import escape_markdown, escape_mentions

from bot.game.role_names import Names, in_names, label_in_names, names_of
from bot.resolution.result import Change, CommandResult, Marker, objects_sync, table_sync
from cogs.interactions.message import Reply
from rules.entry import Entry, Play, Throwing
from rules.system import System
from rules.text import amount, counted, listed, say, spoken, unsaid
from rules.turns import tells_to_collect

MANY = 3
"""So many units that lose markers are told marker by marker."""
_LEADING = ("_with", "_by", "_of")
"""How the names of states end that lead on to what they point at: engaged with Militia."""
SOURCES = (unsaid("bot"), unsaid("physical"), unsaid("counted"))
"""Whose dice there are: thrown by the bot, or at the table, where somebody may only have counted them."""
NOTE = "↳ "
"""Before a line that explains the one above it."""
_COMMAND = re.compile(r"(`/[a-z][a-z _:⌄-]{0,60}`|`[a-z_]{2,30}`)")
_LINK = re.compile(r"(?<!\\)\[")


def safe(text: str) -> str:
    """Text with people's words in it, made harmless; commands between backticks stay as they are."""
    pieces = _COMMAND.split(text)
    return "".join(piece if at % 2 else _escaped(piece) for at, piece in enumerate(pieces))


def _escaped(text: str) -> str:
    # discord.py escapes only the first of several links written as [words](address) in one line.
    return _LINK.sub(r"\[", escape_mentions(escape_markdown(text)))


def result(answer: CommandResult, who: str, buttons: Sequence[Any] = ()) -> Reply:
    """A command that stands: the outcome, a line a throw, what to do on the table, who goes next."""
    entry = answer.entry
    lines: list[str] = []
    for play in entry.plays:
        lines += _play(answer, play, several=len(entry.plays) > 1, alone=_alone(entry))
    collects = any(map(tells_to_collect, entry.notes))
    lines += sync_lines(table_sync(answer.before, answer.after), collects)
    lines += object_lines(answer)
    lines += [safe(note) for note in entry.notes]
    lines += [say("Gone on anyway: {warning}", warning=safe(warning)) for warning in entry.warnings]
    if entry.reason:
        lines.append(say("Reason: {reason}", reason=safe(entry.reason)))
    return Reply(
        safe(answer.title or entry.title), "\n".join(lines), footer(entry, answer, who), buttons=tuple(buttons)
    )


def footer(entry: Entry, answer: CommandResult, who: str) -> str:
    game = answer.after.game
    word = say(answer.after.system.turn)
    side = say(" for {side}", side=entry.side) if entry.side else ""
    again = say(" · this had been done already") if answer.again else ""
    by = game.players[entry.by].name if entry.by in game.players else who
    return say(
        "Entry {number} · {word} {turn} · {player}{side}{again}",
        number=entry.number,
        word=word,
        turn=game.turn,
        player=by,
        side=side,
        again=again,
    )


def _alone(entry: Entry) -> bool:
    """Whether each play is about a unit of its own, and about no other."""
    units = [tuple(play.roles.values()) for play in entry.plays]
    return len(set(units)) == len(units) and all(len(one) == 1 for one in units)


def _play(answer: CommandResult, play: Play, several: bool, alone: bool) -> list[str]:
    """One play; where there are several, with the name of the unit that it is about."""
    target = play.roles.get("target") or play.roles.get("vehicle") if several else None
    target = target or (next(iter(play.roles.values())) if several and alone else None)
    name = answer.before.unit(target).name if target else ""
    name = f"{safe(name)}: " if name and not play.text.startswith(name) else ""
    lines = [f"{name}**{safe(play.text)}**"]
    names = names_of(answer.before.game.units, play.roles)
    lines += [throw_line(throw, names) for throw in play.throws]
    made = told_decisions(answer.after.system, play)
    lines += [say("Decision: {chosen}", chosen=chosen(one, names)) for one in made if one["name"] not in play.leaned]
    if play.leaned:
        lines.append(f"{NOTE}{rulings_line(answer.after.system, answer.after.book.rulings, play.leaned)}")
    return lines


def told_decisions(system: System, play: Play) -> list[dict[str, str]]:
    """Decisions that somebody made; those that a table is not stopped for go without saying at their default."""
    action = system.actions.get(play.action)
    unasked = {one.name: one.default for one in action.decisions if not one.asked} if action else {}
    return [made for made in play.decisions if unasked.get(made["name"]) != made["value"]]


def chosen(made: dict[str, str], names: Names) -> str:
    """A decision and what was chosen: a number by what it stood for."""
    what = in_names(made["label"], names) if made.get("label") else spoken(made["value"])
    return f"{spoken(made['name'])}, {safe(what)}"


def throw_line(throw: Throwing, names: Names) -> str:
    """A throw on one line: what for, by whose dice, the faces, the number needed and why."""
    needed = f", {throw.needed}" if throw.needed else ""
    faces = " ".join(marked(throw.faces, throw.needed))
    again = say(" (was ~~{faces}~~)", faces=" ".join(map(str, throw.rerolled))) if throw.rerolled else ""
    result = _came_to(throw)
    why = ledger_line(throw)
    return f"🎲 {safe(label_in_names(throw.label, names))}{needed} ({whose(throw.source)}): {faces}{again}{result}" + (
        f"\n{NOTE}{why}" if why else ""
    )


def whose(source: str) -> str:
    """Whose dice a throw was made with; some of it may be the bot's: "physical, 2 bot"."""
    return ", ".join(
        " ".join(say(word) if word in SOURCES else word for word in part.split(" ")) for part in source.split(", ")
    )


def _came_to(throw: Throwing) -> str:
    """What a throw was read as, with what is added to it; one die against a number either succeeds or fails."""
    if (result := summed(throw)) is not None:
        return f" → **{result}**"
    if throw.result is None:
        return ""
    if len(throw.faces) > 1:
        return f" → **{throw.result}**"
    if throw.needed:
        return say(" → **success**") if throw.result else say(" → **failure**")
    return ""


def summed(throw: Throwing) -> int | None:
    """The faces with all that is added to them, where the rules add anything."""
    added = [line["value"] for line in throw.ledger if line["of"] == "total"]
    return throw.result + sum(added) if added else None


def marked(faces: Iterable[int], needed: str | None) -> list[str]:
    """Faces with the successes in bold, so that they stand out; the number beside them says the same."""
    need = int(needed[:-1]) if needed and needed.endswith("+") and needed[:-1].isdigit() else None
    return [f"**{face}**" if need is not None and face >= need else str(face) for face in faces]


def ledger_line(throw: Throwing) -> str:
    return ledger_text(throw.ledger, throw.needed)


def ledger_text(ledger: Iterable[dict[str, Any]], needed: str | None) -> str:
    """The ledger of a throw as a sum that can be checked with a pencil."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in ledger:
        groups.setdefault(line["of"], []).append(line)
    return " · ".join(_sum(needed, of, lines) for of, lines in groups.items())


def _sum(needed: str | None, of: str, lines: list[dict[str, Any]]) -> str:
    """One group of a ledger: what the number needed, the dice or the total is made of."""
    total = sum(line["value"] for line in lines)
    if of == "dice":
        head = counted(total, "die", "dice")
        if len(lines) == 1:
            return f"{head}: {safe(lines[0]['why'])}"
        return f"{head}: " + ", ".join(f"{safe(line['why'])} = {number(line['value'])}" for line in lines)
    first, *rest = lines
    heads = {"needed": needed, "total": signed(total)}
    head = heads.get(of) or f"{say(of)} {number(total)}"
    if of != "needed" and not rest:
        return f"{head}: {safe(first['why'])}"
    parts = [
        f"{safe(first['why'])} {number(first['value'])}",
        *(f"{safe(line['why'])} {signed(line['value'])}" for line in rest),
    ]
    return f"{head}: {', '.join(parts)}"


def sync_lines(changes: Sequence[Change], collected: bool = False) -> list[str]:
    """What to do with models and markers on the table; where many units only lose markers, marker by marker.

    `collected` says that the markers to take off have been told already.
    """
    clearing = [change for change in changes if change == Change(change.unit, remove=change.remove)]
    if len(clearing) < MANY and not collected:
        clearing = []
    rest = [change for change in changes if change not in clearing]
    told = [(change, "; ".join(filter(None, (listed(_moves(change)), *_hit_points(change))))) for change in rest]
    lines = [f"📌 {safe(change.unit.name)}: {moves}." for change, moves in told if moves]
    return lines if collected else [*lines, *_collected(clearing)]


def _collected(changes: Sequence[Change]) -> list[str]:
    """The markers to take off the table, each with the units that it lies on."""
    units: dict[str, list[str]] = {}
    for change in changes:
        for marker in change.remove:
            units.setdefault(_marker(marker), []).append(safe(change.unit.name))
    found = "; ".join(
        say("{marker} from {names}", marker=marker, names=listed(names)) for marker, names in units.items()
    )
    return [say("📌 Collect: {markers}.", markers=found)] if found else []


def number(value: int) -> str:
    """ "2", "−1": a minus that is not a hyphen."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """ "+2", "−1": a number to be added, with a minus that is not a hyphen."""
    return f"{value:+d}".replace("-", "−")


def object_lines(answer: CommandResult) -> list[str]:
    """Objects that come and go, unless the entry says so already."""
    said = " ".join((answer.title, answer.entry.title, *answer.entry.notes))
    placed, taken = objects_sync(answer.before, answer.after)
    moves = [
        say("place {kind} {label}", kind=spoken(thing.kind), label=safe(thing.label))
        for thing in placed
        if thing.label not in said
    ]
    moves += [
        say("take off {kind} {label}", kind=spoken(thing.kind), label=safe(thing.label))
        for thing in taken
        if thing.label not in said
    ]
    return [f"📌 {listed(moves)}."] if moves else []


def _moves(change: Change) -> list[str]:
    if change.gone:
        return [say("take it off the table")]
    moves: list[str] = []
    if change.models:
        verb = say("take off") if change.models < 0 else say("put back")
        moves.append(f"{verb} {counted(abs(change.models), 'model')}")
    if change.place:
        moves.append(say("place {marker}", marker=listed([_marker(marker) for marker in change.place])))
    if change.remove:
        moves.append(say("remove {marker}", marker=listed([_marker(marker) for marker in change.remove])))
    return moves


def _marker(marker: Marker) -> str:
    """A marker as it is called: how many, or of what."""
    if marker.number:
        return amount(marker.number, marker.state)
    if not marker.of:
        return spoken(marker.state)
    between = " " if marker.state.endswith(_LEADING) else ": "
    return f"{spoken(marker.state)}{between}{safe(marker.of)}"


def _hit_points(change: Change) -> list[str]:
    return [say("HP now {hp}", hp="/".join(map(str, change.hp)))] if change.hp is not None and not change.gone else []


def rulings_line(system: System, rulings: Any, names: Iterable[str]) -> str:
    return say("Ruling: ") + ", ".join(f"{spoken(name)} = {spoken(str(getattr(rulings, name)))}" for name in names)


def state_words(name: str, value: int | str) -> str:
    if isinstance(value, int):
        return spoken(name) if value == 1 else f"{spoken(name)} {value}"
    return f"{spoken(name)} {spoken(value)}"
