"""Tables of Bayonet: its modifiers, read from data, the rulings of a game, and the comparison of scores."""

from __future__ import annotations

from typing import Annotated, Generic, Literal

from pydantic import Field

from rules.command import order, system
from rules.kernel import action
from rules.kernel.action import Given, Outcome
from rules.kernel.dice import Line
from rules.kernel.rows import Row
from rules.kernel.text import N_, Text, counted
from rules.kit import rule
from rules.kit.rulings import house_ruling, ruling
from rules.kit.table_numbers import Bonus

Quality = Literal["inferior", "ordinary", "superior", "exceptional"]
Kind = Literal["physical", "abc", "psi"]
Opportunity = Literal["known", "unknown"]
IntoCombat = Literal["overlap", "hand_to_hand"]
Fate = Literal["dead", "severe", "major", "minor", "trivial", "unhurt"]
Result = Literal["none", "suppressed", "flee", "downed"]

RESULTS: tuple[Result, ...] = ("none", "suppressed", "flee", "downed")
"""The possible results of a comparison, in rising order (Results)."""
ARMOURS = (N_("no armour"), N_("body armour"), N_("full body armour"))
MASKS = (N_("no mask"), N_("improvised mask"), N_("gas mask"), N_("full suit"))
COVERS = (N_("no cover"), N_("partial cover"), N_("cover"), N_("fortification"))


class BayonetTables(Row):
    """All modifiers of the rules; `fates` are by the face of the die, 1 first."""

    quality: dict[Quality, Bonus]
    officer: Bonus
    ring: Bonus
    suppressed_move: int = Field(ge=0, le=100)
    opportunity: dict[Opportunity, Bonus]
    into_combat: dict[IntoCombat, Bonus]
    fates: tuple[Fate, Fate, Fate, Fate, Fate, Fate]


class BayonetRulings(Row):
    """Questions that the rules leave open, as settings of a game."""

    results: Literal["graded", "double"] = house_ruling(
        "graded",
        N_(
            "What a score against a lower one does: suppressed above half, flee at exactly half, downed "
            "below; or downed at half and below, else suppressed."
        ),
    )
    aid_each: Annotated[int, Field(ge=0, le=3, strict=True)] = house_ruling(
        1, N_("What each figure that aids adds to the score.")
    )
    aid_max: Annotated[int, Field(ge=0, le=6, strict=True)] = house_ruling(
        3, N_("The most that all aid together adds.")
    )
    stray_dice: Literal["target_player", "shooter"] = ruling(
        "target_player", N_("Who rolls the attack if a shot strays out of a combat.")
    )
    suppressed_lasts: Literal["own_bound", "manual"] = house_ruling(
        "own_bound",
        N_("Suppressed and fleeing figures recover at the end of their next own bound, or when a player says so."),
    )
    armour_against_psi: Literal["counts", "not"] = house_ruling(
        "counts", N_("Whether body armour counts against an attack of psi or magic.")
    )
    area_stray: Literal["once_a_shot", "once_a_target"] = house_ruling(
        "once_a_shot",
        N_(
            "How often an area shot into combat may stray: once, off the first target named that it strays off, or off "
            "each of them."
        ),
        before="once_a_target",
    )
    shot_range: Literal["asked", "left_out"] = house_ruling(
        "asked",
        N_("Whether a direct shot asks how far its target is, or the players check ranges themselves."),
        before="left_out",
    )


# Comparison of scores, and the modifier by friends who aid (Shooting › Resolution).

NONE, SUPPRESSED, FLEE, DOWNED = range(len(RESULTS))
AID = "Shooting › Aid"


def grade_index(score: int, against: int, double: bool) -> int:
    """Return the index in `RESULTS` of a score against a lower one; a tie or a higher one has no effect.

    Twice the lower score is compared with the higher, so that nothing is rounded. `double` is the ruling without
    flight.
    """
    if against >= score:
        return NONE
    if 2 * against < score or (double and 2 * against == score):
        return DOWNED
    return FLEE if 2 * against == score else SUPPRESSED


def aid(aiding: int, rulings: BayonetRulings) -> list[Line]:
    """Return the lines of friends who aid against the same enemy, with their limit."""
    each, most = rulings.aid_each, rulings.aid_max
    points = aiding * each
    why = Text("{friends} aiding (+{each} each)", friends=counted(aiding, "friend", "friends"), each=each)
    lines = [Line(why, points, AID, "total")]
    if points > most:
        lines.append(Line(Text("aid adds {most} at most", most=most), most - points, AID, "total"))
    return lines if points else []


def aid_rulings(aiding: int, rulings: BayonetRulings) -> tuple[str, ...]:
    """Return the rulings that decided the points of aid."""
    if not aiding:
        return ()
    capped = aiding * rulings.aid_each > rulings.aid_max
    return ("aid_each", "aid_max") if capped else ("aid_each",)


def result_rulings(result: str) -> tuple[str, ...]:
    """Return the ruling on results if there was one: the rules have no table of results."""
    return () if result == "none" else ("results",)


# The book, the board, the rules and the orders of this system, with the types of its tables and rulings.
Book = action.Ruleset[BayonetTables, BayonetRulings]
Board = system.Board[BayonetTables, BayonetRulings]
Order = order.Order[BayonetTables, BayonetRulings]


class BayonetRule(rule.Rule[Given, Outcome, BayonetTables, BayonetRulings], Generic[Given, Outcome]):
    """A rule of Bayonet."""
