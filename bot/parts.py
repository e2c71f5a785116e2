"""Units by name where the rules speak of parts: "the target", "target 2", "bystander 1"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.unit import Unit
from rules.words import say

Names = Mapping[str, str]


def names_of(units: Mapping[str, Unit], roles: Mapping[str, str]) -> dict[str, str]:
    """The unit that takes each part, by name; nothing where one unit is alone, which is "it" all along."""
    if len(set(roles.values())) < 2:
        return {}
    return {part: units[id].name for part, id in roles.items() if id in units}


def in_names(text: str, names: Names) -> str:
    """A sentence with names for parts. A bare word such as "target" is a part only after "the" or before a colon."""
    if not names:
        return text
    either = "|".join(map(_pattern, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?:{either})(?P<of>'s\b)?", lambda found: _said(names, found), text)


def label_in_names(label: str, names: Names) -> str:
    """The label of a throw: a numbered part anywhere in it, a bare one where it is the whole label."""
    return names.get(label) or in_names(label, {part: name for part, name in names.items() if part[-1:].isdigit()})


def _pattern(part: str) -> str:
    word = f"(?i:{part[0]}){re.escape(part[1:])}"
    numbered = part[-1].isdigit()
    return (
        say("(?:\\b[Tt]he )?\\b{word}\\b", word=word)
        if numbered
        else say("\\b[Tt]he {word}\\b|(?:^|(?<= )){word}(?=:)", word=word)
    )


def _said(names: Names, found: re.Match[str]) -> str:
    """The name of the part that was found; "Marines' shots", but "Militia's"."""
    part = found[0].removesuffix("'s").lower().removeprefix("the ")
    name = names[next(one for one in names if one.lower() == part)]
    return name + (("'" if name.endswith("s") else "'s") if found["of"] else "")
