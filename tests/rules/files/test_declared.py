"""Facts that a file declares: records with words and defaults of their own, and answers that set them."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.command.effects import changes, mark
from rules.command.system import Board
from rules.files.ruleset import FileRuleset
from rules.files.schema import schema
from rules.files.system import read_system
from rules.files.trial import begin
from rules.game.unit import Unit
from rules.kernel.dice import Need
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import MissingFacts, validate
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.table import Given
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_read_system import faults
from tests.rules.table import Sitting

SALVO = (Path(__file__).parent / "salvo.toml").read_text(encoding="utf-8")
MARK = {"models": 6, "dug_in": False, "cover": "open"}


@cache
def the_rules(text: str = SALVO) -> FileRuleset:
    system = read_system(text.encode(), "salvo.toml")
    assert isinstance(system, FileRuleset)
    return system


def salvo(**changes: Any) -> dict[str, Any]:
    return {"attacker": {"nerve": 2}, "target": MARK, "distance": 8, **changes}


def facts(**changes: Any) -> dict[str, Any]:
    return validate(the_rules().actions["fire"].facts, salvo(**changes)).model_dump(mode="json")


def salvo_of(
    cover: str = "open", *situation: str, distance: int = 8, text: str = SALVO, **states: int
) -> tuple[Board, Any]:
    """Return a table and a salvo between two of its units, the target with these states."""
    board, _ = begin(the_rules(text))
    red, blue = (next(iter(board.game.units_of_side(side))) for side in ("Red", "Blue"))
    board = board.after([*mark(red, masked=1), *mark(blue, **states)])
    request = Request("fire", (red.id,), (blue.id,), (Decimal(distance),), (cover,), situation=situation)
    return board, board.system.commands["fire"].plan(board, request)


def shot(*situation: str, **states: int) -> Any:
    """Return the facts of a salvo."""
    [planned] = salvo_of(*situation, text=SALVO, **states)[1].plays
    return planned.facts


def shoot(dice: list[int], *situation: str, text: str = SALVO, **states: int) -> tuple[list[Any], Unit, Unit]:
    """Return the notes of a salvo, and both units after it."""
    board, plan = salvo_of(*situation, text=text, **states)
    [planned] = plan.plays
    rule = board.system.actions["fire"]
    found = resolve(board.system, rule, planned.facts, board.book, Given(dice))
    now = board.after(changes(board, found.effects, planned.roles))
    now = now.after(plan.after(now, [found.played]))
    attacker, target = (now.unit(planned.roles[role]) for role in ("attacker", "target"))
    return [*plan.notes(now, [found.played])], attacker, target


def test_an_answer_sets_a_fact_that_may_be_any_word() -> None:
    mood = 'mood = { name = "Mood", kind = "word", optional = true }\n'
    text = SALVO.replace("[record.trench.facts]", f"{mood}[record.trench.facts]")
    text = text.replace("sight = \"'dim'\"", "sight = \"'dim'\", mood = \"'grim'\"")
    assert the_rules(text).tables.compiled.actions["fire"].sets["smoke"].keys() == {"sight", "mood"}


# Facts that a script gives.


def test_what_is_left_out_has_its_default() -> None:
    found = facts()
    assert (found["guns"], found["flank"], found["gap"], found["sight"], found["ground"]) == (
        *([], False, None),
        *("clear", "open"),
    )


@for_each(("cover", "ground"), [("open", "open"), ("wall", "wood")])
def test_a_default_may_depend_on_the_word_of_another_fact(cover: str, ground: str) -> None:
    assert facts(target=MARK | {"cover": cover})["ground"] == ground
    assert facts(target=MARK | {"cover": cover}, ground="open")["ground"] == "open"


def test_a_list_has_records_of_its_own() -> None:
    guns = [{"kind": "mortar"}, {"kind": "rocket", "dice": 9, "bore": 81}]
    assert facts(guns=guns)["guns"] == [
        {"kind": "mortar", "dice": 3, "bore": None},
        {"kind": "rocket", "dice": 9, "bore": 81},
    ]
    throw = Sitting(the_rules()).play("fire", salvo(guns=guns[:1]), [1] * 5).played.steps[0].throw
    assert [(ENGLISH(line.why), line.value) for line in throw.ledger][-1] == ("3 dice of the mortar", 3)


@for_each(
    ("changes", "said"),
    [
        (
            {"guns": [{"kind": "rocket"}]},
            "guns.0: dice: give it; it is known only for mortar and howitzer, not for rocket",
        ),
        ({"guns": [{"dice": 2}]}, "guns.0.kind: missing"),
        ({"guns": [{"kind": "mortar", "dice": 10}]}, "guns.0.dice: at most 9, not 10"),
        ({"guns": [{"kind": "mortar", "bore": 70}]}, "guns.0.bore: choose 60 or 81, not 70"),
        ({"guns": [{"kind": "mortar"}] * 4}, "guns: at most 3"),
        ({"target": MARK | {"cover": "wood"}}, "target.cover: choose 'open' or 'wall', not \"wood\""),
        ({"target": {"models": 6, "cover": "open"}}, "target.dug_in: missing"),
        ({"gap": {"side": "left"}}, "gap.far: missing"),
        ({"wind": 3}, "wind: no such field"),
    ],
)
def test_a_fault_of_facts_is_a_sentence_with_their_place(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadFacts) as caught:
        facts(**changes)
    assert [ENGLISH(one) for one in caught.value.faults] == [said]


def test_the_schema_has_the_titles_and_no_default_that_depends_on_another_fact() -> None:
    found = the_rules().actions["fire"].facts.model_json_schema()
    gun = found["$defs"]["Gun"]
    assert (found["description"], gun["description"]) == ("A salvo at one target.", "Guns of one kind.")
    assert (gun["required"], "default" in gun["properties"]["dice"]) == (["kind"], False)
    assert found["properties"]["distance"]["title"] == "Distance"
    assert found["required"] == ["attacker", "target", "distance"]
    assert "default" not in found["properties"]["ground"]


def test_an_editor_knows_records() -> None:
    rows = schema()
    assert "record" in rows["properties"]
    assert {"of", "numbers", "optional", "usual"} <= rows["$defs"]["FactRow"]["properties"].keys()


# Facts from the table.


def test_units_fill_in_their_numbers_and_states() -> None:
    found = shot(dug_in=1)
    assert (found.attacker.nerve, found.target.models, found.target.dug_in, found.distance) == (2, 6, True, 8)


def test_answers_set_facts() -> None:
    found = shot("wall", "flank", "smoke", "gap_right=2.5")
    assert (found.target.cover, found.ground, found.flank, found.sight) == ("wall", "wood", True, "dim")
    assert (found.gap.side, found.gap.far) == ("right", Decimal("2.5"))


@for_each(("behind", "cover"), [(0, "open"), (3, "open"), (4, "wall"), (6, "wall")])
def test_an_answer_may_set_a_fact_by_other_answers_and_the_units(behind: int, cover: str) -> None:
    assert shot("part", f"behind={behind}").target.cover == cover


def test_an_answer_of_0_is_an_answer() -> None:
    assert shot("open", "gap_left=0").gap.far == 0
    assert shot("open").gap is None


def test_answers_that_set_the_same_fact_are_refused() -> None:
    with pytest.raises(RuleError, match="Not possible at the same time: gap left and gap right"):
        shot("open", "gap_left=2", "gap_right=4")


# Numbers that are needed, refusals by answers, and what follows.


def test_a_number_is_asked_for_while_it_is_needed() -> None:
    with pytest.raises(MissingFacts) as caught:
        shot("part")
    [ask] = caught.value.asks
    assert (ask.option, ENGLISH(ask.question)) == ("situation", "how many models are behind the wall?")
    assert [(one.code, ENGLISH(one.label)) for one in ask.choices] == [(f"behind={n}", str(n)) for n in range(7)]
    assert shot("wall").target.cover == "wall"


def test_a_number_without_a_limit_of_its_own_is_a_hundred_at_most() -> None:
    board, _ = begin(the_rules(SALVO.replace('when = "n <= target.models"\n', "")))
    red, blue = (next(iter(board.game.units_of_side(side))).id for side in ("Red", "Blue"))
    with pytest.raises(MissingFacts) as caught:
        board.system.commands["fire"].plan(board, Request("fire", (red,), (blue,), (Decimal(8),), ("part",)))
    [ask] = caught.value.asks
    assert [one.code for one in ask.choices] == [f"behind={n}" for n in range(101)]


def test_an_answer_may_be_refused_or_warned_about() -> None:
    with pytest.raises(RuleError, match="has fewer models"):
        shot("part", "behind=7")
    assert [ENGLISH(one) for one in salvo_of(distance=21)[1].warnings][-1].endswith("is too far away.")
    assert not any("too far" in ENGLISH(one) for one in salvo_of(distance=20)[1].warnings)


def test_an_attack_may_mark_its_own_unit() -> None:
    _, attacker, _ = shoot([1, 1])
    assert not attacker.has("masked")


def test_a_state_begins_and_ends_with_the_one_that_it_goes_with() -> None:
    assert shoot([5, 1])[2].has("limping")
    assert not shoot([1, 1])[2].has("limping")
    assert not shoot([1, 1], limping=1)[2].has("limping")


def test_a_note_has_a_button_for_what_it_asks() -> None:
    notes, _, target = shoot([5, 1])
    assert ENGLISH(notes[0]) == f"Is there a gap near {target.id}?"
    assert (ENGLISH(notes[0].label), notes[0].request) == ("Gap …", Request("amend", situation=("gap_…",)))
    assert "gap" not in "".join(map(ENGLISH, shoot([5, 1], "open", "gap_left=6")[0]))


@for_each(("when", "asks"), [("cover == 'open'", True), ("cover != 'open'", False)])
def test_a_note_asks_only_what_can_apply(when: str, asks: bool) -> None:
    text = SALVO.replace('"gap.far" = "n" } }', f'"gap.far" = "n" }}, when = "{when}" }}')
    assert text.count(when) > SALVO.count(when) + 1
    assert any("Is there a gap" in ENGLISH(note) for note in shoot([5, 1], text=text)[0]) is asks


def test_a_note_reads_facts_inner_results_and_the_units_as_they_are_now() -> None:
    notes, _, target = shoot([5, 5], "open", "gap_left=6")
    assert ENGLISH(notes[0]) == f"A blow of 2 on {target.id}, who has 4 left."
    assert "A blow" not in "".join(map(ENGLISH, shoot([5, 5], "open", "smoke")[0]))


def test_an_attack_says_which_markers_its_target_has_lost() -> None:
    lost = [ENGLISH(one) for one in shoot([5, 5], "open", "flank", dug_in=1)[0]]
    assert any(one.endswith("is no longer dug in.") for one in lost)
    assert not any("no longer" in ENGLISH(one) for one in shoot([5, 1], dug_in=1)[0])
    assert not any("no longer" in ENGLISH(one) for one in shoot([1, 1], limping=1)[0])  # it has no marker


@for_each(
    ("action", "outcome", "faces", "stood"),
    [
        ("fire", {"runs": True}, (5,), False),
        ("fire", {"runs": False}, (1,), True),
        ("fire", {}, (5,), True),
        ("dig", {"dug": 3}, (5,), True),
        ("dig", {"dug": 3, "held": "failed"}, (5,), False),
        ("rally", {"held": "passed", "later": "failed"}, (1,), True),
    ],
)
def test_a_test_within_an_action_is_passed_by_its_outcome(
    action: str, outcome: dict[str, Any], faces: tuple[int, ...], stood: bool
) -> None:
    """A play of an earlier version, without such an outcome, is judged by its tests, else by its dice."""
    play = Play(action=action, facts={}, outcome=outcome)
    rolled = RecordedRoll(
        key="salvo", label=Text("salvo"), by="attacker", sides=6, faces=faces, source="bot", needed=Need(5)
    )
    assert the_rules().after_battle.passed(play, rolled) is stood


# Faults of a file.


@for_each(
    ("take", "put", "said"),
    [
        (
            'of = "gunners"',
            'of = "gunner"',
            'record.salvo.facts.attacker.of: there is no "gunner"; did you mean "gunners"?',
        ),
        ('facts = "salvo"', 'facts = "salvoes"', 'action.fire.facts: there is no "salvoes"; did you mean "salvo"?'),
        (
            'of = "gap", optional',
            'of = "gap", default = 3, optional',
            "record.salvo.facts.gap: a record has no words, numbers or default: its facts have them",
        ),
        (
            "usual = { kind = {",
            "usual = { sort = {",
            'record.gun.facts.dice.usual: there is no "sort"; the names here are',
        ),
        (
            '{ wall = "wood" }',
            '{ fort = "wood" }',
            'record.salvo.facts.ground.usual.target.cover: there is no "fort"; the names',
        ),
        (
            '{ wall = "wood" }',
            '{ wall = "bog" }',
            "record.salvo.facts.ground.usual.target.cover.wall: choose 'open' or 'wood'",
        ),
        ("howitzer = 5", "howitzer = 12", "record.gun.facts.dice.usual.kind.howitzer: at most 9, not 12"),
        (
            "[record.salvo.facts]",
            '[record.salvo.facts]\ngood = { name = "Good", default = 1 }',
            'record.salvo.facts.good: "good" is taken: use another name',
        ),
        (
            '"gap.far" = "n" } }\ngap_right',
            '"gap.fra" = "n" } }\ngap_right',
            'asked.gap_left.sets.gap.fra: there is no "gap.fra"; did you mean "gap.far"?',
        ),
        ("sight = \"'dim'\"", "sight = \"'dimm'\"", "asked.smoke.sets.sight: sight cannot be \"'dimm'\""),
        ("sight = \"'dim'\"", "sight = 3", 'asked.smoke.sets.sight: sight cannot be "3"'),
        (
            "behind * 2 > target.models",
            "behind * 2 > target.nerves",
            'asked.cover.sets.target.cover: target has no "nerves"; did you mean "nerve"?',
        ),
        (
            "attacker = { name",
            "shooter = { name",
            "action.fire.facts: the record needs attacker, a record of its own; that of a target has models",
        ),
        (
            'models = { name = "Models", kind',
            'number = { name = "Models", kind',
            "action.fire.facts: the record needs target, a record of its own",
        ),
        (
            'facts = "salvo"',
            'facts = "salvo"\nweapons = { pool = true }',
            "action.fire.weapons.pool: the action has facts of its own: remove it",
        ),
        (
            'flank = { name = "From the flank", kind = "flag", default = false }\n',
            "",
            'action.fire.asks: there is no "flank"',
        ),
        (
            ", most = 3, optional = true }",
            ", most = 3 }",
            "action.fire.facts: nothing sets guns: let an answer set it, or give it a default",
        ),
        (
            'name = "Sight", kind = "word", words = ["clear", "dim"], default = "clear"',
            'name = "Wind"',
            "asked.smoke.sets.sight: ",
        ),
        (
            "[record.salvo]\n",
            '[record.spare.facts]\nodd = { name = "Odd" }\n\n[record.salvo]\n',
            "record.spare: no action has these facts: name it as facts, or remove it",
        ),
        ("needed = \"cover == 'part'\"\n", "", "asked.behind: needed and question go together, beside numbers"),
        (
            "cover == 'part'\"\nquestion",
            "cover == 'prt'\"\nquestion",
            'asked.behind.needed: "prt" is not known here; did you mean "part"?',
        ),
        (', button = "Gap …"', "", "action.fire.notes: asks and button go together"),
        ('asks = ["gap_"]', 'asks = ["gpa_"]', 'action.fire.notes.asks: there is no "gpa_"; the names here are'),
        (
            'passes = "not runs"',
            'passes = "not blow"',
            'action.fire.passes: "blow" is not known here; the names here are',
        ),
        (
            "behind > target.models",
            "behnd > target.models",
            'action.fire.refused.when: "behnd" is not known here; did you mean "behind"?',
        ),
        ('lose = "target"', 'lose = "attacker"', 'action.fire.then: attacker has no "models"'),
    ],
)
def test_a_record_that_does_not_fit_is_a_fault(take: str, put: str, said: str) -> None:
    assert take in SALVO
    found = [one.partition(": ")[2] for one in faults(SALVO.replace(take, put, 1))]
    assert any(one.startswith(said) for one in found), found


def test_a_required_fact_of_a_record_needs_something_behind_it() -> None:
    wrong = SALVO.replace('cover = { name = "Cover"', 'wet = { name = "Wet", kind = "flag" }\ncover = { name = "Cover"')
    assert [one.partition(": ")[2] for one in faults(wrong)] == [
        "action.fire.facts: nothing sets target.wet: let an answer set it, or give it a default"
    ]
