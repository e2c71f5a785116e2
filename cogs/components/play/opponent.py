"""The bot as a player in words and controls: its orders with their reasons, and the form that tells it of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import discord

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.opponent import Plays, Seen, Went, foes, nearest_first
from cogs.components.controls import OTHER_VERSION, Items, OfEntry, OfGame, Option, clicked, submitted
from cogs.components.modals import Label, fields_sent
from cogs.components.play.control_clicks import form_reply
from cogs.components.play.control_row import Go, go_buttons, next_controls
from cogs.components.play.order_form import menu_field
from cogs.components.play.outcome import show_outcome, show_result
from cogs.components.play.stale_controls import of_this_game
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.game.unit import Unit
from rules.kernel.request import Choice
from rules.kernel.text import NOTHING, Heading, Joined, Text, UnitRef, inch
from rules.opponent.sight import LIKELY, Around, pair
from rules.opponent.words import choices, how, order_text, reason

MOST_FOES = limits.MODAL_FIELDS - 1
"""Enemies that one form asks of, the nearest first; the last field is for what is around."""
APART = Decimal(24)
"""Inches between two units of which nobody has told yet: most games begin about so far apart."""
_BANDS = (3, 6, 9, 12, 18, 24, 36, 48)
"""Inches up to which distances are told where the system has no bands of its own, or too many for a menu."""
_UNSEEN = "no"
AROUND_IT = "around"


@dataclass(frozen=True)
class Tell(OfGame, what="opptell"):
    """The form in which one of its units is told of what it sees."""

    unit: str


class Done(OfEntry, what="oppdone"):
    """The figures have been moved as ordered."""


class CouldNot(OfEntry, what="oppnot"):
    """They could not be."""


class WhyThis(OfEntry, what="oppwhy"):
    """What an order was chosen from."""


class AsBefore(Tell, what="oppsame"):
    """One of its units sees what it saw, as it was told last or is likely."""


class SeesNobody(Tell, what="oppnone"):
    """One of its units sees no enemy."""


@dataclass(frozen=True)
class TellForm(OfGame, what="opptold"):
    unit: str


# The clicks.


@clicked(Go)
async def go(ctx: Context, click: Go) -> Reply:
    """The bot does what it can; what it takes for granted of a unit's view is confirmed or denied by one tap."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.go(ctx.call, live))


@clicked(Tell, private=True)
async def tell(ctx: Context, click: Tell) -> Reply:
    """The form for one unit."""
    live, plays = await _telling(ctx, click)
    return form_reply(ctx, tell_form(ctx.me, live, plays, click.unit))


@clicked(AsBefore, retires=True)
async def as_before(ctx: Context, click: AsBefore) -> Reply:
    """All that the bot has said that it takes for granted."""
    live, plays = await _telling(ctx, click)
    seen = {id: _seen(value) for id, value in likely(live, plays, click.unit).items()}
    near = plays.sight.around.get(click.unit, LIKELY)
    return told(ctx, await ctx.services.opponent.told(ctx.call, live, click.unit, seen, near))


@clicked(SeesNobody, retires=True)
async def sees_nobody(ctx: Context, click: SeesNobody) -> Reply:
    """No enemy that the bot knows."""
    live, plays = await _telling(ctx, click)
    near = plays.sight.around.get(click.unit, LIKELY)
    nobody = {foe.id: None for foe in foes(live, plays)}
    return told(ctx, await ctx.services.opponent.told(ctx.call, live, click.unit, nobody, near))


async def _telling(ctx: Context, click: Tell) -> tuple[ActiveGame, Plays]:
    """The game and what the bot knows; raises Refusal for a unit that is gone."""
    live = await of_this_game(ctx, click)
    if click.unit not in live.game.units:
        raise Refusal(OTHER_VERSION)
    return live, await ctx.services.opponent.plays(live)


@submitted(TellForm, retires=True)
async def was_told(ctx: Context, click: TellForm) -> Reply:
    """What the unit sees, and what the bot makes of it."""
    live = await of_this_game(ctx, click)
    if click.unit not in live.game.units:
        raise Refusal(OTHER_VERSION)
    sent = fields_sent(dict(ctx.interaction.data or {}))
    seen = {id: _seen(values[0]) for id, values in sent.items() if id in live.game.units and values}
    around = set(sent.get(AROUND_IT, ()))
    reach = Around(**{name: name in around for name in Around.model_fields})
    return told(ctx, await ctx.services.opponent.told(ctx.call, live, click.unit, seen, reach))


@clicked(Done, retires=True)
async def done(ctx: Context, click: Done) -> Reply:
    """The order is carried out in the record, and the bot goes on."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.done(ctx.call, live, click.number))


@clicked(CouldNot, retires=True)
async def could_not(ctx: Context, click: CouldNot) -> Reply:
    """The next best."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.could_not(ctx.call, live, click.number))


@clicked(WhyThis, private=True)
async def why_this(ctx: Context, click: WhyThis) -> Reply:
    """What the order was chosen from, with numbers, as long as it stands."""
    live = await of_this_game(ctx, click)
    plays = await ctx.services.opponent.plays(live)
    ordered = await ctx.services.opponent.order(live, plays) if click.number == live.game.number else None
    if ordered is None:
        raise Refusal(Text("That order is over."))
    words = ctx.me.at(live.board)
    lines = [words(line) for line in (*choices(live.board, ordered.weighed), *how(ordered))]
    stance = words.say(
        "In hundredths of a side's strength, as a side that is {stance} counts them.", stance=plays.stance
    )
    return Reply(words.say("Why this order"), "\n".join([stance, *(f"• {line}" for line in lines)]), private=True)


def _seen(value: str) -> Seen | None:
    """What a choice says; anybody may send another. Raises Refusal."""
    if value == _UNSEEN:
        return None
    inches, _, cover = value.partition("|")
    try:
        far = Decimal(inches)
    except InvalidOperation:
        raise Refusal(OTHER_VERSION) from None
    if not (far.is_finite() and 0 <= far <= 1000):
        raise Refusal(OTHER_VERSION)
    return Seen(far, cover)


# What is said.


def told(ctx: Context, went: Went) -> Reply:
    """What the bot did, and what it waits for."""
    words, at = ctx.everybody.at(went.live.board), (went.live.info.id, went.live.game.number)
    if went.question is not None:
        return show_outcome(ctx, went.question)
    parts = [_done_text(ctx, one) for one in went.results]
    buttons: Items = ()
    if went.ordered is not None:
        order, why = order_text(went.live.board, went.ordered.chosen.option), reason(went.live.board, went.ordered)
        parts.append("\n".join(filter(None, (f"**{words(order)}**", words(why)))))
        buttons = (
            Done(*at).button(words.plain.say("Done"), "yes"),
            CouldNot(*at).button(words.plain.say("Could not")),
            WhyThis(*at).button(words.plain.say("Why?")),
        )
    elif went.asks:
        unit = UnitRef(went.asks)
        parts.append(words.say("{unit} wants to act: what does it see?", unit=unit))
        parts.append(words(_taken(went.live, went.plays, went.asks)))
        label, about = words.plain.say("{unit} sees …", unit=unit), (went.live.info.id, went.asks)
        buttons = (
            AsBefore(*about).button(words.plain.say("That is right"), "yes"),
            Tell(*about).button(label, "main"),
            SeesNobody(*about).button(words.plain.say("It sees nobody")),
        )
    else:
        if not went.results:
            parts.append(words.say("{side} has nothing to do now.", side=went.plays.side))
        goes_on = go_buttons(words, went.live.board, went.live.info.id) if went.results else ()
        buttons = (*goes_on, *next_controls(words, went.live))
    return Reply(
        words.say("{side} ({who})", side=went.plays.side, who=OPPONENT.name), "\n\n".join(parts), buttons=buttons
    )


def _done_text(ctx: Context, result: CommandResult) -> str:
    reply = show_result(ctx, result)
    return "\n".join(filter(None, (f"**{reply.title}**" if reply.title else "", reply.text)))


# The form: a menu for each enemy, then what is around.


def tell_form(words: Reader, live: ActiveGame, plays: Plays, unit: str) -> discord.ui.Modal:
    """What a unit sees, with what was told last filled in."""
    words = words.plain.at(live.board)
    form = discord.ui.Modal(
        title=limits.short(words.say("What does {unit} see?", unit=UnitRef(unit)), limits.MODAL_TITLE),
        custom_id=TellForm(live.info.id, unit).id,
        timeout=None,
    )
    for field in _fields(words, live, plays, unit):
        form.add_item(field)
    return form


def _fields(words: Reader, live: ActiveGame, plays: Plays, unit: str) -> Iterator[Label]:
    found = nearest_first(plays, unit, foes(live, plays))[:MOST_FOES]
    options, ends = distances(words, live, live.game.units[unit])
    for foe in found:
        given = _as_last(plays, unit, foe, ends, _covers(live)[0].code)
        yield menu_field(words, foe.id, Text("{unit}", unit=foe.ref), options, given, 1)
    near = plays.sight.around.get(unit, LIKELY)
    around = [
        Option(words.say("Cover within reach"), "cover"),
        Option(words.say("An objective within reach"), "objective"),
        Option(words.say("A place out of sight within reach"), "hide"),
        Option(words.say("It stands at an objective"), "holds"),
    ]
    given = tuple(one.value for one in around if getattr(near, one.value))
    yield menu_field(words, AROUND_IT, Text("Around it"), around, given, len(around), needed=False)


def distances(words: Reader, live: ActiveGame, unit: Unit) -> tuple[list[Option], Sequence[Decimal]]:
    """Every distance with every cover, as one menu; its values stand for themselves."""
    covers, ends = _covers(live), _ends(live, unit)
    found = [Option(words.say("Not in sight, or out of reach"), _UNSEEN)]
    for end in ends:
        for cover in covers:
            said = Joined([Text("Up to {high}", high=inch(end)), *([cover.label] if cover.label else [])], ", ")
            found.append(Option(words(Heading(said)), f"{end:f}|{cover.code}"))
    return found, ends


def _ends(live: ActiveGame, unit: Unit) -> Sequence[Decimal]:
    """The inches up to which distances are told, as many as a menu has room for with every cover."""
    ends = [band.high for band in live.system.bands(live.board, unit)]
    room = (limits.CHOICES - 1) // len(_covers(live))
    return ends if ends and len(ends) <= room else [Decimal(one) for one in _BANDS[-room:]]


def likely(live: ActiveGame, plays: Plays, unit: str) -> dict[str, str]:
    """What is taken for granted of each enemy that a form asks of, by its id."""
    ends = _ends(live, live.game.units[unit])
    near, first = nearest_first(plays, unit, foes(live, plays))[:MOST_FOES], _covers(live)[0].code
    return {foe.id: _as_last(plays, unit, foe, ends, first)[0] for foe in near}


def _taken(live: ActiveGame, plays: Plays, unit: str) -> Text:
    """The same in words."""
    labels = {one.code: one.label for one in _covers(live)[1:]}
    found = list[Text]()
    for id, value in likely(live, plays, unit).items():
        seen = _seen(value)
        if seen is None:
            found.append(Text("{unit} out of sight", unit=UnitRef(id)))
        else:
            far = Text("{unit} up to {high}", unit=UnitRef(id), high=inch(seen.inches))
            found.append(Joined([far, *([labels[seen.cover]] if seen.cover in labels else [])], ", "))
    return Joined(found, "; ")


def _covers(live: ActiveGame) -> Sequence[Choice]:
    """The cover that a target may have, open ground first."""
    fire = live.system.commands.get("fire")
    return fire.covers if fire and fire.covers else (Choice("", NOTHING),)


def _as_last(plays: Plays, unit: str, foe: Unit, ends: Sequence[Decimal], open_ground: str) -> tuple[str, ...]:
    """What was told last, or else what is likely."""
    if pair(unit, foe.id) in plays.sight.unseen:
        return (_UNSEEN,)
    far = plays.sight.between(unit, foe.id) or APART
    end = next((one for one in ends if far <= one), ends[-1])
    return (f"{end:f}|{plays.sight.cover.get(foe.id) or open_ground}",)
