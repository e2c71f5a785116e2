"""The fates of named figures by the entries of a game: when each fell, and to whom."""

from __future__ import annotations

from data import system_of
from rules.command.figure_fates import FigureFates, fate_text
from rules.game.division_events import UnitSplit
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, TurnAdvanced, UnitPlaced
from rules.game.figure_events import FigureSet
from rules.game.unit import Figure, Unit
from rules.kernel.plays import Play
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

FUBAR = system_of("fubar")


def unit(id: str, side: str, *figures: str, models: int = 5) -> Unit:
    people = tuple(Figure(name=name) for name in figures)
    return Unit(id=id, name=id, side=side, models=models, starting=5, figures=people)


def falls(name: str, by: str = "a", fell: int = 1) -> FigureSet:
    return FigureSet(unit=by, name=name, figure=Figure(name=name, fell=fell))


def shot(attacker: str, target: str, models: int) -> tuple[Play | Event, ...]:
    """Return a shot, and its losses."""
    return (
        Play(action="fire", facts={}, roles={"attacker": attacker, "target": target}),
        LossesTaken(unit=target, models=models),
    )


def fates(*happened: tuple[Play | Event, ...]) -> list[str]:
    """Return the fates after Red's "a" and Blue's "b" and "c" have arrived and this has happened, entry by entry."""
    here = unit("a", "Red", "Ann", "Ben"), unit("b", "Blue", "Bob"), unit("c", "Blue")
    entries = [tuple(UnitPlaced(unit=one) for one in here), (TurnAdvanced(turn=1),), *happened]
    story = FigureFates(FUBAR)
    for number, parts in enumerate(entries, 1):
        events = tuple(one for one in parts if not isinstance(one, Play))
        plays = tuple(one for one in parts if isinstance(one, Play))
        story.add(Entry(number=number, command="fire", by="", at=0.0, events=events, plays=plays))
    game = story.game
    return [ENGLISH(fate_text(FUBAR, one, game.over)) for one in story.fates(game)]


def test_at_first_no_figure_has_fallen() -> None:
    assert fates() == ["Ann, a (Red): unhurt so far", "Ben, a (Red): unhurt so far", "Bob, b (Blue): unhurt so far"]


@for_each(
    ("happened", "ann"),
    [
        ([shot("b", "a", 1), (falls("Ann"),)], "fell in turn 1 to b"),
        (
            [shot("b", "a", 1), (TurnAdvanced(turn=2),), shot("c", "a", 1), (falls("Ann", fell=2),)],
            "fell in turn 2 to c",
        ),
        ([(LossesTaken(unit="a", models=1),), (falls("Ann"),)], "fell in turn 1"),
        ([shot("b", "a", 0), (falls("Ann", fell=3),)], "fell in turn 3"),
        (
            [shot("b", "a", 1), (falls("Ann"),), (TurnAdvanced(turn=2),), shot("c", "a", 1), (falls("Ann"),)],
            "fell in turn 1 to b",
        ),
        ([shot("b", "a", 1), (falls("Ann"),), (falls("Ann", fell=0),)], "unhurt so far"),
        (
            [shot("b", "a", 1), (falls("Ann", fell=0),), (TurnAdvanced(turn=2),), shot("c", "a", 1), (falls("Ann"),)],
            "fell in turn 2 to c",
        ),
        ([(falls("Ann", fell=3),), shot("b", "a", 1), (falls("Ann", fell=3),)], "fell in turn 3"),
        (
            [shot("b", "a", 1), (falls("Ann"),), (falls("Ann", fell=0),), shot("c", "a", 1), (falls("Ann"),)],
            "fell in turn 1 to c",
        ),
        ([shot("b", "a", 1), (falls("Ann"),), (FigureSet(unit="a", name="Ann", figure=None),)], ""),
    ],
)
def test_a_figure_fell_in_the_last_loss_of_its_unit(happened: list[tuple[Play | Event, ...]], ann: str) -> None:
    told = [one for one in fates(*happened) if one.startswith("Ann")]
    assert told == ([f"Ann, a (Red): {ann}"] if ann else [])


def test_all_figures_of_a_destroyed_unit_fell_with_it_except_those_who_fell_before() -> None:
    assert fates(shot("c", "a", 1), (falls("Ben"),), (TurnAdvanced(turn=2),), shot("b", "a", 4)) == [
        "Ann, a (Red): fell in turn 2 to b",
        "Ben, a (Red): fell in turn 1 to c",
        "Bob, b (Blue): unhurt so far",
    ]


def test_a_figure_of_a_unit_without_models_was_lost_with_it() -> None:
    """A unit corrected to no models at all took no loss."""
    gone = unit("a", "Red", "Ann", models=0)
    assert fates((UnitPlaced(unit=gone),))[0] == "Ann, a (Red): lost with the unit"


def test_a_figure_of_a_part_fell_in_the_last_loss_of_the_whole() -> None:
    rest, part = unit("a", "Red", "Ben", models=2), unit("d", "Red", "Ann", models=2)
    split = UnitSplit(unit=rest, part=part.model_copy(update={"part_of": "a"}))
    begins = shot("b", "a", 1), (split,)
    assert fates(*begins, (falls("Ann", "d"),)) == [
        "Ben, a (Red): unhurt so far",
        "Bob, b (Blue): unhurt so far",
        "Ann, d (Red): fell in turn 1 to b",
    ]
    assert fates(*begins, shot("c", "d", 1), (falls("Ann", "d"),))[2] == "Ann, d (Red): fell in turn 1 to c"


def test_at_the_end_those_who_did_not_fall_have_survived() -> None:
    story = FigureFates(FUBAR)
    story.add(Entry(number=1, command="x", by="", at=0.0, events=(UnitPlaced(unit=unit("a", "Red", "Ann")),)))
    [fate] = story.fates(story.game)
    assert ENGLISH(fate_text(FUBAR, fate, over=True)) == "Ann, a (Red): survived"
