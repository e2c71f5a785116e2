"""Compilation of the rolls and steps of an action: their numbers, modifiers, endings and marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, cast

from rules.files.action_shape import RollRow, StepRow
from rules.files.declared import Records
from rules.files.expressions import Expression, Kind, Names, did_you_mean
from rules.files.faults import Faults
from rules.files.scope import Scope
from rules.files.sentences import compile_sentences
from rules.files.shape import Document, ModifierRow
from rules.files.source import Path
from rules.files.step_specs import ROLES, Ending, Modifier, RollSpec, StepSpec
from rules.kernel.text import Joined, Text


class RollCompiler(Scope):
    """A scope that compiles rolls with their modifiers, and the steps after them."""

    def __init__(self, document: Document, faults: Faults, models: Records) -> None:
        super().__init__(document, faults, models)
        self.modifiers = tuple(self._modifier(key, row) for key, row in document.modifier.items())

    def _modifier(self, key: str, row: ModifierRow) -> Modifier | None:
        path: Path = ("modifier", key)
        names = self.of_modifier(path, row.each)
        when = self.faults.compile_formula((*path, "when"), row.when or None, names, "flag")
        value = self.faults.compile_formula((*path, "value"), row.value, names)
        values = self._values(path, row.values, names, (row.why,))
        entry = names.get(row.each or "")
        arms = ("weapons",) if isinstance(entry, Mapping) and {"weapon", "count"} <= entry.keys() else ()
        self.faults.check_braces((*path, "why"), row.why, ("n", *arms, *self.asked, *row.values))
        for part, said in (("cause", row.cause), ("spends", row.spends)):
            if said:
                self._check_mark((*path, part), said, roles=("attacker", "target", "unit"), needs_role=part == "spends")
        if row.decided:
            for part in ("question", "yes", "no"):
                self.faults.check_braces((*path, "decided", part), getattr(row.decided, part), ("attacker", "target"))
        if value is None or (row.when and when is None):
            return None
        return Modifier(row, key, when, value, values)

    def _values(
        self, path: Path, said: Mapping[str, int | str], names: Names, texts: Iterable[str]
    ) -> dict[str, Expression]:
        """Compile the values of texts."""
        found: dict[str, Expression] = {}
        for name, one in said.items():
            place, unused = (*path, "with", name), not any(f"{{{name}" in text for text in texts)
            fault = Text('the sentence does not have "{braces}": use it, or remove it', braces=f"{{{name}}}")
            self.faults.add_if(unused, place, fault)
            if (value := self.faults.compile_formula(place, one, names, "any")) is not None:
                found[name] = value
        return found

    def _check_mark(self, path: Path, said: str, roles: tuple[str, ...], needs_role: bool = True) -> None:
        """Note an unknown state of a unit, named by its part in the action: "target.shock"."""
        role, _, state = said.rpartition(".")
        if (role or needs_role) and role not in roles:
            self.faults.add_unknown(path, role or said, [f"{one}.{state}" for one in roles])
        elif state not in self.holds:
            self.faults.add_unknown(path, state, self.holds)

    def _roll(
        self, path: Path, row: RollRow | StepRow, names: dict[str, Kind], later: dict[str, Kind]
    ) -> RollSpec | None:
        """Compile dice, and add the name of their count to `later`, the names known to later steps."""
        assert row.roll
        assert row.by
        role = ROLES[row.by]
        table = row.table if isinstance(row, StepRow) else None
        is_unknown = table is not None and table not in self.document.table
        if role not in later or is_unknown:
            if role in later:
                self.faults.add_unknown((*path, "table"), str(table), self.document.table)
            else:
                self.faults.add((*path, "by"), _no_part(row.by, later))
            self.faults.dropped |= {row.counts or row.roll, *self.faults.source.values.get("table", {}).get(table, ())}
            return None
        rolling: Names = {**names, "roller": names[role]}
        base = (row.check if row.check is not None else row.add) or 0
        number = self._base_number(path, row, base, rolling)
        counted = isinstance(row, RollRow) or row.dice is not None
        dice = self.faults.compile_formula((*path, "dice"), row.dice, rolling) if counted else None
        by_weapon = dice is not None and any(one == "models" or one.startswith("weapon.") for one in dice.reads)
        arms = ("models", "weapons") if isinstance(row, RollRow) and "weapon" in names and by_weapon else ()
        for part_name, fills in (("name", ()), ("why", ("n",)), ("dice_why", ("n", *arms))):
            self.faults.check_braces((*path, part_name), getattr(row, part_name) or "", fills)
        self.faults.add_if(row.dice_why and not counted, (*path, "dice_why"), Text("give dice beside dice_why"))
        is_test = isinstance(row, StepRow) and row.is_test
        action = self.document.action[str(path[1])]
        results = {one.counts for one in action.roll}
        results |= {name for step in action.then for name, _ in self.step_names(step)}
        counts = [one for one, kind in later.items() if kind == "number" and one in results]
        if row.against and (is_test or table):
            self.faults.add((*path, "against"), Text("only a roll that is counted or added up can go against another"))
        elif row.against and row.against not in counts:
            self.faults.add_unknown((*path, "against"), row.against, counts)
        if row.counts:
            self.check_new_name((*path, "as"), row.counts, later)
            later[row.counts] = frozenset(("passed", "failed")) if is_test else "number"
            names[row.counts] = later[row.counts]
        endings = self._table(table, later) if table else None
        needs = self.faults.compile_formula((*path, "needs"), row.needs if isinstance(row, StepRow) else None, names)
        if number is None or (counted and dice is None):
            return None
        fits = [one for one in self.modifiers if one and {base, row.roll} & set(one.row.on)]
        fits = [one for one in fits if {read.partition(".")[0] for read in one.reads} <= {*names, *later, "roller"}]
        fits = [one for one in fits if all(map(partial(can_read, rolling), one.reads))]
        return RollSpec(
            row,
            row.roll,
            row.name or row.roll.replace("_", " "),
            number,
            dice,
            row.section or "",
            str(base) if base in self.document.profile else "",
            tuple(one for one in fits if not one.row.dice),
            tuple(one for one in fits if one.row.dice and dice),
            needs,
            by_weapon,
            endings,
        )

    def _base_number(self, path: Path, row: RollRow | StepRow, base: int | str, rolling: Names) -> Expression | None:
        """Compile the number that a roll needs or adds to; None if it is faulty."""
        part = "check" if row.check is not None else "add"
        die = self.document.system.die
        summed = isinstance(row, StepRow) and row.sum
        if part == "check" and isinstance(base, int) and not 1 <= base <= die and not summed:
            self.faults.add(
                (*path, "check"), Text("{n} cannot be rolled with a d{die}: give 1 to {die}", n=base, die=die)
            )
        if isinstance(base, str) and base.isidentifier() and base not in {*self.document.profile, *rolling}:
            plain = (name for name, kind in rolling.items() if not isinstance(kind, Mapping))
            self.faults.add_unknown((*path, part), base, (*self.document.profile, *plain))
            return None
        said = f"roller.{base}" if base in self.document.profile else base
        return self.faults.compile_formula((*path, part), said, rolling)

    def _table(self, key: str, names: dict[str, Kind]) -> dict[str, Ending]:
        """Compile the rows of a table for a roll that uses it; each row's name holds its number of dice."""
        found: dict[str, Ending] = {}
        for name, row in self.document.table[key].items():
            path = ("table", key, name)
            self.check_new_name(path, name, names)
            names[name] = "number"
            if row.say:
                self.faults.check_braces((*path, "say"), row.say, (*_roles(names), "n"))
            found[name] = Ending(row.say or "", self._marks((*path, "marks"), row.marks, names), upto=row.upto)
        return found

    def _step(self, path: Path, row: StepRow, names: dict[str, Kind]) -> StepSpec | None:
        when = self.faults.compile_formula((*path, "when"), row.when or None, names, "flag")
        if row.when and when is None:
            self.faults.dropped |= {name for name, _ in self.step_names(row)}
            return None
        if row.roll:
            roll = self._roll(path, row, names, names)
            endings = dict(roll.table or self._endings(path, row, names)) if roll else {}
            fields = tuple(endings) if row.table else (row.counts or row.roll,)
            return roll and StepSpec(row, fields, when, roll, None, endings)
        if row.choose:
            assert row.by
            role = ROLES[row.by]
            self.faults.add_if(role not in names, (*path, "by"), _no_part(row.by, names))
            self.check_new_name(
                (*path, "choose"), row.choose, {**names, **dict.fromkeys(self.document.modifier, "number")}
            )
            _, kind = next(self.step_names(row))
            says = [one.say for one in row.options]
            values = self._values(path, row.values, names, says)
            for at, one in enumerate(says):
                self.faults.check_braces((*path, "options", at, "say"), one, tuple(values))
            names[row.choose] = kind
            return StepSpec(row, (row.choose,), when, kind=kind, values=values)
        said = next(one for one in (row.models, row.be, row.further, row.add, row.inches) if one is not None)
        amount = self.faults.compile_formula(path, said, names, "any" if row.named else "number")
        if row.further is not None:
            return amount and StepSpec(row, (), when, None, amount)
        role, done = row.lose or row.shift or "", "lose" if row.lose else "shift"
        self.faults.add_if(role and role not in names, (*path, done), _no_part(role, names))
        if row.lose and "models" not in cast("Names", names.get(role, {"models": "number"})):
            self.faults.add(path, Text('{name} has no "{field}"', name=role, field="models"))
        if row.mark:
            self._check_mark((*path, "mark"), row.mark, _roles(names))
        usual = "models_lost" if row.lose else "shifted" if row.shift else (row.mark or "").rpartition(".")[2]
        counts = row.named or row.counts or usual
        part = "let" if row.let else "result" if row.result else "as"
        self.check_new_name((*path, part), counts, names)
        names[counts] = kind = amount.kind if amount and amount.is_word else "number"
        marks = self._marks((*path, "marks"), row.marks, names)
        fills = (*_roles(names), *(name for name, one in names.items() if one == "number"))
        ways = compile_sentences(row.ways, (*path, "ways"), names, fills, self.document.counted, self.faults)
        return amount and StepSpec(row, (counts,), when, None, amount, marks=marks, kind=kind, ways=tuple(ways))

    def _endings(self, path: Path, row: StepRow, names: Names) -> Iterator[tuple[str, Ending]]:
        """Yield the two endings of a test."""
        for end, said, marks in (
            ("passed", row.passed, row.passed_marks),
            ("failed", row.failed, row.failed_marks),
        ):
            inches = None
            if end == "passed" and row.passed_inches is not None:
                inches = self.faults.compile_formula((*path, "passed_inches"), row.passed_inches, names)
            yield end, Ending(said or "", self._marks((*path, f"{end}_marks"), marks, names), inches)

    def _marks(self, path: Path, said: Mapping[str, Any], names: Names) -> dict[str, Expression]:
        """Compile changes of states: of the rolling unit, or of a named part, "target.shock"."""
        found: dict[str, Expression] = {}
        for state, formula in said.items():
            self._check_mark((*path, state), state, _roles(names), False)
            if (one := self.faults.compile_formula((*path, state), formula, names)) is not None:
                found[state] = one
        return found


def can_read(names: Names, read: str) -> bool:
    """True if an expression may read this name here: an action may not know all numbers of its unit."""
    owner, _, field = read.partition(".")
    record = names.get(owner)
    return owner in names and (not isinstance(record, Mapping) or not field or field in record)


def _no_part(by: str, names: Names) -> Text:
    fault = Text("{by} takes no part in this action", by=by)
    return Joined((fault, did_you_mean(ROLES.get(by, by), _roles(names))), "; ")


def _roles(names: Names) -> tuple[str, ...]:
    return tuple(one for one in ("attacker", "target", "unit") if one in names)
