"""What to do with figures, markers and objects on the table: a line for each unit, or in brief a word or two."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence

from bot.game.questions import Marker, TableChange
from bot.resolution.result import CommandResult, objects_sync, table_sync
from cogs.rendering.text import Reader
from rules.game.entry import Entry
from rules.game.tabletop import TableObject
from rules.game.unit import of_the_living
from rules.kernel.plays import Shift, brief_instruction, instruction
from rules.kernel.request import group_of
from rules.kernel.text import NOTHING, Joined, Listed, Plural, Term, Text, UnitRef, amount, counted

MANY = 3
"""How many units that lose markers are told marker by marker."""
_LEADING = ("_with", "_by", "_of")
"""How the names of states end that lead on to what they point at: engaged with Militia. They say themselves when they
are over.
"""


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
    # In brief a unit has one line, with how far it goes.
    shifts = _shifts([result.entry]) if brief else []
    moved = [] if brief else moves_of(words, [result.entry])
    still = {state for unit in result.after.game.units.values() if unit.alive for state in unit.states}
    if group == "turn":
        objects = _object_lines(words, placed, [])
        return [*lost, *objects, *sync_lines(words, changes, True, taken, brief, shifts, still), *moved]
    freed = [] if group == "objective" else _let_go(words, result)
    lines = sync_lines(words, changes, brief=brief, shifts=shifts, still=still)
    return [*lost, *lines, *_object_lines(words, placed, taken), *freed, *moved]


def moves_of(words: Reader, entries: Iterable[Entry]) -> list[str]:
    """What to do with the figures that entries move: those that go as far and the same way in one line."""
    alike: dict[Shift, list[UnitRef]] = {}
    for shift in _shifts(entries):
        alike.setdefault(shift._replace(unit=""), []).append(UnitRef(shift.unit))
    return [f"📌 {words(instruction(Listed(dict.fromkeys(units)), shift))}" for shift, units in alike.items()]


def _shifts(entries: Iterable[Entry]) -> list[Shift]:
    return [shift for entry in entries for play in entry.plays for shift in play.moves]


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
    shifts: Sequence[Shift] = (),
    still: Container[str] = (),
) -> list[str]:
    """What to do with models and markers on the table; where many units only lose markers, or a turn is `collecting`
    them, marker by marker, with the objects that are `taken` off. In `brief` each is a word or two, with the `shifts`.
    Whose markers go is said by name where other units have `still` the same.
    """
    clearing = [change for change in changes if change.remove and change == _only_removed(change)]
    if len(clearing) < MANY and not collecting:
        clearing = []
    known = [change if words.knows(change.unit) else _on_the_card(change) for change in changes]
    told = [change for change in known if change not in clearing]
    told = _said_once(told) if brief else told
    if brief:
        return [*map(words, _briefly(told, shifts)), *_collected(words, clearing, taken, still)]
    lines = [words(_to_do(one, moves)) for one in told if (moves := _done_to(one))]
    return [*lines, *_collected(words, clearing, taken, still)]


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


def _briefly(changes: Sequence[TableChange], shifts: Sequence[Shift]) -> list[Text]:
    """The same where there is little room: "Militia: 2 models off, activated, 3″ away from the enemy"; units with which
    the same is done share a line.
    """
    moves: dict[str, list[Text]] = {}
    for change in changes:
        moves.setdefault(change.unit, []).append(_in_words(change))
    for shift in dict.fromkeys(shifts):
        moves.setdefault(shift.unit, []).append(brief_instruction(shift))
    shared: dict[Text, list[Text]] = {}
    for unit, parts in moves.items():
        if whole := Joined(parts, ", "):
            shared.setdefault(whole, []).append(UnitRef(unit))
    return [Text("📌 {unit}: {moves}.", unit=Listed(units), moves=whole) for whole, units in shared.items()]


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


def _collected(
    words: Reader, changes: Sequence[TableChange], taken: Sequence[TableObject], still: Container[str]
) -> list[str]:
    """The markers to take off the table, each with the units that it lies on, and the objects; of many units only how
    many there are, where all of those that have the marker lose it.
    """
    units: dict[Marker, list[Text]] = {}
    for change in changes:
        for marker in change.remove:
            units.setdefault(marker, []).append(UnitRef(change.unit))
    found = list[Text]()
    for marker, those in units.items():
        named = (
            Listed(those)
            if len(those) <= MANY or marker.state in still
            else Plural("{n} unit", "{n} units", len(those))
        )
        found.append(Text("{marker} ({units})", marker=_marker(marker), units=named))
    found += map(_object, taken)
    return [words.say("📌 Take off: {markers}.", markers=Joined(found, "; "))] if found else []


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
