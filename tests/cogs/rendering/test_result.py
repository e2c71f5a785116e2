"""The results of entries made by hand: in full, in a few lines, on the table screen, in the log and in the files."""

from __future__ import annotations

from typing import Any

from bot.resolution.result import CommandResult
from cogs.rendering.result import result_reply
from cogs.rendering.short_result import short_reply
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.dice import Line, Need
from rules.kernel.plays import Play, RecordedRoll, Shift
from rules.kernel.resolve import ruleset_of
from rules.kernel.table import Made
from rules.kernel.text import NOTHING, Joined, Listed, Text, UnitRef, ask_note, table_note
from tests.rows import for_each

FUBAR = system_of("fubar")
WORDS = Reader(language("en"))
PLAYERS = {
    one.id: one
    for one in (
        Player(id="1", name="A*n", side="Red"),
        Player(id="2", name="Bob", side="Blue"),
        Player(id="3", name="Cyd", umpire=True),
    )
}


def board(models: int = 3, **game: Any) -> Board:
    units = {
        id: Unit(id=id, name=name, side=side, models=models, starting=3)
        for id, name, side in (("u1", "A*le", "Red"), ("u2", "Baker", "Blue"))
    }
    return Board(Game(units=units, players=dict(PLAYERS), turn=2, number=7, **game), FUBAR, ruleset_of(FUBAR, {}))


def roll(faces: str, needed: Need | None = None, **more: Any) -> RecordedRoll:
    given: dict[str, Any] = {"key": "to_hit", "label": Text("to hit"), "by": "attacker", "sides": 6, "source": "bot"}
    return RecordedRoll(**{**given, "faces": tuple(map(int, faces.split())), "needed": needed, **more})


def play(*throws: RecordedRoll, **more: Any) -> Play:
    given: dict[str, Any] = {
        "action": "old_action",
        "facts": {},
        "roles": {"attacker": "u1", "target": "u2"},
        "text": Text("2 hits."),
    }
    return Play(**{**given, "throws": throws, **more})


def entry(*plays: Play, **more: Any) -> Entry:
    given: dict[str, Any] = {
        "number": 7,
        "command": "fire",
        "by": "1",
        "at": 60.0,
        "side": "Red",
        "title": Text("A shot"),
    }
    return Entry(**{**given, "plays": plays, "request": {"unit": ["u1"]}, **more})


HIT = roll("6 5 1", Need(5), result=2, ledger=(Line(Text("seasoned"), 5, "3.1"),))
LOST = board(order=("Red", "Blue"), holder="Blue")
LOST.game.units["u2"] = LOST.game.units["u2"].model_copy(update={"models": 1})
OPEN = board(order=("Red", "Blue"), holder="Red")
ENDED = board(over=True)


def result(one: Entry, after: Board = LOST, **more: Any) -> CommandResult:
    return CommandResult("g", one, OPEN, after, **more)


RESULTS: dict[str, CommandResult] = {
    "a shot": result(entry(play(HIT)), head="7:abcd"),
    "a shot again": result(entry(play(HIT), by="3", side=None, reason="as *agreed*"), again=True),
    "a shot by the umpire for a side": result(entry(play(HIT), by="2")),
    "an activation": result(
        entry(play(roll("5", Need(4), key="activation", label=Text("activation"), result=1)), command="activate"), OPEN
    ),
    "a failed activation by hand": result(
        entry(play(roll("1", Need(4), key="activation", source="physical", result=0)), command="activate"), OPEN
    ),
    "a failed activation": result(
        entry(play(roll("1", Need(4), key="activation", result=0)), command="activate"), OPEN
    ),
    "an activation by hand": result(
        entry(play(roll("5", Need(4), key="activation", source="physical", result=1)), command="activate"), OPEN
    ),
    "an activation without a number": result(entry(play(roll("5", key="activation")), command="activate"), OPEN),
    "a counted activation": result(
        entry(play(roll("5", Need(4), key="activation", source="counted", result=1)), command="activate"), OPEN
    ),
    "two plays": result(
        entry(
            play(roll("6", Need(5), result=1)),
            play(roll("1", Need(5), result=0), text=Text("Missed."), roles={"target": "u1"}),
        )
    ),
    "two units each": result(entry(*(play(text=Text("Rallied."), roles={"unit": id}) for id in ("u1", "u2")))),
    "two plays that name the unit": result(
        entry(
            play(text=Text("{unit} stands.", unit=UnitRef("u2"))),
            play(text=Joined((Listed((UnitRef("u2"),)), Text("stands.")))),
        ),
        OPEN,
    ),
    "warnings and notes": result(
        entry(
            play(HIT),
            warnings=(Text("It is pinned."), Text("It is far.")),
            notes=(Text("An aside."), table_note(Text("Place smoke.")), ask_note(Text("Amend?"))),
        )
    ),
    "a decision": result(
        entry(
            play(HIT, decisions=(Made("allocation", "attacker", "kill_first"),), moves=(Shift("u2", 3, Text("away")),))
        )
    ),
    "the end": result(entry(play(HIT), command="game end"), ENDED, head="7:abcd"),
    "nothing changes": result(entry(play(HIT), undoes=6, command="amend"), OPEN),
    "no dice": result(entry(command="note", side=None, by="gone", reason="We held."), OPEN),
    "a roll again": result(entry(play(roll("6 5", Need(5), result=2, rerolled=(1, 2), queued=1))), OPEN),
}


def full(one: CommandResult) -> list[str]:
    reply = result_reply(WORDS, one, "an onlooker")
    return [reply.title, *reply.text.split("\n"), f"— {reply.footer}"]


def short(one: CommandResult) -> list[str]:
    reply = short_reply(WORDS, one)
    return [*reply.text.split("\n"), f"— {reply.footer}"]


@for_each(
    ("name", "lines"),
    [
        (
            "a shot",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** 1 → **2**",
                "↳ 5+ (seasoned)",
                "📌 Baker: remove 2 models.",
                "**Blue's turn.**",
                "— Entry 7 · turn 2 · A*n for Red · checksum 7:abcd",
                "",
                "**A shot**",
                "📌 **Baker: remove 2 models.** 2 hits.",
                "🎲 to hit, 5+: **6** **5** 1 → 2",
                "**Blue's turn.**",
                "— 🔴 Red · #7 · checksum 7:abcd",
            ],
        ),
        (
            "a shot again",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** 1 → **2**",
                "↳ 5+ (seasoned)",
                "📌 Baker: remove 2 models.",
                "Reason: as \\*agreed\\*",
                "**Blue's turn.**",
                "— Entry 7 · turn 2 · Cyd · already recorded",
                "",
                "**A shot**",
                "📌 **Baker: remove 2 models.** 2 hits.",
                "Reason: as \\*agreed\\* · 🎲 to hit 2 of 3",
                "**Blue's turn.**",
                "— already recorded · #7 · more: Why?",
            ],
        ),
        (
            "a shot by the umpire for a side",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** 1 → **2**",
                "↳ 5+ (seasoned)",
                "📌 Baker: remove 2 models.",
                "**Blue's turn.**",
                "— Entry 7 · turn 2 · Bob",
                "",
                "**A shot**",
                "📌 **Baker: remove 2 models.** 2 hits.",
                "🎲 to hit, 5+: **6** **5** 1 → 2",
                "**Blue's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "an activation",
            [
                "A\\*le: activated (5, needed 4+)",
                "**2 hits.**",
                "🎲 activation, 4+ (bot): **5** → **success**",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A\\*le: activated (5, needed 4+)**",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "a failed activation by hand",
            [
                "A\\*le: failed (own 1, needed 4+)",
                "**2 hits.**",
                "🎲 to hit, 4+ (own die): 1 → **failure**",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A\\*le: failed (own 1, needed 4+)**",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "a failed activation",
            [
                "A\\*le: failed (1, needed 4+)",
                "**2 hits.**",
                "🎲 to hit, 4+ (bot): 1 → **failure**",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A\\*le: failed (1, needed 4+)**",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "an activation by hand",
            [
                "A\\*le: activated (own 5, needed 4+)",
                "**2 hits.**",
                "🎲 to hit, 4+ (own die): **5** → **success**",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A\\*le: activated (own 5, needed 4+)**",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "an activation without a number",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit (bot): 5",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "**2 hits.**",
                "🎲 to hit: 5",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "a counted activation",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 4+ (own dice, counted): 1 success of 1",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "**2 hits.**",
                "🎲 to hit, 4+, counted: 1 success of 1",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "two plays",
            [
                "A shot",
                "Baker: **2 hits.**",
                "🎲 to hit, 5+ (bot): **6** → **success**",
                "A\\*le: **Missed.**",
                "🎲 to hit, 5+ (bot): 1 → **failure**",
                "📌 Baker: remove 2 models.",
                "**Blue's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "📌 **Baker: remove 2 models.** Baker: 2 hits.",
                "A\\*le: Missed. · 🎲 to hit 1 of 2",
                "**Blue's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "two units each",
            [
                "A shot",
                "A\\*le: **Rallied.**",
                "Baker: **Rallied.**",
                "📌 Baker: remove 2 models.",
                "**Blue's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "📌 **Baker: remove 2 models.** A\\*le: Rallied.",
                "Baker: Rallied.",
                "**Blue's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "two plays that name the unit",
            [
                "A shot",
                "**Baker stands.**",
                "**Baker stands.**",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "**Baker stands.**",
                "**Baker stands.**",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "warnings and notes",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** 1 → **2**",
                "↳ 5+ (seasoned)",
                "📌 Baker: remove 2 models.",
                "An aside.",
                "📌 Place smoke.",
                "Done anyway: It is pinned.",
                "Done anyway: It is far.",
                "Amend?",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "📌 **Baker: remove 2 models.** 2 hits.",
                "📌 **Place smoke.** · 🎲 to hit 2 of 3",
                "Amend?",
                "— 🔴 Red · #7 · 2 rules were bent · more: Why?",
            ],
        ),
        (
            "a decision",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** 1 → **2**",
                "↳ 5+ (seasoned)",
                "Decision, allocation: kill first",
                "📌 Baker: remove 2 models.",
                "📌 Move Baker by 3″ away.",
                "**Blue's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "📌 **Baker: remove 2 models.**",
                "📌 **Move Baker by 3″ away.** 2 hits.",
                "🎲 to hit 2 of 3",
                "**Blue's turn.**",
                "— 🔴 Red · #7 · more: Why?",
            ],
        ),
        (
            "the end",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** 1 → **2**",
                "↳ 5+ (seasoned)",
                "Checksum of the record: `7:abcd`",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "**2 hits.**",
                "🎲 to hit, 5+: **6** **5** 1 → 2",
                "— 🔴 Red · #7 · checksum 7:abcd",
            ],
        ),
        (
            "nothing changes",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** 1 → **2**",
                "↳ 5+ (seasoned)",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "**Nothing changes on the table.** 2 hits.",
                "🎲 to hit, 5+: **6** **5** 1 → 2",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
        (
            "no dice",
            ["A shot", "“We held.”", "— Entry 7 · turn 2 · an onlooker", "", "**A shot**", "“We held.”", "— #7"],
        ),
        (
            "a roll again",
            [
                "A shot",
                "**2 hits.**",
                "🎲 to hit, 5+ (bot): **6** **5** (was ~~1 2~~) → **2**",
                "**Red's turn.**",
                "— Entry 7 · turn 2 · A*n for Red",
                "",
                "**A shot**",
                "**2 hits.**",
                "🎲 to hit, 5+: **6** **5** → 2",
                "**Red's turn.**",
                "— 🔴 Red · #7",
            ],
        ),
    ],
)
def test_a_result_in_full_and_in_a_few_lines(name: str, lines: list[str]) -> None:
    assert [*full(RESULTS[name]), "", *short(RESULTS[name])] == lines


def test_a_play_without_a_text_has_no_empty_bold_line() -> None:
    assert not [line for line in full(result(entry(play(HIT, text=NOTHING)))) if "****" in line]
