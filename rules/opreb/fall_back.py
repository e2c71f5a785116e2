"""The cover of a target, its ways to fall back, and the options by which players report both (Fall back; Terrain)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import ASK_ME, Request
from rules.kernel.text import Text, ask_note
from rules.opreb.tables import Cover


def majority_cover(models: int, light: int, hard: int) -> Cover:
    """Return the cover of a unit in mixed cover: the best that more than half of its models have."""
    if hard * 2 > models:
        return "hard"
    return "light" if (hard + light) * 2 > models else "open"


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
