"""The conversation at the local table: its readers, its part on the table screen, and its part for the next run."""

from __future__ import annotations

import json
from typing import Any

from bot.simulation.conversation import Conversation, ShownMessage
from tests.rows import for_each

NOWHERE: Any = None
"""The place of a conversation in which nothing happens any more."""


def talk(*bodies: dict[str, Any], private: int | None = None) -> Conversation:
    shown = {id: ShownMessage(id, {"id": str(id), **body}, private, 1) for id, body in enumerate(bodies, 1)}
    return Conversation(NOWHERE, shown)


def stored(*bodies: dict[str, Any]) -> Any:
    return json.loads(talk(*bodies).to_stored())


def test_the_last_embed_is_shown_without_markdown_and_empty_lines() -> None:
    said = "Roll \\*six\\*.\n \n[The rules](http://x)\n<t:1700000000:R>**Now**"
    found = talk({"embeds": [{"title": "First"}]}, {"embeds": [{"title": "Setup", "description": said, "color": 255}]})
    shown = {"heading": "Setup", "colour": "#0000ff", "lines": ["Roll *six*.", "The rules", "**Now**"], "dice": []}
    assert found.last_public_message() == shown


@for_each(
    ("bodies", "heading"),
    [
        ([], None),
        ([{}], None),
        ([{"embeds": [{}]}], ""),
        ([{"embeds": [{"title": "A"}]}, *[{}] * 19], "A"),
        ([{"embeds": [{"title": "A"}]}, *[{}] * 20], None),
    ],
)
def test_the_last_embed_is_one_of_the_twenty_newest_messages(bodies: list[dict[str, Any]], heading: str | None) -> None:
    found = talk(*bodies).last_public_message()
    assert found == (None if heading is None else {"heading": heading, "colour": "#000000", "lines": [], "dice": []})


def test_private_messages_are_for_their_reader_alone() -> None:
    private = talk({"embeds": [{"title": "Secret"}], "files": [{"id": "7", "url": "x"}]}, private=11)
    assert private.last_public_message() is None
    assert [[one.id for one in private.of(reader)] for reader in (11, 12, None)] == [[1], [], []]
    assert [*private.of(11, private=False)] == []
    assert private.attachment("1", "7", [12]) is None
    assert private.attachment("1", "7", []) is None
    assert private.attachment("1", "7", [12, 11]) == {"id": "7", "url": "x"}
    for message, file in (("1", "8"), ("01", "7"), ("2", "7"), ("x", "7"), ("9" * 5000, "7")):
        assert private.attachment(message, file, [11]) is None


def test_the_newest_public_controls_are_those_of_twelve_messages() -> None:
    menu = {"type": 3, "custom_id": "menu", "options": [{"value": "a"}, {"value": "b"}]}
    first = {"controls": [{"type": 1, "components": [{"type": 2, "custom_id": "undo"}, menu]}]}
    assert talk(first, *[{}] * 11).public_controls() == {"undo": [], "menu": ["a", "b"]}
    assert talk(first, *[{}] * 12).public_controls() == {}
    assert talk(first, private=11).public_controls() == {}


def test_the_words_of_the_newest_messages_are_kept_for_the_next_run() -> None:
    said = {"text": "Hügel", "controls": [1], "files": [2]}
    assert stored(said, {"text": "…", "thinking": True}) == [[None, {"id": "1", "text": "Hügel"}]]
    assert [body["id"] for _, body in stored(*[{}] * 201)] == [str(id) for id in range(2, 202)]
    before = talk({"text": "before"}, private=11)
    again = Conversation(NOWHERE, {5: ShownMessage(5, {"id": "5"}, None, 3)})
    again.bring_back(before.to_stored())
    assert [*again.shown.values()] == [
        ShownMessage(1, {"id": "1", "text": "before", "old": True}, 11, 0),
        ShownMessage(5, {"id": "5"}, None, 3),
    ]


@for_each("kept", [None, "", "{", "7", "[7]", "[[null, {}]]", '[[null, {"id": "x"}]]', "[[null, 7]]"])
def test_an_unreadable_conversation_is_dropped(kept: str | None) -> None:
    found = talk({})
    found.bring_back(kept)
    assert [*found.shown] == [1]
