"""The number of a line that may be the points of a unit although no word marks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.command.list_tokens import CLOSES, COUNTS, OPENS, Token
from rules.command.list_words import Vocabulary

FEWEST_BARE, MOST_BARE = 21, 100
"""A number without a word may be models below the first limit, and is points above the second."""
_FEWEST_ALONE = 5
"""Fewest points without a sign before them, if they are the only number of a line and add up to the total."""
_EQUALS = ("=", "..", "…")
"""Signs that lead to the points of a unit."""


class Bare(NamedTuple):
    """A number of a line that no word or sign explains and that may be the points of the unit."""

    value: int
    begins: int
    sign: str
    """The sign before it, if it is the last of the line."""
    counted: bool
    """True if another number counts the models."""
    last: bool = False
    armed: bool = False
    """True if other numbers count weapons."""

    @property
    def is_points(self) -> bool:
        """True if the number can only be points."""
        if self.value > MOST_BARE or (self.value >= FEWEST_BARE and self.sign.startswith(_EQUALS)):
            return True
        return self.value >= FEWEST_BARE and (self.counted or (self.last and self.armed))


def bare_number(tokens: Sequence[Token], words: Vocabulary) -> Bare | None:
    """Return the number of a line that may be its points.

    It is the last one that neither counts the words after it nor has a sign of a count.
    """
    if any(one.kind == "points" for one in tokens):
        return None
    candidates = list[Bare]()
    for at, one in enumerate(tokens[1:], 1):
        if one.kind != "number" or not one.text.isdecimal() or not _is_bare(tokens, at, words):
            continue
        last = len(tokens) - at <= 4 and all(other.text in CLOSES for other in tokens[at + 1 :])
        before = tokens[at - 1]
        sign = before.text.strip() or "tab" if before.kind == "break" else ""
        alone = last and one.value >= _FEWEST_ALONE and sum(each.kind in COUNTS for each in tokens) == 1
        if one.value >= FEWEST_BARE or (last and sign) or alone:
            candidates.append(Bare(one.value, one.begins, sign, False, last))
    if not candidates:
        return None
    best = max(candidates, key=lambda one: (one.value > MOST_BARE, one.begins))
    others = [at for at, one in enumerate(tokens) if one.begins != best.begins and one.kind in COUNTS]
    counted = any(_is_model_count(tokens, at, words) for at in others)
    return best._replace(counted=counted, armed=bool(others))


def _is_bare(tokens: Sequence[Token], at: int, words: Vocabulary) -> bool:
    """True if a number is isolated: it counts nothing after it, and nothing before it leads to it."""
    one, before = tokens[at], tokens[at - 1]
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    leads = after is not None and any(meaning.key == "nothing" for meaning in words.meanings((after.text,)))
    if after is not None and not leads and after.kind not in ("break", "number", "before", "product"):
        return False
    counted = before.text.strip().startswith(_EQUALS) or any(other.kind in COUNTS for other in tokens[:at])
    if after is not None and (leads or after.text == "with") and one.value <= MOST_BARE and not counted:
        return False
    begins = at - 1
    while begins > 0 and tokens[begins - 1].kind == "word" and at - begins < 6:
        begins -= 1
    near = tokens[begins : at - 1]
    uncounted = begins == 0 or tokens[begins - 1].kind not in COUNTS
    if one.value < FEWEST_BARE and before.text in OPENS and uncounted and _is_armed(near, words):
        return False
    said = words.meanings((before.text,)) if before.kind == "word" else ()
    return not any(meaning.key == "each" or (meaning.kind == "field" and not meaning.value) for meaning in said)


def _is_model_count(tokens: Sequence[Token], at: int, words: Vocabulary) -> bool:
    """True if a number counts models: the first of the line, or the one before a word for them."""
    one = tokens[at]
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if one.kind == "of" or at == 0:
        return True
    meanings = words.longest_match([each.text for each in tokens[at + 1 : at + 4] if each.kind == "word"])[1]
    named = after is not None and after.kind == "word"
    figures = named and any(each.key == "figures" for each in meanings)
    weapon = named and any(each.kind == "weapon" for each in meanings)
    before = tokens[at - 1]
    armed = before.kind == "word" and any(each.kind == "weapon" for each in words.meanings((before.text,)))
    return figures or (not weapon and not armed and at <= 6 and not _is_armed(tokens[:at], words))


def _is_armed(tokens: Sequence[Token], words: Vocabulary) -> bool:
    """True if some pieces name weapons that are not also units."""
    run = list[str]()
    for one in (*tokens, None):
        if one is not None and one.kind == "word":
            run.append(one.text)
            continue
        while run:
            many, meanings = words.longest_match(run)
            if any(each.kind == "weapon" for each in meanings) and not any(each.kind == "unit" for each in meanings):
                return True
            run = run[max(many, 1) :]
    return False
