"""Each invariant can fail, and the second count of the dice agrees with the rules over every small case."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from data import system_of
from rules.command.legality import best_legality
from rules.command.system import Board
from rules.command.tries import planned_legality
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.unit import Weapon
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.serialise import play_of, rulings_json
from tests.rows import for_each
from tests.rules.table import Sitting
from tests.rules.test_every_system import cases
from tests.soak import answers, declared, invariants, lengths, offers, second_count, undoing, whose_dice, whose_word
from tests.soak.broken import BLUE, RED, WRONG, moment, rounds, shot, strayed, unit, volley
from tests.soak.faults import ALL, FOUND, Watch
from tests.soak.known import KNOWN
from tests.soak.plays import Moment
from tests.turns import each_kind

assert all((answers, declared, invariants, lengths, offers, undoing, whose_dice, whose_word)), (
    "they list their invariants in FOUND"
)
COUNTS = [name for name in FOUND if FOUND[name].broken.__module__ == second_count.__name__]


def test_every_invariant_has_a_moment_that_breaks_it() -> None:
    assert set(WRONG) == set(FOUND)


@for_each("name", FOUND)
def test_a_broken_invariant_is_found_and_reported_once(name: str) -> None:
    wrong = WRONG[name]()
    watch = Watch([FOUND[name]])
    watch.see(wrong)
    assert watch.faults
    assert {fault.invariant for fault in watch.faults} == {name}
    told = len(watch.faults)
    watch.see(wrong)
    assert len(watch.faults) == told


def test_the_shells_of_the_fallen_may_still_burst() -> None:
    assert _of_the_fallen("act", "blast") == []
    assert _of_the_fallen("act", "minefield")


def test_a_turn_belongs_to_the_table_whichever_of_the_fallen_is_named() -> None:
    assert _of_the_fallen("turn next") == []
    assert _of_the_fallen("act", "roll_off", "openfire_d12") == []
    assert _of_the_fallen("move")


def test_the_number_of_objectives_belongs_to_the_table_whichever_of_the_fallen_is_named() -> None:
    assert _of_the_fallen("act", "objectives") == []
    assert _of_the_fallen("act", "minefield")


def test_shells_fall_after_their_gun_if_it_has_fired() -> None:
    assert _of_the_fallen("act", "artillery", fired=1) == []
    assert _of_the_fallen("act", "artillery")


def test_gas_belongs_to_the_table_whichever_of_the_fallen_is_named() -> None:
    """It attacks the units that enter it, without a shooter."""
    assert _of_the_fallen("act", "gas", "bayonet") == []


def test_dice_of_an_older_question_are_given_back_whatever_becomes_of_the_new_one() -> None:
    law, on = FOUND["a_refusal_or_question_changes_nothing"], moment("fubar", unit("fubar", "u1", "Red"))
    returned = replace(on.after.game, number=1, queues={6: (3, 1)}, seen={6: ("fire", "fire")}, whose={6: ("Red",) * 2})
    again = on._replace(entry=None, after=on.after._replace(game=returned))
    assert list(law.broken(again)) == []
    assert list(law.broken(again._replace(after=on.after._replace(game=replace(returned, turn=2)))))
    assert list(law.broken(again._replace(after=on.after._replace(game=replace(returned, number=0)))))


def test_a_side_that_falls_in_its_own_turn_ends_it() -> None:
    """This holds if no side is passed over automatically; none of them gets another turn."""
    law, fallen = FOUND["the_holder_has_somebody_to_go"], unit("openfire_ww2", "u1", "Red", 0)
    on = moment("openfire_ww2", fallen, unit("openfire_ww2", "u2", "Blue"), holder="Red", order=("Red", "Blue"))
    assert list(law.broken(on)) == []
    before = on.before._replace(game=replace(on.before.game, holder="Blue"))
    assert list(law.broken(on._replace(before=before))) == ["turn 1: Red is to go and has nobody"]


def test_who_waits_for_a_free_attack_is_not_stuck() -> None:
    """The enemy can make it, and then the unit continues; if the attack is refused, both are stuck."""
    law, enemy = FOUND["nobody_is_stuck"], unit("openfire_d12", "u2", "Blue", free_attack_at="u1")
    left = [unit("openfire_d12", "u1", "Red"), unit("openfire_d12", "u3", "Blue")]
    blade = system_of("openfire_d12").units["raiders"]
    strikes = enemy.model_copy(update={"profile": blade.profile, "weapons": blade.weapons})
    on = moment("openfire_d12", strikes, *left, holder="Red", order=("Red", "Blue"))
    assert list(law.broken(on)) == []
    system = on.after.system
    unarmed = replace(system, commands={key: one for key, one in system.commands.items() if key != "fire"})
    assert list(law.broken(on._replace(after=on.after._replace(system=unarmed))))


def _of_the_fallen(
    command: str, action: str | None = None, system: str = "openfire_ww2", **states: int | str
) -> list[str]:
    """Return the reply to a command by a fallen unit."""
    request = {"unit": ["u1"], "target": ["u2"], "action": action}
    given = Entry(number=1, command=command, by="300", at=0.0, request=request)
    fallen = unit(system, "u1", "Red", 0, **states), unit(system, "u2", "Blue")
    return list(FOUND["the_fallen_do_nothing"].broken(moment(system, *fallen, entry=given)))


@for_each(("told", "wrong"), [((7, 3), 0), ((7, 5), 1), ((None,), 0), ((3, None), 1), ((4, 4, 4), 1)])
def test_dice_of_a_unit_are_counted_over_its_fights(told: tuple[int | None, ...], wrong: int) -> None:
    """Ten figures strike ten times in a turn; a unit that fights a single enemy need not divide its figures."""
    assert len(list(FOUND["no_figure_strikes_in_two_fights"].broken(rounds(*told)))) == wrong


def _charge_by_second_enemy(**states: str) -> Moment:
    """A unit is charged by a second enemy, and answers with all its ten figures."""
    of = rounds(None)
    charged, other = unit("fubar", "u1", RED, 10, **states), unit("fubar", "u9", BLUE, engaged_with="u1")
    units = of.before.game.units | {"u1": charged, "u9": other}
    return of._replace(before=of.before._replace(game=replace(of.before.game, units=units)))


@for_each("amended", [False, True])
def test_a_charge_is_shared_with_those_who_are_to_be_fought_this_turn(amended: bool) -> None:
    """It engages them after an amendment, too, but may leave out those that are finished with them."""
    fights = {"engaged_with": "u9,e0" if amended else "u9"}

    def seen(**more: str) -> int:
        of = _charge_by_second_enemy(**fights, **more)
        assert of.entry
        entry = of.entry.model_copy(update={"undoes": 1 if amended else None})
        return len(list(FOUND["no_figure_strikes_in_two_fights"].broken(of._replace(entry=entry))))

    assert seen() == 1
    assert seen(fought="u9,e0" if amended else "u9") == 0


_AFOOT = {row.range: name for name, row in system_of("fubar").tables.weapons.items() if row.crew == 1}


@for_each(("shorter", "farther"), list(pairwise(sorted(_AFOOT))))
def test_a_shot_is_tried_where_only_the_farther_weapon_reaches(shorter: int, farther: int) -> None:
    """The shooters need not be named, though the ruling asks for the weapons of the fallen."""
    system = system_of("fubar")
    carried = (Weapon(name=_AFOOT[farther], count=1), Weapon(name=_AFOOT[shorter], count=3))
    fallen = unit("fubar", "u1", RED, 2).model_copy(update={"starting": 4, "weapons": carried})
    game = Game(units={"u1": fallen, "u2": unit("fubar", "u2", BLUE)})
    board = Board(game, system, ruleset_of(system, {"best_weapon_survives": "no"}))
    shot = Request("fire", unit=("u1",), target=("u2",), side=RED)
    assert planned_legality(board, shot) is best_legality(board, shot)


@for_each("system", FOUND["no_figure_attacks_twice_in_a_volley"].systems)
def test_figures_are_counted_over_the_targets_of_a_volley(system: str) -> None:
    broken = FOUND["no_figure_attacks_twice_in_a_volley"].broken
    assert len(list(broken(volley(system)))) == 1
    assert list(broken(shot(system, lambda play: {}))) == []


@for_each("name", COUNTS)
@for_each("system", ALL)
def test_values_counted_twice_agree(system: str, name: str) -> None:
    if system in FOUND[name].systems:
        assert list(FOUND[name].broken(shot(system, lambda play: {}))) == []


@each_kind
def test_every_small_shot_is_counted_alike_under_every_ruling(system: str) -> None:
    of, counted, on = system_of(system), 0, moment(system)
    counts = [FOUND[name] for name in COUNTS if system in FOUND[name].systems]
    changed = [
        {one["name"]: option} for one in rulings_json(of) for option in one["options"][:3] if option != one["default"]
    ]
    for rulings in [{}, *changed]:
        asked = of.rulings.model_validate(rulings).model_dump()
        for facts in cases(of)["fire"]:
            for resolution, _ in Sitting(of, rulings).every_play("fire", facts, 3 if rulings else 30):
                play = play_of(resolution, {})
                entry = Entry.model_construct(number=1, command="fire", by="", at=0.0, plays=(play,), rulings=asked)
                wrong = [what for one in counts for what in one.broken(on._replace(entry=entry))]
                assert not wrong, (rulings, wrong)
                counted += bool(play.throws)
    assert counted > 50


@for_each(("cover", "worth"), [(0, 1), (2, 3), (3, 3)])
def test_height_and_cover_are_counted_as_three_at_most(cover: int, worth: int) -> None:
    """Bayonet, the table of modifiers: terrain in all within 3."""
    figure, law = {"range_cf": 3, "physical_cf": 3}, FOUND["scores_are_as_the_page_adds_them_up"]
    facts = {"shooter": figure, "targets": [{"figure": figure, "cover": cover, "uphill": True}]}
    play = play_of(Sitting(system_of("bayonet")).play("fire", facts, (3, 6)), {})
    assert play.outcome["results"][0]["target_score"] == 3 + 6 + worth
    given = Entry.model_construct(number=1, command="fire", by="300", at=0.0, plays=(play,), rulings={})
    assert list(law.broken(moment("bayonet", entry=given))) == []


def test_each_known_fault_names_an_invariant_of_its_system() -> None:
    assert all(system in FOUND[name].systems for name, system in KNOWN)


def test_each_die_is_rolled_by_the_player_of_the_figure_it_is_for() -> None:
    """An area shot at a foe and a friend strays off the foe: each roll by the wrong side is reported."""
    law = FOUND["each_die_is_rolled_by_whom_it_is_for"]
    right = {"attack": "Red", "target 1": "Blue", "target 2": "Red", "stray_attack 1": "Blue", "bystander 1": "Red"}
    assert list(law.broken(strayed(right))) == []
    for key in right:
        other = {"Red": "Blue", "Blue": "Red"}[right[key]]
        [told] = law.broken(strayed({**right, key: other}))
        assert told.startswith(f"fire {key}: thrown by {other}, by the page by {right[key]}")
    assert list(law.broken(strayed(right, stray_dice="shooter")))
    assert list(law.broken(strayed({**right, "stray_attack 1": "Red"}, stray_dice="shooter"))) == []
