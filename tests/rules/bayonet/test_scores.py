"""The comparison of two scores, against the page's words written out in fractions."""

from __future__ import annotations

from fractions import Fraction

from rules.bayonet.tables import RESULTS, BayonetRulings, aid, aid_rulings, grade_index, result_rulings
from rules.kernel.dice import total
from tests.rows import for_each

SCORES = range(-8, 30)


def _name_grade(score: int, against: int) -> str:
    if against >= score:
        return "none"
    half = Fraction(score, 2)
    return "suppressed" if against > half else "flee" if against == half else "downed"


def _double(score: int, against: int) -> str:
    if against >= score:
        return "none"
    return "downed" if against <= Fraction(score, 2) else "suppressed"


def test_every_pair_of_scores_under_the_graded_ruling() -> None:
    for score in SCORES:
        for against in SCORES:
            assert RESULTS[grade_index(score, against, double=False)] == _name_grade(score, against)


def test_every_pair_of_scores_under_the_double_ruling() -> None:
    for score in SCORES:
        for against in SCORES:
            assert RESULTS[grade_index(score, against, double=True)] == _double(score, against)


def test_nothing_is_rounded() -> None:
    assert [RESULTS[grade_index(9, against, double=False)] for against in (4, 5)] == ["downed", "suppressed"]


@for_each(("aiding", "each", "most", "points"), [(2, 1, 3, 2), (5, 1, 3, 3), (2, 3, 6, 6), (4, 0, 3, 0), (3, 2, 0, 0)])
def test_aid_adds_so_much_each_up_to_the_most(aiding: int, each: int, most: int, points: int) -> None:
    assert total(aid(aiding, BayonetRulings(aid_each=each, aid_max=most)), "total") == points


def test_aid_names_the_rulings_that_decided_it() -> None:
    assert aid_rulings(0, BayonetRulings()) == ()
    assert aid_rulings(3, BayonetRulings()) == ("aid_each",)
    assert aid_rulings(4, BayonetRulings()) == ("aid_each", "aid_max")


def test_a_harmless_score_depends_on_no_ruling() -> None:
    assert result_rulings("none") == ()
    assert result_rulings("flee") == ("results",)
