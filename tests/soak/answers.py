"""Invariants of short answers: they contain every request and every step for models, with the controls for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import ClassVar

from bot.game.questions import TableChange
from bot.resolution.result import CommandResult, table_sync
from cogs.components.controls import Control
from cogs.components.play.entry_buttons import CarryOutRequest, RequestMenu, entry_buttons, short_result_reply
from cogs.components.play.next_controls import MOST_SHOWN, ROOMY, arrange_controls
from cogs.components.play.next_controls import controls_height as controls_tall
from cogs.components.play.step_clicks import REQUEST_HANDLERS
from cogs.interactions.message import messages
from cogs.rendering import phone
from cogs.rendering.reply import Reply
from cogs.rendering.result import is_played, result_reply
from cogs.rendering.short_result import NAMES, short_reply
from cogs.rendering.text import Reader
from data.texts import ENGLISH, language
from rules.command.legality import Legality, legality_of
from rules.command.system import Board
from rules.command.turn_steps import turn_steps
from rules.game.entry import requests_in
from rules.game.events import StateSet
from rules.kernel.plays import RecordedRoll
from rules.kernel.text import Note, Term, Text, UnitRef, kind_of
from tests.soak.faults import of_steps
from tests.soak.plays import Moment

GAME = "soak"
EVERYBODY = Reader(language(ENGLISH))
READERS = (EVERYBODY, Reader(language("de")))
BEFORE = "📌 Marines: remove 2 models and place 1 suppressed marker. · 🎲 to hit 4 of 9"
"""The longest text above the answer to a further entry of the same activation."""


class _Latest:
    """The latest moment, with the answers that are the same for all invariants of it."""

    moment: Moment | None = None
    result: CommandResult | None = None
    answers: ClassVar[dict[tuple[str, str], Reply]] = {}


def _result(moment: Moment) -> CommandResult | None:
    """Return the entry of a running game as a result."""
    if _Latest.moment is not moment:
        _Latest.moment, _Latest.result = moment, None
        _Latest.answers.clear()
        if moment.entry is not None and not moment.after.game.over:
            _Latest.result = CommandResult(GAME, moment.entry, moment.before, moment.after)
    return _Latest.result


def _answer(result: CommandResult, before: str = "", words: Reader = EVERYBODY) -> Reply:
    """Return the answer to the latest result; `before` is the text above it about the entries it continues."""
    known = _Latest.answers
    key = (words.language.code, before)
    if key not in known and is_played(result):
        known[key] = short_result_reply(words, result, before)
    elif key not in known:
        known[key] = result_reply(words, result, "Ann", entry_buttons(words, result))
    return known[key]


@of_steps("README, Third reading: a note that asks somebody to do something is never cut from an answer")
def what_is_asked_stands_in_the_short_answer(moment: Moment) -> Iterator[str]:
    """Check that requests and table notes are in the short answer."""
    result = _result(moment)
    lasting = [note for note in result.entry.notes if kind_of(note) != "tells"] if result else []
    if result is None or not lasting:
        return
    words = EVERYBODY.at(result.after)
    for where, reply in (("", _answer(result)), (" below others", _answer(result, BEFORE))):
        said = "\n".join(one["embed"].description or "" for one in messages(reply, words))
        yield from (f"not told{where}: {words(note)[:200]}" for note in lasting if not _says(words, said, note))


@of_steps("README, Fourth reading: an outcome with a distance is an instruction to move somebody")
def figures_that_move_are_told(moment: Moment) -> Iterator[str]:
    """Check that every move of figures is a table step with unit and distance, except landing shells."""
    result = _result(moment)
    for play in result.entry.plays if result else ():
        if play.action not in LANDING and not play.moves and any(distances(play.outcome)):
            yield f"{play.action} moves nobody: {play.outcome}"
        said = [line.replace("**", "") for line in _answer(result).text.split("\n")] if result and play.moves else []
        words = EVERYBODY.at(moment.after)
        for unit, inches, *_ in play.moves:
            # Where there is no room a name is cut.
            names = "|".join(re.escape(way(UnitRef(unit))) for way in _ways(words))
            if not any(re.search(rf"📌 .*({names}).* {inches}″", line) for line in said):
                yield f"{play.action}: nobody is told to move {unit} {inches}″: {said}"


@of_steps("README, Fourth reading: who moves is told, and so is who stands where they stood again")
def figures_whose_move_is_undone_are_put_back(moment: Moment) -> Iterator[str]:
    """Check that an undo names the figures that its entry has moved, in a table step."""
    result = _result(moment)
    if result is None or moment.undid is None:
        return
    words = EVERYBODY.at(moment.after)
    said = [line.replace("**", "") for line in _answer(result).text.split("\n")]
    for id in {shift.unit for play in moment.undid[1].plays for shift in play.moves}:
        unit = moment.after.game.units.get(id)
        if unit and unit.alive and not any(re.search(rf"📌 .*{re.escape(words(unit.ref))}", line) for line in said):
            yield f"nobody is told where {words(unit.ref)} stands again: {said}"


LANDING = ("scatter", "smoke")
"""Actions whose distances are about rounds, not figures."""


def distances(outcome: object) -> Iterator[int]:
    """Yield the distances that an outcome moves figures."""
    match outcome:
        case dict():
            for name, value in outcome.items():
                far = name == "inches" or name.endswith("_inches")
                yield from [int(value)] if far else [1] if value in DRIVEN_BACK else distances(value)
        case list():
            for one in outcome:
                yield from distances(one)


DRIVEN_BACK = ("falls_back", "recoil", "away", "deployment_point")
"""Results that move figures by the distance on the page."""


@of_steps("README, Third reading: and whoever is asked finds what does it")
def what_is_asked_can_be_done(moment: Moment) -> Iterator[str]:
    """Check that every request has a legal button, or else reactions or the menu of next units."""
    result = _result(moment)
    asked = [note for note in result.entry.notes if kind_of(note) == "asks"] if result else []
    if result is None or not asked:
        return
    ids = [str(getattr(one, "custom_id", "")) for one in _answer(result).buttons]
    menu = RequestMenu(GAME, result.entry.number).id
    filled_in = requests_in(result.entry)
    for nth, (note, _) in filled_in.items():
        if not {menu, CarryOutRequest(GAME, result.entry.number, nth).id} & set(ids):
            yield f"no button: {EVERYBODY.at(result.after)(note)}"
        yield from _refused_answers(moment.after, note)
    if any(UPCOMING.match(id) for id in ids):
        ids = [str(getattr(one, "custom_id", "")) for one in arrange_controls(EVERYBODY, result, (), (), ROOMY)]
    if len(filled_in) < len(asked) and not any(OFFERED.match(id) for id in ids):
        yield "nothing to click for what is asked"


def _refused_answers(board: Board, note: Note) -> Iterator[str]:
    request = note.request
    if (
        request
        and request.command not in REQUEST_HANDLERS
        and legality_of(_attacked(board), request) is Legality.ILLEGAL
    ):
        yield f"refused: {request}"


def _attacked(board: Board) -> Board:
    """Return the board after the free attacks that precede all other actions, such as a unit's dangerous ground."""
    waiting = [unit.id for unit in board.game.units.values() if unit.has("free_attack_at")]
    return board.after([StateSet(unit=id, state="free_attack_at", value=None) for id in waiting])


OFFERED = re.compile(rf"adj1(?:\.\w+)?:(react|controls|choose:{GAME}):?")
"""Ids of reactions, and of the menu of next units and other steps."""
UPCOMING = re.compile(r"adj1(?:\.\w+)?:upnext:")
"""Ids of the button that opens them if a result has no room."""


@of_steps("A result: success, instructions, dice, and the side to act")
def every_result_says_how_it_went_and_whose_go_it_is(moment: Moment) -> Iterator[str]:
    """Check short and full results for outcome, steps, dice and turn."""
    result = _result(moment)
    if result is None or not is_played(result):
        return
    words = EVERYBODY.at(result.after)
    for how, reply in (
        ("short", short_reply(EVERYBODY, result)),
        ("under another", short_reply(EVERYBODY, result, BEFORE)),
        ("full", result_reply(EVERYBODY, result, "Ann")),
    ):
        embeds = [one["embed"] for one in messages(reply, words)]
        said = [line for one in embeds for line in (one.title or "", *(one.description or "").splitlines()) if line]
        yield from (f"{how}, {missing}: {said[:9]}" for missing in _missing(words, result, said))


@of_steps("A result is no higher than 240 px with its controls")
def every_result_stands_on_a_phone(moment: Moment) -> Iterator[str]:
    """Check the height of every result in each language; two long names may take an extra row."""
    result = _result(moment)
    if result is None or not is_played(result):
        return
    for words in READERS:
        reply = _answer(result, words=words)
        tall = phone.message_height(reply.text.split("\n"), controls_tall(reply.buttons))
        most = phone.MOST + phone.LINE * (phone.row_count([words.at(result.after)(result.entry.shown_title)]) > 1)
        if len(reply.buttons) > MOST_SHOWN or tall > most:
            labels = [one.item.label or "" for one in reply.buttons if isinstance(one, Control)]
            yield f"{words.language.code}, {tall} px, {len(reply.buttons)} controls: {reply.text[:300]} {labels}"


def _kind(result: CommandResult, throw: RecordedRoll) -> str:
    return result.after.system.throws.named(throw.key).kind


def _tells_the_go(words: Reader, result: CommandResult, line: str) -> bool:
    """True if a line names the side to go or the next step; without room it follows the dice."""
    line = line.replace("**", "").rpartition(" · ")[2]
    holder = result.after.game.holder
    whose = words(result.after.system.whose_go(result.after.game)) if holder else ""
    if whose and re.search(rf"(^|\. ){re.escape(whose)}( |$)", line):
        return True
    over = words.say("The {turn} is over.", turn=Term(result.after.system.turn))
    return not holder and (line == over if result.after.game.order else line.startswith("Next: "))


def _ways(words: Reader) -> list[Reader]:
    """Return readers with full unit names, and with names cut for lack of room."""
    return [words, *(words.with_short_names(longest) for longest in NAMES)]


def _says(words: Reader, said: str, note: Text) -> bool:
    return any(way(note).replace("**", "") in said.replace("**", "") for way in _ways(words))


def _collected(change: TableChange, said: str, still: Collection[str]) -> bool:
    """True if a unit only loses markers that no other unit has, so that they are collected without names."""
    only = change == TableChange(unit=change.unit, remove=change.remove)
    gone = all(marker.state not in still for marker in change.remove)
    return only and gone and bool(re.search(r"📌 Remove .*(?:\d units\)|\d [\w ]+ markers)", said))


def _missing(words: Reader, result: CommandResult, said: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a result that a player cannot read in it."""
    plain = "\n".join(said).replace("**", "")
    still = {state for unit in result.after.game.units.values() if unit.alive for state in unit.states}
    for unit in {
        change.unit for change in table_sync(result.before, result.after) if not _collected(change, plain, still)
    }:
        names = "|".join(re.escape(way(UnitRef(unit))) for way in _ways(words))
        if not re.search(rf"📌 .*({names})", plain):
            yield f"nothing to do for {unit}"
    throws = [throw for play in result.entry.plays for throw in play.throws]
    for throw in throws:
        faces = r"[ +]".join(map(str, throw.faces))
        like = [one for one in throws if _kind(result, one) == _kind(result, throw)]
        count = rf"{throw.successes}( \w+)? of {len(throw.faces)}|{throw.result}"
        # Strikes of two sides are counted separately.
        for those in (like, [one for one in like if one.side == throw.side]):
            count += rf"|{sum(one.successes for one in those)} of {sum(len(one.faces) for one in those)}"
        if not re.search(rf"(?<!\d)({faces}|{count})(?!\d)", plain):
            yield f"no dice for {words(throw.label)}"
    # Two shells of a kind may make the same request of the same unit, which is shown once.
    asked = list(dict.fromkeys(note for note in result.entry.notes if kind_of(note) == "asks"))
    if not asked and not _tells_the_go(words, result, said[-1]):
        free = [step for step in turn_steps(result.after, None) if step.legality is Legality.OK]
        if result.after.game.holder or free:
            yield "nobody's go"
    # The side to go may follow the request, on the same line.
    ends = said[-1 - _tells_the_go(words, result, said[-1]) :]
    if asked and not any(_says(words, one.replace("**", ""), asked[-1]) for one in ends):
        yield "what is asked does not come last"
