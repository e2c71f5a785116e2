"""What people type into a form for their dice: the faces, or only how many succeeded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.dice.sources import Thrown, faces_typed
from rules.errors import BadDice
from rules.table import check_faces, left_over
from rules.text import say, unsaid

_COUNT = re.compile(r"\s*([0-9]{1,3})\s*([^\W\d_]{3,}|of\s*[0-9]+)\s*", re.IGNORECASE)
"""A number and a word in any language: 3 hits, 2 saves."""
_MISSED = unsaid("miss|misses|missed|fail|fails|failed|failure|failures")
"""Words for dice that do not succeed, which nobody counts; in other languages theirs, with strokes between them."""


def throws_typed(question: Mapping[str, Any], text: str) -> list[Thrown]:
    """The faces typed for a throw and for those known ahead, with strokes between throws or in one run.

    Throws at the end may be left out. Raises BadDice for faces that cannot be, or for a throw left out before others.
    """
    throws = [question, *question.get("ahead", ())]
    pieces = [piece.strip() for piece in text.split("/")]
    while pieces and not pieces[-1]:
        pieces.pop()
    if len(pieces) < 2 and _count(text.strip(" /")) is None:
        return _run(throws, faces_typed(text, question["sides"]) or [])
    if len(pieces) > len(throws):
        over = sum(len(faces_typed(piece, question["sides"]) or ()) for piece in pieces[len(throws) :])
        raise left_over(over, throws[-1]["label"])
    return [_piece(throw, piece) for throw, piece in zip(throws, pieces, strict=False)]


def _count(text: str) -> int | None:
    """How many succeed, where that is what was typed."""
    found = _COUNT.fullmatch(text)
    if found is None or re.fullmatch(f"{_MISSED}|{say(_MISSED)}", found[2], re.IGNORECASE):
        return None
    return int(found[1])


def _piece(throw: Mapping[str, Any], text: str) -> Thrown:
    """One throw: its faces, or a count where it only needs one."""
    counted = _count(text)
    if counted is not None and throw.get("counts"):
        return _counted(throw, counted)
    return _faces(throw, faces_typed(text, throw["sides"]) or [] if text else [])


def _run(throws: Sequence[Mapping[str, Any]], left: list[int]) -> list[Thrown]:
    """Throw after throw out of one run of faces."""
    found: list[Thrown] = []
    for throw in throws:
        if found and not left:
            break
        faces, left = left[: throw["count"]], left[throw["count"] :]
        found.append(_faces(throw, faces))
    if left:
        raise left_over(len(left), found[-1]["label"])
    return found


def _faces(throw: Mapping[str, Any], faces: list[int]) -> Thrown:
    label, count, sides = throw["label"], throw["count"], throw["sides"]
    if len(faces) != count:
        needed = say("{count} d{sides} needed", count=count, sides=sides)
        raise BadDice(say("{throw}: {needed}, {given} given", throw=label, needed=needed, given=len(faces)))
    check_faces(faces, sides, label)
    return Thrown(label=label, sides=sides, faces=faces, source="physical", queued=0)


def _counted(question: Mapping[str, Any], successes: int) -> Thrown:
    """A count of successes as faces that read the same; the source says that nobody typed the faces."""
    need, count = int(question["needed"][:-1]), question["count"]
    if successes > count:
        raise BadDice(
            say("{throw}: {hits} of {count} dice cannot succeed", throw=question["label"], hits=successes, count=count)
        )
    faces = [need] * successes + [need - 1] * (count - successes)
    return Thrown(label=question["label"], sides=question["sides"], faces=faces, source="physical, counted", queued=0)
