"""What a run remembers of the interactions it answers, and how much of it."""

from __future__ import annotations

import asyncio

from bot.services.play.messages import LATEST, MOST_OWED, Answers
from rules.kernel.text import Text


def test_b3_an_interaction_begins_once() -> None:
    answers = Answers()
    assert answers.begin(1)
    assert not answers.begin(1)
    assert answers.begin(2)


def test_b3_only_the_latest_are_known_again() -> None:
    answers = Answers()
    assert all(answers.begin(id) for id in range(LATEST + 1))
    assert answers.begin(0)
    assert not answers.begin(LATEST)


def test_b2_what_is_owed_is_said_once_and_is_not_too_much() -> None:
    answers = Answers()
    for number in range(MOST_OWED + 2):
        answers.owe("ann", Text("line {number}", number=number))
    assert answers.owed("bob") == []
    assert [str(text.values["number"]) for text in answers.owed("ann")] == ["2", "3", "4", "5", "6"]
    assert answers.owed("ann") == []


async def test_b2_a_change_is_known_to_the_interaction_that_made_it_alone() -> None:
    answers = Answers()

    async def interaction(game: str | None) -> set[str]:
        changes: set[str] = set()
        answers.watch(changes)
        await asyncio.sleep(0)
        if game:
            answers.changed(game)
        return changes

    made = await asyncio.gather(interaction("a"), interaction(None), interaction("b"))
    assert made == [{"a"}, set(), {"b"}]
