"""Topics and states that a system has in files."""

from __future__ import annotations

import pytest

from rules.kernel.action import State, Topic
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.kit.words import file_words

TOPIC = {"title": "Fire", "section": "Shooting", "text": "Roll a die.", "rulings": ["results"]}
STATE = {"set_by": "fire", "cleared_by": ["turn_end"], "effect": "may not move", "marker": True}


def test_rows_become_topics_and_states() -> None:
    found = file_words({"fire": TOPIC}, {"pinned": STATE})
    assert found.topics == {"fire": Topic(Text("Fire"), "Shooting", Text("Roll a die."), ("results",))}
    assert found.states == {"pinned": State("pinned", Text("fire"), ("turn_end",), Text("may not move"), marker=True)}


@pytest.mark.parametrize(
    ("topic", "state", "place"),
    [
        (TOPIC | {"text": ""}, STATE, "topics.fire.text"),
        (TOPIC, STATE | {"cleared_by": ["soon"]}, "states.pinned.cleared_by"),
        (TOPIC, STATE | {"colour": "red"}, "states.pinned.colour"),
    ],
)
def test_a_faulty_row_is_refused_with_its_place(topic: object, state: object, place: str) -> None:
    with pytest.raises(BadFacts) as refused:
        file_words({"fire": topic}, {"pinned": state})
    assert ENGLISH(refused.value.text).startswith(place)
