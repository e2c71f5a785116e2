"""Steps for figures, markers and objects on the table: a line per unit, or a few words."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence

from bot.game.questions import Marker, TableChange
from bot.resolution.result import CommandResult, objects_sync, table_sync
from cogs.rendering.text import Reader
from rules.game.entry import Entry
from rules.game.tabletop import TableObject
from rules.game.unit import living_hp
from rules.kernel.plays import Shift, instruction, short_instruction
from rules.kernel.request import group_of
from rules.kernel.text import NOTHING, Joined, Listed, Plural, Term, Text, UnitRef, amount_of, counted

MANY = 3
"""Number of units losing markers from which they are listed by marker."""
_LEADING = ("_with", "_by", "_of")
"""Endings of state names that take an object, as in "engaged with Militia". Their end is a phrase of its own."""


def steps_on_table(words: Reader, result: CommandResult, brief: bool = False) -> list[str]:
    """Return the steps for models, markers and objects, each in a few words if `brief`.

    A command about an object describes its own step.
    """
    group, changes = group_of(result.entry.command), table_sync(result.before, result.after)
    if group == "place":
        return sync_lines(words, changes, brief=brief)
    # The text about a target follows the steps for it.
    struck = {play.roles.get("target") for play in result.entry.plays}
    changes.sort(key=lambda change: change.unit in struck)
    wiped = [change for change in changes if not change.place and _is_wiped_out(result, change.unit)]
    lost = [
        words.say("📌 {unit} is wiped out.", unit=unit)
        if brief
        else words.say("📌 {unit} is wiped out: remove it and its markers.", unit=unit)
        for unit in (UnitRef(one.unit) for one in wiped)
    ]
    # The last figure is out of action, and a roll decides its fate later.
    own = result.after.system.after_battle.own_fates
    falls = [change for change in changes if own and [one.state for one in change.place] == [own.downed]]
    downed = [change for change in falls if _is_wiped_out(result, change.unit)]
    lost += [words(_downed_text(UnitRef(one.unit), brief, bool(one.remove))) for one in downed]
    changes = [change for change in changes if change not in (*wiped, *downed)]
    placed, taken = objects_sync(result.before, result.after)
    if brief:
        named = {UnitRef(unit) for play in result.entry.plays for unit in play.roles.values()}
        changes = [_without_named_units(change, named) for change in changes]
    # In short form a unit has one line, including its move.
    shifts = _shifts([result.entry]) if brief else []
    moved = [] if brief else move_lines(words, [result.entry])
    still = {state for unit in result.after.game.units.values() if unit.alive for state in unit.states}
    if group == "turn":
        objects = _object_lines(words, placed, [])
        return [*lost, *objects, *sync_lines(words, changes, True, taken, brief, shifts, still), *moved]
    before, after = result.before.game.things, result.after.game.things
    free = [label for label, thing in after.items() if label in before and before[label].holder and not thing.holder]
    freed = [words.say("Free again: {objectives}.", objectives=Listed(free))] if free and group != "objective" else []
    lines = sync_lines(words, changes, brief=brief, shifts=shifts, still=still)
    return [*lost, *lines, *_object_lines(words, placed, taken), *freed, *moved]


def move_lines(words: Reader, entries: Iterable[Entry]) -> list[str]:
    """Return the moves of figures; units with the same move share a line."""
    alike: dict[Shift, list[UnitRef]] = {}
    for shift in _shifts(entries):
        alike.setdefault(shift._replace(unit=""), []).append(UnitRef(shift.unit))
    return [f"📌 {words(instruction(Listed(dict.fromkeys(units)), shift))}" for shift, units in alike.items()]


def _shifts(entries: Iterable[Entry]) -> list[Shift]:
    return [shift for entry in entries for play in entry.plays for shift in play.moves]


def _downed_text(unit: Text, brief: bool, marked: bool) -> Text:
    if brief:
        return Text("📌 Lay {unit} down.", unit=unit)
    if not marked:
        return Text("📌 Lay {unit} down; its fate is rolled after the battle.", unit=unit)
    return Text("📌 Lay {unit} down and remove its markers; its fate is rolled after the battle.", unit=unit)


def _is_wiped_out(result: CommandResult, id: str) -> bool:
    """True if a unit was alive before and has no figures left."""
    before, after = result.before.game.units.get(id), result.after.game.units.get(id)
    return before is not None and before.alive and after is not None and not after.alive


def sync_lines(
    words: Reader,
    changes: Sequence[TableChange],
    collecting: bool = False,
    taken: Sequence[TableObject] = (),
    brief: bool = False,
    shifts: Sequence[Shift] = (),
    still: Container[str] = (),
) -> list[str]:
    """Return the steps for models and markers on the table.

    If many units only lose markers, or at the end of a turn (`collecting`), they are listed by marker, with the objects
    in `taken`. In `brief` form each step is a few words, including the `shifts`. Units that lose a marker are named if
    others `still` have it.
    """
    clearing = [
        change for change in changes if change.remove and change == TableChange(unit=change.unit, remove=change.remove)
    ]
    if len(clearing) < MANY and not collecting:
        clearing = []
    moved = [words(_regroup_text(change)) for change in changes if change.apart or change.into]
    known = [
        change if words.knows(change.unit) else change.model_copy(update={"models": 0, "hp": None})
        for change in changes
    ]
    known = [change for change in known if not (change.apart or change.into)]
    told = [change for change in known if change not in clearing]
    told = _merge_paired_markers(told) if brief else told
    if brief:
        return [*moved, *map(words, _short_texts(told, shifts)), *_removal_lines(words, clearing, taken, still)]
    lines = list[str]()
    for one in told:
        unit, moves = UnitRef(one.unit), _change_text(one)
        if one.place and one == TableChange(unit=one.unit, place=one.place):
            # A unit that only gets markers is named after them.
            markers = Listed(map(_placed_marker, one.place))
            lines.append(words.say("📌 Place {markers} by {unit}.", markers=markers, unit=unit))
        elif moves:
            lines.append(words.say("📌 {unit}: {moves}.", unit=unit, moves=moves))
    return [*moved, *lines, *_removal_lines(words, clearing, taken, still)]


def _regroup_text(change: TableChange) -> Text:
    """Return the instruction for models that become a unit of their own, or part of another one."""
    unit = UnitRef(change.unit)
    if change.apart:
        models, other = counted(change.models, "model", "models"), UnitRef(change.apart)
        return Text("📌 Set {models} of {other} apart as {unit}.", models=models, other=other, unit=unit)
    if not change.remove:
        return Text("📌 Put the models of {unit} with {other}.", unit=unit, other=UnitRef(change.into))
    return Text(
        "📌 Put the models of {unit} with {other}, and remove {markers}.",
        unit=unit,
        other=UnitRef(change.into),
        markers=Listed(map(_removed_marker, change.remove)),
    )


def _merge_paired_markers(changes: Sequence[TableChange]) -> list[TableChange]:
    """Merge two markers that point at each other: the first names both units."""
    found, told = list[TableChange](), set[tuple[str, Text, Text]]()
    for change in changes:
        unit = UnitRef(change.unit)
        place = tuple(one for one in change.place if (one.state, one.of, unit) not in told)
        told |= {(one.state, unit, one.of) for one in change.place if one.of and one.state.endswith(_LEADING)}
        found.append(change.model_copy(update={"place": place}))
    return found


def _without_named_units(change: TableChange, named: Collection[Text]) -> TableChange:
    """Return the change without the objects of markers that are among the units already `named`."""
    place, remove = (
        tuple(one.model_copy(update={"of": NOTHING}) if one.alone and one.of in named else one for one in markers)
        for markers in (change.place, change.remove)
    )
    return change.model_copy(update={"place": place, "remove": remove})


def _short_texts(changes: Sequence[TableChange], shifts: Sequence[Shift]) -> list[Text]:
    """Return the steps in short: "Militia: 2 models off, activated, 3″ away from the enemy".

    Units with equal steps share a line.
    """
    moves: dict[str, list[Text]] = {}
    for change in changes:
        moves.setdefault(change.unit, []).append(_change_words(change))
    for shift in dict.fromkeys(shifts):
        moves.setdefault(shift.unit, []).append(short_instruction(shift))
    shared: dict[Text, list[Text]] = {}
    for unit, parts in moves.items():
        if whole := Joined(parts, ", "):
            shared.setdefault(whole, []).append(UnitRef(unit))
    return [Text("📌 {unit}: {moves}.", unit=Listed(units), moves=whole) for whole, units in shared.items()]


def _change_words(change: TableChange) -> Text:
    """Return the steps for one unit, each in a few words."""
    if change.gone:
        return _change_text(change)
    models, parts = counted(abs(change.models), "model", "models"), list[Text]()
    if change.models:
        parts.append(Text("{models} off", models=models) if change.models < 0 else Text("{models} back", models=models))
    # Alone, or beside "1 wound off", "1 pinned" needs a verb.
    lays = any(marker.number for marker in change.remove) or not (change.models or change.remove)
    counts = [_marker_name(one) for one in change.place if lays and one.number]
    parts += [Text("place {markers}", markers=Listed(counts))] if counts else []
    parts += [_marker_name(one) for one in change.place if not (lays and one.number)]
    # "no longer activated", or for counted markers "2 pinned off"
    parts += [
        Text("{models} off", models=_marker_name(one))
        if one.number
        else one.ends or Text("no longer {marker}", marker=_marker_name(one))
        for one in change.remove
    ]
    parts += [Text("HP now {hp}", hp="/".join(map(str, living_hp(change.hp))))] if change.hp is not None else []
    return Joined(parts, ", ")


def _removal_lines(
    words: Reader, changes: Sequence[TableChange], taken: Sequence[TableObject], still: Container[str]
) -> list[str]:
    """Return the markers to take off the table, each with its units, and the objects.

    If all units with a marker lose it, many units are only counted.
    """
    units: dict[Marker, list[Text]] = {}
    for change in changes:
        for marker in change.remove:
            units.setdefault(marker, []).append(UnitRef(change.unit))
    found = list[Text]()
    for marker, those in units.items():
        few = len(those) <= MANY or marker.state in still
        if marker.number or marker.of:
            named = Listed(those) if few else Plural("{n} unit", "{n} units", len(those))
            found.append(Text("{marker} ({units})", marker=_marker_name(marker), units=named))
        elif few:
            markers = Plural("{state} marker", "{state} markers", len(those), state=_marker_name(marker))
            found.append(Text("{marker} ({units})", marker=markers, units=Listed(those)))
        else:
            found.append(Plural("{n} {state} marker", "{n} {state} markers", len(those), state=_marker_name(marker)))
    found += map(_object_name, taken)
    return [words.say("📌 Remove {markers}.", markers=Joined(found, "; "))] if found else []


def _object_name(thing: TableObject) -> Text:
    return Text("{kind} {label}", kind=Term(thing.kind), label=thing.label)


def _object_lines(words: Reader, placed: Sequence[TableObject], taken: Sequence[TableObject]) -> list[str]:
    """Return the objects to place and to remove."""
    moves = [Text("place {object}", object=_object_name(thing)) for thing in placed]
    moves += [Text("remove {object}", object=_object_name(thing)) for thing in taken]
    return [words.say("📌 {moves}.", moves=Listed(moves))] if moves else []


def _change_text(change: TableChange) -> Text:
    """Return the steps for the models and markers of one unit."""
    if change.gone:
        return Text("remove it from the table")
    moves: list[Text] = []
    if change.models:
        models = counted(abs(change.models), "model", "models")
        back, off = Text("put back {models}", models=models), Text("remove {models}", models=models)
        moves.append(off if change.models < 0 else back)
    if change.place:
        moves.append(Text("place {markers}", markers=Listed(map(_placed_marker, change.place))))
    ending = [marker for marker in change.remove if marker.ends]
    fights = [marker for marker in change.remove if marker.of and marker.state.endswith(_LEADING)]
    if taken := [marker for marker in change.remove if marker not in (*fights, *ending)]:
        moves.append(Text("remove {markers}", markers=Listed(map(_removed_marker, taken))))
    moves += [Text("no longer {marker}", marker=_marker_name(marker)) for marker in fights]
    moves += [marker.ends for marker in ending]
    hp = Text("HP now {hp}", hp="/".join(map(str, living_hp(change.hp)))) if change.hp is not None else NOTHING
    return Joined((Listed(moves), hp), "; ")


def _placed_marker(marker: Marker) -> Text:
    """Return a marker as an object to place on the table."""
    if marker.number or marker.of or marker.state[:1].isdigit():
        return _removed_marker(marker)
    if marker.state[0] in "aeiou":
        return Text("an {state} marker", state=_marker_name(marker))
    return Text("a {state} marker", state=_marker_name(marker))


def _removed_marker(marker: Marker) -> Text:
    """Return a marker as an object on the table."""
    if marker.number:
        state = Term(marker.state, 1, plural=True)
        return Plural("{n} {state} marker", "{n} {state} markers", marker.number, state=state)
    if marker.of:
        return Text("the marker “{state}”", state=_marker_name(marker))
    return Text("the {state} marker", state=_marker_name(marker))


def _marker_name(marker: Marker) -> Text:
    """Return the name of a marker, with its count or its object."""
    if marker.number:
        return amount_of(marker.number, marker.state)
    if not marker.of:
        return marker.alone or Term(marker.state)
    if marker.state.endswith(_LEADING):
        return Text("{state} {of}", state=Term(marker.state), of=marker.of)
    return Text("{state}: {of}", state=Term(marker.state), of=marker.of)
