"""`/fire`: facts off the board, and the markers left there (Small arms fire)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from rules.command.system import Board
from rules.kernel.errors import BadFacts, RuleError, RulesError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request, split_code
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.playing import the_system
from tests.rules.opreb.table import (
    HEAVY,
    MARINES,
    MILITIA,
    RIFLES,
    SCOUTS,
    SECOND_MILITIA,
    Done,
    give,
    table,
    with_states,
)


def shoot(board: Board, attacker: str, target: str, dice: tuple[int, ...], cover: str = "open", **options: Any) -> Done:
    return give(
        board, "fire", attacker, dice, target=target, distance=options.pop("distance", 7), cover=cover, **options
    )


def facts(done: Done) -> Any:
    return done.plays[0].facts


def roll_nothing(dice: int) -> tuple[int, ...]:
    return (1,) * dice


def test_all_living_models_fire_and_support_only_in_position() -> None:
    moving = shoot(table(), RIFLES, MILITIA, roll_nothing(14 + 3))
    assert "Fired: 5 assault rifles." in moving.notes
    settled = shoot(with_states(table(), RIFLES, in_position=1), RIFLES, MILITIA, roll_nothing(16 + 3))
    assert "Fired: 5 assault rifles, 1 SAW." in settled.notes


def test_the_rifles_and_saw_of_the_page_roll_sixteen_dice() -> None:
    board = with_states(table(), RIFLES, in_position=1)
    done = shoot(board, RIFLES, HEAVY, (5, 5, 5, 5, *roll_nothing(12), *roll_nothing(6), 2, 5, 1, 3), distance=19)
    assert done.unit(HEAVY).count("wounds") == 4
    assert done.unit(HEAVY).has("disorganised")


@for_each(("hits", "wounds"), [((), 0), ((5,), 1), ((5, 5), 2)])
def test_one_wound_disorganises(hits: tuple[int, ...], wounds: int) -> None:
    """A unit is disorganised if and only if it has a wound marker (States)."""
    done = shoot(with_states(table(), RIFLES, in_position=1), RIFLES, HEAVY, shot_with(hits), distance=19)
    assert done.unit(HEAVY).count("wounds") == wounds
    assert done.unit(HEAVY).states.get("disorganised", 0) == int(wounds > 0)


def shot_with(hits: tuple[int, ...]) -> tuple[int, ...]:
    """Return sixteen dice with those hits, the target's dice without effect, and its retreat if it is hit."""
    return (*hits, *roll_nothing(16 - len(hits) + 6), *((2, 5, 1, 3) if hits else ()))


def test_fewer_models_fire_their_best_weapons() -> None:
    board = with_states(table(), HEAVY, in_position=1)
    unit = board.unit(HEAVY).model_copy(update={"models": 3})
    board.game.units[HEAVY] = unit
    found = facts(shoot(board, HEAVY, RIFLES, roll_nothing(4 + 3 + 1 + 4)))
    assert [(group.count, group.rof) for group in found.shooters] == [(1, 1)]
    assert [(group.weapon, group.count, group.crew) for group in found.support] == [("hmg", 1, 2)]


def test_firers_name_the_models_with_line_of_sight() -> None:
    done = shoot(table(), RIFLES, MILITIA, roll_nothing(2 * 2 + 4 + 3), firers="2 assault rifles")
    assert [(group.count, group.rof) for group in facts(done).shooters] == [(2, 2)]


@for_each("firers", ["9 assault rifle", "2 saw", "1 hmg"])
def test_firers_that_a_unit_does_not_have_are_refused(firers: str) -> None:
    with pytest.raises((RuleError, BadFacts)):
        shoot(table(), RIFLES, MILITIA, (), firers=firers)


def test_more_firers_than_living_models_are_refused() -> None:
    board = table()
    board.game.units[RIFLES] = board.unit(RIFLES).model_copy(update={"models": 2})
    with pytest.raises(RuleError, match="has 2 models; these weapons need 5"):
        shoot(board, RIFLES, MILITIA, (), firers="5 assault rifle")


def test_states_of_both_units_fill_in_the_facts() -> None:
    board = with_states(with_states(table(), RIFLES, in_position=1, pinned=1), SECOND_MILITIA, hidden=1, pinned=2)
    found = facts(shoot(board, RIFLES, SECOND_MILITIA, roll_nothing(16 + 3)))
    assert (found.attacker.in_position, found.attacker.pinned) == (True, 1)
    assert (found.target.hidden, found.target.in_position, found.target.pinned) == (True, False, 2)


def test_situations_fill_in_the_rest() -> None:
    board = table()
    situation = ("flanked", "lowers_tier", "nearest_hard=7", "short_open")
    found = facts(shoot(board, RIFLES, MILITIA, roll_nothing(14 + 7), "hard", situation=situation))
    assert (found.flanked, found.lowers_tier, found.short_of_it) == (True, True, "open")
    assert found.nearest_cover
    assert (found.nearest_cover.kind, found.nearest_cover.distance) == ("hard", 7)


def test_a_fall_back_ends_in_position_and_hidden() -> None:
    board = with_states(table(), MILITIA, in_position=1, hidden=1)
    done = shoot(board, RIFLES, MILITIA, (5, *roll_nothing(13), *roll_nothing(3), 1, 1, 1, 5, 1, 1))
    unit = done.unit(MILITIA)
    assert not unit.has("in_position")
    assert not unit.has("hidden")
    assert unit.count("wounds") == 1
    assert "it falls back. It moves 6″ and ends in the open." in done.said
    assert "Colonial militia section at tier 0 (in the open): 1 wound." in done.said
    assert "Colonial militia section is no longer in position or hidden." in done.notes


def test_firing_gives_a_hidden_unit_away() -> None:
    done = shoot(table(), SCOUTS, MILITIA, roll_nothing(9 + 3))
    assert not done.unit(SCOUTS).has("hidden")


def test_fire_costs_an_action() -> None:
    board = give(table(), "activate", RIFLES).board
    assert shoot(board, RIFLES, MILITIA, roll_nothing(14 + 3)).unit(RIFLES).count("actions_left") == 1


def test_fire_without_activation_is_noted_with_the_wounds_that_wait() -> None:
    for wounds, settled in ((1, "1 wound is"), (2, "2 wounds are")):
        board = with_states(table(), RIFLES, wounds=wounds)
        notes = shoot(board, RIFLES, MILITIA, roll_nothing(14 + 3)).notes
        assert f"Line rifle squad has not been activated yet; its {settled} settled then." in notes


def test_one_enemy_squad_is_the_target() -> None:
    with pytest.raises(RuleError, match="one enemy squad"):
        give(table(), "fire", RIFLES, target=(MILITIA, HEAVY), distance=7, cover="open")
    with pytest.raises(RuleError, match="same side"):
        shoot(table(), RIFLES, MARINES, ())


def test_blocked_sight_is_refused() -> None:
    with pytest.raises(RuleError, match="line of sight is blocked"):
        shoot(table(), RIFLES, MILITIA, (), situation="blocked")


def test_a_shot_names_its_missing_facts() -> None:
    with pytest.raises(BadFacts) as caught:
        give(table(), "fire", RIFLES)
    assert [ENGLISH(fault).split(":")[0] for fault in caught.value.faults] == [
        "target is missing",
        "distance is missing",
        "cover is missing",
    ]


@for_each(
    ("situation", "cover"),
    [(("in_hard=5",), "hard"), (("in_hard=4", "in_light=1"), "light"), (("in_light=4",), "open")],
)
def test_mixed_cover_is_counted_out_by_models(situation: tuple[str, ...], cover: str) -> None:
    dice = 14 + 3 + 4 * (cover != "open")
    done = shoot(table(), RIFLES, MILITIA, roll_nothing(dice), "mixed", situation=situation)
    assert facts(done).target.cover == cover


@for_each(("situation", "fault"), [((), "how many models"), (("in_hard=9",), "More models are in cover than")])
def test_mixed_cover_that_does_not_add_up_is_a_fault(situation: tuple[str, ...], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        shoot(table(), RIFLES, MILITIA, (), "mixed", situation=situation)


def test_every_number_of_models_in_cover_can_be_chosen() -> None:
    with pytest.raises(MissingFacts) as caught:
        shoot(table(), RIFLES, HEAVY, (), "mixed")
    for ask, code in zip(caught.value.asks, ("in_light", "in_hard"), strict=True):
        assert [(choice.code, ENGLISH(choice.label)) for choice in ask.choices] == [
            (f"{code}={n}", str(n)) for n in range(7)
        ]


@for_each("two", [("nearest_light=3", "nearest_hard=6"), ("short_open", "short_light")])
def test_answers_that_contradict_each_other_are_refused(two: tuple[str, str]) -> None:
    with pytest.raises(RuleError, match="Not possible at the same time"):
        shoot(table(), RIFLES, MILITIA, (), situation=two)


def test_a_mixed_squad_tells_the_bands_apart() -> None:
    board = table(mixed_bands="longest")
    weapons = [*board.unit(MARINES).weapons, *board.unit(SCOUTS).weapons]
    board.game.units[MARINES] = board.unit(MARINES).model_copy(
        update={"weapons": tuple(one.model_copy(update={"count": 2}) for one in weapons)}
    )
    done = shoot(board, MARINES, MILITIA, roll_nothing(2 * 3 + 2 + 5 + 3 + 1), distance=12)
    assert done.plays[0].rulings_used == ("mixed_bands",)


def test_crews_fire_as_riflemen_where_ruled() -> None:
    done = shoot(table(support_crew="rof"), HEAVY, RIFLES, roll_nothing(4 + 2 + 4 + 4))
    assert done.plays[0].rulings_used == ("support_crew",)


def test_the_choices_of_a_phone_menu_stay_within_twenty_five() -> None:
    assert len(table().system.commands["fire"].situations) <= 25


# The contents of the order, and its questions.


def test_the_parts_of_a_shot_are_taken_by_attacker_and_target() -> None:
    request = Request("fire", unit=(RIFLES,), target=(MILITIA,), distance=(Decimal(7),), cover=("open",))
    [planned] = table().system.commands["fire"].plan(table(), request).plays
    assert planned.roles == {"attacker": RIFLES, "target": MILITIA}


def test_a_shot_by_a_unit_that_is_not_active_is_warned_of_once_the_initiative_was_rolled() -> None:
    """An action is taken by an active unit (Initiative)."""
    assert shoot(table(), RIFLES, MILITIA, roll_nothing(14 + 3)).warnings == ()
    begun = give(table(), "initiative", RIFLES, (5,) * 4 + (1,) * 4).board
    warned = "Line rifle squad has not been activated yet: `/activate` (Initiative)."
    theirs = "Blue activates a unit now, not Red (Initiative)."
    assert shoot(begun, RIFLES, MILITIA, roll_nothing(14 + 3)).warnings == (theirs, warned)


NEAR, HARD_NEAR = "Is there cover near Colonial militia section?", "Is there hard cover near Colonial militia section?"
ONE_HIT = (5, *roll_nothing(13))


@for_each(
    ("cover", "situation", "dice", "asked"),
    [
        ("open", (), (*ONE_HIT, *roll_nothing(3), 1, 1, 1, 1, 1, 1), NEAR),
        ("open", (), (*ONE_HIT, *roll_nothing(3), 5, 1, 1), None),
        ("open", (), roll_nothing(14 + 3), None),
        ("open", ("nothing_near",), (*ONE_HIT, *roll_nothing(3), 1, 1, 1, 1, 1, 1), None),
        ("open", ("nearest_light=9",), (*ONE_HIT, *roll_nothing(3), 1, 1, 1, 1, 1, 1), None),
        ("light", (), (*ONE_HIT, *roll_nothing(7), 1), HARD_NEAR),
        ("light", (), roll_nothing(14 + 7), None),
        ("light", ("nearest_light=3",), (*ONE_HIT, *roll_nothing(7), 1), None),
        ("hard", (), (*ONE_HIT, *roll_nothing(7), 1), None),
        ("hard", ("flanked",), (*ONE_HIT, *roll_nothing(7), 1), HARD_NEAR),
    ],
)
def test_unnamed_cover_is_asked_for_where_the_answer_to_damage_depends_on_it(
    cover: str, situation: tuple[str, ...], dice: tuple[int, ...], asked: str | None
) -> None:
    """A shot says that no cover nearby was named if the target could have fallen back to it (Fall back)."""
    notes = shoot(table(), RIFLES, MILITIA, dice, cover, situation=situation).notes
    assert [note for note in notes if note.startswith("Is there")] == ([asked] if asked else [])


def test_no_question_for_cover_that_a_pinned_unit_could_not_reach() -> None:
    board = with_states(table(pin_effect="no_move"), MILITIA, pinned=1)
    for cover, dice in (("open", ONE_HIT + roll_nothing(3)), ("light", ONE_HIT + roll_nothing(7) + (1,))):
        assert not [one for one in shoot(board, RIFLES, MILITIA, dice, cover).notes if one.startswith("Is there")]


def test_a_squad_that_only_has_support_weapons_needs_a_position_before_anything_else_is_asked() -> None:
    """Support weapons fire in position only; their crews are riflemen by ruling (Attacker dice pool)."""

    def gunners(board: Board) -> Board:
        guns = tuple(one for one in board.unit(HEAVY).weapons if one.name == "hmg")
        board.game.units[HEAVY] = board.unit(HEAVY).model_copy(update={"weapons": guns})
        return board

    def before(board: Board, **more: Any) -> tuple[Text, ...]:
        return tuple(board.system.commands["fire"](board, Request("fire", unit=(HEAVY,), **more)).judge())

    with pytest.raises(RuleError, match="No model sees the target"):
        before(gunners(table()))
    assert before(gunners(with_states(table(), HEAVY, in_position=1))) == ()
    assert before(gunners(table(support_crew="rof"))) == ()
    with pytest.raises(RuleError, match="No model sees the target"):
        before(gunners(table()), firers=("1 hmg",))


def test_the_models_of_a_card_in_mixed_cover_are_not_counted() -> None:
    with pytest.raises(RuleError, match="is a card: choose the cover that most of it is in"):
        shoot(table(), HEAVY, SCOUTS, (), "mixed", situation=("in_hard=3",))


def test_all_models_may_stand_in_cover_and_no_more() -> None:
    done = shoot(table(), RIFLES, MILITIA, roll_nothing(14 + 7), "mixed", situation=("in_light=4", "in_hard=4"))
    assert facts(done).target.cover == "light"
    with pytest.raises(RuleError, match="More models are in cover than u1 has"):
        shoot(table(), RIFLES, MILITIA, (), "mixed", situation=("in_light=5", "in_hard=4"))


def test_a_shot_shows_the_firing_weapons_and_the_remaining_actions() -> None:
    waits = "Line rifle squad has not been activated yet."
    assert shoot(table(), RIFLES, MILITIA, roll_nothing(14 + 3)).notes == ("Fired: 5 assault rifles.", waits)
    board = give(table(), "activate", RIFLES).board
    left = "Line rifle squad has 1 action left."
    assert shoot(board, RIFLES, MILITIA, roll_nothing(14 + 3)).notes == ("Fired: 5 assault rifles.", left)
    armed = shoot(table(support_crew="rof"), RIFLES, MILITIA, roll_nothing(14 + 2 + 3)).notes
    assert armed[0] == "Fired: 5 assault rifles, the SAW crew."


def test_a_unit_that_stays_does_not_report_a_lost_position() -> None:
    board = with_states(table(), MILITIA, in_position=1)
    notes = shoot(board, RIFLES, MILITIA, (*ONE_HIT, *roll_nothing(3), 5, 1, 1, 1)).notes
    assert not [note for note in notes if "no longer" in note]


# The situations in a form.


def offered_situations(board: Board, target: str, *cover: str) -> set[str]:
    """Return the situations that a form of this shot has, without those that count models."""
    command = board.system.commands["fire"]
    request = Request("fire", unit=(RIFLES,), target=(target,) if target else (), cover=cover)
    return {one.code for one in command.situations if command.on(board, request).suits(one.code)}


ALWAYS, LIGHT, HARD = {"lowers_tier"}, "nearest_light=", "nearest_hard="
SHORT = {"short_open", "short_light"}


@for_each(
    ("cover", "codes", "far"),
    [
        (("open",), {"nothing_near", "short_light"}, (LIGHT, HARD)),
        (("light",), {"nothing_near", "short_open"}, (HARD,)),
        (("hard",), {"flanked"}, ()),
        ((), {"nothing_near", "flanked"}, (LIGHT, HARD)),
        (("open", "light"), {"nothing_near", "flanked"}, (LIGHT, HARD)),
    ],
)
def test_a_form_has_the_situations_of_the_cover_that_is_chosen(
    cover: tuple[str, ...], codes: set[str], far: tuple[str, ...]
) -> None:
    """Out of the open one falls back to any cover, out of light cover to hard cover only (Fall back)."""
    reached = {f"{begins}{n}" for begins in far for n in (3, 6, 7, 8)}
    assert offered_situations(table(), MILITIA, *cover) == ALWAYS | codes | reached


def test_a_form_of_mixed_cover_counts_no_more_models_than_there_are() -> None:
    board = table()
    board.game.units[MILITIA] = board.unit(MILITIA).model_copy(update={"models": 3})
    counted = {code for code in offered_situations(board, MILITIA, "mixed") if code.startswith("in_")}
    assert counted == {"in_light=2", "in_light=3", "in_hard=2", "in_hard=3"}
    assert offered_situations(board, MILITIA, "mixed") >= SHORT | {"flanked", "nothing_near"}
    assert not [code for code in offered_situations(board, MILITIA, "open") if code.startswith("in_")]


def test_a_form_offers_no_cover_farther_than_the_best_tac_move_of_the_target() -> None:
    """A tac-move is 5″ and as many inches as there are skill dice, at the most (Infantry movement)."""
    for unit, most in ((MILITIA, 8), (HEAVY, 9), (MARINES, 10)):
        found = [
            int(code.removeprefix(LIGHT))
            for code in offered_situations(table(), unit, "open")
            if code.startswith(LIGHT)
        ]
        assert max(found) == most


@for_each("target", ["", SCOUTS])
def test_a_form_offers_all_options_for_a_card_and_without_a_unit(target: str) -> None:
    board = table()
    board.game.units[SCOUTS] = board.unit(SCOUTS).model_copy(update={"models": 2, "profile": {"skill": 3}})
    assert f"{HARD}10" in offered_situations(board, target, "light")
    assert {"in_light=5", "in_hard=4"} <= offered_situations(board, target, "mixed")


def test_a_situation_that_is_still_to_be_counted_is_offered_whatever_the_count() -> None:
    board = table()
    for code, cover in (("in_light=", "mixed"), ("nearest_hard=", "light")):
        shot = Request("fire", unit=(RIFLES,), target=(MILITIA,), cover=(cover,))
        assert board.system.commands["fire"].on(board, shot).suits(code)


@for_each("cover", ["light", "hard"])
def test_cover_to_fall_back_to_is_offered_as_far_as_bangs_reach(cover: str) -> None:
    """A whiff reaches 3″, one bang 6″, each further one an inch more (Fall back)."""
    found = [one for one in the_system().commands["fire"].situations if one.code.startswith(f"nearest_{cover}=")]
    assert [split_code(one.code)[1] for one in found] == [3, 6, 7, 8, 9, 10]
    assert all(one.length for one in found)
