"""Parts of a message with shorter forms: the least important are shortened first, until the message fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cogs.rendering.phone import row_count

RUN_ON = " · "
"""The beginning of a line that continues the line before it if that saves a row."""


class Shorter(NamedTuple):
    """A shorter form of a part: the rank at which it is used, its lines, made only then, and a footnote about it."""

    rank: int
    lines: Callable[[], Sequence[str]]
    footnote: str = ""


class Part(NamedTuple):
    """A part of a message: its lines, and its shorter forms by rank.

    A line that begins with a space continues the line before it.
    """

    lines: Sequence[str]
    shorter: Sequence[Shorter] = ()


def fit(
    parts: Sequence[Part], fits: Callable[[list[str], int], bool], fill: bool = True
) -> tuple[list[str], list[str]]:
    """Return the lines of the parts, shortened from the lowest rank on while they do not fit, and the footnotes.

    `fits` is true if lines need no form of the given rank. To `fill` the rest of the room, parts then get back fuller
    forms, those of the highest rank first. The first part is a heading, which no line continues.
    """
    forms = [(Shorter(0, lambda part=part: part.lines), *part.shorter) for part in parts]
    used, made = [0] * len(forms), dict[Shorter, Sequence[str]]()

    def compose(used: Sequence[int]) -> list[str]:
        shown = [of[at] for of, at in zip(forms, used, strict=True)]
        made.update((form, form.lines()) for form in shown if form not in made)
        return [*made[shown[0]], *join_lines(line for form in shown[1:] for line in made[form])]

    lines = compose(used)
    for rank in sorted({form.rank for part in parts for form in part.shorter}):
        if fits(lines, rank):
            break
        used = [sum(form.rank <= rank for form in part.shorter) for part in parts]
        lines = compose(used)
    for nth in sorted(range(len(forms) if fill else 0), key=lambda nth: -forms[nth][used[nth]].rank):
        for fuller in range(used[nth]):
            more = [*used[:nth], fuller, *used[nth + 1 :]]
            if fits(longer := compose(more), forms[nth][fuller + 1].rank):
                used, lines = more, longer
                break
    return lines, list(dict.fromkeys(note for of, at in zip(forms, used, strict=True) if (note := of[at].footnote)))


def join_lines(lines: Iterable[str]) -> list[str]:
    """Return lines, with those joined that continue the line before."""
    ways = [list[str]()]
    for line in lines:
        apart = [[*way, line.removeprefix(RUN_ON).lstrip()] for way in ways]
        joined = [[*way[:-1], way[-1] + line] for way in ways if way] if line.startswith(" ") else []
        ways = [*apart, *joined] if line.startswith(RUN_ON) else joined or apart
    return min(ways, key=row_count)
