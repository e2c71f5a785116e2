"""A command's result in full: its outcome, a line for each throw, and what to do on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from bot.game.questions import Marker, UnitChange
from bot.resolution.result import CommandResult, objects_sync, table_sync
from bot.resolution.undo import called
from bot.services.record.luck import ranks_at_once
from cogs.rendering.fairness import last_head
from cogs.rendering.reply import Reply
from cogs.rendering.sides import mark_in
from cogs.rendering.text import Reader
from cogs.rendering.throws import NOTE, decision_line, rank_lines, throw_line, told_decisions
from rules.game.entry import Entry
from rules.game.tabletop import TableObject
from rules.kernel.facts import value_text
from rules.kernel.plays import Play
from rules.kernel.request import group_of
from rules.kernel.text import NOTHING, Joined, Listed, Plural, Term, Text, UnitRef, amount, counted
from rules.kernel.throw_kinds import unit_throwing

MANY = 3
"""How many units that lose markers are told marker by marker."""
_LEADING = ("_with", "_by", "_of")
"""How the names of states end that lead on to what they point at: engaged with Militia."""


def result_reply(words: Reader, result: CommandResult, who: str, buttons: Sequence[Any] = ()) -> Reply:
    """The outcome, a line a throw, what to do on the table, who goes next; `who` gave the command."""
    entry, words = result.entry, words.at(result.after)
    lines: list[str] = []
    for play, rank in zip(entry.plays, ranks_at_once(result.after.system, entry), strict=True):
        lines += _play(words, result, play, rank)
    lines += on_the_table(words, result)
    lines += map(words, entry.notes)
    lines += [words.say("Confirmed: {warning}", warning=warning) for warning in entry.warnings]
    if entry.reason:
        lines.append(words.say("Reason: {reason}", reason=entry.reason))
    if result.head and result.after.game.over:
        lines.append(words(last_head(result.head)))
    return Reply(
        words(called(entry)),
        "\n".join(lines),
        _footer(words.plain, result, who),
        buttons=tuple(buttons),
        colour=mark_in(result.after.game, entry.side).accent,
    )


def _footer(words: Reader, result: CommandResult, who: str) -> str:
    entry, game = result.entry, result.after.game
    return words.say(
        "Entry {number} · {word} {turn} · {player}{side}{again}{head}",
        number=entry.number,
        word=Term(result.after.system.turn),
        turn=game.turn,
        player=game.players[entry.by].name if entry.by in game.players else who,
        side=Text(" for {side}", side=entry.side) if entry.side and _speaks(result, entry) else NOTHING,
        again=Text(" · recorded before") if result.again else NOTHING,
        head=Text(" · head {head}", head=result.head) if result.head and not game.over else NOTHING,
    )


def _speaks(result: CommandResult, entry: Entry) -> bool:
    """Whether the person who gave the command did so for its side: whoever plays another one did not."""
    player = result.after.game.players.get(entry.by)
    return player is None or player.side in (None, entry.side)


def _alone(entry: Entry) -> bool:
    """Whether each play is about a unit of its own, and about no other."""
    units = [tuple(play.roles.values()) for play in entry.plays]
    return len(set(units)) == len(units) and all(len(one) == 1 for one in units)


def about_unit(words: Reader, entry: Entry, play: Play) -> str:
    """The name of the unit that a play is about, before what came of it, where an entry has several plays."""
    if len(entry.plays) < 2:
        return ""
    target = play.roles.get("target") or play.roles.get("vehicle")
    target = target or (next(iter(play.roles.values())) if _alone(entry) else None)
    return f"{words(UnitRef(target))}: " if target and not _begins_with(play.text, target) else ""


def _play(words: Reader, result: CommandResult, play: Play, rank: Fraction | None) -> list[str]:
    """A play in words; where there are several, with the name of the unit that it is about."""
    lines = [f"{about_unit(words, result.entry, play)}**{words(play.text)}**"]
    lines += [
        throw_line(words, throw, words.knows(unit_throwing(play, throw)), result.after.system) for throw in play.throws
    ]
    made = told_decisions(result.after.system, play)
    lines += [decision_line(words, one) for one in made if one.name not in play.leaned]
    lines += rank_lines(words, play, rank)
    if play.leaned:
        lines.append(f"{NOTE}{rulings_line(words, result.after.book.rulings, play.leaned)}")
    return lines


def _begins_with(text: Text, unit: str) -> bool:
    """Whether a text names that unit first."""
    match text:
        case UnitRef():
            return text.unit == unit
        case Listed() | Joined():
            first = next(iter(text.items if isinstance(text, Listed) else text.joined), None)
        case _:
            values = text.parts()[-1] if isinstance(text.parts()[-1], dict) else {"": text.parts()[0]}
            first = next(iter(values.values()), None)
    return isinstance(first, Text) and _begins_with(first, unit)


def on_the_table(words: Reader, result: CommandResult) -> list[str]:
    """What to do with models, markers and objects; a command about an object has said so itself."""
    group, changes = group_of(result.entry.command), table_sync(result.before, result.after)
    if group == "place":
        return sync_lines(words, changes)
    placed, taken = objects_sync(result.before, result.after)
    if group == "turn":
        return [*_object_lines(words, placed, []), *sync_lines(words, changes, collecting=True, taken=taken)]
    freed = [] if group == "objective" else _let_go(words, result)
    return [*sync_lines(words, changes), *_object_lines(words, placed, taken), *freed]


def _let_go(words: Reader, result: CommandResult) -> list[str]:
    """Objectives that nobody holds any more."""
    before, after = result.before.game.things, result.after.game.things
    labels = [label for label, thing in after.items() if label in before and before[label].holder and not thing.holder]
    return [words.say("Free again: {objectives}.", objectives=Listed(labels))] if labels else []


def sync_lines(
    words: Reader, changes: Sequence[UnitChange], collecting: bool = False, taken: Sequence[TableObject] = ()
) -> list[str]:
    """What to do with models and markers on the table; where many units only lose markers, or a turn is `collecting`
    them, marker by marker, with the objects that are `taken` off.
    """
    clearing = [change for change in changes if change.remove and change == _only_removed(change)]
    if len(clearing) < MANY and not collecting:
        clearing = []
    known = [change if words.knows(change.unit) else _on_the_card(change) for change in changes]
    told = [(change, _done_to(change)) for change in known if change not in clearing]
    lines = [
        words.say("📌 {unit}: {moves}.", unit=UnitRef(change.unit), moves=moves) for change, moves in told if moves
    ]
    return [*lines, *_collected(words, clearing, taken)]


def _on_the_card(change: UnitChange) -> UnitChange:
    """What is done with a unit that is a card to the reader: its markers, and no word of its models."""
    return change.model_copy(update={"models": 0, "hp": None})


def _only_removed(change: UnitChange) -> UnitChange:
    return UnitChange(unit=change.unit, remove=change.remove)


def _collected(words: Reader, changes: Sequence[UnitChange], taken: Sequence[TableObject]) -> list[str]:
    """The markers to take off the table, each with the units that it lies on, and the objects."""
    units: dict[Marker, list[Text]] = {}
    for change in changes:
        for marker in change.remove:
            units.setdefault(marker, []).append(UnitRef(change.unit))
    found = [Text("{marker} ({units})", marker=_marker(one), units=Listed(those)) for one, those in units.items()]
    found += map(_object, taken)
    return [words.say("📌 Take off: {markers}.", markers=Joined(found, "; "))] if found else []


def _object(thing: TableObject) -> Text:
    return Text("{kind} {label}", kind=Term(thing.kind), label=thing.label)


def _object_lines(words: Reader, placed: Sequence[TableObject], taken: Sequence[TableObject]) -> list[str]:
    """Objects that come and go."""
    moves = [Text("place {object}", object=_object(thing)) for thing in placed]
    moves += [Text("remove {object}", object=_object(thing)) for thing in taken]
    return [words.say("📌 {moves}.", moves=Listed(moves))] if moves else []


def _done_to(change: UnitChange) -> Text:
    """What is to be done with the models and markers of one unit."""
    if change.gone:
        return Text("remove it from the table")
    moves: list[Text] = []
    if change.models:
        models = counted(abs(change.models), "model", "models")
        back, off = Text("put back {models}", models=models), Text("remove {models}", models=models)
        moves.append(off if change.models < 0 else back)
    if change.place:
        moves.append(Text("place {markers}", markers=Listed(map(_piece, change.place))))
    if change.remove:
        moves.append(Text("remove {markers}", markers=Listed(map(_piece, change.remove))))
    hp = Text("HP now {hp}", hp="/".join(map(str, change.hp))) if change.hp is not None else NOTHING
    return Joined((Listed(moves), hp), "; ")


def _piece(marker: Marker) -> Text:
    """A marker as something to put down or to pick up."""
    if marker.number:
        state = Term(marker.state, 1, plural=True)
        return Plural("{n} {state} marker", "{n} {state} markers", marker.number, state=state)
    if marker.of:
        return Text("the marker “{state}”", state=_marker(marker))
    return Text("the {state} marker", state=_marker(marker))


def _marker(marker: Marker) -> Text:
    """A marker as it is called: how many, or of what."""
    if marker.number:
        return amount(marker.number, marker.state)
    if not marker.of:
        return Term(marker.state)
    if marker.state.endswith(_LEADING):
        return Text("{state} {of}", state=Term(marker.state), of=marker.of)
    return Text("{state}: {of}", state=Term(marker.state), of=marker.of)


def rulings_line(words: Reader, rulings: Any, names: Iterable[str]) -> str:
    """The rulings that decided something, each as it is set."""
    values = {name: value_text(type(rulings), getattr(rulings, name), name) for name in names}
    found = [Text("{name} = {value}", name=Term(name), value=value) for name, value in values.items()]
    return words.say("Ruling: {rulings}", rulings=Joined(found, ", "))
