"""The review of a game: the choices judged, what counts as a better one, and the text."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from data import system_of
from data.files import opponent_of
from rules.game.entry import Entry
from rules.game.events import TurnAdvanced
from rules.game.game import Game
from rules.game.unit import Unit, Weapon
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.opponent.review import (
    MOST_LOOKED,
    HarmChances,
    JudgedChoice,
    Kind,
    MissedChoice,
    Reviewer,
    ReviewFold,
    choices_to_evaluate,
    worst,
)
from rules.opponent.sight import Sight
from tests.rows import for_each
from tests.rules.evenings import board_of, evening, first_entry

HERE = Path(__file__).parent
SYSTEM = system_of("fubar")
REVIEWED = (("fubar", "Blue"), ("bayonet", "Blue"), ("opreb", "Red"), ("opreb", "Blue"), ("openfire_ww2", "Red"))


def fold(key: str, side: str, undone: Collection[int] = ()) -> ReviewFold:
    """Return the choices of a side in the evening of a system."""
    found, board = ReviewFold(evening(key).board.system, side, undone), board_of(key)
    for entry in (first_entry(board), *evening(key).entries):
        found.add(entry)
    return found


def test_the_review_names_the_same_better_choices_as_before() -> None:
    """The choices of a side in an evening, and by how much another one would have been better."""
    said = "\n".join(line for key, side in REVIEWED for line in review_lines(key, side)) + "\n"
    file = HERE / "reviews.txt"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def review_lines(key: str, side: str) -> Iterator[str]:
    yield f"{key} {side}"
    judge, found = Reviewer(evening(key).board.system, side, opponent_of(key), Random(1).random), list[MissedChoice]()
    for one in fold(key, side).choices:
        led = f" led by {one.led.number}" if one.led else ""
        yield f"    {one.kind} {one.entry.number}{led}, {one.dice} dice"
        if better := judge.missed(one):
            found.append(better)
            yield from (f"        {line}" for line in lines_of(better))
    yield f"    worst: {[one.number for one in worst(found)]}"


def lines_of(one: MissedChoice) -> Iterator[str]:
    yield f"{one.kind} {one.number}, turn {one.turn}: {one.unit} {one.target} {one.did} → {one.better}"
    for harm in (one.was, one.best):
        yield f"{harm.some:.3f} {harm.takes:.3f} {harm.worth:.4f} {harm.exact}"
    yield f"{one.gain:.4f} {one.likelier}"
    yield from (f"{ENGLISH(line.why)} {line.value}" for line in one.lines)


def test_an_order_that_was_undone_is_no_choice() -> None:
    whole = fold("fubar", "Blue")
    number = whole.choices[-1].entry.number
    kept = fold("fubar", "Blue", {number}).choices
    assert [one.entry.number for one in kept] == [
        one.entry.number for one in whole.choices if one.entry.number != number
    ]
    assert len(kept) < len(whole.choices)


# Which of many choices are worked out, and which are shown.


def choice(number: int, dice: int) -> JudgedChoice:
    throw = RecordedRoll(key="to_hit", label=Text("to hit"), by="attacker", sides=6, faces=(1,) * dice, source="bot")
    play = Play(action="fire", facts={}, throws=(throw,))
    entry = Entry(number=number, command="fire", by="1", at=0.0, plays=(play,))
    return JudgedChoice(Kind.TARGET, entry, Game(), Sight())


def test_of_more_choices_than_are_worked_out_those_with_the_most_dice_are_in_the_order_of_the_game() -> None:
    choices = [choice(number, dice=1 if number == 7 else 2) for number in range(1, MOST_LOOKED + 2)]
    assert [one.entry.number for one in choices_to_evaluate(choices)] == [
        n for n in range(1, MOST_LOOKED + 2) if n != 7
    ]
    assert choices_to_evaluate(choices[:MOST_LOOKED]) == choices[:MOST_LOOKED]


def missed_choice(
    number: int = 1,
    kind: Kind = Kind.TARGET,
    some: float = 0.5,
    better: float = 0.5,
    gain: float = 0.1,
    exact: bool = True,
    takes: tuple[float, float] = (1.0, 1.0),
    best_exact: bool = True,
) -> MissedChoice:
    was, best = HarmChances(some, takes[0], 0.0, (), exact), HarmChances(better, takes[1], gain, (), best_exact)
    return MissedChoice(kind, number, 1, "u1", "u2", "u2", "u3", was, best, ())


def test_three_choices_are_shown_those_that_cost_most_each_order_once_in_the_order_of_the_game() -> None:
    found = [
        missed_choice(9, gain=0.3),
        missed_choice(4, gain=0.2),
        missed_choice(4, gain=0.5),
        missed_choice(2, gain=0.01),
        missed_choice(6, gain=0.4),
    ]
    shown = worst(found)
    assert [(one.number, one.gain) for one in shown] == [(4, 0.5), (6, 0.4), (9, 0.3)]


@for_each(
    ("one", "likelier"),
    [
        (missed_choice(some=0.5, better=0.5625), True),
        (missed_choice(some=0.5, better=0.53125), False),
        (missed_choice(some=0.0, better=0.05), True),
        (missed_choice(some=0.0, better=0.049), False),
        (missed_choice(some=0.0, better=0.1, exact=False), True),
        (missed_choice(some=0.0, better=0.099, exact=False), False),
        (missed_choice(some=0.5625, better=0.5), False),
        (missed_choice(kind=Kind.COVER, some=0.5625, better=0.5), True),
        (missed_choice(kind=Kind.COVER, some=0.5, better=0.5625), False),
        (missed_choice(some=0.5, better=0.5625, exact=False), False),
        (missed_choice(some=0.5, better=0.5625, best_exact=False), False),
        (missed_choice(some=0.5, better=0.625, exact=False), True),
    ],
)
def test_a_choice_is_likelier_to_harm_or_in_cover_to_be_spared_by_a_twentieth_twice_that_where_it_was_sampled(
    one: MissedChoice, likelier: bool
) -> None:
    assert one.likelier is likelier


@for_each(
    ("one", "is_clear"),
    [
        (missed_choice(better=0.5625), True),
        (missed_choice(takes=(1.0, 1.25)), True),
        (missed_choice(takes=(1.0, 1.125)), False),
        (missed_choice(takes=(1.25, 1.0)), False),
        (missed_choice(takes=(0.5, 0.625)), False),
        (missed_choice(takes=(2.0, 2.25)), False),
        (missed_choice(takes=(2.0, 2.4375)), True),
        (missed_choice(kind=Kind.COVER, takes=(1.25, 1.0)), True),
        (missed_choice(kind=Kind.COVER, takes=(1.0, 1.25)), False),
        (missed_choice(takes=(1.0, 1.25), exact=False), False),
        (missed_choice(takes=(1.0, 1.25), best_exact=False), False),
        (missed_choice(takes=(1.0, 1.5), exact=False, best_exact=False), True),
    ],
)
def test_an_equally_likely_choice_is_clear_by_a_quarter_or_a_fifth_of_the_losses_twice_that_where_it_was_sampled(
    one: MissedChoice, is_clear: bool
) -> None:
    assert one.is_clear is is_clear


# What of a game is a choice at all.


def entry(number: int, command: str, units: str, target: str = "", plays: bool = True, **request: Any) -> Entry:
    told = Request(command, tuple(units.split()), (target,) if target else (), **request).to_stored()
    return Entry(
        number=number,
        command=command,
        by="1",
        at=0.0,
        request=told,
        plays=(Play(action=command, facts={}),) if plays else (),
    )


def game(turn: int = 1) -> Game:
    found = Game(turn=turn)
    for id, side in (("u1", "Red"), ("u2", "Red"), ("u5", "Blue")):
        found.units[id] = Unit(id=id, name=id, side=side, models=5, starting=5)
    return found


def choices_of(*entries: Entry, turns: Sequence[int] = (), side: str = "Red") -> list[tuple[Kind, int, int]]:
    """Return the choices in these entries, each in a turn of its own if given: kind, entry, and what led to it."""
    found = ReviewFold(SYSTEM, side, (), game())
    for nth, one in enumerate(entries):
        found.game.turn = turns[nth] if turns else 1
        found.add(one)
    return [(one.kind, one.entry.number, one.led.number if one.led else 0) for one in found.choices]


def test_an_attack_of_one_unit_on_another_is_a_choice_of_its_target() -> None:
    shot = entry(1, "fire", "u1", "u5")
    assert choices_of(shot) == [(Kind.TARGET, 1, 0)]
    assert choices_of(entry(1, "assault", "u1", "u5")) == [(Kind.TARGET, 1, 0)]
    assert choices_of(shot, side="Blue") == []
    assert choices_of(entry(1, "move", "u5"), entry(2, "fire", "u1", "u5"), side="Green") == []
    for other in (
        entry(1, "fire", "u1", "u5", plays=False),
        entry(1, "move", "u1", "u5"),
        entry(1, "fire", "u1"),
        entry(1, "fire", "u9", "u5"),
        entry(1, "fire", "u1", "u9"),
        entry(1, "fire", "u1 u2", "u5"),
    ):
        assert choices_of(other) == []


@for_each(("turns", "counts"), [((1, 1), True), ((1, 2), False)])
def test_an_activation_of_the_same_turn_led_to_the_attack(turns: tuple[int, int], counts: bool) -> None:
    led, shot = entry(1, "activate", "u1", action="walk"), entry(2, "fire", "u1", "u5")
    assert choices_of(led, shot, turns=turns) == [(Kind.TARGET, 2, 0), *([(Kind.ACTION, 2, 1)] if counts else [])]
    assert choices_of(entry(1, "move", "u1"), shot) == [(Kind.TARGET, 2, 0)]
    assert choices_of(entry(1, "activate", "u1 u2", action="walk"), shot) == [(Kind.TARGET, 2, 0)]


@for_each(("turns", "counts"), [((1, 1), True), ((1, 2), True), ((1, 3), False)])
def test_a_move_of_this_turn_or_the_last_was_into_the_open(turns: tuple[int, int], counts: bool) -> None:
    led, shot = entry(1, "move", "u1"), entry(2, "fire", "u5", "u1")
    assert choices_of(led, shot, turns=turns) == ([(Kind.COVER, 2, 1)] if counts else [])
    assert choices_of(led, entry(2, "assault", "u5", "u1")) == []
    assert choices_of(entry(1, "activate", "u1"), shot) == []


def test_a_game_of_very_many_attacks_keeps_those_with_the_most_dice() -> None:
    found = ReviewFold(SYSTEM, "Red", (), game())
    for number in range(1, 2 * MOST_LOOKED + 2):
        found.add(entry(number, "fire", "u1", "u5"))
        assert len(found.choices) == (MOST_LOOKED if number > 2 * MOST_LOOKED else number)


def test_what_was_said_of_a_shot_is_known_until_its_units_move() -> None:
    found = ReviewFold(SYSTEM, "Red", (), game())
    found.add(entry(1, "fire", "u1", "u5", distance=(Decimal("9.5"),), cover=("soft", "hard")))
    assert found.sight == Sight(inches={"u1 u5": Decimal("9.5")}, cover={"u5": "soft"})
    found.add(entry(2, "activate", "u1"))
    assert found.sight.inches == {"u1 u5": Decimal("9.5")}
    found.add(entry(3, "fire", "u2", "u5"))
    assert found.sight == Sight(inches={"u1 u5": Decimal("9.5")}, cover={"u5": ""})
    found.add(entry(4, "move", "u5"))
    assert found.sight == Sight(cover={"u5": ""})


def test_a_choice_that_the_rules_no_longer_know_has_no_better_one() -> None:
    judge = Reviewer(SYSTEM, "Red", opponent_of("fubar"), Random(1).random)
    gone = entry(1, "fire", "u1", "u9")
    assert judge.missed(JudgedChoice(Kind.TARGET, gone, game(), Sight())) is None


# Better choices of units of FUBAR, each with the lines of its ledger that make the difference.


def test_a_better_target_is_shown_only_if_it_is_clearly_harmed_more() -> None:
    """A more dangerous enemy is worth more, but is harmed no more."""
    going = on_the_table(u1={"tried": 1, "activated": 1, "action": "aimed_fire"}, u5={"tried": 1})
    foe = going.units["u5"].model_copy(update={"models": 8, "starting": 8})
    gunners = foe.model_copy(update={"id": "u6", "weapons": (Weapon(name="lmg", count=8),), "states": {}})
    going.units |= {"u5": foe, "u6": gunners}
    sight = Sight(inches={"u1 u5": Decimal(10), "u1 u6": Decimal(10)}, cover={"u5": "", "u6": ""})
    shot = entry(2, "fire", "u1", "u5", distance=(Decimal(10),))
    assert better(JudgedChoice(Kind.TARGET, shot, going, sight)) is None


def test_an_attack_of_too_many_dice_is_judged_by_sampled_chances() -> None:
    led, shot = entry(1, "activate", "u1", action="walk"), entry(2, "fire", "u1", "u5", distance=(Decimal(6),))
    going = on_the_table(u1={"tried": 1, "activated": 1, "action": "walk"})
    for one in (going, ready := on_the_table()):
        many = {"models": 99, "starting": 99, "weapons": (Weapon(name="flamethrower", count=99),)}
        one.units["u1"] = one.units["u1"].model_copy(update=many)
        one.units["u5"] = one.units["u5"].model_copy(update={"models": 90, "starting": 90})
    judge = Reviewer(SYSTEM, "Red", opponent_of("fubar"), Random(1).random)
    found = judge.missed(JudgedChoice(Kind.ACTION, shot, going, Sight(), led, ready))
    assert found is not None
    assert (found.did, found.was.exact, found.best.exact) == ("walk", False, False)


def on_the_table(**states: dict[str, int | str]) -> Game:
    """Return the sample forces with Red to go, and states of some units."""
    found = board_of("fubar").game
    TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red").apply(found)
    for id, known in states.items():
        found.units[id] = found.units[id].model_copy(update={"states": known})
    return found


def better(choice: JudgedChoice, side: str = "Red") -> tuple[str, str, int, list[str]] | None:
    """Return a better choice: what was done, what was better, the entry, and its lines."""
    found = Reviewer(SYSTEM, side, opponent_of("fubar"), Random(1).random).missed(choice)
    if found is None:
        return None
    assert (found.unit, found.target, found.turn) == (
        choice.entry.request["unit"][0],
        choice.entry.request["target"][0],
        1,
    )
    return found.did, found.better, found.number, [ENGLISH(line.why) for line in found.lines]


SHOT = entry(2, "fire", "u5", "u1", distance=(Decimal(10),))
MOVED = entry(1, "move", "u1", action="walk")


@for_each(
    ("shot", "before", "found"),
    [
        (SHOT, {}, True),
        (entry(2, "fire", "u5", "u1", distance=(Decimal(10),), cover=("none",)), {}, True),
        (entry(2, "fire", "u5", "u1", distance=(Decimal(10),), cover=("soft",)), {}, False),
        (entry(2, "fire", "u5", "u1", distance=(Decimal(99),)), {}, False),
        (SHOT, {"u5": {"hidden": 1}}, False),
    ],
)
def test_a_unit_that_moved_into_the_open_before_known_enemies_was_better_off_in_cover(
    shot: Entry, before: dict[str, dict[str, int | str]], found: bool
) -> None:
    """Green troops hit on 6+ in any cover, so the enemy here is the elite."""
    elite = on_the_table()
    for one in (elite, led := on_the_table(**before)):
        one.units["u5"] = one.units["u5"].model_copy(update={"profile": {"level": "elite"}})
    choice = JudgedChoice(Kind.COVER, shot, elite, Sight(), MOVED, led)
    assert better(choice) == (("", "soft", 1, ["soft cover"]) if found else None)


@for_each(
    ("action", "before", "best"),
    [
        ("walk", {}, "aimed_fire"),
        ("aimed_fire", {}, None),
        (None, {}, None),
        ("walk", {"u5": {"hidden": 1}}, None),
    ],
)
def test_another_action_would_have_made_the_same_attack_better(
    action: str | None, before: dict[str, dict[str, int | str]], best: str | None
) -> None:
    led = entry(1, "activate", "u1", action=action)
    shot = entry(2, "fire", "u1", "u5", distance=(Decimal(10),))
    going = on_the_table(u1={"tried": 1, "activated": 1, **({"action": action} if action else {})})
    for one in (going, ready := on_the_table(**before)):
        few = {"models": 2, "starting": 2, "weapons": (Weapon(name="assault_rifle", count=2),)}
        one.units["u1"] = one.units["u1"].model_copy(update=few)
    choice = JudgedChoice(Kind.ACTION, shot, going, Sight(), led, ready)
    assert better(choice) == (best and (action, best, 1, ["aimed"]))


@for_each(("known", "best"), [({"u6": ""}, "u6"), ({}, None)])
def test_another_enemy_whose_cover_was_known_was_the_better_target(known: dict[str, str], best: str | None) -> None:
    shot = entry(2, "fire", "u1", "u5", distance=(Decimal(10),), cover=("hard",))
    going = on_the_table(u1={"tried": 1, "activated": 1})
    sight = Sight(inches={"u1 u5": Decimal(10), "u1 u6": Decimal(10)}, cover={"u5": "hard", **known})
    choice = JudgedChoice(Kind.TARGET, shot, going, sight)
    assert better(choice) == (best and ("u5", best, 2, ["hard cover", "at most 6, so"]))
