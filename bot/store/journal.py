"""A record that only grows: entries in order under a head that counts them, and the state that they add up to.

Games and campaigns are the two of them. A third one is a head table with `id`, `number` and `started_by`, a table of
lines with `number`, `by_user`, `source`, `undoes` and `body`, and a `Journal` that says how its entries are read and
folded: appending, conflicts, opening and forgetting come with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import Column, Connection, RowMapping, String, Table, bindparam, cast, insert, or_, select, type_coerce
from sqlalchemy import update as change
from sqlalchemy.exc import IntegrityError

from bot.errors import Refusal
from bot.store.errors import Conflict, Repeated
from rules.kernel.text import Text


class JournalEntry(Protocol):
    """What every entry of a journal has."""

    @property
    def number(self) -> int: ...
    @property
    def source(self) -> str | None: ...
    @property
    def undoes(self) -> int | None: ...


class Numbered(Protocol):
    """A state that entries add up to, which knows the number of the last of them."""

    @property
    def number(self) -> int: ...


E = TypeVar("E", bound=JournalEntry)
S = TypeVar("S", bound=Numbered)
EMPTY: Mapping[str, Any] = {}


class OpenedRecord(NamedTuple, Generic[S]):
    """The row of a record's head, and what its entries add up to."""

    head: RowMapping
    state: S


def nothing_kept(read: Connection, id: str, number: int) -> None:
    """The `kept` of a journal whose state is folded anew each time."""


def nothing_more(write: Connection) -> None:
    """The `hang` of an entry on which nothing hangs."""


@dataclass(eq=False)
class Journal(Generic[E, S]):
    """One kind of record. Every method is a part of a transaction on the connection that it is given."""

    name: str
    """What it is called in faults, and in the column by which its lines name their head: "game", `game_id`."""
    heads: Table
    lines: Table
    row: Callable[[str, E], dict[str, Any]]
    """The line of an entry of the record with that id."""
    made: Callable[[int, Any], E]
    """An entry by its number and body; raises `unreadable`."""
    fold: Callable[[Iterable[E], S | None], S]
    """What entries add up to, after a state or from the start; raises `unreadable`."""
    unreadable: Callable[[Text], Refusal]
    kept: Callable[[Connection, str, int], S | None] = nothing_kept
    """A state of the record with that id that is kept beside its entries, at most as old as the number says."""

    # Written

    def begin(
        self, write: Connection, head: Mapping[str, Any], entries: Sequence[E], lines: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """A record with the entries that it has, and what stands beside each; raises IntegrityError where its head
        cannot be.
        """
        write.execute(insert(self.heads), dict(head))
        beside = lines or [EMPTY] * len(entries)
        if entries:
            found = zip(entries, beside, strict=True)
            write.execute(insert(self.lines), [{**self.row(head["id"], entry), **line} for entry, line in found])

    def append(
        self,
        write: Connection,
        id: str,
        entry: E,
        more: Callable[[Connection], object] = nothing_more,
        head: Mapping[str, Any] = EMPTY,
        line: Mapping[str, Any] = EMPTY,
    ) -> None:
        """Write the next entry and what hangs on it; `head` are the values of its record's row that change with it,
        `line` those that stand beside the entry's own.

        Raises Repeated when the entry's source is in the record already, else Conflict when its number is not the
        next, LookupError for an unknown record, IntegrityError for what else the database would not take.
        """
        try:
            self._step(write, id, entry, head)
            write.execute(_insert(self.lines), {**self.row(id, entry), **line})
            more(write)
        except IntegrityError:
            write.rollback()
            self._look_for_source(write, id, entry)
            if write.execute(self._entry, {"of": id, "nth": entry.number}).first() is not None:
                raise Conflict(f"entry {entry.number} of {self.name} {id} is written") from None
            raise

    def _step(self, write: Connection, id: str, entry: E, head: Mapping[str, Any]) -> None:
        """Step the record to the entry's number; this row is also what two writers on PostgreSQL queue at."""
        values = {f"new_{name}": value for name, value in head.items()}
        stepped = write.execute(_step(self.heads, *head), {"of": id, "before": entry.number - 1, **values})
        if stepped.rowcount:
            return
        if write.execute(self._head, {"of": id}).first() is None:
            raise LookupError(f"no {self.name} {id}")
        self._look_for_source(write, id, entry)
        raise Conflict(f"entry {entry.number} is not the next of {self.name} {id}")

    def _look_for_source(self, read: Connection, id: str, entry: E) -> None:
        before = self.recorded(read, id, entry.source) if entry.source else None
        if before:
            raise Repeated(before)

    def rewrite(self, write: Connection, id: str, said: Callable[[Any], Any]) -> int:
        """What is `said` in place of each body: for people who are forgotten, and nothing else. How many differ."""
        changed = [(number, new) for number, body in self.bodies(write, id) if (new := said(body)) != body]
        for number, body in changed:
            line = change(self.lines).where(self.owner == id, self.lines.c.number == number)
            write.execute(line.values(body=body, by_user=body["by"]))
        return len(changed)

    # Read

    def opened(self, read: Connection, id: str, known: S | None = None) -> OpenedRecord[S] | None:
        """A record as its entries have it, brought up from what is `known` or is kept; None for an unknown one.

        Raises `unreadable`, also where the last entries are missing.
        """
        head = read.execute(self._head, {"of": id}).mappings().first()
        if head is None:
            return None
        number: int = head["number"]
        if known is None or known.number > number:
            known = self.kept(read, id, number)
        if known is not None and known.number == number:
            return OpenedRecord(head, known)
        state = self._brought_up(read, id, known)
        if state.number < number:
            raise self.unreadable(Text("entry {number} is missing", number=state.number + 1))
        return OpenedRecord(head, state)

    def _brought_up(self, read: Connection, id: str, known: S | None) -> S:
        """The record brought up from what is known; from the start where an entry undoes what is known already."""
        after = known.number if known else 0
        entries = self.entries(read, id, after)
        if any(one.undoes is not None and one.undoes <= after for one in entries):
            known, entries = None, self.entries(read, id)
        return self.fold(entries, known)

    def entries(self, read: Connection, id: str, after: int = 0, last: int | None = None) -> list[E]:
        """The entries in order, those numbered above `after` only, and up to `last`; raises `unreadable`."""
        query = self._after if last is None else self._after.where(self.lines.c.number <= last)
        # All at once: a reading that breaks off at a fault would keep its connection at the state it saw.
        found = read.execute(query, {"of": id, "after": after}).all()
        return in_order(found, after, self.made, self.unreadable)

    def entry(self, read: Connection, id: str, number: int) -> E | None:
        """One entry, if there is such a number; raises `unreadable`."""
        row = read.execute(self._entry, {"of": id, "nth": number}).first()
        return None if row is None else self.made(row.number, row.body)

    def entry_from(self, read: Connection, id: str, source: str) -> E | None:
        """The entry that came from a `source`, if it was recorded; raises `unreadable`."""
        number = self.recorded(read, id, source)
        return None if number is None else self.entry(read, id, number)

    def recorded(self, read: Connection, id: str, source: str) -> int | None:
        """The number of the entry that came from `source`."""
        return read.execute(self._from_source, {"of": id, "from": source}).scalar()

    def bodies(self, read: Connection, id: str) -> Iterable[tuple[int, Any]]:
        """The numbers and bodies of all lines, as they are kept."""
        return [(row.number, row.body) for row in read.execute(self._bodies, {"of": id}).all()]

    def naming(self, read: Connection, person: str) -> set[str]:
        """The records in which somebody appears: who began them, gave an entry, or stands in the body of one."""
        begun = select(self.heads.c.id).where(self.heads.c.started_by == person)
        text = type_coerce(cast(self.lines.c.body, String), String)
        named = or_(self.lines.c.by_user == person, *(text.contains(f'{mark}{person}"') for mark in '":'))
        written = select(self.owner).where(named).distinct()
        return {*read.execute(begun).scalars(), *read.execute(written).scalars()}

    # Built once: every command passes them.

    @cached_property
    def owner(self) -> Column[Any]:
        """The column by which a line names its record."""
        return self.lines.c[f"{self.name}_id"]

    @cached_property
    def _head(self) -> Any:
        return select(self.heads).where(self.heads.c.id == bindparam("of"))

    @cached_property
    def _bodies(self) -> Any:
        return select(self.lines.c.number, self.lines.c.body).where(self.owner == bindparam("of"))

    @cached_property
    def _entry(self) -> Any:
        return self._bodies.where(self.lines.c.number == bindparam("nth"))

    @cached_property
    def _after(self) -> Any:
        return self._bodies.where(self.lines.c.number > bindparam("after")).order_by(self.lines.c.number)

    @cached_property
    def _from_source(self) -> Any:
        return select(self.lines.c.number).where(
            self.owner == bindparam("of"), self.lines.c.source == bindparam("from")
        )


def in_order(
    found: Iterable[Any], after: int, made: Callable[[int, Any], E], unreadable: Callable[[Text], Refusal]
) -> list[E]:
    """Rows of a number and a body as the entries that follow number `after`; raises `unreadable`, also for a gap."""
    read: list[E] = []
    for expected, row in enumerate(found, after + 1):
        if row.number != expected:
            raise unreadable(Text("entry {number} is missing", number=expected))
        read.append(made(expected, row.body))
    return read


@cache
def _insert(table: Table) -> Any:
    return insert(table)


@cache
def _step(heads: Table, *changed: str) -> Any:
    """Take the head one number on, unless somebody was faster."""
    is_next = heads.c.id == bindparam("of"), heads.c.number == bindparam("before")
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in changed}
    return change(heads).where(*is_next).values(number=heads.c.number + 1, **values)
