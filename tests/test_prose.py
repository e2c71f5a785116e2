"""The lint of docstrings: the whole project passes it, and each rule finds its words."""

from tests.prose import WORDS, all_faults, faults_in
from tests.rows import for_each

BROKEN = (
    "Which units may act.",
    "Whether the unit may act.",
    "Return what somebody has asked.",
    "Return the seat of whoever plays.",
    "The place where units stand.",
    "Return the sentence that is told.",
    "Return the sum that the dice come to.",
    "A question that falls due.",
    "Return the events by which a side ends its go.",
    "Roll the dice anew.",
    "Return the consequences that follow of themselves.",
    "Return the entry that takes it back.",
    "Nor any other unit.",
    "Thrown dice.",
)
FINE = (
    "Return the units that may act.",
    "True if the unit may act.",
    "Models that stood up this turn.",
    "Actions that go on after a duel of stand-ins.",
    "The range at which figures may throw grenades.",
    "Read the field `told` of an older export.",
)


def test_the_docstrings_are_in_plain_english() -> None:
    assert [str(fault) for fault in all_faults([])] == []


@for_each(("rule", "docstring"), list(zip(WORDS, BROKEN, strict=True)))
def test_each_rule_of_the_lint_finds_its_words(rule: tuple[str, str], docstring: str) -> None:
    faults = list(faults_in(f'def act():\n    """{docstring}"""\n'))
    assert rule[1] in [fault.advice for fault in faults]
    assert [fault.line for fault in faults] == [2] * len(faults)


def test_names_of_tests_are_checked_too() -> None:
    [fault] = faults_in("def test_units_of_somebody_else():\n    pass\n")
    assert (fault.name, fault.words) == ("test_units_of_somebody_else", "somebody")
    assert list(faults_in("def become_nobody():\n    pass\n")) == []


@for_each("around", ["if x:", "try:\n  pass\nexcept E:", "match x:\n case 1:", "class A:", "with x:"])
def test_definitions_inside_of_statements_are_checked_too(around: str) -> None:
    [fault] = faults_in(f'{around}\n  def act():\n   """Roll the dice anew."""\n')
    assert fault.name == "act"


@for_each("docstring", FINE)
def test_plain_docstrings_and_names_in_backticks_pass_the_lint(docstring: str) -> None:
    assert list(faults_in(f'class Act:\n    """{docstring}"""\n')) == []
