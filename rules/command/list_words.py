"""Words of army lists: the words of a system, their synonyms, and the words that all lists share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args, get_type_hints
from unicodedata import normalize

from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text
from rules.kernel.wording import plural_of, spell_code, split_number

Kind = Literal["unit", "weapon", "field", "state", "word"]
MOST_WORDS = 6
"""Most words in a name of a vocabulary."""
NEAREST = 4
_LIKE = 0.4
"""Least similarity (0 to 1) of names that are offered for each other."""
_SQUADS = ("squad", "squads")
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "o", "ł": "l"})


class Meaning(NamedTuple):
    """The meaning of words: a type of unit, a weapon, a field of the profile, a state, or a word of lists.

    A field has a value if the words include it. Words of lists are "squads", "each" and so on; one without a key is
    left out.
    """

    kind: Kind
    key: str
    value: str = ""

    @property
    def code(self) -> str:
        return f"{self.kind}:{self.key}" + (f"={self.value}" if self.value else "")

    @classmethod
    def of(cls, code: str) -> Meaning | None:
        """Parse a code from any source; return None if it is invalid."""
        found = re.fullmatch(r"(unit|weapon|field|state|word):([\w]*)(?:=(\w+))?", code)
        kind: Any = found and found[1]
        return cls(kind, found[2], found[3] or "") if found else None


LEFT_OUT = Meaning("word", "")
SKIPPED = Meaning("word", "skip")
"""The meanings of words that are left out: alone, and with their whole unit."""


@lru_cache(maxsize=16_384)
def _fold_word(word: str) -> str:
    """Return a word in lower case, without accents, hyphens or spaces."""
    said = normalize("NFKD", word.casefold().translate(_LETTERS))
    return "".join(one for one in said if one.isalnum())


@lru_cache(maxsize=16_384)
def _strip_ending(bare: str) -> str:
    if bare.endswith("ies") and len(bare) > 4:
        return f"{bare[:-3]}y"
    bare = bare[:-1] if bare.endswith("s") and not bare.endswith("ss") and len(bare) > 2 else bare
    ending = next((end for end in ("en", "e", "n") if bare.endswith(end) and len(bare) - len(end) > 3), "")
    bare = bare.removesuffix(ending)
    return f"{bare[:-1]}f" if bare.endswith("v") and len(bare) > 3 else bare


def name_key(*words: str) -> str:
    """Return the key of a name, shared by names that differ only in case, accents, hyphens, spaces or plural."""
    return _strip_ending("".join(map(_fold_word, words)))


def is_plural(said: str) -> bool:
    """True if words end like an English or German plural."""
    bare = _fold_word(said)
    return _strip_ending(bare) != bare


class Vocabulary:
    """The meanings of names, by their `name_key`; several if a name may be a unit or a weapon."""

    def __init__(
        self,
        names: Mapping[str, tuple[Meaning, ...]],
        squads: tuple[Sequence[str], Sequence[str]],
        numbered: re.Pattern[str],
        headings: Iterable[str] = (),
        passed: Iterable[str] = (),
    ) -> None:
        self._names, self._squads = names, squads
        self._singular = frozenset[str]()
        self.learned = frozenset[str]()
        """The keys that players have explained."""
        self.numbered = numbered
        """A pattern of names that contain a number that is not a count."""
        self._headings = frozenset(one.casefold() for one in headings)
        self.headings = frozenset(map(name_key, self._headings))
        begins = "|".join(re.escape(one).replace(r"\ ", r"\W+") for one in passed) or "(?!)"
        self._passed = re.compile(rf"\W*(?:{begins})(?![^\W_])", re.IGNORECASE)
        self._begins = {key[:n] for key in names for n in range(1, len(key) + 1)}
        self._slips = dict[str, list[str]]()
        """Names by themselves and by each form with one letter removed.

        Two names that share a form differ by one letter that is missing, superfluous, wrong, or misplaced.
        """
        for name in names:
            for one in (name, *_shortened_forms(name)) if len(name) > 4 else ():
                self._slips.setdefault(one, []).append(name)
        self._known = {(one.kind, one.key) for found in names.values() for one in found}
        self._general = dict[str, frozenset[str]]()

    @classmethod
    def of(
        cls,
        system: System,
        others: Iterable[tuple[str, str]] = (),
        headings: Iterable[str] = (),
        passed: Iterable[str] = (),
    ) -> Vocabulary:
        """Build a vocabulary of a system's own words and `others`, each a name and the code of its meaning.

        Raise BadFacts for a code without a meaning in the system.
        """
        names, known, others = dict[str, tuple[Meaning, ...]](), set[Meaning](), list(others)
        # The plural of a French or Spanish name is in its middle: "groupes de combat", "fusiles de asalto".
        others += [
            (f"{found[1]}{ending}{found[2]}", code)
            for name, code in others
            if (found := re.fullmatch(r"(\w+[^\Ws])(\s(?:de\s|d['’]|del\s).+)", name))
            for ending in ("s", "es")
        ]
        for name, meaning in _system_names(system):
            known.add(meaning)
            names[name_key(name)] = _add_meaning(names.get(name_key(name), ()), meaning)
        for name, code in others:
            meaning = Meaning.of(code)
            if meaning is None or (meaning.kind != "word" and not {meaning, meaning._replace(value="")} & known):
                raise BadFacts([Text("{name}: there is no {code}", name=name, code=code)])
            names[name_key(name)] = _add_meaning(names.get(name_key(name), ()), meaning)
        one, several = ([name.casefold() for name, code in others if code == f"word:{key}"] for key in _SQUADS)
        breaks = {name.casefold() for name, code in others if code in ("word:with", "word:and")}
        digits = {name for name, _ in others if re.search(r"\d", name) or breaks & {*name.casefold().split()[1:-1]}}
        digits = sorted(digits, key=len, reverse=True)
        spaced = "|".join("[-_. ]?".join(map(re.escape, re.split(r"[-_. ]+", name))) for name in digits) or "(?!)"
        # A mark may follow the number: T-34/76, Sd.Kfz. 251/9, Pak40s.
        numbers = re.compile(rf"(?<!\w)({spaced})(?:[/.]\w+|['’]?s)?(?!\w)", re.IGNORECASE)
        found = cls(names, (one, several), numbers, headings, passed)
        found._singular = frozenset(_fold_word(name) for name, _ in others if name.endswith("e"))
        return found

    def with_meanings(self, learned: Mapping[str, str]) -> Vocabulary:
        """Return this vocabulary with the meanings that players have given, by key."""
        meant = ((key, Meaning.of(code)) for key, code in learned.items())
        said = {key: (one,) for key, one in meant if one and (one.kind == "word" or (one.kind, one.key) in self._known)}
        if not said:
            return self
        found = copy(self)
        found._names = {**self._names, **said}
        found._begins = self._begins | {key[:n] for key in said for n in range(1, len(key) + 1)}
        found.learned = frozenset(said)
        return found

    def is_several(self, said: str) -> bool:
        """True if words end like a plural, and are not a singular name like "Maschinenpistole"."""
        return is_plural(said) and not (said.endswith("e") and _fold_word(said) in self._singular)

    def squad_factor(self, said: str) -> int:
        """Return 1 if words end in a word for a squad, 2 for squads, else 0."""
        one, several = (said.casefold().endswith(tuple(of_them)) for of_them in self._squads)
        return 2 if several else int(one)

    def meanings(self, words: Sequence[str]) -> tuple[Meaning, ...]:
        return self._names.get(name_key(*words), ())

    def longest_match(self, words: Sequence[str]) -> tuple[int, tuple[Meaning, ...]]:
        """Return the number of leading words that form the longest known name, and its meanings."""
        said, found = "", (0, ())
        for many, word in enumerate(words[:MOST_WORDS], 1):
            said += _fold_word(word)
            key = _strip_ending(said)
            if key in self._names:
                found = (many, self._names[key])
            if key not in self._begins:
                break
        return found

    def is_heading(self, words: Sequence[str]) -> bool:
        """True if words are a heading, or have one at their beginning or end."""
        ends = (words[:many] for many in (1, 2, 3)), (words[-many:] for many in (1, 2))
        return any(name_key(*some) in self.headings for side in ends for some in side if some)

    def is_whole_heading(self, said: str) -> bool:
        """True if words are exactly a heading: "Tanks", not "Tank"."""
        return said.casefold() in self._headings

    def is_passed_over(self, line: str) -> bool:
        """True if a line begins with words that describe nothing on the table."""
        return self._passed.match(line) is not None

    def guess_meaning(self, said: str) -> Meaning | None:
        """Return the likely meaning of misspelt words; None if it is ambiguous."""
        key = name_key(said)
        if not 4 < len(key) < 40:
            return None
        near = {name for one in (key, *_shortened_forms(key)) for name in self._slips.get(one, ())}
        found = {meaning for name in near for meaning in self._names[name] if meaning.kind in ("unit", "weapon")}
        return found.pop() if len(found) == 1 else None

    def is_general(self, said: str, kind: str) -> bool:
        """True if a name for a type of unit is part of longer names of other types: "Panzer", "tank"."""
        key = name_key(said)
        if key not in self._general:
            others = (
                one.key
                for name, found in self._names.items()
                if key in name and key != name
                for one in found
                if one.kind == "unit"
            )
            self._general[key] = frozenset(others)
        return bool(self._general[key] - {kind})

    def nearest(self, said: str, kind: Kind) -> tuple[Meaning, ...]:
        """Return the meanings of a kind with the most similar names, the most similar first."""
        of_kind = {name: one for name, found in self._names.items() for one in found if one.kind == kind}
        near = get_close_matches(name_key(said)[:40], of_kind, 3 * NEAREST, _LIKE)
        parts = [name for word in said.split()[:MOST_WORDS] for name in of_kind if name_key(word) in name]
        return tuple(dict.fromkeys(of_kind[name] for name in [*near, *parts, *of_kind]))[:NEAREST]


def _shortened_forms(key: str) -> Iterator[str]:
    return (key[:at] + key[at + 1 :] for at in range(len(key)))


def _add_meaning(found: tuple[Meaning, ...], one: Meaning) -> tuple[Meaning, ...]:
    return found if one in found else (*found, one)


def _system_names(system: System) -> Iterator[tuple[str, Meaning]]:
    for key, unit in system.units.items():
        yield from (
            (name, Meaning("unit", key)) for name in (key, unit.name, system.plurals.get(key) or plural_of(unit.name))
        )
    for weapon in weapons_of(system):
        yield from ((name, Meaning("weapon", weapon)) for name in (weapon, spell_code(weapon), system.many(weapon)))
    for name, state in system.states.items():
        if state.holds == "flag":
            yield spell_code(name), Meaning("state", name, "1")
    hints = get_type_hints(system.profile)
    for name, trait in system.profile.model_fields.items():
        for value in _field_words(hints[name]):
            said = (f"{value} {name}", f"{name} {value}", *([value] if value != "none" else []))
            yield from ((spell_code(one), Meaning("field", name, value)) for one in said)
        for called in (name, str(trait.title or name)):
            yield called, Meaning("field", name, "true" if hints[name] is bool else "")


def weapons_of(system: System) -> Sequence[str]:
    """Return the weapons of a system; if none are listed, the weapons of its ready-made units."""
    return system.weapons or tuple({weapon.name: 0 for unit in system.units.values() for weapon in unit.weapons})


def _field_words(hint: Any) -> Iterator[str]:
    """Yield the words that a field of a profile may hold."""
    if args := get_args(hint):
        yield from (one for one in args if isinstance(one, str))
        for one in args:
            yield from _field_words(one)


def spoken_values(system: System) -> Iterator[tuple[str, str]]:
    """Yield the translatable words of a system, each with the code of its meaning.

    They are weapons, values of profiles, and the titles of these values.
    """
    yield from ((spell_code(weapon), Meaning("weapon", weapon).code) for weapon in weapons_of(system))
    hints = get_type_hints(system.profile)
    for name in system.profile.model_fields:
        for value in _field_words(hints[name]):
            yield split_number(value)[0], Meaning("field", name, value).code
