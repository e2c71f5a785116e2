"""`/assault`: states before and after, aid, and how far the attacker may come."""

from __future__ import annotations

from decimal import Decimal
from typing import cast

import pytest

from rules.bayonet.assault import Assault
from rules.kernel.errors import RuleError
from tests.rules.bayonet.table import board, done, marked, ordered, refused, said, warned

FIGHT = board(("Blue", "gi"), ("Blue", "gi"), ("Red", "engineer"))


def test_a_tie_leaves_both_hand_to_hand() -> None:
    after = done(FIGHT, "assault", (3, 3), unit="u1", target="u3")
    assert [after.board.unit(id).has("in_hand_to_hand") for id in ("u1", "u2", "u3")] == [True, False, True]
    assert after.notes == ("They fight on, or one of them moves out of it.",)


def test_a_result_parts_them() -> None:
    fighting = done(FIGHT, "assault", (3, 3), unit="u1", target="u3").board
    after = done(fighting, "assault", (4, 3), unit="u1", target="u3")
    assert not after.board.unit("u1").has("in_hand_to_hand")
    assert not after.board.unit("u3").has("in_hand_to_hand")
    assert after.notes == ("Engineer moves back 2″.",)


def test_the_attacker_may_lose() -> None:
    after = done(FIGHT, "assault", (1, 5), unit="u1", target="u3")
    assert after.board.unit("u1").has("fleeing")
    assert after.notes == ("GI flees: it moves away.",)
    downed = done(FIGHT, "assault", (1, 6), unit="u1", target="u3")
    assert not downed.board.unit("u1").alive
    assert downed.notes == ("GI is downed and out of play.",)


def test_who_has_no_physical_factor_does_not_fight() -> None:
    crew = board(("Blue", "gi"), ("Red", "light_mortar"))
    for unit, target in (("u1", "u2"), ("u2", "u1")):
        with refused(crew, "Light mortar has no Physical Combat Factor", RuleError):
            ordered(crew, "assault", unit=unit, target=target)


def test_friends_aid() -> None:
    order = ordered(FIGHT, "assault", unit=("u1", "u2"), target="u3", situation=("aiding=1",))
    assert cast(Assault, order.plays[0].facts).aiding == 2
    assert said(FIGHT, order.title) == "Assault: GI with GI 2 → Engineer"


def test_the_text_speaks_of_the_units_that_fight() -> None:
    alone = done(FIGHT, "assault", (4, 3), unit="u1", target="u3")
    assert (alone.title, alone.told) == ("Assault: GI → Engineer", ("7 against 6: Engineer recoils 2″.",))
    assert alone.throws == ("GI", "Engineer")


def test_refused_between_friends_and_with_an_enemys_aid() -> None:
    with pytest.raises(RuleError, match="same side"):
        ordered(FIGHT, "assault", unit="u1", target="u2")
    with refused(FIGHT, "GI cannot aid Engineer: they are on different sides.", RuleError):
        ordered(FIGHT, "assault", unit=("u3", "u1"), target="u2")


def test_warned_of_an_enemy_too_far_away() -> None:
    near, far = (Decimal(6),), (Decimal(7),)
    assert warned(FIGHT, "assault", unit="u1", target="u3", distance=near) == ()
    assert "moves 6″" in warned(FIGHT, "assault", unit="u1", target="u3", distance=far)[0]
    slowed = marked(FIGHT, "u1", suppressed=1)
    assert "moves 2″" in warned(slowed, "assault", unit="u1", target="u3", distance=near)[0]


def test_warned_of_a_fleeing_attacker() -> None:
    assert "moves away" in warned(marked(FIGHT, "u1", fleeing=1), "assault", unit="u1", target="u3")[0]
