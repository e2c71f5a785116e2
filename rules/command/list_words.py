"""The words that lists of units are written in: those of a system, their other names, and those of every list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple, get_args, get_type_hints
from unicodedata import combining, normalize

from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text
from rules.kernel.wording import numbered, plural, spelled

Kind = Literal["unit", "weapon", "field", "state", "word"]
MOST_WORDS = 6
"""No name in a vocabulary has more."""
NEAREST = 4
_LIKE, _SAME = 0.4, 0.85
"""How alike names are (0 to 1) to be offered for each other, and to be taken for each other."""
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "o", "ł": "l"})


class Meaning(NamedTuple):
    """What words stand for: a type of unit, a weapon, a field of the profile (with its value, if the words have it), a
    state, or a word of lists such as "squads" and "each"; a word without a value means nothing.
    """

    kind: Kind
    key: str
    value: str = ""

    @property
    def code(self) -> str:
        return f"{self.kind}:{self.key}" + (f"={self.value}" if self.value else "")

    @classmethod
    def of(cls, code: str) -> Meaning | None:
        """What a code says, which may come from anywhere; None for what is none."""
        found = re.fullmatch(r"(unit|weapon|field|state|word):([\w]*)(?:=(\w+))?", code)
        kind: Any = found and found[1]
        return cls(kind, found[2], found[3] or "") if found else None


LEFT_OUT = Meaning("word", "")
SKIPPED = Meaning("word", "skip")
"""The meanings that leave out a word, and a whole unit."""


def name_key(*words: str) -> str:
    """The key of a name: names that differ only in capitals, accents, hyphens, gaps or a plural ending share it."""
    said = normalize("NFKD", "".join(words).casefold().translate(_LETTERS))
    bare = "".join(one for one in said if one.isalnum() and not combining(one))
    if bare.endswith("ies") and len(bare) > 4:
        return f"{bare[:-3]}y"
    bare = bare[:-1] if bare.endswith("s") and not bare.endswith("ss") and len(bare) > 2 else bare
    ending = next((end for end in ("en", "e", "n") if bare.endswith(end) and len(bare) - len(end) > 3), "")
    return bare.removesuffix(ending)


class Vocabulary:
    """What names mean, by their `name_key`; several where they may be a unit or a weapon."""

    def __init__(
        self,
        names: Mapping[str, tuple[Meaning, ...]],
        squads: tuple[Sequence[str], Sequence[str]],
        numbered: re.Pattern[str],
    ) -> None:
        self._names, self._squads = names, squads
        self.learned = frozenset[str]()
        """What somebody has said themselves."""
        self.numbered = numbered
        """Names that have a number in them, which counts nothing."""

    @classmethod
    def of(cls, system: System, others: Iterable[tuple[str, str]] = ()) -> Vocabulary:
        """A system's own words and `others`, each a name and the code of what it means; raises BadFacts for a code
        that means nothing there.
        """
        names, known, others = dict[str, tuple[Meaning, ...]](), set[Meaning](), list(others)
        for name, meaning in _own(system):
            known.add(meaning)
            names[name_key(name)] = _with(names.get(name_key(name), ()), meaning)
        for name, code in others:
            meaning = Meaning.of(code)
            if meaning is None or (meaning.kind != "word" and not {meaning, meaning._replace(value="")} & known):
                raise BadFacts([Text("{name}: there is no {code}", name=name, code=code)])
            names[name_key(name)] = _with(names.get(name_key(name), ()), meaning)
        one, several = ([name.casefold() for name, code in others if code == f"word:{key}"] for key in _SQUADS)
        digits = sorted({name for name, _ in others if re.search(r"\d", name)}, key=len, reverse=True)
        spaced = "|".join("[-_. ]?".join(map(re.escape, re.split(r"[-_. ]+", name))) for name in digits) or "(?!)"
        return cls(names, (one, several), re.compile(rf"(?<!\w)(?:{spaced})(?!\w)", re.IGNORECASE))

    def taught(self, learned: Mapping[str, str]) -> Vocabulary:
        """This vocabulary with what somebody has said that names mean, by their keys."""
        said = {key: (meaning,) for key, code in learned.items() if (meaning := Meaning.of(code))}
        found = Vocabulary({**self._names, **said}, self._squads, self.numbered)
        found.learned = frozenset(said)
        return found

    def squads(self, said: str) -> int:
        """Whether words end in what calls a unit a squad: 1 for one, 2 for several."""
        one, several = (said.casefold().endswith(tuple(of_them)) for of_them in self._squads)
        return 2 if several else int(one)

    def meanings(self, words: Sequence[str]) -> tuple[Meaning, ...]:
        return self._names.get(name_key(*words), ())

    def meant(self, said: str) -> Meaning | None:
        """What is likely meant by words with a slip in them; None where nobody can tell."""
        key = name_key(said)
        near = get_close_matches(key, self._names, 2, _SAME) if 4 < len(key) < 40 else []
        found = {meaning for name in near for meaning in self._names[name] if meaning.kind in ("unit", "weapon")}
        return found.pop() if len(found) == 1 else None

    def nearest(self, said: str, kind: Kind) -> tuple[Meaning, ...]:
        """What of a kind is called most like it, the likest first."""
        of_kind = {name: one for name, found in self._names.items() for one in found if one.kind == kind}
        near = get_close_matches(name_key(said)[:40], of_kind, 3 * NEAREST, _LIKE)
        parts = [name for word in said.split()[:MOST_WORDS] for name in of_kind if name_key(word) in name]
        return tuple(dict.fromkeys(of_kind[name] for name in [*near, *parts, *of_kind]))[:NEAREST]


def _with(found: tuple[Meaning, ...], one: Meaning) -> tuple[Meaning, ...]:
    return found if one in found else (*found, one)


def _own(system: System) -> Iterator[tuple[str, Meaning]]:
    for key, unit in system.units.items():
        yield from ((name, Meaning("unit", key)) for name in (key, unit.name, plural(unit.name)))
    for weapon in weapons_of(system):
        yield from ((name, Meaning("weapon", weapon)) for name in (weapon, spelled(weapon), plural(weapon)))
    for name, state in system.states.items():
        if state.holds == "flag":
            yield spelled(name), Meaning("state", name, "1")
    hints = get_type_hints(system.profile)
    for name, trait in system.profile.model_fields.items():
        for value in _values(hints[name]):
            said = (f"{value} {name}", f"{name} {value}", *([value] if value != "none" else []))
            yield from ((spelled(one), Meaning("field", name, value)) for one in said)
        for called in (name, str(trait.title or name)):
            yield called, Meaning("field", name, "true" if hints[name] is bool else "")


def weapons_of(system: System) -> Sequence[str]:
    """What the units of a system may carry; where none are listed, what its ready-made units do."""
    return system.weapons or tuple({weapon.name: 0 for unit in system.units.values() for weapon in unit.weapons})


def _values(hint: Any) -> Iterator[str]:
    """The words that a field of a profile may hold."""
    if args := get_args(hint):
        yield from (one for one in args if isinstance(one, str))
        for one in args:
            yield from _values(one)


# A line of a list, taken apart.

_TOKEN = re.compile(
    r"""(?P<set>\b[a-z_]{2,20}=) | "(?P<name>(?:[^"\\]|\\.)*)"
      | (?P<points>[\[(]?[@~]?\s*\d{1,4}\s*(?:pts?|points|punkte|pkt|p)\b\.?[\])]?)
      | (?P<stat>\b(?:[QD]|[A-Z]{1,3}\s?)\d{1,2}\+)
      | (?P<size>\b\d{2,3}\s?mm\b[-\w]*)
      | (?P<before>\b\d{1,4}\s*[xX×*](?=[\s\W_]|[A-Z]|$)) | (?P<after>(?<!\w)[xX×*]\s*\d{1,4}\b)
      | (?P<number>\b\d{1,4}\b)
      | (?P<break>[,;:|\t/()\[\]{}&+•·–—]|\s-\s|->)
      | (?P<word>[^\W_](?:[\w'’.]|-(?=\w))*)""",
    re.VERBOSE,
)
_BETWEEN = ("with", "and")
_SQUADS = ("squad", "squads")
_JSON = json.JSONDecoder()


class Token(NamedTuple):
    """A piece of a line: its kind, what it says, and where it stands."""

    kind: Literal["set", "name", "points", "number", "before", "after", "break", "word"]
    text: str
    begins: int
    ends: int
    value: Any = None

    @property
    def number(self) -> int:
        return int(self.value)


def tokens(line: str, words: Vocabulary) -> Iterator[Token]:
    """The pieces of a line in their order; what stands between two units' own words is a break."""
    at = 0
    while found := _TOKEN.search(line, at):
        named = words.numbered.match(line, found.start())
        if named:
            at = named.end()
            yield Token("word", named[0], found.start(), at)
            continue
        at = found.end()
        kind: Any = found.lastgroup
        text = found[kind]
        match kind:
            case "set":
                value, at = _value(line, at)
                yield Token("set", text[:-1], found.start(), at, value)
            case "name":
                yield Token("name", re.sub(r"\\(.)", r"\1", text), found.start(), at)
            case "number" | "before" | "after" | "points":
                digits = re.search(r"\d+", text)
                yield Token(kind, text, found.start(), at, int(digits[0]) if digits else 0)
            case "stat":
                continue
            case "size":
                yield Token("word", text.replace(" ", ""), found.start(), at)
            case "break":
                yield Token("break", text, found.start(), at)
            case _:
                yield _worded(found, words)


def _worded(found: re.Match[str], words: Vocabulary) -> Token:
    """A word, or what stands for a number or a break."""
    text = found[0].rstrip(".'’")
    meaning = next(iter(words.meanings((text,))), None)
    if meaning and meaning.kind == "word" and meaning.key in _BETWEEN:
        return Token("break", text, found.start(), found.end())
    if meaning and meaning.kind == "word" and meaning.key == "number":
        return Token("number", text, found.start(), found.end(), meaning.value)
    return Token("word", text, found.start(), found.end())


def _value(line: str, at: int) -> tuple[Any, int]:
    """What stands behind a sign of equality: JSON, or a word; and where it ends."""
    try:
        return _JSON.raw_decode(line, at)
    except (ValueError, RecursionError):
        word = re.compile(r"[\w.-]*").match(line, at)
        return (word[0], word.end()) if word else ("", at)


def spoken_values(system: System) -> Iterator[tuple[str, str]]:
    """The words of a system that languages have, each with the code of what it means: weapons, and values of profiles
    and their titles.
    """
    yield from ((spelled(weapon), Meaning("weapon", weapon).code) for weapon in weapons_of(system))
    hints = get_type_hints(system.profile)
    for name in system.profile.model_fields:
        for value in _values(hints[name]):
            yield numbered(value)[0], Meaning("field", name, value).code


# What stands between its breaks.


@dataclass
class ListPart:
    """What stands between two breaks of a line: its numbers, and what its words mean."""

    numbers: list[Token] = field(default_factory=list[Token])
    meanings: list[tuple[tuple[Meaning, ...], str, int, int]] = field(
        default_factory=list[tuple[tuple[Meaning, ...], str, int, int]]
    )
    unknown: list[str] = field(default_factory=list[str])
    begins: int = -1
    ends: int = 0

    def has(self, key: str) -> bool:
        return any(is_word(found, key) for found, *_ in self.meanings)

    def behind(self, token: Token, key: str) -> bool:
        """Whether a word with that meaning stands right behind a number."""
        return any(0 <= begins - token.ends <= 1 and is_word(found, key) for found, _, begins, _ in self.meanings)

    def before(self, token: Token, key: str) -> bool:
        """Whether a word with that meaning stands right before a number."""
        return any(0 <= token.begins - ends <= 1 and is_word(found, key) for found, _, _, ends in self.meanings)

    def of(self, kind: Kind) -> list[Meaning]:
        found = (next((one for one in each if one.kind == kind), None) for each, *_ in self.meanings)
        return [one for one in found if one]


def is_word(found: Sequence[Meaning], key: str) -> bool:
    return any(one.kind == "word" and one.key == key for one in found)


class ListLine:
    """A line taken apart, before anybody knows what unit it is."""

    def __init__(self, words: Vocabulary, line: str) -> None:
        self.line, self.words = line, words
        self.name: str | None = None
        self.points, self.set = 0, dict[str, Any]()
        self.parts = [ListPart()]
        run: list[Token] = []
        for token in (*tokens(line, words), Token("break", "", len(line), len(line))):
            if token.kind == "word":
                run.append(token)
                continue
            self._worded(run)
            run = []
            self._taken(token)
        self.parts = [one for one in self.parts if one.numbers or one.meanings or one.unknown]

    def _taken(self, token: Token) -> None:
        match token.kind:
            case "name":
                self.name = token.text
                self.parts.append(ListPart())
            case "set":
                self.set[token.text] = token.value
            case "points":
                self.points = token.number
            case "break":
                self.parts.append(ListPart())
            case _:
                self._reach(token)
                self.parts[-1].numbers.append(token)

    def _reach(self, token: Token) -> None:
        part = self.parts[-1]
        part.begins = token.begins if part.begins < 0 else part.begins
        part.ends = token.ends

    def _worded(self, run: Sequence[Token]) -> None:
        """Words that stand side by side: the longest names among them, and what is left over."""
        part, at, left = self.parts[-1], 0, list[str]()
        while at < len(run):
            self._reach(run[at])
            many = next((n for n in range(min(6, len(run) - at), 0, -1) if self._known(run[at : at + n])), 0)
            if many:
                said = run[at : at + many]
                part.ends = said[-1].ends
                meanings = self.words.meanings([one.text for one in said])
                part.meanings.append((meanings, " ".join(one.text for one in said), said[0].begins, said[-1].ends))
            else:
                left.append(run[at].text)
            at += many or 1
        if left:
            part.unknown.append(" ".join(left))

    def _known(self, run: Sequence[Token]) -> bool:
        return bool(self.words.meanings([one.text for one in run]))

    @property
    def is_empty(self) -> bool:
        return not (self.parts or self.set or self.name)

    def is_about_the_unit_above(self, below: bool) -> bool:
        """Whether it names weapons alone, or stands `below` another line and tells nothing else than what a unit is."""
        known = any(part.of("weapon") or (below and (part.of("field") or part.has("figures"))) for part in self.parts)
        others = any(part.of("unit") or part.unknown for part in self.parts)
        return known and not others and not self.set and self.name is None

    is_named = False
    """Whether the unit has a name of its own, which stands for its type."""
    typed_at = -1
    """Where the words stand that name the type of the unit."""

    def typed(self) -> tuple[str | None, ListPart | None]:
        """The type of the unit, and the part that names it: of several in the first such part the longest name."""
        for part in self.parts:
            named = [
                (len(said), -begins, one.key)
                for found, said, begins, _ in part.meanings
                for one in found
                if one.kind == "unit"
            ]
            if named:
                _, begins, key = max(named)
                self.typed_at = -begins
                said = next(said for _, said, at, _ in part.meanings if at == self.typed_at)
                self.is_named = name_key(said) in self.words.learned
                return key, part
        return None, None
