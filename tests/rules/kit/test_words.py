"""Topics, states and the summary that a system has in files."""

from __future__ import annotations

import pytest

from rules.kernel.action import SetupStep, State, Topic
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.kit.words import file_words, spoken_rows
from tests.rows import for_each

TOPIC = {"title": "Fire", "section": "Shooting", "text": "Roll a die.", "rulings": ["results"]}
STATE = {
    "set_by": "fire",
    "cleared_by": ["turn_end"],
    "effect": "may not move",
    "marker": True,
    "says": {"walk": "walks"},
}


def test_rows_become_topics_and_states() -> None:
    found, rest = file_words({"topics": {"fire": TOPIC}, "states": {"pinned": STATE}, "moves": {"walk": 4}})
    assert rest == {"moves": {"walk": 4}}
    assert found.topics == {"fire": Topic(Text("Fire"), "Shooting", Text("Roll a die."), ("results",))}
    says = {"walk": Text("walks")}
    pinned = State("pinned", Text("fire"), ("turn_end",), Text("may not move"), marker=True, says=says)
    assert found.states == {"pinned": pinned}


@for_each(
    ("topic", "state", "place"),
    [
        (TOPIC | {"text": ""}, STATE, "topics.fire.text"),
        (TOPIC, STATE | {"cleared_by": ["soon"]}, "states.pinned.cleared_by"),
        (TOPIC, STATE | {"colour": "red"}, "states.pinned.colour"),
        (TOPIC, STATE | {"says": {"walk": ""}}, "states.pinned.says.walk"),
    ],
)
def test_a_faulty_row_is_refused_with_its_place(topic: object, state: object, place: str) -> None:
    with pytest.raises(BadFacts) as refused:
        file_words({"topics": {"fire": topic}, "states": {"pinned": state}})
    assert ENGLISH(refused.value.text).startswith(place)


def test_a_summary_lists_refusals_warnings_absent_commands_and_setup() -> None:
    summary = {
        "refused": ["Fire at friends"],
        "warned": ["A second shot"],
        "absent": {"turn phase": "There are no phases."},
        "setup": [{"key": "scouts", "text": "Place the scouts.", "command": "/act scout", "waits": "hidden"}],
    }
    found, _ = file_words({"summary": summary})
    assert (found.refused, found.warned) == ((Text("Fire at friends"),), (Text("A second shot"),))
    assert found.absent == {"turn phase": Text("There are no phases.")}
    assert found.setup == (SetupStep("scouts", Text("Place the scouts."), "/act scout", "hidden"),)


def test_words_of_a_state_are_texts_for_players_and_keys_are_none() -> None:
    state = STATE | {"says": {"walk": "walked"}, "goes_with": "activated"}
    assert [*spoken_rows({"pinned": state})] == ["fire", "may not move", "walked"]


def test_words_in_a_list_of_rows_are_texts_for_players() -> None:
    assert [*spoken_rows({"refused": ["Fire at friends"], "setup": [{"key": "scouts", "text": "Place them."}]})] == [
        "Fire at friends",
        "Place them.",
    ]
