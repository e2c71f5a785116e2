"""Entries in the log, in the table of rolls, in a report, and on the table screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.game.people import OPPONENT
from bot.game.questions import WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.services.record.exports import PlayedGame
from bot.store.tables import Pending, StoredGame
from cogs.rendering.log import log_line, log_lines
from cogs.rendering.report.csv_file import RollTable
from cogs.rendering.report.entry_view import EntryRenderer
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.table_screen import MOST_DICE, table_screen
from cogs.rendering.text import Reader
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.dice import Line, Need
from rules.kernel.text import NOTHING, Text
from tests.cogs.rendering.test_result import FUBAR, LOST, PLAYERS, RESULTS, board, entry, play, result, roll
from tests.rows import for_each

WORDS = Reader(language("en"))
INFO = StoredGame.model_construct(
    id="g", guild_id="1", channel_id="2", name="The ford", state="running", units="inches"
)


def live(board: Board = LOST) -> ActiveGame:
    return ActiveGame(INFO, FUBAR, board.game)


@for_each(
    ("name", "lines"),
    [
        (
            "a shot",
            [
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot: 2 hits. · to hit 5+ [6 5 1] bot",
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot",
                "2 hits.",
                "🎲 to hit 5+ [6 5 1] bot",
            ],
        ),
        (
            "a decision",
            [
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot: 2 hits. · to hit 5+ [6 5 1] bot",
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot",
                "2 hits.",
                "🎲 to hit 5+ [6 5 1] bot",
            ],
        ),
        (
            "no dice",
            [
                "**7** <t:60:t> a former player  A shot. · “We held.”",
                "**7** <t:60:t> a former player  A shot.",
                "“We held.”",
            ],
        ),
        (
            "a roll again",
            [
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot: 2 hits. · to hit 5+ [6 5] (was 1 2) bot",
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot",
                "2 hits.",
                "🎲 to hit 5+ [6 5] (was 1 2) bot",
            ],
        ),
        (
            "a counted activation",
            [
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot: 2 hits. · to hit 4+ [1 success of 1] own dice, counted",
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot",
                "2 hits.",
                "🎲 to hit 4+ [1 success of 1] own dice, counted",
            ],
        ),
        (
            "two plays",
            [
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot: 2 hits. Missed. · to hit 5+ [6] bot · to hit 5+ [1] bot",
                "**7** <t:60:t> A\\*n · 🔴 Red  A shot",
                "2 hits.",
                "🎲 to hit 5+ [6] bot",
                "Missed.",
                "🎲 to hit 5+ [1] bot",
            ],
        ),
    ],
)
def test_an_entry_in_the_log_is_one_line_or_several(name: str, lines: list[str]) -> None:
    one = RESULTS[name].entry
    assert [log_line(WORDS, live(), one), *log_lines(WORDS, live(), one).split("\n")] == lines


def test_a_result_without_words_takes_no_line_of_the_log() -> None:
    assert log_lines(WORDS, live(), entry(play(roll("6", Need(5)), text=NOTHING))).split("\n")[1:] == [
        "🎲 to hit 5+ [6] bot"
    ]


def test_an_undone_entry_of_the_log_is_struck_out() -> None:
    game = live()
    game.game.undone = {7}
    one = entry(
        play(roll("6 5", Need(5), result=2)), waited={"Red": 61.0}, because=(Text("It is near."),), reason="late"
    )
    try:
        assert [log_line(WORDS, game, one), *log_lines(WORDS, game, one).split("\n")] == [
            "~~**7** <t:60:t> A\\*n · 🔴 Red  A shot: 2 hits. · to hit 5+ [6 5] bot · ⏱ Red 1:01 · It is near. · "
            "Reason: late~~ (undone)",
            "~~**7** <t:60:t> A\\*n · 🔴 Red  A shot~~",
            "~~2 hits.~~",
            "~~🎲 to hit 5+ [6 5] bot~~",
            "~~⏱ Red 1:01~~",
            "~~It is near.~~",
            "~~Reason: late~~ (undone)",
        ]
    finally:
        game.game.undone = set()
    long = entry(play(text=Text("x" * 1300)))
    assert (len(log_line(WORDS, live(), long)), len(log_lines(WORDS, live(), long))) == (1200, 1200)


SUM = Need(7, summed=True)
ROLLS = (
    play(roll("6 5 1", Need(5), side="Red"), roll("2", Need(3, at_most=True), side="", key="morale")),
    play(
        roll("6 2", SUM, result=8, side=None, source="physical"),
        roll("3 1", side="Blue", result=4, source="counted", added=1),
        roles={"defender": "u1", "unit": "u2"},
    ),
    play(roll("4 3", key="lookup", result="x", label=Text("=cmd")), roles={}),
)


def test_every_roll_is_a_row_with_its_units_its_result_and_what_was_expected() -> None:
    table = RollTable(ReportReader(language("en"), LOST), PlayedGame(INFO, LOST), hides=False)
    table.add(entry(*ROLLS, number=3, events=(PlayerSeated(player=PLAYERS["1"]),)))
    table.add(entry(ROLLS[0], number=4, by="gone", side=None))
    assert table.to_bytes().decode().split("\r\n")[1:] == [
        "3,1970-01-01T00:01:00Z,1,A*n,Red,fire,A*le,Baker,to hit,5+,3d6,6 5 1,bot,2,1,no",
        "3,1970-01-01T00:01:00Z,1,A*n,,fire,A*le,Baker,to hit,3 or less,1d6,2,bot,1,0.5,no",
        "3,1970-01-01T00:01:00Z,1,A*n,Red,fire,A*le,,to hit,7+,2d6,6 2,physical,1,0.5833,no",
        '3,1970-01-01T00:01:00Z,1,A*n,Blue,fire,A*le,,to hit,,2d6,1,"counted, 1 bot",4,7,no',
        "3,1970-01-01T00:01:00Z,1,A*n,Red,fire,,,'=cmd,,2d6,4 3,bot,7,7,no",
        "4,1970-01-01T00:01:00Z,1,a former player,Red,fire,A*le,Baker,to hit,5+,3d6,6 5 1,bot,2,1,no",
        "4,1970-01-01T00:01:00Z,1,a former player,,fire,A*le,Baker,to hit,3 or less,1d6,2,bot,1,0.5,no",
        "",
    ]


def test_an_entry_of_a_report_has_its_rolls_with_their_ledgers() -> None:
    renderer = EntryRenderer(ReportReader(language("en"), LOST), PlayedGame(INFO, LOST))
    bare = Line(Text("a leader"), 1, "")
    ledger = (Line(Text("seasoned"), 5, "3.1"), bare, Line(Text("2 rifles"), 2, "", of="dice"))
    found = renderer.view_entry(
        entry(
            play(roll("6 5", Need(6), ledger=ledger, rerolled=(1,), source="physical")),
            play(roll("4", source="counted", needed=Need(4), result=1)),
            by="",
        ),
        Text("Baker is gone."),
    )
    assert [found.who, found.side, found.title, *found.sentences, *found.more, found.time] == [
        "the bot",
        "Red",
        "A shot.",
        "2 hits.",
        "2 hits.",
        "Baker is gone.",
        "00:01",
    ]
    assert [(one.head, str(one.marked), one.rerolled, one.result, one.ledger) for one in found.throws] == [
        (
            "to hit, 6+ (own dice)",
            "<b>6</b> 5",
            "1",
            "",
            ("+5: seasoned (3.1)", "+1: a leader", "= 6+", "+2: 2 rifles", "= 2 dice"),
        ),
        ("to hit, 4+ (own dice, counted)", "", "", "1 hit of 1", ()),
    ]


def dice_of(*throws: Any) -> Iterator[Any]:
    shown = table_screen(WORDS, live(), (), result(entry(play(*throws))))["last"]["dice"]
    return ((one["what"], len(one["faces"]), one["came"]) for one in shown)


def test_the_table_screen_shows_every_die_and_what_came() -> None:
    found = dice_of(
        roll("6 5 1", Need(5), result=2),
        roll("6", Need(5), result=1),
        roll("6 2", SUM, result=8),
        roll("6 1", Need(9, summed=True), result=7, source="physical"),
        roll("4", result=4, ledger=(Line(Text("leader"), 2, "", of="total"),)),
        roll("3 1", key="lookup"),
        roll("4", key="lookup"),
        roll("5 5 1", Need(5), source="counted", result=2),
        roll(" ".join("1" * MOST_DICE), Need(5), result=0),
        roll(" ".join("1" * (MOST_DICE + 1)), Need(5), result=0),
    )
    assert list(found) == [
        ("to hit, 5+", 3, "2 of 3"),
        ("to hit, 5+", 1, ""),
        ("to hit, 7+", 2, "→ 8 · success"),
        ("to hit, 9+", 2, "→ 7 · failure · own dice"),
        ("to hit", 1, "→ 6"),
        ("to hit", 2, "→ 4"),
        ("to hit", 1, ""),
        ("to hit, 5+", 0, "2 hits of 3"),
        ("to hit, 5+", 60, "0 of 60"),
        ("to hit, 5+", 0, "0 of 61"),
    ]


def test_the_table_screen_counts_the_models_of_each_side_and_of_its_reserve() -> None:
    shown = table_screen(WORDS, live(), (), None)
    assert [(one["side"], one["left"]) for one in shown["sides"]] == [
        ("🔴 Red", "3 models left"),
        ("🔵 Blue", "1 model left"),
    ]
    assert (shown["last"], shown["summary"], shown["asked"]) == (None, [], [])
    assert shown["go"] == {
        "text": "Blue's turn",
        "who": "Bob",
        "waits": "Waiting for Bob",
        "people": ["2"],
        "colour": "#0072b2",
    }


def test_the_table_screen_names_who_is_asked_of_the_first_three_questions_and_hides_private_ones() -> None:
    game = live()
    row = Pending.model_construct(id="p", game_id="g", asked_by="2", kind="anyway", step=0)
    private = OpenQuestion(game, row, WarningQuestion(warnings=(Text("It is far."),)))
    shown = table_screen(WORDS, game, [private] * 4, None)
    assert (shown["asked"], len(shown["about"]), len(shown["people"])) == (["Waiting for Bob"] * 3, 3, 3)


def test_any_player_lets_the_bot_play_on_and_an_empty_table_shows_the_name_of_its_game() -> None:
    game = live(board(order=("Red", "Blue"), holder="Blue"))
    game.game.players[OPPONENT.id] = Player(id=OPPONENT.id, name=OPPONENT.name, side="Blue")
    shown = table_screen(WORDS, game, (), None)["go"]
    assert (shown["text"], shown["who"], shown["people"]) == (
        "Blue's turn",
        "Bob or Adjutant",
        ["1", "2", "3", OPPONENT.id],
    )
    empty = ActiveGame(INFO, FUBAR, Game(players=dict(PLAYERS)))
    shown = table_screen(WORDS, empty, (), None)["go"]
    assert (shown["text"], shown["who"], shown["people"]) == ("The ford", "", [])
