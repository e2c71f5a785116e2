"""The words of a file: for one and for more, in two languages, and its expressions on the sheet."""

from __future__ import annotations

import re

import pytest

from bot.services.play.odds import Chances
from bot.services.play.odds_work import main_of
from cogs.rendering.odds import odds_reply, short_odds_reply
from cogs.rendering.text import Reader
from data.files import new_system, system_files
from data.texts import language
from rules.command.planned import Planned
from rules.command.system import Board
from rules.files.in_words import in_words
from rules.files.shape import Document
from rules.files.system import read_system
from rules.files.trial import begin
from rules.kernel.distribution import effect_odds, summary
from rules.kernel.facts import validate
from rules.kernel.resolve import odds, ruleset_of
from rules.kernel.text import Text, amount_of, several_of
from rules.kernel.text_json import as_json, from_json
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_read_system import TEXT, faults
from tests.rules.table import Sitting

TRENCH = (
    new_system("trench")
    .replace("musket = { reach = 24 }", 'musket = { reach = 24, plural = "muskets of old" }')
    .replace('why = "shaken"', 'why = "{n} {n:marker|markers} of fear"')
    .replace('as = "failed"', 'as = "heads"')
    .replace('models = "failed"', 'models = "heads"')
    .replace(', failed = "{unit} stays shaken"', "")
    .replace('passed = "{unit} takes heart"', 'passed = "{unit} takes heart: {nerve} {nerve:die|dice}"')
    .replace('by = "unit", for = "morale"', 'by = "unit", as = "nerve", dice = 2, for = "morale"')
    + """
[texts.de]
"musket" = "Muskete"
"muskets of old" = "Musketen"
"head" = "Kopf"
"heads" = "Köpfe"
"{unit} takes heart: {nerve} {nerve:die|dice}" = "{unit} fasst Mut: {nerve} {nerve:Würfel|Würfeln}"
"""
)


def board(text: str) -> Board:
    return begin(read_system(text.encode(), "trench.toml"))[0]


def rally_text(faces: list[int], reader: Reader | None = None) -> str:
    """Return the text of a rally with these dice."""
    facts = {"unit": {"move": 6, "skill": 4, "save": 5, "models": 3, "shaken": True}}
    text = Sitting(read_system(TRENCH.encode(), "trench.toml")).play("rally", facts, faces).text
    return (reader or ENGLISH)(text)


def test_a_text_has_a_word_for_one_and_a_word_for_more() -> None:
    assert rally_text([6, 1]).endswith("takes heart: 1 die.")
    assert rally_text([6, 6]).endswith("takes heart: 2 dice.")


def test_its_translation_has_its_own_two_words() -> None:
    german = Reader(language("de"), board=board(TRENCH))
    assert rally_text([6, 1], german).endswith("fasst Mut: 1 Würfel.")
    assert rally_text([6, 6], german).endswith("fasst Mut: 2 Würfeln.")


def test_weapons_and_counts_have_plurals_in_both_languages() -> None:
    german = Reader(language("de"), board=board(TRENCH))
    english = Reader(language("en"), board=board(TRENCH))
    assert [english(several_of(n, "musket")) for n in (1, 2)] == ["1 musket", "2 muskets of old"]
    assert [german(several_of(n, "musket")) for n in (1, 2)] == ["1 Muskete", "2 Musketen"]
    assert [german(amount_of(n, "heads")) for n in (1, 2)] == ["1 Kopf", "2 Köpfe"]


@pytest.mark.parametrize(
    ("put", "said"),
    [
        ("{n:wound}", "modifier.shock.why: write the name alone: {n}"),
        ("{n:a|b|c}", "modifier.shock.why: write {n:model|models}: the word for one, and the word for more"),
        ("http{n:|s}:", 'modifier.shock.why: texts have no formatting: remove "http:"'),
        ("{n!r:a|b}", "modifier.shock.why: write the name alone: {n}"),
    ],
)
def test_a_choice_of_words_has_two_of_them(put: str, said: str) -> None:
    first, *_ = faults(TEXT.replace("{n} shock", f"{put} shock", 1))
    assert first.endswith(said)


MARKED = (
    new_system("marked")
    .replace(
        "[states]\n",
        """[states]
hurts = { holds = "count", marker = true, by_hand = true, set_by = "fire", effect = "none" }
braced = { marker = true, by_hand = true, set_by = "orders", effect = "none" }
""",
    )
    .replace('{ lose = "target", models = "failed" }', '{ mark = "target.hurts", add = "failed", as = "new" }')
    .replace(
        '{ mark = "target.shaken", add = "models_lost > 0" }',
        """{ mark = "target.shaken", add = "new > 1", as = "rattled" },
    { mark = "target.braced", add = "-(new > 1)", as = "moved" }""",
    )
    .replace('rule = "Roll a d6 for each shot', 'aim = "new"\nrule = "Roll a d6 for each shot')
)
TWO_SHOTS = {
    "attacker": {"move": 6, "skill": 4, "save": 5, "models": 2},
    "target": {"move": 6, "skill": 4, "save": 6, "models": 6},
    "weapons": [{"weapon": "musket", "count": 2}],
    "distance": 10,
}


def test_odds_name_marks_by_their_states() -> None:
    """Issue 43: a key of the file, such as "1 new", says nothing to a player."""
    system = read_system(MARKED.encode(), "marked.toml")
    action = system.actions["fire"]
    facts = validate(action.facts, TWO_SHOTS)
    plan = action.plan(facts, ruleset_of(system))
    planned, dist = Planned("fire", facts, {}), odds(action, facts, ruleset_of(system))
    main = main_of(action, plan, dist)
    assert main
    found = Chances(
        action.title, planned, action, summary(action, dist), main=main, effects=effect_odds(action, dist, main.what)
    )
    words = Reader(language("en"))
    full, short = odds_reply(words, [found], private=True, chart=False).text, short_odds_reply(words, [found]).text
    assert "Hurts: 0.83 on average" in full
    for told in (full, short):
        assert "1 hurt" in told
        assert "2 hurts, shaken and no longer braced" in told
        assert not re.search("new|rattled|moved", told)


def test_a_result_names_marks_by_their_states() -> None:
    """Issue 43."""
    text = Sitting(read_system(MARKED.encode(), "marked.toml")).play("fire", TWO_SHOTS, [6, 1, 1]).text
    assert ENGLISH(text) == "1 hit, 1 failed, 1 hurt."


def test_a_plural_is_a_short_text() -> None:
    (found,) = faults(TEXT.replace("bayonet = { }", "bayonet = { plural = 3 }"))
    assert found.endswith("weapons.bayonet.plural: write a text of at most 60 letters")


@for_each(
    ("said", "words"),
    [
        (4, "4"),
        ("acc_of_none", "acc of none"),
        ("models * weapon.attacks", "models × Attacks"),
        ("-roller.shock", "−shock"),
        ("distance > weapon.short and not obscured", "distance is more than Short range and not obscured"),
        ("unit.mov // 2 - 1", "half of Movement − 1"),
        ("(cover == 'normal') - (cover == 'negative')", "1 if cover is normal, −1 if cover is negative"),
        ("2 * road", "2 if road"),
        ("2 if shock_limit == 'none' else target.co", "2 if shock limit is none, otherwise the target's Courage"),
        ("max(1, attacker.acc - 2)", "the higher of 1 and (the attacker's Accuracy − 2)"),
        ("unit.mov % 3 + 2 * unit.co // 5", "Movement mod 3 + (2 × Courage) ÷ 5"),
        ("(unit.focus or unit.evade) and models", "(focus or evade) and models"),
        ("unit.models * 2 <= unit.starting", "(models × 2) is at most models at the start"),
        ("total(weapon.long, weapon.attacks)", "the total of Long range"),
        ("lowest(weapon.long) - road * 2", "the lowest Long range, −2 if road"),
        ("(unit.mov > 2) * 3 - (not road)", "3 if Movement is more than 2, −1 if not road"),
        ("abs(unit.mov) != ceil(unit.co)", "the size of Movement is not Courage, rounded up"),
    ],
)
def test_an_expression_is_printed_in_words(said: object, words: str) -> None:
    rows = system_files()["battle_forge"].rows
    assert isinstance(rows, Document)
    assert in_words(said, rows) == words


def test_a_text_with_two_words_is_kept_with_its_game() -> None:
    text = Text("{n} {n:wound|wounds}", n=2)
    assert from_json(as_json(text)) == text
    with pytest.raises(ValueError, match="not a text"):
        from_json({"msgid": "{n:{n}|}", "values": {"n": 2}})
