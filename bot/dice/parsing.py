"""What people type for their dice: the faces, or only how many succeeded."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.errors import Refusal
from bot.game.questions import DiceQuestion, ThrowAsked, Thrown
from rules.errors import BadDice
from rules.faces import check_faces, left_over
from rules.table import Source
from rules.text import N_, Text

MOST_FACES = 1000
MISSED = N_("miss|misses|missed|fail|fails|failed|failure|failures")
"""Words for dice that do not succeed, which nobody counts; in other languages theirs, with strokes between them."""
_COUNT = re.compile(r"\s*([0-9]{1,3})\s*([^\W\d_]{3,}|of\s*[0-9]+)\s*", re.IGNORECASE)
"""A number and a word in any language: 3 hits, 2 saves."""


Word = int | str
"""A face, or digits that are one or several: "12" is one face of a d12 and two of a d6."""


def faces_typed(text: str, sides: int) -> tuple[int, ...] | None:
    """Faces read off a table: "5 2 6 4 5", "52645" for dice of one digit, several throws separated by "/".

    None means that the bot throws ("roll", or nothing). Raises Refusal for a text that is neither.
    """
    words = words_typed(text, sides)
    return None if words is None else tuple(face for word in words for face in cut(word, sides))


def words_typed(text: str, sides: int) -> tuple[Word, ...] | None:
    """The same before it is known which throws they are for; most dice have so many `sides`."""
    said = text.strip().lower()
    if said in ("", "roll"):
        return None
    words = re.split(r"[\s,;/]+", said.strip(" ,;/"))
    for word in words:
        if not re.fullmatch(r"[0-9]{1,200}", word):
            raise Refusal(
                Text(
                    "'{word}' is not a face. Write the faces like 5 2 6 4, throws separated by /, or roll.",
                    word=word[:20],
                )
            )
    faces = sum(len(cut(word, sides)) for word in words)
    if faces > MOST_FACES:
        raise Refusal(Text("{faces} dice are more than any throw needs.", faces=faces))
    return tuple(int(word) if len(word) == 1 else word for word in words)


def cut(word: Word, sides: int) -> list[int]:
    """The faces that a word is for such dice."""
    if isinstance(word, int):
        return [word]
    return [int(face) for face in word] if sides < 10 and len(word) > 1 else [int(word[:4])]


def first_faces(words: Sequence[Word], sides: int, count: int) -> tuple[tuple[int, ...], tuple[Word, ...]]:
    """The first `count` faces, fewer where there are no more, and what is left of the words."""
    faces: list[int] = []
    left = list(words)
    while left and len(faces) < count:
        word = left.pop(0)
        found, room = cut(word, sides), count - len(faces)
        faces += found[:room]
        if len(found) > room:
            left.insert(0, str(word)[room:])
    return tuple(faces), tuple(left)


def throws_typed(question: DiceQuestion, text: str, missed: str = MISSED) -> list[Thrown]:
    """The faces typed for a throw and for those known ahead, with strokes between throws or in one run.

    `missed` are words for dice that do not succeed, in the language of whoever typed. Throws at the end may be left
    out. Raises BadDice for faces that cannot be, or for a throw left out before others.
    """
    throws = question.throws
    pieces = [piece.strip() for piece in text.split("/")]
    while pieces and not pieces[-1]:
        pieces.pop()
    if len(pieces) < 2 and _count(text.strip(" /"), missed) is None:
        return _run(throws, faces_typed(text, question.throw.sides) or ())
    if len(pieces) > len(throws):
        over = sum(len(faces_typed(piece, question.throw.sides) or ()) for piece in pieces[len(throws) :])
        raise left_over(over, throws[-1].label)
    return [_piece(throw, piece, missed) for throw, piece in zip(throws, pieces, strict=False)]


def _count(text: str, missed: str) -> int | None:
    """How many succeed, where that is what was typed."""
    found = _COUNT.fullmatch(text)
    if found is None or re.fullmatch(f"{MISSED}|{missed}", found[2], re.IGNORECASE):
        return None
    return int(found[1])


def _piece(throw: ThrowAsked, text: str, missed: str) -> Thrown:
    """One throw: its faces, or a count where it only needs one."""
    counted = _count(text, missed)
    if counted is not None and throw.counts:
        return _counted(throw, counted)
    return _faces(throw, faces_typed(text, throw.sides) or () if text else ())


def _run(throws: Sequence[ThrowAsked], left: Sequence[int]) -> list[Thrown]:
    """Throw after throw out of one run of faces."""
    found: list[Thrown] = []
    for throw in throws:
        if found and not left:
            break
        faces, left = left[: throw.count], left[throw.count :]
        found.append(_faces(throw, faces))
    if left:
        raise left_over(len(left), found[-1].label)
    return found


def _faces(throw: ThrowAsked, faces: Sequence[int]) -> Thrown:
    if len(faces) != throw.count:
        raise BadDice(
            Text(
                "{throw}: {count} d{sides} needed, {given} given",
                throw=throw.label,
                count=throw.count,
                sides=throw.sides,
                given=len(faces),
            )
        )
    check_faces(faces, throw.sides, throw.label)
    return _thrown(throw, tuple(faces), "physical")


def _counted(throw: ThrowAsked, successes: int) -> Thrown:
    """A count of successes as faces that read the same; the source says that nobody typed the faces."""
    assert throw.needed is not None
    if successes > throw.count:
        raise BadDice(
            Text("{throw}: {hits} of {count} dice cannot succeed", throw=throw.label, hits=successes, count=throw.count)
        )
    need = throw.needed.face
    faces = (need,) * successes + (need - 1,) * (throw.count - successes)
    return _thrown(throw, faces, "counted")


def _thrown(throw: ThrowAsked, faces: tuple[int, ...], source: Source) -> Thrown:
    return Thrown(
        key=throw.key,
        label=throw.label,
        sides=throw.sides,
        faces=faces,
        source=source,
        needed=throw.needed,
        nth=throw.nth,
    )
