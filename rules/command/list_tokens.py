"""Tokens of a line of a list: its label, its points, and the things it names, each with its number."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from rules.command.list_words import Vocabulary
from rules.game.unit import MOST_POINTS

# Letters and digits become tokens.

POINTS = r"\d{1,3}(?:[.,' \u202f\u00a0]\d{3})+|\d{1,5}"
"""A number of points, with any usual thousands separator."""
WORTH = rf"(?i:\+?(?:{POINTS})(?:/(?:{POINTS}))?\s*(?:pts?|points?|punkten?|pkt|punkt[óo]w|puntos|punti|ea|p)\b\.?)"
"""Points with their unit: "120 pts", "1.200 Punkte", "+15 points", "350/1000 pts"."""
_COUNT_AND_POINTS = re.compile(r"\s*(\d{1,3}) (\d{3})(?![.,' \u202f\u00a0]?\d)")
"""A count and points, which look like one number with a space for its thousands: "4 188 points"."""
_LENGTH = r"(?:mm|cm|in\.|inch(?:es)?|pdr|pounders?|cal(?:iber|ibre)?|[\"″”])"
_MARK = (
    r"(?:(?<=[^\W\d_]\s)|(?<=[^\W\d_]\.\s))(?!100\b)[1-9]\d{2,3}"
    r"(?=\s(?!(?:with|mit|avec|con|and|und|armed|bewaffnet|carrying)\b)[^\W\d_]{2})"
)
"""A number between words that is too great for a count, as in the names of vehicles."""
_TOKEN = re.compile(
    rf"""(?P<set>(?<![^\s;,]) [a-z_]{{2,20}}=)
      | (?P<size>(?<!\w)\.?\d[\d.,/]*\s?{_LENGTH}(?![^\W_])[-\w]*|(?<!\w)\d+(?:in|cm|mm)\b|(?<![\w,])\.\d+\b)
      | (?P<name>"(?:[^"\\]|\\.)*"|[“„](?:[^”“"]*)[”“"])
      | (?P<points>@?\s*(?<![\w.,]){WORTH}|@\s*\d{{1,5}}\b)
      | (?P<quality>\b[QD]\d\+|\b[A-Z]{{1,3}}\s?\d{{1,2}}\+)
      | (?P<product>\b\d{{1,3}}\s?[xX×]\s?\d{{1,3}}\b(?![.,/]\d|\s?{_LENGTH}))
      | (?P<mark>(?<!\w)\d+[/.]\d[\w/.]*|(?<!\w)\#\d+\b|{_MARK})
      | (?P<before>(?<!\w)\d{{1,4}}(?:\s*[xX×*](?=[\s\W_]|[A-Z]|$)|[xX×*](?=[^\W\d_]{{3}})))
      | (?P<after>(?<!\w)[xX×*]\s*\d{{1,4}}\b)
      | (?P<of>\b\d{{1,3}}er\b)
      | (?P<number>\b\d{{1,4}}\b)
      | (?P<break>\s[-–—−=~]+\s+|\s?\.{{2,}}|…|->|[→➤=]|[,;:|\t/()\[\]{{}}&+•·])
      | (?P<word>w/o\b|w/|[^\W_](?:[\w'’.]|[-](?=\w)|(?<=\d)/(?=\w))*)""",
    re.VERBOSE,
)
_LEADS_TO_POINTS = re.compile(r"(?:=|:|\.\.|…)\s*$")
"""Text before points, so that "88" after it is not read as a gun."""
AND_NUMBER = re.compile(r"\s+\d")
"""Text after a word of one letter that means "and" in Italian or Polish."""
_BETWEEN = ("with", "and")
OPENS, CLOSES = "([{", ")]}"
_JSON = json.JSONDecoder()
COUNTS = ("number", "before", "after", "product", "of")
_BARE = re.compile(r"[\w.-]*")


class Token(NamedTuple):
    """A piece of a line: its kind, its text, and its position."""

    kind: Literal["set", "name", "points", "quality", "product", "before", "after", "of", "number", "break", "word"]
    text: str
    begins: int
    ends: int
    value: Any = None


def tokens(line: str, words: Vocabulary) -> Iterator[Token]:
    """Yield the pieces of a line in order."""
    at = 0
    while found := _TOKEN.search(line, at):
        named = words.numbered.match(line, found.start())
        before = line[max(found.start() - 6, 0) : found.start()]
        priced = named is not None and named[1].isdecimal() and _LEADS_TO_POINTS.search(before) is not None
        if named and found.lastgroup != "set" and not priced:
            at = named.end()
            yield Token("word", named[1], found.start(), at)
            continue
        at = found.end()
        if found["points"] and (two := _COUNT_AND_POINTS.match(found[0])) and int(two[1] + two[2]) > MOST_POINTS:
            begins, ends, at = (found.start() + one for one in (*two.span(1), two.start(2)))
            yield Token("number", two[1], begins, ends, int(two[1]))
            continue
        kind: Any = found.lastgroup
        text = found[kind]
        match kind:
            case "set":
                try:
                    value, at = _JSON.raw_decode(line, at)
                except (ValueError, RecursionError):
                    word = _BARE.match(line, at)
                    assert word
                    value, at = word[0], word.end()
                yield Token("set", text.strip()[:-1], found.start(), at, value)
            case "name":
                yield Token("name", re.sub(r"\\(.)", r"\1", text[1:-1]), found.start(), at)
            case "size" | "mark":
                yield Token("word", text.strip(), found.start(), at)
            case "word":
                yield _word_token(found, words)
            case _:
                digits = [
                    int(one) for one in re.findall(r"\d+", re.sub(r"(?<=\d)[.,' \u202f\u00a0](?=\d{3})", "", text))
                ]
                value = digits if kind == "product" else digits[0] if digits else 0
                yield Token(kind, text, found.start(), at, value)


def _word_token(found: re.Match[str], words: Vocabulary) -> Token:
    """Return the token of a word: a word, a number or a break."""
    text = found[0].rstrip(".'’")
    if text in ("e", "i") and AND_NUMBER.match(found.string, found.end()):
        return Token("break", "and", found.start(), found.end())
    meaning = next(iter(words.meanings((text,))), None)
    if meaning and meaning.kind == "word" and meaning.key in _BETWEEN:
        return Token("break", meaning.key, found.start(), found.end())
    if meaning and meaning.kind == "word" and meaning.key == "number":
        return Token("number", text, found.start(), found.end(), int(meaning.value))
    return Token("word", text, found.start(), found.start() + len(text))
