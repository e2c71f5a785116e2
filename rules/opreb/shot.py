"""What is known of a small arms fire before the first die: its facts, and the plan they make (Small arms fire)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING
from typing import Literal, NamedTuple, cast

from pydantic import Field, model_validator

from rules.kernel.dice import Line, Throw
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Inches
from rules.kernel.text import N_, Text
from rules.opreb import pools
from rules.opreb.facts import Attacker, NearestCover, Shooters, Support, Target, must_have_models, without_default
from rules.opreb.morale import morale_test
from rules.opreb.movement import CONVERSION, Position, cover_now, position
from rules.opreb.pools import Pool, held, pins_leaned, pool
from rules.opreb.tables import Book, Cover, Tables
from rules.opreb.tac_move import tac_move_test


class Fire(Facts):
    """The facts of a small arms fire."""

    attacker: Attacker = Field(title=N_("Attacker"))
    shooters: tuple[Shooters, ...] = Field(max_length=20, title=N_("Models firing"))
    support: tuple[Support, ...] = Field(max_length=20, title=N_("Support weapons"))
    distance: Inches = Field(title=N_("Distance"), description=N_("Inches to the target."))
    target: Target = Field(title=N_("Target"))
    lowers_tier: Flag = Field(
        default=False, title=N_("Blast or exceptional weapon"), description=N_("Takes a tier off.")
    )
    flanked: Flag = Field(
        default=False, title=N_("Flanked"), description=N_("Clear sight round the wall to more than half the models.")
    )
    nearest_cover: NearestCover | None = Field(default=None, title=N_("Nearest cover to fall back to"))
    short_of_it: Literal["open", "light"] = Field(
        default="open",
        title=N_("Short of it"),
        description=N_("Its cover when it does not get there. Left out: the cover it had."),
        json_schema_extra=without_default,
    )
    sight: Literal["clear", "blocked"] = Field(default="clear", title=N_("Line of sight"))

    @model_validator(mode="before")
    @classmethod
    def _short_in_the_cover_it_had(cls, given: object) -> object:
        """A flanked unit behind a wall had light cover."""
        if not isinstance(given, dict) or "short_of_it" in given:
            return given  # pyright: ignore[reportUnknownVariableType] — whatever it is, the fields judge it
        facts = cast("dict[str, object]", given)
        target: object = facts.get("target")
        cover: object = cast("dict[str, object]", target).get("cover") if isinstance(target, dict) else None
        return facts | {"short_of_it": "open" if cover == "open" else "light"}


class FireOutcome(NamedTuple):
    """Damage, the defender's answer to it, and the markers; cover and tier are those after any fall back."""

    damage: int
    fell_back: bool
    fall_back_inches: int
    cover: Cover
    tier: int
    wounds: int
    pinned: int


@dataclass(frozen=True, eq=False, slots=True)
class FirePlan:
    """Small arms fire in numbers.

    `answers` says how the defender may answer damage, `near` how many whole inches reach the nearest cover.
    """

    attack: Pool
    defence: Pool
    answers: Literal["morale", "choice", "nothing"]
    morale: Pool
    need: int
    tac_move: Pool
    tables: Tables
    defender_converts: Throw[int]
    attacker_converts: Throw[int]
    stays: Position
    nearest: NearestCover | None
    near: int
    reaches: Position
    falls_short: Position
    in_position: bool
    hidden: bool
    lowered: bool
    held: bool
    leaned: tuple[str, ...]

    def stands(self, inches: int) -> Position:
        """Where the unit is after falling back that far; 0 if it stayed."""
        if not inches:
            return self.stays
        return self.reaches if self.nearest and inches >= self.near else self.falls_short


def plan(facts: Fire, book: Book) -> FirePlan:
    """Raises RuleError when the rules forbid the shot."""
    _may_fire(facts)
    target, nearest = facts.target, facts.nearest_cover
    cover = cover_now(target, facts.flanked)
    band, chosen = pools.band_of(facts.attacker, facts.shooters, book)
    worse = int(facts.lowers_tier)
    return FirePlan(
        attack=pools.attack(facts.attacker, facts.shooters, facts.support, book),
        defence=pools.defence(target, facts.distance, band, book),
        answers=_answers(cover, nearest),
        morale=morale_test(target, book, "defender"),
        need=book.rulings.morale_bangs,
        tac_move=tac_move_test(target, book, "defender"),
        tables=book.tables,
        defender_converts=_conversion(
            "defender", Text("defender conversion"), Text("a bang makes a wound a pinned marker"), book
        ),
        attacker_converts=_conversion(
            "attacker", Text("attacker conversion"), Text("a bang makes a pinned marker a wound"), book
        ),
        stays=position(cover, book, target.in_position + target.hidden, worse),
        nearest=nearest,
        near=int(nearest.distance.to_integral_value(ROUND_CEILING)) if nearest else 0,
        reaches=position(nearest.kind if nearest else facts.short_of_it, book, worse=worse),
        falls_short=position(facts.short_of_it, book, worse=worse),
        in_position=target.in_position,
        hidden=target.hidden,
        lowered=facts.lowers_tier,
        held=held(target.pinned, book),
        leaned=_leaned(facts, book, chosen),
    )


def _conversion(by: str, label: Text, does: Text, book: Book) -> Throw[int]:
    """A die for each damage; `does` says what a bang changes (Damage conversion)."""
    throw = pool(f"{by}_conversion", label, by, (), book, CONVERSION).throw
    return throw._replace(ledger=(Line(does, book.tables.bang, CONVERSION),))


def _may_fire(facts: Fire) -> None:
    must_have_models(facts.target.models, "target")
    if facts.sight == "blocked":
        raise RuleError(Text("The line of sight is blocked: only a squad in sight can be a target."), pools.ACTION)


def _answers(cover: Cover, nearest: NearestCover | None) -> Literal["morale", "choice", "nothing"]:
    if cover == "open":
        return "morale"
    return "choice" if cover == "light" and nearest and nearest.kind == "hard" else "nothing"


def _leaned(facts: Fire, book: Book, chosen: bool) -> tuple[str, ...]:
    crews = any(group.crew for group in facts.support)
    return (
        *(("mixed_bands",) if chosen else ()),
        *(("support_crew",) if crews else ()),
        *pins_leaned((facts.attacker, facts.target), book),
    )
