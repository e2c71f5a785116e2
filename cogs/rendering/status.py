"""The state of a game as text: status, board, checklist, leader, and rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from cogs.rendering import phone
from cogs.rendering.board import Fits, fitted_board, whole_board
from cogs.rendering.reply import Reply
from cogs.rendering.sides import mark_in_game
from cogs.rendering.text import Reader
from rules.command.verdict import Verdict
from rules.kernel.facts import value_text
from rules.kernel.serialise import rulings_json
from rules.kernel.text import NOTHING, Joined, Listed, Term, Text


def status_reply(
    words: Reader,
    live: ActiveGame,
    asked: Sequence[OpenQuestion] = (),
    rows: Sequence[tuple[Sequence[Any], int]] = (((), 0),),
) -> Reply:
    """Return the whole status, of any length, open questions first.

    It uses the most spacious form that fits on a phone with one of the `rows` of controls, given with their heights in
    pixels, fullest first; else the densest.
    """
    footer = words.say("Entry {number}", number=live.game.number)
    title, text, shown = words(live.info.name), "", rows[0]
    for shown in rows:
        fits = _fits_within(title, phone.STATUS - shown[1])
        text = whole_board(words, live, asked, fits)
        if fits(text):
            break
    return Reply(title, text, footer, buttons=tuple(shown[0]), colour=_holder_colour(live))


def _fits_within(title: str, room: int) -> Fits:
    """Return a predicate that is true if a text with that heading fits into `room` pixels of a phone."""
    return lambda text: phone.headed_height(title, text.split("\n"), phone.TYPED) <= room


def _holder_colour(live: ActiveGame) -> int:
    """Return the colour of the side to move."""
    return mark_in_game(live.game, None if live.game.over else live.game.holder).accent


def board_reply(
    words: Reader,
    live: ActiveGame,
    asked: Sequence[OpenQuestion],
    buttons: Sequence[Any] = (),
    room: int = phone.BOARD,
) -> Reply:
    """Return the board in one message that fits into `room` pixels of a phone if possible."""
    over = Text("Final board") if live.game.over else Text("Board")
    kept = NOTHING if live.game.over else Text(" · updates itself")
    footer = words.say("Entry {number}{kept}", number=live.game.number, kept=kept)
    title = words.say("{board}: {game}", board=over, game=live.info.name)
    text = fitted_board(words, live, asked, fits=_fits_within(title, room))
    return Reply(title, text, footer, buttons=tuple(buttons), colour=_holder_colour(live))


def setup_reply(words: Reader, live: ActiveGame) -> Reply:
    """Return the steps before the first turn, ticked off as they are done."""
    # The board shows that two sides have units, or that the initiative has been rolled.
    begun, loaded = bool(live.game.order), len({unit.side for unit in live.game.units.values()}) > 1
    seen = {"/force load": loaded, "/initiative": begun, "/turn phase": begun}
    done = {step.key for step in live.system.setup if step.key in live.game.ticked or seen.get(step.command)}
    lines = list[str]()
    for step in live.system.setup:
        open_units = [unit for unit in live.game.units.values() if unit.alive and step.waits and unit.has(step.waits)]
        missing = words.say(" Missing: {units}.", units=Listed([one.ref for one in open_units])) if open_units else ""
        command = f" `{step.command}`" if step.command else ""
        lines.append(f"{'☑' if step.key in done else '☐'} `{step.key}`: {words(step.text)}{missing}{command}")
    left = any(step.key not in done for step in live.system.setup)
    footer = words.say("Tick a step off: /game setup and its name.") if left else words.say("All done.")
    return Reply(words.say("Setting up {game}", game=live.info.name), "\n".join(lines), footer)


def victory_reply(words: Reader, live: ActiveGame, verdict: Verdict) -> Reply:
    """Return the leader and the reason."""
    if verdict.leader is None:
        stand = Text("The game is over, without a winner.") if verdict.over else Text("No side is ahead.")
    elif verdict.over:
        stand = Text("{leader} has won.", leader=verdict.leader)
    else:
        stand = Text("{leader} is ahead.", leader=verdict.leader)
    closing = words.say("End the game with `/game end`.") if verdict.over else ""
    lines = [f"**{words(stand)}** {words(verdict.reason)}", closing]
    return Reply(words(live.info.name), "\n".join(filter(None, lines)))


def rulings_reply(words: Reader, live: ActiveGame) -> Reply:
    """Return each ruling: its value, the other options and its description; house rulings are marked."""
    rulings, model = live.board.book.rulings, live.system.rulings
    lines: list[str] = []
    for ruling in rulings_json(live.system):
        name, about = ruling["name"], ruling["about"]
        value = getattr(rulings, name)
        others = Joined([value_text(model, one, name) for one in ruling["options"] if one != value], ", ")
        house = words.say(" · house ruling") if ruling["house"] else ""
        head = words.say("{value} (or {others})", value=value_text(model, value, name), others=others)
        lines += [f"**{words(Term(ruling['name']))}** = {head}{house}", words(Text(about))]
        for option, says in ruling["says"].items():
            lines.append(words.say("- {option}: {says}", option=value_text(model, option, name), says=Text(says)))
    footer = words.say("Change them: /rulings set")
    return Reply(words.say("Rulings of {game}", game=live.info.name), "\n".join(lines), footer)
