"""The command line of the rules: every promise of its contract, mostly in this process, some in one of their own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as within
from hypothesis import strategies as st

from data import SYSTEMS
from rules.__main__ import main
from tests.rules.fubar.cases import CASES
from tests.rules.fubar.table import at_vehicle, shot, unit

ROOT = Path(__file__).parents[2]
SIXES = ",".join(["6"] * 4)
FIRE = shot((4, "infantry_rifle"))


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, ""), self.err
        return json.loads(self.out)

    @property
    def faults(self) -> list[str]:
        assert (self.code, self.out) == (2, ""), self.out
        assert "Traceback" not in self.err
        assert self.err.endswith("\n")
        return self.err.splitlines()


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process, with facts on its standard input."""

    def run(*arguments: str, facts: Any = None) -> Ran:
        given = facts if isinstance(facts, str) else json.dumps(facts)
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        told = [*arguments, *(["--facts", "-"] if facts is not None else [])]
        capsys.readouterr()
        code = main(told)
        told_back = capsys.readouterr()
        return Ran(code, told_back.out, told_back.err)

    return run


def process(*arguments: str, facts: str = "", **more: Any) -> Ran:
    """Runs `python -m rules` as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", *arguments],
        cwd=ROOT,
        input=facts.encode(),
        capture_output=True,
        check=False,
        **more,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


# As a process.


def test_resolve_as_a_process() -> None:
    ran = process("resolve", "fubar", "fire", "--facts", "-", "--dice", SIXES, "--json", facts=json.dumps(FIRE))
    assert ran.json["outcome"] == {"hits": 4, "saved": 0, "suppressed": 2, "casualties": 2, "lost_hits": 0}


def test_faults_as_a_process() -> None:
    ran = process("resolve", "fubar", "fire", "--facts", "-", "--dice", "6,6", facts=json.dumps(FIRE))
    assert ran.faults == ["to hit: 4 d6 needed, 2 given"]


def test_facts_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(json.dumps({"action": "walk"}), encoding="utf-8")
    assert process("resolve", "fubar", "movement", "--facts", str(file), "--json").json["outcome"]["inches"] == 6


def test_inches_are_printed_on_any_terminal() -> None:
    environment = {"PATH": "", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = process("resolve", "fubar", "movement", "--facts", "-", facts='{"action": "walk"}', env=environment)
    assert (ran.code, ran.out) == (0, "Up to 6″.\n")


def test_a_reader_may_hang_up() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "list", "--json"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as going:
        assert going.stdout
        assert going.stderr
        going.stdout.close()
        assert going.stderr.read() == b""
    assert going.returncode == 0


def test_faces_off_the_table_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules", "resolve", "fubar", "movement", "--facts", "-"],
        cwd=ROOT,
        input=b"\xff\xfe\x00",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr


# list


def test_list_has_every_system_action_decision_and_ruling(run: Run) -> None:
    found = {system["key"]: system for system in run("list", "--json").json["systems"]}
    assert list(found) == [system.key for system in SYSTEMS]
    for system in SYSTEMS:
        assert found[system.key]["name"] == system.name
        assert [action["key"] for action in found[system.key]["actions"]] == list(system.actions)


def test_list_for_people(run: Run) -> None:
    ran = run("list")
    assert (ran.code, ran.err) == (0, "")
    assert all(f"{system.key}: {system.name}" in ran.out for system in SYSTEMS)
    assert "ruling allocation = suppress_first" in ran.out


# resolve


def test_what_resolve_prints(run: Run) -> None:
    found = run("resolve", "fubar", "fire", "--dice", SIXES, "--json", facts=FIRE).json
    assert list(found) == ["system", "action", "outcome", "throws", "decisions", "effects", "rulings", "text"]
    assert found["throws"][0]["faces"] == [6, 6, 6, 6]
    assert found["throws"][0]["source"] == "physical"
    assert found["text"] == "4 hits: 2 suppressed, 2 casualties."


def test_resolve_for_people(run: Run) -> None:
    ran = run("resolve", "fubar", "fire", "--dice", SIXES, facts=FIRE)
    assert ran.code == 0
    assert ran.out.startswith("4 hits: 2 suppressed, 2 casualties.\n")
    assert "to hit (attacker, physical, 5+ needed): 6 6 6 6 → 4" in ran.out
    assert "+5 needed: seasoned expertise [Units › Training]" in ran.out


def test_without_dice_or_seed_the_bot_throws(run: Run) -> None:
    throws = run("resolve", "fubar", "fire", "--json", facts=FIRE).json["throws"]
    assert {throw["source"] for throw in throws} == {"bot"}


def test_a_seed_gives_the_same_dice_every_time(run: Run) -> None:
    def faces(seed: str) -> list[int]:
        facts = shot((8, "lmg"))
        return run("resolve", "fubar", "fire", "--seed", seed, "--json", facts=facts).json["throws"][0]["faces"]

    assert faces("c0ffee") == faces("C0FFEE")
    assert len({tuple(faces(seed)) for seed in ("1", "2", "3", "ff")}) == 4


def test_no_dice_where_none_are_needed(run: Run) -> None:
    assert run("resolve", "fubar", "movement", "--dice", "", "--json", facts={"action": "run"}).json["throws"] == []


@pytest.mark.parametrize("choice", ["suppress=9", "allocation=suppress=9", "suppress=2"])
def test_choices_beyond_what_is_possible_are_clamped(run: Run, choice: str) -> None:
    found = run("resolve", "fubar", "fire", "--dice", SIXES, "--choose", choice, "--json", facts=FIRE).json
    assert found["outcome"]["suppressed"] == 2


def test_a_choice_that_does_not_arise_is_ignored(run: Run) -> None:
    found = run("resolve", "fubar", "fire", "--dice", "1,1,1,1", "--choose", "suppress=1", "--json", facts=FIRE).json
    assert found["decisions"] == []


def test_rulings_are_set_and_named(run: Run) -> None:
    ruling = ("--ruling", "allocation=casualties_first")
    found = run("resolve", "fubar", "fire", "--dice", SIXES, *ruling, "--json", facts=FIRE).json
    assert (found["outcome"]["casualties"], found["rulings"]) == (4, ["allocation"])


@pytest.mark.parametrize("written", ["12.0", "1.2e1", "12"])
def test_distances_are_exact_decimals(run: Run, written: str) -> None:
    facts = json.dumps(shot((1, "assault_rifle"), distance=-1)).replace('"distance": -1', f'"distance": {written}')
    assert len(run("resolve", "fubar", "fire", "--seed", "1", "--json", facts=facts).json["throws"][0]["faces"]) == 2


def test_a_hair_beyond_the_range_is_beyond_it(run: Run) -> None:
    facts = json.dumps(shot(distance=-1)).replace("-1", "24.0000000000000000000000000001")
    assert "Nothing reaches" in run("resolve", "fubar", "fire", "--seed", "1", facts=facts).faults[0]


# odds


def test_what_odds_prints(run: Run) -> None:
    found = run("odds", "fubar", "fire", "--json", facts=shot((2, "infantry_rifle"))).json
    assert list(found) == ["system", "action", "outcomes", "mean"]
    assert [row["p"] for row in found["outcomes"]] == ["4/9", "4/9", "1/9"]
    assert [row["outcome"]["hits"] for row in found["outcomes"]] == [0, 1, 2]
    assert found["mean"] == {"hits": "2/3", "saved": "0", "suppressed": "2/3", "casualties": "0", "lost_hits": "0"}


@pytest.mark.parametrize("action", CASES)
def test_odds_add_up_and_come_in_order(run: Run, action: str) -> None:
    for facts in CASES[action]:
        rows = run("odds", "fubar", action, "--json", facts=facts).json["outcomes"]
        chances = [Fraction(row["p"]) for row in rows]
        assert sum(chances) == 1
        order = [(-p, json.dumps(row["outcome"])) for p, row in zip(chances, rows, strict=True)]
        assert order == sorted(order)
        assert len({json.dumps(row["outcome"]) for row in rows}) == len(rows)
        assert all(row["p"] == str(p) for p, row in zip(chances, rows, strict=True))


def test_detail_is_no_part_of_odds(run: Run) -> None:
    facts = {"action": "walk"}
    assert "why" in run("resolve", "fubar", "movement", "--json", facts=facts).json["outcome"]
    assert run("odds", "fubar", "movement", "--json", facts=facts).json["outcomes"] == [
        {"outcome": {"inches": 6}, "p": "1"}
    ]


def test_odds_for_people(run: Run) -> None:
    ran = run("odds", "fubar", "activate", facts={"unit": unit()})
    assert ran.code == 0
    assert ran.out.splitlines()[0].lstrip().startswith("50.000%")


def test_odds_take_choices_and_rulings(run: Run) -> None:
    chosen = run("odds", "fubar", "fire", "--choose", "suppress=0", "--json", facts=FIRE).json
    ruled = run("odds", "fubar", "fire", "--ruling", "allocation=casualties_first", "--json", facts=FIRE).json
    assert chosen["outcomes"] == ruled["outcomes"]
    assert chosen["mean"]["casualties"] == "4/3"


def test_odds_refuse_what_is_too_big(run: Run) -> None:
    assert "up to 6 sides" in run("odds", "fubar", "initiative", facts={"sides": [{}] * 7}).faults[0]


# What is wrong: exit 2, one line a fault on standard error, nothing on standard output.


@pytest.mark.parametrize(
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
        (["resolve", "fubar", "fire", "--dice", "5,x"], "'x' is no face"),
        (["resolve", "fubar", "fire", "--dice", "5,,6"], "is no face"),
        (["resolve", "fubar", "fire", "--dice", "5;6"], "is no face"),
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
    ],
)
def test_bad_options(run: Run, arguments: Sequence[str], word: str) -> None:
    [fault] = run(*arguments).faults
    assert word in fault


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("dice", "fault"),
    [
        ("", "to hit: 4 d6 needed, 0 given"),
        ("6,6", "to hit: 4 d6 needed, 2 given"),
        ("6,6,6,7", "to hit: 7 is not a face of a d6 (1 to 6)"),
        ("6,6,6,0", "to hit: 0 is not a face of a d6 (1 to 6)"),
        ("6,6,6,6,6", "1 face left over after to hit"),
        ("6,6,6,6,6,9", "2 faces left over after to hit"),
    ],
)
def test_bad_dice_name_the_throw(run: Run, dice: str, fault: str) -> None:
    assert run("resolve", "fubar", "fire", "--dice", dice, facts=FIRE).faults == [fault]


def test_the_second_throw_is_named_too(run: Run) -> None:
    facts = shot((2, "infantry_rifle"), target=unit(armour="light"))
    assert run("resolve", "fubar", "fire", "--dice", "5,6", facts=facts).faults == [
        "armour saves: 2 d6 needed, 0 given"
    ]
    assert run("resolve", "fubar", "fire", "--dice", "5,6,1", facts=facts).faults == [
        "armour saves: 2 d6 needed, 1 given"
    ]


def test_a_throw_made_again_is_named_by_its_own_label(run: Run) -> None:
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
ACTIONS = st.sampled_from([(system.key, action) for system in SYSTEMS for action in system.actions])


@st.composite
def bent(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
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
FUZZ = within(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def answered(ran: Ran) -> None:
    assert ran.code in (0, 2)
    assert bool(ran.out) == (ran.code == 0)
    assert bool(ran.err) == (ran.code == 2)
    assert "Traceback" not in ran.err


def written(facts: Any) -> str:
    return json.dumps(facts)


@FUZZ
@given(command=st.sampled_from(["resolve", "odds"]), bent=bent(), options=OPTIONS)
def test_bent_facts_and_options(run: Run, command: str, bent: tuple[str, dict[str, Any]], options: Any) -> None:
    action, facts = bent
    told = [f"{option[0]}={option[1]}" if len(option) > 1 else option[0] for option in options]
    answered(run(command, "fubar", action, *told, facts=written(facts)))


@FUZZ
@given(of=ACTIONS, facts=ANYTHING)
def test_anything_for_facts(run: Run, of: tuple[str, str], facts: Any) -> None:
    answered(run("resolve", *of, facts=written(facts)))


@FUZZ
@given(text=st.text(max_size=40))
def test_any_text_for_facts(run: Run, text: str) -> None:
    answered(run("odds", "fubar", "fire", facts=text))


@FUZZ
@given(
    arguments=st.lists(st.sampled_from(["list", "resolve", "odds", "fubar", "fire", "--json", "--dice", "x", "-", "="]))
)
def test_any_arguments(run: Run, arguments: list[str]) -> None:
    answered(run(*arguments))
