"""Rules in our own words: every action has a topic, every ruling is explained somewhere, every text is short."""

from __future__ import annotations

from rules.kernel.wording import ENGLISH
from tests.rules.bayonet.table import SYSTEM


def test_every_action_has_a_topic() -> None:
    assert {action.topic for action in SYSTEM.actions.values()} <= set(SYSTEM.topics)


def test_every_ruling_is_named_by_a_topic_and_no_topic_names_another() -> None:
    named = {ruling for topic in SYSTEM.topics.values() for ruling in topic.rulings}
    assert named == set(SYSTEM.rulings.model_fields)


def test_topics_have_a_section_and_fit_a_message() -> None:
    for topic in SYSTEM.topics.values():
        assert topic.section
        assert 0 < len(ENGLISH(topic.text)) < 1000
        assert ENGLISH(topic.title)


def test_morale_is_absent_and_its_place_names_the_result_states() -> None:
    for word in ("no morale test", "suppressed", "recoil", "fleeing", "downed"):
        assert word in ENGLISH(SYSTEM.absent["morale"])


def test_refused_and_warned_are_listed() -> None:
    assert len(SYSTEM.refused) >= 3
    assert len(SYSTEM.warned) == 9


def test_credit() -> None:
    assert SYSTEM.about.credit == "Bayonet by Oleg Zacharov, edits by moif"
    assert SYSTEM.about.licence.startswith("None stated")
