"""The forms and controls of questions in the sample games, word for word: see `asked_forms.txt`.

The verbs of its script (see `tests/cogs/components/play/samples.py`):

    facts fire;;;;;;u1;u5              what the rules ask before this command; further parts follow
    many 6                             the form for six facts
    dice Blue u5 saves:3d6:5 hits:1d20   the rolls that a side is asked for, of a unit if it is named
    choice 5                           a decision between so many options; "same" has equal short labels
    warning Fire                       a warning of an act, or of none as in earlier versions; " of " a request
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.game.questions import (
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    OfferedOption,
    Question,
    RequestedRoll,
    WarningQuestion,
)
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import PendingCommand, Resolve
from bot.resolution.result import OpenQuestion
from bot.store.tables import Pending
from cogs.components.packed_request import unpack_request
from cogs.components.questions.facts_form import facts_form
from cogs.components.questions.question_view import question_buttons
from cogs.components.questions.typed_answers import dice_form
from cogs.rendering.text import Reader
from rules.command.legality import plan_as_given
from rules.kernel.dice import Need
from rules.kernel.facts import Ask
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text
from tests.cogs.components.play.samples import check_script, form_lines
from tests.cogs.screens import control_line


def asked(live: ActiveGame, question: Question, request: Request, by: str = "Ann") -> OpenQuestion:
    row = Pending.model_construct(id="q", game_id="g", asked_by=by, step=1, deadline=None, command={})
    return OpenQuestion(live, row, question, attempt=PendingCommand(command=Resolve(request=request)))


def facts(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield the form for what the rules ask, and the buttons of the question."""
    first, *parts = text.split(" | ")
    options = {key: values for key, *values in (one.split() for one in parts)}
    request = unpack_request(first)
    _, _, asks = plan_as_given(live.board, request)
    question = FactsQuestion(asks=tuple(asks))
    waits = asked(live, question, request, *options.get("by", ()))
    yield from form_lines(facts_form(words, waits, question, only=options.get("only", ())))
    yield from buttons(words, waits)


def many(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield the form for so many facts, of which Discord takes five fields."""
    asks = tuple(Ask("extra", Text("Fact {n}", n=nth)) for nth in range(int(text)))
    waits = asked(live, question := FactsQuestion(asks=asks), Request("fire", ("u1",), ("u5",)))
    yield from form_lines(facts_form(words, waits, question))


def buttons(words: Reader, waits: OpenQuestion) -> Iterator[str]:
    shown = question_buttons(words, waits)
    yield "; ".join(control_line(getattr(one, "item", one).to_component_dict()) for one in shown)


ROLL = re.compile(r"(\w+):(\d+)d(\d+)(\+?)(?::(\d+))?")


def rolls_of(texts: Sequence[str]) -> Iterator[RequestedRoll]:
    """Yield rolls like "saves:3d6:5", with the number needed; "+" after the sides counts successes."""
    for label, count, sides, counts, needed in ROLL.findall(" ".join(texts)):
        yield RequestedRoll(
            key=label,
            label=Text(label),
            count=int(count),
            sides=int(sides),
            needed=Need(int(needed)) if needed else None,
            counts=bool(counts),
        )


def dice(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    side, *rolls = text.split()
    unit = rolls.pop(0) if rolls[0] in live.game.units else None
    first, *ahead = rolls_of(rolls)
    question = DiceQuestion(side=None if side == "none" else side, unit=unit, throw=first, ahead=tuple(ahead))
    waits = asked(live, question, Request("fire"), *[name for name in rolls if name in ("Ann", "Cyd")])
    yield from form_lines(dice_form(words, waits, question, {}))
    yield from buttons(words, waits)


def choice(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    many, *same = text.split()
    offers = tuple(
        OfferedOption(
            value=str(nth),
            label=Text("Unit {n} strikes", n=nth),
            short=Text("Strike") if "same" in same else Text("Strike {n}", n=nth),
            prospects=Text("likely") if "bare" not in same else NOTHING,
        )
        for nth in range(int(many))
    )
    question = DecisionQuestion(side="Red", name="who", question=Text("Who strikes?"), offers=offers, default="0")
    yield from buttons(words, asked(live, question, Request("fire")))


def warning(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    act, _, request = text.partition(" of ")
    for many in ((Text("It bends a rule."),), ()):
        question = WarningQuestion(warnings=many, act=Text(act) if act != "none" else NOTHING)
        yield from buttons(words, asked(live, question, unpack_request(request or "fire;;;;;;u1;u5")))


def test_the_forms_and_controls_of_questions_are_what_they_were_before() -> None:
    check_script(
        Path(__file__).with_name("asked_forms.txt"),
        {"facts": facts, "many": many, "dice": dice, "choice": choice, "warning": warning},
    )
