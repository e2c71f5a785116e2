"""Refusals of the command line: exit 2, a line per fault, an empty standard output, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given
from hypothesis import settings as within
from hypothesis import strategies as st

from data import ACTION_SETS
from tests.rows import for_each
from tests.rules.fubar.cases import CASES
from tests.rules.fubar.table import at_vehicle, shot, unit
from tests.rules.ran import FIRE, Ran, Run, process
from tests.turns import examples

# Faults: exit 2, one line per fault on standard error, nothing on standard output.


@for_each(
    ("arguments", "word"),
    [
        ([], "command"),
        (["roll"], "roll"),
        (["resolve"], "system"),
        (["resolve", "fubar"], "action"),
        (["resolve", "chess", "fire"], "chess"),
        (["resolve", "fubar", "shoot"], "shoot"),
        (["resolve", "fubar", "fire", "--loud"], "--loud"),
        (["resolve", "fubar", "fire", "--dice"], "--dice"),
        (["resolve", "fubar", "fire", "--dice", "5,x"], "'x' is not a face"),
        (["resolve", "fubar", "fire", "--dice", "5,,6"], "is not a face"),
        (["resolve", "fubar", "fire", "--dice", "5;6"], "is not a face"),
        (["resolve", "fubar", "fire", "--seed", "xyz"], "xyz"),
        (["resolve", "fubar", "fire", "--seed", ""], "--seed"),
        (["resolve", "fubar", "fire", "--seed", "1", "--dice", "6"], "together"),
        (["resolve", "fubar", "fire", "--choose", "colour=red"], "colour"),
        (["resolve", "fubar", "fire", "--choose", "allocation=all"], "allocation"),
        (["resolve", "fubar", "fire", "--choose", "suppress=many"], "suppress"),
        (["resolve", "fubar", "activate", "--choose", "pursue=yes"], "it has none"),
        (["resolve", "fubar", "fire", "--ruling", "weather=rain"], "weather"),
        (["resolve", "fubar", "fire", "--ruling", "allocation=all"], "allocation"),
        (["resolve", "fubar", "fire", "--ruling", "allocation"], "allocation"),
        (["resolve", "fubar", "fire", "--facts", "/no/such/file"], "/no/such/file"),
        (["resolve", "fubar", "fire", "--facts", "/"], "cannot read"),
        (["resolve", "fubar", "fire", "--facts", "a\0b"], "cannot read"),
        (["odds", "fubar", "fire", "--dice", "6"], "--dice"),
        (["odds", "fubar", "fire", "--seed", "1"], "--seed"),
        (["list", "--facts", "-"], "--facts"),
        (["list", "fubar", "opreb"], "opreb"),
        (["list", "--jsn"], "--jsn"),
        (["list", "--json=yes"], "--json"),
        (["--json", "list"], "--json"),
        (["resolv", "fubar", "fire"], "resolv"),
        (["resolve", "fubar", "fire", "twice", "over"], "twice over"),
        (["resolve", "fubar", "fire", "-x"], "-x"),
        (["resolve", "fubar", "fire", "--facts"], "--facts"),
        (["resolve", "fubar", "fire", "--choose"], "--choose"),
        (["resolve", "fubar", "fire", "--ruling"], "--ruling"),
        (["resolve", "fubar", "fire", "--seed"], "--seed"),
        (["odds"], "system"),
        (["odds", "fubar"], "action"),
        (["odds", "fubar", "shoot"], "it has fire, "),
        (["resolve", "fubar", "fire", "--dice", "5\n,6x"], "'6x' is not a face"),
        (["resolve", "fubar", "fire", "--choose", "a\n\u2028b=1"], "a b: fire has no such decision"),
        (["resolve", "fubar", "fire", "--ruling", "allocation=a\rb"], "allocation: choose "),
        (["resolve", "fubar", "fire", "--facts", "no such\nfile"], "no such file"),
        (["resolve", "fubar", "fire", "--choose", "weapon\udcff=1"], "weapon\\udcff"),
    ],
)
def test_bad_options(run: Run, arguments: Sequence[str], word: str) -> None:
    [fault] = run(*arguments).faults
    assert word in fault


def test_a_usage_error_as_a_process() -> None:
    assert len(process("resolv").faults) == 1


@for_each("arguments", [[], ["resolve", "fubar"], ["list", "--loud"], ["odds", "--dice", "6"]])
def test_usage_errors(run: Run, arguments: Sequence[str]) -> None:
    assert len(run(*arguments).faults) == 1


def test_an_option_that_is_none_comes_before_all_that_is_read(run: Run) -> None:
    [fault] = run("resolve", "chess", "fire", "--loud", "--dice", "9,9", facts="{").faults
    assert "--loud" in fault


@for_each(
    "facts",
    ["", "{", "[]", "3", "null", '"x"', '{"distance": NaN}', "[" * 100_000, '{"distance": 1e99999999999999999999}'],
)
def test_facts_that_are_no_json_object(run: Run, facts: str) -> None:
    [fault] = run("resolve", "fubar", "fire", facts=facts).faults
    assert fault.startswith("facts: ")


def test_one_line_a_fault_each_naming_its_field(run: Run) -> None:
    facts = shot(distance=-1, cover="fog", target=unit(level="hero"), wind=3)
    del facts["attacker"]
    faults = run("resolve", "fubar", "fire", facts=facts).faults
    assert {fault.split(":")[0] for fault in faults} == {"distance", "cover", "target.level", "wind", "attacker"}


def test_numbers_beyond_all_bounds(run: Run) -> None:
    for number in ("1e400", "1e-400000", "-1e5", "9" * 4000):
        facts = json.dumps(shot(distance=-1)).replace("-1", number)
        ran = run("odds", "fubar", "fire", facts=facts)
        assert ran.code in (0, 2)


def test_left_out_is_not_null(run: Run) -> None:
    assert run("resolve", "fubar", "fire", facts=shot(cover=None)).faults[0].startswith("cover: ")
    assert run("resolve", "fubar", "fire", "--seed", "1", facts=shot(target_action=None)).code == 0


def test_without_facts_they_are_missing(run: Run) -> None:
    assert run("resolve", "fubar", "activate").faults == ["unit: missing"]


@for_each(
    ("dice", "fault"),
    [
        ("", "to hit: 4 d6 needed, 0 given"),
        ("6,6", "to hit: 4 d6 needed, 2 given"),
        ("6,6,6,7", "to hit: 7 is not a face of a d6 (1 to 6)"),
        ("6,6,6,0", "to hit: 0 is not a face of a d6 (1 to 6)"),
        ("6,6,6,6,6", "1 face too many after to hit"),
        ("6,6,6,6,6,9", "2 faces too many after to hit"),
    ],
)
def test_bad_dice_name_the_roll(run: Run, dice: str, fault: str) -> None:
    assert run("resolve", "fubar", "fire", "--dice", dice, facts=FIRE).faults == [fault]


def test_the_second_roll_is_named_too(run: Run) -> None:
    facts = shot((2, "infantry_rifle"), target=unit(armour="light"))
    assert run("resolve", "fubar", "fire", "--dice", "5,6", facts=facts).faults == [
        "armour saves: 2 d6 needed, 0 given"
    ]
    assert run("resolve", "fubar", "fire", "--dice", "5,6,1", facts=facts).faults == [
        "armour saves: 2 d6 needed, 1 given"
    ]


def test_a_roll_made_again_is_named_by_its_own_label(run: Run) -> None:
    facts = at_vehicle((2, "infantry_rifle"), vehicle={"armour": "none"})
    assert run("resolve", "fubar", "fire_at_vehicle", "--dice", "6,6,1,1,3", facts=facts).faults == [
        "vehicle damage (2): 1 d6 needed, 0 given"
    ]


def test_options_then_facts_then_the_refusal_then_dice(run: Run) -> None:
    bad_facts, refused = shot(cover="fog", sight="blocked"), shot(sight="blocked")
    bad_option, bad_dice = ("--choose", "colour=red"), ("--dice", "9,9")
    order = [
        (run("resolve", "fubar", "fire", *bad_option, *bad_dice, facts=bad_facts), "colour"),
        (run("resolve", "fubar", "fire", *bad_dice, facts=bad_facts), "cover"),
        (run("resolve", "fubar", "fire", *bad_dice, facts=refused), "sight is blocked"),
        (run("resolve", "fubar", "fire", *bad_dice, facts=shot()), "9 is not a face"),
    ]
    for ran, word in order:
        [fault] = ran.faults
        assert word in fault


def test_every_bad_option_has_its_line(run: Run) -> None:
    faults = run("resolve", "fubar", "fire", "--choose", "x=1", "--ruling", "y=2", "--dice", "a,b", facts=FIRE).faults
    assert len(faults) == 4


def test_a_refusal_is_the_same_with_any_dice_and_in_odds(run: Run) -> None:
    refused = shot((1, "rpg"), action="walk")
    told = [
        run("resolve", "fubar", "fire", *dice, facts=refused).faults for dice in ([], ["--dice", ""], ["--seed", "1"])
    ]
    assert [*told, run("odds", "fubar", "fire", facts=refused).faults] == [told[0]] * 4


# Anything at all: exit 0 with an answer, or 2 with faults, never an exception.

PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 120),
    st.floats(),
    st.sampled_from(["", "none", "green", "elite", "light", "lmg", "rpg", "walk", "soft", "\ud800", "\0"]),
)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)
ACTIONS = st.sampled_from([(system.key, action) for system in ACTION_SETS for action in system.actions])


@st.composite
def bend_facts(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An action with good facts, one or two fields of which are replaced by anything."""
    action = draw(st.sampled_from(sorted(CASES)))
    facts = json.loads(json.dumps(draw(st.sampled_from(CASES[action]))))
    for _ in range(draw(st.integers(0, 2))):
        inner = draw(st.sampled_from([facts, *(part for part in facts.values() if isinstance(part, dict))]))
        inner[draw(st.sampled_from([*inner, "x"]))] = draw(ANYTHING)
    return action, facts


OPTIONS = st.lists(
    st.one_of(
        st.tuples(
            st.just("--dice"), st.lists(st.integers(-1, 7), max_size=12).map(lambda faces: ",".join(map(str, faces)))
        ),
        st.tuples(st.just("--dice"), st.text(max_size=5)),
        st.tuples(st.just("--seed"), st.text("0123456789abcdefg", max_size=6)),
        st.tuples(
            st.just("--choose"), st.sampled_from(["suppress=1", "pursue=no", "weapon_lost=lmg", "weapon_lost=\udcff"])
        ),
        st.tuples(st.just("--choose"), st.text(max_size=8)),
        st.tuples(st.just("--ruling"), st.sampled_from(["passenger_hits=each_unsaved", "allocation=ask", "x", "="])),
        st.tuples(st.just("--ruling"), st.text(max_size=8)),
        st.tuples(st.just("--json")),
    ),
    max_size=3,
)
FUZZ = within(deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])


def assert_answered(ran: Ran) -> None:
    assert ran.code in (0, 2)
    assert bool(ran.out) == (ran.code == 0)
    assert bool(ran.err) == (ran.code == 2)
    assert "Traceback" not in ran.err


def facts_text(facts: Any) -> str:
    return json.dumps(facts)


@FUZZ
@given(command=st.sampled_from(["resolve", "odds"]), bent=bend_facts(), options=OPTIONS)
def test_bent_facts_and_options(run: Run, command: str, bent: tuple[str, dict[str, Any]], options: Any) -> None:
    action, facts = bent
    told = [f"{option[0]}={option[1]}" if len(option) > 1 else option[0] for option in options]
    assert_answered(run(command, "fubar", action, *told, facts=facts_text(facts)))


@FUZZ
@given(of=ACTIONS, facts=ANYTHING)
def test_anything_for_facts(run: Run, of: tuple[str, str], facts: Any) -> None:
    assert_answered(run("resolve", *of, facts=facts_text(facts)))


@FUZZ
@given(text=st.text(max_size=40))
def test_any_text_for_facts(run: Run, text: str) -> None:
    assert_answered(run("odds", "fubar", "fire", facts=text))


@FUZZ
@given(
    arguments=st.lists(st.sampled_from(["list", "resolve", "odds", "fubar", "fire", "--json", "--dice", "x", "-", "="]))
)
def test_any_arguments(run: Run, arguments: list[str]) -> None:
    assert_answered(run(*arguments))
