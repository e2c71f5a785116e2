"""The story of a game: its chapters, the words of players beside what they are about, its head and its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.services.record.exports import PlayedGame
from bot.store.tables import StoredGame
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.report.story import Chapter, RulingView, Story, masthead, ruling_views
from data import system_of
from data.texts import language
from rules.command.system import Board
from rules.game.entry import Entry, play_back
from rules.game.events import LossesTaken, PointsScored, TurnAdvanced, UnitPlaced
from rules.game.game import Game
from rules.game.scenario import ScenarioSet
from rules.game.table_events import GameEnded, PlayerLeft, PlayerSeated, StoryTold
from rules.game.tabletop import Player, Scenario
from rules.game.unit import Figure, Unit
from rules.kernel.plays import Play
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from tests.rows import for_each

SEATS = [
    PlayerSeated(player=Player(id=id, name=name, side=side, umpire=not side))
    for id, name, side in (("1", "Ann", "Red"), ("2", "Bob", "Blue"), ("3", "Cyd", None))
]
UNITS = [
    UnitPlaced(unit=Unit(id="u1", name="Able", side="Red", models=2, starting=2, figures=(Figure(name="Vu"),))),
    UnitPlaced(unit=Unit(id="u2", name="Baker", side="Blue", models=2, starting=2)),
    UnitPlaced(
        unit=Unit(
            id="u3",
            name="Scouts",
            side="Blue",
            models=1,
            starting=1,
            states={"hidden": 1},
            figures=(Figure(name="Moss"),),
        )
    ),
]
SHOT = Play(action="fire", facts={}, roles={"attacker": "u1", "target": "u2"}, text=Text("2 hits."))


def entries_of(*rows: tuple[str, dict[str, Any]]) -> list[Entry]:
    """Return entries a minute apart, numbered from 1: each a command and what else it has."""
    given = [{"command": command, "title": Text(command.capitalize()), "by": "1", **more} for command, more in rows]
    return [Entry(**{"number": nth, "at": 60.0 * nth, **one}) for nth, one in enumerate(given, 1)]


def told(entries: Sequence[Entry], everything: bool = False, reader: str | None = None) -> Story[str]:
    board = Board.of(play_back(entries), system_of("opreb"), "inches")
    info = StoredGame.model_construct(id="g", name="The *ford*", number=len(entries), started_at=0.0)
    words = ReportReader(language("en"), board, reader)
    story = Story(
        words,
        PlayedGame(info, board),
        lambda one: " ".join([f"{one.number} {one.title}", *one.sentences]),
        str,
        everything,
    )
    for entry in entries:
        story.add(entry)
    return story


def chapters(story: Story[str]) -> list[str]:
    return [line for one in story.chapters for line in (one.heading, *one.entries_and_notes())]


def note(words: str, **about: Any) -> tuple[str, dict[str, Any]]:
    return "note", {"reason": words, "events": (StoryTold(**about),)}


SETUP = ("game new", {"events": (*SEATS, *UNITS)})
TURN = ("turn next", {"events": (TurnAdvanced(turn=2),)})
GAME = entries_of(
    note("Before all."),
    SETUP,
    ("game dice", {}),
    note("Of the deployment.", entry=2),
    ("fire", {"plays": (SHOT,), "events": (LossesTaken(unit="u2", models=2), LossesTaken(unit="u3", models=1))}),
    note("A fine shot.", entry=5),
    TURN,
    ("fire", {"plays": (SHOT,)}),
    note("Then *that*.", entry=8, by="gone"),
    ("amend", {"plays": (SHOT,), "undoes": 8}),
    note("Of what was amended.", entry=8),
    note("Of the first turn.", turn=1),
    note("Of now."),
    ("fire", {"plays": (SHOT,)}),
    ("undo", {"undoes": 14}),
    ("note", {"reason": "No event."}),
    ("game pause", {}),
    ("game pause", {}),
)


def test_a_story_has_chapters_with_the_words_of_players_beside_what_they_are_about() -> None:
    assert chapters(told(GAME)) == [
        "Before the first turn · 4 min 0 s",
        "“Before all.” — a former player",
        "2 Game new.",
        "“Of the deployment.” — Ann",
        "Turn 1 · 2 min 0 s",
        "“Of the first turn.” — Ann",
        "5 Fire. 2 hits. Baker is out of action.",
        "“A fine shot.” — Ann",
        "Turn 2 · 10 min 0 s",
        "7 Turn next.",
        "10 Amend. 2 hits.",
        "“Then *that*.” — Ann",
        "“Of what was amended.” — Ann",
        "“Of now.” — Ann",
    ]
    assert told(GAME).undone.entries == ["8 Fire. 2 hits.", "14 Fire. 2 hits."]
    assert chapters(told(GAME[:1])) == ["Before the first turn", "“Before all.” — a former player"]
    assert chapters(told(())) == []


def test_a_complete_log_has_every_entry_in_its_place() -> None:
    assert chapters(told(GAME, everything=True)) == [
        "Before the first turn · 4 min 0 s",
        "“Before all.” — a former player",
        "2 Game new.",
        "“Of the deployment.” — Ann",
        "3 Game dice.",
        "Turn 1 · 2 min 0 s",
        "“Of the first turn.” — Ann",
        "5 Fire. 2 hits. Baker is out of action.",
        "“A fine shot.” — Ann",
        "Turn 2 · 10 min 0 s",
        "7 Turn next.",
        "8 Fire. 2 hits.",
        "10 Amend. 2 hits.",
        "“Then *that*.” — Ann",
        "“Of what was amended.” — Ann",
        "“Of now.” — Ann",
        "14 Fire. 2 hits.",
        "15 Undo.",
        "17 Game pause.",
        "18 Game pause.",
    ]


def test_a_pause_takes_no_time_and_a_minute_is_told() -> None:
    rows = (
        SETUP,
        ("fire", {"plays": (SHOT,)}),
        ("move", {}),
        ("game pause", {}),
        ("game pause", {"at": 9000.0}),
        ("move", {"at": 9059.0}),
    )
    assert [one.took for one in told(entries_of(*rows)).chapters] == [60.0, 179.0]
    assert [Chapter("Turn 1", took=took).heading for took in (59.9, 60, 3600)] == [
        "Turn 1",
        "Turn 1 · 1 min 0 s",
        "Turn 1 · 1 h 0 min",
    ]


def test_the_first_turn_begins_with_the_first_dice_or_with_its_number() -> None:
    first = ("turn next", {"events": (TurnAdvanced(turn=1),)})
    assert chapters(told(entries_of(SETUP, ("unit add", {}), first, ("move", {})))) == [
        "Before the first turn · 2 min 0 s",
        "1 Game new.",
        "2 Unit add.",
        "Turn 1 · 1 min 0 s",
        "3 Turn next.",
        "4 Move.",
    ]


def test_the_fates_of_figures_that_a_reader_knows_are_told() -> None:
    assert told(GAME).figures() == ["Vu, Able (Red): unhurt so far"]
    assert told(GAME, reader="2").figures() == [
        "Vu, Able (Red): unhurt so far",
        "Moss, Scouts (Blue): fell in turn 1 to Able",
    ]
    assert told(GAME[:1]).figures() == []


def end(**how: Any) -> tuple[str, dict[str, Any]]:
    return "game end", {"events": (GameEnded(**how),)}


SCORE = ("score", {"events": (PointsScored(side="Red", points=2), PointsScored(side="Blue", points=1))})
GOAL = ("game scenario", {"events": (ScenarioSet(scenario=Scenario(goal="the ford", turns=6)),)})


@for_each(
    ("rows", "head"),
    [
        (
            (),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 1 entry",
                "The game is still going on.",
                "No side is ahead.",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
            ],
        ),
        (
            (SCORE,),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 2 entries",
                "The game is still going on.",
                "Red is ahead. Points: Red 2, Blue 1.",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            (end(winner="Red", note="at *dusk*"),),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 2 entries",
                "Red has won.",
                "at *dusk*",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            (SCORE, end(winner="Red")),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 3 entries",
                "Red has won.",
                "Points: Red 2, Blue 1.",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            (SCORE, end(winner="Blue")),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 3 entries",
                "Blue has won.",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            (GOAL, end(draw=True)),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 3 entries",
                "A draw.",
                "Scenario: Turn 1 of 6 · the ford",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            (end(),),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 2 entries",
                "No winner.",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            (end(winner="Red"), end(over=False)),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 3 entries",
                "The game is still going on.",
                "No side is ahead.",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            (("game join", {"events": (PlayerSeated(player=SEATS[1].player.model_copy(update={"side": "Red"})),)}),),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 2 entries",
                "The game is still going on.",
                "No side is ahead.",
                "Red: Ann and Bob",
                "Blue: no player",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
        (
            ((("game leave"), {"events": (PlayerLeft(player="2"),)}), end(winner="Red")),
            [
                "The *ford*",
                "Open Rebellion · 2 January 1970 · 3 entries",
                "Red has won.",
                "Red: Ann",
                "Blue: Bob",
                "Umpire: Cyd",
                "Times are UTC.",
                "Hidden units are shown as cards: you may not know yet what they are.",
            ],
        ),
    ],
)
def test_the_head_of_a_report_names_the_result_and_its_reasons(rows: Any, head: list[str]) -> None:
    story = told(entries_of(SETUP, *rows))
    board = Board.of(play_back(entries_of(SETUP, *rows)), system_of("opreb"), "inches")
    info = StoredGame.model_construct(id="g", name="The *ford*", number=len(rows) + 1, started_at=86400.0)
    found = masthead(ReportReader(language("en"), board), PlayedGame(info, board), story, hides=bool(rows))
    assert [found.title, found.about, found.outcome, *found.why, *found.people, *found.notes] == head


def test_the_rulings_of_a_game_are_listed_with_those_changed_marked() -> None:
    def views(**rulings: str) -> list[RulingView]:
        board = Board(Game(), system_of("fubar"), ruleset_of(system_of("fubar"), rulings))
        return ruling_views(ReportReader(language("en")), PlayedGame(StoredGame.model_construct(), board))

    assert len(views()) == len(system_of("fubar").rulings.model_fields)
    assert not any(one.changed for one in views())
    about = "Fire at a unit in close combat: refused, allowed after a warning, or free."
    assert [one for one in views(fire_into_close_combat="free") if one.changed] == [
        RulingView("fire into close combat", "free", about, "house ruling", changed=True)
    ]
    assert {one.house for one in views()} == {"", "house ruling"}
