"""The classes of a file: a rule for each action, an order for each of its commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from types import new_class
from typing import Any, cast

from rules.files.action_shape import OptionRow, StepRow
from rules.files.expressions import Expression
from rules.files.faults import filled
from rules.files.models import facts_of, outcome_of
from rules.files.plan import ROLE_TEXTS, RulingRead
from rules.files.rule import FileRule
from rules.files.sentences import with_words
from rules.files.shape import DecidedRow, Document
from rules.files.specs import ActionSpec, CompiledFile
from rules.kernel.action import ON_THE_WAY, Aim, FieldName
from rules.kernel.facts import Facts
from rules.kernel.table import Decision, Offer
from rules.kernel.text import Text


def build_rule(one: ActionSpec, spec: CompiledFile, unit: type[Facts]) -> type[FileRule[Any, Any]]:
    outcome = outcome_of(one)
    lost = next((step.names[0] for step in one.steps if step.row.lose), None)
    aim = lost if one.row.aim is None else one.row.aim
    names, goal = _field_names(one, spec), None
    if isinstance(aim, str) and aim in one.numbers:
        goal = Aim[Any](aim, attrgetter(aim), code=names[aim].code if aim in names else "")
    body: dict[str, Any] = {
        "key": one.key,
        "title": Text(one.row.title),
        "topic": one.row.topic or one.key,
        "spec": one,
        "outcome_of": staticmethod(partial(cast("Any", tuple).__new__, outcome)),
        **_rulings_read(one, spec.document),
        "decisions": tuple(_decisions(one, spec.document.counted)),
        "hidden_fields": tuple(name for step in one.outer for name in step.names if step.row.let or step.row.hidden),
        "on_the_way": (*ON_THE_WAY, *(roll.row.counts for roll in one.rolls)),
        "details": ("why",) if one.inches else (),
        "field_names": names,
        "goal": goal,
    }
    base = FileRule[facts_of(one, spec, unit), outcome]
    return build_subclass(base, f"{one.key}Rule", body)


def _rulings_read(one: ActionSpec, rows: Document) -> dict[str, Any]:
    """Return the rulings that an action depends on, where it reads them."""
    keys = frozenset(rows.rulings) - {name for name, _ in one.cited}
    formulas = [each for step in one.steps for each in (step.when, step.amount) if each]

    def read(found: Iterable[Expression]) -> list[RulingRead]:
        return [(each, name, rows.rulings[name].choices) for each in found for name in sorted(each.reads & keys)]

    return {
        "rulings_read": one.own_reads & keys,
        "rulings_of_modifiers": [(each, each.reads & keys) for each in one.modifiers if each.reads & keys],
        "rulings_of_steps": read(formulas),
        "rulings_before": read(one.before.values()),
    }


def _field_names(one: ActionSpec, spec: CompiledFile) -> dict[str, FieldName]:
    """Return the names of tests and marks: of a mark, its state, unless the action marks a state in several ways.

    A test changes something by its failure, unless only passing it marks a unit.
    """
    tests = [(step, step.roll) for step in one.steps if step.roll and step.is_test]
    marks = [(step.names[0], *step.row.mark.rpartition(".")[::2]) for step in one.steps if step.row.mark]
    times = Counter(state for _, _, state in marks)
    return {
        step.names[0]: FieldName(
            roll.name,
            changes="passed" if step.endings["passed"].marks and not step.endings["failed"].marks else "failed",
        )
        for step, roll in tests
    } | {
        name: FieldName(state, spec.holds[state] == "count")
        for name, role, state in marks
        if times[state] == 1 and role != "attacker"
    }


def _decisions(one: ActionSpec, counted: Mapping[str, str]) -> Iterator[Decision[Any]]:
    for mod in one.modifiers:
        if mod.row.decided:
            yield _decision(mod.key, mod.row.decided, mod.row.section or one.row.section, counted)
    for step in one.steps:
        if step.row.choose:
            section = step.row.section or one.row.section
            yield _decision(step.row.choose, step.row, section, counted, tuple(step.values))


def _decision(
    name: str, row: DecidedRow | StepRow, section: str, counted: Mapping[str, str], names: Sequence[str] = ()
) -> Decision[Any]:
    """Return a choice between words, or between yes and no, as 1 and 0; `names` are those of its numbers."""
    yes, no = ("spend", "keep") if isinstance(row, DecidedRow) else ("yes", "no")
    words = row.options if isinstance(row, StepRow) else ()
    options = words or (OptionRow(key=yes, say=row.yes or ""), OptionRow(key=no, say=row.no or ""))
    means = {one.key: one.key for one in words} or {yes: 1, no: 0}

    def offers(*situation: int) -> tuple[Offer, ...]:
        values = {**ROLE_TEXTS, **with_words(dict(zip(names, situation, strict=False)), counted)}
        return tuple(Offer(one.key, filled(one.say, values), Text(one.short or "")) for one in options)

    def read(said: str) -> int | str:
        if said not in means:
            raise ValueError(said)
        return means[said]

    return Decision(
        name=name,
        by="defender" if row.by == "enemy" else row.by or "",
        question=filled(row.question or "", ROLE_TEXTS),
        options=tuple(means),
        default=options[0].key,
        read=read,
        rule=section,
        offers=offers,
    )


def build_subclass(base: Any, name: str, said: Mapping[str, Any]) -> Any:
    """Build a subclass for this file; it keeps the type arguments of its base, if any."""
    return new_class(name, (base,), {}, lambda names: names.update(said))
