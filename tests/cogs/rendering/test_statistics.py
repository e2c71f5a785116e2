"""The statistics, the luck and the review of a game in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.game.registry import ActiveGame
from bot.services.record.game_numbers import GameCount
from bot.services.record.luck import HandLuck, KindOfRoll, LuckReport, SideLuck
from bot.services.record.reviews import GameReview
from bot.services.record.statistics import (
    PlayerRecord,
    Statistics,
    TurningPoint,
    TurnStrength,
    UnitStatistics,
    UnitTotals,
)
from bot.store.tables import StoredGame
from cogs.rendering.statistics import (
    MOST_UNITS,
    end_lines,
    luck_lines,
    player_lines,
    record_lines,
    review_reply,
    strength_picture_of,
    summary_lines,
    unit_lines,
)
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.dice import Line
from rules.kernel.luck import Luck
from rules.kernel.text import Text
from rules.opponent.review import HarmChances, Kind, MissedChoice
from tests.rows import for_each

WORDS = Reader(language("en"))
UNITS = [
    Unit(id=id, name=name, side=side, models=3, starting=5)
    for id, name, side in (("u1", "Able", "Red"), ("u2", "Baker", "Blue"))
]


def count_of(**found: Any) -> GameCount:
    info = StoredGame.model_construct(id="g", guild_id="1", channel_id="2", name="The *ford*", units="inches")
    live = ActiveGame(info, system_of("fubar"), Game(units={one.id: one for one in UNITS}))
    return GameCount(live, Statistics(**{"sides": ("Red", "Blue"), **found}))


def unit(id: str, side: str, start: int = 5, **more: Any) -> UnitStatistics:
    return UnitStatistics(unit=id, name="?", side=side, start=start, **{"end": start - more.get("losses", 0), **more})


POINT = TurningPoint(
    7, 2, "Red", Fraction(1, 4), {"Blue": 3}, {"Blue": Fraction(3, 2), "Red": Fraction(1, 10)}, Text("Able → Baker")
)
SMALL = TurningPoint(9, 3, "Blue", Fraction(1, 10), {"Red": 1, "Blue": 0}, {}, Text("A mine"))
EVERYTHING = count_of(
    units=(
        unit("u1", "Red", losses=2, losses_inflicted=4, shots=9, hits=3, tests=1, back=1),
        unit("u2", "Blue", losses=4, shots=2, hits=3, tests=2, left=True),
        unit("u3", "Blue", hits=1, shots=1),
    ),
    strength=(TurnStrength(0, {"Red": 5, "Blue": 10}), TurnStrength(1, {"Red": 3, "Blue": 6})),
    turning_points=(SMALL, POINT),
    unattributed=1,
    hidden=1,
    undone=2,
)


def test_a_game_without_units_has_nothing_to_count() -> None:
    nothing = count_of(sides=())
    assert summary_lines(WORDS, nothing) == ["No units on the table yet: nothing to count."]
    assert end_lines(WORDS, nothing) == []
    assert end_lines(WORDS, count_of(units=(unit("u1", "Red", 0),))) == []
    assert unit_lines(WORDS, nothing) == []


def test_the_summary_of_a_game_has_a_line_for_each_side_and_the_turning_points() -> None:
    assert summary_lines(WORDS, EVERYTHING) == [
        "**Red**: strength 3 of 5 · lost 2 · inflicted 4 · 9 dice to hit, 3 hits · 1 test · 1 put back by hand",
        "**Blue**: strength 6 of 10 · lost 4 · 3 dice to hit, 4 hits (one die against several figures) · 2 tests",
        "Strength at the start and after each turn: Red 5 → 3; Blue 10 → 6.",
        "**Turning points**",
        "• Entry 9, turn 3: A mine. Red lost 1, 0.0 expected (+10\xa0% for Blue)",
        "• Entry 7, turn 2: Able → Baker. Blue lost 3, 1.5 expected; Red lost 0, 0.1 expected (+25\xa0% for Red)",
    ]
    assert end_lines(WORDS, EVERYTHING) == [
        "**Red**: strength 3 of 5 · lost 2 · inflicted 4 · 9 dice to hit, 3 hits · 1 test · 1 put back by hand",
        "**Blue**: strength 6 of 10 · lost 4 · 3 dice to hit, 4 hits (one die against several figures) · 2 tests",
        "**Turning point**",
        "Entry 7, turn 2: Able → Baker. Blue lost 3, 1.5 expected; Red lost 0, 0.1 expected (+25\xa0% for Red)",
    ]
    assert end_lines(WORDS, count_of(units=(unit("u1", "Red", 1),))) == [
        "**Red**: strength 1 of 1",
        "**Blue**: strength 0 of 0",
    ]


def test_each_unit_has_a_line_below_its_side_and_what_is_left_out_is_counted() -> None:
    assert unit_lines(WORDS, EVERYTHING) == [
        "",
        "**Red**",
        "Able: 5 → 3 · lost 2 · inflicted 4 · 9 dice to hit, 3 hits · 1 test",
        "",
        "**Blue**",
        "Baker: left the table · lost 4 · 2 dice to hit, 3 hits (one die against several figures) · 2 tests",
        "unit 3: 5 → 5 · 1 die to hit, 1 hit",
        "",
        "Lost without an enemy: 1.",
        "1 hidden unit is left out.",
        "2 undone entries are left out.",
    ]
    assert unit_lines(WORDS, count_of(unattributed=-1, sides=("Red",))) == ["", "**Red**"]


async def test_a_strength_that_never_changed_has_no_picture() -> None:
    assert await strength_picture_of(WORDS, count_of()) is None
    name, _, about = await strength_picture_of(WORDS, EVERYTHING) or ("", b"", "")
    assert (name, about) == ("strength.png", "Strength at the start and after each turn: Red 5 → 3; Blue 10 → 6.")


def test_the_record_of_a_player_counts_games_and_what_the_units_of_their_sides_did() -> None:
    assert player_lines(WORDS, PlayerRecord(games=1, won=1)) == [
        "1 game: 1 won, 0 lost, 0 without a winner, 0 unfinished"
    ]
    assert player_lines(WORDS, PlayerRecord(games=7, won=1, lost=2, drawn=3, hits=1, tests=1)) == [
        "7 games: 1 won, 2 lost, 3 without a winner, 1 unfinished",
        "The units of their sides: 0 dice to hit, 1 hit · 1 test",
    ]


def test_the_record_of_a_unit_says_nothing_of_few_games() -> None:
    few = UnitTotals("Able", [True] * 4, [1] * 4, [0] * 4)
    enough = UnitTotals("B*ker", [True] * 4 + [False], [1, 2, 3, 4, 5], [0] * 5)
    assert record_lines(WORDS, [enough, few]) == [
        "**B\\*ker**: 5 times · inflicted 3.0 (1.0 to 5.0) · lost 0.0 (0.0 to 0.0) · survived 80\xa0% (38 to 96)",
        "**Able**: 4 times, too few games to tell",
    ]
    assert len(record_lines(WORDS, [few] * MOST_UNITS)) == 25
    assert record_lines(WORDS, [few] * (MOST_UNITS + 1))[24:] == [
        "**Able**: 4 times, too few games to tell",
        "… and 1 more",
    ]


def luck(dice: int, got: int, chance: Fraction | None = None) -> Luck:
    return Luck(dice, got, Fraction(dice, 3), chance)


def side(name: str, got: int, chance: Fraction | None) -> SideLuck:
    together = luck(12, got, chance)
    return SideLuck(name, (HandLuck("bot", (KindOfRoll("to_hit", False, together),), together),), chance)


@for_each(
    ("sides", "said"),
    [
        ((("Red", 8, Fraction(1, 20)), ("Blue", 4, Fraction(1, 2))), "**Red was luckier.**"),
        ((("Red", 8, Fraction(1, 19)), ("Blue", 4, Fraction(1, 2))), "**No side was luckier.**"),
        ((("Red", 8, None), ("Blue", 4, Fraction(1, 50))), "**No side was luckier.**"),
        ((("Red", 3, Fraction(1, 50)), ("Blue", 4, Fraction(1, 50))), "**Blue was luckier.**"),
        ((("Red", 8, Fraction(1, 20)),), None),
        ((("Red", 8, Fraction(1, 20)), ("", 4, Fraction(1, 2))), None),
    ],
)
def test_a_side_is_called_luckier_if_so_much_luck_is_seldom(sides: Any, said: str | None) -> None:
    lines = luck_lines(WORDS, LuckReport(tuple(side(*one) for one in sides)))
    assert (lines[0] if "luckier" in lines[0] else None) == said


def test_a_side_without_dice_that_succeed_is_compared_with_none() -> None:
    added = luck(2, 7)
    moved = SideLuck("Blue", (HandLuck("own", (KindOfRoll("movement", True, added),), points=added),))
    report = LuckReport((side("Red", 8, Fraction(1, 20)), moved))
    assert luck_lines(WORDS, report) == [
        "**Red** · The bot's dice",
        "to hit: 12 dice, 8 successes, 4.0 expected. Chance of this or better: 5.0\xa0%.",
        "",
        "**Blue** · Own dice",
        "movement: 2 dice, 7 points, 0.7 expected. Too few dice to tell.",
    ]
    none = SideLuck("Blue", (HandLuck("own", (KindOfRoll("to_hit", False, luck(0, 0)),), luck(0, 0)),))
    assert luck_lines(WORDS, LuckReport((side("Red", 8, Fraction(1, 20)), none)))[0] == "**Red** · The bot's dice"


def test_luck_is_told_by_kind_and_together() -> None:
    kinds = (
        KindOfRoll("to_hit", False, luck(12, 1)),
        KindOfRoll("saves", False, luck(1, 0)),
        KindOfRoll("movement", True, luck(3, 11)),
        KindOfRoll("other", True, luck(1, 1)),
    )
    hand = HandLuck("bot", kinds, luck(13, 1, Fraction(1, 3)), luck(4, 12, Fraction(1, 8)))
    assert luck_lines(WORDS, LuckReport((SideLuck("", (hand,)),), undone=1)) == [
        "**The bot's dice**",
        "to hit: 12 dice, 1 success, 4.0 expected",
        "saves: 1 die, 0 successes, 0.3 expected",
        "All: 13 dice, 1 success, 4.3 expected. Chance of this or better: 33.3\xa0%.",
        "movement: 3 dice, 11 points, 1.0 expected",
        "other rolls: 1 die, 1 point, 0.3 expected",
        "All: 4 dice, 12 points, 1.3 expected. Chance of this or better: 12.5\xa0%.",
        "",
        "1 die of undone entries is left out.",
    ]
    assert luck_lines(WORDS, LuckReport((), undone=2)) == ["", "2 dice of undone entries are left out."]


def missed(kind: Kind, better: str, exact: tuple[bool, bool] = (True, True), **more: Any) -> MissedChoice:
    was, best = HarmChances(0.25, 1.04, 1, (), exact[0]), HarmChances(0.5, 2.06, 2, (), exact[1])
    given = {"did": "aimed_fire", "was": was, "best": best, "lines": (), **more}
    return MissedChoice(kind, 7, 2, "u1", "u2", better=better, **given)


LINES = (Line(Text("soft cover"), 1, "3.2"), Line(Text("aimed"), -1, "3.1"))
EVEN: dict[str, Any] = {"was": HarmChances(0.5, 1.04, 1), "best": HarmChances(0.5, 2.06, 2)}


@for_each(
    ("choice", "lines"),
    [
        (
            missed(Kind.TARGET, "u2", lines=LINES),
            [
                "**Turn 2, entry 7.** Able at Baker instead of Baker: chance of harm 50\xa0% instead of 25\xa0%.",
                "↳ soft cover +1 (3.2), aimed −1 (3.1)",
            ],
        ),
        (
            missed(Kind.TARGET, "u2", **EVEN),
            ["**Turn 2, entry 7.** Able at Baker instead of Baker: 2.1 strength lost on average instead of 1.0."],
        ),
        (
            missed(Kind.ACTION, "suppression_fire"),
            [
                "**Turn 2, entry 7.** Able at Baker, suppression\\_fire instead of Aimed Fire: chance of harm "
                "50\xa0% instead of 25\xa0%."
            ],
        ),
        (
            missed(
                Kind.TARGET,
                "u2",
                (True, False),
                was=HarmChances(0.5, 1.04, 1),
                best=HarmChances(0.5, 2.06, 2, (), False),
            ),
            [
                "**Turn 2, entry 7.** Able at Baker instead of Baker: 2.1 strength lost on average instead of 1.0. "
                "Estimated."
            ],
        ),
        (
            missed(Kind.ACTION, "of a later release", (False, True)),
            [
                "**Turn 2, entry 7.** Able at Baker, of a later release instead of Aimed Fire: chance of harm "
                "50\xa0% instead of 25\xa0%. Estimated."
            ],
        ),
        (
            missed(Kind.COVER, "", (True, False), was=HarmChances(0.5, 1, 1), best=HarmChances(0.25, 1, 2)),
            [
                "**Turn 2, entry 7.** Baker stopped in the open under fire from Able. In cover, if any was within "
                "reach: chance of harm 25\xa0% instead of 50\xa0%."
            ],
        ),
    ],
)
def test_a_review_names_the_moment_the_better_choice_and_both_chances(choice: MissedChoice, lines: list[str]) -> None:
    live = EVERYTHING.live
    reply = review_reply(WORDS, GameReview(live, "Red", 1, (choice,)))
    assert reply.text.split("\n") == lines
    assert (reply.title, reply.private, reply.unrecorded) == ("Review of The *ford*: Red", True, True)
    assert reply.footer == "Based on the distances and cover you gave. Dice and hidden units are not used."


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (0, "None of your choices can be judged: too little is known about the table."),
        (3, "Nothing was much better. Choices judged: 3."),
    ],
)
def test_a_review_without_better_choices_says_so(judged: int, said: str) -> None:
    assert review_reply(WORDS, GameReview(EVERYTHING.live, "Red", judged, ())).text == said
