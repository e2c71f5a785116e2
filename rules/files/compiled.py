"""Compilation of a system file with correct tables: its expressions, and its rolls with their modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from rules.files.action_shape import ActionRow, RefusedRow, WeaponsRow
from rules.files.declared import declared_facts
from rules.files.expressions import Expression, Kind, Names
from rules.files.faults import Faults
from rules.files.names import check_names, check_tables
from rules.files.roll_compiler import RollCompiler, can_read
from rules.files.sentences import SaySpec, check_action_texts, compile_sentences
from rules.files.shape import Document
from rules.files.source import Path
from rules.files.specs import CARRIED, STARTING, ActionSpec, AimSpec, CompiledFile, RefusalSpec
from rules.files.step_specs import ROLES, StepSpec


def compile_document(document: Document, faults: Faults) -> CompiledFile:
    """Compile a file with correct tables; note the parts that do not fit together."""
    check_names(document, faults)
    check_tables(document, faults)
    facts = declared_facts(document, faults)
    compiler = _Compiler(document, faults, facts)
    actions = {key: compiler.action(key, row) for key, row in document.action.items()}
    reads = {one for spec in actions.values() for one in spec.reads if "." in one}
    fields = {one.partition(".")[2] for one in reads}
    fields |= {name for row in document.action.values() for name in row.knows}
    states = tuple(name for name in compiler.holds if name in fields)
    own = STARTING in document.profile or STARTING in compiler.holds
    counts_starting = not own and any(f"{role}.{STARTING}" in reads for role in (*ROLES.values(), "roller"))
    impossible = tuple(compiler.impossible())
    return CompiledFile(document, actions, compiler.holds, states, counts_starting, facts, impossible)


class _ChoiceOfWeapons(NamedTuple):
    """The weapons that an action uses, the models that serve one, its reach and worth, and the ends of its ranges."""

    which: Expression | None = None
    crew: Expression | None = None
    reach: Expression | None = None
    worth: Expression | None = None
    every: Expression | None = None
    bands: tuple[Expression, ...] = ()


class _Compiler(RollCompiler):
    def impossible(self) -> Iterator[tuple[Expression, str]]:
        """Yield the conditions under which a weapon is a fault, with their sentences."""
        for at, row in enumerate(self.document.impossible):
            path: Path = ("impossible", at)
            self.faults.check_braces((*path, "say"), row.say)
            if when := self.faults.compile_formula((*path, "when"), row.when, {"weapon": self.weapon}, "flag"):
                yield when, row.say

    def action(self, key: str, row: ActionRow) -> ActionSpec:
        path: Path = ("action", key)
        known = names = self.scopes[key]
        roles = () if row.command == "initiative" else row.parts
        counts = [one.counts for one in row.roll if one.counts]
        results = [*((name, one.kind) for name, one in self.before[key].items())]
        results += [each for step in row.then for each in self.step_names(step)]
        check_action_texts(path, row, roles, [*counts, *(name for name, _ in results)], self.faults)
        listed = row.weapons if key not in self.facts else None
        lane: dict[str, Kind] = {**names, "models": "number", **({"weapon": self.weapon} if self.weapon else {})}
        arms = self._choice_of_weapons((*path, "weapons"), row.weapons) if row.weapons else _ChoiceOfWeapons()
        rolls = [self._roll((*path, "roll", at), one, lane, names) for at, one in enumerate(row.roll)]
        names = lane if listed and not row.roll else names
        steps = [self._step((*path, "then", at), one, names) for at, one in enumerate(row.then)]
        inches = [*self._inches((*path, "inches"), row, names)]
        answers, asked = self.answers(row, names), self.asked_by(row)
        numbers = (*roles, *counts, *(name for name, kind in results if kind == "number"))
        far: Names = {"inches": "number"} if row.inches else {}
        said = [*roles, *counts, *(name for name, _ in results), *far, *["side"] * (row.command == "initiative")]
        settled: Names = {**self.rulings, **self.tables}
        before: Names = {**settled, **{role: self.unit if row.facts else names[role] for role in roles}}
        judged: Names = {**before, **answers}
        if row.command == "initiative":
            before = judged = {**settled, "modifier": "flag"}
        hidden = {*row.before, *(name for step in row.then if step.inner for name, _ in self.step_names(step))}
        outer: Names = {name: names.get(name, "number") for name, _ in results if name not in hidden}
        return ActionSpec(
            key,
            row,
            listed,
            tuple(one for one in rolls if one),
            tuple(one for one in steps if one),
            tuple(inches),
            tuple(self._refusals((*path, "refused"), row.refused, judged, known)),
            tuple(self._refusals((*path, "warned"), row.warned, judged, judged)),
            *arms,
            self._notes(path, row, {**names, **answers}, numbers),
            dict(self.offers(row, names)),
            dict(self.sets(row, names)),
            {name: one.nothing for name, one in asked.items() if one.idle or not one.codes},
            self.of_units(key, row),
            dict(self.needed(row, names)),
            self._sentences(path, row, "told", {**names, **far}, said),
            self._sentences(path, row, "menu", before, ("dice",) if _knows_dice(steps, before) else ()),
            self._sentences(path, row, "choice", self.tables, ()),
            self._sentences(path, row, "reminds", before, roles),
            self._sentences(path, row, "owes", before, ()),
            self.faults.compile_formula((*path, "quiet"), row.quiet, names, "flag"),
            self.faults.compile_formula((*path, "again"), row.again or None, settled, "flag"),
            self._marks((*path, "marks"), row.marks, before),
            tuple(name for name, one in asked.items() if not one.idle),
            self.before[key],
            tuple(self._cited((*path, "cites"), row, names)),
            self.faults.compile_formula((*path, "passes"), row.passes or None, outer, "flag"),
            tuple(
                AimSpec(one, self.faults.compile_formula((*path, "aim", at, "when"), one.when or None, known, "flag"))
                for at, one in enumerate(row.aim if isinstance(row.aim, tuple) else ())
            ),
        )

    def _inches(self, path: Path, row: ActionRow, names: Names) -> Iterator[tuple[str, Expression]]:
        """Yield the reasons for the inches of a move, with their numbers."""
        for at, (why, said) in enumerate(row.inches):
            if one := self.faults.compile_formula((*path, at), said, names):
                yield why, one

    def _notes(self, path: Path, row: ActionRow, names: Names, numbers: Iterable[str]) -> tuple[SaySpec, ...]:
        """Return the notes: they are about the units after the action, whatever weapon did it."""
        after: Names = {name: kind for name, kind in names.items() if name not in ("models", "weapon")}
        codes = [*row.asks, *(code for one in self.asked_by(row).values() for code in one.codes)]
        for at, note in enumerate(row.notes):
            for stem in note.asks:  # situations that the note asks for, but the action does not
                if not any(code.startswith(stem) for code in codes):
                    self.faults.add_unknown((*path, "notes", at, "asks"), stem, codes)
        return self._sentences(path, row, "notes", after, numbers)

    def _choice_of_weapons(self, path: Path, row: WeaponsRow) -> _ChoiceOfWeapons:
        self.faults.check_braces((*path, "none"), row.none or "", ("attacker",))
        only: Names = {"weapon": self.weapon, "attacker": self.unit, CARRIED: self.weapons}
        only = {**self.tables, **self.rulings, **only}
        compile_formula = self.faults.compile_formula
        return _ChoiceOfWeapons(
            compile_formula((*path, "which"), row.which or None, only, "flag"),
            compile_formula((*path, "crew"), row.crew, only),
            compile_formula((*path, "reach"), row.reach, only),
            compile_formula((*path, "worth"), row.worth, only),
            compile_formula((*path, "every"), row.every, only),
            tuple(
                one for at, said in enumerate(row.bands) if (one := compile_formula((*path, "bands", at), said, only))
            ),
        )

    def _cited(self, path: Path, row: ActionRow, names: Names) -> Iterator[tuple[str, Expression]]:
        """Yield the rulings that a result names under a condition."""
        for at, one in enumerate(row.cites):
            name = one if isinstance(one, str) else one.ruling
            if name not in self.rulings:
                self.faults.add_unknown((*path, at), name, self.rulings)
            elif not isinstance(one, str):
                when = self.faults.compile_formula((*path, at, "when"), one.when, names, "flag")
                if when is not None:
                    yield name, when

    def _sentences(
        self, path: Path, row: ActionRow, part: str, names: Names, fills: Iterable[str]
    ) -> tuple[SaySpec, ...]:
        """Compile the sentences in a part of an action, with these values besides their own numbers."""
        words = self.document.counted
        return tuple(compile_sentences(getattr(row, part), (*path, part), names, fills, words, self.faults))

    def _refusals(self, path: Path, rows: tuple[RefusedRow, ...], known: Names, facts: Names) -> Iterator[RefusalSpec]:
        """Yield refusals or warnings; menus know only the units, those of the `odds` all `facts`."""
        for at, row in enumerate(rows):
            when = self.faults.compile_formula((*path, at, "when"), row.when, facts if row.odds else known, "flag")
            if when is not None:
                yield RefusalSpec(row, when, all(map(partial(can_read, known), when.reads)))


def _knows_dice(steps: Sequence[StepSpec | None], known: Names) -> bool:
    """True if its unit and the rulings alone decide the number of dice of the first step."""
    roll = steps[0].roll if steps and steps[0] else None
    if roll is None or roll.dice is None:
        return False
    reads = roll.dice.reads.union(*(one.reads for one in roll.more))
    return {read.partition(".")[0] for read in reads} <= {*known, "roller"}
