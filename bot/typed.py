"""What people type into a form for their dice: the faces, or only how many succeeded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.dice import Thrown, faces_typed
from rules.errors import BadDice
from rules.table import check_faces, left_over
from rules.words import say

_COUNT = re.compile(r"\s*([0-9]{1,3})\s*(?:hits?|saves?|saved|success(?:es)?|of\s*[0-9]+)\s*", re.IGNORECASE)


def throws_typed(question: Mapping[str, Any], text: str) -> list[Thrown]:
    """The faces typed for a throw and for those known ahead; raises BadDice for faces that cannot be."""
    counted = _COUNT.fullmatch(text)
    if counted and question.get("counts"):
        return [_counted(question, int(counted[1]))]
    left = faces_typed(text, question["sides"]) or []
    found: list[Thrown] = []
    for one in (question, *question.get("ahead", ())):
        label, count, sides = one["label"], one["count"], one["sides"]
        if found and not left:
            break
        faces, left = left[:count], left[count:]
        if len(faces) != count:
            raise BadDice(
                say(
                    "{label}: {count} d{sides} needed, {faces} given",
                    label=label,
                    count=count,
                    sides=sides,
                    faces=len(faces),
                )
            )
        check_faces(faces, sides, label)
        found.append(Thrown(label=label, sides=sides, faces=faces, source="physical", queued=0))
    if left:
        raise left_over(len(left), found[-1]["label"])
    return found


def _counted(question: Mapping[str, Any], successes: int) -> Thrown:
    """A count of successes as faces that read the same; the source says that nobody typed the faces."""
    need, count = int(question["needed"][:-1]), question["count"]
    if successes > count:
        raise BadDice(
            say(
                "{label}: {successes} of {count} dice cannot succeed",
                label=question["label"],
                successes=successes,
                count=count,
            )
        )
    faces = [need] * successes + [need - 1] * (count - successes)
    return Thrown(label=question["label"], sides=question["sides"], faces=faces, source="physical, counted", queued=0)
