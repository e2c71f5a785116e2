"""The room of a unit for named figures; their changes are in `named_figures.txt`."""

from __future__ import annotations

from bot.services.play.named_figures import has_room, lost_models
from rules.game.unit import MOST_FIGURES, Figure, Unit
from tests.rows import for_each


def unit(models: int, standing: int, fallen: int = 0, starting: int = 20) -> Unit:
    figures = [Figure(name=f"F{n}", fell=int(n >= standing)) for n in range(standing + fallen)]
    return Unit(id="u1", name="Able", side="Red", models=models, starting=starting, figures=tuple(figures))


@for_each(
    ("found", "room"),
    [
        (unit(3, 2), True),
        (unit(3, 3), False),
        (unit(3, 2, fallen=2), True),
        (unit(0, 0), False),
        (unit(20, MOST_FIGURES - 1), True),
        (unit(20, MOST_FIGURES), False),
        (unit(20, MOST_FIGURES - 1, fallen=1), False),
    ],
)
def test_a_unit_has_room_for_a_name_while_a_model_has_none_up_to_ten(found: Unit, room: bool) -> None:
    assert has_room(found) is room


def test_fallen_figures_are_among_the_models_that_were_lost() -> None:
    assert [lost_models(one) for one in (unit(20, 1), unit(17, 1), unit(17, 1, fallen=2), unit(17, 1, fallen=3))] == [
        *(0, 3, 1, 0)
    ]
