"""Entries as versions before texts were values recorded them (format 0), read as entries of today.

What was a finished sentence then stays one. A throw had no key, so its label is taken for one; the referee does not
amend such entries, and nothing else looks for their throws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NEEDED = re.compile(r"([0-9]+)(\+)?")
_ADDED = re.compile(r"physical, ([0-9]+) bot")


def as_of_today(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The body of an entry in the form of today; one that has it already is returned as it is."""
    if "format" in body:
        return body
    return {**body, "format": 0, "plays": [_play(play) for play in body.get("plays", ())]}


_MADE = ("name", "by", "value", "label")


def _play(play: Mapping[str, Any]) -> dict[str, Any]:
    decisions = [{name: made[name] for name in _MADE if name in made} for made in play.get("decisions", ())]
    effects = [{"change": 0, "to": None, **effect} for effect in play.get("effects", ())]
    throws = [thrown(throw) for throw in play.get("throws", ())]
    return {**play, "throws": throws, "decisions": decisions, "effects": effects}


def thrown(throw: Mapping[str, Any]) -> dict[str, Any]:
    """A throw with a key, whose number needed and source are values."""
    source, added = source_of(throw["source"])
    return {**throw, "key": throw["label"], "needed": needed_of(throw.get("needed")), "source": source, "added": added}


def needed_of(text: str | None) -> list[Any] | None:
    """ "4+" or "7 or less", in whatever language, as face and whether it is the most."""
    found = _NEEDED.search(text or "")
    return [int(found[1]), found[2] is None] if found else None


def source_of(text: str) -> tuple[str, int]:
    """ "bot", "physical", "physical, counted" or "physical, 2 bot", and how many of the last dice the bot added."""
    added = _ADDED.fullmatch(text)
    if added:
        return "physical", int(added[1])
    return ("counted" if "counted" in text else text), 0
