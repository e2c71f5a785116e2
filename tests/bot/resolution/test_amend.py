"""Faces that lie on the table already: which of them count again, and whose they are."""

from __future__ import annotations

from typing import Any

import pytest

from bot.dice.sources import Dice, Seen, TableDice, bots
from bot.errors import Refusal
from bot.resolution.amend import amendment
from rules.dice import Throw, Total
from rules.entry import Entry, Play, Throwing
from rules.errors import DiceNeeded
from rules.events import DiceReturned, Laid
from rules.game import Game
from rules.table import Faces

D6 = Throw("to hit", "attacker", 6, Total())
D12 = Throw("to hit", "attacker", 12, Total())


def nines(throw: Throw[Any], count: int, label: str) -> Faces:
    return Faces((9,) * count, "bot")


def lying(source: str = "bot", *faces: int) -> dict[tuple[int, str], Laid]:
    return {(0, "to hit"): Laid(nth=0, label="to hit", sides=6, faces=faces, source=source)}


def table(again: dict[tuple[int, str], Laid], otherwise: str = "bot", hands: str | None = None) -> TableDice:
    return TableDice(Dice(nines, {}), lambda _: hands, [], otherwise=otherwise, again=again)


def test_the_first_of_the_old_faces_count_again() -> None:
    dice = table(lying("bot", 1, 2, 3))
    assert dice(D6, 2, "to hit") == Faces((1, 2), "bot")
    assert not dice.thrown


def test_only_what_is_missing_is_thrown() -> None:
    dice = table(lying("bot", 1, 2))
    assert dice(D6, 4, "to hit") == Faces((1, 2, 9, 9), "bot")
    assert [one["faces"] for one in dice.thrown] == [[9, 9]]


def test_only_what_is_missing_is_asked_for() -> None:
    with pytest.raises(DiceNeeded) as needed:
        table(lying("physical", 1, 2), "physical")(D6, 5, "to hit")
    assert needed.value.count == 3


def test_dice_of_both_hands_in_one_throw() -> None:
    thrown = table(lying("physical", 1, 2), hands="bot")(D6, 4, "to hit")
    assert thrown.source == "physical, 2 bot"
    laid = Laid(nth=0, label="to hit", sides=6, faces=thrown.faces, source=thrown.source)
    assert bots(laid) == (9, 9)
    again = {(0, "to hit"): laid}
    assert table(again)(D6, 2, "to hit") == Faces((1, 2), "physical")
    assert table(again)(D6, 3, "to hit") == Faces((1, 2, 9), "physical, 1 bot")
    assert table(again)(D6, 5, "to hit").source == "physical, 3 bot"


@pytest.mark.parametrize(("throw", "label"), [(D12, "to hit"), (D6, "to hit (2)")])
def test_another_die_or_another_label_is_a_new_throw(throw: Throw[Any], label: str) -> None:
    assert table(lying("bot", 1, 2))(throw, 2, label).faces == (9, 9)


def test_dice_of_another_command_are_not_touched_before_all_agree() -> None:
    game = Game(queues={6: (1, 2, 3)}, seen={6: ("mine", "mine", "other")})
    dice = Dice(nines, {}).again(game, "mine", ("side:Blue",))
    assert dice(D6, 2, "a").faces == (1, 2)
    with pytest.raises(Seen) as seen:
        dice(D6, 2, "b")
    assert seen.value.faces == (3,)
    assert not any(dice.kept.values())
    agreed = Dice(nines, {}).again(game, "mine", ())
    assert agreed(D6, 4, "a").faces == (1, 2, 3, 9)
    assert agreed.notes() == ("Dice already seen were used: 3.",)


def test_new_dice_that_a_second_try_does_not_need_are_not_lost() -> None:
    """Somebody else wrote first, and gave a die back."""
    first = Dice(nines, {})
    first(D6, 3, "a")
    second = first.again(Game(queues={6: (1,)}, seen={6: ("mine",)}), "mine", ())
    assert second(D6, 3, "a").faces == (1, 9, 9)
    assert second.used_up() == [DiceReturned(sides=6, faces=(9,), of=("mine",))]


def _entry(*throws: Throwing, **request: Any) -> Entry:
    play = Play(action="fire", facts={}, throws=throws, decisions=({"name": "allocation", "value": "suppress=1"},))
    given = {"command": "fire", "unit": ["u1"], "target": ["u2"], **request}
    return Entry(number=5, command="fire", by="1", at=0.0, request=given, plays=(play, play))


def test_situations_are_added_and_the_rest_replaced() -> None:
    old = _entry(situation=["reaction"], cover=["soft"], distance=["10"])
    attempt = amendment(old, {"situation": ("side", "reaction"), "cover": ("hard",), "distance": (), "count": None})
    assert attempt.request.situation == ("reaction", "side")
    assert attempt.request.cover == ("hard",)
    assert [str(one) for one in attempt.request.distance] == ["10"]
    assert attempt.choices == {"allocation": ["suppress=1", "suppress=1"]}
    assert attempt.amends == 5


@pytest.mark.parametrize(("source", "otherwise"), [("bot", "bot"), ("physical", "physical")])
def test_new_dice_are_thrown_as_the_old_ones_were(source: str, otherwise: str) -> None:
    old = _entry(Throwing(label="to hit", by="attacker", sides=6, faces=(1,), source=source))
    assert amendment(old, {"count": 2}).otherwise == otherwise


def test_an_amendment_without_anything_forgotten() -> None:
    with pytest.raises(Refusal, match="What was forgotten"):
        amendment(_entry(), {"situation": (), "count": None})
