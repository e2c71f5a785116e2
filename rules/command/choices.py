"""Parsing of typed options: abbreviated codes, weapons with numbers, and distances; and the faults of unknown ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from typing import TypeVar

from rules.kernel.errors import BadFacts
from rules.kernel.facts import Choice
from rules.kernel.request import ASK_ME, code_text, requested_situations, split_code
from rules.kernel.text import Listed, Term, Text
from rules.kernel.wording import INCHES, Ruler

# Abbreviations: any beginning of a word that fits only one code.

T = TypeVar("T")
_BETWEEN = re.compile(r"[\s_-]+")


def codes_beginning(said: str, known: Iterable[str]) -> list[str]:
    """Return the codes that fit: the one typed in full, else all that begin with the text.

    Case and separators between words are ignored.
    """
    bare, known = _normalise(said), list(known)
    exact = [one for one in known if one == said] or [one for one in known if _normalise(one) == bare]
    return exact or [one for one in known if bare and _normalise(one).startswith(bare)]


def only_code(said: str, known: Iterable[str]) -> str | None:
    """Return the only code that fits a text; None if none or several do."""
    found = codes_beginning(said, known)
    return found[0] if len(found) == 1 else None


def match_name(said: str, names: Mapping[str, T]) -> T | None:
    """Return the only value that a name may mean, or None; several names may lead to the same value."""
    found = [names[one] for one in codes_beginning(said, names)]
    return found[0] if found and all(one == found[0] for one in found) else None


def _normalise(words: str) -> str:
    return _BETWEEN.sub(" ", words).strip(" ").casefold()


def whole_code(said: str, codes: Sequence[str]) -> str:
    """Complete an abbreviated code, keeping the number behind it; return an unknown or ambiguous one unchanged."""
    if said in codes or said.endswith(ASK_ME):
        return said
    word, mark, number = said.partition("=")
    found = only_code(word, dict.fromkeys(code.partition("=")[0] for code in codes) if mark else codes)
    return f"{found}{mark}{number}" if found else said


def lengths_of(choices: Sequence[Choice]) -> frozenset[str]:
    """Return the stems of the codes that end in a length."""
    return frozenset(split_code(one.code)[0] for one in choices if one.length)


def written_code(choice: Choice, ruler: Ruler) -> str:
    """Return the code of a choice as it is typed at the reader's table."""
    return _convert_number(choice.code, choice.length, lambda inches: ruler.said(inches))


def parse_code(said: str, choices: Sequence[Choice], ruler: Ruler) -> str:
    """Complete an abbreviated code and convert its length, if any, to inches; return an unknown one unchanged."""
    whole = {written_code(one, ruler): one.code for one in choices}
    found = whole_code(said, list(whole))
    if found in whole:
        return whole[found]
    return _convert_number(found, split_code(found)[0] in lengths_of(choices), ruler.inches)


def _convert_number(code: str, length: bool, put: Callable[[Decimal], Decimal | int]) -> str:
    """Convert the number at the end of a code, if it is a length."""
    stem, number = split_code(code)
    if not length or number is None:
        return code
    return f"{stem}{Decimal(put(number)).normalize():f}"


def unknown_codes(name: str, given: Sequence[str], choices: Sequence[Choice]) -> list[Text]:
    codes, lengths = [choice.code for choice in choices], lengths_of(choices)
    numbered = {code.partition("=")[0] for code in codes if "=" in code}
    return [
        _unknown_choice_text(name, code, codes, lengths)
        for code in given
        if code not in codes and not requested_situations((code,)) and not _is_numbered(code, numbered, lengths)
    ]


def _is_numbered(code: str, numbered: Collection[str], lengths: Collection[str]) -> bool:
    """True if a code takes a number and has one; lengths need not be whole."""
    word, mark, number = code.partition("=")
    stem, inches = split_code(code)
    return (word in numbered and number.isdecimal()) or (bool(mark) and stem in lengths and inches is not None)


def _unknown_choice_text(name: str, code: str, codes: Sequence[str], lengths: Collection[str]) -> Text:
    """Return the fault for an unknown or ambiguous choice, with the choices as players type them."""
    meant = codes_beginning(code, codes)
    bare = dict.fromkeys(one.partition("=")[0] for one in meant or codes)
    known = Listed([code_text(one, lengths) for one in bare], "or")
    if not codes:
        return Text("{name}: leave it empty, there is nothing to choose", name=Term(name))
    if meant:
        return Text("{name}: '{code}' can mean {known}", name=Term(name), code=code, known=known)
    return Text("{name}: there is no '{code}'; choose {known}", name=Term(name), code=code, known=known)


# Typed weapons and numbers, converted for the rules.

_GROUP = re.compile(r"\s*(?:(\d{1,3})\s*[x×]?\s+)?(\S.*?)\s*")
_DISTANCE = re.compile(r'\s*(\d{1,4}(?:[.,]\d{1,4})?)\s*("|″|in|inch|inches|cm)?\s*')


def weapon_groups(
    text: str, known: Iterable[str], meant: Callable[[str], str | None] | None = None
) -> list[tuple[int | None, str]]:
    """Parse "4 infantry_rifle, 1 lmg" into counts and weapons; None if there is no count.

    `meant` finds a weapon by other names. Raise BadFacts for unknown weapons.
    """
    names = {_strip_marks(name): name for name in known}
    found: list[tuple[int | None, str]] = []
    for part in text.split(","):
        match = _GROUP.fullmatch(part)
        if not match:
            raise BadFacts(
                [
                    Text(
                        "'{part}' is not a weapon; write it like '4 {next}'",
                        part=part.strip(),
                        next=Term(next(iter(names.values()), "rifle"), 4),
                    )
                ]
            )
        count, name = match.groups()
        found.append((int(count) if count else None, _find_weapon((meant and meant(name)) or name, names)))
    return found


def weapons_served(kinds: Iterable[tuple[str, int, int]], hands: int) -> dict[str, int]:
    """Return the weapons that fire if none are named, with their counts.

    Each kind in turn gets as many weapons as the free hands can serve. A kind is its name, its count, and the hands
    that each weapon takes, 0 for none.
    """
    chosen: dict[str, int] = {}
    for name, there, each in kinds:
        n = min(there, hands // each) if each else there
        if n > 0:
            chosen[name] = chosen.get(name, 0) + n
            hands -= n * each
    return chosen


def _strip_marks(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def _find_weapon(name: str, names: dict[str, str]) -> str:
    """Return a weapon by its name, or by a part of it that is unique: "rifle" for "bolt action rifle"."""
    bare = _strip_marks(name)
    for form in (bare, bare.removesuffix("s"), bare.removesuffix("es")):
        if form in names:
            return names[form]
    inside = [known for known in names if len(bare) > 2 and bare.removesuffix("s") in known]
    if len(inside) == 1:
        return names[inside[0]]
    near = get_close_matches(bare, names, 1)
    hint = Text(" Did you mean {names}?", names=Term(names[near[0]])) if near else ""
    raise BadFacts(
        [
            Text(
                "'{name}' is not a weapon here. Weapons: {weapons}.{hint}",
                name=name,
                weapons=Listed([Term(n) for n in names.values()]),
                hint=hint,
            )
        ]
    )


def parse_inches(text: str, ruler: Ruler = INCHES) -> Decimal:
    """Parse "10" in the table's units, "11,5", "12in" or "30cm" into inches; raise BadFacts for other text."""
    match = _DISTANCE.fullmatch(text)
    if not match:
        raise BadFacts(
            [Text("distance: '{given}' is not a distance; write {how}", given=text, how=distance_examples(ruler))]
        )
    number = Decimal(match[1].replace(",", "."))
    return ruler.to_inches(number) if (match[2] or ruler.units) == "cm" else number


def distance_examples(ruler: Ruler) -> Text:
    """Return examples of a distance, to continue a sentence."""
    if ruler.units == "cm":
        return Text("centimetres like 30 or 28.5")
    return Text("inches like 10 or 11.5, or 30cm")
