"""The table on a shared screen, legible from two metres: turn, steps, dice, and board.

It consists of plain values for a page, in words for all readers of the channel, so that hidden units stay hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services.record.game_numbers import GameCount
from cogs.rendering.board import SHORTER, moment_parts, table_state_lines, unit_groups
from cogs.rendering.clocks import clock_lines
from cogs.rendering.question import question_reply, subject_lines
from cogs.rendering.result import result_view
from cogs.rendering.rolls import RollView, roll_views
from cogs.rendering.short_result import steps_and_texts
from cogs.rendering.sides import mark_in_game, signed_side
from cogs.rendering.statistics import end_lines
from cogs.rendering.text import Reader
from rules.command.next_steps import is_going_on
from rules.command.turn_steps import whose_turn
from rules.kernel.text import Joined, Listed, Plural, kind_of

FORM = SHORTER[1]._replace(units=40, lean=True)
"""Level of detail: names and states that fit beside each other and are legible from two metres."""
MOST_ASKED = 3
MOST_DICE = 60
"""Most dice drawn; for more, only the total is shown."""


def table_screen(
    words: Reader,
    live: ActiveGame,
    asked: Sequence[OpenQuestion],
    last: CommandResult | None,
    count: GameCount | None = None,
) -> dict[str, Any]:
    """Return the content of the screen as JSON.

    `last` is the latest result, and `count` the statistics of a game that is over, which take its place.
    """
    words = words.plain.at(live.board)
    return {
        "game": live.info.name,
        "title": words(Joined(moment_parts(live, live.game.phase not in live.system.whose_in), " · ")),
        "also": [*clock_lines(words, live, ticks=False), *table_state_lines(words, live, FORM)],
        "go": _turn_json(words, live, last),
        "asked": [_question_text(words, one) for one in asked[:MOST_ASKED]],
        "about": [subject_lines(words, one) for one in asked[:MOST_ASKED]],
        "people": [list(map(str, one.people)) for one in asked[:MOST_ASKED]],
        "last": _result_json(words, last) if last and not live.game.over else None,
        "summary": end_lines(words, count) if count else [],
        "sides": [_side_json(words, live, side) for side in live.game.sides],
    }


def page_texts(words: Reader) -> dict[str, str]:
    """Return the page's own texts; the page replaces a # by its value."""
    words = words.plain
    return {
        "full": words.say("Full screen"),
        "join": words.say("Scan to play"),
        "idle": words.say("No game yet"),
        "begin": words.say("Nothing is on the table yet. Start the game on a player's phone or computer."),
        "lost": words.say("No connection to the table. Is its computer on, and in the same network?"),
        "failed": words.say("That did not work. Try it once more."),
        "plays": words.say("This screen plays"),
        "private": words.say("Only you can see this"),
        "close": words.say("Close"),
        "looking": words.say("Looking …"),
        "done": words.say("OK"),
        "submit": words.say("Submit"),
        "cancel": words.say("Cancel"),
        "choose": words.say("Select an option"),
        "several": words.say("Select one or more"),
        "needed": words.say("Still missing: {field}", field="#"),
        "fewest": words.say("Choose at least {n}.", n="#"),
        "most": words.say("Choose {n} at most.", n="#"),
        "message": words.say("Chat, or / for a command"),
        "welcome": words.say("Welcome to the table"),
        "unplayed": words.say("Nothing has been played here yet."),
        "demo": words.say("Play the demo"),
        "own": words.say("Start our own game"),
        "again": words.say("Start again with the new file"),
        "add": words.say("Add a rule system …"),
        "drop": words.say("Drop the .toml file of a rule system here."),
        "bot": words.say("Play against the bot"),
        "busy": words.say("One thing at a time: the last one is still running."),
        "unsure": words.say("The connection was lost. Check whether it was done before you tap again."),
        "missed": words.say("While you were away"),
        "older": words.say("Earlier"),
        "wait": words.say("Wait: {what}", what="#"),
        "board": words.say("Board"),
        "log": words.say("Log"),
        "type": words.say("Type"),
        "send": words.say("Send"),
        "commands": words.say("Commands"),
        "buttons": words.say("Your options now"),
        "more": words.say("More about this message"),
        "save": words.say("Save"),
        "file": words.say("Choose a file"),
        "nothing": words.say("Nothing fits."),
        "letters": words.say("At least {n} characters.", n="#"),
        "face": words.say("A die shows {face}", face="#"),
        "takeback": words.say("Remove the last die"),
        "dice": words.say("Dice to enter: {n}.", n="#"),
        "succeed": words.say("{n} succeed", n="#"),
        "next": words.say("Next"),
        "undo": words.say("Undo"),
        "why": words.say("Why?"),
        "fewer": words.say("Fewer"),
        "greater": words.say("More"),
    }


def _side_colour(live: ActiveGame, side: str | None) -> str:
    return f"#{mark_in_game(live.game, side).accent:06x}"


def _turn_json(words: Reader, live: ActiveGame, last: CommandResult | None) -> dict[str, Any]:
    """Return the side with the turn or the next step, and the players who may act; at the end the winner."""
    game = live.game
    is_running = not game.over and live.info.state != "paused"
    holder = game.holder if is_running else None
    entry = last.entry if last and last.entry.number == game.number else None
    if is_running and game.order and entry and entry.command == "activate":
        # The turn may have passed on with an activation, but the unit has yet to act.
        units = (game.units.get(id) for id in entry.request.get("unit") or ())
        holder = next((unit.side for unit in units if unit is not None and is_going_on(live.board, unit)), holder)
    players = {id: one.name for id, one in game.players.items() if holder and one.side == holder}
    # Any player lets the bot play on.
    people = game.players if OPPONENT.id in players else players
    shown, who = game.winner if game.over else holder, Listed([*players.values()], "or")
    return {
        "text": _turn_text(words, live, holder),
        "who": words(who),
        "waits": words.say("Waiting for {players}", players=who) if players else "",
        "people": [*people],
        "colour": _side_colour(live, shown),
    }


def _turn_text(words: Reader, live: ActiveGame, holder: str | None) -> str:
    game = live.game
    if game.over:
        return words.say("{winner} has won", winner=game.winner) if game.winner else words.say("Game over")
    if live.info.state == "paused":
        return words.say("Paused")
    said = whose_turn(live.board, holder) if holder or game.units else None
    return words(said).removesuffix(".") if said else live.info.name


def _question_text(words: Reader, asked: OpenQuestion) -> str:
    """Return a public question, or for a private one only its addressees."""
    reply = question_reply(words, asked, ())
    players = [asked.live.game.players[id].name for id in asked.people if id in asked.live.game.players]
    return words.say("Waiting for {players}", players=Listed(players, "or")) if reply.private else reply.title


def _side_json(words: Reader, live: ActiveGame, side: str) -> dict[str, Any]:
    """Return the units of a side, and the number of models, with its reserves, unless that reveals a hidden unit."""
    groups = [{"heading": heading, "units": units} for heading, units in unit_groups(words, live.board, side, FORM)]
    units = [unit for unit in live.game.all_units.values() if unit.side == side]
    known, models = bool(units) and all(words.knows(unit.id) for unit in units), sum(unit.models for unit in units)
    return {
        "side": words(signed_side(live.game, side)),
        "colour": _side_colour(live, side),
        "left": words(Plural("{n} model left", "{n} models left", models)) if known else "",
        "groups": groups,
    }


def _result_json(words: Reader, result: CommandResult) -> dict[str, Any]:
    """Return the outcome, the steps on the table and the dice, without confirmed warnings."""
    words, entry = words.at(result.after), result.entry
    found = result_view(words, result)
    return {
        "number": entry.number,
        "heading": words(found.heading),
        "colour": f"#{mark_in_game(result.after.game, found.side).accent:06x}",
        "lines": [
            *steps_and_texts(words, result, found),
            *map(words, [note for note in entry.notes if kind_of(note) == "asks"]),
        ],
        "dice": [
            {
                "what": roll.head,
                "faces": list(map(list, roll.judged_faces)) if len(roll.faces) <= MOST_DICE else [],
                "came": " · ".join(_result_parts(roll)),
            }
            for roll in roll_views(words, entry, result.after.system)
        ],
    }


def _result_parts(roll: RollView) -> Iterator[str]:
    if roll.counted or roll.is_pool:
        yield roll.counted or roll.bare
    elif roll.modifiers or len(roll.faces) > 1:
        yield f"→ {roll.faces_total}"
        if roll.roll.needed is not None and not roll.counts_each:
            yield roll.words.say("success") if roll.successes else roll.words.say("failure")
    if roll.roll.source == "physical":
        yield roll.own_dice
