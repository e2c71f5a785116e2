"""The laws about dice can fail: each is checked against a bot that breaks it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.dice.returned import ReturnedDice
from bot.game.people import Person
from bot.resolution import undo
from bot.store.tables import Pending
from rules.game.entry import Entry
from rules.kernel.request import Request
from tests.safety.table import ANN, BOB, EVE
from tests.safety.test_cheats import Cheats

with_two_and_three_sides = pytest.mark.parametrize("cheats", [2, 3], ids=["two sides", "three sides"], indirect=True)
OWN = "6 6 6 6 6 6 6 6 6"


@pytest.fixture
def cheats(request: pytest.FixtureRequest) -> Iterator[Cheats]:
    """Begin a game of FUBAR in which all but Ann are honest and act as the test prescribes."""
    machine = Cheats("fubar", getattr(request, "param", 2))
    yield machine
    machine.table.run(machine.table.services.record.close())
    machine.table.loop.close()
    machine.folder.cleanup()


def _orders(cheats: Cheats, request: Request, dice: str = "") -> Entry | None:
    """Give an order as Ann despite all objections; return its entry."""
    cheats.does(ANN, "orders", lambda services, call: services.questions.begin(call, request, dice))
    assert cheats.last
    asked = next((row for row in cheats.last.open if row.kind == "anyway" and row not in cheats.last.asked), None)
    if asked is not None:
        cheats.does(ANN, "anyway", lambda services, call: services.questions.answer(call, asked.id, asked.step))
    return cheats.last.new[-1] if cheats.last.new else None


def _pending_question(cheats: Cheats) -> Pending | None:
    """Return the question for consent that is open."""
    return next((row for row in cheats.last.open if row.kind == "consent"), None) if cheats.last else None


def _says(cheats: Cheats, yes: bool, *who: Person) -> None:
    """Those who are asked agree, or the first of them does not."""
    for person in who if cheats.sides > 2 else who[:1]:
        row = _pending_question(cheats)
        assert row is not None, "somebody is asked"
        if yes:
            cheats.does(
                person, "agrees", lambda services, call, row=row: services.corrections.agree(call, row.id, row.step)
            )
        else:
            cheats.does(
                person, "refuses", lambda services, call, row=row: services.corrections.refuse(call, row.id, row.step)
            )
            return


def _activation(cheats: Cheats, nth: int) -> Request:
    """Roll the activation of Red's nth unit, with one die."""
    live = cheats.table.run(cheats.table.live())
    waits = [unit for unit in live.game.units_of_side("Red") if not unit.has("tried")]
    return Request("activate", unit=(waits[nth].id,), side="Red")


def _undo_activation(cheats: Cheats) -> Request:
    """Undo Ann's activation with the consent of all players."""
    request = _activation(cheats, 0)
    assert _orders(cheats, request) is not None
    cheats.undo(ANN, None)
    _says(cheats, True, BOB, EVE)
    return request


@with_two_and_three_sides
def test_an_honest_bot_breaks_none_of_them(cheats: Cheats) -> None:
    request = _undo_activation(cheats)
    _orders(cheats, request, OWN)
    _says(cheats, False, BOB)
    _orders(cheats, request, OWN)
    assert _pending_question(cheats) is None, "nobody is asked again"
    assert _orders(cheats, request) is not None


@with_two_and_three_sides
def test_a_bot_that_asks_again_after_a_no_is_seen(cheats: Cheats, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player is not asked twice about the same dice."""
    monkeypatch.setattr(ReturnedDice, "with_refusal", lambda dice, asked: dice)
    request = _undo_activation(cheats)
    _orders(cheats, request, OWN)
    _says(cheats, False, BOB)
    with pytest.raises(AssertionError, match=r"asked again about .*'own', 'Red', 6"):
        _orders(cheats, request, OWN)


def test_a_bot_that_loses_undone_dice_is_seen(cheats: Cheats, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is lost."""
    monkeypatch.setattr(ReturnedDice, "put", lambda dice, *faces: dice)
    with pytest.raises(AssertionError, match=r"no_die_vanishes: gone: {[(]6"):
        _undo_activation(cheats)


def test_a_bot_that_leaves_dice_in_line_which_it_rolls_is_seen(cheats: Cheats, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is rolled twice."""
    request = _undo_activation(cheats)
    monkeypatch.setattr(ReturnedDice, "without_dice", lambda dice, places: dice)
    with pytest.raises(AssertionError, match=r"no_die_vanishes: gone: {}, from nowhere: {[(]6"):
        _orders(cheats, request)


def test_a_bot_that_rolls_new_dice_before_those_in_line_is_seen(
    cheats: Cheats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dice are used in the order drawn."""
    _undo_activation(cheats)
    monkeypatch.setattr(ReturnedDice, "next_for", lambda dice, *lot: [])
    with pytest.raises(AssertionError, match=r"seen_dice_come_out_next: entry"):
        _activates_three(cheats)


def _activates_three(cheats: Cheats) -> None:
    """One new die may show the face of the one that is in line."""
    for _ in range(3):
        _orders(cheats, _activation(cheats, 0))


def test_a_bot_that_puts_dice_in_line_without_a_word_is_seen(cheats: Cheats, monkeypatch: pytest.MonkeyPatch) -> None:
    """No face is seen before its use is settled."""
    assert _orders(cheats, _activation(cheats, 0)) is not None
    monkeypatch.setattr(undo, "CONSENT", ())
    with pytest.raises(AssertionError, match=r"are next in line, and nobody was asked"):
        cheats.undo(ANN, None)


def test_a_bot_that_asks_but_one_of_two_other_sides_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    three = Cheats("fubar", 3)
    assert _orders(three, _activation(three, 0)) is not None
    monkeypatch.setattr(undo, "CONSENT", (undo.Consent("Blue", lambda about: ["side:Blue"]),))
    three.undo(ANN, None)
    with pytest.raises(AssertionError, match=r"are next in line, and {'side:Green'} have not agreed"):
        _says(three, True, BOB)
    three.teardown()


def test_a_bot_that_names_other_dice_than_come_back_is_seen(cheats: Cheats, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _orders(cheats, _activation(cheats, 0)) is not None
    monkeypatch.setattr(undo, "next_dice_lines", lambda faces: ())
    cheats.undo(ANN, None)
    with pytest.raises(AssertionError, match=r"are next in line, and .* were named"):
        _says(cheats, True, BOB, EVE)
