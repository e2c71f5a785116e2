"""A quick reference of a system file, as Markdown, to print and keep at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from rules.command.system import System
from rules.files.in_words import in_words
from rules.files.shape import ActionRow, DiceRow, Document, ModifierRow, StepRow
from rules.files.system import FileRuleset
from rules.game.unit import UnitSpec
from rules.kernel.serialise import rulings_json
from rules.kernel.wording import CHOICE, ENGLISH


def sheet(system: System) -> str:
    """Return the sheet of a system: what to roll and what changes it, actions, units and weapons."""
    lines = _lines(system) if isinstance(system, FileRuleset) else _of_python(system)
    return "\n".join(lines) + "\n"


def _of_python(system: System) -> Iterator[str]:
    """Yield the sheet of a system whose rules are in Python: its topics explain them."""
    about = system.about
    yield from (f"# {about.name}", "", f"{about.credit}, {about.version}. {about.licence}", "")
    for topic in system.topics.values():
        yield from (f"## {ENGLISH(topic.title)}", "", ENGLISH(topic.text).replace("`", ""), "")
    tables: dict[str, Any] = system.tables.model_dump(mode="json")
    weapons: dict[str, dict[str, Any]] = tables.pop("weapons", {})
    yield from ("## Numbers", "", *_table(("", ""), _numbers(tables)))
    states = ((_words(one.name), ENGLISH(one.set_by), ENGLISH(one.effect)) for one in system.states.values())
    yield from ("## Markers and states", "", *_table(("", "set by", "effect"), states))
    rulings = ((str(one["about"]), *_options(one)) for one in rulings_json(system))
    yield from ("## To settle first", "", *_table(("", "usual", "or"), rulings))
    names = list(dict.fromkeys(name for unit in system.units.values() for name in unit.profile))
    units = (
        (one.name, str(one.models), *_cells(one.profile, names), _arms(one, system.many))
        for one in system.units.values()
    )
    yield from ("## Units", "", *_table(("", "models", *map(_words, names), "weapons"), units))
    if weapons:
        columns = list(next(iter(weapons.values())))
        arms = ((_words(name), *_cells(row, columns)) for name, row in weapons.items())
        yield from ("## Weapons", "", *_table(("", *map(_words, columns)), arms))


def _options(ruling: Mapping[str, Any]) -> tuple[str, str]:
    """Return the default of a ruling, and its other options."""
    default = ruling["default"]
    others = ", ".join(_words(str(one)) for one in ruling["options"] if one != default)
    return _words(str(default)), others


def _numbers(said: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, str]]:
    """Yield the numbers of tables within tables, with their names."""
    for name, value in said.items():
        if isinstance(value, dict):
            yield from _numbers(cast("dict[str, Any]", value), f"{where}{_words(name)}: ")
        elif not isinstance(value, list):
            yield f"{where}{_words(name)}", str(value)


def _cells(row: Mapping[str, Any], columns: Iterable[str]) -> Iterator[str]:
    """Yield the values of a row in the order of the columns; empty for missing ones."""
    for name in columns:
        value = row.get(name)
        yield "" if value is None or value is False else "yes" if value is True else _words(str(value))


def _arms(unit: UnitSpec, many: Callable[[str], str]) -> str:
    return ", ".join(f"{one.count} {_words(one.name) if one.count == 1 else many(one.name)}" for one in unit.weapons)


def _lines(system: FileRuleset) -> Iterator[str]:
    rows = system.tables.compiled.document
    about = rows.system
    yield f"# {about.name}"
    yield ""
    yield f"{about.credit}, {about.version}. {about.licence}"
    yield ""
    yield from _dice(rows)
    for row in rows.action.values():
        yield from _action(rows, row)
    for topic in rows.topics.values():
        yield from (f"## {topic.title}", "", topic.text, "")
    yield from _reference(rows)
    yield from ("## Units", "")
    names = [one.name for one in rows.profile.values()]
    yield from _table(
        ("", "models", *names, "weapons"),
        (
            (unit.name, str(unit.models), *_cells(unit.profile, rows.profile), _arms(unit, system.many))
            for unit in system.units.values()
        ),
    )
    if rows.weapons:
        yield from ("## Weapons", "")
        columns = [one.name for one in rows.weapon.values()]
        arms = [(_words(name), *_cells(row.model_dump(), rows.weapon)) for name, row in system.tables.weapons.items()]
        yield from _table(("", *columns), arms)


def _reference(rows: Document) -> Iterator[str]:
    """Yield the modifiers of rolls, the markers and states, and the open questions."""
    if rows.modifier:
        changes = (
            (
                re.sub(r"\{\w+\}", "…", _plural(one.why)),
                _change(one, rows),
                _on(rows, one.on),
                in_words(one.when, rows) if one.when else "",
            )
            for one in rows.modifier.values()
        )
        yield from ("## What changes a roll", "", *_table(("", "by", "on", "when"), changes))
    if rows.states:
        states = ((_words(name), one.set_by, one.effect) for name, one in rows.states.items())
        yield from ("## Markers and states", "", *_table(("", "set by", "effect"), states))
    if rows.rulings:
        open_ = ((one.about, ", ".join(_words(str(option)) for option in one.options)) for one in rows.rulings.values())
        yield from ("## To settle first", "", *_table(("", "options"), open_))


_ORDERS = {
    "alternate": "The sides activate a unit in turn",
    "sides": "A side activates all its units, then the next one",
    "keeps": "A side activates units for as long as they obey",
}


def _dice(rows: Document) -> Iterator[str]:
    check, die = rows.check, rows.system.die
    way = "or less" if check.roll == "under" else "or more"
    yield f"A check is a d{die}: the number {way} passes."
    if check.always:
        yield f"A {check.always} always passes."
    if check.never:
        yield f"A {check.never} never passes."
    yield f"{_ORDERS[rows.go.order]}, for {rows.go.actions} action{'s' * (rows.go.actions > 1)} each."
    if (victory := rows.victory) is not None:
        ends = [f"after {rows.system.turn} {victory.turns}"] if victory.turns else []
        ends += [f"where a side has lost {victory.broken} % of its figures"] if victory.broken else []
        yield f"The game is over {' or '.join(ends)}. {victory.text}" if ends else victory.text
    yield ""


def _action(rows: Document, row: ActionRow) -> Iterator[str]:
    yield from (f"## {row.title}", "")
    if row.rule:
        yield from (row.rule, "")
    elif row.topic in rows.action:
        yield from (f"See {rows.action[row.topic].title}.", "")
    for one in (*row.refused, *row.warned):
        yield f"- Not so: {_plain(one.say)}"
    if row.inches:
        parts = [(why, in_words(said, rows)) for why, said in row.inches]
        far = (said if said.casefold() == why.casefold() else f"{said} ({why})" for why, said in parts)
        yield f"- inches: {'; '.join(far)}"
    for one in row.roll:
        yield f"- {_words(one.name or one.roll)}: {_dice_of(one.dice, rows)} {_read(one, rows)}"
    for step in row.then:
        if step.roll:
            dice = "a die" if step.dice is None else _dice_of(step.dice, rows)
            yield f"- {_words(step.name or step.roll)}: {dice} {_read(step, rows)}" + "".join(
                f"; {end}: {_plain(said)}" for end, said in (("passed", step.passed), ("failed", step.failed)) if said
            )
        for name, result in rows.table.get(step.table or "", {}).items():
            bound = "above" if result.upto is None else f"up to {result.upto}"
            yield f"  - {bound}: {_plain(result.say) if result.say else _words(name)}"
    yield ""


def _dice_of(number: object, rows: Document) -> str:
    """Return a number of dice; 0 are those that modifiers add."""
    said = in_words(number, rows)
    return {"0": "dice", "1": "a die"}.get(said, f"{said} dice")


def _read(row: DiceRow, rows: Document) -> str:
    """Return how the dice of a roll are read."""
    added = f", + {_number(row.add, rows)}" if row.add else ""
    if row.check is not None:
        read = f"{'added up, ' if isinstance(row, StepRow) and row.sum else ''}against {_number(row.check, rows)}"
    elif isinstance(row, StepRow) and row.table:
        read = f"{'added up and' if row.sum else 'each'} looked up{added}"
    else:
        read = f"added up{added}"
    return f"{read}, cancels {_words(row.against)}" if row.against else read


def _number(value: object, rows: Document) -> str:
    """Return a number of a roll: the name of a number of the profile, or an expression in words."""
    return rows.profile[value].name if isinstance(value, str) and value in rows.profile else in_words(value, rows)


def _change(row: ModifierRow, rows: Document) -> str:
    value = f"{row.value:+}".replace("-", "−") if isinstance(row.value, int) else in_words(row.value, rows)
    return value + " dice" * row.dice


def _on(rows: Document, names: Iterable[str]) -> str:
    """Return the names of numbers of the profile, and of rolls."""
    rolls = [one for row in rows.action.values() for one in (*row.roll, *row.then)]
    known = {one.roll: one.name for one in rolls if one.roll and one.name}
    return ", ".join(
        rows.profile[name].name if name in rows.profile else known.get(name, _words(name)) for name in names
    )


def _words(code: str) -> str:
    return code.replace("_", " ")


def _plural(said: str) -> str:
    """Return a text with the words for more than one."""
    return re.sub(rf"\{{\w+:{CHOICE.pattern}\}}", r"\2", said)


def _plain(said: str) -> str:
    return _plural(said).replace("{n}", "n").replace("{", "the ").replace("}", "")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
