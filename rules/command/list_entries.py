"""Lines of a list as entries: which are units, and which are details of the unit above."""

from __future__ import annotations

from rules.command.list_headings import HeadingReading
from rules.command.list_patterns import NUMBERED_NAME, ORGANISED, PRICE
from rules.command.list_points import FEWEST_BARE
from rules.command.list_rows import ListEntry, ListRow
from rules.command.list_words import Vocabulary


class EntryReading(HeadingReading):
    """Reads units and the lines below them, from the first line to the last."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__(words)
        self.head: ListEntry | None = None
        """The unit above, while the lines are read."""
        self.rows, self.blocks = list[tuple[str, bool]](), False
        """The lines, each with True if there is a gap above it; True if they have the blocks of a program."""

    def _settle_bare_numbers(self) -> None:
        """Decide which numbers without a word are points.

        They are points if they add up to the total of the list, or if the same sign precedes one that can be nothing
        else.
        """
        lines = [(one, one.head.line.bare) for one in self.entries if not (one.points or one.head.line.points)]
        bare = [(one, number) for one, number in lines if number is not None and number.last]
        known = sum(one.points or one.head.line.points for one in self.entries)
        worth = known + sum(one.value for _, one in bare)
        is_total = worth in self.totals and known not in self.totals
        signs = {number.sign for _, number in bare if number.is_points}
        for one, number in bare:
            if is_total or (number.sign in signs and (number.counted or number.value >= FEWEST_BARE)):
                one.bare = "points"
            elif number.sign in signs:
                one.bare = "doubt"

    def _find_numbered(self) -> None:
        """Take the numbers of "Rifle squad 1", "Rifle squad 2" as parts of names."""
        alike = dict[str, list[tuple[int, ListEntry]]]()
        for one in self.entries:
            found = NUMBERED_NAME.match(one.head.bare)
            if found:
                alike.setdefault(found[1].casefold(), []).append((int(found[2]), one))
        for group in alike.values():
            if sorted(number for number, _ in group) == [*range(1, len(group) + 1)] and len(group) > 1:
                for _, one in group:
                    one.is_numbered = True

    def _add_entry(self, row: ListRow, at: int) -> None:
        head = self.head
        if head is not None and (self._is_below(row, head) or self._is_before_price(row, at)):
            head.below.append(row)
            return
        deeper = head is not None and row.depth > head.head.depth
        if head is not None and deeper and not head.below and self._is_group(head.head):
            # The heading over the units of a group is not a unit.
            self.entries.remove(head)
            self._pass_line(head.head.raw)
            self.headed = True
        elif deeper and head is not None and row.depth - head.head.depth >= 1.5:
            self.head = ListEntry(row, below_another=head.head.bare)
            self.entries.append(self.head)
            return
        self.head = ListEntry(row)
        self.entries.append(self.head)

    def _is_before_price(self, row: ListRow, at: int) -> bool:
        """True for weapons between the name of a unit and its points, each in a separate line."""
        after, gap = self.rows[at + 1] if 0 < at < len(self.rows) - 1 else ("", True)
        arms = row.line.is_of_weapons and not row.types and not row.line.points
        return arms and not row.after_gap and not gap and PRICE.match(after.strip()) is not None

    def _is_group(self, row: ListRow) -> bool:
        line = row.line
        heading = self.words.is_heading([row.bare]) or ORGANISED.search(row.bare) is not None
        return (heading or not line.has_type) and not line.points and not any(item.numbers for item in line.items)

    def _is_below(self, row: ListRow, head: ListEntry) -> bool:
        line, above = row.line, head.head
        if line.set or line.name is not None:
            return False
        rides = line.has_type and not row.types & above.types
        if (line.begins_with and not rides) or line.is_of_figures or self._is_continued(row, head):
            return True
        if above.raw.endswith(":") and not row.after_gap and not line.has_type and above.line.has_type:
            return True
        deeper = row.depth > above.depth and (row.depth - above.depth != 1 or row.depth % 1 != above.depth % 1)
        if not deeper:
            several = line.weapons > 1 or line.stats or above.line.quality
            return (line.is_of_weapons and several) or (
                line.stats and (line.armed or line.is_of_nothing) and not line.has_type
            )
        if not line.has_type:
            return True
        if self._is_group(above) and not head.below:
            return False
        kinds, own = row.types, above.types
        if line.points and not kinds & own:
            return False
        return (
            bool(kinds & own)
            or bool(above.line.points or head.points)
            or any(item.numbers for item in above.line.items)
        )

    def _is_continued(self, row: ListRow, head: ListEntry) -> bool:
        """True for the figures of a unit on the line below its name, in lists that end a unit with its points."""
        counted = any(item.numbers for item in row.line.items) and not any(
            item.numbers for item in head.head.line.items
        )
        return (
            self.blocks
            and counted
            and not row.after_gap
            and not head.below
            and (bool(row.types & head.head.types) or (not row.types and row.line.armed))
        )
