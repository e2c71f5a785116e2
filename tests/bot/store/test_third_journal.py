"""A third kind of record in twenty lines: a notebook with appending, conflict, undo and forgetting from the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel
from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.errors import Refusal
from bot.store import Conflict, EntryRepeated, Record
from bot.store.database import Database
from bot.store.forgetting import Aliases, forget_in
from bot.store.journal import Journal

# The twenty lines.

METADATA = MetaData()
BOOKS = Table("notebook", METADATA, Column("id", String, primary_key=True), Column("number", Integer, default=0))
BOOKS.append_column(Column("started_by", String))
LINES = Table("notebook_line", METADATA, Column("notebook_id", String, primary_key=True))
for column in (Column("number", Integer, primary_key=True), Column("by_user", String), Column("source", String)):
    LINES.append_column(column)
for column in (Column("undoes", Integer), Column("body", JSON)):
    LINES.append_column(column)
LINES.append_constraint(UniqueConstraint("notebook_id", "source"))


class Note(BaseModel):
    number: int
    by: str
    says: str = ""
    undoes: int | None = None
    source: str | None = None


class Book(NamedTuple):
    number: int = 0
    notes: Sequence[Note] = ()

    @property
    def text(self) -> list[str]:
        undone = {note.undoes for note in self.notes}
        return [note.says for note in self.notes if note.number not in undone and note.undoes is None]


def of_note(id: str, note: Note) -> dict[str, Any]:
    beside = note.model_dump(include={"number", "source", "undoes"})
    return {"notebook_id": id, "by_user": note.by, "body": note.model_dump(), **beside}


def read(number: int, body: Any) -> Note:
    return Note.model_validate({**body, "number": number})


def fold_notes(notes: Iterable[Note], onto: Book | None) -> Book:
    found = [*(onto.notes if onto else ()), *notes]
    return Book(found[-1].number if found else 0, found)


NOTEBOOKS = Journal[Note, Book]("notebook", BOOKS, LINES, of_note, read, fold_notes, Refusal)


# The results.


@pytest.fixture
async def database(record: Record) -> Database:
    database = record.database
    await database.write(METADATA.create_all)
    begun = {"id": "n", "number": 1, "started_by": "7"}
    await database.write(lambda write: NOTEBOOKS.begin(write, begun, [Note(number=1, by="7", says="dawn")]))
    return database


@pytest.fixture
async def two(database: Database) -> Database:
    """Return a second notebook that two other people have written in."""
    begun = {"id": "m", "number": 2, "started_by": "8"}
    notes = [Note(number=1, by="8", says="tide"), Note(number=2, by="9", says="seen by:11")]
    await database.write(lambda write: NOTEBOOKS.begin(write, begun, notes))
    await append(database, 2, "noon", source="a")
    return database


async def append(database: Database, number: int, says: str = "", **more: Any) -> None:
    note = Note(number=number, by="7", says=says, **more)
    await database.write(lambda write: NOTEBOOKS.append(write, "n", note))


async def open_book(database: Database, known: Book | None = None) -> Book:
    found = await database.read(lambda read: NOTEBOOKS.open_record(read, "n", known))
    assert found is not None
    assert found.head["number"] == found.state.number
    return found.state


async def test_a_notebook_is_appended_to_and_opened(database: Database) -> None:
    await append(database, 2, "noon")
    book = await open_book(database)
    assert book.text == ["dawn", "noon"]
    await append(database, 3, "dusk")
    assert (await open_book(database, book)).text == ["dawn", "noon", "dusk"]
    assert await database.read(lambda read: NOTEBOOKS.open_record(read, "other")) is None
    ahead = Book(9)
    assert (await open_book(database, ahead)).text == ["dawn", "noon", "dusk"]


async def test_the_second_writer_gets_a_conflict_and_a_repeated_command_is_recognised(database: Database) -> None:
    await append(database, 2, "noon", source="a")
    with pytest.raises(Conflict):
        await append(database, 2, "noon too", source="b")
    with pytest.raises(EntryRepeated) as repeated:
        await append(database, 3, "noon", source="a")
    assert repeated.value.number == 2
    with pytest.raises(LookupError):
        await database.write(lambda write: NOTEBOOKS.append(write, "other", Note(number=1, by="7")))
    assert (await open_book(database)).text == ["dawn", "noon"]


async def test_an_undo_of_a_known_entry_computes_the_state_again(database: Database) -> None:
    await append(database, 2, "noon")
    known = await open_book(database)
    await append(database, 3, undoes=1)
    assert (await open_book(database, known)).text == ["noon"]


async def test_a_note_and_its_additions_are_written_together_or_not_at_all(database: Database) -> None:
    def broken(write: object) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await database.write(lambda write: NOTEBOOKS.append(write, "n", Note(number=2, by="7"), broken))
    assert (await open_book(database)).number == 1


async def test_the_author_of_a_line_is_forgotten(database: Database) -> None:
    await append(database, 2, "noon")
    assert await database.read(lambda read: NOTEBOOKS.ids_naming(read, "7")) == {"n"}

    def nobody(body: Any) -> list[str]:
        return []

    forgotten = await database.write(lambda write: forget_in(write, NOTEBOOKS, "n", "7", nobody, Aliases.body))
    assert forgotten[0] == 2
    assert {note.by for note in (await open_book(database)).notes} == {"Player 1"}
    assert not await database.read(lambda read: NOTEBOOKS.ids_naming(read, "7"))


async def test_lines_are_rewritten_in_that_notebook_only_and_only_those_that_differ(two: Database) -> None:
    def by_nobody(body: Any) -> Any:
        return {**body, "by": "x", "says": "NOON"} if body["number"] == 2 else body

    assert await two.write(lambda write: NOTEBOOKS.rewrite(write, "n", by_nobody)) == 1
    lines = select(LINES.c.notebook_id, LINES.c.number, LINES.c.by_user)
    found = await two.read(lambda read: {tuple(row) for row in read.execute(lines)})
    assert found == {("n", 1, "7"), ("n", 2, "x"), ("m", 1, "8"), ("m", 2, "9")}
    assert (await open_book(two)).text == ["dawn", "NOON"]
    other = await two.read(lambda read: NOTEBOOKS.open_record(read, "m"))
    assert other is not None
    assert other.state.text == ["tide", "seen by:11"]


@pytest.mark.parametrize(("person", "found"), [("7", {"n"}), ("8", {"m"}), ("9", {"m"}), ("11", {"m"}), ("1", set())])
async def test_people_are_found_where_they_began_wrote_or_stand_in_a_line(
    two: Database, person: str, found: set[str]
) -> None:
    assert await two.read(lambda read: NOTEBOOKS.ids_naming(read, person)) == found


async def test_the_author_of_a_notebook_without_a_line_of_theirs_is_found(database: Database) -> None:
    await database.write(lambda write: NOTEBOOKS.begin(write, {"id": "o", "number": 0, "started_by": "5"}, []))
    assert await database.read(lambda read: NOTEBOOKS.ids_naming(read, "5")) == {"o"}


async def test_an_entry_is_found_by_its_number_and_by_its_source(two: Database) -> None:
    def numbers(read: Connection) -> list[int | None]:
        found = [NOTEBOOKS.entry(read, "n", 2), NOTEBOOKS.entry(read, "n", 9), NOTEBOOKS.entry_from(read, "n", "a")]
        found += [NOTEBOOKS.entry_from(read, "n", "b"), NOTEBOOKS.entry_from(read, "m", "a")]
        return [one and one.number for one in found]

    assert await two.read(numbers) == [2, None, 2, None, None]


async def test_known_states_are_not_computed_again(two: Database) -> None:
    book, asked = await open_book(two), list[tuple[str, int]]()
    assert await open_book(two, book) is book

    def kept(read: Connection, id: str, number: int) -> Book:
        asked.append((id, number))
        return book

    notebooks = replace(NOTEBOOKS, kept=kept)
    found = await two.read(lambda read: notebooks.open_record(read, "n"))
    assert found is not None
    assert (found.state is book, asked) == (True, [("n", 2)])


async def test_a_notebook_whose_last_lines_are_missing_is_not_opened(two: Database) -> None:
    await two.write(lambda write: write.execute(update(BOOKS).where(BOOKS.c.id == "n").values(number=5)))
    with pytest.raises(Refusal, match=r"^entry 3 is missing$"):
        await open_book(two)


async def test_an_undo_keeps_the_entries_before_it(two: Database) -> None:
    known = await open_book(two)
    await append(two, 3, undoes=2)
    assert (await open_book(two, known)).text == ["dawn"]


async def test_entries_are_read_from_one_to_another(two: Database) -> None:
    def numbers(read: Connection) -> list[list[int]]:
        spans = [NOTEBOOKS.entries(read, "n"), NOTEBOOKS.entries(read, "n", 1), NOTEBOOKS.entries(read, "n", 0, 1)]
        return [[one.number for one in span] for span in spans]

    assert await two.read(numbers) == [[1, 2], [2], [1]]


async def test_a_notebook_with_a_gap_is_not_opened(two: Database) -> None:
    await two.write(lambda write: write.execute(delete(LINES).where(LINES.c.number == 1)))
    with pytest.raises(Refusal, match=r"^entry 1 is missing$"):
        await open_book(two)


async def test_a_notebook_begins_with_as_many_lines_as_it_has_things_beside_them(database: Database) -> None:
    begun, notes = {"id": "p", "number": 1, "started_by": "5"}, [Note(number=1, by="5")]
    with pytest.raises(ValueError, match="zip"):
        await database.write(lambda write: NOTEBOOKS.begin(write, begun, notes, [{"source": "a"}, {"source": "b"}]))


async def test_the_source_of_a_note_is_written_with_it(database: Database) -> None:
    begun, notes = {"id": "p", "number": 1, "started_by": "5"}, [Note(number=1, by="5")]
    await database.write(lambda write: NOTEBOOKS.begin(write, begun, notes, [{"source": "a"}]))
    note = Note(number=2, by="5")
    await database.write(lambda write: NOTEBOOKS.append(write, "p", note, line={"source": "b"}))

    def numbers(read: Connection) -> list[int | None]:
        return [NOTEBOOKS.recorded_number(read, "p", source) for source in ("a", "b")]

    assert await database.read(numbers) == [1, 2]


async def test_a_number_already_used_in_the_notebook_is_a_conflict(two: Database) -> None:
    """The head is older than its lines, as after an interrupted read: the written lines are kept."""
    await two.write(lambda write: write.execute(update(BOOKS).where(BOOKS.c.id == "n").values(number=1)))
    with pytest.raises(Conflict, match="entry 2 of notebook n is written"):
        await append(two, 2, "noon too", source="b")
    assert (await two.read(lambda read: NOTEBOOKS.entry(read, "n", 2))) == Note(
        number=2, by="7", says="noon", source="a"
    )


async def test_other_errors_of_the_database_are_raised_unchanged(two: Database) -> None:
    def twice(write: Connection) -> None:
        write.execute(insert(BOOKS), {"id": "n", "number": 0})

    with pytest.raises(IntegrityError):
        await two.write(lambda write: NOTEBOOKS.append(write, "n", Note(number=3, by="7"), twice))
    assert (await open_book(two)).number == 2
