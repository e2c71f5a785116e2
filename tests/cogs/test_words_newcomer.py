"""The wordings agreed on for newcomers, in both languages; nothing is said twice."""

from __future__ import annotations

from data.texts import language
from tests.cogs.table import Table
from tests.rows import for_each

SAID = {
    "🎲 The dice can be checked: `/fairness show`": "🎲 Die Würfel sind prüfbar: `/fairness show`",
    "Leave empty for a colour.": "Leer: eine Farbe.",
    "undo the shot at {targets}": "den Schuss auf {targets} zurücknehmen",
    "{about}. Just odds: no dice are rolled.": "{about}. Nur Chancen, nichts wird gewürfelt.",
    "Times are UTC.": "Uhrzeiten in UTC.",
    "{side}'s bound.": "Spielzug von {side}.",
}


@for_each("english", SAID)
def test_words_stand_in_german_too(english: str) -> None:
    assert language("de").texts.gettext(english) == SAID[english]


async def test_words_a_failed_activation_is_shown_once(demo: Table) -> None:
    demo.services.details.usual = "short"
    told = await demo.done(demo.ann, "/activate", unit="IFV", dice="2")
    assert told.lines[0] == "**IFV: failed (own 2, needed 4+)**"
    assert told.lines[1] == "📌 **Place an on guard marker by IFV.**"
    assert "Not activated" not in told.text
    assert told.text.count("n Guard") + told.text.count("on guard") == 1


async def test_words_of_an_action_describe_the_deed(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="run", dice="6")
    shown = await demo.say(demo.ann, "/unit show", unit="Marines")
    assert shown.lines[0].endswith("· ran")
    assert "what it may fire" not in shown.text


async def test_words_the_numbers_of_a_shot_are_read_with_a_pencil(demo: Table) -> None:
    shot = {"attacker": "Militia", "target": "Marines", "distance": "10", "cover": "moderate", "dice": "6 " * 20}
    told = await demo.say(demo.bob, "/fire", **{**shot, "dice": "roll"})
    assert "at most 6, so" in told.text
    assert "capped" not in told.text


async def test_words_the_luckier_player_is_named_first(demo: Table) -> None:
    for who, unit, target, face in ((demo.bob, "Militia", "Marines", 1), (demo.ann, "Regular section", "Militia", 6)):
        demo.dice.next(*[face] * 9)
        await demo.done(who, "/fire", attacker=unit, target=target, distance="10")
    told = await demo.say(demo.ann, "/luck")
    assert told.lines[0] == "**Red was luckier.**"


async def test_no_player_is_called_luckier_for_frequent_results(demo: Table) -> None:
    """Four hits of nine where three were to be expected, and none where one was, are no luck to speak of."""
    for who, unit, target, hits in ((demo.bob, "Militia", "Marines", 0), (demo.ann, "Regular section", "Militia", 4)):
        demo.dice.next(*[6] * hits, *[1] * (9 - hits))
        await demo.done(who, "/fire", attacker=unit, target=target, distance="10")
    told = await demo.say(demo.ann, "/luck")
    assert told.lines[0] == "**No side was luckier.**"


async def test_words_the_controls_do_not_repeat_their_owner(demo: Table) -> None:
    told = await demo.done(demo.ann, "/initiative", dice="6 1")
    found = await demo.pick(demo.ann, told, "All controls …")
    assert found.title == "Controls"
    assert not found.text
    more = await demo.click(demo.ann, found, "More …")
    assert more.title == "More"
    assert "Other effects" not in more.whole
