"""The board as text, fitted into one message for armies of any size; identical units share a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.game.questions import DecisionQuestion, DiceQuestion, ObjectionQuestion
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from cogs.interactions import limits
from cogs.rendering import folded
from cogs.rendering.clocks import clock_lines
from cogs.rendering.question import question_head
from cogs.rendering.sides import mark_in_game, signed_side
from cogs.rendering.text import Reader
from cogs.rendering.units import OmittedParts, rest_values, shown_states, unit_line_rest, units_in_order
from rules.command.system import Board
from rules.command.turns import has_acted
from rules.command.victory import scenario_line
from rules.game.game import Game
from rules.game.tabletop import Player, TableObject
from rules.game.unit import Unit
from rules.kernel.text import NOTHING, Joined, Listed, Term, Text, UnitRef, Value, several_of
from rules.kit.reserves import reserve_line


class BoardDetail(NamedTuple):
    """A level of detail.

    The most characters of a name, of a unit's states and of a question; the most people, objects and questions; and the
    most units per side. `fold`: identical units share a line. `gather`: units without losses or states share a line.
    `lean`: lines omit information that their heading contains. `run_on`: all units of a side follow one another,
    without those at full strength.
    """

    name: int = 100
    states: int = 1000
    question: int = 300
    others: int = 100
    units: int = 1000
    fold: bool = True
    gather: bool = False
    lean: bool = False
    run_on: bool = False

    @property
    def each(self) -> bool:
        """True if the hit points of each figure are shown."""
        return self.name >= 100 and not self.gather


FULL, FOLDED = BoardDetail(fold=False), BoardDetail()
GATHERED = FOLDED._replace(gather=True)
LEAN = GATHERED._replace(lean=True)
SHORTER = (BoardDetail(others=10), BoardDetail(30, 60, 120, 8), BoardDetail(20, 30, 60, 5), BoardDetail(14, 16, 30, 3))
FEWER = tuple(SHORTER[-1]._replace(units=most) for most in (30, 20, 15, 10, 5, 2, 0))
Fits = Callable[[str], bool]
"""A predicate: True if a text fits on a phone."""


def whole_board(
    words: Reader, live: ActiveGame, asked: Sequence[OpenQuestion] = (), fits: Fits = lambda _: True
) -> str:
    """Return the whole board, of any length, in the most spacious form that fits on a phone, else in the densest."""
    return _first_that_fits(words, live, asked, (FULL, FOLDED, GATHERED, LEAN, LEAN._replace(run_on=True)), fits)


def _first_that_fits(
    words: Reader, live: ActiveGame, asked: Sequence[OpenQuestion], forms: Iterable[BoardDetail], fits: Fits
) -> str:
    """Return the board in the first form that fits, or in the last one."""
    text = ""
    for form in forms:
        text = "\n".join(_board_lines(words, live, asked, form))
        if fits(text):
            break
    return text


def fitted_board(
    words: Reader,
    live: ActiveGame,
    asked: Sequence[OpenQuestion],
    room: int = limits.DESCRIPTION,
    fits: Fits = lambda _: True,
) -> str:
    """Return the board in at most `room` characters: shorter forms first, then fewer units."""
    roomy = (form._replace(others=10) for form in (FOLDED, GATHERED, LEAN))
    text = _first_that_fits(words, live, asked, roomy, fits)
    if len(text) > room:
        text = _first_that_fits(words, live, asked, (*SHORTER, *FEWER), lambda text: len(text) <= room)
    return limits.shorten(text, room)


def _board_lines(words: Reader, live: ActiveGame, asked: Sequence[OpenQuestion], form: BoardDetail) -> Iterator[str]:
    words, game = words.at(live.board), live.game
    waiting = [f"⏳ {question_line(words, one, form)}" for one in asked]
    more = len(waiting) - form.others
    yield from waiting[: form.others]
    if more > 0:
        yield words(_more_text(more, "`/waiting`"))
    yield " · ".join([words(Joined(list(moment_parts(live)), " · ")), *turn_lines(words, live, form)])
    yield from clock_lines(words, live)
    yield from table_state_lines(words, live, form)
    others = list[Text]()
    for one in game.players.values():
        if not one.side:
            seat = Text("umpire") if one.umpire else Text("spectator")
            others.append(Text("{name} ({seat})", name=limits.shorten(one.name, form.name), seat=seat))
    if others:
        yield words.say("At the table: {players}", players=_inline_list(others, form.others))
    for side in game.sides:
        yield from _side_lines(words, live.board, side, form)


def table_state_lines(words: Reader, live: ActiveGame, form: BoardDetail) -> Iterator[str]:
    """Yield the score, the seals and the objects on the table."""
    game = live.game
    if line := scenario_line(live.board):
        yield "🎯 " + words.say("Scenario: {line}", line=line)
    if game.scores:
        points = [Text("{side} {n}", side=side, n=points) for side, points in game.scores.items()]
        yield words.say("Score: {points}", points=Joined(points, ", "))
    sealed = list[Text]()
    for seal in game.seals.values():
        if seal.unit is None:
            who = game.players[seal.by].name if seal.by in game.players else Text("a former player")
            sealed.append(Text("{who}, ready", who=who) if seal.ready else Text("{who}", who=who))
    if sealed:
        yield "🔒 " + words.say("Sealed: {seals}", seals=_inline_list(sealed, form.others))
    placed: list[Text] = [Text("{unit}", unit=UnitRef(seal.unit)) for seal in game.seals.values() if seal.unit]
    if placed:
        yield "🔒 " + words.say("Positions are sealed: {units}", units=_inline_list(placed, form.others))
    if game.reserves:
        yield words.say("In reserve: {units}", units=reserve_line(live.board))
    if game.things:
        found = [_thing_text(thing, live.system.turn, form) for thing in game.things.values()]
        yield words.say("Objects: {objects}", objects=_inline_list(found, form.others))


def moment_parts(live: ActiveGame, with_phase: bool = True) -> Iterator[Value]:
    """Yield the system, the turn and its phase; the phase may be left out where whose turn it is says it too."""
    game = live.game
    yield live.system.name
    yield Text("{turn} {number}", turn=Term(live.system.turn), number=game.turn)
    if game.phase and with_phase:
        yield Text("phase {phase}", phase=Term(game.phase))


def turn_lines(words: Reader, live: ActiveGame, form: BoardDetail = FULL) -> Iterator[str]:
    """Yield the side to move, or that there is none."""
    game = live.game
    if game.over:
        won = words.say("**Game over.** {winner} has won.", winner=game.winner or "")
        yield won if game.winner else words.say("**Game over.**")
    elif live.info.state == "paused":
        yield words.say("**Paused.** `/game pause` resumes it.")
    elif game.holder:
        players = [one for one in game.players.values() if one.side == game.holder]
        who = Text(" ({players})", players=_any_player(players, form)) if players else NOTHING
        if game.phase in live.system.whose_in:
            yield words.say("**{whose}**{who}", whose=live.system.whose_go(game), who=who)
        else:
            yield words.say("**{holder}'s turn**{who}", holder=signed_side(game, game.holder), who=who)
    elif game.order:
        yield words.say("**The {turn} is over.**", turn=Term(live.system.turn))
    elif "initiative" in live.system.commands and game.units:
        yield words.say("**Roll for initiative.**")
    elif live.system.phases and game.units:
        yield words.say("**Who begins?** Agree on it: the first to tap a phase begins.")


def _any_player(players: Sequence[Player], form: BoardDetail) -> Listed:
    names: list[Value] = [limits.shorten(one.name, form.name) for one in players[: form.others]]
    more = len(players) - len(names)
    return Listed([*names, Text("{count} more", count=more)] if more else names, "or")


def _thing_text(thing: TableObject, turn: str, form: BoardDetail) -> Text:
    about = list[Text]()
    if thing.holder and thing.unit:
        about.append(Text("held by {holder}: {unit}", holder=thing.holder, unit=UnitRef(thing.unit)))
    elif thing.holder:
        about.append(Text("held by {holder}", holder=thing.holder))
    about += [Text("{turns} left", turns=several_of(thing.turns, turn))] if thing.turns is not None else []
    name = Text("{kind} {label}", kind=Term(thing.kind), label=limits.shorten(thing.label, form.name))
    return Text("{name} ({about})", name=name, about=Joined(about, ", ")) if about else name


def _more_text(more: int, command: str) -> Text:
    return Text("… and {count} more: {command}", count=more, command=Text(command))


def _inline_list(found: Sequence[Value], most: int) -> Text:
    more = len(found) - most
    return Listed(found) if more <= 0 else Joined([*found[:most], _more_text(more, "`/game status`")], ", ")


def question_line(words: Reader, asked: OpenQuestion, form: BoardDetail = FULL) -> str:
    """Return a question with its addressees, its deadline and a link to its message."""
    row, game = asked.row, asked.live.game
    people = [game.players[id] for id in asked.people if id in game.players]
    what = limits.shorten(words.plain.at(asked.live.board)(_question_text(asked)), form.question)
    where = ""
    if row.message_id:
        link = f"https://discord.com/channels/{asked.live.info.guild_id}/{row.channel_id}/{row.message_id}"
        question = words.say("the question")
        where = f" · [{question}]({link})"
    when = f" · <t:{int(row.deadline)}:R>" if row.deadline else ""
    players = _any_player(people, form) or Text("a player")
    return words.say("Waiting for {players}: {question}", players=players, question=what) + when + where


def _question_text(asked: OpenQuestion) -> Text:
    """Return the question of a decision or the purpose of a roll, with the command."""
    match asked.question:
        case DiceQuestion(about=about) as question:
            return Joined((question_head(question), about), " · ")
        case DecisionQuestion(question=question, about=about):
            return Joined((question, about), " · ")
        case ObjectionQuestion(about=about) as question:
            return Joined((question_head(question), about), " ")
        case question:
            return question_head(question)


def _side_lines(words: Reader, board: Board, side: str, form: BoardDetail) -> Iterator[str]:
    """Yield a side with its players and units: those that may still act first, those out of action last."""
    above = " · ".join(_side_heading(words, board.game, side, form))
    groups = list(_folded_groups(words, board, side, form))
    if form.run_on:
        told = [f"{heading}: {'; '.join(_bold_line(words, one, form) for one in lines)}" for heading, lines in groups]
        yield " · ".join(filter(None, [above, ". ".join(told)]))
    for nth, (heading, lines) in enumerate([] if form.run_on else groups):
        yield f"{above} · {heading}:" if not nth else f"{heading}:"
        plain = [_bold_line(words, one, form) for one in lines if one.plain and form.gather]
        yield from (_bold_line(words, one, form) for one in lines if not (one.plain and form.gather))
        yield from ["; ".join(plain)] if plain else []
    if not groups and not form.run_on:
        yield above
    more = len(board.game.units_of_side(side)) - form.units
    if more > 0:
        yield words.say("… and {units} more: `/unit list`", units=more)


def _side_heading(words: Reader, game: Game, side: str, form: BoardDetail) -> list[str]:
    """Return a side with its sign, name and players."""
    players = [(limits.shorten(one.name, form.name), one) for one in game.players.values() if one.side == side]
    seated = [Text("{name} (umpire)", name=name) if one.umpire else name for name, one in players]
    return [
        f"{mark_in_game(game, side).sign} __{words(side)}__".lstrip(),
        *([words(_inline_list(seated, form.others))] if seated else []),
    ]


def unit_groups(
    words: Reader, board: Board, side: str, form: BoardDetail
) -> Iterator[tuple[str, list[tuple[str, str, tuple[str, ...]]]]]:
    """Yield the units of a side by activity this turn: each line as its name, its rest, and the names of its units."""
    for heading, lines in _folded_groups(words, board, side, form):
        yield heading, [(words(_line_name(line, form)), line.rest, line.names) for line in lines]


def _folded_groups(
    words: Reader, board: Board, side: str, form: BoardDetail
) -> Iterator[tuple[str, Sequence[folded.NamedLine | folded.Fold]]]:
    units = board.game.units_of_side(side)
    for heading, group in _activity_groups(board, units_in_order(board, units)[: form.units]):
        plain = words.plain.at(board)
        lines = [_named_line(words, plain, board, unit, form) for unit in group]
        head = words(heading) if form.run_on else words.say("{heading} ({count})", heading=heading, count=len(group))
        yield head, folded.fold_lines(lines) if form.fold else lines


def _bold_line(words: Reader, line: folded.NamedLine | folded.Fold, form: BoardDetail) -> str:
    return f"**{words(_line_name(line, form))}**{line.rest}"


def _line_name(line: folded.NamedLine | folded.Fold, form: BoardDetail) -> Value:
    if not isinstance(line, folded.Fold):
        return limits.shorten(line.name, form.name)
    stem = limits.shorten(line.stem, form.name)
    if line.is_consecutive:
        return Text("{name} {first}–{last}", name=stem, first=line.numbers[0], last=line.numbers[-1])
    return Text("{n} × {name}", n=len(line.numbers), name=stem)


def _named_line(words: Reader, plain: Reader, board: Board, unit: Unit, form: BoardDetail) -> folded.NamedLine:
    if not words.knows(unit.id):
        return folded.NamedLine(plain(unit.ref), words.say(" · hidden"), plain=True)
    rest = unit_line_rest(words, board, unit, form.each, form.states, OmittedParts(form.lean, form.run_on))
    whole = unit.alive and unit.models == unit.starting and len(set(unit.hp)) < 2
    nothing = not shown_states(board, unit, form.lean) and (whole or (form.lean and not unit.alive))
    return folded.NamedLine(plain(unit.ref), rest, rest_values(board, unit, form.each, form.lean), nothing)


def _activity_groups(board: Board, units: Sequence[Unit]) -> Iterator[tuple[Text, list[Unit]]]:
    todo_heading = Text("Not yet activated") if "activated" in board.system.states else Text("Not yet acted")
    active: list[Unit] = []
    todo: list[Unit] = []
    done: list[Unit] = []
    out: list[Unit] = []
    for unit in units:
        gone = done if has_acted(board, unit) else todo
        (out if not unit.alive else active if unit.count("actions_left") else gone).append(unit)
    left = (
        ((Text("Left at the end"), [one for one in units if one.alive]),)
        if board.game.over
        else ((Text("Active now"), active), (todo_heading, todo), (Text("Has acted"), done))
    )
    groups = (*left, (Text("Out of action"), out))
    return ((heading, group) for heading, group in groups if group)
