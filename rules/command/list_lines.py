"""Parsed lines of an army list: the items between breaks, each with its number, and the points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.command.list_points import FEWEST_BARE, Bare, bare_number
from rules.command.list_tokens import CLOSES, OPENS, Token, tokens
from rules.command.list_words import Kind, Meaning, Vocabulary

_STATS = re.compile(r"\d+\s?[\"″”]|(?:^|[,(\s])A\d+(?:$|[,)])|\bAP\s?\(|^\d\+$|\+\d+\s*\)$|^[\d\s+/]+\+$")
_NUMBERS = re.compile(r"(?:\s*(?:\d+\s?[\"″”]|A\d+|AP))+")
"""Statistics of a weapon of another game, without brackets."""
_BEHIND = re.compile(r"\s[-–—]\s(?:\d{1,2}\s?[\"″”]\s+)?A\d{1,2}(?=[\s(]|$).*$")
"""The same after a dash, to the end of the line."""
_MOST_ASIDE = 60
"""Most pieces in a bracket that may be the statistics of a weapon."""
_BRACKETED = ("number", "before", "after")


class Number(NamedTuple):
    """A number in an item; `x` if a sign marks it as a count, `of` if it counts the figures of one unit."""

    value: int
    begins: int
    ends: int
    x: bool = False
    of: bool = False


class Found(NamedTuple):
    """Words with a known meaning."""

    meanings: tuple[Meaning, ...]
    words: str
    begins: int
    ends: int

    def meaning_of(self, kind: Kind) -> Meaning | None:
        return next((one for one in self.meanings if one.kind == kind), None)

    def is_word(self, key: str) -> bool:
        return any(one.kind == "word" and one.key == key for one in self.meanings)


class Strange(NamedTuple):
    """Words without a known meaning."""

    words: str
    begins: int
    ends: int


@dataclass
class Item:
    """The pieces between two breaks of a line, in order; `behind` is the break before it."""

    behind: str = ""
    bracket: bool = False
    costs: bool = False
    """True if it follows the points of its unit."""
    pieces: list[Number | Found | Strange] = field(default_factory=list[Number | Found | Strange])

    @property
    def numbers(self) -> list[Number]:
        return [one for one in self.pieces if isinstance(one, Number)]

    @property
    def found_words(self) -> list[Found]:
        return [one for one in self.pieces if isinstance(one, Found)]

    @property
    def strange_words(self) -> list[Strange]:
        return [one for one in self.pieces if isinstance(one, Strange)]

    @property
    def begins(self) -> int:
        return self.pieces[0].begins

    @property
    def ends(self) -> int:
        return self.pieces[-1].ends

    def has(self, key: str) -> bool:
        return any(one.is_word(key) for one in self.found_words)

    def of(self, kind: Kind) -> list[Found]:
        return [one for one in self.found_words if one.meaning_of(kind)]

    @property
    def is_number(self) -> bool:
        """True if the item is only a number."""
        others = [one for one in self.pieces if not isinstance(one, Number)]
        nothing = all(isinstance(one, Found) and one.is_word("nothing") for one in others)
        return len(self.pieces) - len(others) == 1 and nothing

    @property
    def is_counted(self) -> bool:
        """True if it contains a number or an article."""
        return bool(self.numbers) or self.has("one")

    def number_before(self, piece: Found) -> Number | None:
        """Return the number right before a piece."""
        one = self.piece_before(piece)
        return one if isinstance(one, Number) else None

    def piece_before(self, piece: Found | Number) -> Number | Found | Strange | None:
        """Return the piece right before a piece."""
        at = self.pieces.index(piece)
        return self.pieces[at - 1] if at else None

    def piece_after(self, piece: Found | Number) -> Number | Found | Strange | None:
        """Return the piece right after a piece."""
        at = self.pieces.index(piece) + 1
        return self.pieces[at] if at < len(self.pieces) else None


class ListLine:
    """A parsed line, before its unit is known."""

    def __init__(self, words: Vocabulary, line: str) -> None:
        self.line, self.words = line, words
        self.name: str | None = None
        self.points, self.set = 0, dict[str, Any]()
        self.stats = self.quality = False
        """True if the weapons, or the unit, have statistics of another game beside them."""
        self.armed = False
        """True once a weapon was named."""
        self.items = [Item()]
        self.ignored = list[str]()
        """Parts that were left out although no word marks them as irrelevant."""
        told = _BEHIND.sub("", line)
        if told != line and any(
            one.kind != "word" for each in _find_meanings(line[len(told) :], words) for one in each
        ):
            told = line
        self.stats = told != line
        found = list(tokens(told, words))
        self.bare = bare_number(found, words)
        """A number that may be points although no word marks it."""
        self.worths = [one.value for one in found if one.kind == "points" and not one.text.startswith("+")]
        self._read_tokens(found)
        self.items = [one for one in self.items if one.pieces]

    @property
    def bare_value(self) -> int:
        """The number that may be points, if it is too great to be anything else."""
        return self.bare.value if self.bare and self.bare.value >= FEWEST_BARE else 0

    def take_out(self, bare: Bare) -> None:
        """Remove a number from the items."""
        for item in self.items:
            item.pieces = [one for one in item.pieces if one.begins != bare.begins]
        self.items = [one for one in self.items if one.pieces]

    def leave_out(self, bare: Bare) -> None:
        """Remove a number that is superseded by another."""
        self.take_out(bare)
        self.ignored.append(str(bare.value))
        self.bare = None

    def _read_tokens(self, found: Sequence[Token]) -> None:
        run, at, deep, closed = list[Token](), 0, 0, _closing_brackets(found)
        while at < len(found):
            token = found[at]
            if token.kind == "word":
                run.append(token)
                at += 1
                continue
            self._split_words(run)
            run = []
            if token.text in OPENS and token.kind == "break":
                if not deep and at in closed and self._read_bracket(found[at + 1 : closed[at]]):
                    at = closed[at] + 1
                    continue
                if closed.get(at) == at + 2 and self._take_weapon_count(found[at + 1]):
                    at += 3
                    continue
                deep += 1
            elif token.text in CLOSES and token.kind == "break":
                deep = max(deep - 1, 0)
            self._take_token(token, deep > 0)
            at += 1
        self._split_words(run)

    def _read_bracket(self, inside: Sequence[Token]) -> bool:
        """Read the contents of brackets as points or as statistics of a weapon; return True if they are either."""
        if not inside:
            return True
        if len(inside) > _MOST_ASIDE:
            return False
        said = self.line[inside[0].begins : inside[-1].ends]
        worth = next((one for one in inside if one.kind == "points"), None)
        if worth is not None:
            self.points = self.points or worth.value
            kept = [one for one in inside if one is not worth]
            if self._is_more_than_points(kept):
                return False
            words = [one for one in kept if one.kind == "word"]
            if any(not self.words.meanings((one.text,)) for one in words):
                self.ignored.append(self.line[words[0].begins : words[-1].ends])
            self._add_costs()
            return True
        if _STATS.search(said) and not self._is_more_than_points(inside, numbers=False):
            self.stats = True
            return True
        cost = len(inside) == 1 and inside[0].kind == "number" and self.points and self.items[-1].of("weapon")
        return bool(cost and (inside[0].value == 0 or "(0)" in self.line))

    def _is_more_than_points(self, kept: Sequence[Token], numbers: bool = True) -> bool:
        """True if the text beside points names figures, a unit, a weapon or a trait, or has a bare count."""
        for at, one in enumerate(kept):
            last = not (at + 1 < len(kept) and kept[at + 1].kind == "word")
            if numbers and one.kind in ("number", "before", "after") and last:
                return True
            if one.kind == "word":
                run = [each.text for each in kept[at : at + 6]]
                meanings = self.words.longest_match(run)[1]
                if any(each.kind != "word" or each.key in ("figures", "doubt") for each in meanings):
                    return True
        return False

    def _take_weapon_count(self, token: Token) -> bool:
        """Take a number in brackets right after a weapon as its count; return True if there is one."""
        item = self.items[-1]
        last = item.pieces[-1] if item.pieces else None
        weapon = (
            isinstance(last, Found)
            and last.meaning_of("weapon")
            and (not last.meaning_of("unit") or len(self.items) > 1)
        )
        if not weapon or item.of("unit") not in ([], [last]) or item.numbers or token.kind not in _BRACKETED:
            return False
        self._add_piece(Number(token.value, token.begins, token.ends, x=True))
        self.items.append(Item(",", costs=item.costs))
        return True

    def _add_costs(self) -> None:
        self.items.append(Item("points", costs=True))

    def _take_token(self, token: Token, bracket: bool) -> None:
        match token.kind:
            case "name":
                self.name = token.text
                self.items.append(Item('"'))
            case "set":
                self.set[token.text] = token.value
            case "points":
                self.points = self.points or token.value
                if not bracket:
                    self._add_costs()
            case "quality":
                self.quality = True
            case "break":
                costs = self.items[-1].costs
                self.items.append(Item(token.text.strip(), bracket, costs))
            case "product":
                units, models = token.value
                self._add_piece(Number(units, token.begins, token.ends, x=True))
                self._add_piece(Number(models, token.begins, token.ends, of=True))
            case _:
                number = Number(
                    token.value, token.begins, token.ends, token.kind in ("before", "after"), token.kind == "of"
                )
                self._add_piece(number)

    def _add_piece(self, piece: Number | Found | Strange) -> None:
        self.items[-1].pieces.append(piece)

    def _split_words(self, run: Sequence[Token]) -> None:
        """Split adjacent words into the longest known names and the rest."""
        at, left = 0, list[Token]()
        said = [one.text for one in run]
        while at < len(run):
            many, meanings = self.words.longest_match(said[at : at + 6])
            if not many:
                left.append(run[at])
                at += 1
                continue
            self._note_rest(left)
            left = []
            self.armed = self.armed or any(one.kind == "weapon" for one in meanings)
            self._add_piece(Found(meanings, " ".join(said[at : at + many]), run[at].begins, run[at + many - 1].ends))
            at += many
        self._note_rest(left)

    def _note_rest(self, left: Sequence[Token]) -> None:
        if left and self.armed and _NUMBERS.fullmatch(self.line[left[0].begins : left[-1].ends]):
            self.stats = True
        elif left:
            self._add_piece(Strange(self.line[left[0].begins : left[-1].ends], left[0].begins, left[-1].ends))

    # Its subject

    @property
    def is_empty(self) -> bool:
        return not (self.items or self.set or self.name)

    @property
    def has_type(self) -> bool:
        """True if it names a type of unit that is not also a weapon."""
        return any(
            one.meaning_of("unit") and not one.meaning_of("weapon") for item in self.items for one in item.found_words
        )

    @property
    def strange_words(self) -> list[Strange]:
        return [one for item in self.items for one in item.strange_words]

    @property
    def is_of_weapons(self) -> bool:
        """True if each thing it names is a weapon, or belongs to one."""
        others = any(item.strange_words or not (item.of("weapon") or item.is_number) for item in self.items)
        return self.armed and not others and not self.set and self.name is None

    @property
    def is_of_figures(self) -> bool:
        """True if it gives only the number of figures: "(5 models)"."""
        return (
            len(self.items) == 1
            and self.items[0].has("figures")
            and len(self.items[0].pieces) == 2
            and not self.has_type
        )

    @property
    def is_of_nothing(self) -> bool:
        """True if it names only things without effect here, such as the hand weapons of another game."""
        found = [one for item in self.items for one in item.found_words]
        return bool(found) and not self.strange_words and all(one.is_word("nothing") for one in found)

    @property
    def weapons(self) -> int:
        """Number of weapons that it names."""
        return sum(len(item.of("weapon")) for item in self.items)

    @property
    def begins_with(self) -> bool:
        """True if it continues another line: "with …", "1 with …"."""
        first = next(tokens(self.line, self.words), None)
        with_number = [item.behind for item in self.items[:2]][1:] == ["with"] and self.items[0].is_number
        return bool(first and first.kind == "break" and first.text == "with") or with_number


def _find_meanings(text: str, words: Vocabulary) -> Iterator[tuple[Meaning, ...]]:
    """Yield the meanings of the words of a text."""
    run = [one.text for one in tokens(text, words) if one.kind == "word"]
    while run:
        many, meanings = words.longest_match(run[:6])
        yield meanings
        run = run[max(many, 1) :]


def _closing_brackets(found: Sequence[Token]) -> dict[int, int]:
    """Return the position where each bracket is closed, by the position where it is opened."""
    open, closed = list[int](), dict[int, int]()
    for place, token in enumerate(found):
        if token.kind == "break" and token.text in OPENS:
            open.append(place)
        elif token.kind == "break" and token.text in CLOSES and open:
            closed[open.pop()] = place
    return closed
