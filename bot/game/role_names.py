"""Units by name where the rules speak of parts: "the target", "target 2", "bystander 1"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rules.text import say, spoken, unsaid
from rules.unit import Unit

Names = Mapping[str, str]
_ARTICLES = unsaid("the")
"""In other languages every form of the article, with strokes between them: "der|die|das|den|dem|des"."""


def names_of(units: Mapping[str, Unit], roles: Mapping[str, str]) -> dict[str, str]:
    """The unit that takes each part, by name; nothing where one unit acts alone, which is "it" all along."""
    if len(set(roles.values())) < 2 and "target" not in roles:
        return {}
    return {part: units[id].name for part, id in roles.items() if id in units}


def in_names(text: str, names: Names) -> str:
    """A sentence with names for parts. A bare word such as "target" is a part only after "the" or before a colon."""
    if not names:
        return text
    said = {spoken(part).lower(): name for part, name in names.items()}
    return _pattern(said).sub(lambda found: _named(said, found), text)


def label_in_names(label: str, names: Names) -> str:
    """The label of a throw: a numbered part anywhere in it, a bare one where it is the whole label."""
    whole = next((name for part, name in names.items() if spoken(part) == label), None)
    return whole or in_names(label, {part: name for part, name in names.items() if part[-1:].isdigit()})


def _pattern(parts: Iterable[str]) -> re.Pattern[str]:
    """Every place where a part stands; the longest first, so that "target 12" is not "target 1" and a 2."""
    the, found = rf"\b(?:{say(_ARTICLES)}) ", sorted(parts, key=len, reverse=True)
    numbered = "|".join(re.escape(part) for part in found if part[-1].isdigit()) or "(?!)"
    bare = "|".join(re.escape(part) for part in found if not part[-1].isdigit()) or "(?!)"
    either = rf"(?:{the})?\b(?P<numbered>{numbered})\b|{the}(?P<bare>{bare})\b|(?:^|(?<= ))(?P<led>{bare})(?=:)"
    return re.compile(rf"(?i:{either})(?P<of>'s\b)?")


def _named(names: Names, found: re.Match[str]) -> str:
    """The name of the part that was found; "Marines' shots", but "Militia's"."""
    name = names[(found["numbered"] or found["bare"] or found["led"]).lower()]
    return name + (("'" if name.endswith("s") else "'s") if found["of"] else "")
