"""A quick reference of a system file, as Markdown, to lie beside the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel

from rules.files.shape import ActionRow, DiceRow, Document, StepRow
from rules.files.system import FileRuleset
from rules.game.unit import UnitSpec


def sheet(system: FileRuleset) -> str:
    """The sheet of a system: what to roll, what changes it, what units do, and who they are."""
    return "\n".join(_lines(system)) + "\n"


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
    yield from _table(("", "models", *names, "weapons"), (_unit(unit, rows) for unit in system.units.values()))
    if rows.weapons:
        yield from ("## Weapons", "")
        columns = [one.name for one in rows.weapon.values()]
        arms = [(_words(name), *_of(row)) for name, row in system.tables.weapons.items()]
        yield from _table(("", *columns), arms)


def _unit(unit: UnitSpec, rows: Document) -> Sequence[str]:
    arms = ", ".join(f"{one.count} {_words(one.name)}" for one in unit.weapons)
    return (unit.name, str(unit.models), *(str(unit.profile.get(name, "")) for name in rows.profile), arms)


def _reference(rows: Document) -> Iterator[str]:
    """Yield the modifiers of rolls, the markers and states, and the open questions."""
    if rows.modifier:
        changes = (
            (one.why.replace("{n}", "n"), _value(one.value), _on(rows, one.on)) for one in rows.modifier.values()
        )
        yield from ("## What changes a roll", "", *_table(("", "by", "on"), changes))
    if rows.states:
        states = ((_words(name), one.set_by, one.effect) for name, one in rows.states.items())
        yield from ("## Markers and states", "", *_table(("", "set by", "effect"), states))
    if rows.rulings:
        open_ = ((one.about, ", ".join(map(_words, one.options))) for one in rows.rulings.values())
        yield from ("## To settle first", "", *_table(("", "options"), open_))


def _dice(rows: Document) -> Iterator[str]:
    check, die = rows.check, rows.system.die
    way = "or less" if check.roll == "under" else "or more"
    yield f"A check is a d{die}: the number {way} passes."
    if check.always:
        yield f"A {check.always} always passes."
    if check.never:
        yield f"A {check.never} never passes."
    yield f"The sides activate a unit in turn, for {rows.go.actions} actions each."
    yield ""


def _action(rows: Document, row: ActionRow) -> Iterator[str]:
    yield from (f"## {row.title}", "")
    if row.rule:
        yield from (row.rule, "")
    elif row.topic in rows.action:
        yield from (f"See {rows.action[row.topic].title}.", "")
    for one in (*row.refused, *row.warned):
        yield f"- Not so: {_plain(one.say)}"
    for one in row.roll:
        yield f"- {_words(one.name or one.roll)}: {_value(one.dice)} dice {_read(one)}"
    for step in row.then:
        if step.roll:
            dice = f"{_value(step.dice)} dice " if step.dice is not None else ""
            yield f"- {_words(step.name or step.roll)}: {dice}{_read(step)}" + "".join(
                f"; {end}: {_plain(said)}" for end, said in (("passed", step.passed), ("failed", step.failed)) if said
            )
        for name, result in rows.table.get(step.table or "", {}).items():
            bound = "above" if result.upto is None else f"up to {result.upto}"
            yield f"  - {bound}: {_plain(result.say) if result.say else _words(name)}"
    yield ""


def _read(row: DiceRow) -> str:
    """Return how the dice of a roll are read."""
    if row.check is not None:
        read = f"{'added up, ' if isinstance(row, StepRow) and row.sum else ''}against {_value(row.check)}"
    elif isinstance(row, StepRow) and row.table:
        read = f"{'added up and' if row.sum else 'each'} looked up{f', +{_value(row.add)}' if row.add else ''}"
    else:
        read = f"added up, +{_value(row.add)}"
    return f"{read}, cancels {_words(row.against)}" if row.against else read


def _on(rows: Document, names: Iterable[str]) -> str:
    return ", ".join(rows.profile[name].name if name in rows.profile else _words(name) for name in names)


def _value(value: object) -> str:
    return f"`{value}`"


def _words(code: str) -> str:
    return code.replace("_", " ")


def _plain(said: str) -> str:
    return said.replace("{n}", "n").replace("{", "the ").replace("}", "")


def _of(row: BaseModel) -> list[str]:
    return [str(value) for value in row.model_dump().values()]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
