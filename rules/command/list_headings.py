"""Headings of a list: its name, headings over units, and units that look like either."""

from __future__ import annotations

import re
from itertools import pairwise

from rules.command.list_patterns import EMPHASIS, EMPHASISED, FROM_POINTS, NAME_FIELD, ORGANISED
from rules.command.list_rows import ListEntry, ListRow, RowReading
from rules.command.list_tokens import POINTS
from rules.command.list_words import Vocabulary, is_plural, name_key

_OVER = 1.1
"""Factor by which a list may exceed its points."""


class HeadingReading(RowReading):
    """A reading that decides about headings once all lines are sorted."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__(words)
        self.name = ""
        self.title: ListRow | None = None
        """The first line, if it is the name of the list."""
        self.entries, self.passed = list[ListEntry](), list[str]()
        self.totals = set[int]()
        """Numbers of lines without a unit, one of which may be the cost of all units."""
        self.headed = False
        """True below the first heading."""
        self.over = list[tuple[int, ListRow]]()
        """Headings without a sign, each with the number of units above it and its line."""

    def _pass_line(self, line: str) -> None:
        self.passed.append(line.strip())
        self._note_numbers(line)

    def _note_numbers(self, line: str) -> None:
        """Note the numbers of a line, one of which may be the total."""
        self.totals.update(number_in(one) for one in re.findall(rf"(?<![\w.])(?:{POINTS})(?!\w)", line[:200]))

    def _find_headings(self) -> None:
        """Pass over headings that may also name a unit ("Infantry", "Tanks"), if the lines below show it.

        An unclear one is asked about.
        """
        may = [one for one in self.entries if self._may_be_heading(one)]
        units = [one for one in self.entries if one not in may and one.head.line.has_type]
        parted = self.headed or any(one.head.after_gap for one in self.entries)
        priced = len(units) > 1 and all(one.points or one.head.line.points for one in units)
        for one, after in list(pairwise(self.entries)) if may else ():
            if one not in may:
                continue
            opens = one.head.after_gap or (parted and one is self.entries[0])
            opens = opens and not after.head.after_gap
            bound = ORGANISED.search(one.head.bare) is not None or one.head.raw.endswith(":")
            kin = one.head.types & after.head.types and (after.head.has_details or after.points)
            if (opens and (priced or kin)) or (bound and kin and not after.head.after_gap):
                self.entries.remove(one)
                self._pass_line(one.head.raw)
            else:
                one.doubted = bool(opens or priced or kin or bound)

    def _ask_empty_headings(self) -> None:
        """Ask about a heading without units that may be a unit, and about one with a number or a doubt."""
        many, asked = len(self.entries), list[tuple[int, ListRow]]()
        heads = [one.head for one in self.entries]
        first = self.entries[0] if self.entries and self.over and self.over[0][0] == 1 else None
        if first and is_plural(first.head.bare) and not (first.below or first.points or first.head.label):
            first.doubted = not first.head.has_details and name_key(first.head.bare) not in self.words.learned
        for place, (above, row) in reversed([*enumerate(self.over)]):
            after = self.over[place + 1] if place + 1 < len(self.over) else None
            known = self.words.is_heading(_plain_words(row)) and not row.types
            empty = above == (many if after is None else after[0])
            nested = after is not None and after not in asked and not row.types
            nested = nested and self.words.is_heading(_plain_words(self.over[place + 1][1]))
            over, below = row.raw, heads[above].raw if not empty and above < many else ""
            # Written like the unit below it: both with a colon, or both in capitals.
            alike = over.isupper() and below.isupper() and "•" not in below
            alike = not known and (alike or (over.endswith(":") and below.endswith(":")))
            doubt = any(item.has("doubt") for item in row.line.items)
            counted = re.match(r"\d{1,3}\s?x?\s+[^\W\d]", row.bare) is not None and not row.bare.isupper() and not known
            if doubt or counted or (empty and not known and not nested) or alike:
                self.entries.insert(above, ListEntry(row, doubted=True))
                self.passed.remove(row.raw)
                asked.append((above, row))

    def _may_be_heading(self, one: ListEntry) -> bool:
        bare = one.head.bare
        plain = not (one.below or one.points or one.head.label or one.head.has_details)
        marked = one.head.raw.endswith(":") or EMPHASISED.fullmatch(one.head.raw) is not None
        marked = marked or ORGANISED.search(bare) is not None
        over = self.words.is_whole_heading(bare.rstrip(": ")) or (marked and bool(one.head.types))
        return plain and over and name_key(bare) not in self.words.learned

    def _take_unit_by_points(self) -> None:
        """Take the first line as a unit, if its points belong to the total of the list or are few enough."""
        title, each = self.title, [one.worth for one in self.entries if one.worth and one.head.line.has_type]
        own = title.line.points or title.line.bare_value if title else 0
        if title and own and each and (own + sum(each) in self.totals or own * _OVER < sum(each)):
            self.entries.insert(0, ListEntry(title))
            self.passed = [line for line in self.passed if line != title.raw]
            self.name, self.title = "", None

    def _take_title_by_points(self) -> None:
        """Take the first unit as the name of the list, if it is worth as much as all others together."""
        if self.name or len(self.entries) < 3:
            return
        first, *others = self.entries
        worth = [one.worth for one in others]
        if first.below or not all(worth) or any(item.numbers for item in first.head.line.items):
            return
        own, others, line = first.points or first.head.line.points, sum(worth), first.head.line
        over = not line.has_type or first.head.raw.endswith(":")
        if ((own == others and len(self.entries) > 3) or (own >= others and over)) and not line.armed:
            self.name = title_in(first.head) or first.head.bare
            self._note_numbers(first.head.raw)
            del self.entries[0]

    def _is_named_as_unit(self) -> bool:
        """True if the name of the list, without points or a sign, is directly above a unit."""
        first = self.entries[0].head if self.entries else None
        if self.title is None or first is None or first.after_gap or self.headed or not first.line.has_type:
            return False
        plain = self.title.raw[:1].isalnum() and self.title.raw[-1:].isalnum()
        return plain and not self.title.line.points and first.depth == self.title.depth


def title_in(row: ListRow) -> str:
    """Return the name in a title: its words without points and signs."""
    said = NAME_FIELD.sub("", EMPHASIS.sub("", FROM_POINTS.sub("", row.raw)), count=1)
    said = said.strip(" ,:=*_[]+-–—•|")
    return re.sub(r"\s*[(\[]\d{3,}[)\]]?$", "", said)


def number_in(text: str) -> int:
    """Return the number formed by the digits of a text."""
    return int(re.sub(r"\D", "", text))


def points_in(text: str) -> int:
    """Return the first number of points in a text, which must have one."""
    return number_in(re.findall(POINTS, text)[0])


def _plain_words(row: ListRow) -> list[str]:
    return [word for word in re.split(r"[\s:]+", row.bare) if word and not word.isdecimal()]
