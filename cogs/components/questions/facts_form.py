"""The form for the missing facts of a command."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.game.questions import FactsQuestion
from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from bot.resolution.questions import OpenQuestion
from bot.services.play.messages import Typed
from cogs.components import fact_fields
from cogs.components.controls import QuestionId
from cogs.components.forms import MANY, SITUATION, Field, Form, key_stem, menu_field, text_field
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import distances_as_typed
from cogs.rendering.text import Reader
from rules.command.choices import distance_examples
from rules.command.order import Command
from rules.command.system import Board
from rules.kernel.facts import Ask, Choice
from rules.kernel.request import Request, requested_situations
from rules.kernel.text import Heading, Joined, Term, Text

_ALWAYS = {"cover", SITUATION, MANY}
"""Options that every form may have besides the missing ones."""
MODIFIERS = "modifiers"
NONE: Typed = {}


class FactsForm(QuestionId, what="facts"):
    """The form for the missing facts of a command."""


def facts_form(
    words: Reader, asked: OpenQuestion, question: FactsQuestion, typed: Typed = NONE, only: Collection[str] = ()
) -> Form:
    """Return the form for the missing facts, with cover and situations if the command has them.

    Fields are prefilled with `typed`. With `only`, fields of other options are left out, unless none would remain.
    """
    request, words = asked.pending_command().request, words.plain.at(asked.live.board)
    command = command_of(asked.live.system, request)
    hints = {
        "distance": Heading(distance_examples(asked.live.board.ruler)),
        "firers": Text("Like 4 infantry_rifle, 1 lmg"),
    }
    others = [ask for ask in question.asks if ask.option != MODIFIERS]
    said = {"distance": distances_as_typed(request.distance, asked.live.board.ruler)}
    others = [_with_bands(asked.live, request, _with_units(asked, ask, command.friendly)) for ask in others]
    fields = list[Field]()
    for nth, ask in enumerate(others):
        if 1 < len(ask.parts) <= _MOST_PARTS:
            # A field per number; those already given are the last ones.
            given = [one for one in said.get(ask.option, "").split("/") if one]
            given = ["" for _ in ask.parts[len(given) :]] + given
            fields += [
                text_field(f"{ask.option}:{nth}.{at}", part, 10, given[at], hints.get(ask.option))
                for at, part in enumerate(ask.parts)
            ]
        elif ask.choices:
            most = limits.CHOICES if ask.option in command.several else 1
            fields.append(menu_field(f"{ask.option}:{nth}", ask.question, ask.choices, (), most))
        else:
            # A value already given that is not sufficient is prefilled.
            hint = ask.hint or hints.get(ask.option, ask.question)
            fields.append(text_field(f"{ask.option}:{nth}", Term(ask.option), 200, said.get(ask.option, ""), hint))
    fields += _modifier_fields(asked.live.game.sides) if len(others) < len(question.asks) else []
    fields += _situation_fields(asked.live.board, command, request, question)
    title, *shorter = fact_fields.form_titles(request, command)
    form = Form(words, title, FactsForm(asked.row.id, asked.row.step), fields, shorter)
    return form.only(only).filled_in(typed)


def _situation_fields(board: Board, command: Command, request: Request, question: FactsQuestion) -> Iterator[Field]:
    """Yield the fields for cover and situations that are neither given nor asked for."""
    if command.covers and not request.cover and "cover" not in {ask.option for ask in question.asks}:
        yield menu_field("cover", fact_fields.OPTIONAL_COVER, command.covers, needed=False)
    asked = {choice.code for ask in question.asks for choice in ask.choices}
    asked |= set(request.situation)
    situations = [one for one in fact_fields.form_situations(command, board, request) if one.code not in asked]
    if not any(requested_situations(request.situation)):
        taken = len(question.asks) + bool(command.covers)
        fields, situations = fact_fields.count_fields(command, request, situations, limits.MODAL_FIELDS - taken)
        yield from fields
    if situations:
        # If the form asks for nothing but situations, one is required.
        needed = any(requested_situations(request.situation))
        title = Text("Which of these?") if needed else fact_fields.WHAT_ELSE
        yield menu_field(SITUATION, title, situations, (), limits.CHOICES, needed)


def _with_bands(live: ActiveGame, request: Request, ask: Ask) -> Ask:
    """Offer the range bands as choices for the distance of a shot that a button begins.

    Applies if the system distinguishes only a few bands. A caller who types the command types the distance too.
    """
    if ask.option != "distance" or ask.hint or request.distance or not request.situation or len(request.target) > 1:
        return ask
    bands = fact_fields.range_bands(live, request)
    return ask._replace(choices=tuple(Choice(one.typed_distance, Heading(one.label)) for one in bands))


def _with_units(asked: OpenQuestion, ask: Ask, friendly: bool) -> Ask:
    """Offer the units to choose from for a missing unit: own units first, or the enemy's for a target."""
    if ask.option not in ("unit", "target") or ask.choices:
        return ask
    game, own = asked.live.game, ask.option == "unit" or friendly
    player = game.players.get(asked.row.asked_by)
    side = player.side if player else None
    units = game.living
    if len(units) > limits.CHOICES or (friendly and any(unit.side == side for unit in units)):
        units = [unit for unit in units if (unit.side == side) == own]
    if not 0 < len(units) <= limits.CHOICES:
        return ask
    units.sort(key=lambda unit: (unit.side == side) != own)
    return ask._replace(
        choices=tuple(Choice(unit.id, Text("{unit} · {side}", unit=unit.ref, side=unit.side)) for unit in units)
    )


_MOST_PARTS = 4
"""Most numbers of an option that have fields of their own, so that the form has room for cover."""


def _modifier_fields(sides: Sequence[str]) -> Iterator[Field]:
    """Yield fields for a modifier per side; several sides share a field if there are more sides than fields."""
    size = -(-len(sides) // limits.MODAL_FIELDS)
    for nth, at in enumerate(range(0, len(sides), size)):
        these = sides[at : at + size]
        one = Text("Modifier of {side}", side=these[0])
        title = one if len(these) == 1 else Text("Modifiers of {sides}", sides=Joined(these, " / "))
        zeros = " / ".join("0" for _ in these)
        yield text_field(f"{MODIFIERS}:{nth}", title, 100, zeros, Text("Each from −10 to 10."))


def read_answer(
    ctx: Context, found: OpenQuestion, question: FactsQuestion, typed: Typed
) -> tuple[dict[str, Any], fact_fields.Errors]:
    """Return the facts that were asked for, as fields of the request, and the errors of those that cannot be read."""
    asked, request = {ask.option for ask in question.asks} | _ALWAYS, found.pending_command().request
    typed = {key: values for key, values in typed.items() if key_stem(key) in asked}
    # A list that was requested has been answered.
    request = replace(request, situation=tuple(one for one in request.situation if not requested_situations((one,))))
    return fact_fields.read_facts(ctx, found.live, request, typed)
