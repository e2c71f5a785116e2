"""`/help`, `/rules topic`, `/rulings show` and `/roll`, in Discord, for every system."""

from __future__ import annotations

import pytest

from cogs.interactions.limits import CHOICES
from cogs.rendering.table_topics import TABLE_TOPICS, topics_of
from rules.command.system import System
from rules.kernel.wording import ENGLISH
from tests.cogs.table import Table, Told
from tests.turns import each_kind, three_systems


def _readable(told: Told) -> None:
    """In messages, not in a file that a phone has to open."""
    assert told.messages
    assert not any(message.attachments for message in told.messages), told.title


@each_kind
async def test_the_cheat_sheet_has_a_line_for_every_topic_and_the_systems_own_commands(
    table: Table, system: System
) -> None:
    """WW2 has nothing to activate, Bayonet no next turn that is a command of its own."""
    await table.done(table.ann, "/game new", system=system.key)
    told = await table.say(table.bob, "/help")
    assert told.private
    _readable(told)
    assert system.name in told.text
    for topic in system.topics.values():
        assert f"**{ENGLISH(topic.title)}**: " in told.text, topic.title
    for key in ("activate", "morale", "turn phase", "turn next"):
        assert (f"`/{key}`" in told.text.split("**Your own dice**")[0]) == (key in system.commands), key


@three_systems
async def test_every_topic_can_be_picked_and_is_explained(table: Table, system: System) -> None:
    await table.done(table.ann, "/game new", system=system.key)
    first = await table.type(table.ann, "/rules topic", "topic")
    assert len(first) == min(CHOICES, len(topics_of(system)))
    for nth, (key, topic) in enumerate(system.topics.items()):
        title = ENGLISH(topic.title)
        assert (title[:100], key) in await table.type(table.ann, "/rules topic", "topic", title)
        told = await table.say(table.bob, "/rules topic" if nth else "/help", topic=key)
        assert told.private
        assert (told.title, told.footer) == (title, f"{system.name} › {topic.section}")
        _readable(told)
    said = await table.refused(table.bob, "/rules topic", topic="ghosts")
    assert said.startswith("There is no topic 'ghosts'. Topics: ")


@three_systems
async def test_every_ruling_is_shown_and_can_be_set(table: Table, system: System) -> None:
    await table.done(table.ann, "/game new", system=system.key)
    told = await table.done(table.ann, "/rulings show")
    _readable(told)
    for name in system.rulings.model_fields:
        assert f"**{name.replace('_', ' ')}** =" in told.text.lower(), name
        options = await table.type(table.ann, "/rulings set", "value", name=name)
        assert options, name
        await table.done(table.ann, "/rulings set", name=name, value=options[-1][1])
    _readable(await table.done(table.ann, "/rulings show"))


async def test_help_begins_with_the_demo(table: Table) -> None:
    told = await table.say(table.cyd, "/help")
    assert told.private
    assert "/game demo" in told.text
    assert "no game in this channel" in await table.refused(table.ann, "/help", topic="fire")
    await table.done(table.ann, "/game demo")
    told = await table.say(table.cyd, "/help")
    assert "**Suppression**: " in told.text


async def test_loose_dice_that_cannot_be(table: Table) -> None:
    for thrown in ["0d6", "d1", "101d6", "3d101", "six", "-1d6", "2d6kh3", "3", ",", "60d6, 41d6", "d20++3"]:
        assert "like 3d6" in await table.refused(table.ann, "/roll", dice=thrown), thrown


LOOSE = (
    ("3d6", "3d6", "🎲 3 17 2 = **22**"),
    ("d20+3", "d20 + 3", "🎲 3 + 3 = **6**"),
    ("D20 - 5", "d20 − 5", "🎲 3 − 5 = **−2**"),
    ("2d20kh1", "2d20kh1", "🎲 ~~3~~ 17 = **17**"),
    ("3d6 keep lowest 2", "3d6kl2", "🎲 3 ~~17~~ 2 = **5**"),
    ("2d6kl + 1d4 - 1", "2d6kl1 + d4 − 1", "🎲 (3 ~~17~~) + 2 − 1 = **4**"),
    ("d6", "d6", "🎲 3"),
    ("d6, 2d6+1", "d6, 2d6 + 1", "🎲 d6: 3\n🎲 2d6 + 1: (17 2) + 1 = **20**"),
)


async def test_loose_dice_with_numbers_kept_and_several(table: Table) -> None:
    for typed, title, said in LOOSE:
        table.dice.faces.clear()
        table.dice.next(3, 17, 2)
        told = await table.done(table.cyd, "/roll", dice=typed)
        assert (told.title, told.text) == (title, said)


# Loose dice rolled again


async def test_chosen_loose_dice_are_rolled_again_and_both_are_shown(table: Table) -> None:
    table.dice.next(1, 5, 1, 4, 6)
    told = await table.done(table.cyd, "/roll", dice="3d6+2", reroll="1")
    assert told.text == "🎲 (~~1~~→4 5 ~~1~~→6) + 2 = **17**"
    table.dice.next(3)
    again = await table.pick(table.cyd, told, "every 4 (1)")
    assert again.text == "🎲 (~~4~~→3 5 6) + 2 = **16**"
    assert not again.private
    await table.restart()
    assert (await table.pick(table.cyd, again, "every 5 (1)")).title == "3d6 + 2"
    assert (await table.pick(table.bob, again, "every 5 (1)")).refused


async def test_dice_that_no_menu_of_this_version_shows_are_not_rolled_again(table: Table) -> None:
    told = await table.done(table.cyd, "/roll", dice="2d6")
    for shown in ("2d6:rollagain:1", "2d6:rollagain:1:7", "2d6:rollagain:0:1", "2d6, d6:rollagain:1:1"):
        id = f"adj1:choose:{table.cyd.id}:{shown}"
        again = await table.click_of_before(table.cyd, told, id, component_type=3, values=["1"])
        assert again.title == "This button is from another version of the bot", shown


async def test_of_dice_kept_the_highest_after_the_second_roll_counts(table: Table) -> None:
    table.dice.next(1, 15, 18)
    told = await table.done(table.cyd, "/roll", dice="2d20kh1", reroll="1")
    assert told.text == "🎲 ~~1~~→18 ~~15~~ = **18**"


async def test_a_number_that_is_no_face_is_not_rolled_again(table: Table) -> None:
    for named in ("x", "-1", "1;2", "9999", "**"):
        assert "Which faces" in await table.refused(table.ann, "/roll", dice="3d6", reroll=named), named


async def test_many_dice_or_rolls_are_not_offered_again(table: Table) -> None:
    for typed, offered in (("20d6", True), ("21d6", False), ("3d6, 2d4", False), ("20d100", False)):
        told = await table.done(table.ann, "/roll", dice=typed)
        assert ("rollagain" in str([one.components for one in told.messages])) == offered, typed


async def test_of_secret_dice_rolled_again_only_who_looks_sees_both_faces(table: Table) -> None:
    table.dice.next(1, 5, 4)
    told = await table.done(table.cyd, "/roll", dice="2d6", reroll="1", secret=True)
    assert "→" not in told.text
    assert "rollagain" not in str([one.components for one in told.messages])
    looked = await table.click(table.cyd, told, "Look")
    assert "~~1~~→4 5 = **9**" in looked.text


async def test_the_rules_of_the_bot_are_topics_of_every_game(demo: Table) -> None:
    """S: consent, seals, and the dice of undone entries had no topic."""
    for key, topic in TABLE_TOPICS.items():
        told = await demo.say(demo.bob, "/help", topic=key)
        assert (told.title, told.footer) == (ENGLISH(topic.title), "Adjutant")
        assert told.private
        assert key in [value for _, value in await demo.type(demo.ann, "/rules topic", "topic", told.title)]


@pytest.fixture
def brief(demo: Table) -> Table:
    """A demo whose players read short answers."""
    demo.services.details.usual = "short"
    return demo


async def test_a_player_who_needs_help_finds_it_by_taps(brief: Table) -> None:
    """The board, a unit's orders, the open questions, all commands, a rule; nothing is typed."""
    told = await brief.say(brief.ann, "/help")
    assert told.private
    assert told.buttons == ("Board", "What may my unit do?", "Who is waited for?", "Undo", "All commands")
    assert "Lost?" in told.text
    assert "`/" not in told.text
    assert "Militia" in (await brief.click(brief.ann, told, "Board")).text
    units = await brief.click(brief.ann, told, "What may my unit do?")
    assert "Activate" in (await brief.pick(brief.ann, units, "Marines")).buttons
    told = await brief.say(brief.ann, "/help")
    assert (await brief.click(brief.ann, told, "Who is waited for?")).title == "Waiting"
    assert "/force load" in (await brief.click(brief.ann, told, "All commands")).text


async def test_the_page_of_help_has_splitting_reserves_and_scenarios_and_keeps_its_buttons(demo: Table) -> None:
    """Each is an option of the menu, and its text replaces the page, whose buttons remain."""
    page = await demo.say(demo.ann, "/help")
    assert page.buttons == ("Board", "What may my unit do?", "Who is waited for?", "Undo", "All commands")
    for title, command in (
        ("Splitting and joining units", "unit split"),
        ("Reserves", "unit reserve"),
        ("Scenarios", "game scenario"),
    ):
        shown = await demo.pick(demo.ann, page, title, "A rule")
        assert (shown.title, shown.buttons) == (title, page.buttons)
        assert command in shown.text
        assert [label for label, _ in await demo.type(demo.ann, "/help", "topic", title[:7])] == [title]
