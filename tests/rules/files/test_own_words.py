"""A file's own words: rulings, reasons in the ledger, notes; and situations that are offered when they can apply."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from data.files import new_system
from rules.command.effects import changes, mark
from rules.command.system import Board
from rules.files.ruleset import FileRuleset
from rules.files.spoken import spoken
from rules.files.system import read_system
from rules.files.trial import begin
from rules.game.unit import Unit
from rules.kernel.request import Request, bare_request, changed
from rules.kernel.resolve import resolve
from rules.kernel.serialise import rulings_json
from rules.kernel.table import Given
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_read_system import faults
from tests.rules.table import Sitting

OWN = (
    new_system("club")
    .replace(
        "[states]\n",
        """[rulings.nerve]
options = { shaky = "A loss shakes a unit.", steady = "Losses shake no unit." }
about = "Whether losses shake a unit."
house = true

[rulings.shots]
options = { 1 = "One shot each.", 2 = "Two shots each." }
about = "Shots of a model."

[states]
hidden = { marker = true, by_hand = true, set_by = "setup", effect = "is a card" }
""",
    )
    .replace(
        "[asked]\n",
        """[asked]
rest = { label = "Rifles rest on the wall", when = "cover == 'cover' and not attacker.shaken" }
close = { label = "Wall {n}″ off", numbers = [2, 4, 9], inches = true, when = "n <= target.move" }
flank = { label = "From the flank", when = "distance <= 12 and shots == 1" }
""",
    )
    .replace('asks = ["cover"]', 'asks = ["cover", "rest", "close", "flank"]')
    .replace(
        'dice = "models * weapon.shots", as = "hits", for = "to_hit" },',
        'dice = "models * weapon.shots * shots", dice_why = "{weapons}, {n} {n:shot|shots}", why = "Skill of {n}", '
        'as = "hits", for = "to_hit" },',
    )
    .replace('add = "models_lost > 0" }', "add = \"models_lost > 0 and nerve == 'shaky'\" }")
    .replace(
        'rule = "Roll a d6 for each shot',
        """notes = [
    { when = "models_lost >= 2 and target.models", say = "{target} closes ranks: {models_lost} men." },
    { when = "target.shaken and cover == 'cover'", say = "{target} ducks." },
    { say = "{attacker} reloads." },
]
rule = "Roll a d6 for each shot""",
    )
    .replace(
        "[action.rally]\n",
        '[action.rally]\nnotes = [{ when = "not unit.shaken", say = "{unit} cheers." }]\n',
    )
)


def read_ruleset(text: str = OWN, bases: Any = None) -> FileRuleset:
    system = read_system(text.encode(), "club.toml", bases or {})
    assert isinstance(system, FileRuleset)
    return system


def at_table() -> tuple[Board, Unit, Unit]:
    """A board with the first unit of either side."""
    board, _ = begin(read_ruleset())
    red, blue = (next(iter(board.game.units_of_side(side))) for side in ("Red", "Blue"))
    return board, red, blue


# Rulings.


def test_a_ruling_has_a_sentence_for_each_option_and_may_be_of_the_house() -> None:
    """Issue 43."""
    nerve, shots = rulings_json(read_ruleset())
    assert nerve["options"] == ["shaky", "steady"]
    assert nerve["says"] == {"shaky": "A loss shakes a unit.", "steady": "Losses shake no unit."}
    assert nerve["house"]
    assert shots["options"] == [1, 2]
    assert shots["default"] == 1
    assert shots["says"]["2"] == "Two shots each."
    assert not shots["house"]


@pytest.mark.parametrize(("own", "default"), [('nerve = "steady"', "steady"), ("shots = 2", 2)])
def test_a_variant_chooses_another_default_of_a_ruling_with_sentences(own: str, default: object) -> None:
    variant = f'base = "club"\n[system]\nkey = "house"\nname = "House"\n[rulings]\n{own}\n'
    found = rulings_json(read_ruleset(variant, {"club": read_ruleset()}))
    of = next(one for one in found if one["name"] == own.partition(" ")[0])
    assert of["default"] == default
    assert len(of["options"]) == len(of["says"]) == 2


# The ledger.


def test_a_roll_has_reasons_of_its_own_in_the_ledger() -> None:
    """Issue 43."""
    unit = {"move": 6, "skill": 4, "save": 5, "models": 2, "shaken": False}
    facts = {"attacker": unit, "target": unit, "weapons": [{"weapon": "pistol", "count": 2}], "distance": 10}
    played = Sitting(read_ruleset(), {"shots": 2}).play("fire", facts, [1] * 8).played
    ledger = [(ENGLISH(line.why), line.value) for line in played.steps[0].throw.ledger]
    assert ledger == [("Skill of 4", 4), ("2 pistols, 8 shots", 8)]


# Notes.


def notes_of(units: tuple[Unit, Unit], board: Board, request: Request, faces: list[int]) -> list[str]:
    """Return the sentences of the file below the result of an action with these dice."""
    command = {**board.system.commands, **board.system.acts}[request.command]
    order = command.plan(board, request)
    (one,) = order.plays
    action = board.system.actions[one.action]
    found = resolve(board.system, action, one.facts, board.book, Given(faces))
    now = board.after(changes(board, found.effects, one.roles))
    said = [ENGLISH(note) for note in order.notes(now, [found.played])]
    red, blue = (unit.id for unit in units)
    return [note.replace(red, "Red").replace(blue, "Blue") for note in said]


def shot_at(red: Unit, blue: Unit, cover: str, *situation: str) -> Request:
    return changed(
        bare_request("fire"),
        unit=(red.id,),
        target=(blue.id,),
        distance=(Decimal(10),),
        cover=(cover,),
        situation=situation,
    )


@pytest.mark.parametrize(
    ("cover", "lost", "said"),
    [
        ("open", 0, ["Red reloads."]),
        ("open", 1, ["Red reloads."]),
        ("cover", 1, ["Blue ducks.", "Red reloads."]),
        ("cover", 2, ["Blue closes ranks: 2 men.", "Blue ducks.", "Red reloads."]),
        ("open", 6, ["Red reloads."]),
    ],
)
def test_notes_describe_the_units_after_the_action(cover: str, lost: int, said: list[str]) -> None:
    """Issue 43: a note has a condition on the result, on the units and on what players have said."""
    board, red, blue = at_table()
    faces = [6] * lost + [1] * (8 - lost) + [1] * lost
    found = notes_of((red, blue), board, shot_at(red, blue, cover), faces)
    assert [one for one in found if "Attacked" not in one and "not been activated" not in one] == said


def test_a_note_of_an_act_reads_its_unit() -> None:
    board, red, blue = at_table()
    shaken = board.after(mark(red, shaken=1))
    rally = changed(bare_request("rally"), unit=(red.id,))
    assert "Red cheers." in notes_of((red, blue), shaken, rally, [6])
    assert "Red cheers." not in notes_of((red, blue), shaken, rally, [1])


# Situations that are offered only when they can apply.


def offered_situations(board: Board, request: Request) -> set[str]:
    return {one.code for one in board.system.commands["fire"].situations_of(board, request)}


def test_a_situation_is_offered_only_when_it_can_apply() -> None:
    """Issue 43: a condition reads the units, the rulings, the distance, other answers, and the number itself."""
    board, red, blue = at_table()
    near = changed(shot_at(red, blue, "cover"), distance=(Decimal(12),))
    assert offered_situations(board, near) == {"rest", "close=2", "close=4", "flank"}  # raiders of Move 8
    assert offered_situations(board, shot_at(red, blue, "open")) == {"close=2", "close=4", "flank"}
    assert offered_situations(board, changed(near, distance=(Decimal(13),))) == {"rest", "close=2", "close=4"}
    assert "rest" not in offered_situations(board.after(mark(red, shaken=1)), near)
    assert "rest" in offered_situations(board, shot_at(red, blue, "open", "rest"))  # shown already: it can be undone


def test_missing_or_hidden_facts_rule_no_situation_out() -> None:
    board, red, blue = at_table()
    every = {"rest", "close=2", "close=4", "close=9", "flank"}
    assert offered_situations(board, bare_request("fire")) == every
    assert offered_situations(board, changed(bare_request("fire"), unit=(red.id,))) == every
    card = board.after(mark(blue, hidden=1))
    assert "close=9" in offered_situations(card, shot_at(red, blue, "open"))


# Faults, and translations.


@for_each(
    ("take", "put", "said"),
    [
        (
            "options = { shaky",
            'options = { 3 = "Three.", shaky',
            "rulings.nerve: the options are all words, or all numbers",
        ),
        ("house = true", "house = 3", "rulings.nerve.house: give true or false"),
        (
            "not attacker.shaken",
            "not attacker.shakn",
            'asked.rest.when: attacker has no "shakn"; did you mean "shaken"?',
        ),
        ("n <= target.move", "m <= target.move", 'asked.close.when: "m" is not known here; the names here are'),
        (
            'cover = { option = "cover",',
            'cover = { when = "shots == 1", option = "cover",',
            "asked.cover: when goes only with situations: a form always asks for cover",
        ),
        (
            '"{weapons}, {n}',
            '"{weapn}, {n}',
            'action.fire.roll.dice_why: "weapn" has no value here; did you mean "weapons"?',
        ),
        ('why = "Skill of {n}"', 'why = "Skill of {weapons}"', 'action.fire.roll.why: "weapons" has no value here'),
        (
            '{ roll = "rally", check',
            '{ roll = "rally", dice_why = "one", check',
            "action.rally.then.dice_why: give dice beside dice_why",
        ),
        (
            'notes = [{ when = "not unit.shaken"',
            'notes = [{ when = "models == 2"',
            'action.rally.notes.when: "models" is not known',
        ),
        (
            'say = "{target} ducks."',
            'say = "{target} ducks {nerve}."',
            'action.fire.notes.say: "nerve" has no value here',
        ),
        ('say = "{attacker} reloads."', 'saying = "reloads"', 'action.fire.notes.saying: there is no "saying"'),
    ],
)
def test_faults_are_sentences_with_their_place(take: str, put: str, said: str) -> None:
    assert take in OWN
    first, *_ = faults(OWN.replace(take, put, 1))
    assert first.partition(": ")[2].startswith(said)


def test_its_own_words_are_for_translators_too() -> None:
    words = {*spoken(read_ruleset().tables.compiled.document)}
    assert {"A loss shakes a unit.", "Skill of {n}", "{attacker} reloads."} <= words
    assert "{weapons}, {n} {n:shot|shots}" in words
