"""The texts of an action name the units that took part: in results, questions, refusals and consent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.errors import Refusal
from bot.game.questions import ConsentQuestion, DecisionQuestion, DiceQuestion, Question
from bot.resolution.execution import command_of
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from data import system_of
from data.files import system_files
from rules.game.entry import Entry
from rules.kernel.errors import BadDice, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Role
from rules.kernel.wording import ENGLISH, Wording
from tests.bot.playing import ANN, BOB, PLACE, answer, call, request, start_demo, undo_last
from tests.cogs.table import Loaded
from tests.rows import for_each


class Names(Wording):
    """A reader who knows every unit by name, and to whom no part is left without its unit."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def unit(self, id: str) -> str:
        return self.names[id]

    def role(self, role: Role) -> str:
        raise AssertionError(f"nobody takes the part of {role.role}")


async def reader(services: Services) -> Names:
    live = await services.games.require_game(PLACE)
    return Names({unit.id: unit.name for unit in live.game.units.values()})


async def ask_question(services: Services, wanted: Request, dice: str = "") -> Question:
    """Return the question that a command stops at."""
    waits = await services.questions.begin(call(), wanted, dice)
    assert isinstance(waits, OpenQuestion)
    return waits.question


def throws(words: Names, entry: Entry) -> list[tuple[str, tuple[int, ...]]]:
    return [(words(throw.label), throw.faces) for play in entry.plays for throw in play.throws]


def labels(words: Names, thrown: Iterable[Any]) -> list[str]:
    return [words(one.label) for one in thrown]


async def _two_pinned(services: Services) -> Names:
    """Two of Bob's units are pinned and test when Ann's turn ends; Bob rolls his own dice."""
    await start_demo(services, "openfire_ww2")
    for name in ("Conscript team", "MG team"):
        await services.unit_corrections.mark(call(BOB), name, "pinned", 1)
    await services.preferences.dice(call(BOB), "physical", "Blue")
    await services.referee.order(call(), Request(command="turn phase", action="movement", side="Red"))
    return await reader(services)


async def _begin_fights(services: Services) -> Names:
    """Irregular fights hand to hand with GI, and Irregular 2 with GI 2."""
    await start_demo(services, "bayonet")
    for who, whom in (("GI", "Irregular"), ("GI 2", "Irregular 2")):
        wanted = await request(services, "assault", who, whom)
        await services.referee.order(call(), wanted, "3 4", anyway=True)
    return await reader(services)


# Results


async def test_a_result_tells_who_did_what_to_whom(services: Services) -> None:
    await start_demo(services, "bayonet")
    words = await reader(services)
    wanted = await request(services, "assault", "GI", "Irregular")
    entry = (await services.referee.order(call(), wanted, "6 1", anyway=True)).entry
    assert words(entry.title) == "Assault: GI → Irregular"
    assert throws(words, entry) == [("GI", (6,)), ("Irregular", (1,))]
    assert words(entry.plays[0].text) == "9 against 3: Irregular is downed."
    assert '"role":' not in entry.model_dump_json()


async def test_every_play_of_a_command_speaks_of_its_own_units(services: Services) -> None:
    words = await _two_pinned(services)
    await services.preferences.dice(call(BOB), "bot", "Blue")
    entry = (await services.referee.order(call(), Request(command="turn end", side="Red"))).entry
    assert [label for label, _ in throws(words, entry)] == ["Terror of Conscript team", "Terror of MG team"]
    assert [words(play.text).partition(":")[0] for play in entry.plays] == ["Conscript team", "MG team"]


async def test_a_choice_that_was_a_part_is_recorded_as_its_unit(services: Services) -> None:
    """A shot into combat strays; any other figure in the fight may be hit instead."""
    words = await _begin_fights(services)
    wanted = await request(services, "fire", "Heavy", "Irregular", distance=6)
    waits = await services.questions.begin(call(), wanted, "1 6 / 5 2")
    assert isinstance(waits, OpenQuestion)
    assert isinstance(waits.question, DecisionQuestion)
    offered = labels(words, waits.question.offers)
    assert offered[:3] == ["GI", "GI 2", "Irregular 2"], "those who fight come first"
    assert not {"Heavy", "Irregular", "nobody"} & set(offered)
    done = await answer(services, waits, BOB, choice="1")
    assert isinstance(done, CommandResult)
    (play,) = done.entry.plays
    assert [(made.value, words(made.label)) for made in play.decisions] == [("1", "GI 2")]
    assert throws(words, done.entry) == [
        ("attack", (1,)),
        ("Irregular", (6,)),
        ("stray attack on GI 2", (5,)),
        ("GI 2", (2,)),
    ]
    assert "GI 2" in words(play.text)
    assert '"role":' not in done.entry.model_dump_json()


# Questions


async def test_a_roll_is_asked_for_in_the_name_of_its_unit(services: Services) -> None:
    await start_demo(services, "bayonet")
    words = await reader(services)
    wanted = await request(services, "assault", "GI", "Irregular")
    waits = await services.questions.begin(call(), wanted, "ask")
    assert isinstance(waits, OpenQuestion)
    assert isinstance(waits.question, DiceQuestion)
    assert words(waits.question.about) == "Assault: GI → Irregular"
    assert words(waits.question.throw.label) == "GI"
    assert waits.people == (ANN.id,)
    then = await answer(services, waits, ANN, faces="5")
    assert isinstance(then, OpenQuestion)
    assert isinstance(then.question, DiceQuestion)
    assert words(then.question.throw.label) == "Irregular"
    assert labels(words, then.question.so_far) == ["GI"]
    assert then.people == (BOB.id,)


async def test_dice_rolled_for_one_unit_of_a_command_stay_with_it(services: Services) -> None:
    """Two units test at the turn's start, one after the other."""
    words = await _two_pinned(services)
    question = await ask_question(services, Request(command="turn end", side="Red"))
    assert isinstance(question, DiceQuestion)
    assert labels(words, question.throws) == ["Terror of Conscript team", "Terror of MG team"]
    (waits,) = await services.questions.open_questions(call())
    then = await answer(services, waits, BOB, faces="1 1")
    assert isinstance(then, OpenQuestion)
    assert isinstance(then.question, DiceQuestion)
    assert labels(words, then.question.so_far) == ["Terror of Conscript team"]
    assert words(then.question.throw.label) == "Terror of MG team"
    done = await answer(services, then, BOB, faces="1 1")
    assert isinstance(done, CommandResult)
    assert [label for label, _ in throws(words, done.entry)] == ["Terror of Conscript team", "Terror of MG team"]


async def test_a_decision_names_whom_it_is_about(services: Services) -> None:
    await start_demo(services, "openfire_d12")
    words = await reader(services)
    wanted = await request(services, "fire", "Line squad", "Raiders", distance=10)
    question = await ask_question(services, wanted, "roll")
    assert isinstance(question, DecisionQuestion)
    assert words(question.question) == "Evade with Raiders?"


# Refusals


@pytest.mark.parametrize("anyway", [False, True])
async def test_a_forbidden_order_is_refused_with_the_name_of_the_unit(services: Services, anyway: bool) -> None:
    """This comes before the first die, with or without another bent rule."""
    await start_demo(services)
    words = await reader(services)
    await services.unit_corrections.edit(call(BOB), "HMG team", "models", "1")
    await services.unit_corrections.mark(call(BOB), "HMG team", "fired", 1)
    wanted = await request(services, "fire", "HMG team", "Marines", distance=10, firers=("1 heavy_mg",))
    with pytest.raises(RuleError) as refused:
        await services.referee.order(call(BOB), wanted, anyway=anyway)
    said = (
        "2 standing figures needed to serve these weapons, HMG team has 1 standing figure; "
        "suppressed figures cannot fire."
    )
    assert words(refused.value.text) == said
    assert refused.value.rule == "Firing"
    with pytest.raises(RuleError) as refused:
        await services.odds.odds(call(BOB), wanted)
    assert words(refused.value.text) == said


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("7 1", "GI: 7 is not a face of a d6 (1 to 6)"),
        ("6 1 1", "1 face too many after Irregular"),
    ],
)
async def test_faces_that_do_not_fit_are_refused_in_the_name_of_the_unit(
    services: Services, dice: str, said: str
) -> None:
    await start_demo(services, "bayonet")
    words = await reader(services)
    wanted = await request(services, "assault", "GI", "Irregular")
    with pytest.raises(BadDice) as refused:
        await services.referee.order(call(), wanted, dice, anyway=True)
    assert words(refused.value.text) == said


# Consent


async def test_consent_for_dice_already_seen_speaks_of_the_units(services: Services, dice: Loaded) -> None:
    await start_demo(services, "bayonet")
    words = await reader(services)
    dice.next(6, 1)
    await services.referee.order(call(), await request(services, "assault", "GI", "Irregular"), anyway=True)
    await undo_last(services)
    then = await services.questions.begin(call(), await request(services, "assault", "GI 2", "Chief"), "6 1")
    assert isinstance(then, OpenQuestion)
    assert isinstance(then.question, ConsentQuestion)
    assert words(then.question.wish) == "roll real dice, though undone dice (6) come first: Assault: GI 2 → Chief"
    done = await services.corrections.agree(call(BOB), then.row.id, then.row.step)
    assert isinstance(done, CommandResult)
    assert throws(words, done.entry) == [("GI 2", (6,)), ("Chief", (1,))]


async def test_consent_to_an_undo_speaks_of_the_units(services: Services) -> None:
    await start_demo(services, "bayonet")
    words = await reader(services)
    wanted = await request(services, "assault", "GI", "Irregular")
    await services.referee.order(call(), wanted, "6 1", anyway=True)
    waits = await services.corrections.undo(call(BOB))
    assert isinstance(waits, OpenQuestion)
    assert isinstance(waits.question, ConsentQuestion)
    assert words(waits.question.wish) == "undo “Assault: GI → Irregular”"
    assert [words.unit(change.unit) for change in waits.question.changes] == ["Irregular"]
    assert all(words(note) for note in waits.question.notes)


@for_each(
    ("request_", "said"),
    [
        (Request("assault"), "Open Rebellion's pages have no close combat. Come close and shoot: `/fire`."),
        (Request("fly"), "Open Rebellion has no `/fly`."),
        (
            Request("act", action="fly"),
            "Open Rebellion has no action 'fly'. Actions: Tac-move, Get into position and Rally (Initiative Action).",
        ),
        (
            Request("act"),
            "Open Rebellion has no action ''. Actions: Tac-move, Get into position and Rally (Initiative Action).",
        ),
    ],
)
def test_a_command_that_the_rules_do_not_have_is_refused_with_those_that_they_have(
    request_: Request, said: str
) -> None:
    with pytest.raises(Refusal) as refused:
        command_of(system_of("opreb"), request_)
    assert ENGLISH(refused.value.text) == said


def test_rules_without_actions_of_their_own_have_none() -> None:
    system = system_files()["openwar"]
    assert command_of(system, Request("act", action="hold")) is system.acts["hold"]
    with pytest.raises(Refusal, match=r"^OpenWar has no actions of its own\.$"):
        command_of(replace(system, acts={}), Request("act", action="hold"))
