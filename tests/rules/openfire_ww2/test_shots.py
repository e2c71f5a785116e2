"""`/fire` and `/act blast`: facts from the board, and effects on it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

import pytest

from rules.game.events import ObjectPlaced, UnitPlaced
from rules.game.tabletop import TableObject
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.board_facts import move_of
from rules.openfire_ww2.shooting import WW2Shot
from rules.openfire_ww2.weapons_used import weapons_text
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    SYSTEM,
    Named,
    board,
    board_with_objectives,
    carry_out,
    marked,
    plan_command,
    states,
    warnings_of,
)

FIELD = board(
    ("Red", "rifle_squad"),  # u1
    ("Red", "medium_tank"),  # u2
    ("Blue", "rifle_team"),  # u3
    ("Blue", "heavy_tank"),  # u4
    ("Blue", "half_track"),  # u5
    ("Blue", "mg_team"),  # u6
)


def facts(on: Any, **given: Any) -> WW2Shot:
    return cast(
        WW2Shot, plan_command(on, "fire", **({"unit": "u1", "target": "u3", "distance": 10} | given)).plays[0].facts
    )


def test_everything_in_range_fires_but_the_grenade() -> None:
    found = facts(FIELD)
    assert [(int(one.weapon.rng), one.weapon.rof, one.teams) for one in found.weapons] == [(24, 5, 1), (24, 1, 2)]
    assert found.target.model_dump(exclude={"states", "name"}) == {
        "kind": "infantry",
        "trn": 5,
        "arm": 4,
        "rank": "trained",
        "mor": 8,
        "men": 3,
        "starting": 3,
        "pinned": False,
    }


def test_the_side_of_a_vehicle_is_never_taken_for_granted() -> None:
    """It is asked before any die, if the shot is otherwise legal; of a squad it is not asked."""
    fire = SYSTEM.commands["fire"]
    for judged in (fire.plan, lambda board, request: fire(board, request).judge()):
        with pytest.raises(MissingFacts) as missing:
            judged(FIELD, Request("fire", ("u2",), ("u4",), (Decimal(20),)))
        [ask] = missing.value.asks
        assert (ask.option, [one.code for one in ask.choices]) == ("situation", ["front", "side", "rear", "top"])
    assert fire.plan(FIELD, Request("fire", ("u2",), ("u3",), (Decimal(20),))).plays
    with pytest.raises(RuleError, match="no tank"):
        fire.plan(FIELD, Request("fire", ("u1",), ("u4",), (Decimal(10),)))
    for side in ("side", "rear", "top"):
        assert facts(FIELD, unit="u2", target="u4", distance=20, situation=side).facing == side


def test_only_weapons_that_can_harm_the_target_fire() -> None:
    found = facts(FIELD, unit="u2", target="u4", distance=20, situation="front")
    assert [(one.weapon.pen, one.weapon.mounted) for one in found.weapons] == [(7, True)]
    with pytest.raises(RuleError, match="no tank"):
        carry_out(FIELD, "fire", unit="u1", target="u4", distance=10)


def test_named_weapons_fire_and_no_others() -> None:
    assert [one.teams for one in facts(FIELD, firers="1 bolt_action_rifle").weapons] == [1]
    with pytest.raises(RuleError, match="has 2 bolt action rifles to fire, not 3"):
        plan_command(FIELD, "fire", unit="u1", target="u3", distance=10, firers="3 bolt action rifle")
    with pytest.raises(BadFacts, match="not a weapon"):
        plan_command(FIELD, "fire", unit="u1", target="u3", distance=10, firers="bazooka")


def test_no_more_teams_than_men() -> None:
    few = marked(FIELD, "u1", models=1)
    assert [one.weapon.rof for one in facts(few).weapons] == [5]
    with pytest.raises(RuleError, match="1 man; 2 teams"):
        plan_command(few, "fire", unit="u1", target="u3", distance=10, firers="2 bolt_action_rifle")


def test_states_are_read_off_the_board() -> None:
    on = marked(FIELD, "u1", set_up_position=1, moved_last_turn=1)
    on = marked(on, "u3", hit_the_dirt=1, pinned=1, holds_the_line=1)
    found = facts(on, cover="full", situation="smoke")
    assert found.shooter_state == ("set_up_position",)
    assert found.target_state == ("hit_the_dirt", "holds_the_line")
    assert (found.moved, found.cover, found.sight) == ("last_turn", "full", "smoke")
    assert found.target.model_dump()["pinned"]


def test_losses_and_markers_land_on_the_board() -> None:
    after = carry_out(FIELD, "fire", (4, 4, 4, 1, 1, 1, 1, 3, 3, 3), unit="u1", target="u3", distance=10)
    assert after.board.unit("u3").models == 0
    assert states(after.board, "u1") == {"fired": 1}
    assert after.notes == ("Fired: 1 LMG, 2 bolt action rifles.",)


def test_a_pinned_squad_that_passes_is_steady_again() -> None:
    on = marked(FIELD, "u3", pinned=1, retreating=1, rallying=1)
    dice = (6, 1, 1, 1, 1, 1, 1, 3)
    after = carry_out(on, "fire", dice, unit="u1", target="u3", distance=10)
    assert states(after.board, "u3") == {"nerve_tested": 2}


def test_pinning_frees_an_objective() -> None:
    on = board_with_objectives(FIELD, Mill="Blue")
    after = carry_out(on, "fire", (4, 1, 1, 1, 1, 1, 1, 3, 6, 6), unit="u1", target="u3", distance=10)
    assert states(after.board, "u3") == {"pinned": 1, "nerve_tested": 2}
    assert after.notes[-1] == "Rifle team is pinned: did it hold Mill?"


def test_a_vehicle_takes_its_hits_on_the_side_that_is_named() -> None:
    dice = (4, 6)
    after = carry_out(FIELD, "fire", dice, unit="u2", target="u4", distance=20, situation="side")
    assert (after.board.unit("u4").hp, states(after.board, "u4")) == ((3,), {"immobilised": 1})
    assert "at the side of Heavy tank" in after.notes[0]
    rear = carry_out(FIELD, "fire", dice, unit="u2", target="u4", distance=20, situation="rear")
    assert states(rear.board, "u4") == {"engine_damaged": 1}


def test_the_main_weapon_is_lost_first() -> None:
    after = carry_out(
        FIELD, "fire", (4, 6), unit="u2", target="u5", distance=20, firers="75mm_gun", situation="front"
    ).board
    assert states(after, "u5") == {"weapons_lost": 1}
    with pytest.raises(RuleError, match="no weapon left"):
        plan_command(after, "fire", unit="u5", target="u1", distance=10)
    tank = marked(FIELD, "u2", weapons_lost=2)
    assert [(one.weapon.rof, one.teams) for one in facts(tank, unit="u2").weapons] == [(5, 1)]
    assert facts(FIELD, unit="u2", target="u4", situation="front").target.model_dump()["weapons"] == 2


def test_a_knocked_out_vehicle_is_out_of_action() -> None:
    on = carry_out(
        FIELD, "fire", (4, 4), unit="u2", target="u5", distance=20, firers="75mm_gun", situation="front"
    ).board
    on = carry_out(on, "fire", (4, 4), unit="u2", target="u5", distance=20, firers="75mm_gun", situation="front").board
    assert (on.unit("u5").hp, states(on, "u5"), on.unit("u5").alive) == ((0,), {"knocked_out": 1}, False)
    with pytest.raises(RuleError, match="out of action"):
        plan_command(on, "fire", unit="u5", target="u1", distance=10)


def test_a_volley_names_all_targets_and_no_team_fires_twice() -> None:
    order = plan_command(
        FIELD, "fire", unit="u1", target=("u3", "u6"), distance=10, firers=("lmg", "2 bolt_action_rifle")
    )
    assert [[one.teams for one in cast(WW2Shot, planned.facts).weapons] for planned in order.plays] == [[1], [2]]
    assert Named(FIELD)(order.title) == "Rifle squad → Rifle team and MG team"
    with pytest.raises(RuleError, match="no LMG left to fire"):
        plan_command(FIELD, "fire", unit="u1", target=("u3", "u6"), distance=10, firers=("lmg", "2 lmg"))
    with pytest.raises(RuleError, match="u3 is named twice; name each target once"):
        plan_command(FIELD, "fire", unit="u1", target=("u3", "u3"), distance=10)
    with pytest.raises(RuleError, match="no weapon left to fire"):
        plan_command(FIELD, "fire", unit="u1", target=("u3", "u6"), distance=10)
    with pytest.raises(BadFacts, match="Target 3"):
        plan_command(
            FIELD, "fire", unit="u1", target=("u3", "u5", "u6"), distance=10, firers=("lmg", "1 bolt_action_rifle")
        )


def test_one_grenade_a_turn() -> None:
    after = carry_out(FIELD, "fire", (1,), unit="u1", target="u3", distance=5, firers="hand_grenade").board
    assert states(after, "u1") == {"fired": 1, "grenade_thrown": 1}
    with pytest.raises(RuleError, match="thrown its grenade"):
        plan_command(after, "fire", unit="u1", target="u3", distance=5, firers="hand grenade")


def test_a_named_weapon_out_of_range_has_not_fired() -> None:
    """It was shown as fired beside "does not fire", and the squad had no grenade left for this turn."""
    both = "lmg, hand_grenade"
    after = carry_out(FIELD, "fire", (1,) * 5, unit="u1", target="u3", distance=10, firers=both)
    assert after.notes == ("Fired: 1 LMG.",)
    assert states(after.board, "u1") == {"fired": 1}
    near = carry_out(FIELD, "fire", (1,) * 6, unit="u1", target="u3", distance=5, firers=both)
    assert near.notes == ("Fired: 1 LMG, 1 hand grenade.",)


def test_shells_ask_who_is_near_after_the_hit() -> None:
    after = carry_out(FIELD, "fire", (4, 1), unit="u2", target="u3", distance=20, firers="75mm_gun")
    assert after.notes[1] == "75mm gun, 1 hit: who else is within 1″ of the target?"
    blast = carry_out(after.board, "blast", (3, 3, 3, 3), unit="u2", target=("u6", "u5"), count=1)
    assert (blast.board.unit("u6").models, blast.board.unit("u5").hp) == (2, (1,))
    assert blast.title == "1 hit of 75mm gun near MG team and Half-track"
    two = FIELD.unit("u2").weapons[0].model_copy(update={"count": 2})
    twice = FIELD.after([UnitPlaced(unit=FIELD.unit("u2").model_copy(update={"weapons": (two,)}))])
    once = carry_out(twice, "fire", (4, 1, 1), unit="u2", target="u3", distance=20, firers="2 75mm_gun")
    assert once.notes[1] == "75mm gun, 1 hit: who else is within 1″ of the target?"
    missed = carry_out(FIELD, "fire", (1,), unit="u2", target="u3", distance=20, firers="75mm_gun")
    assert missed.notes == ("Fired: 1 × 75mm gun.",)


def test_those_within_the_blast_may_be_named_at_once() -> None:
    given = {"unit": "u2", "target": ("u4", "u6"), "distance": 20, "situation": ("front", "blast")}
    after = carry_out(FIELD, "fire", (4, 1, 3, 6, 6), **given)
    assert after.board.unit("u6").models == 2
    assert states(after.board, "u6") == {"pinned": 1, "nerve_tested": 2}
    assert len(after.notes) == 1


def test_a_blast_needs_something_that_explodes() -> None:
    with pytest.raises(RuleError, match="nothing that explodes"):
        plan_command(FIELD, "blast", unit="u6", target="u1")
    with pytest.raises(RuleError, match="u6 is named twice; name each target once"):
        plan_command(FIELD, "blast", unit="u2", target=("u6", "u6"))
    named = plan_command(FIELD, "blast", unit="u2", target="u6", weapon="75mm gun", count=2)
    assert named.plays[0].facts.model_dump()["hits"] == 2


@for_each(
    ("state", "word"), [({"towed_by": "u2"}, "in tow"), ({"buttoned": 1}, "buttoned up"), ({"barraged": 1}, "barrage")]
)
def test_refused_in_tow_buttoned_up_or_after_a_barrage(state: dict[str, Any], word: str) -> None:
    with pytest.raises(RuleError, match=word):
        plan_command(marked(FIELD, "u1", **state), "fire", unit="u1", target="u3", distance=10)


def test_refused_at_friends() -> None:
    with pytest.raises(RuleError, match="same side"):
        plan_command(FIELD, "fire", unit="u1", target="u2", distance=10)


def test_warned_of_a_second_action_and_of_the_wrong_phase() -> None:
    given: dict[str, Any] = {"unit": "u1", "target": "u3", "distance": 10}
    assert plan_command(FIELD, "fire", **given).warnings == ()
    assert "has already fought this turn" in warnings_of(marked(FIELD, "u1", fired=1), "fire", **given)[0]
    assert "used its action" in warnings_of(marked(FIELD, "u1", acted=1, moved_this_turn=1), "fire", **given)[0]
    moving = carry_out(FIELD, "turn phase", action="movement", side="Red").board
    assert "movement phase" in warnings_of(moving, "fire", **given)[0]
    blues = carry_out(FIELD, "turn phase", action="combat", side="Blue").board
    assert warnings_of(blues, "fire", **given) == ("It is Blue's turn, not Red's (Turn sequence).",)


def test_overdrive_leaves_the_action_to_fight_with() -> None:
    on = carry_out(FIELD, "overdrive", (1, 1), unit="u2").board
    assert plan_command(on, "fire", unit="u2", target="u3", distance=10).warnings == ()
    assert facts(on, unit="u2").shooter_state == ("overdrive",)


@for_each(("ruling", "when"), [("this_or_last", "this_turn"), ("last", "last_turn")])
def test_of_two_moves_the_one_that_silences_more_weapons_counts(ruling: str, when: str) -> None:
    on = board(("Red", "mg_team"), ("Blue", "rifle_team"), heavy_after_move=ruling)
    twice = marked(on, "u1", moved_this_turn=1, moved_last_turn=1)
    assert facts(twice, target="u2").moved == when
    light = marked(twice, "u2", moved_this_turn=1, moved_last_turn=1)
    assert move_of(light, light.unit("u2")) == "this_turn", "no move silences a rifle"


def test_heavy_weapons_after_a_move() -> None:
    on = carry_out(FIELD, "move", unit="u6").board
    with pytest.raises(RuleError, match="moved this turn"):
        carry_out(on, "fire", unit="u6", target="u1", distance=10)
    assert states(carry_out(on, "turn next").board, "u6") == {"moved_last_turn": 1}
    with pytest.raises(RuleError, match="moved last turn"):
        carry_out(carry_out(on, "turn next").board, "fire", unit="u6", target="u1", distance=10)
    later = carry_out(carry_out(on, "turn next").board, "turn next").board
    assert len(plan_command(later, "fire", unit="u6", target="u1", distance=10).plays) == 1


def test_only_hits_of_explosive_weapons_count_for_the_blast() -> None:
    given = {"unit": "u1", "target": "u3", "distance": 5, "firers": "2 bolt_action_rifle, 1 hand_grenade"}
    assert carry_out(FIELD, "fire", (4, 4, 5, 1, 1, 1), **given).notes[1].startswith("Hand grenade, 1 hit:")
    assert len(carry_out(FIELD, "fire", (4, 4, 1, 1, 1), **given).notes) == 1


def test_the_main_gun_is_the_first_to_go_and_is_named() -> None:
    after = carry_out(FIELD, "fire", (4, 6), unit="u4", target="u2", distance=20, firers="88mm_gun", situation="front")
    assert after.notes[1] == "Medium tank has lost its 75mm gun."
    again = carry_out(
        after.board, "fire", (4, 6), unit="u4", target="u2", distance=20, firers="88mm_gun", situation="front"
    )
    assert again.notes[1] == "Medium tank has lost its LMG."


def test_only_objectives_are_asked_about_when_their_holder_is_pinned() -> None:
    mines = TableObject(kind="minefield", label="Mines", holder="Blue")
    on = board_with_objectives(FIELD, Mill="Blue").after([ObjectPlaced(thing=mines)])
    after = carry_out(on, "fire", (4, 1, 1, 1, 1, 1, 1, 3, 6, 6), unit="u1", target="u3", distance=10)
    assert [note for note in after.notes if "did it hold" in note] == ["Rifle team is pinned: did it hold Mill?"]


@for_each(("name", "text"), [("6 pounder", "2 × 6 pounder"), ("75mm gun", "2 × 75mm gun")])
def test_a_weapon_whose_name_begins_with_a_number_is_counted_with_a_sign(name: str, text: str) -> None:
    assert ENGLISH(weapons_text({name: 2})) == text
