"""Answers that are typed into a form: dice and missing facts; a refused form opens again with its input."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.errors import Refusal
from bot.game import questions
from bot.resolution.questions import OpenQuestion
from bot.services.play.messages import Typed
from cogs.components import forms
from cogs.components.controls import Does, QuestionId, handles_click, handles_form
from cogs.components.play.outcome import outcome_reply
from cogs.components.questions.facts_form import FactsForm, facts_form, read_answer
from cogs.components.questions.question_clicks import fill_in, require_question
from cogs.components.questions.question_view import EnterDice, EnterFacts
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import Reply, refusal_reply
from cogs.rendering.rolls import needed_text
from cogs.rendering.text import Reader
from rules.command.at_fault import options_at_fault
from rules.kernel.errors import RulesError
from rules.kernel.table import left_over_faces
from rules.kernel.text import NOTHING, Joined, Text, UnitRef, counted

# A form with errors: the refusal has a button that reopens it with the earlier input.

Sent = TypeVar("Sent", bound=QuestionId)


def reopens_form(opens: type[QuestionId]) -> Callable[[Does[Sent]], Does[Sent]]:
    """Give a refusal of the decorated form handler a button that `opens` the form again.

    A form for facts reopens with the fields at fault only.
    """

    def decorate(does: Does[Sent]) -> Does[Sent]:
        async def handle(ctx: Context, click: Sent) -> Reply:
            try:
                return await does(ctx, click)
            except (Refusal, RulesError) as error:
                return await _add_correction(ctx, click, opens, refusal_reply(ctx.me, error))

        return handle

    return decorate


async def _add_correction(ctx: Context, click: QuestionId, opens: type[QuestionId], reply: Reply) -> Reply:
    """Add the button to the refusal if the question can still be answered."""
    row = await ctx.services.record.questions.get(click.question)
    if row is None or row.settled is not None or row.step != click.step:
        return reply
    typed = {**_earlier_input(ctx, click), **ctx.submitted}
    ctx.services.drafts.keep(ctx.caller.id, click.question, typed)
    again = opens(*click.reference)
    if isinstance(again, EnterFacts):
        found = OpenQuestion.of(await ctx.game(), row)
        if isinstance(found.question, questions.FactsQuestion):
            # The options that cannot be parsed, else those at which the facts are refused.
            facts, errors = read_answer(ctx, found, found.question, typed)
            request = replace(found.pending_command().request, **facts)
            wrong = tuple(errors) or await asyncio.to_thread(options_at_fault, found.live.board, request)
            again = replace(again, wrong=wrong)
    button = again.button(ctx.me.plain.say("Correct it"), "main")
    return replace(reply, buttons=(button,), in_place=is_private(ctx))


def _earlier_input(ctx: Context, click: QuestionId) -> Typed:
    """Return the input of the whole form, before it was reopened with some of its fields."""
    return ctx.services.drafts.of(ctx.caller.id, click.question)


# Missing facts.


@handles_click(EnterFacts, private=True)
async def open_missing_facts_form(ctx: Context, click: EnterFacts) -> Reply:
    """Open the form for missing facts; raise Refusal if the caller may not answer."""
    _, question = await require_question(ctx, click, questions.FactsQuestion)
    found = await ctx.services.questions.require_answerable(ctx.call, *click.reference)
    typed = ctx.services.drafts.of(ctx.caller.id, found.row.id)
    # Drafts are lost at a restart: then all facts are asked for.
    return facts_form(ctx.me, found, question, typed, click.wrong if typed else ()).reply(ctx)


@handles_form(FactsForm)
@reopens_form(EnterFacts)
async def answer_with_facts(ctx: Context, click: FactsForm) -> Reply:
    """Answer with the facts of the form."""
    found, question = await require_question(ctx, click, questions.FactsQuestion)
    await ctx.services.questions.require_answerable(ctx.call, *click.reference)
    return await fill_in(ctx, click, found, question, {**_earlier_input(ctx, click), **ctx.submitted})


# Dice.


class FacesForm(QuestionId, what="faces"):
    """The form for physical dice."""


@handles_click(EnterDice, private=True)
async def open_faces_form(ctx: Context, click: EnterDice) -> Reply:
    """Open the form for dice; raise Refusal if the caller may not answer."""
    _, question = await require_question(ctx, click, questions.DiceQuestion)
    found = await ctx.services.questions.require_answerable(ctx.call, *click.reference)
    return dice_form(ctx.me, found, question, ctx.services.drafts.of(ctx.caller.id, found.row.id)).reply(ctx)


@handles_form(FacesForm, retires=True)
@reopens_form(EnterDice)
async def answer_with_faces(ctx: Context, click: FacesForm) -> Reply:
    """Answer with the dice of the form."""
    _, question = await require_question(ctx, click, questions.DiceQuestion)
    await ctx.services.questions.require_answerable(ctx.call, *click.reference)
    faces = parse_typed_dice(question, ctx.submitted)
    answer = ctx.services.questions.answer(ctx.call, *click.reference, faces=faces, missed=ctx.miss_words)
    return await outcome_reply(ctx, answer)


MAY_COUNT = 1000
"""Lowest component id of fields that accept a number of successes: the local table draws a stepper there."""


def dice_form(words: Reader, asked: OpenQuestion, question: questions.DiceQuestion, typed: Typed) -> forms.Form:
    """Return the form for all known rolls; only the first is required.

    Several rolls share a field if there are more rolls than fields. The title names the player whose dice they are.
    Fields are prefilled with `typed`.
    """
    words = words.plain.at(asked.live.board)
    fields = list[forms.Field]()
    nth = 0
    for group in _field_groups(question):
        title, hint = _single_roll_texts(group[0]) if len(group) == 1 else _shared_field_texts(nth + 1, group)
        between = words.say("One roll after the other, / between them") if len(group) > 1 else None
        number = MAY_COUNT + nth if len(group) == 1 and group[0].counts and group[0].count > 1 else None
        field = forms.text_field(f"throw{nth}", title, 1000, hint=hint, needed=nth == 0)
        fields.append(field._replace(placeholder=between, component=number))
        nth += len(group)
    return forms.Form(words, _dice_title(asked, question), FacesForm(asked.row.id, asked.row.step), fields).filled_in(
        typed
    )


def _dice_title(asked: OpenQuestion, question: questions.DiceQuestion) -> Text:
    """Return the title of a dice form, with the player and the roll: "Bob: Militia, saves".

    Players may share one screen. The number of dice and the score needed are shown at the field.
    """
    rolls, players = question.throws, [one for id, one in asked.live.game.players.items() if id in asked.people]
    who = players[0].name if len(players) == 1 else question.side or Text("Your dice")
    named = UnitRef(question.unit) if question.unit else None
    unit = [named] if named and named != rolls[0].label else []
    what = [rolls[0].label] if len(rolls) == 1 else [counted(len(rolls), "roll", "rolls")]
    return Text("{player}: {throw}", player=who, throw=Joined([*unit, *what], ", "))


def parse_typed_dice(question: questions.DiceQuestion, sent: Mapping[str, Sequence[str]]) -> str:
    """Return the typed faces roll by roll, separated by slashes; empty for a roll left out.

    Raise BadDice for a field with more rolls than its own if later fields are filled in too.
    """
    pieces: list[str] = []
    asked: list[questions.RequestedRoll] = []
    for group in _field_groups(question):
        typed = "".join(sent.get(f"throw{len(asked)}", ())).rstrip(" /").split("/")
        if any(typed) and len(pieces) > len(asked):
            raise left_over_faces(sum(len(piece.split()) for piece in pieces[len(asked) :]), asked[-1].label)
        pieces += [*typed, *[""] * (len(group) - len(typed))]
        asked += group
    return " / ".join(pieces)


def _field_groups(question: questions.DiceQuestion) -> Iterator[Sequence[questions.RequestedRoll]]:
    """Yield the rolls of each field, evenly distributed over the fields."""
    rolls = question.throws
    size = -(-len(rolls) // limits.MODAL_FIELDS)
    return (rolls[at : at + size] for at in range(0, len(rolls), size))


def _single_roll_texts(roll: questions.RequestedRoll) -> tuple[Text, Text]:
    title = Text("{dice}: {label}", dice=_dice_size(roll), label=roll.label)
    needed = needed_text(roll.needed) if roll.needed else NOTHING
    if roll.counts and roll.count > 1:
        each = Text("Each {needed} succeeds.", needed=needed) if needed else NOTHING
        return title, Joined((Text("Enter the faces (5 2 6 4), or how many succeed (3)."), each))
    one = Text("One face, 1 to {sides}.", sides=roll.sides)
    need = Text("You need {needed}.", needed=needed) if needed else NOTHING
    return title, Joined((one if roll.count == 1 else Text("Faces (5 2 6 4)."), need))


def _shared_field_texts(first: int, rolls: Sequence[questions.RequestedRoll]) -> tuple[Text, Text]:
    sizes = list(map(_dice_size, rolls))
    each = Text("{dice} each", dice=sizes[0])
    dice = each if len(set(sizes)) == 1 else Joined(sizes, " / ")
    last = first + len(rolls) - 1
    title = Text("Rolls {first} to {last}: {dice}", first=first, last=last, dice=dice)
    return title, Joined([roll.label for roll in rolls], " / ")


def _dice_size(roll: questions.RequestedRoll) -> Text:
    return Text("{count} d{sides}", count=roll.count, sides=roll.sides)
