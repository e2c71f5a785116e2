"""An append-only record: entries in order, a head that counts them, and the state folded from them.

Games and campaigns use it. Another kind of record needs a head table with `id`, `number` and `started_by`, a table of
lines with `number`, `by_user`, `source`, `undoes` and `body`, and a `Journal` that defines how its entries are read and
folded. Appending, conflicts, opening and forgetting are common to all.
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
from bot.store.errors import Conflict, EntryRepeated
from rules.kernel.text import Text


class JournalEntry(Protocol):
    """The properties of every entry of a journal."""

    @property
    def number(self) -> int: ...
    @property
    def source(self) -> str | None: ...
    @property
    def undoes(self) -> int | None: ...


class NumberedState(Protocol):
    """A state folded from entries, with the number of the last one."""

    @property
    def number(self) -> int: ...


E = TypeVar("E", bound=JournalEntry)
S = TypeVar("S", bound=NumberedState)
EMPTY: Mapping[str, Any] = {}


class OpenedRecord(NamedTuple, Generic[S]):
    """The row of a record's head, and its state."""

    head: RowMapping
    state: S


def keep_no_state(read: Connection, id: str, number: int) -> None:
    """Return None: the default `kept` of a journal whose state is always folded."""


def add_nothing(write: Connection) -> None:
    """Do nothing: the default for an entry without further data."""


@dataclass(eq=False)
class Journal(Generic[E, S]):
    """One kind of record. Every method is part of a transaction on the given connection."""

    name: str
    """The name in errors, and in the column that refers to the head: "game" in `game_id`."""
    heads: Table
    lines: Table
    row: Callable[[str, E], dict[str, Any]]
    """Returns the row of an entry of the record with that id."""
    made: Callable[[int, Any], E]
    """Returns an entry from its number and body; raises `unreadable`."""
    fold: Callable[[Iterable[E], S | None], S]
    """Folds entries onto a state, or from the start; raises `unreadable`."""
    unreadable: Callable[[Text], Refusal]
    kept: Callable[[Connection, str, int], S | None] = keep_no_state
    """Returns the stored state of the record with that id, up to the number."""

    # Writing

    def begin(
        self, write: Connection, head: Mapping[str, Any], entries: Sequence[E], lines: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """Create a record with its entries, and further columns for each; raise IntegrityError for an invalid head."""
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
        more: Callable[[Connection], object] = add_nothing,
        head: Mapping[str, Any] = EMPTY,
        line: Mapping[str, Any] = EMPTY,
    ) -> None:
        """Write the next entry and its further data.

        `head` are the columns of the record's row that change with it, `line` further columns of the entry. Raises
        EntryRepeated if the entry's source is already recorded, Conflict if its number is not the next, LookupError for
        an unknown record, and IntegrityError for other violations.
        """
        try:
            self._step(write, id, entry, head)
            write.execute(_insert(self.lines), {**self.row(id, entry), **line})
            more(write)
        except IntegrityError:
            write.rollback()
            self._look_for_source(write, id, entry)
            if write.execute(self._entry_query, {"of": id, "nth": entry.number}).first() is not None:
                raise Conflict(f"entry {entry.number} of {self.name} {id} is written") from None
            raise

    def _step(self, write: Connection, id: str, entry: E, head: Mapping[str, Any]) -> None:
        """Advance the record to the entry's number. On PostgreSQL, this row also makes writers queue."""
        values = {f"new_{name}": value for name, value in head.items()}
        stepped = write.execute(_step(self.heads, *head), {"of": id, "before": entry.number - 1, **values})
        if stepped.rowcount:
            return
        if write.execute(self._head_query, {"of": id}).first() is None:
            raise LookupError(f"no {self.name} {id}")
        self._look_for_source(write, id, entry)
        raise Conflict(f"entry {entry.number} is not the next of {self.name} {id}")

    def _look_for_source(self, read: Connection, id: str, entry: E) -> None:
        before = self.recorded_number(read, id, entry.source) if entry.source else None
        if before:
            raise EntryRepeated(before)

    def rewrite(self, write: Connection, id: str, said: Callable[[Any], Any]) -> int:
        """Replace each body by the result of `said`, to forget people; return the number of changed ones.

        A damaged body, which may name them too, is replaced by its issuer alone.
        """
        changed: list[tuple[int, Any]] = []
        for number, body in self.bodies(write, id):
            there = self.owner == id, self.lines.c.number == number
            if body is None:
                by = write.execute(select(self.lines.c.by_user).where(*there)).scalar()
                changed.append((number, said({"by": by, "events": []})))
            elif (new := said(body)) != body:
                changed.append((number, new))
        for number, body in changed:
            line = change(self.lines).where(self.owner == id, self.lines.c.number == number)
            write.execute(line.values(body=body, by_user=body["by"]))
        return len(changed)

    # Reading

    def open_record(self, read: Connection, id: str, known: S | None = None) -> OpenedRecord[S] | None:
        """Return a record's current state, updated from the `known` or stored one; None for an unknown record.

        Raises `unreadable`, also if the last entries are missing.
        """
        head = read.execute(self._head_query, {"of": id}).mappings().first()
        if head is None:
            return None
        number: int = head["number"]
        if known is None or known.number > number:
            known = self.kept(read, id, number)
        if known is not None and known.number == number:
            return OpenedRecord(head, known)
        after = known.number if known else 0
        entries = self.entries(read, id, after)
        if any(one.undoes is not None and one.undoes <= after for one in entries):
            # An entry undoes a known one: all are folded from the start.
            known, entries = None, self.entries(read, id)
        state = self.fold(entries, known)
        if state.number < number:
            raise self.unreadable(Text("entry {number} is missing", number=state.number + 1))
        return OpenedRecord(head, state)

    def entries(self, read: Connection, id: str, after: int = 0, last: int | None = None) -> list[E]:
        """Return the entries in order, numbered above `after`, up to `last`; raise `unreadable`."""
        query = self._after_query if last is None else self._after_query.where(self.lines.c.number <= last)
        # Fetched all at once: a read that stops at a fault would keep its connection's snapshot.
        found = read.execute(query, {"of": id, "after": after}).all()
        return entries_in_order(found, after, self.made, self.unreadable)

    def entry(self, read: Connection, id: str, number: int) -> E | None:
        """Return one entry, if it exists; raise `unreadable`."""
        row = read.execute(self._entry_query, {"of": id, "nth": number}).first()
        return None if row is None else self.made(row.number, row.body)

    def entry_from(self, read: Connection, id: str, source: str) -> E | None:
        """Return the entry from a `source`, if it was recorded; raise `unreadable`."""
        number = self.recorded_number(read, id, source)
        return None if number is None else self.entry(read, id, number)

    def recorded_number(self, read: Connection, id: str, source: str) -> int | None:
        """Return the number of the entry from `source`."""
        return read.execute(self._source_query, {"of": id, "from": source}).scalar()

    def bodies(self, read: Connection, id: str) -> Iterable[tuple[int, Any]]:
        """Return the numbers and bodies of all lines, as stored."""
        return [(row.number, row.body) for row in read.execute(self._body_query, {"of": id}).all()]

    def ids_naming(self, read: Connection, person: str) -> set[str]:
        """Return the ids of the records that contain a person: as starter, as issuer of an entry, or in a body."""
        begun = select(self.heads.c.id).where(self.heads.c.started_by == person)
        text = type_coerce(cast(self.lines.c.body, String), String)
        named = or_(self.lines.c.by_user == person, *(text.contains(f'{mark}{person}"') for mark in '":'))
        written = select(self.owner).where(named).distinct()
        return {*read.execute(begun).scalars(), *read.execute(written).scalars()}

    # Built once, as every command uses them.

    @cached_property
    def owner(self) -> Column[Any]:
        """The column by which a line refers to its record."""
        return self.lines.c[f"{self.name}_id"]

    @cached_property
    def _head_query(self) -> Any:
        return select(self.heads).where(self.heads.c.id == bindparam("of"))

    @cached_property
    def _body_query(self) -> Any:
        return select(self.lines.c.number, self.lines.c.body).where(self.owner == bindparam("of"))

    @cached_property
    def _entry_query(self) -> Any:
        return self._body_query.where(self.lines.c.number == bindparam("nth"))

    @cached_property
    def _after_query(self) -> Any:
        return self._body_query.where(self.lines.c.number > bindparam("after")).order_by(self.lines.c.number)

    @cached_property
    def _source_query(self) -> Any:
        return select(self.lines.c.number).where(
            self.owner == bindparam("of"), self.lines.c.source == bindparam("from")
        )


def entries_in_order(
    found: Iterable[Any], after: int, made: Callable[[int, Any], E], unreadable: Callable[[Text], Refusal]
) -> list[E]:
    """Return the entries in these rows, numbered from `after` + 1; raise `unreadable`, also for a gap."""
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
    """Advance the head by one number, unless another writer was first."""
    is_next = heads.c.id == bindparam("of"), heads.c.number == bindparam("before")
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in changed}
    return change(heads).where(*is_next).values(number=heads.c.number + 1, **values)
