"""Patterns for the shapes of lines in lists by players and list builders."""

from __future__ import annotations

import re
from typing import Literal

from rules.command.list_tokens import POINTS, WORTH

BULLET = re.compile(
    r"^\s*(?:[-*•·>+◦○●▪▫■□–—|.…]|\[[ xX✓]?\]|\d{1,3}[.)](?!\d)|[a-z][.)](?=\s)|&(?=\s))\s+"
    r"|^\s*[-–—](?=\d{1,2}\s?x?\s+[^\W\d])"
)
COUNTED = re.compile(r"\d+\s?[x×]\s")
HOLLOW = ("◦", "○", "▫")
"""Bullets of lines that belong to a line with a solid bullet."""
SIGN = re.compile(r"^\s*[^\w\s\"'“„#(\[{.+&>|-]+\s+")
"""An emoji, a tick box or an arrow before a line."""
EMPHASIS = re.compile(r"\*\*|__|~~|`+")
EMPHASISED = re.compile(r"([*_])(?![*_\s])([^*_]+)(?<!\s)\1:?")
"""A line between single signs."""
REMARK = re.compile(r"\s#\s[^'\"]*$")
"""A remark after a unit; in quotes it is part of a name."""
WORTH_IN_BRACKETS = rf"[(\[]?\s*{WORTH}\s*[)\]]?"
TOTAL_WORD = r"(?:in )?(?:total|all|gesamt|insgesamt|razem|suma)"
IN_ALL = rf"(?:\s*{TOTAL_WORD})?"
POINTS_WORD = r"points?|pts|cost|punkte|kosten|coût|puntos|punti|punkty"
FROM_POINTS = re.compile(rf"\s*[-–—•|·:]*\s*[(\[]?\s*{WORTH}.*$", re.IGNORECASE)

PRICE = re.compile(
    rf"[-\s>=]*(?:(?:points )?cost:\s*)?{WORTH_IN_BRACKETS}{IN_ALL}[.:]?$|[=Σ∑]\s*(?:{POINTS})$"
    rf"|(?:{POINTS_WORD})\s*:?\s*(?:{POINTS})$|(?:{POINTS})\s?/\s?(?:{POINTS})$",
    re.IGNORECASE,
)
"""Points on a separate line."""
PRICED = re.compile(
    rf"(?:{WORTH}|(?P<bare>{POINTS}))(?:\s+[-–—|=]\s+|:\s+|\t+)(?=\S)|[(\[]\s*(?:{WORTH}|(?P<inside>{POINTS}))\s*[)\]]\s+(?=\S)",
    re.IGNORECASE,
)
"""Points before a unit: "180 - Marines", "[95 pts] IFV"."""

Shape = Literal["rule", "about", "hash", "framed", "key", "points", "priced", "plain"]
SHAPES: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    ("about", re.compile(r"> ")),
    ("points", PRICE),
    ("rule", re.compile(r"[\W_]*$")),
    ("hash", re.compile(r"#")),
    ("key", re.compile(r"\+\s?[A-ZÄÖÜ][A-ZÄÖÜ ]{3,}:|&\s|\+\s+\S.*\S\s+\+$")),
    ("framed", re.compile(r"==|\+\+|~~|--|──|\*{3,}")),
    ("priced", PRICED),
    ("plain", re.compile(r"")),
)
"""The first shape that matches the beginning of a line: a rule across the page, a description of the list, a heading in
Markdown, points alone, a heading or field of a builder between signs, points before a unit, or anything else.
"""
FRAME = re.compile(r"^[=+~\-─*\s]+|[=+~\-─*\s]+$")
IN_SQUARES = re.compile(r"\s*\[[^\[\]]*\]\s*$")
IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
LABEL = re.compile(r"(?P<label>[^:;,()\[\]|]{1,40}?)(?:\s*:\s+|\s[-–—=]\s+|(?<=\d)\.\s+(?=\S))")
TAG = re.compile(r"^\[[^\W\d][^\]]*\]\s+(?=\S)")
"""A word in brackets before a unit, such as the mark of a leader."""
PLACE = re.compile(r"(?:char|unit)\w*\s?\d*", re.IGNORECASE)
ENDING_NUMBER = re.compile(r"\s*\d*$")
NUMBERED = re.compile(r"\s*\d{1,3}[.)]\s")
LETTERS = re.compile(r"[^\W\d_]")
TOURNAMENT = re.compile(
    r"^\+ (?:FACTION KEYWORD|TOTAL ARMY POINTS)|^Created with newrecruit", re.IGNORECASE | re.MULTILINE
)
STATS = re.compile(r"(?:quality|defen[cs]e)\s*:?\s*\d\+", re.IGNORECASE)
"""Statistics of a unit of another game, on a separate line."""
PROFILE = re.compile(r"[^\W\d_][\w\s()+/\"”″-]*\d\+[\w\s()+/\"”″-]*")
"""A profile of another game: words, each with a number, one of which is a target number such as 4+."""
SPLITS = (",", ";", "and", "/", "+", "&", "·", "•", "|")
"""Separators of units on one line."""
NAME_FIELD = re.compile(r"(?:army|list|roster) name:\s*", re.IGNORECASE)
MOST_LETTERS = 4000
"""Maximum length of a line that may be a unit."""
NUMBERED_NAME = re.compile(r"([^\d]*[^\W\d])\s#?(\d{1,2})(?=\s*(?:$|[-–:(\[.…=|,@]))")
"""A name followed by a number: "Rifle squad 2 - 120"."""
BOARD_CODE = re.compile(r"\[/?(?:b|i|u|list|quote|code|size|color|spoiler)(?:=[^\]]*)?\]", re.IGNORECASE)
"""Marks of bold and lists on message boards."""
ORGANISED = re.compile(
    r"(?:\b(?:platoon|company|formation|battery|squadron|battalion|peloton|compagnie|pelotón|compañía)|zug|kompanie)\s*:?$",
    re.IGNORECASE,
)
"""Names that more likely head several units than name one."""
PLATOON = re.compile(
    r"(?:\d{1,2}(?:st|nd|rd|th|er|e|ème|\.)?|[IVX]{1,4}\.?)\s+(?P<kind>[^\W\d]{3,12})|(?P<named>[^\W\d]{3,12})\s+\d{1,2}",
    re.IGNORECASE,
)
"""A part of an organisation by its number: "1st Platoon"."""
DOUBT = re.compile(
    r"[?¿½¼¾⅓⅔%<^§±≈≤≥❌✗✘✖🚫]|(?<![\w~])~(?=\s?\d)|(?<=\S\s)-[1-9]\b(?!\s*(?:[^\W\d]|[-–\d]))|(?<=[(\[])-(?=\d)"
)
"""Marks of doubt about the text beside them."""
STRUCK = re.compile(r"~~(?=[^\s~])[^~\n]+(?<=\S)~~|(?i:\[(?P<tag>s|strike)\].*?\[/(?P=tag)\])", re.DOTALL)
"""Text that is struck through."""
DOTS = re.compile(r"(?<=\w)\.{3,}\s*(?=\d)")
"""Dots that lead to points."""
DOZENS = re.compile(r"\b(?:half a dozen|ein halbes dutzend|a dozen|ein dutzend)\b", re.IGNORECASE)
"""Numbers in several words."""
OF_EACH = re.compile(
    rf"(?:@|\bje(?:weils)?|\bà|\ba|\bpo|\beach|\bper \w+)\s*{WORTH}|@\s*\d|\d\s?ea\b"
    rf"|{WORTH}\s*[)\]]?,?\s*(?:each|ea\b|apiece|per |pro |je\b|pro Stück|chacun|chaque|cada|ciascun|cad)",
    re.IGNORECASE,
)
"""Points of each of several units."""
