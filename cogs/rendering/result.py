"""A command's result: what every telling of it says, and the full one, with a line for each throw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from bot.game.questions import Marker, TableChange
from bot.resolution.result import CommandResult, objects_sync, table_sync
from bot.services.record.luck import ranks_at_once
from cogs.rendering.fairness import last_head
from cogs.rendering.reply import Reply
from cogs.rendering.rulings import rulings_line
from cogs.rendering.sides import mark_in
from cogs.rendering.text import Reader, reason_lines
from cogs.rendering.throws import (
    NOTE,
    decision_line,
    how_activated,
    how_tested,
    rank_lines,
    throw_line,
    told_decisions,
)
from rules.command.next_steps import Standing, turn_steps
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.tabletop import TableObject
from rules.game.unit import of_the_living
from rules.kernel.plays import Play, Shift, instruction
from rules.kernel.request import group_of
from rules.kernel.text import (
    NOTHING,
    Joined,
    Listed,
    Note,
    Plural,
    Term,
    Text,
    UnitRef,
    amount,
    counted,
    kind_of,
)
from rules.kernel.throw_kinds import unit_throwing

MANY = 3
"""How many units that lose markers are told marker by marker."""
_LEADING = ("_with", "_by", "_of")
"""How the names of states end that lead on to what they point at: engaged with Militia. They say themselves when they
are over.
"""


# What every telling of a result says, in this order; how much stands between, each decides for itself.


class Told(NamedTuple):
    """How it went, what to do on the table, and whose go it is then, or what the rules wait for."""

    heading: Text
    table: list[str]
    beside: list[str]
    """What was confirmed in spite of a warning, and the reason that was given."""
    last: list[str]
    side: str | None
    """The side that it is about: whose entry it is, or who has won the initiative."""


def told(words: Reader, result: CommandResult) -> Told:
    """What a result comes to for its readers."""
    entry, game = result.entry, result.after.game
    beside = [words.say("Confirmed: {warning}", warning=warning) for warning in entry.warnings]
    beside += reason_lines(words, entry)
    asked = {words(note): note for note in entry.notes if kind_of(note) == "asks"}
    # What may be put right afterwards keeps nobody waiting.
    waits = not asked or all(isinstance(one, Note) and _amends(one) for one in asked.values())
    last = [*asked, *(whose_go(words, result) if waits else ())]
    first = game.order[0] if entry.command == "initiative" and game.order else entry.side
    return Told(heading(result), on_the_table(words, result), beside, last, first)


def moves_of(words: Reader, entries: Iterable[Entry], brief: bool = False) -> list[str]:
    """What to do with the figures that entries move: those that go as far and the same way in one line."""
    alike: dict[Shift, list[UnitRef]] = {}
    for shift in (shift for entry in entries for play in entry.plays for shift in play.moves):
        alike.setdefault(shift._replace(unit=""), []).append(UnitRef(shift.unit))
    return [f"📌 {words(instruction(Listed(dict.fromkeys(units)), shift, brief))}" for shift, units in alike.items()]


def _amends(note: Note) -> bool:
    return note.request is not None and note.request.command == "amend"


def heading(result: CommandResult) -> Text:
    """What was done; of an activation or a test of nerve by one die, how it went: the re-roll of it counts."""
    entry, unit = result.entry, result.entry.request.get("unit") or ()
    throws = [throw for play in entry.plays for throw in play.throws]
    kinds = {result.after.system.throws.of(throw).kind for throw in throws}
    if len(unit) != 1 or len(throws) > 2 or any(len(throw.faces) != 1 or throw.source == "counted" for throw in throws):
        return entry.called
    if entry.command == "activate" and kinds == {"activation"} and len(throws) == 1:
        return how_activated(UnitRef(unit[0]), throws[0]) or entry.called
    if entry.command in ("morale", "act") and kinds == {"morale"}:
        return how_tested(entry.called, throws) or entry.called
    return entry.called


def whose_go(words: Reader, result: CommandResult) -> list[str]:
    """Whose go it is, or what comes before anybody's; nothing of what is only arranged."""
    board = result.after
    if board.game.over or not is_played(result):
        return []
    if board.game.holder:
        return [f"**{words(board.system.whose_go(board.game))}**"]
    return [f"**{words(one)}**" for one in what_is_next(board)]


def what_is_next(board: Board) -> list[Text]:
    """What comes before anybody's go, as a sentence; nothing where nothing does."""
    if board.game.order:
        return [Text("The {turn} is over.", turn=Term(board.system.turn))]
    steps = [step for step in turn_steps(board, None) if step.standing is Standing.FREE][:1]
    return [Text("Next: {step}.", step=step.label) for step in steps]


def is_amended(entry: Entry) -> bool:
    """Whether it stands in place of an earlier entry."""
    return entry.undoes is not None and entry.command != "undo"


_ACTS = ("activate", "move", "fire", "assault", "morale", "initiative")


def is_played(result: CommandResult) -> bool:
    """Whether it is of the kind that units do, which may be told shortly; arrangements are told as they are."""
    entry = result.entry
    return bool(entry.plays) or entry.command in (*_ACTS, *result.after.system.acts)


# A result in full.


def result_reply(words: Reader, result: CommandResult, who: str, buttons: Sequence[Any] = ()) -> Reply:
    """The outcome, a line a throw, what to do on the table, who goes next; `who` gave the command."""
    entry, words = result.entry, words.at(result.after)
    found, lines = told(words, result), list[str]()
    for play, rank in zip(entry.plays, ranks_at_once(result.after.system, entry), strict=True):
        lines += _play(words, result, play, rank)
    lines += found.table
    lines += [noted(words, note) for note in entry.notes if kind_of(note) != "asks"]
    lines += [*found.beside, *found.last]
    if result.head and result.after.game.over:
        lines.append(words(last_head(result.head)))
    return Reply(
        words(found.heading),
        "\n".join(lines),
        _footer(words.plain, result, who),
        buttons=tuple(buttons),
        colour=mark_in(result.after.game, found.side).accent,
    )


def noted(words: Reader, note: Text) -> str:
    """A note of an entry; what is to be done on the table is marked as such."""
    return f"📌 {words(note)}" if kind_of(note) == "table" else words(note)


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


def on_the_table(words: Reader, result: CommandResult, brief: bool = False) -> list[str]:
    """What to do with models, markers and objects, each as a word or two where it is told in `brief`; a command about
    an object has said so itself.
    """
    group, changes = group_of(result.entry.command), table_sync(result.before, result.after)
    if group == "place":
        return sync_lines(words, changes, brief=brief)
    # What is said of a target stands behind what is done with it.
    struck = {play.roles.get("target") for play in result.entry.plays}
    changes.sort(key=lambda change: change.unit in struck)
    wiped = [change for change in changes if not change.place and _wiped_out(result, change.unit)]
    lost = [words(_wiped(UnitRef(one.unit), brief)) for one in wiped]
    changes = [change for change in changes if change not in wiped]
    placed, taken = objects_sync(result.before, result.after)
    if brief:
        named = {UnitRef(unit) for play in result.entry.plays for unit in play.roles.values()}
        changes = [_unnamed(change, named) for change in changes]
    if group == "turn":
        return [
            *lost,
            *_object_lines(words, placed, []),
            *sync_lines(words, changes, collecting=True, taken=taken, brief=brief),
            *moves_of(words, [result.entry], brief),
        ]
    freed = [] if group == "objective" else _let_go(words, result)
    moved = moves_of(words, [result.entry], brief)
    return [*lost, *sync_lines(words, changes, brief=brief), *_object_lines(words, placed, taken), *freed, *moved]


def _wiped(unit: Text, brief: bool) -> Text:
    if brief:
        return Text("📌 {unit} is wiped out.", unit=unit)
    return Text("📌 {unit} is wiped out: take it and its markers off.", unit=unit)


def _wiped_out(result: CommandResult, id: str) -> bool:
    """Whether a unit stood before and has nobody left; it may have left the record with its last figure."""
    before, after = result.before.game.units.get(id), result.after.game.units.get(id)
    return before is not None and before.alive and after is not None and not after.alive


def _let_go(words: Reader, result: CommandResult) -> list[str]:
    """Objectives that nobody holds any more."""
    before, after = result.before.game.things, result.after.game.things
    labels = [label for label, thing in after.items() if label in before and before[label].holder and not thing.holder]
    return [words.say("Free again: {objectives}.", objectives=Listed(labels))] if labels else []


def sync_lines(
    words: Reader,
    changes: Sequence[TableChange],
    collecting: bool = False,
    taken: Sequence[TableObject] = (),
    brief: bool = False,
) -> list[str]:
    """What to do with models and markers on the table; where many units only lose markers, or a turn is `collecting`
    them, marker by marker, with the objects that are `taken` off. In `brief` each is a word or two.
    """
    clearing = [change for change in changes if change.remove and change == _only_removed(change)]
    if len(clearing) < MANY and not collecting:
        clearing = []
    known = [change if words.knows(change.unit) else _on_the_card(change) for change in changes]
    told = [change for change in known if change not in clearing]
    told = _said_once(told) if brief else told
    if brief:
        return [*map(words, _briefly(told)), *_collected(words, clearing, taken)]
    lines = [words(_to_do(one, moves)) for one in told if (moves := _done_to(one))]
    return [*lines, *_collected(words, clearing, taken)]


def _to_do(change: TableChange, moves: Text) -> Text:
    """A line about a unit; one that only gets markers is named behind them."""
    unit = UnitRef(change.unit)
    if change.place and change == TableChange(unit=change.unit, place=change.place):
        return Text("📌 Lay {markers} at {unit}.", markers=Listed(map(_put_down, change.place)), unit=unit)
    return Text("📌 {unit}: {moves}.", unit=unit, moves=moves)


def _said_once(changes: Sequence[TableChange]) -> list[TableChange]:
    """Two markers that point at each other are one thing to read: the first names both units."""
    found, told = list[TableChange](), set[tuple[str, Text, Text]]()
    for change in changes:
        unit = UnitRef(change.unit)
        place = tuple(one for one in change.place if (one.state, one.of, unit) not in told)
        told |= {(one.state, unit, one.of) for one in change.place if one.of and one.state.endswith(_LEADING)}
        found.append(change.model_copy(update={"place": place}))
    return found


def _unnamed(change: TableChange, named: Collection[Text]) -> TableChange:
    """The same without what its markers point at, where that is among those who are `named` above."""
    place, remove = (
        tuple(one.model_copy(update={"of": NOTHING}) if one.alone and one.of in named else one for one in markers)
        for markers in (change.place, change.remove)
    )
    return change.model_copy(update={"place": place, "remove": remove})


def _briefly(changes: Sequence[TableChange]) -> list[Text]:
    """The same where there is little room: "Militia: 2 models off, activated, engaged with Marines"; units with which
    the same is done share a line.
    """
    shared: dict[Text, list[Text]] = {}
    for change in changes:
        if moves := _in_words(change):
            shared.setdefault(moves, []).append(UnitRef(change.unit))
    return [Text("📌 {unit}: {moves}.", unit=Listed(units), moves=moves) for moves, units in shared.items()]


def _in_words(change: TableChange) -> Text:
    """What is to be done with one unit, in a word or two for each thing."""
    if change.gone:
        return _done_to(change)
    models, parts = counted(abs(change.models), "model", "models"), list[Text]()
    if change.models:
        parts.append(Text("{models} off", models=models) if change.models < 0 else Text("{models} back", models=models))
    # Beside "1 wound off" it is said of "1 pinned" that it is laid.
    lays = any(marker.number for marker in change.remove)
    parts += [
        Text("lay {markers}", markers=_marker(one)) if lays and one.number else _marker(one) for one in change.place
    ]
    parts += map(_ended, change.remove)
    parts += [Text("HP now {hp}", hp="/".join(map(str, of_the_living(change.hp))))] if change.hp is not None else []
    return Joined(parts, ", ")


def _ended(marker: Marker) -> Text:
    """Words that a marker comes off: "no longer activated", of counted ones "2 pinned off"."""
    if marker.number:
        return Text("{models} off", models=_marker(marker))
    return marker.ends or Text("no longer {marker}", marker=_marker(marker))


def _on_the_card(change: TableChange) -> TableChange:
    """What is done with a unit that is a card to the reader: its markers, and no word of its models."""
    return change.model_copy(update={"models": 0, "hp": None})


def _only_removed(change: TableChange) -> TableChange:
    return TableChange(unit=change.unit, remove=change.remove)


def _collected(words: Reader, changes: Sequence[TableChange], taken: Sequence[TableObject]) -> list[str]:
    """The markers to take off the table, each with the units that it lies on, and the objects."""
    units: dict[Marker, list[Text]] = {}
    for change in changes:
        for marker in change.remove:
            units.setdefault(marker, []).append(UnitRef(change.unit))
    found = [Text("{marker} ({units})", marker=_marker(one), units=_named(those)) for one, those in units.items()]
    found += map(_object, taken)
    return [words.say("📌 Take off: {markers}.", markers=Joined(found, "; "))] if found else []


def _named(units: Sequence[Text]) -> Text:
    """The units themselves, or of many only how many there are: their markers are seen."""
    return Listed(units) if len(units) <= MANY else Plural("{n} unit", "{n} units", len(units))


def _object(thing: TableObject) -> Text:
    return Text("{kind} {label}", kind=Term(thing.kind), label=thing.label)


def _object_lines(words: Reader, placed: Sequence[TableObject], taken: Sequence[TableObject]) -> list[str]:
    """Objects that come and go."""
    moves = [Text("lay down {object}", object=_object(thing)) for thing in placed]
    moves += [Text("remove {object}", object=_object(thing)) for thing in taken]
    return [words.say("📌 {moves}.", moves=Listed(moves))] if moves else []


def _done_to(change: TableChange) -> Text:
    """What is to be done with the models and markers of one unit."""
    if change.gone:
        return Text("remove it from the table")
    moves: list[Text] = []
    if change.models:
        models = counted(abs(change.models), "model", "models")
        back, off = Text("put back {models}", models=models), Text("remove {models}", models=models)
        moves.append(off if change.models < 0 else back)
    if change.place:
        moves.append(Text("lay {markers}", markers=Listed(map(_put_down, change.place))))
    ending = [marker for marker in change.remove if marker.ends]
    fights = [marker for marker in change.remove if marker.of and marker.state.endswith(_LEADING)]
    if taken := [marker for marker in change.remove if marker not in (*fights, *ending)]:
        moves.append(Text("remove {markers}", markers=Listed(map(_picked_up, taken))))
    moves += [Text("no longer {marker}", marker=_marker(marker)) for marker in fights]
    moves += [marker.ends for marker in ending]
    hp = Text("HP now {hp}", hp="/".join(map(str, of_the_living(change.hp)))) if change.hp is not None else NOTHING
    return Joined((Listed(moves), hp), "; ")


def _put_down(marker: Marker) -> Text:
    """A marker as something to lay on the table."""
    if marker.number or marker.of or marker.state[:1].isdigit():
        return _picked_up(marker)
    if marker.state[0] in "aeiou":
        return Text("an {state} marker", state=_marker(marker))
    return Text("a {state} marker", state=_marker(marker))


def _picked_up(marker: Marker) -> Text:
    """A marker as something that lies there."""
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
        return marker.alone or Term(marker.state)
    if marker.state.endswith(_LEADING):
        return Text("{state} {of}", state=Term(marker.state), of=marker.of)
    return Text("{state}: {of}", state=Term(marker.state), of=marker.of)
