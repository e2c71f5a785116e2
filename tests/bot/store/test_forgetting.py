"""People replaced in the bodies of entries: by their ids, and by their names wherever an entry names them."""

from __future__ import annotations

from typing import Any

from bot.store.forgetting import Aliases, is_alias, people_named
from tests.rows import for_each

GONE = Aliases({"300": "Player 1", "400": "Player 2"}, {"Ann": "Player 1", "Ann Lee": "Player 2"})


@for_each(
    ("text", "said"),
    [
        ("300", "Player 1"),
        ("who:400", "who:Player 2"),
        ("who:500", "who:500"),
        ("side:300", "side:300"),
        ("500", "500"),
    ],
)
def test_an_id_is_replaced_alone_and_in_a_group_that_agrees(text: str, said: str) -> None:
    assert GONE.id(text) == GONE.body(text) == said


def test_all_of_a_body_is_replaced_and_nothing_else_of_it() -> None:
    body: dict[str, Any] = {
        "by": "300",
        "seen": [1, None, 2.5, True, ["400", "who:300"]],
        "players": {"300": {"id": "300", "name": "Ann", "side": "Red"}, "500": {"id": "500", "name": "Ann"}},
        "unit": {"id": "300"},
        "title": {"msgid": "{who} joins {unit}", "values": {"who": "Ann", "unit": "Ann", "player": ["Ann"]}},
        "plain": {"values": {"who": "Ann"}},
        "none": {"msgid": "x", "values": None},
    }
    assert GONE.body(body) == {
        "by": "Player 1",
        "seen": [1, None, 2.5, True, ["Player 2", "who:Player 1"]],
        "players": {
            "Player 1": {"id": "Player 1", "name": "Player 1", "side": "Red"},
            "500": {"id": "500", "name": "Ann"},
        },
        "unit": {"id": "Player 1"},
        "title": {"msgid": "{who} joins {unit}", "values": {"who": "Player 1", "unit": "Ann", "player": ["Ann"]}},
        "plain": {"values": {"who": "Ann"}},
        "none": {"msgid": "x", "values": None},
    }


def test_a_forgotten_author_leaves_no_words_of_a_note() -> None:
    body = {"format": 5, "command": "note", "by": "300", "reason": "Rain.", "title": "Ann"}
    assert GONE.entry(body) == {**body, "by": "Player 1", "reason": ""}
    other = {**body, "by": "500"}
    assert GONE.entry(other) == other
    score = {**body, "command": "score"}
    assert GONE.entry(score)["reason"] == "Rain."


def test_names_in_the_sentences_of_the_oldest_entries_are_replaced_as_whole_words() -> None:
    body = {"by": "300", "title": "Ann Lee joins; Anna and Ann stay", "notes": ["Ann's", "Anne", 5]}
    assert GONE.entry(body) == {
        "by": "Player 1",
        "title": "Player 2 joins; Anna and Player 1 stay",
        "notes": ["Player 1's", "Anne", 5],
    }
    assert GONE.entry({"by": "500"}) == {"by": "500", "title": "", "notes": []}
    assert Aliases({"300": "Player 1"}, {}).entry({"title": "Ann", "notes": None}) == {"title": "Ann", "notes": []}
    assert GONE.entry({"format": 1, "title": "Ann"}) == {"format": 1, "title": "Ann"}


def test_the_people_that_an_entry_names() -> None:
    title = {"msgid": "{unit} is lent to {player}", "values": {"unit": "Marines", "player": "Cyd"}}
    events = [
        {"kind": "joined", "player": {"id": "300", "name": "Ann"}},
        {"kind": "left", "player": "400"},
        {"kind": "lent", "unit": "u1", "player": "500"},
        {"kind": "lent", "unit": "u2", "player": None},
        {"kind": "set"},
    ]
    assert list(people_named({"events": events, "title": title})) == [("300", "Ann"), ("500", "Cyd")]
    for other in ("Marines is lent to Cyd", {"msgid": "x"}, {"msgid": "x", "values": {"unit": "Marines"}}, None):
        assert list(people_named({"events": events, "title": other})) == [("300", "Ann")]
    assert list(people_named({})) == []


@for_each(
    ("id", "alias"),
    [("Player 1", True), ("Player 12", True), ("300", False), ("Player x", False), ("Player 1!", False)],
)
def test_a_replacement_is_known_by_its_form(id: str, alias: bool) -> None:
    assert is_alias(id) == alias
