"""How two scores compare, and what friends who aid add to one (Shooting › Resolution)."""

from __future__ import annotations

from rules.bayonet.tables import RESULTS, Rulings
from rules.kernel.dice import Line
from rules.kernel.text import Text, counted

NONE, SUPPRESSED, FLEE, DOWNED = range(len(RESULTS))
AID = "Shooting › Aid"


def graded(score: int, against: int, double: bool) -> int:
    """The place in `RESULTS` of a score against a lower one; a tie, or a higher one, does nothing.

    Twice the lower score is compared with the higher, so that nothing is rounded. `double` is the
    ruling that knows no flight.
    """
    if against >= score:
        return NONE
    if 2 * against < score or (double and 2 * against == score):
        return DOWNED
    return FLEE if 2 * against == score else SUPPRESSED


def aid(aiding: int, rulings: Rulings) -> list[Line]:
    """What friends at the same enemy add to the one throw, and where it stops."""
    each, most = rulings.aid_each, rulings.aid_max
    points = aiding * each
    why = Text("{friends} aiding (+{each} each)", friends=counted(aiding, "friend", "friends"), each=each)
    lines = [Line(why, points, AID, "total")]
    if points > most:
        lines.append(Line(Text("aid adds {most} at most", most=most), most - points, AID, "total"))
    return lines if points else []


def aid_leaned(aiding: int, rulings: Rulings) -> tuple[str, ...]:
    """The rulings that decided what the aid is worth."""
    if not aiding:
        return ()
    capped = aiding * rulings.aid_each > rulings.aid_max
    return ("aid_each", "aid_max") if capped else ("aid_each",)


def results_leaned(result: str) -> tuple[str, ...]:
    """A score that is beaten was graded by ruling: the page has no table of results."""
    return () if result == "none" else ("results",)
