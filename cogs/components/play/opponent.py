"""The bot as a player in words and controls: its orders with their reasons, and what it asks of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.opponent import MOST_COMMANDS
from bot.services.play.opponent_state import ORDER, Asked, Plays, View, Went
from cogs.components.controls import (
    OTHER_VERSION,
    Control,
    InMenu,
    Items,
    OfEntry,
    OfGame,
    Option,
    all_picked,
    clicked,
    picked,
    submitted,
)
from cogs.components.modals import fields_sent
from cogs.components.play.control_clicks import form_reply
from cogs.components.play.control_row import (
    ROOMY,
    Go,
    go_buttons,
    laid_out,
    next_controls,
)
from cogs.components.play.entry_buttons import of_entry
from cogs.components.play.outcome import show_outcome, show_result
from cogs.components.play.sight_form import (
    SeenForm,
    about,
    alike,
    around_in,
    as_taken,
    as_ticked,
    beside,
    distances,
    in_form,
    likely,
    may_move,
    most_foes,
    near_as_ticked,
    otherwise,
    tell_form,
    told_far,
)
from cogs.components.play.stale_controls import of_this_game
from cogs.components.play.unit_menu import reaction_controls
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.result import whose_go
from cogs.rendering.sides import mark_in
from cogs.rendering.text import Reader
from rules.command.next_steps import unit_steps
from rules.game.unit import Unit
from rules.kernel.facts import Ask
from rules.kernel.text import Heading, Listed, Text, UnitRef, kind_of
from rules.opponent.decide import Ordered
from rules.opponent.sight import LIKELY, Around, Seen
from rules.opponent.words import choices, how, order_text, reason

MOST_ONE_BY_ONE = 2
"""Units that may react of which it is asked one by one; of more it is told at once who sees whom they may react to."""


@dataclass(frozen=True)
class Tell(OfGame, what="opptell"):
    """Opens the form that tells the bot what one of its units sees."""

    unit: str


class Done(OfEntry, what="oppdone"):
    """Says that the figures have been moved as ordered."""


class CouldNot(OfEntry, what="oppnot"):
    """Says that the figures could not be moved as ordered."""


class WhyThis(OfEntry, what="oppwhy"):
    """Shows what an order was chosen from."""


class AsBefore(Tell, what="oppsame"):
    """Says that one of the bot's units sees what it saw, as was told last or is likely."""


class AllAsBefore(Tell, what="oppallsame"):
    """Says that all of the bot's units of which it takes the same for granted see that."""


class SeesNobody(Tell, what="oppnone"):
    """Says that one of the bot's units sees no enemy."""


@dataclass(frozen=True)
class InSight(InMenu, OfGame, what="oppsees"):
    """Ticks what is otherwise than the bot takes for granted of what one of its units sees."""

    unit: str


@dataclass(frozen=True)
class HowFar(InMenu, OfGame, what="oppfar"):
    """Tells how far the one enemy is that one of the bot's units may react to."""

    unit: str


class OnlyThese(InMenu, OfEntry, what="oppseers"):
    """Ticks which of the bot's units that may react see whom they may react to."""


@dataclass(frozen=True)
class Strikes(OfEntry, what="oppside"):
    """Says which side of a vehicle an order of the bot strikes."""

    side: str


class NobodyReacts(OfGame, what="oppblind"):
    """Says that none of the bot's units that may react sees whom it may react to."""


# The clicks.


@clicked(Go)
async def go(ctx: Context, click: Go) -> Reply:
    """The bot does what it can; what it takes for granted of a unit's view is confirmed or denied by one tap."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.go(ctx.call, live))


@clicked(Tell, private=True)
async def tell(ctx: Context, click: Tell) -> Reply:
    """Open the form that asks how far the enemies are that a unit is likely to see, and what is around it."""
    live, plays, asked = await _telling(ctx, click)
    taken = likely(live, plays, asked)
    # As many as there is room for, those that it is likely to see first.
    few = len(asked.foes) <= most_foes(live, plays, asked)
    seen = [one for one in asked.foes if few or taken[one.id] is not None]
    near = plays.sight.around.get(click.unit, LIKELY)
    return form_reply(ctx, tell_form(ctx.me, live, plays, asked, seen, near))


@clicked(InSight, retires=True)
async def in_sight(ctx: Context, click: InSight) -> Reply:
    """Take all as the bot has said it but for what was ticked; a form asks only how far enemies in sight anew are."""
    live, plays, asked = await _telling(ctx, Tell(click.game, click.unit))
    changed, taken = all_picked(ctx), likely(live, plays, asked)
    ticked = as_ticked(changed, (id for id, one in taken.items() if one is not None))
    seen = [one for one in asked.foes if one.id in ticked]
    near = near_as_ticked(changed, plays.sight.around.get(click.unit, LIKELY))
    if any(taken[one.id] is None for one in seen):
        return form_reply(ctx, tell_form(ctx.me, live, plays, asked, seen, near, ticked=True))
    found = {id: one if id in ticked else None for id, one in taken.items()}
    return await _told_of(ctx, live, plays, {asked.unit: found}, near)


@clicked(HowFar, retires=True)
async def how_far(ctx: Context, click: HowFar) -> Reply:
    """Take the distance and the cover of whom the unit may react to, or that it does not see it."""
    live, plays, asked = await _telling(ctx, Tell(click.game, click.unit))
    return await _told_of(ctx, live, plays, {asked.unit: told_far(asked.foes, picked(ctx))})


@clicked(AsBefore, retires=True)
async def as_before(ctx: Context, click: AsBefore) -> Reply:
    """Confirm all that the bot has said that it takes for granted."""
    live, plays, asked = await _telling(ctx, click)
    return await _told_of(ctx, live, plays, {asked.unit: likely(live, plays, asked)})


@clicked(AllAsBefore, retires=True)
async def all_as_before(ctx: Context, click: AllAsBefore) -> Reply:
    """Confirm what the bot has said of all units of which it takes the same for granted."""
    live, plays, asked = await _telling(ctx, click)
    taken = likely(live, plays, asked)
    return await _told_of(ctx, live, plays, dict.fromkeys(alike(live, plays, asked), taken))


@clicked(SeesNobody, retires=True)
async def sees_nobody(ctx: Context, click: SeesNobody) -> Reply:
    """Tell the bot that its unit sees no enemy that it asked of."""
    live, plays, asked = await _telling(ctx, click)
    return await _told_of(ctx, live, plays, {asked.unit: {foe.id: None for foe in asked.foes}})


@clicked(NobodyReacts, retires=True)
async def nobody_reacts(ctx: Context, click: NobodyReacts) -> Reply:
    """Tell the bot that none of its units that may react sees whom it may react to."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.none_react(ctx.call, live))


@clicked(OnlyThese, retires=True)
async def only_these(ctx: Context, click: OnlyThese) -> Reply:
    """Those that were ticked see whom they may react to, as far off as is likely, and the others nobody."""
    live, service = await of_this_game(ctx, click), ctx.services.opponent
    plays, ticked, seen = await service.plays(live), set(all_picked(ctx)), dict[str, Mapping[str, Seen | None]]()
    for unit, those in (await service.may_see(live, plays)).items():
        asked = await service.asked_of(live, plays, unit)
        seen[unit] = beside(live, plays, asked, those) if unit in ticked else dict.fromkeys(those)
    return await _told_of(ctx, live, plays, seen)


async def _told_of(
    ctx: Context,
    live: ActiveGame,
    plays: Plays,
    seen: Mapping[str, Mapping[str, Seen | None]],
    near: Around | None = None,
) -> Reply:
    """What units see, and what is around them where that is no longer what was told last."""
    views = dict[str, View]()
    for unit, those in seen.items():
        around = near if near is not None else plays.sight.around.get(unit, LIKELY)
        views[unit] = View(about(live, plays, live.game.units[unit], those), around)
    return told(ctx, await ctx.services.opponent.told(ctx.call, live, views))


async def _telling(ctx: Context, click: Tell) -> tuple[ActiveGame, Plays, Asked]:
    """The game, what the bot knows, and what it has to be told; raises Refusal for a unit that is gone."""
    live = await of_this_game(ctx, click)
    if click.unit not in live.game.units:
        raise Refusal(OTHER_VERSION)
    plays = await ctx.services.opponent.plays(live)
    return live, plays, await ctx.services.opponent.asked_of(live, plays, click.unit)


@submitted(SeenForm, retires=True)
async def was_seen(ctx: Context, click: SeenForm) -> Reply:
    """Tell the bot what the form says its unit sees; it plays on."""
    live, plays, asked = await _telling(ctx, Tell(click.game, click.unit))
    sent = fields_sent(dict(ctx.interaction.data or {}))
    seen = dict.fromkeys(one.id for one in asked.foes) | beside(live, plays, asked, click.rest) | in_form(sent, live)
    near = around_in(sent) if may_move(live, plays, asked) else None
    return await _told_of(ctx, live, plays, {click.unit: seen}, near)


@clicked(Done, retires=True)
async def done(ctx: Context, click: Done) -> Reply:
    """Carry the order out in the record; the bot plays on."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.done(ctx.call, live, click.number))


@clicked(CouldNot, retires=True)
async def could_not(ctx: Context, click: CouldNot) -> Reply:
    """Have the bot give its next best order."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.could_not(ctx.call, live, click.number))


@clicked(Strikes, retires=True)
async def strikes(ctx: Context, click: Strikes) -> Reply:
    """Carry the order out at that side of the vehicle; the bot plays on."""
    live = await of_this_game(ctx, click)
    return told(ctx, await ctx.services.opponent.strikes(ctx.call, live, click.number, click.side))


@clicked(WhyThis, private=True)
async def why_this(ctx: Context, click: WhyThis) -> Reply:
    """Show what the order was chosen from, with numbers, as long as it stands."""
    live = await of_this_game(ctx, click)
    plays = await ctx.services.opponent.plays(live)
    ordered = await ctx.services.opponent.order(live, plays) if click.number == live.game.number else None
    if ordered is None:
        raise Refusal(Text("That order is over."))
    words = ctx.me.at(live.board)
    why = filter(None, (reason(live.board, ordered),))
    lines = [words(line) for line in (*why, *choices(live.board, ordered.weighed), *how(ordered))]
    stance = words.say(
        "In hundredths of a side's strength, as a side that is {stance} counts them.", stance=plays.stance
    )
    return Reply(words.say("Why this order"), "\n".join([stance, *(f"• {line}" for line in lines)]), private=True)


# What is said.


def told(ctx: Context, went: Went) -> Reply:
    """What the bot did, and what it waits for."""
    words = ctx.everybody.at(went.live.board)
    parts = [_done_text(ctx, one, went) for one in went.results]
    if went.question is not None:
        asked = show_outcome(ctx, went.question)
        return replace(asked, text="\n\n".join(filter(None, [*parts, asked.text])))
    if went.ordered is not None:
        said, buttons = _ordered(words, went, went.ordered)
    elif went.side is not None:
        said, buttons = _which_side(words, went, went.side)
    elif went.asks is not None:
        said, buttons = _asking(words, went.live, went.plays, went.asks)
    else:
        said, buttons = _nothing_more(words, went)
    # The colour says whose figures are meant: a heading would be a line for nothing.
    colour = mark_in(went.live.game, went.plays.side).accent
    head = next((words.plain.say("head {head}", head=one.head) for one in reversed(went.results) if one.head), "")
    return Reply(text="\n\n".join(filter(None, [*parts, said])), footer=head, buttons=buttons, colour=colour)


def _done_text(ctx: Context, result: CommandResult, went: Went) -> str:
    """The results, with what an activation was for in place of what the unit may do then, as the bot goes on by itself;
    whose go it is stands behind the last result alone, and of a die for an order its reasons tell.
    """
    words, entry = ctx.everybody.at(result.after), result.entry
    if entry.command == ORDER:
        return ""
    last = result is went.results[-1] and went.asks is went.ordered is went.side is None
    dropped = (*(("tells",) if entry.command == "activate" else ()), *(() if last else ("asks",)))
    notes = tuple(one for one in entry.notes if kind_of(one) not in dropped)
    reply = show_result(ctx, result._replace(entry=entry.model_copy(update={"notes": notes})))
    text = reply.text
    for whose in () if last else whose_go(words, result):
        text = text.removesuffix(whose).rstrip()
    return "\n".join(filter(None, (f"**{reply.title}**" if reply.title else "", text, _meant(words, result, went))))


def _meant(words: Reader, result: CommandResult, went: Went) -> str:
    """What a unit was activated for, where nothing else that it does says so."""
    units, action = tuple(result.entry.request.get("unit") or ()), result.entry.request.get("action")
    later = went.results[went.results.index(result) + 1 :]
    goes_on = [*(one.entry.request.get("unit") for one in later), went.ordered and went.ordered.request.unit]
    passed = all(throw.result for play in result.entry.plays for throw in play.throws)
    if result.entry.command != "activate" or not passed or any(tuple(one or ()) == units for one in goes_on):
        return ""
    labels = {one.code: one.label for one in result.after.system.commands["activate"].actions}
    return words.say("It does this: {action}.", action=labels[action]) if action in labels else ""


def _ordered(words: Reader, went: Went, ordered: Ordered) -> tuple[str, Items]:
    """The order and the answers to it; what it was chosen from stands behind Why?"""
    at, plain = (went.live.info.id, went.live.game.number), words.plain
    order = order_text(went.live.board, ordered.chosen.option)
    buttons = (
        Done(*at).button(plain.say("Done"), "yes"),
        CouldNot(*at).button(plain.say("Could not")),
        WhyThis(*at).button(plain.say("Why?")),
    )
    return f"**{words(order)}**", buttons


def _which_side(words: Reader, went: Went, asked: Ask) -> tuple[str, Items]:
    """The question which side of a vehicle the bot's order strikes, and a button for each."""
    at, order = (went.live.info.id, went.live.game.number), went.plays.sided
    buttons = tuple(Strikes(*at, one.code).button(words.plain(Heading(one.label))) for one in asked.choices)
    units = [UnitRef(id) for id in order.option.request.unit] if order else []
    return words.say("**{unit} fires:** {question}", unit=Listed(units), question=Heading(asked.question)), buttons


def _none_of(plain: Reader, live: ActiveGame, asked: Asked) -> tuple[Control, ...]:
    if asked.reacting < 2:
        return ()
    return (NobodyReacts(live.info.id).button(plain.say("None of {n} sees it", n=asked.reacting)),)


def _only_these(plain: Reader, live: ActiveGame, asked: Asked) -> Items:
    """The units that may react and see whom they may react to, where they are many, to be ticked at once."""
    if not MOST_ONE_BY_ONE < asked.reacting <= limits.CHOICES:
        return ()
    seers = [Option(plain.say("{unit} sees it", unit=UnitRef(id)), id) for id in asked.may_react]
    return (OnlyThese(live.info.id, live.game.number).menu(seers, plain.say("Only these see it …"), ()),)


def _asking(words: Reader, live: ActiveGame, plays: Plays, asked: Asked) -> tuple[str, Items]:
    """What the bot takes for granted of a unit's view, and the buttons that confirm or correct it."""
    plain, at, unit = words.plain, (live.info.id, asked.unit), UnitRef(asked.unit)
    taken, at_one = likely(live, plays, asked), asked.reacting and len(asked.foes) == 1
    head, same = words.say("What does {unit} see?", unit=unit), alike(live, plays, asked)
    if asked.reacting:
        head = words.say("{unit} may react: what does it see?", unit=unit)
    said = as_taken(words, live, plays, asked, head)
    buttons = [AsBefore(*at).button(plain.say("That is right"), "yes")]
    if len(same) > 1:
        buttons.append(AllAsBefore(*at).button(plain.say("Right for all {n}", n=len(same)), "yes"))
    if not at_one:
        buttons.append(Tell(*at).button(plain.say("Correct it …")))
    if any(taken.values()) and not (at_one and _only_these(plain, live, asked)):
        buttons.append(SeesNobody(*at).button(plain.say("It sees nobody")))
    shown = (*buttons, *_none_of(plain, live, asked))
    if at_one:
        options, _ = distances(plain, live, live.game.units[asked.unit])
        far = HowFar(*at).menu(options, plain.say("{unit} is …", unit=asked.foes[0].ref))
        return said, (*shown, *_only_these(plain, live, asked), far)
    if len(asked.foes) == 1:
        return said, shown
    near = plays.sight.around.get(asked.unit, LIKELY) if may_move(live, plays, asked) else None
    return said, (*shown, InSight(*at).menu(otherwise(plain, live, asked, taken, near), plain.say("Otherwise …"), ()))


def _nothing_more(words: Reader, went: Went) -> tuple[str, Items]:
    """A line that the bot has done all that it can, and what whoever goes next may do: the unit of the other side that
    was in the middle of its go first.
    """
    live, said = went.live, ""
    unit = _unfinished(went)
    if not went.results:
        said = words.say("{side} has nothing to do now.", side=went.plays.side)
        if went.reacts:
            said = words.say("{side} does not react.", side=went.plays.side)
        if live.game.holder and not live.game.over:
            said += f"\n**{words(live.system.whose_go(live.game))}**"
    if unit is not None:
        free = words.say("{unit} may go on.", unit=unit.ref)
        said = f"{said}\n{free}".strip()
    return said, _goes_on(words, went)


def _unfinished(went: Went) -> Unit | None:
    """The unit of the other side that is in the middle of its go."""
    units = (went.back.request.get("unit") or ()) if went.back else ()
    unit = went.live.game.units.get(units[0]) if units else None
    return unit if unit is not None and unit.alive and unit_steps(went.live.board, unit) else None


def _goes_on(words: Reader, went: Went) -> Items:
    """What the other side may do, the unit first that is in the middle of its go, and Undo and Why? of what the bot has
    done last.
    """
    live, back = went.live, went.back
    if went.waits:
        last = went.results[-1]
        found = live.system.reactions(live.board, last.entry)
        at, goes_on = (live.info.id, live.game.number), words.plain.say("{who} plays on", who=OPPONENT.name)
        answers = reaction_controls(words, live.board, found, at)
        if not went.left or live.game.holder not in (None, went.plays.side):
            # Of its own a unit shoots better than in answer.
            return (*next_controls(words, live), *answers, *of_entry(words, last))
        return (Go(live.info.id).button(goes_on, "main"), *answers, *of_entry(words, last))
    go = go_buttons(words, live.board, live.info.id) if len(went.results) >= MOST_COMMANDS else ()
    own = of_entry(words, went.results[-1]) if went.results else ()
    if back is None or _unfinished(went) is None:
        return (*go, *next_controls(words, live), *own)
    now = back.model_copy(update={"number": live.game.number, "notes": ()})
    return laid_out(words, CommandResult(live.info.id, now, live.board, live.board), go, own, ROOMY)
