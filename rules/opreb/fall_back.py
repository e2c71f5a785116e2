"""The cover of a target, its ways to fall back, and the options by which players report both (Fall back; Terrain)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import ASK_ME, Request
from rules.kernel.text import Text, ask_note
from rules.opreb.tables import Cover


def check_cover(target: Unit, request: Request) -> None:
    """Check the numbers of models in mixed cover (Small arms fire › Terrain).

    Raise RuleError for mixed cover of a hidden unit, MissingFacts without numbers and BadFacts for too many models.
    """
    light, hard = request.number("in_light"), request.number("in_hard")
    if request.cover[0] != "mixed":
        return
    if target.has("hidden"):
        raise RuleError(Text("{unit} is a card: choose the cover that most of it is in.", unit=target.ref), "Terrain")
    if not any(code.partition("=")[0] in ("in_light", "in_hard") for code in request.situation):
        in_light = Ask("situation", Text("how many models are in light cover?"), _up_to("in_light", target.models))
        in_hard = Ask("situation", Text("how many models are in hard cover?"), _up_to("in_hard", target.models))
        raise MissingFacts([in_light, in_hard])
    if light + hard > target.models:
        values = {"covered": light + hard, "unit": target.ref, "models": target.models}
        raise BadFacts([Text("situation: {covered} models in cover, but {unit} has {models}", **values)])


def _up_to(code: str, models: int) -> tuple[Choice, ...]:
    """Return every possible number of models as choices of a form."""
    return tuple(Choice(f"{code}={n}", Text("{n}", n=n)) for n in range(models + 1))


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
