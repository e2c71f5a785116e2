"""Single lines of a list: their indentation, label, headings, and the units they name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from rules.command.list_lines import ListLine, Number
from rules.command.list_patterns import (
    BULLET,
    COUNTED,
    DOTS,
    DOZENS,
    EMPHASIS,
    EMPHASISED,
    ENDING_NUMBER,
    HOLLOW,
    IN_BRACKETS,
    LABEL,
    LETTERS,
    NUMBERED,
    OF_EACH,
    PLACE,
    PLATOON,
    PROFILE,
    REMARK,
    SIGN,
    SPLITS,
    STATS,
    TAG,
    WORTH_IN_BRACKETS,
)
from rules.command.list_words import Vocabulary, name_key

_PARTS = tuple(map(name_key, ("platoon", "zug", "peloton", "pelotón", "plotone", "pluton", "company", "kompanie")))


@dataclass
class ListRow:
    """A line of a list without its bullet; `depth` grows with its indentation, and with a bullet."""

    raw: str
    bare: str
    depth: float
    line: ListLine
    label: str = ""
    """The text before a colon or a dash, if it is the unit's name."""
    numbered: bool = False
    after_gap: bool = False

    @property
    def types(self) -> set[str]:
        """Types of unit that it may name."""
        return {
            one.key
            for item in self.line.items
            for found in item.found_words
            for one in found.meanings
            if one.kind == "unit"
        }

    @property
    def has_details(self) -> bool:
        """True if it has more than the unit's type: a number, points, a name, or fields."""
        line = self.line
        numbered = bool(line.points) or any(item.numbers for item in line.items)
        return numbered or bool(line.set) or line.name is not None or len(line.items) > 1


@dataclass
class ListEntry:
    """A unit of a list: its own line, and the lines below."""

    head: ListRow
    below: list[ListRow] = field(default_factory=list[ListRow])
    points: int = 0
    bare: Literal["points", "doubt", ""] = ""
    """Meaning of a number without a word, derived from the other lines of the list."""
    is_numbered: bool = False
    """True if the number after its name distinguishes it from others of that name."""
    doubted: bool = False
    """True if it may also be a heading."""
    below_another: str = ""
    """The line above, if it seems to belong to that line but names another unit."""

    @property
    def worth(self) -> int:
        """Its points; multiplied by the number of units if they are given per unit."""
        points = self.points or self.head.line.points
        number = next((one for item in self.head.line.items for one in item.numbers), None)
        return points * (number.value if number and OF_EACH.search(self.head.bare) else 1)

    @property
    def raw(self) -> str:
        return "; ".join(BULLET.sub("", row.raw) for row in (self.head, *self.below))


class RowReading:
    """Reads lines with a vocabulary."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words

    def parts_of(self, bare: str) -> list[str]:
        """Split a line that names units of several types into these; each part needs its own points."""
        line, starts, types = ListLine(self.words, bare), list[int](), list[str]()
        for at, item in enumerate(line.items):
            units = item.of("unit")
            if starts and not item.is_counted and not (item.behind == "|" and len(item.pieces) == 1):
                units = [one for one in units if not (one.meaning_of("field") or one.meaning_of("state"))]
            if not units or item.bracket or (starts and item.behind not in SPLITS):
                continue
            if any(one.meaning_of("weapon") for one in units) and (at or len(units) > 1):
                return [bare]
            starts.append(item.begins)
            types.append(str({one.key for one in units[0].meanings if one.kind == "unit"}))
        bars = all(one.behind in ("|", "/", "+") for one in line.items[1:])
        if len(starts) < 2 or (len({*types}) < len(types) and not bars) or line.set or line.name is not None:
            return [bare]
        ends = [*starts[1:], len(bare)]
        parts = [bare[begin:end].strip(" ,;/+&·•|") for begin, end in zip([0, *starts[1:]], ends, strict=True)]
        parts = [re.sub(r"[\s,;]+(?:and|und|et|y|oraz|sowie)$", "", one, flags=re.IGNORECASE) for one in parts]
        priced = [bool(one.points or one.bare) for one in (ListLine(self.words, part) for part in parts)]
        if all(re.search(r"\s\d{2,}$", part) for part in parts):
            return parts
        return parts if all(priced) or not any(priced) else [bare]

    # Kinds of lines

    def strip_markup(self, said: str) -> str:
        bare, last = EMPHASISED.sub(r"\2", said) if said[:1] in ("*", "_") else said, ""
        if "..." in bare:
            bare = DOTS.sub(" … ", bare)
        while bare != last:
            last = bare
            bare = SIGN.sub("", BULLET.sub("", bare, count=1), count=1)
        bare = DOZENS.sub(lambda found: "6" if "hal" in found[0].casefold() else "12", bare)
        return REMARK.sub("", bare).strip()

    def row_of(self, bare: str, raw: str, gap: bool) -> ListRow:
        label, rest = self.label_of(bare)
        line = ListLine(self.words, rest)
        return ListRow(raw.strip(), rest, self.depth_of(raw), line, label, NUMBERED.match(raw) is not None, gap)

    def depth_of(self, raw: str) -> float:
        """Return the indentation of a line; a bullet adds half a letter, the number of a numbered list adds nothing."""
        said = raw.expandtabs(4)
        marked = self.strip_markup(raw) != DOTS.sub(" … ", REMARK.sub("", raw).strip()) and not NUMBERED.match(raw)
        marked = marked and not EMPHASISED.fullmatch(raw.strip())
        hollow = said.lstrip()[:1] in HOLLOW
        return len(said) - len(said.lstrip()) + (0.5 if marked else 0) + (2 if marked and hollow else 0)

    def label_of(self, bare: str) -> tuple[str, str]:
        """Split a line into the name before a unit and the rest: "Squad 1: Marines x5".

        A place in an organisation is no name: "Char1: Technical", "Infantry 2: Militia", "Tank: Sherman".
        """
        bare = TAG.sub("", bare)
        found = LABEL.match(bare)
        if not found:
            return "", bare
        label, rest = found["label"].strip(), bare[found.end() :]
        first = next(iter(ListLine(self.words, rest).items), None)
        named = [one for one in first.of("unit") if not one.meaning_of("weapon")] if first else []
        own = ListLine(self.words, label)
        several = any(isinstance(item.pieces[0], Number) and item.has("squads") for item in own.items)
        if several or (named and named[0].meaning_of("field") and any(item.of("field") for item in own.items)):
            return "", bare
        if first and first.strange_words and ":" in found[0] and self._is_slot(label) and not own.has_type:
            return "", rest
        if not named or own.armed or own.points or any(item.has("figures") for item in own.items):
            return "", bare
        slot = self._is_slot(label)
        if own.has_type and not slot:
            return "", bare
        return ("" if slot and (":" in found[0] or PLACE.fullmatch(label)) else label), rest

    def _is_slot(self, label: str) -> bool:
        """True for a place in an organisation, possibly numbered: "Infantry 2", "Char1"."""
        return self.words.is_heading([ENDING_NUMBER.sub("", label)]) or PLACE.fullmatch(label) is not None

    def says_nothing(self, bare: str) -> bool:
        if PROFILE.fullmatch(bare[:200]) and not self.names_something(bare):
            return True
        return STATS.fullmatch(bare) is not None or (self.words.is_passed_over(bare) and not re.match(r"\d", bare))

    def names_something(self, bare: str) -> bool:
        """True if a line names a unit or a weapon."""
        line = ListLine(self.words, bare)
        return line.has_type or line.armed

    def is_heading(self, line: str) -> bool:
        """True for a line of capitals, a line that ends in a colon, or words for a kind of units.

        Words that also name a unit are no heading. Points may follow.
        """
        whole = self.strip_markup(EMPHASIS.sub("", line))
        said = re.sub(rf"\s*{WORTH_IN_BRACKETS}\s*:?$", "", whole, flags=re.IGNORECASE)
        said = IN_BRACKETS.sub("", said) if re.search(r"\d", said) else said
        bare, priced = said.rstrip(" :"), said != whole
        part = PLATOON.fullmatch(bare)
        if part and not said.startswith("#") and name_key(part["kind"] or part["named"]) in _PARTS:
            return True
        letters = "".join(LETTERS.findall(bare))
        if not letters or '"' in bare or len(bare) > 60 or COUNTED.match(bare):
            return False
        spoken = [word for word in re.split(r"[\s:]+", bare) if not word.isdecimal()]
        many, meanings = self.words.longest_match(spoken)
        is_unit = many == len(spoken) and any(one.kind == "unit" for one in meanings)
        if is_unit and priced:
            return False
        over = said.endswith(":") or EMPHASISED.fullmatch(line.strip()) is not None
        if self.words.is_heading([bare]) and (not is_unit or letters.isupper() or over):
            return True
        if priced:
            return False
        line_of = ListLine(self.words, bare)
        if line_of.has_type or line_of.armed or line_of.points:
            return False
        counted = re.match(r"\d{1,3}\s", bare) and not letters.isupper()
        if said.endswith(":") or (self.words.is_heading(spoken) and not counted):
            return not any(one.numbers for one in line_of.items[:-1])
        return letters.isupper() and len(letters) > 3 and not re.search(r"\d", bare)
