"""A system unknown to `cogs/` has all controls: they are generated from its value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace

import pytest

from data import systems
from rules.command.movement import Band, up_to
from rules.command.order import Order
from rules.command.planned import Planned
from rules.command.system import Board
from rules.command.turns import next_turn
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.facts import Choice
from rules.kernel.text import Text
from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.table import Table
from tests.sixth import SIXTH, Shoot, Sixth
from tests.taps.thumb import Thumb, fields_of


class Fire(Shoot):
    """A shot at each target, by every model at each of them."""

    needs, several = ("unit", "target", "distance"), ("target",)
    covers = (Choice("none", Text("None")), Choice("tree", Text("Behind a tree")))

    def rolls(self) -> list[Planned]:
        each = [replace(self.request, target=(target,)) for target in self.request.target]
        return [planned for one in each for planned in Shoot(self.board, one).rolls()]

    def headline(self) -> Text:
        return Text("{unit} shoots", unit=self.unit.ref)


class Rest(Order):
    key, title = "rest", Text("Rest")

    def headline(self) -> Text:
        return Text("{unit} rests", unit=self.unit.ref)


class March(Rest):
    key, title = "move", Text("March")


class NextWatch(Order):
    key, title, needs = "turn next", Text("Next watch"), ()

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return next_turn(now)

    def headline(self) -> Text:
        return Text("Watch {n}", n=self.board.game.turn + 1)


class Listed(Sixth):
    """The same in range bands."""

    @staticmethod
    def bands(board: Board, unit: Unit) -> Sequence[Band]:
        return up_to((6, 18))


LISTED = Listed(
    **{
        **{field.name: getattr(SIXTH, field.name) for field in fields(SIXTH)},
        "commands": {"fire": Fire, "move": March, "turn next": NextWatch},
        "acts": {"rest": Rest},
        "weapons": ("bow", "sling"),
        "turn": "watch",
    }
)


@pytest.fixture
async def sixth(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A band of Ann's and two of Bob's."""
    monkeypatch.setattr(systems, "SYSTEMS", (*systems.SYSTEMS, LISTED))
    await table.done(table.ann, "/game new", system="sixth")
    for name, side in (("Owls", "Red"), ("Foxes", "Blue"), ("Hares", "Blue")):
        await table.done(table.ann, "/unit add", name=name, profile="band", side=side)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    return table


async def test_the_board_has_the_words_of_the_system_and_a_shot_is_a_form_with_its_bands_and_covers(
    sixth: Table,
) -> None:
    told = await board(sixth)
    assert list(menus(told)) == ["Next: March …"]
    assert {"Shoot …", "More …", "Undo", "Next watch"} <= set(told.buttons)
    form = await sixth.pick(sixth.ann, told, "Owls", "Shoot")
    fields = {one["custom_id"]: one for one in fields_of(form)}
    assert [one["label"] for one in fields["distance"]["options"]] == ["Up to 6″", "Over 6″, up to 18″"]
    assert [one["value"] for one in fields["cover"]["options"]] == ["none", "tree"]
    assert len(fields["target"]["options"]) == 2
    shot = await sixth.fill(sixth.ann, form, target=["u2"], distance=["18in"], cover=["tree"])
    assert shot.title == "Owls shoots"
    request = (await sixth.entry()).request
    assert (request["distance"], request["cover"]) == (["18"], ["tree"])
    assert "Shoot …" in shot.buttons


async def test_an_act_a_move_and_the_turn_are_taps(sixth: Table) -> None:
    await sixth.done(sixth.ann, "/unit remove", unit="Hares")
    form = await sixth.pick(sixth.ann, await board(sixth), "Owls", "Shoot")
    assert form.form
    assert form.form["title"] == "Owls → Foxes: Shoot", "the only enemy is not asked about"
    assert "target" not in [one["custom_id"] for one in fields_of(form)]
    thumb = Thumb(sixth)
    await thumb.choose(sixth.ann, "March", "Owls", await thumb.board())
    assert thumb.cost.taps == 2
    await thumb.tap(sixth.ann, "More …", await thumb.board())
    rested = await thumb.choose(sixth.ann, "More", "Rest")
    assert rested.title == "Owls rests", "Red has but one unit, so it is not asked which"
    turned = await thumb.tap(sixth.ann, "Next watch", await thumb.board())
    assert turned.title == "Watch 2"
