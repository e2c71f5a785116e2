"""Units as text: their states, with the units that these point at."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from bot.resolution.undo_notes import unmarked_notes
from cogs.rendering.text import Reader
from cogs.rendering.units import (
    OmittedParts,
    field_texts,
    is_state_shown,
    profile_texts,
    state_text,
    unit_line,
    unit_line_rest,
    unit_parts,
    unit_reply,
    units_in_order,
)
from data import SYSTEMS, system_of
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Figure, Unit
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Joined, Text
from tests.rows import for_each

LINKING = {"en": {"with", "of", "at", "by", "aboard"}, "de": {"mit", "von", "auf"}}
"""Words between a state and the unit that it points at."""


def _board(system: str, **states: str) -> Board:
    named, rules = ((id, name) for id, name in (("u1", "Sergeant"), ("u2", "Brute"))), system_of(system)
    units = [Unit(id=id, name=name, side=name, models=1, starting=1) for id, name in named]
    units[0] = units[0].model_copy(update={"states": states})
    return Board(Game(units={one.id: one for one in units}), rules, ruleset_of(rules, {}))


@for_each("code", LINKING)
@for_each("system", [one.key for one in SYSTEMS])
def test_a_state_that_points_at_a_unit_is_linked_with_its_name(system: str, code: str) -> None:
    """The board said "in contact Brute", in German "an Bord Brute"."""
    board = _board(system)
    words = Reader(language(code), board)
    pointing = [one for one in board.system.states.values() if one.holds in ("unit", "words") and not one.quiet]
    for state in pointing:
        if state.name not in ("actions_done", "weapons_lost"):  # these hold words
            before, *after = words(state_text(board, state.name, "u2")).split(" Brute")
            assert after == [""]
            assert before.split()[-1] in LINKING[code], before


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "Sergeant: no longer in contact with Brute."), ("de", "Bei Sergeant entfällt: in Kontakt mit Brute.")],
)
def test_an_undo_says_with_whom_a_unit_is_no_longer_in_contact(code: str, said: str) -> None:
    before, after = _board("zombie_wargame", in_contact="u2"), _board("zombie_wargame")
    assert [Reader(language(code), after)(one) for one in unmarked_notes(before, after)] == [said]


@for_each(
    ("states", "shown"),
    [
        ({"action": "walk", "activated": "1"}, ["action", "activated"]),
        ({"action": "on_guard", "on_guard": "1", "activated": "1"}, ["activated", "on_guard"]),
        ({"action": "walk"}, []),
        ({"on_guard": "1"}, ["on_guard"]),
        ({"action": "duck_and_weave"}, ["action"]),
        ({"fought": "u2", "gone": "1"}, []),
    ],
)
def test_a_board_shows_each_action_once_and_none_of_last_turn(states: dict[str, str], shown: list[str]) -> None:
    board = _board("fubar", **states)
    unit = board.unit("u1")
    assert sorted(name for name in states if is_state_shown(board, unit, name)) == shown
    fallen = unit.model_copy(update={"models": 0})
    assert not any(is_state_shown(board, fallen, name) for name in states)


def unit(system: str, models: int = 3, **more: Any) -> Unit:
    """Return a unit of the system's first type, with some models lost."""
    spec = next(iter(system_of(system).units.values()))
    given = {"profile": spec.profile, "weapons": spec.weapons, "starting": 5, "hp": (), "side": "Red", "name": "A*le"}
    return Unit.model_validate({"id": "u1", "models": models, **given, **more})


def of(system: str, one: Unit) -> Board:
    return Board(Game(units={one.id: one}), system_of(system), ruleset_of(system_of(system), {}))


FIGURES = (
    Figure(name="Vu", note="the medic"),
    Figure(name="Moss", fell=2),
    Figure(name="Hale", note="a scout", fell=1),
)
ORIGINS = {"level": Text("veteran since the first battle"), "skill": Text("hurt")}


@for_each(
    ("system", "models", "more", "line"),
    [
        ("fubar", 5, {}, ["**A\\*le** 5/5", " 5/5", "", "Red · 5/5"]),
        (
            "fubar",
            3,
            {"states": {"suppressed": 2, "activated": 1, "action": "aimed_fire"}},
            [
                "**A\\*le** 3/5 · suppressed 2 · activated · aimed",
                " 3/5 · suppressed 2",
                " 3/5 · suppressed 2",
                "Red · 3/5 · suppressed 2 · activated · aimed",
            ],
        ),
        ("fubar", 0, {"states": {"suppressed": 2}}, ["**A\\*le** 0/5 · out of action", "", "", "Red · 0/5"]),
        ("fubar", 1, {"starting": 1, "hp": (2, 0)}, ["**A\\*le** HP 2", " HP 2", " HP 2", "Red · HP 2"]),
        ("fubar", 0, {"starting": 1}, ["**A\\*le** destroyed", "", "", "Red"]),
        ("fubar", 1, {"starting": 1, "hp": (0,)}, ["**A\\*le** destroyed HP 0", "", "", "Red · HP 0"]),
        (
            "fubar",
            3,
            {"figures": FIGURES},
            [
                "**A\\*le** 3/5 · ★ Vu · ★ Moss (fallen) · ★ Hale (fallen)",
                " 3/5 · ★ Vu · ★ Moss (fallen) · ★ Hale (fallen)",
                " 3/5 · ★ Vu · ★ Moss (fallen) · ★ Hale (fallen)",
                "Red · 3/5",
            ],
        ),
        ("fubar", 0, {"figures": FIGURES}, ["**A\\*le** 0/5 · out of action", "", "", "Red · 0/5"]),
        ("bayonet", 0, {"starting": 1}, ["**A\\*le** out of action", "", "", "Red"]),
        ("bayonet", 0, {"starting": 1, "states": {"downed": 1}}, ["**A\\*le** down", " · down", " · down", "Red"]),
    ],
)
def test_a_unit_is_told_on_a_line_and_the_finished_activation_may_be_left_out(
    system: str, models: int, more: Any, line: list[str]
) -> None:
    one = unit(system, models, **more)
    board = of(system, one)
    words = Reader(language("en"), board)
    lean = [
        unit_line_rest(words, board, one, False, 1000, OmittedParts(go, strength))
        for go, strength in ((True, False), (True, True))
    ]
    assert [unit_line(words, board, one), *lean, words(Joined(unit_parts(board, one), " · "))] == line


def test_a_name_of_more_than_a_hundred_letters_is_cut_on_a_units_line() -> None:
    for letters, shown in ((100, "x" * 100), (101, "x" * 99 + "…")):
        board = of("fubar", unit("fubar", 5, name="x" * letters))
        assert unit_line(Reader(language("en"), board), board, board.unit("u1")) == f"**{shown}** 5/5"


def test_a_unit_that_may_still_act_comes_first_and_one_out_of_action_last() -> None:
    board = _board("openfire_d12")
    base = board.unit("u1")
    named = {
        "gone": {"models": 0},
        "acted": {"states": {"activated": 1}},
        "idle": {},
        "acting": {"states": {"actions_left": 1}},
    }
    units = [base.model_copy(update={"id": id, **changes}) for id, changes in named.items()]
    assert [one.id for one in units_in_order(board, units)] == ["acting", "idle", "acted", "gone"]


@for_each(
    ("system", "more", "lines"),
    [
        (
            "fubar",
            {
                "full": 9,
                "figures": FIGURES,
                "origins": ORIGINS,
                "medic": True,
                "points": 1,
                "states": {"suppressed": 1},
            },
            [
                "**Red** · 3/5 · suppressed 1 · ★ Vu · ★ Moss (fallen) · ★ Hale (fallen)",
                "Level green, Medic, 1 point",
                "Weapons: 8 infantry rifles (Range 24″, Fire points 1, Small arm)",
                "Numbers: activates on 5+, hits on 6+",
                "Full strength 9, 5 in this battle",
                "★ Vu: the medic",
                "★ Hale (fallen): a scout",
                "From earlier battles: veteran since the first battle; hurt",
                "suppressed: cannot fire; −1 each on activation; strikes last",
                "Options: after its activation: Walk 6″, small arms fire; Run 12″; Duck and Weave 8″; On Guard, one "
                "reaction shot; Gone to Ground 3″; Aimed Fire, +1 to hit; Assault 8″",
            ],
        ),
        (
            "fubar",
            {"full": 5, "points": 2, "models": 0},
            [
                "**Red** · 0/5 · out of action",
                "Level green, 2 points",
                "Weapons: 8 infantry rifles (Range 24″, Fire points 1, Small arm)",
                "Numbers: activates on 5+, hits on 6+",
            ],
        ),
        (
            "fubar",
            {"full": 0, "starting": 1, "models": 1, "profile": system_of("fubar").units["ifv"].profile},
            [
                "**Red**",
                "Kind vehicle, Level seasoned, Vehicle armour medium, Carries 6, Crew 2",
                "Weapons: 8 infantry rifles (Range 24″, Fire points 1, Small arm)",
                "Numbers: activates on 4+, hits on 5+, saves on 4+",
                "Options: after its activation: drive 12″, 6″ through soft cover, and fire one weapon; On Guard, "
                "one reaction shot; Aimed Fire with all weapons, +1 to hit; ram infantry",
            ],
        ),
        (
            "openfire_ww2",
            {},
            [
                "**Red** · 3/5",
                "WPN 5, ARM 4, MOR 8, TRN 5",
                "Weapons: 1 bolt action rifle (RNG 24″, ROF 1, PEN 4, Mobility mobile, Domain infantry weapon) and "
                "1 hand grenade (RNG 6″, ROF 1, PEN 4, ACC -1, Mobility light, Domain infantry weapon, Explosive, "
                "Grenade)",
                "Options: move 5″ in the open; fire bolt action rifle to 24″ and hand grenade to 6″; Hit the Dirt, "
                "Set Up Position, Sprint or Button Vehicle",
            ],
        ),
        (
            "opreb",
            {},
            [
                "**Red** · 3/5",
                "Skill dice 3",
                "Weapons: 8 rifles (Rate of fire 1, Range band 8″)",
                "Options: move 5″; tac-move 5″ + 1″ per bang of 3 dice, 3″ on a whiff; fire (bands of 8″); get into "
                "position",
            ],
        ),
        (
            "bayonet",
            {},
            [
                "**Red** · 3/5",
                "Range Combat Factor 3, Physical Combat Factor 3, ABC Combat Factor 2, Psi Combat Factor 2, Range "
                "24″, Move 6″",
                "Weapons: 1 grenade",
                "Options: Move 6″; Shoot to 24″ after the enemy's moves",
            ],
        ),
    ],
)
def test_the_card_of_a_unit_has_its_values_its_weapons_its_states_and_its_options(
    system: str, more: Any, lines: list[str]
) -> None:
    one = unit(system, **more)
    reply = unit_reply(Reader(language("en")), of(system, one), one)
    assert (reply.title, reply.private) == ("A\\*le", True)
    assert reply.text.split("\n") == lines


def test_the_card_of_a_hidden_unit_names_its_side_only() -> None:
    one = unit("opreb", states={"hidden": 1})
    reply = unit_reply(Reader(language("en")), of("opreb", one), one)
    assert (reply.title, reply.text, reply.private) == ("Card 1", "A hidden unit of Red.", True)
    assert unit_line(Reader(language("en"), of("opreb", one)), of("opreb", one), one) == "**card 1** · hidden"


def test_the_states_of_former_releases_are_named_as_they_stand() -> None:
    board = _board("fubar")
    words = Reader(language("en"), board)
    said = [words(state_text(board, "of_before", value)) for value in ("x_y", 1, 2)]
    assert said == ["of before x y", "of before", "of before 2"]
    assert words(state_text(board, "suppressed", 1)) == "suppressed 1"
    assert not is_state_shown(board, board.unit("u1"), "of_before")


def test_the_values_of_a_profile_are_named_with_their_parts_and_unset_ones_left_out() -> None:
    profile = {
        "level": "green",
        "armour": {"front": 3},
        "before": 3,
        "parts": {"left": 1, "right_side": 2},
        "old": True,
        "none": None,
        "empty": "",
        "off": False,
    }
    one = unit("fubar", profile=profile)
    board = of("fubar", one)
    assert [Reader(language("en"), board)(text) for text in profile_texts(board, one)] == [
        "Level green",
        "Armour (front 3)",
        "before 3",
        "parts (left 1, right side 2)",
        "old",
    ]


class Crate(BaseModel):
    """A profile whose fields have no titles."""

    stowed: dict[str, int] = {}
    weight: int = 0


def test_a_field_without_a_title_is_named_by_its_code_and_a_table_by_its_keys() -> None:
    words = Reader(language("en"))
    given = {"stowed": {"rations": 2, "field_dressings": 3}, "weight": 9}
    assert [*map(words, field_texts(Crate, given))] == ["stowed (rations 2, field dressings 3)", "weight 9"]
