"""The cover of a target, its ways to fall back, and the options by which players report both (Fall back; Terrain)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.command.asked import SituationRow
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import ASK_ME, Request, split_code
from rules.kernel.text import Text, ask_note
from rules.opreb.facts import TargetSquad
from rules.opreb.tables import Board, Cover, OprebTables
from rules.opreb.weapons import skill

CONVERSION = "Small arms fire › Damage conversion"


def cover_now(target: TargetSquad, flanked: bool) -> Cover:
    """Return the target's cover; a shooter round the wall turns hard into light before anything else."""
    return "light" if flanked and target.cover == "hard" else target.cover


def majority_cover(models: int, light: int, hard: int) -> Cover:
    """Return the cover of a unit in mixed cover: the best that more than half of its models have."""
    if hard * 2 > models:
        return "hard"
    return "light" if (hard + light) * 2 > models else "open"


def inches_of(bangs: int, tables: OprebTables) -> int:
    """Return the inches of a tac-move by its bangs; no bangs are a whiff."""
    return tables.tac_move_inches.number({**tables.numbers, "bangs": bangs})


# The options by which players report the target's cover and the cover near it.

_NEAR = (3, 6, 7, 8, 9, 10)
"""The reach in inches of a whiff, of one bang and of each further bang."""
NOTHING_NEAR = "nothing_near"
ASKED = (
    SituationRow("flanked", Text("Round the wall: clear sight to more than half"), "flanked"),
    SituationRow("lowers_tier", Text("Blast or exceptional weapon: one tier down"), "lowers_tier"),
    SituationRow("blocked", Text("Line of sight blocked"), "sight", "blocked"),
    SituationRow(
        "nearest_light", lambda n: Text("Nearest cover to fall back to: light, {n}″ away", n=n), lengths=_NEAR
    ),
    SituationRow("nearest_hard", lambda n: Text("Nearest cover to fall back to: hard, {n}″ away", n=n), lengths=_NEAR),
    SituationRow(NOTHING_NEAR, Text("No cover near to fall back to")),
    SituationRow("short_open", Text("In the open if it falls short"), "short_of_it", "open"),
    SituationRow("short_light", Text("In light cover if it falls short"), "short_of_it", "light"),
    SituationRow("in_light", lambda n: Text("Mixed cover, models in light: {n}", n=n), numbers=range(2, 6)),
    SituationRow("in_hard", lambda n: Text("Mixed cover, models in hard: {n}", n=n), numbers=range(2, 5)),
)
COVERS = (
    Choice("open", Text("In the open"), Text("in the open")),
    Choice("light", Text("Light: area terrain (soft is the same)"), Text("light cover")),
    Choice("hard", Text("Hard: touching a wall, the shooter beyond it"), Text("hard cover")),
    Choice("mixed", Text("Mixed: say how many models are in light and in hard"), Text("mixed cover")),
)

_OUT_OF = {"nearest_light": ("open",), "nearest_hard": ("open", "light"), "nothing_near": ("open", "light")}
"""The covers that a unit leaves to fall back to cover of this kind (Fall back)."""
_SHORT_OF_IT = {"short_open": ("light",), "short_light": ("open",)}


def suits(board: Board, request: Request, code: str) -> bool:
    """True if a situation about cover can apply to the target: cover in reach, or mixed cover and its numbers.

    A blocked line of sight is never offered. The reach and the models of a hidden unit are not known, so they limit
    nothing.
    """
    target = board.game.units.get(request.target[0]) if request.target else None
    known = target if target is not None and not target.has("hidden") else None
    cover = request.cover[0] if len(request.cover) == 1 else ""
    stem, number = split_code(code)
    name = stem.rstrip("=")
    if name in ("in_light", "in_hard"):
        return cover == "mixed" and (known is None or number is None or number <= known.models)
    if name in _SHORT_OF_IT:
        return cover in ("mixed", *_SHORT_OF_IT[name])
    if name == "flanked":
        return cover in ("", "hard", "mixed")
    if name in _OUT_OF:
        near = known is None or number is None or number <= inches_of(skill(known), board.tables)
        return near and cover in ("", "mixed", *_OUT_OF[name])
    return name != "blocked"


def cover_of(target: Unit, request: Request) -> str:
    """Return the cover named in the request; for mixed cover the cover of most models (Small arms fire › Terrain).

    Raises RuleError for mixed cover of a hidden unit, MissingFacts without numbers and BadFacts for too many models.
    """
    light, hard = request.number("in_light"), request.number("in_hard")
    if request.cover[0] != "mixed":
        return request.cover[0]
    if target.has("hidden"):
        raise RuleError(Text("{unit} is a card: choose the cover that most of it is in.", unit=target.ref), "Terrain")
    if not any(code.partition("=")[0] in ("in_light", "in_hard") for code in request.situation):
        in_light = Ask("situation", Text("how many models are in light cover?"), _up_to("in_light", target.models))
        in_hard = Ask("situation", Text("how many models are in hard cover?"), _up_to("in_hard", target.models))
        raise MissingFacts([in_light, in_hard])
    if light + hard > target.models:
        values = {"covered": light + hard, "unit": target.ref, "models": target.models}
        raise BadFacts([Text("situation: {covered} models in cover, but {unit} has {models}", **values)])
    return majority_cover(target.models, light, hard)


def _up_to(code: str, models: int) -> tuple[Choice, ...]:
    """Return every possible number of models as choices of a form."""
    return tuple(Choice(f"{code}={n}", Text("{n}", n=n)) for n in range(models + 1))


def nearest(request: Request) -> dict[str, object] | None:
    """Return the nearest cover to fall back to, if any; raise BadFacts for two of them."""
    found = [(kind, far) for kind in ("light", "hard") if (far := request.length(f"nearest_{kind}")) is not None]
    if len(found) > 1:
        raise BadFacts([Text("situation: give only the nearest cover, nearest_light or nearest_hard")])
    return {"kind": found[0][0], "distance": found[0][1]} if found else None


def ask_about_cover(target: Unit, cover: Cover, fell_back: bool) -> Iterable[Text]:
    """Return the question for cover near a damaged target, if the answer can change its result."""
    if cover == "hard" or (cover == "open" and not fell_back):  # the target stays, with or without cover near it
        return
    if cover == "light":
        said = Text("Is there hard cover near {unit}?", unit=target.ref)
    else:
        said = Text("Is there cover near {unit}?", unit=target.ref)
    near = tuple(f"{begins}{ASK_ME}" for begins in ("nearest_", "nothing_", "short_"))
    yield ask_note(said, Text("Cover …"), Request("amend", situation=near))
