"""A quick reference of a system in one language, as Markdown, to print and keep at the table."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from rules.command.system import System
from rules.files.action_shape import ActionRow, DiceRow, StepRow
from rules.files.faults import ROLES, values_in
from rules.files.in_words import in_words
from rules.files.rolls import FileTables
from rules.files.ruleset import FileRuleset
from rules.files.shape import CreditRow
from rules.kernel.serialise import rulings_json
from rules.kernel.text import N_, NOTHING, Joined, Listed, Role, Term, Text, Typed, Value, counted, several_of
from rules.kernel.wording import Wording

_CHECKS = {
    "under": N_("A check is a d{die}: the number or less passes."),
    "over": N_("A check is a d{die}: the number or more passes."),
}
_ORDERS = {
    "alternate": N_("The sides activate a unit in turn, for {actions} each."),
    "sides": N_("A side activates all its units, then the next one, for {actions} each."),
    "keeps": N_("A side activates units for as long as they obey, for {actions} each."),
}


def sheet(system: System, words: Wording) -> str:
    """Return the sheet of a system: what to roll and what changes it, actions, units and weapons."""
    made = _FileSheet(system, words) if isinstance(system, FileRuleset) and system.is_whole else _Sheet(system, words)
    return "\n".join(made.lines()) + "\n"


class _Sheet:
    """The sheet of a system whose rules are in Python: its topics explain them."""

    def __init__(self, system: System, words: Wording) -> None:
        self.system, self.words = system, words

    def lines(self) -> Iterator[str]:
        yield from self.credits()
        yield from self.topics()
        tables, weapons = self._rows()
        yield from (*self.head(N_("Numbers")), *self.table(("", ""), self._numbers(tables)))
        yield from self.states()
        yield from self.rulings()
        yield from self.units(list(dict.fromkeys(name for unit in self.system.units.values() for name in unit.profile)))
        if weapons:
            yield from self.weapons(list(next(iter(weapons.values()))), weapons)

    def _rows(self) -> tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]:
        """Return the numbers of the rules, and the weapons."""
        tables: Any = self.system.tables
        if isinstance(tables, FileTables):
            weapons = {name: row.model_dump(mode="json") for name, row in tables.weapons.items()}
            return tables.compiled.document.tables, weapons
        found: dict[str, Any] = tables.model_dump(mode="json")
        return found, found.pop("weapons", {})

    def say(self, msgid: str, **values: Value) -> str:
        return self.words(Text(msgid, **values))

    def code(self, code: object) -> str:
        return str(code) if isinstance(code, int) else self.words(Term(str(code)))

    def head(self, msgid: str) -> tuple[str, str]:
        return f"## {self.say(msgid)}", ""

    def credits(self) -> Iterator[str]:
        about, stated = self.system.about, self.stated_credits()
        yield from (f"# {about.name}", "")
        said = {"credit": Text(about.credit), "version": about.edition}
        origin = ", ".join(self.words(one) for name, one in said.items() if name in stated)
        parts = (f"{origin}." if origin else "", self.say(about.licence) if "licence" in stated else "")
        if any(parts):
            yield from (" ".join(filter(None, parts)), "")

    def stated_credits(self) -> Container[str]:
        """Return the fields of the credits that the authors have given."""
        return CreditRow.model_fields

    def topics(self) -> Iterator[str]:
        for topic in self.system.topics.values():
            yield from (f"## {self.words(topic.title)}", "", self.words(topic.text).replace("`", ""), "")

    def states(self) -> Iterator[str]:
        if rows := [(self.code(one.name), *map(self.words, (one.set_by, one.effect))) for one in self.listed_states()]:
            yield from self.head(N_("Markers and states"))
            yield from self.table(("", self.say("set by"), self.say("effect")), rows)

    def listed_states(self) -> Iterable[Any]:
        return self.system.states.values()

    def rulings(self) -> Iterator[str]:
        """Yield the open questions with the usual option and the others, and the sentences of those that have one."""
        if found := rulings_json(self.system):
            abouts = map(self.say, (one["about"] for one in found))
            rows: list[tuple[str, str, str]] = []
            for about, one in zip(abouts, found, strict=True):
                named = {option: self.code(option) for option in one["options"]}
                says: Mapping[str, str] = one["says"]
                said = {option: self.say(says[str(option)]) for option in named if str(option) in says}
                named |= {option: f"{named[option]}: {words}" for option, words in said.items()}
                usual = named.pop(one["default"])
                rows.append((about, usual, ", ".join(named.values())))
            yield from self.head(N_("To settle first"))
            yield from self.table(("", self.say("usual"), self.say("or")), rows)

    def _numbers(self, said: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, str]]:
        """Yield the numbers of tables within tables, with their names."""
        for name, value in said.items():
            if isinstance(value, dict):
                yield from self._numbers(cast("dict[str, Any]", value), f"{where}{self.code(name)}: ")
            elif not isinstance(value, list):
                yield f"{where}{self.code(name)}", str(value)

    def units(
        self, names: Sequence[str], titles: Sequence[str] = (), usual: Mapping[str, object] = MappingProxyType({})
    ) -> Iterator[str]:
        """Yield the units, with the numbers of their profile, or the usual ones, under their titles."""
        columns = titles or [self.code(name) for name in names]
        rows: list[Sequence[str]] = []
        for one in self.system.units.values():
            arms = [self.words(several_of(arm.count, arm.name)) for arm in one.weapons]
            values = self._cells({**usual, **one.profile}, names)
            rows.append((self.say(one.name), str(one.models), *values, ", ".join(arms)))
        yield from self.head(N_("Units"))
        yield from self.table(("", self.say("models"), *columns, self.say("weapons")), rows)

    def weapons(
        self, names: Sequence[str], weapons: Mapping[str, Mapping[str, Any]], titles: Sequence[str] = ()
    ) -> Iterator[str]:
        rows = ((self.code(name), *self._cells(row, names)) for name, row in weapons.items())
        yield from self.head(N_("Weapons"))
        yield from self.table(("", *(titles or map(self.code, names))), rows)

    def _cells(self, row: Mapping[str, Any], columns: Iterable[str]) -> Iterator[str]:
        """Yield the values of a row in the order of the columns; empty for missing ones."""
        for name in columns:
            value = row.get(name)
            yield "" if value is None or value is False else self.say("yes") if value is True else self.code(value)

    @staticmethod
    def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
        yield f"| {' | '.join(head)} |"
        yield "|" + "---|" * len(head)
        yield from (f"| {' | '.join(row)} |" for row in rows)
        yield ""


class _FileSheet(_Sheet):
    """The sheet of a file: it is made of its tables."""

    def __init__(self, system: FileRuleset, words: Wording) -> None:
        super().__init__(system, words)
        self.file, self.rows, self.arms = system, system.tables.compiled.document, system.tables.weapons

    def stated_credits(self) -> Container[str]:
        return self.file.source.values["system"]

    def lines(self) -> Iterator[str]:
        yield from self.credits()
        yield from (*self._dice(), "")
        for row in self.rows.action.values():
            yield from (*self._action(row), "")
        for topic in self.rows.topics.values():
            yield from (f"## {self.say(topic.title)}", "", self.say(topic.text), "")
        yield from self._modifiers()
        yield from self.states()
        yield from self.rulings()
        profile = self.rows.profile
        usual = {name: one.default for name, one in profile.items()}
        yield from self.units(list(profile), [self.say(one.name) for one in profile.values()], usual)
        if self.arms:
            weapons = {name: row.model_dump() for name, row in self.arms.items()}
            titles = [self.say(one.name) for one in self.rows.weapon.values()]
            yield from self.weapons(list(self.rows.weapon), weapons, titles)

    def listed_states(self) -> Iterable[Any]:
        """Return the states of the file, without those of the order of play."""
        return [self.system.states[name] for name in self.rows.states]

    def formula(self, said: object) -> str:
        return in_words(said, self.rows, self.words)

    def _dice(self) -> Iterator[str]:
        check, go, victory = self.rows.check, self.rows.go, self.rows.victory
        yield self.say(_CHECKS[check.roll], die=self.rows.system.die)
        if check.always:
            yield self.say("A {face} always passes.", face=check.always)
        if check.never:
            yield self.say("A {face} never passes.", face=check.never)
        yield self.say(_ORDERS[go.order], actions=counted(go.actions, "action", "actions"))
        if victory is not None:
            turn, lost = Text(self.rows.system.turn), victory.broken
            ends = [Text("after {turn} {n}", turn=turn, n=victory.turns)] if victory.turns else []
            ends += [Text("where a side has lost {n} % of its figures", n=lost)] if lost else []
            over_text = Text("The game is over {ends}.", ends=Listed(ends, "or")) if ends else NOTHING
            yield self.words(Joined((over_text, Text(victory.text))))

    def _action(self, row: ActionRow) -> Iterator[str]:
        yield from (f"## {self.say(row.title)}", "")
        if row.rule:
            yield from (self.say(row.rule), "")
        elif row.topic in self.rows.action:
            yield from (self.say("See {action}.", action=Text(self.rows.action[row.topic].title)), "")
        for one in (*row.refused, *row.warned):
            yield self.say("- Not so: {refusal}", refusal=self._plain(one.say))
        if row.inches:
            parts = [(self.say(why), self.formula(said)) for why, said in row.inches]
            far = [said if said.casefold() == why.casefold() else f"{said} ({why})" for why, said in parts]
            yield self.say("- inches: {parts}", parts=Typed("; ".join(far)))
        for one in row.roll:
            yield f"- {self._roll(one)}"
        for step in row.then:
            yield from self._step(step) if step.roll else ()
        for note in row.notes:
            when = f"{self.formula(note.when)}: " if note.when else ""
            yield f"- {when}{self.words(self._plain(note.say))}"

    def _step(self, step: StepRow) -> Iterator[str]:
        ends = [(end, said) for end, said in (("passed", step.passed), ("failed", step.failed)) if said]
        yield "; ".join(
            [f"- {self._roll(step)}", *(f"{self.code(end)}: {self.words(self._plain(said))}" for end, said in ends)]
        )
        for name, result in self.rows.table.get(step.table or "", {}).items():
            bound = self.say("above") if result.upto is None else self.say("up to {n}", n=result.upto)
            yield f"  - {bound}: {self.words(self._plain(result.say)) if result.say else self.code(name)}"

    def _roll(self, row: Any) -> str:
        name = self.say(row.name) if row.name else self.code(row.roll)
        number = "1" if row.dice is None else self.formula(row.dice)
        dice = self.say("a die") if number == "1" else self.say("{number} dice", number=Typed(number))
        if number == "0":  # modifiers add them
            dice = self.say("dice")
        return f"{name}: {dice} {self._read(row)}"

    def _read(self, row: DiceRow) -> str:
        """Return how the dice of a roll are read."""
        is_summed = isinstance(row, StepRow) and row.sum
        added = f", + {self._number(row.add)}" if row.add else ""
        if row.check is not None:
            number = Typed(self._number(row.check))
            read = self.say("against {number}", number=number)
            read = self.say("added up, {read}", read=Typed(read)) if is_summed else read
        elif isinstance(row, StepRow) and row.table:
            read = self.say("added up and looked up") if is_summed else self.say("each looked up")
        else:
            read = self.say("added up")
        found = f"{read}{added}"
        return self.say("{read}, cancels {other}", read=Typed(found), other=Term(row.against)) if row.against else found

    def _number(self, value: object) -> str:
        """Return a number of a roll: the name of a number of the profile, or an expression in words."""
        profile = self.rows.profile
        return self.say(profile[value].name) if isinstance(value, str) and value in profile else self.formula(value)

    def _modifiers(self) -> Iterator[str]:
        rolls = [one for row in self.rows.action.values() for one in (*row.roll, *row.then)]
        known = {one.roll: one.name for one in rolls if one.roll and one.name}
        known |= {name: row.name for name, row in self.rows.profile.items()}
        rows: list[tuple[str, ...]] = []
        for row in self.rows.modifier.values():
            why = self.say(row.why, **dict.fromkeys(values_in(row.why), Typed("…"))).strip("…, ")
            value = f"{row.value:+}".replace("-", "−") if isinstance(row.value, int) else self.formula(row.value)
            value = self.say("{number} dice", number=Typed(value)) if row.dice else value
            on = ", ".join(self.say(known[name]) if name in known else self.code(name) for name in row.on)
            rows.append((why, value, on, self.formula(row.when) if row.when else ""))
        if rows:
            titles = map(self.say, (N_("by"), N_("on"), N_("when")))
            yield from (*self.head(N_("What changes a roll")), *self.table(("", *titles), rows))

    def _plain(self, said: str) -> Text:
        """Return a sentence with words in place of its values."""
        values: dict[str, Value] = {name: Term(name) for name in values_in(said)}
        return Text(said, **values | {name: Role(name, article=True) for name in values if name in ROLES})
