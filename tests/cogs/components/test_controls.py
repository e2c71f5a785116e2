"""The purpose of a control is in its id, which Discord returns unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any, cast, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Refusal
from cogs.components.clicks import CLICKED, SUBMITTED
from cogs.components.controls import (
    STYLES,
    ChoiceMenu,
    Click,
    Control,
    ControlId,
    EntryId,
    MenuOption,
    OrderId,
    find_handler,
    id_of,
    parse_click,
)
from cogs.components.packed_request import pack_request
from cogs.components.play.control_row import TakeStep, TargetMenu
from cogs.components.play.entry_buttons import UndoEntry
from cogs.components.play.order_form import OrderForm
from cogs.components.play.reaction_menu import LateMenu
from cogs.interactions.limits import BUTTON_LABEL, CHOICE, CHOICES, CUSTOM_ID
from cogs.interactions.message import MARK_ROOM
from rules.kernel.request import Request
from tests.cogs.components.play.samples import register_controls
from tests.rows import for_each

KINDS = sorted({one.partition(":")[0] for one in (*CLICKED, *SUBMITTED)})
GAME, QUESTION, UNIT = "f" * 32, "f" * 16, "u100"
MOST = {
    **dict.fromkeys(("undo", "why", "tell", "note", "odds", "amend", "amended"), (GAME, 999_999)),
    "again": (GAME, 999_999, 999_999),
    "react": (GAME, 999_999, UNIT),
    "ask": (GAME, 999_999, 99),
    **dict.fromkeys(
        ("units", "records", "end", "lastlog", "stats", "report", "luck", "reopen", "setup", "newasked"), (GAME,)
    ),
    "try": (GAME, 9),
    "oppside": (GAME, 999_999, "charger_front"),
    "seat": (GAME, 2, "f" * 8),
    "botseat": (GAME, "f" * 8),
    "hand": (GAME, "physical"),
    "twice": (GAME, 2, "x" * 40, "f" * 8),
    "instead": (GAME, 2, "x" * 38, "f" * 8),
    "keepforce": (GAME, 2, "x" * 40),
    "won": (GAME, "f" * 8),
    "pick": (QUESTION, 9_999, 24),
    "keep": ("W" * 60,),
    "log": (GAME, "b999999", 50, UNIT, "9" * 19, "unit edit"),
    "forget": ("me",),
    **dict.fromkeys(
        ("dice", "facts", "faces", "menu", "roll", "anyway", "lawful", "drop", "show", "answer", "agree", "refuse"),
        (QUESTION, 9_999),
    ),
    "go": ("x" * (CUSTOM_ID - len(id_of("go", "", "f" * 8, 999_999))), "f" * 8, 999_999),
    "chances": ("x" * (CUSTOM_ID - len(id_of("chances", "", "f" * 8))), "f" * 8),
    "reload": ("f" * 8, "f" * 8, "W" * 67),
    "reloadin": ("f" * 8, "f" * 8, "W" * 67),
    "replace": ("f" * 8, "W" * 60),
    **dict.fromkeys(("listform", "listwords"), ("openfire_ww2",)),
    **dict.fromkeys(("listwrite", "listtake"), ("openfire_ww2", 1)),
    "listname": ("openfire_ww2", "f" * 8, "unit", "planet_defence_squad"),
    "chancesof": (GAME, 999_999),
    "load": ("x" * (CUSTOM_ID - len(id_of("load", ""))),),
    "face": (QUESTION, 9_999, 12),
    **dict.fromkeys(("back", "more", "controls", "upnext", "late", "reacts"), (GAME, 999_999)),
    "orders": (GAME, 999_999, "activate"),
    "choose": (GAME, 999_999, "target", "x" * (CUSTOM_ID - len(id_of("choose", GAME, 999_999, "target", "")))),
    **{
        kind: (GAME, 999_999, "x" * (CUSTOM_ID - len(id_of("order", GAME, 999_999, ""))))
        for kind in ("do", "fix", "split", "look")
    },
    "reset": (GAME, 999_999, "x" * (CUSTOM_ID - len(id_of("reset", GAME, 999_999, "")))),
    "amendnow": (GAME, 999_999, "x" * (CUSTOM_ID - len(id_of("amendnow", GAME, 999_999, "")))),
    "share": (GAME, 999_999, "x" * (CUSTOM_ID - len(id_of("share", GAME, 999_999, "")))),
    "order": (GAME, 999_999, "x" * (CUSTOM_ID - len(id_of("order", GAME, 999_999, "")))),
    **dict.fromkeys(("camptell", "campwords"), (GAME,)),
    **dict.fromkeys(("campjoin", "campbot", "campnext", "camptable", "campenter"), (GAME,)),
    **dict.fromkeys(("oppgo", "oppblind", "review", "cards", "clock", "ontable"), (GAME,)),
    "thingform": (GAME, "minefield"),
    **dict.fromkeys(("unitchange", "unitform"), (GAME, 999_999, UNIT, "reserve")),
    "lookup": (GAME, "commands"),
    **dict.fromkeys(("seal", "sealform", "unseal"), (GAME, UNIT)),
    **dict.fromkeys(("namefigure", "figureform"), (GAME, UNIT)),
    "figurefalls": (GAME, UNIT, "f" * 8),
    "setclock": (GAME, 6000, "f" * 8),
    **dict.fromkeys(("look", "reveal"), ("1" * 20, "f" * 16)),
    **dict.fromkeys(("opptell", "oppsame", "oppallsame", "oppnone"), (GAME, UNIT)),
    "opptold": (GAME, UNIT, *["u99"] * 12),
    **dict.fromkeys(("oppdone", "oppnot", "oppwhy"), (GAME, 999_999)),
    "campbegin": (GAME, 9_999),
    "camproster": (GAME, "r100", 99),
    "camplog": (GAME, "b999999", 50),
    "campdo": (GAME, "c9999", "level", 3, "x" * 30),
    **dict.fromkeys(("campname", "campcalled"), (GAME, "c9999")),
    "campcards": (GAME, "r100"),
    **dict.fromkeys(("campundo", "campwhy"), (GAME, 999_999)),
    **dict.fromkeys(("campunits", "campfielded", "campodds", "campreopen", "campreport"), (GAME, "b999")),
    "campfigures": (GAME, "b999", 9_999, "r100"),
    **dict.fromkeys(("campthrow", "campown", "campsign", "campdecide"), (GAME, "b999", 9_999)),
    "campwon": (GAME, "b999", 9_999, "r100"),
    "campdice": (GAME, "b999", 9_999, "b999", "c9999", "recovery"),
    "campchange": (GAME, "b999", 9_999, "c9999"),
}
"""The most that each kind of control can be about."""


class Salute(ControlId, what="salute"):
    game: str
    entry: int
    whom: str = ""
    words: tuple[str, ...] = ()


about = st.lists(st.text(max_size=20).filter(lambda text: ":" not in text) | st.integers(0, 10**6), min_size=1)


@given(st.from_regex("[a-z]{1,12}", fullmatch=True), about)
def test_an_id_contains_its_values(what: str, about: list[Any]) -> None:
    assert parse_click(id_of(what, *about)) == Click(what, tuple(map(str, about)))


@given(st.text(max_size=60))
def test_the_name_of_a_force_may_have_any_signs_in_it(name: str) -> None:
    click = parse_click(id_of("keep", name))
    assert click is not None
    assert (click.what, ":".join(click.about)) == ("keep", name)


def test_each_kind_of_control_has_its_longest_id_here() -> None:
    missing = [kind for kind in KINDS if kind not in MOST]
    assert missing == [], "add what stands at most in an id of these to MOST, at the top of this file"


def test_each_id_fits_and_is_found_again_after_a_restart_by_one_kind_of_control() -> None:
    """By its pattern, which is all that the library has then."""
    for what in {*KINDS} & MOST.keys():
        id = id_of(what, *MOST[what])
        assert len(id) <= CUSTOM_ID, what
        assert parse_click(id) == Click(what, tuple(map(str, MOST[what])))
        found = [kind for kind in (Control, ChoiceMenu) if kind.__discord_ui_compiled_template__.fullmatch(id)]
        assert found == [{"menu": ChoiceMenu, "choose": ChoiceMenu}.get(what, Control)], what


def test_a_foreign_id_is_ignored() -> None:
    for id in ("", "adj1", "adj1:", "adj1:undo", "adj2:undo:x:1", "xadj1:undo:x", "adj1:UNDO:x", "throw0"):
        assert parse_click(id) is None, id


def test_a_button_has_a_label_that_fits() -> None:
    for style in STYLES:
        for label in ("Undo", "W" * 300, "", "🎲" * 90):
            item = Salute(GAME, 1).button(label, style).item
            assert 1 <= len(item.label or "") <= BUTTON_LABEL
            assert item.style is STYLES[style]
            if len(label) <= BUTTON_LABEL and label:
                assert item.label == label


def test_a_menu_has_as_many_options_as_there_may_be_each_by_its_place() -> None:
    options = [MenuOption(f"{n} " + "W" * 200, str(n)) for n in range(40)]
    item = ChoiceMenu(id_of("menu", QUESTION, 0), options).item
    assert [option.value for option in item.options] == [str(n) for n in range(CHOICES)]
    assert all(len(option.label) <= CHOICE for option in item.options)
    assert [option.value for option in ChoiceMenu(id_of("menu", QUESTION, 0)).item.options] == ["…"]


@given(st.integers(0, 10**9 - 1), st.lists(st.text(max_size=9).filter(lambda text: ":" not in text), max_size=4))
def test_an_id_is_read_as_it_was_written(entry: int, words: list[str]) -> None:
    said = Salute(GAME, entry, "Ann", tuple(words))
    click = parse_click(said.id)
    assert click is not None
    assert click.what == "salute"
    assert Salute.read(click.about) == (said if words else Salute(GAME, entry, "Ann", ()))


def test_an_id_of_another_kind_is_another() -> None:
    assert TakeStep("g", 1, Request("move")) != OrderForm("g", 1, Request("move"))


@pytest.mark.parametrize(("kind", "room"), [(UndoEntry, CUSTOM_ID), (LateMenu, CUSTOM_ID - MARK_ROOM)])
def test_an_id_fits_up_to_the_last_character(kind: type[EntryId], room: int) -> None:
    """A menu is drawn again with five digits and a point in its id."""
    spare = room - len(kind(GAME, 1).id)
    assert [kind(GAME + "g" * more, 1).fits for more in (spare, spare + 1)] == [True, False]


def test_an_id_of_an_earlier_version_lacks_what_came_later() -> None:
    assert Salute.read(("g", "7")) == Salute("g", 7)


@for_each("about", [(), ("g",), ("g", "seven"), ("g", "-1"), ("g", "9" * 10)])
def test_an_id_that_is_none_of_ours_is_refused(about: tuple[str, ...]) -> None:
    with pytest.raises(Refusal, match="another version"):
        Salute.read(about)


@pytest.mark.parametrize("kind", [TakeStep, TargetMenu, OrderForm])
def test_an_id_holds_a_whole_request_or_none(kind: type[OrderId]) -> None:
    """A menu is drawn again with five digits and a point in its id, which has room for them."""
    room = CUSTOM_ID - (MARK_ROOM if kind is TargetMenu else 0)
    for targets in range(1, 24):
        request = Request("fire", ("u1",), tuple(f"u{nth}" for nth in range(targets)), distance=(Decimal(10),))
        control = kind.at((GAME, 999_999), replace(request, side="Red"))
        click = parse_click(control.id)
        assert click is not None
        assert len(control.id) <= room
        assert kind.read(click.about) == kind(GAME, 999_999, request if control.fits else Request(""))
        assert control.fits == (len(control.id) + len(pack_request(request) or "") * (not control.fits) <= room)


def test_a_click_finds_what_is_registered_for_its_control() -> None:
    given = {int: 7, tuple[str, ...]: ("a", "b"), Request: Request("fire", ("u1",))}
    for key, registered in CLICKED.items():
        about = registered.about
        hints = get_type_hints(about)
        control = about(**{one.name: given.get(hints[one.name], "x") for one in fields(cast(Any, about))})
        click = parse_click(control.id)
        assert click is not None, key
        assert find_handler(CLICKED, click) is registered, key
        assert about.read(click.about) == control, key


PRIVATE = """
amend answer campcards camptell cards chances chancesof choose:aim choose:card clock controls dice facts fix forget keep
lastlog late look lookup luck more odds ontable opptell oppwhy orders reacts records replace report reset review split
stats tell unitchange units upnext why
"""
RETIRING = """
agree anyway choose:face choose:oppfar choose:oppseers choose:oppsees drop face faces lawful listtake load menu
oppallsame oppblind oppdone oppnone oppnot oppsame oppside opptold pick refuse reload reloadin reveal roll
"""


def test_these_controls_answer_their_caller_alone_and_these_are_gone_once_they_are_used() -> None:
    """A slow answer is private before the bot knows what it says."""
    register_controls()
    every = [*CLICKED.items(), *SUBMITTED.items()]
    assert {word for word, one in every if one.private} == {*PRIVATE.split()}
    assert {word for word, one in every if one.retires} == {*RETIRING.split()}


def _kinds(base: type[ControlId]) -> Iterator[type[ControlId]]:
    """Yield the controls and forms of ours: those that have a word for their id."""
    for one in base.__subclasses__():
        if one.what and one.__module__.startswith("cogs."):
            yield one
        yield from _kinds(one)


def test_every_control_has_a_function_that_answers_it() -> None:
    register_controls()
    answered = {one.about for one in (*CLICKED.values(), *SUBMITTED.values())}
    idle = [f"{one.__module__}.{one.__qualname__}" for one in _kinds(ControlId) if one not in answered]
    assert idle == [], "no function stands under @clicked or @submitted for it"
