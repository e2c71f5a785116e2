"""What people type for weapons and numbers, turned into what the rules take."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches

from rules.kernel.errors import BadFacts
from rules.kernel.lengths import INCHES, Ruler
from rules.kernel.text import Listed, Term, Text

_GROUP = re.compile(r"\s*(?:(\d{1,3})\s*[x×]?\s+)?(\S.*?)\s*")
_DISTANCE = re.compile(r'\s*(\d{1,4}(?:[.,]\d{1,4})?)\s*("|″|in|inch|inches|cm)?\s*')


def weapon_groups(text: str, known: Iterable[str]) -> list[tuple[int | None, str]]:
    """ "4 infantry_rifle, 1 lmg" as counts and weapons; no count is None. Raises BadFacts for weapons not known."""
    names = {_bare(name): name for name in known}
    found: list[tuple[int | None, str]] = []
    for part in text.split(","):
        match = _GROUP.fullmatch(part)
        if not match:
            raise BadFacts(
                [
                    Text(
                        "firers: '{part}' is not a weapon; write it like '4 {next}'",
                        part=part.strip(),
                        next=next(iter(names.values()), "rifle"),
                    )
                ]
            )
        count, name = match.groups()
        found.append((int(count) if count else None, _weapon(name, names)))
    return found


def _bare(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def _weapon(name: str, names: dict[str, str]) -> str:
    """A weapon by its name, or by a part that no other one has: "rifle" of "bolt action rifle"."""
    bare = _bare(name)
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
                "'{name}' is not a weapon here; the weapons are {weapons}.{hint}",
                name=name,
                weapons=Listed([Term(n) for n in names.values()]),
                hint=hint,
            )
        ]
    )


def inches(text: str, ruler: Ruler = INCHES) -> Decimal:
    """ "10" as the table measures, "11,5", "12in", "30cm" in inches; raises BadFacts."""
    match = _DISTANCE.fullmatch(text)
    if not match:
        raise BadFacts([Text("distance: '{given}' is not a distance; write {how}", given=text, how=how_written(ruler))])
    number = Decimal(match[1].replace(",", "."))
    return ruler.of_cm(number) if (match[2] or ruler.units) == "cm" else number


def how_written(ruler: Ruler) -> Text:
    """How a distance is written, to go on with in the middle of a sentence."""
    if ruler.units == "cm":
        return Text("centimetres like 30 or 28.5")
    return Text("inches like 10 or 11.5, or 30cm")
