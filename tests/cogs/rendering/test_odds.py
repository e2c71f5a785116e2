"""Odds as text: in full, in three lines, and shots compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from bot.services.play.comparison import ComparedShot, Comparison, Policy, RefusedShot
from bot.services.play.odds import Chances
from cogs.rendering.charts.odds import MOST_ROWS
from cogs.rendering.odds import comparison_reply, has_short_odds, odds_reply, outcome_text, short_odds_reply
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.command.planned import Planned
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.action import FieldName, MainOutcome
from rules.kernel.distribution import AtLeast, EffectOdds, Summary
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from tests.cogs.rendering.charts.test_odds_chart import VEHICLE, dice
from tests.rows import for_each

UNITS = {
    id: Unit(id=id, name=name, side="Red", models=3, starting=3)
    for id, name in (("u1", "A*le"), ("u2", "Baker"), ("u3", "Cell"))
}
FUBAR = system_of("fubar")
WORDS = Reader(language("en"), Board(Game(units=UNITS), FUBAR, ruleset_of(FUBAR, {})))
FIRE = replace(
    FUBAR.actions["fire"], field_names={"steps_moved": FieldName("retreat_inches"), "flag": FieldName("pinned", False)}
)
THIRD = Fraction(1, 3)


@for_each(
    ("outcome", "said"),
    [
        ({"casualties": 0, "pinned": False, "word": "none", "nothing": None, "list": []}, "nothing"),
        (
            {"casualties": 1, "inches": 3, "steps_moved": 2, "fallback_inches": 1},
            "1 casualty, distance 3″, retreat 2″ and fallback 1″",
        ),
        ({"casualties": 2, "pinned": True, "flag": 1}, "2 casualties, pinned and pinned"),
        ({"flag": -1, "word": "fell_back"}, "no longer pinned and word: fell back"),
        ({"each": [1, 2], "units": [{"casualties": 1}, {"casualties": 0}]}, "each 1/2 and units 1 casualty/nothing"),
    ],
)
def test_an_outcome_is_told_by_what_happened(outcome: Mapping[str, Any], said: str) -> None:
    assert WORDS(outcome_text(FIRE, outcome)) == said


def chances(**more: Any) -> Chances:
    summary = Summary(
        averages=(
            ("casualties", Fraction(5, 3)),
            ("steps_moved", Fraction(7, 2)),
            ("suppressed", Fraction(1, 20)),
            ("pinned", Fraction(1, 19)),
        ),
        at_least=(
            AtLeast("casualties", ((1, THIRD), (2, Fraction(1, 6)))),
            AtLeast("steps_moved", ((2, THIRD),)),
            AtLeast("pinned", ((None, THIRD),)),
        ),
        likeliest=(({"casualties": 1}, Fraction(1, 2)), ({"casualties": 0}, THIRD)),
        others=4,
        of_others=Fraction(1, 6),
    )
    effects = EffectOdds(Fraction(2, 3), (({"casualties": 1}, Fraction(1, 2)),), ("casualties", "suppressed", "pinned"))
    plan = Planned("fire", None, {"target": "u2"})  # pyright: ignore[reportArgumentType]
    return Chances(
        **{"title": Text("A shot"), "planned": plan, "action": FIRE, "summary": summary, "effects": effects, **more}
    )


LATE = Summary((("suppressed", Fraction(1, 21)),), (), (), 0, Fraction(0))
QUIET = {"summary": LATE, "effects": EffectOdds(Fraction(0), (), ("suppressed",))}


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        (
            [chances()],
            [
                "Odds: A shot",
                "On average: 1.67 casualties, retreat 3.50″, 0.05 suppressed and 0.05 pinned",
                "casualties: 1+ 33.3\xa0%, 2+ 16.7\xa0%",
                "retreat: 2″ or more 33.3\xa0%",
                "pinned: 33.3\xa0%",
                "Most likely:",
                "`50.0\xa0%` 1 casualty",
                "`33.3\xa0%` nothing",
                "`16.7\xa0%` any of 4 others",
                "Exact. Just odds: no dice are rolled.",
            ],
        ),
        (
            [chances(main=dice(2), assumed=(Text("no reaction"), Text("soft cover")), games=2000)],
            [
                "Odds: A shot",
                "Assuming: no reaction, soft cover.",
                "On average: 1.67 casualties, retreat 3.50″, 0.05 suppressed and 0.05 pinned",
                "Casualties: 0.67 on average; exactly 0 44.4\xa0%, 1 44.4\xa0%, 2 11.1\xa0%. This many or more: 1 "
                "55.6\xa0%, 2 11.1\xa0%.",
                "retreat: 2″ or more 33.3\xa0%",
                "pinned: 33.3\xa0%",
                "Most likely:",
                "`50.0\xa0%` 1 casualty",
                "`33.3\xa0%` nothing",
                "`16.7\xa0%` any of 4 others",
                "Estimated from 2,000 simulations. Just odds: no dice are rolled.",
            ],
        ),
        (
            [chances(main=VEHICLE), chances(games=5000, **QUIET)],
            [
                "Odds: A shot",
                "**Fire**",
                "On average: 1.67 casualties, retreat 3.50″, 0.05 suppressed and 0.05 pinned",
                "Vehicle damage: no effect 60.0\xa0%, crew stunned 10.0\xa0%, weapon destroyed 8.0\xa0%, "
                "immobilised 7.0\xa0%, destroyed 15.0\xa0%. This many or more: crew stunned 40.0\xa0%, weapon "
                "destroyed 30.0\xa0%, immobilised 22.0\xa0%, destroyed 15.0\xa0%.",
                "casualties: 1+ 33.3\xa0%, 2+ 16.7\xa0%",
                "retreat: 2″ or more 33.3\xa0%",
                "pinned: 33.3\xa0%",
                "Most likely:",
                "`50.0\xa0%` 1 casualty",
                "`33.3\xa0%` nothing",
                "`16.7\xa0%` any of 4 others",
                "**Fire**",
                "On average: 0.05 suppressed",
                "Most likely:",
                "Estimated from 5,000 simulations. Just odds: no dice are rolled.",
            ],
        ),
    ],
)
def test_odds_are_told_in_full(found: list[Chances], lines: list[str]) -> None:
    reply = odds_reply(WORDS, found, private=True, chart=False)
    assert [reply.title, *reply.text.split("\n"), reply.footer] == lines
    assert (reply.private, reply.file) == (True, None)


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        (
            [chances()],
            [
                "Odds: A shot",
                "`███████░░░` **67\xa0%** some effect",
                "Most likely: 1 casualty 50\xa0%.",
                "On average: 1.7 casualties, 0.1 pinned.",
                "Exact. Just odds: no dice are rolled.",
            ],
        ),
        (
            [chances(main=dice(8), games=2000)],
            [
                "Odds: A shot",
                "`███████░░░` **67\xa0%** some effect",
                "Most likely: 1 casualty 50\xa0%.",
                "On average: 1.7 casualties, 0.1 pinned, nothing left 1\xa0%.",
                "Estimated from 2,000 simulations. Just odds: no dice are rolled.",
            ],
        ),
        (
            [chances(main=VEHICLE), chances(main=MainOutcome("hits", (), None, {0: 1, 1: 1}, 2), **QUIET)],
            [
                "Odds: A shot",
                "**Fire**",
                "`███████░░░` **67\xa0%** some effect",
                "Most likely: 1 casualty 50\xa0%.",
                "On average: 1.7 casualties, 0.1 pinned.",
                "**Fire**",
                "`░░░░░░░░░░` **0\xa0%** some effect",
                "Exact. Just odds: no dice are rolled.",
            ],
        ),
    ],
)
def test_odds_of_effects_are_told_in_three_lines(found: list[Chances], lines: list[str]) -> None:
    assert has_short_odds(found)
    reply = short_odds_reply(WORDS, found)
    assert [reply.title, *reply.text.split("\n"), reply.footer] == lines
    assert (reply.private, reply.file) == (True, None)


def test_odds_without_effects_on_the_table_are_never_short() -> None:
    assert not has_short_odds([])
    assert not has_short_odds([chances(), chances(effects=None)])


def test_the_picture_of_odds_is_described_by_the_sentence_of_its_bars() -> None:
    assert odds_reply(WORDS, [chances()], private=False).file is None
    name, _, about = odds_reply(WORDS, [chances(main=dice(1))], private=False).file or ("", b"", "")
    assert (name, about) == (
        "odds.png",
        "Casualties: 0.33 on average; exactly 0 66.7\xa0%, 1 33.3\xa0%. This many or more: 1 33.3\xa0%.",
    )
    _, _, both = odds_reply(WORDS, [chances(main=dice(1)), chances(main=VEHICLE)], private=False).file or ("", b"", "")
    assert both == (
        "Casualties: 0.33 on average; exactly 0 66.7\xa0%, 1 33.3\xa0%. This many or more: 1 33.3\xa0%. "
        "Vehicle damage: no effect 60.0\xa0%, crew stunned 10.0\xa0%, weapon destroyed 8.0\xa0%, immobilised "
        "7.0\xa0%, destroyed 15.0\xa0%. This many or more: crew stunned 40.0\xa0%, weapon destroyed "
        "30.0\xa0%, immobilised 22.0\xa0%, destroyed 15.0\xa0%."
    )


def shot(attacker: str, target: str, main: MainOutcome, **more: Any) -> ComparedShot:
    return ComparedShot(
        **{"attacker": attacker, "target": target, "assumed": (), "main": main, "games": 0, "policies": {}, **more}
    )


EVADE = {Policy("evade", "no"): dice(3), Policy("evade", "yes"): dice(1)}
TOO_FAR = RefusedShot("u1", "u3", Text("too far away"))


@for_each(
    ("found", "lines"),
    [
        (
            Comparison(
                (shot("u1", "u2", dice(2), assumed=(Text("soft cover"), Text("aimed"))), shot("u1", "u3", VEHICLE)),
                (),
                (),
                Decimal(6),
                True,
            ),
            [
                "Odds: whom A\\*le may shoot at",
                "At 6″, as you said.",
                "**1. Baker**: 0.67 casualties on average, at least one 55.6\xa0%, all 0\xa0%",
                "↳ Assumed: soft cover; aimed",
                "**2. Cell**: destroyed 15.0\xa0%, any effect 40.0\xa0%",
                "Exact. Just odds: no dice are rolled.",
                "1. Baker: 0.67 casualties on average, at least one 55.6\xa0%, all 0\xa0%; 2. Cell: destroyed "
                "15.0\xa0%, any effect 40.0\xa0%.",
            ],
        ),
        (
            Comparison(
                (shot("u1", "u2", dice(2)), shot("u3", "u2", dice(1), games=2000)), (), ("u3",), Decimal("4.5"), False
            ),
            [
                "Odds: who may shoot at Baker",
                "Distance not given, 4.5″ assumed: set it with `distance`.",
                "**1. A\\*le**: 0.67 casualties on average, at least one 55.6\xa0%, all 0\xa0%",
                "**2. Cell**: 0.33 casualties on average, at least one 33.3\xa0%, all 0\xa0%",
                "Hidden, so not compared: Cell.",
                "Estimated from 2,000 simulations. Just odds: no dice are rolled.",
                "1. A*le: 0.67 casualties on average, at least one 55.6\xa0%, all 0\xa0%; 2. Cell: 0.33 casualties "
                "on average, at least one 33.3\xa0%, all 0\xa0%.",
            ],
        ),
        (
            Comparison(
                (shot("u1", "u2", MainOutcome("hits", (), None, {0: 1, 1: 1}, 2)), shot("u3", "u1", dice(1))),
                (TOO_FAR,),
                (),
                None,
                False,
            ),
            [
                "Odds: who may shoot at whom",
                "**1. A\\*le at Baker**: 0.50 hits on average, at least one 50.0\xa0%",
                "**2. Cell at A\\*le**: 0.33 casualties on average, at least one 33.3\xa0%, all 0\xa0%",
                "Not A\\*le at Cell: Too far away.",
                "Exact. Just odds: no dice are rolled.",
                "1. A*le at Baker: 0.50 hits on average, at least one 50.0\xa0%; 2. Cell at A*le: 0.33 casualties "
                "on average, at least one 33.3\xa0%, all 0\xa0%.",
            ],
        ),
        (
            Comparison((shot("u1", "u2", dice(2), policies=EVADE),), (TOO_FAR,), (), None, False),
            [
                "Odds: whom A\\*le may shoot at",
                "**1. Baker**",
                "evade no: 1.00 casualties on average, at least one 70.4\xa0%, all 0\xa0%",
                "evade yes: 0.33 casualties on average, at least one 33.3\xa0%, all 0\xa0%",
                "Not Cell: Too far away.",
                "Exact. Just odds: no dice are rolled.",
                "1. Baker: 0.67 casualties on average, at least one 55.6\xa0%, all 0\xa0%.",
            ],
        ),
    ],
)
def test_shots_are_compared_line_by_line(found: Comparison, lines: list[str]) -> None:
    reply = comparison_reply(WORDS, found, private=True)
    assert reply.file
    assert [reply.title, *reply.text.split("\n"), reply.footer, reply.file[2]] == lines
    assert comparison_reply(WORDS, found, private=True, chart=False).file is None


def test_a_picture_of_many_shots_says_how_many_more_there_are() -> None:
    def about(many: int) -> str:
        rows = tuple(shot("u1", "u2", dice(1)) for _ in range(many))
        return (comparison_reply(WORDS, Comparison(rows, (), (), None, False), private=True).file or ("", b"", ""))[2]

    assert about(MOST_ROWS).count("Baker") == 10
    assert "more" not in about(MOST_ROWS)
    assert about(MOST_ROWS + 1).endswith(". And 1 more.")
