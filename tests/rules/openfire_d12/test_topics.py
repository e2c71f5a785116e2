"""Rules in our own words: every action has a topic, every ruling is explained somewhere, every text is short."""

from __future__ import annotations

from rules.kernel.wording import ENGLISH
from tests.rules.openfire_d12.table import SYSTEM


def test_every_action_has_a_topic() -> None:
    assert {action.topic for action in SYSTEM.actions.values()} <= set(SYSTEM.topics)


def test_every_ruling_is_named_by_a_topic_and_no_topic_names_another() -> None:
    named = {ruling for topic in SYSTEM.topics.values() for ruling in topic.rulings}
    assert named == set(SYSTEM.rulings.model_fields)


def test_topics_have_a_section_and_fit_a_message() -> None:
    for topic in SYSTEM.topics.values():
        assert topic.section
        assert 0 < len(ENGLISH(topic.text)) < 1000


def test_refused_and_warned_are_listed() -> None:
    assert len(SYSTEM.refused) == 7
    assert len(SYSTEM.warned) == 6


def test_an_absent_command_names_its_replacement() -> None:
    assert "/activate" in ENGLISH(SYSTEM.absent["turn phase"])


def test_commands_offer_no_more_than_a_menu_holds_with_short_codes() -> None:
    for command in (*SYSTEM.commands.values(), *SYSTEM.acts.values()):
        for choices in (command.situations, command.covers, command.actions, command.terrain, command.extra):
            assert len(choices) <= 25
            assert all(len(ENGLISH(choice.label)) <= 60 for choice in choices)
            assert len({choice.code for choice in choices}) == len(choices)
