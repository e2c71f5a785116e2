"""Broken moments: one for each invariant, made by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from bot.game.questions import ConsentQuestion
from bot.store.tables import Pending
from data import system_of
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.events import StateSet, TurnAdvanced
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit, Weapon
from rules.kernel.plays import Play, Shift
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.text import Text, Typed, ask_note
from tests.rules.table import Sitting
from tests.rules.test_every_system import cases
from tests.soak.plays import Moment

RED, BLUE = "Red", "Blue"


def unit(system: str, id: str, side: str, models: int = 3, **states: int | str) -> Unit:
    """Return a unit of the system's first type."""
    spec = next(iter(system_of(system).units.values()))
    given = {"profile": spec.profile, "weapons": spec.weapons, "starting": models or 1, "hp": ()}
    return Unit.model_validate({"id": id, "name": id, "side": side, "models": models, "states": states} | given)


def board(system: str, *units: Unit, **more: Any) -> Board:
    of = system_of(system)
    return Board(Game(units={one.id: one for one in units}, **more), of, ruleset_of(of, {}))


def moment(system: str, *units: Unit, before: Board | None = None, entry: Entry | None = None, **more: Any) -> Moment:
    """Return an entry that leads to these units, which were the same before it."""
    after = board(system, *units, **more)
    said = entry or Entry(number=1, command="fire", by="300", at=0.0, rulings=_rulings(system))
    return Moment(0, 240, "by hand", before or after, after, said)


def _rulings(system: str) -> dict[str, Any]:
    return system_of(system).rulings().model_dump()


def shot(system: str, change: Callable[[Play], Mapping[str, Any]], *units: Unit) -> Moment:
    """Return a shot that was recorded wrongly, with these units on the board."""
    play = _shot(system)
    false = play.model_copy(update=dict(change(play)))
    entry = Entry.model_construct(number=1, command="fire", by="300", at=0.0, plays=(false,), rulings=_rulings(system))
    return moment(system, *units, entry=entry)


def _shot(system: str) -> Play:
    """Return the first shot of the system's cases that uses dice, all of them ones."""
    of = system_of(system)
    for facts in cases(of)["fire"]:
        for resolution, _ in Sitting(of).every_play("fire", facts, 40):
            if resolution.played.steps:
                return play_of(resolution, {})
    raise AssertionError(f"{system} has no shot with dice")


def _a_die_more(play: Play) -> Mapping[str, Any]:
    first, *others = play.throws
    return {"throws": (first.model_copy(update={"faces": (*first.faces, 1)}), *others)}


def _one_less(play: Play) -> Mapping[str, Any]:
    first, *others = play.throws
    assert first.needed is not None
    return {"throws": (first.model_copy(update={"needed": first.needed._replace(face=first.needed.face - 1)}), *others)}


def _by_another(play: Play) -> Mapping[str, Any]:
    """Let the target's player roll for the attacker."""
    first, *others = play.throws
    roles = {"attacker": "u1", "target": "u2"}
    return {"roles": roles, "throws": (first.model_copy(update={"side": BLUE}), *others)}


def _another(outcome: str, value: Any) -> Callable[[Play], Mapping[str, Any]]:
    return lambda play: {"outcome": {**play.outcome, outcome: value}}


def _a_score_more(play: Play) -> Mapping[str, Any]:
    first, *others = play.outcome["results"]
    return {"outcome": {**play.outcome, "results": [{**first, "score": first["score"] + 1}, *others]}}


def volley(system: str) -> Moment:
    """Return a volley with more shots than the unit has figures."""
    found = shot(system, lambda play: {})
    assert found.entry is not None
    return found._replace(entry=found.entry.model_copy(update={"plays": found.entry.plays * 9}))


def rounds(*told: int | None) -> Moment:
    """Return a turn in which a unit of ten fights enemies in sequence, with so many figures each."""
    system = system_of("fubar")
    ids = [f"e{n}" for n, _ in enumerate(told)]
    unit_facts = {"level": "green", "armour": "none"}
    plays: list[Play] = []
    for id, fighting in zip(ids, told, strict=True):
        facts = {
            "attacker": unit_facts | {"figures": 1, "starting": 1},
            "defender": unit_facts | {"figures": 10, "starting": 10},
            "defender_fighting": fighting,
        }
        struck = 10 if fighting is None else fighting
        resolution = Sitting(system).play("close_combat", facts, [1] * (1 + struck))
        plays.append(play_of(resolution, {"attacker": id, "defender": "u1"}))
    turn = tuple(
        Entry(number=n, command="assault", by="300", at=0.0, plays=(play,), rulings=_rulings("fubar"))
        for n, play in enumerate(plays, 1)
    )
    enemies = [unit("fubar", id, BLUE, engaged_with="u1") for id in ids]
    mine = unit("fubar", "u1", RED, 10, engaged_with=",".join(ids))
    return moment("fubar", mine, *enemies, entry=turn[-1])._replace(turn=turn)


def strayed(sides: Mapping[str, str], **rulings: str) -> Moment:
    """Return an area shot of Bayonet that strays off a foe to a friend, rolled by those sides."""
    of, figure = system_of("bayonet"), {"range_cf": 3, "physical_cf": 3}
    targets = [{"figure": figure, "ring_distance": 0}] * 2
    facts = {"shooter": figure, "area": {}, "targets": targets, "into_combat": "overlap", "bystanders": [figure]}
    played = Sitting(of, rulings).play("fire", facts, (1, 6, 1, 3, 3))
    roles = {"attacker": "u1", "target 1": "u2", "target 2": "u3", "bystander 1": "u4"}
    play = play_of(played, roles, whose=lambda throw: sides[throw.key])
    entry = Entry.model_construct(number=1, command="fire", by="300", at=0.0, plays=(play,), rulings=rulings)
    here = [unit("bayonet", id, side) for id, side in (("u1", RED), ("u2", BLUE), ("u3", RED), ("u4", RED))]
    return moment("bayonet", *here, entry=entry)


def _undo_moment() -> Moment:
    found = moment("fubar", unit("fubar", "u1", RED, 2))
    return found._replace(anew=replace(found.after.game, units={"u1": unit("fubar", "u1", RED)}))


def _half_a_turn() -> Moment:
    """Return an undo of the second turn, in which a unit has acted."""
    turned = Entry(number=1, command="turn next", by="300", at=0.0, events=(TurnAdvanced(turn=2),))
    acted = Entry(number=2, command="activate", by="300", at=0.0, request={"command": "activate"})
    undo = Entry(number=3, command="undo", by="300", at=0.0, undoes=1)
    found = moment("fubar", unit("fubar", "u1", RED), entry=undo, turn=2)
    return found._replace(undid=(1, turned), stood=(turned, acted))


def _of_the_last_turn(**states: int) -> Moment:
    """Return an undo in the second turn that restores a marker of the first."""
    acted = Entry(number=1, command="activate", by="300", at=0.0, request={"command": "activate"})
    undo = Entry(number=3, command="undo", by="300", at=0.0, undoes=1)
    before = board("opreb", unit("opreb", "u1", RED), turn=2)
    found = moment("opreb", unit("opreb", "u1", RED, **states), before=before, entry=undo, turn=2)
    return found._replace(undid=(1, acted), stood=(acted,))


def _silently() -> Moment:
    """Return a change of the game without an entry."""
    found = moment("fubar", unit("fubar", "u1", RED), before=board("fubar", unit("fubar", "u1", RED, 2)))
    return found._replace(entry=None)


def _misled(offers: bool) -> Moment:
    """Return a system that offers what it refuses, or nothing at all."""
    found = moment(
        "opreb", unit("opreb", "u1", RED, activated=1, actions_left=2), unit("opreb", "u2", BLUE), holder=RED
    )
    true = found.after.system
    said = true.may(found.after, found.after.unit("u1"))
    settled = [StateSet(unit="u1", state="in_position", value=1), TurnAdvanced(turn=1, holder=RED, order=(RED, BLUE))]
    system = copy(true)
    object.__setattr__(system, "may", lambda board, unit: said if offers else ())
    return found._replace(after=found.after.after(settled)._replace(system=system))


def _without(*commands: str, acts: bool = True) -> Moment:
    """Return a system without those commands, so that a unit cannot act."""
    found = moment("fubar", unit("fubar", "u1", RED), unit("fubar", "u2", BLUE), holder=RED, order=(RED, BLUE))
    true = found.after.system
    left = {key: command for key, command in true.commands.items() if key not in commands}
    system = replace(true, commands=left, acts=true.acts if acts else {})
    return found._replace(after=found.after._replace(system=system))


def _grow_unit() -> Moment:
    return moment("fubar", unit("fubar", "u1", RED, 3), before=board("fubar", unit("fubar", "u1", RED, 2)))


def _grow_by_division() -> Moment:
    """Return a split after which the unit has all its models, and the new one has some more."""
    split = Entry(number=1, command="unit split", by="300", at=0.0)
    whole = unit("fubar", "u1", RED, 3)
    return moment("fubar", whole, unit("fubar", "u2", RED, 1), before=board("fubar", whole), entry=split)


def _move_on(system: str, *units: Unit, **more: Any) -> Moment:
    """Return a move of u1."""
    given = Entry(number=1, command="move", by="300", at=0.0, request={"unit": ["u1"]})
    return moment(system, *units, entry=given)._replace(**more)


def _before_the_free_attack() -> Moment:
    """Return a move of a unit that an enemy with a blade may still attack for leaving it."""
    blades = {"weapons": (Weapon(name="blade", count=3),)}
    enemy = unit("openfire_d12", "u2", BLUE, free_attack_at="u1").model_copy(update=blades)
    return _move_on("openfire_d12", unit("openfire_d12", "u1", RED), enemy)


def _of(system: str, *units: tuple[str, str, int, dict[str, Any]], **more: Any) -> Callable[[], Moment]:
    return lambda: moment(system, *(unit(system, id, side, n, **states) for id, side, n, states in units), **more)


def _ask_two(text: Text, request: Request | None = None) -> Moment:
    """Return an entry with a request to the first of two units."""
    given = Entry(number=1, command="fire", by="300", at=0.0, notes=(ask_note(text, text, request),))
    return moment("openfire_ww2", unit("openfire_ww2", "u1", RED), unit("openfire_ww2", "u2", BLUE), entry=given)


def _promised() -> Moment:
    """Return a second activation that is declared to be free."""
    on = moment("opreb", *(unit("opreb", f"u{n}", RED, activated=1) for n in range(1, 5)))
    system = on.after.system
    activate = system.commands["activate"]
    lying = {"judge": lambda _: (), "make_plan": lambda order: activate(order.board, order.request).make_plan()}
    false = type("Activate", (activate,), lying)
    promising = replace(system, commands={**system.commands, "activate": false})
    return on._replace(after=on.after._replace(system=promising))


def _farther() -> Moment:
    """Return a figure whose announced move is an inch longer than the real one."""
    on = moment("bayonet", unit("bayonet", "u1", RED))
    system = on.after.system
    move = system.commands["move"]
    farther = type("Farther", (move,), {"inches": lambda order: (move.inches(order) or 0) + 1})
    return on._replace(after=on.after._replace(system=replace(system, commands={**system.commands, "move": farther})))


def _ask_without_deadline() -> Moment:
    """Return a question for consent without a deadline."""
    question = ConsentQuestion(groups=(f"side:{BLUE}",), wish=Text("take back the shot"))
    row = Pending(
        id="q",
        game_id="soak",
        user_id="400",
        asked_by="300",
        kind="consent",
        command={"kind": "undo", "entry": 1},
        question=question.model_dump(mode="json"),
        created_at=0.0,
    )
    return moment("fubar", unit("fubar", "u1", RED))._replace(open=(row,))


def _not_put_back() -> Moment:
    """Return an undone move without the step that puts its figures back."""
    play = Play(action="movement", facts={}, roles={"unit": "u1"}, moves=(Shift("u1", 5),))
    moved = Entry(number=1, command="move", by="300", at=0.0, plays=(play,), request={"unit": ["u1"]})
    undo = Entry(number=2, command="undo", by="300", at=0.0, undoes=1)
    return moment("opreb", unit("opreb", "u1", RED), entry=undo)._replace(undid=(1, moved))


WRONG: dict[str, Callable[[], Moment]] = {
    "nobody_comes_back": _grow_unit,
    "a_division_loses_nothing": _grow_by_division,
    "the_fallen_do_nothing": lambda: _move_on("fubar", unit("fubar", "u1", RED, 0)),
    "no_wound_vanishes_unsettled": lambda: moment(
        "opreb", unit("opreb", "u1", RED), before=board("opreb", unit("opreb", "u1", RED, wounds=2))
    ),
    "wounds_that_lie_at_the_end_are_listed": lambda: moment(
        "opreb", unit("opreb", "u1", RED, wounds=1), entry=Entry(number=1, command="game end", by="300", at=0.0)
    ),
    "no_turn_is_taken_back_by_half": _half_a_turn,
    "nothing_of_a_turn_that_is_over_comes_back": lambda: _of_the_last_turn(activated=1),
    "nobody_in_centimetres_reads_of_inches": lambda: moment(
        "fubar", entry=Entry(number=1, command="move", by="300", at=0.0, title=Typed("6″"))
    ),
    "no_more_suppressed_than_figures": _of("fubar", ("u1", RED, 1, {"suppressed": 2})),
    "two_tokens_at_most": _of("openfire_d12", ("u1", RED, 1, {"suppression": 3})),
    "the_fallen_are_bare": _of("fubar", ("u1", RED, 0, {"activated": 1})),
    "nobody_fights_the_dead": _of("fubar", ("u1", RED, 2, {"engaged_with": "u2"}), ("u2", BLUE, 0, {})),
    "fights_are_mutual": _of("fubar", ("u1", RED, 2, {"engaged_with": "u2"}), ("u2", BLUE, 2, {})),
    "nobody_is_aboard_a_wreck": _of("fubar", ("u1", RED, 2, {"aboard": "u2"}), ("u2", RED, 0, {})),
    "the_holder_has_somebody_to_go": _of(
        "fubar", ("u1", RED, 2, {"tried": 1}), ("u2", BLUE, 2, {}), holder=RED, order=(RED, BLUE)
    ),
    "nobody_waits_when_the_turn_is_over": _of("fubar", ("u1", RED, 2, {}), order=(RED, BLUE)),
    "one_unit_is_active": _of(
        "opreb",
        ("u1", RED, 2, {"actions_left": 1, "activated": 1}),
        ("u2", RED, 2, {"actions_left": 2, "activated": 1}),
    ),
    "no_figure_strikes_in_two_fights": lambda: rounds(7, 5),
    "no_figure_attacks_twice_in_a_volley": lambda: volley("openfire_d12"),
    "open_questions_come_first": lambda: _move_on("fubar", unit("fubar", "u1", RED), waiting=frozenset({"u1"})),
    "free_attacks_come_first": _before_the_free_attack,
    "a_refusal_or_question_changes_nothing": _silently,
    "undo_restores_the_board": _undo_moment,
    "ledgers_add_up": lambda: shot("fubar", _one_less),
    "odds_contain_the_outcome": lambda: shot("fubar", _another("hits", 99)),
    "dice_are_as_the_page_counts_them": lambda: shot("fubar", _a_die_more),
    "each_die_is_rolled_by_whom_it_is_for": lambda: shot(
        "fubar", _by_another, unit("fubar", "u1", RED), unit("fubar", "u2", BLUE)
    ),
    "scores_are_as_the_page_adds_them_up": lambda: shot("bayonet", _a_score_more),
    "markers_are_as_the_page_converts_them": lambda: shot("opreb", _another("wounds", 7)),
    "what_is_offered_is_accepted": lambda: _misled(offers=True),
    "what_is_accepted_was_offered": lambda: _misled(offers=False),
    "what_is_declared_is_what_is_tried": _promised,
    "a_move_goes_as_far_as_it_says": _farther,
    "the_turn_can_be_ended": lambda: _without("turn next"),
    "what_is_asked_stands_in_the_short_answer": lambda: _ask_two(Text("so long " * 4_000)),
    "no_command_ends_the_actions_of_another_side": lambda: moment(
        "opreb",
        unit("opreb", "u1", RED, actions_left=2, activated=1),
        unit("opreb", "u2", BLUE, activated=1),
        before=board("opreb", unit("opreb", "u1", RED), unit("opreb", "u2", BLUE, actions_left=1, activated=1)),
        entry=Entry(number=1, command="activate", by="300", at=0.0, side=RED, request={"unit": ["u1"]}),
        players={id: Player(id=id, name=id, side=side) for id, side in (("300", RED), ("400", BLUE))},
    ),
    "nobody_acts_in_a_turn_that_is_over_without_a_warning": lambda: moment(
        "openfire_ww2",
        unit("openfire_ww2", "u1", RED),
        entry=Entry(number=1, command="move", by="300", at=0.0, side=RED, request={"unit": ["u1"]}),
        order=(RED, BLUE),
    ),
    "every_shot_at_a_vehicle_names_its_side": lambda: shot(
        "openfire_ww2", lambda play: {"facts": {**play.facts, "target": {**play.facts["target"], "kind": "tank"}}}
    ),
    "no_question_for_consent_waits_for_ever": _ask_without_deadline,
    "figures_whose_move_is_undone_are_put_back": _not_put_back,
    "figures_that_move_are_told": lambda: shot("opreb", _another("fall_back_inches", 3)),
    "what_is_asked_can_be_done": lambda: _ask_two(Text("Unhitch it."), Request("act", ("u1",), action="unhitch")),
    "every_result_says_how_it_went_and_whose_go_it_is": lambda: shot(
        "fubar",
        lambda play: {"text": Text("so long " * 2_000), "brief": None},
        unit("fubar", "u1", RED),
        unit("fubar", "u2", BLUE),
    ),
    "every_result_stands_on_a_phone": lambda: shot(
        "fubar",
        lambda play: {"text": Text("so long " * 100), "brief": None},
        unit("fubar", "u1", RED),
        unit("fubar", "u2", BLUE),
    ),
    "nobody_is_stuck": lambda: _without("activate", "move", "fire", "assault", acts=False),
}
