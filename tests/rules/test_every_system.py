"""Laws for every action of every system and of campaigns, on the small cases of each (`cases.py`).

A system is tested here from the day it is listed in `data.SYSTEMS`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from data import ACTION_SETS, SYSTEMS
from rules.command.contract import resolution_json
from rules.command.system import System
from rules.kernel.action import ActionSet
from rules.kernel.dice import Successes, Under
from rules.kernel.play_faults import (
    bare_numbers,
    confused_rolls,
    uneven_ledgers,
    unfinished_sentences,
    unknown_effects,
)
from rules.kernel.plays import Play
from rules.kernel.resolve import Resolution
from rules.kernel.serialise import outcome_of, play_of, rulings_json, to_plain
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.table import Sitting
from tests.soak.answers import LANDING, distances

LONG, SHORT, ENDLESS = 700, 100, (220, 7000)
"""How many plays of a case are followed; with a ruling or a choice of its own, fewer."""
ROLLED_AGAIN = ("initiative", "roll_off", "scatter")
"""Actions whose ties are rolled again, or with far more than `LONG` plays: no number of plays ends them."""


def cases(system: ActionSet) -> dict[str, list[dict[str, Any]]]:
    return import_module(f"tests.rules.{system.key}.cases").CASES


every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
every_action_set = pytest.mark.parametrize("system", ACTION_SETS, ids=lambda system: system.key)


def plays(system: ActionSet, action: str) -> tuple[Resolution, ...]:
    """Return the plays of all cases, which are shared and must not be changed."""
    return _play_case(system.key, action)


def play_of_each_outcome(system: ActionSet, action: str) -> list[Resolution]:
    """Return one play of each outcome; others differ from it in their faces only."""
    return [*{resolution.played.outcome: resolution for resolution in plays(system, action)}.values()]


def each_count(system: ActionSet) -> Iterator[tuple[str, Resolution]]:
    """Yield a play of each outcome, and of each roll with each of its counts."""
    for action in system.actions:
        seen = set[object]()
        for one in plays(system, action):
            held = {(step.throw, step.got) for step in one.played.steps} | {one.played.outcome}
            if not held <= seen:
                seen |= held
                yield action, one


def each_outcome(system: ActionSet) -> Iterator[tuple[str, Resolution]]:
    return ((action, resolution) for action in system.actions for resolution in play_of_each_outcome(system, action))


@cache
def _play_case(system: str, action: str) -> tuple[Resolution, ...]:
    """Made once in a process: many tests look at the same plays."""
    of = next(found for found in ACTION_SETS if found.key == system)
    each = (Sitting(of).every_play(action, facts, SHORT) for facts in cases(of)[action])
    return tuple(resolution for of_case in each for resolution, _ in of_case)


def agrees(sitting: Sitting, action: str, facts: dict[str, Any], most: int) -> Fraction:
    """Live play never passes the odds, and together they leave out what was not played: that chance is returned.

    With nothing left out, live play and odds are equal outcome by outcome.
    """
    exact, live = sitting.chances(action, facts), sitting.every_outcome(action, facts, most)
    told = f"{action} of {facts}, {sitting.rulings} {sitting.choose}"
    assert sum(exact.values()) == 1, told
    assert live.keys() <= exact.keys(), told
    assert not {outcome: p for outcome, p in live.items() if p > exact[outcome]}, told
    left = Fraction(1) - sum(live.values())
    assert left or live == exact, told
    return left


@for_each("system", ACTION_SETS)
def test_every_action_has_cases(system: ActionSet) -> None:
    assert {action for action, found in cases(system).items() if found} == set(system.actions)


@every_action_set
def test_live_play_agrees_with_the_odds_under_every_ruling(system: ActionSet) -> None:
    rulings = rulings_json(system)
    for action in system.actions:
        first, last = ENDLESS if action in ROLLED_AGAIN else (LONG, LONG)
        small = [(facts, set[str]()) for facts in cases(system)[action]]
        left = min(agrees(Sitting(system, asked=asked), action, facts, first) for facts, asked in small)
        if left >= Fraction(1, 5):
            left = agrees(Sitting(system), action, small[0][0], last)
        assert left < Fraction(1, 5), f"no case of {action} is small enough to be played to its end"
        for facts, asked in small:
            # A value that was not read has no effect: the result would be the same.
            for ruling in (one for one in rulings if one["name"] in asked):
                for option in (one for one in ruling["options"] if one != ruling["default"]):
                    agrees(Sitting(system, {ruling["name"]: option}), action, facts, SHORT)


def choices(system: ActionSet, action: str) -> Iterator[str]:
    """Return a choice for every possible option but the default; N represents 1."""
    for decision in system.actions[action].decisions:
        for option in (one for one in decision.options if one != decision.default):
            try:
                decision.read(option.replace("N", "1"))
            except ValueError:
                continue
            yield f"{decision.name}={option.replace('N', '1')}"


@every_action_set
def test_live_play_agrees_with_the_odds_under_every_choice(system: ActionSet) -> None:
    for action in system.actions:
        for choice in choices(system, action):
            for facts in cases(system)[action]:
                agrees(Sitting(system, choose=(choice,)), action, facts, SHORT)


@every_action_set
def test_ledgers_add_up_numbers_have_reasons_and_rolls_effects_and_rulings_are_known(system: ActionSet) -> None:
    assert not [(action, fault) for action, one in each_count(system) for fault in faults_of_play(system, one)]


def faults_of_play(system: ActionSet, one: Resolution) -> Iterator[str]:
    yield from uneven_ledgers(one)
    yield from bare_numbers(system, one)
    yield from confused_rolls(one)
    yield from unknown_effects(system, one)
    yield from (f"it used {name}, no ruling" for name in one.rulings_used if name not in system.rulings.model_fields)
    keys = [step.throw.key for step in one.played.steps]
    for at, step in enumerate(one.played.steps):
        if step.throw.again and step.throw.again not in keys[:at]:
            yield f"{step.throw.key} is made again after {keys[:at]}, and names {step.throw.again}"
    for step, throw in zip(one.played.steps, play_of(one, {}).throws, strict=True):
        # Dice may be rolled over a number, under it, or added up.
        counted = isinstance(step.throw.reading, Successes | Under) and throw.needed is not None
        if counted and throw.successes != step.got:
            yield f"{throw} has not the {step.got} successes of the rule"


@every_action_set
def test_an_outcome_is_described_in_sentences_and_goes_into_json_and_back(system: ActionSet) -> None:
    for action, one in each_outcome(system):
        assert not list(unfinished_sentences(one)), action
        of, printed, play = system.actions[action], resolution_json(one), play_of(one, {})
        assert list(outcome_of(one)) == [*of.outcome.__annotations__, *of.details], action
        assert json.loads(json.dumps(printed)) == printed, action
        assert Play.model_validate_json(play.model_dump_json()) == play, action


@every_action_set
def test_an_outcome_that_moves_models_says_how_far_and_which_way(system: ActionSet) -> None:
    """A distance in the outcome is an instruction; the place where rounds land is none, because no figure moves."""
    for action, one in each_outcome(system):
        roles = {move.unit: "u1" for move in one.moves}
        assert len(play_of(one, roles).moves) == len(one.moves)
        if action not in LANDING:
            assert any(distances(to_plain(one.played.outcome))) <= bool(one.moves), one.played.outcome
        assert all(move.inches > 0 and (move.most or move.way) for move in one.moves), one.moves


@for_each("system", ACTION_SETS)
def test_topics_are_there_and_name_their_section(system: ActionSet) -> None:
    assert {action.topic for action in system.actions.values()} <= set(system.topics)
    for topic in system.topics.values():
        assert topic.section
        assert set(topic.rulings) <= set(system.rulings.model_fields)


@for_each("system", SYSTEMS)
def test_the_system_says_who_wrote_it(system: System) -> None:
    assert all(system.about.model_dump().values())


@for_each("system", SYSTEMS)
def test_the_label_behind_the_name_of_a_unit_has_no_colon(system: System) -> None:
    """Menus put it after the name: "Mortar team: Shells: where they land" had two."""
    commands = {**system.commands, **system.acts}
    named = [text for one in commands.values() for text in (one.title, *(way.label for way in one.actions))]
    assert not [text.msgid for text in named if ":" in ENGLISH(text)]
