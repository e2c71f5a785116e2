"""Lines of a list sorted by their shape: units, lines of the unit above, and irrelevant lines.

The patterns cover the four programs that make most lists, and lists that players write themselves. No line is lost:
each is part of a unit, the name of the list, or kept among the lines passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from rules.command.list_entries import EntryReading
from rules.command.list_headings import number_in, points_in, title_in
from rules.command.list_lines import ListLine
from rules.command.list_patterns import (
    BOARD_CODE,
    BULLET,
    EMPHASIS,
    FRAME,
    IN_SQUARES,
    NAME_FIELD,
    PRICE,
    PRICED,
    SHAPES,
    STATS,
    STRUCK,
    TOTAL_WORD,
    TOURNAMENT,
    WORTH_IN_BRACKETS,
)
from rules.command.list_points import FEWEST_BARE, MOST_BARE
from rules.command.list_rows import ListEntry, ListRow
from rules.command.list_tokens import POINTS, WORTH
from rules.command.list_words import Vocabulary


class Sorted(NamedTuple):
    """A list with its lines sorted."""

    name: str
    about: str
    entries: Sequence[ListEntry]
    passed: Sequence[str]
    totals: Set[int]
    """Numbers, one of which may be the cost of all units."""
    tournament: bool
    """True if the number before a unit counts its models, as in tournament lists."""
    title: str
    """The line of its name."""
    is_named_as_unit: bool
    """True if only its position distinguishes the name from a unit."""


class _Sorter(EntryReading):
    """Sorts the lines of a list, from the first to the last."""

    def __init__(self, words: Vocabulary, text: str) -> None:
        super().__init__(words)
        self.text = text
        self.about = list[str]()
        self.has_prices = False
        """True if lines begin with a column of numbers that can only be points."""

    def sort(self) -> Sorted:
        text = self.text.replace("\ufeff", "").replace("[*]", "- ")
        self.passed += [one[0] for one in STRUCK.finditer(text)]
        text = BOARD_CODE.sub("", STRUCK.sub("", text))
        lines = [line.rstrip() for line in text.splitlines()]
        rows, gap = self.rows, False
        for line in lines:
            if line.strip():
                rows.append((line, gap))
            gap = not line.strip()
        self.blocks = any(">" in line and SHAPES[1][1].match(line.strip()) for line, _ in rows)
        has_headings = any(self.is_heading(line) for line, _ in rows[1:])
        self.has_prices = any(re.match(r"\s*\d{3,5}\t", line) for line, _ in rows)
        for at, (line, gap) in enumerate(rows):
            self._sort_line(line, gap, at, has_headings)
        self._find_headings()
        self._ask_empty_headings()
        self._take_unit_by_points()
        self._take_title_by_points()
        self._settle_bare_numbers()
        self._find_numbered()
        return Sorted(
            self.name,
            "\n".join(self.about)[:500],
            self.entries,
            self.passed,
            self.totals,
            TOURNAMENT.search(self.text) is not None,
            next((line for line, _ in rows[:3] if self.name and self.name in line), ""),
            self._is_named_as_unit(),
        )

    def _sort_line(self, line: str, gap: bool, at: int, has_headings: bool) -> None:
        said = line.strip()
        shape = next(shape for shape, pattern in SHAPES if pattern.match(said))
        if shape in ("plain", "rule") and PRICED.match(self.strip_markup(said)):
            said, shape = self.strip_markup(said), "priced"
        match shape:
            case "rule":
                return
            case "about" if not self.entries:
                self.about.append(said[2:])
            case "hash" | "framed" | "key":
                self._add_heading(said, shape)
            case "points":
                self._take_points(said, at == len(self.rows) - 1)
            case "priced":
                self._add_priced(said, line, gap)
            case _:
                self._sort_plain(line, gap, at, has_headings)

    def _add_priced(self, said: str, line: str, gap: bool) -> None:
        """Add a unit that follows its points; a number below ten without a word is the number of the line."""
        found = PRICED.match(said)
        assert found
        bare = found["bare"] or found["inside"]
        few = FEWEST_BARE if "\t" in found[0] and self.has_prices else MOST_BARE if "\t" in found[0] else 10
        if self.says_nothing(said[found.end() :]):
            self._pass_line(said)
        elif bare and number_in(bare) < few:
            self._sort_row(said, line, gap)
        else:
            worth = re.search(POINTS, found[0])
            assert worth
            self._sort_row(said[found.end() :], line, gap, number_in(worth[0]))

    def _add_heading(self, said: str, shape: str) -> None:
        inside = FRAME.sub("", said.lstrip("#").strip())
        line = ListLine(self.words, inside)
        over = self.words.is_heading([re.sub(r"[^\w\s].*$", "", inside).strip()])
        counted = bool(line.points) or any(one.numbers for one in line.items) or said.startswith(("***", "##"))
        # A unit framed by signs, or written as a heading, has a number or points.
        if line.has_type and counted and not over and not said.startswith(("++", "# ")):
            self._sort_row(inside, inside, False)
            self.entries[-1].doubted = said.startswith("#") and not self.entries[-1].head.has_details
            return
        named = not self.name and not self.entries
        if shape == "hash" and not said.startswith("##") and named and "++" not in said:
            self.name = inside
            self._note_numbers(inside)
            return
        if shape == "framed" and said.startswith("++") and named and not self.words.is_passed_over(inside):
            bare = inside
            while IN_SQUARES.search(bare):
                bare = IN_SQUARES.sub("", bare)
            roster = re.match(r"[^()]*\((?!v\d)([^()]+)\)$", bare)
            self.name = roster[1] if roster else bare
            self._pass_line(said)
            return
        self.head, self.headed = None, True
        self._pass_line(said)

    def _take_points(self, said: str, is_last: bool) -> None:
        points = points_in(said)
        priced = [one for one in self.entries if one.points or one.head.line.points or one.head.line.bare_value]
        last = self.entries[-1] if self.entries else None
        worth = sum(one.points or one.head.line.points or one.head.line.bare_value for one in priced)
        total = re.search(rf"{TOTAL_WORD}$", said, re.IGNORECASE) or (is_last and len(priced) > 0 and points == worth)
        # Below units with points on their own lines, the last sum is not that of the last unit alone.
        summed = is_last and len(priced) > 1 and not any(one.points for one in priced)
        total = total or (said[0] in "=Σ∑" and (summed or len(priced) < len(self.entries) - 1))
        bare = last.head.line.bare if last and not (last.points or last.head.line.points) else None
        more = bare is not None and bare.value < points <= 3 * bare.value and (len(priced) == 1 or points != worth)
        if last is None or (last in priced and not more) or self.head is None or total:
            self._pass_line(said)
            return
        if bare is not None and more:
            last.head.line.leave_out(bare)
        last.points = points

    def _sort_plain(self, line: str, gap: bool, at: int, has_headings: bool) -> None:
        said = EMPHASIS.sub("", line) if '"' not in line and "=" not in line else line
        bare = self.strip_markup(said)
        if STATS.fullmatch(bare) and self.head is not None:
            self.head.head.line.quality = True
        before = self.rows[at - 1][0] if at and not gap else ""
        below_stats = (
            "+" in before and STATS.search(before) is not None and self.says_nothing(self.strip_markup(before))
        )
        if below_stats and not re.search(r"\d", bare) and not self.names_something(bare):
            self._pass_line(line)  # the rules of a unit of another game
            return
        if self.says_nothing(bare):
            self._pass_over(line, bare)
            return
        # A line with points that ends in a colon heads a list.
        found = re.match(rf"^(.*?\S)\s*{WORTH_IN_BRACKETS}\s*:$", said.strip(), re.IGNORECASE)
        label = found[1] if found and not ListLine(self.words, found[1]).has_type else ""
        after = self.rows[at + 1][0].strip() if at + 1 < len(self.rows) else ""
        priced = PRICE.match(after) is not None and self.names_something(bare)
        if label or (not priced and not self._is_indented_below(said) and self.is_heading(said)):
            if not self.name and not self.entries and not self.headed and label and not self.words.is_heading([label]):
                self.name = label
                self._note_numbers(line)
                return
            self.over.append((len(self.entries), self.row_of(bare, line, gap)))
            self.head, self.headed = None, True
            self._pass_line(line)
            return
        bare = bare if not said.lstrip().startswith('"') else said.strip()
        first, *others = [bare] if self._is_indented_below(said) else self.parts_of(bare)
        if others:
            for part in (first, *others):
                self._add_entry(replace(self.row_of(part, said, gap), raw=part), at)
            return
        row = self.row_of(bare, said, gap)
        if row.line.is_empty:
            self._pass_line(line)
        elif self._is_title(row, has_headings):
            self.name, self.title = title_in(row), row
            if re.search(rf"{WORTH}\W+\w.*[^\W\d_]{{2}}", row.raw):
                self._pass_line(line)
            self._note_numbers(line)
            if NAME_FIELD.match(bare):
                self._pass_line(line)
        elif self._is_under_title(row, at) or (has_headings and self._is_preface(row)):
            self._pass_line(line)
        else:
            self._add_entry(row, at)

    def _pass_over(self, line: str, bare: str) -> None:
        """Pass over a line that describes nothing on the table, but ask about units that it counts."""
        row = self.row_of(bare, line, False)
        if (
            row.types
            and not row.line.strange_words
            and any(item.numbers and item.of("unit") for item in row.line.items)
        ):
            self.entries.append(ListEntry(row, doubted=True))
        else:
            self._pass_line(line)

    def _sort_row(self, bare: str, raw: str, gap: bool, points: int = 0) -> None:
        self.head = None
        self._add_entry(self.row_of(bare, raw, gap), 0)
        self.entries[-1].points = points

    # Lines above a list

    def _is_indented_below(self, said: str) -> bool:
        """True if a line is indented further than the unit above it."""
        return self.head is not None and self.depth_of(said) >= self.head.head.depth + 1.5

    def _is_title(self, row: ListRow, has_headings: bool) -> bool:
        """True for the first of several lines, if it names no unit and no weapon and counts nothing."""
        line = row.line
        if self.name or self.entries or self.headed or len(self.rows) < 2 or (row.depth % 1 and not row.numbered):
            return False
        if line.has_type or line.armed or line.set or line.name is not None:
            return False
        numbers = [one for item in line.items for one in item.numbers]
        counted = len(numbers) > 1 or any(one.value < MOST_BARE or one.x for one in numbers)
        figures = bool(numbers) and any(item.has("figures") and item.numbers for item in line.items)
        named = bool(line.strange_words or line.points) or not numbers
        return (
            named
            and not figures
            and (
                not counted
                or (
                    bool(line.points) and (has_headings or (line.points >= MOST_BARE and not re.match(r"\d", row.bare)))
                )
            )
        )

    def _is_preface(self, row: ListRow) -> bool:
        """True for a line above the first heading and unit that names neither a unit nor a weapon.

        A faction with the name of a unit also counts.
        """
        if self.headed or self.entries:
            return False
        if not (row.line.has_type or row.line.armed):
            return True
        if not row.types or row.has_details:
            return False
        # The first line has points, like each unit below the first heading.
        lines = [line for line, _ in self.rows]
        first = next((at for at, line in enumerate(lines) if at and self.is_heading(line)), 0)
        heads = [line for line in lines[first:] if not line[0].isspace() and not BULLET.match(line)]
        units = [line for line in heads if self.row_of(line[:200], line, False).types and not self.is_heading(line)]
        return bool(units) and all(re.search(WORTH, line) for line in (lines[0], *units))

    def _is_under_title(self, row: ListRow, at: int) -> bool:
        """True for words without a number right below a title with points, such as the name of a player."""
        line, before = row.line, self.rows[at - 1][0] if at else ""
        first = at == 1 and bool(self.name) and re.search(WORTH, before) is not None
        plain = not (line.has_type or line.armed or line.set or line.name) and not any(
            one.numbers for one in line.items
        )
        return first and plain and not row.after_gap and bool(line.strange_words)

    # Units, and the lines below them


def sort_lines(words: Vocabulary, text: str) -> Sorted:
    """Sort the lines of a list into units, the lines below each, and the lines passed over."""
    return _Sorter(words, text).sort()
