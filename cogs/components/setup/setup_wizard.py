"""The setup of a new game as a checklist with controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.services.play.messages import ShownResult
from bot.services.play.placing import equipment
from cogs.components.controls import ChoiceMenu, Control, EntryId, GameId, Items, MenuId, MenuOption, mark_of
from cogs.components.play.control_row import step_button
from cogs.components.setup.forces import MOST_MENUS, sample_options
from cogs.components.setup.seats import is_free, seat_buttons, sides_of
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.fairness import PROMISE
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from data.files import sample_forces
from rules.command.opponent_table import Stance
from rules.command.turn_steps import setup_steps, turn_steps
from rules.kernel.text import Listed, Plural, Term, Text, Typed, counted
from rules.kernel.wording import capitalise
from rules.opponent.words import STANCE_TEXTS

# Ids of the controls.


class ForceMenu(MenuId, EntryId, what="force"):
    """A menu of forces for a side, by index and mark; ids of earlier versions have the index only."""

    nth: int
    mark: str = ""


class SetupMenu(MenuId, EntryId, what="playedby"):
    """A menu of the less common choices of a setup.

    A value is the mark of a side with a stance of the bot (or nothing for a player), or with `ANOTHER` and a force;
    all other choices have a word of their own.
    """


OWN_LIST, CLOCK, ANOTHER = "list", "clock", "+"


class ChooseDice(GameId, what="hand"):
    """A button that sets the dice of the caller's side: "bot", or else their own."""

    mode: str


# The checklist.


async def wizard_reply(ctx: Context, live: ActiveGame, title: str, *, in_place: bool = False) -> Reply:
    """Return the checklist, with the commitment to the bot's dice and the credit of the rules."""
    words = ctx.all_readers.at(live.board)
    stance = (await ctx.services.opponent.state(live)).stance if OPPONENT.id in live.game.players else None
    checked = await ctx.services.fairness.commitment(live.info.id)
    text = "\n".join(checklist(words, live, stance, checked=bool(checked)))
    credit = words.plain(Text(live.system.about.credit))

    async def record(message: int) -> None:
        edit = partial(ctx.interaction.followup.edit_message, message)
        ctx.services.result_messages.record_setup(live.info.id, ShownResult(str(message), (), edit))

    return Reply(title, text, credit, buttons=wizard_controls(words, live), in_place=in_place, sent=record)


def checklist(words: Reader, live: ActiveGame, stance: Stance | None = None, *, checked: bool = False) -> Iterator[str]:
    """Yield the finished and open steps; `checked` is True if the bot's dice can be verified."""
    for side in sides_of(live):
        yield _step_line(words, bool(live.game.units_of_side(side)), _side_text(live, side, stance))
        # Hidden units have no models on the table.
        units = [unit for unit in live.game.units_of_side(side) if not unit.has("hidden")]
        if units and not live.game.order:
            said = (words(Text("{unit}: {what}", unit=unit.ref, what=equipment(unit))) for unit in units)
            line = words.say("Place {units}", units=Typed(" · ".join(said)))
            yield f"-# {limits.shorten(line, MOST_PLACED)}"
    own = [side for side, mode in live.game.dice.items() if mode == "physical"]
    if own:
        yield words.say("🎲 Own dice: {sides}", sides=Listed(own))
    elif checked:
        yield words(PROMISE)
    if count := len(live.system.rulings.model_fields):
        yield words(Plural("📖 {n} ruling: `/rulings show`", "📖 {n} rulings: `/rulings show`", count))
    yield _step_line(words, bool(live.game.order), Text("Then: {step}", step=first_step(live)))


MOST_PLACED = 240
"""Most characters for the models of a side to place on the table."""


def _side_text(live: ActiveGame, side: str, stance: Stance | None) -> Text:
    """Return the units of a side and its players, or the missing ones."""
    units = live.game.units_of_side(side)
    people = Listed(
        Text("{player} ({stance})", player=one.name, stance=Term(stance))
        if stance and one.id == OPPONENT.id
        else one.name
        for one in live.game.players.values()
        if one.side == side
    )
    count = counted(len(units), "unit", "units")
    if units and people:
        return Text("{side}: {units}, {people}", side=side, units=count, people=people)
    if units:
        return Text("{side}: {units}, no player yet", side=side, units=count)
    if people:
        return Text("{side}: {people}; choose a force", side=side, people=people)
    return Text("{side}: choose a force and a player", side=side)


def _step_line(words: Reader, done: bool, text: Text) -> str:
    return f"{'☑' if done else '☐'} {words(text)}"


def first_step(live: ActiveGame) -> Text:
    """Return the last step of the setup, which begins the first turn."""
    steps = live.system.setup
    return steps[-1].text if steps else Text("play")


# The controls.


def wizard_controls(words: Reader, live: ActiveGame) -> Items:
    """Return the next steps: the first turn once it can begin, forces, seats, dice, and less common choices."""
    plain, at = words.plain, live.info.id
    if live.game.order:
        return ()
    forces = sample_options(plain, live.system.key)
    menus = [
        ForceMenu(at, 0, nth, mark_of(side)).menu(forces, plain.say("Force of {side} …", side=side))
        for nth, side in enumerate(sides_of(live))
        if forces and not live.game.units_of_side(side)
    ]
    menus = menus[:MOST_MENUS]
    first, dice = [*begin_controls(plain, live)], [*dice_buttons(plain, live)]
    room = limits.ROW * (limits.ROWS - len(menus) - 1) - len(first) - len(dice)
    seats = [*seat_buttons(plain, live, free=True)][:room]
    return (*first, *menus, *seats, *dice, _setup_menu(plain, live))


def _setup_menu(plain: Reader, live: ActiveGame) -> ChoiceMenu:
    """Return the menu of less common choices, named after the first three: the bot, other forces, list, clock."""
    free = [side for side in sides_of(live) if is_free(live, side)]
    filled = [side for side in sides_of(live) if live.game.units_of_side(side)]
    others = [
        MenuOption(plain.say("{side}: {force}", side=side, force=one.name), f"{mark_of(side)}|{ANOTHER}{key}")
        for side in filled
        for key, one in sample_forces(live.system.key).items()
    ]
    called = [plain.say("bot for {sides}", sides=Listed(free, "or"))] if free else []
    called += [plain.say("another force")] if others else []
    called += [plain.say("own list"), plain.say("clock")]
    own = [MenuOption(plain.say("My own list"), OWN_LIST), MenuOption(plain.say("Clock"), CLOCK)]
    players = list(_player_options(plain, live, free))[: limits.CHOICES - len(own)]
    label = plain.say("{what} …", what=capitalise(", ".join(called[:3])))
    return SetupMenu(live.info.id, 0).menu([*players, *own, *others], label)


def _player_options(plain: Reader, live: ActiveGame, free: Sequence[str]) -> Iterator[MenuOption]:
    """Yield the bot's stances for each side without a person, and, if the bot plays it, a player in its place."""
    players = live.game.players
    for side in free:
        if OPPONENT.id in players and players[OPPONENT.id].side == side:
            yield MenuOption(plain.say("{side}: a player", side=side), mark_of(side))
        for stance, about in STANCE_TEXTS.items():
            label = plain.say("{side}: the bot, {stance}", side=side, stance=Term(stance))
            yield MenuOption(label, f"{mark_of(side)}|{stance}", plain(about))


def dice_buttons(plain: Reader, live: ActiveGame, side: str | None = None) -> Iterator[Control]:
    """Yield the buttons that change the dice of a side; for the callers of all sides both, if the sides differ."""
    own = {live.game.dice.get(one) == "physical" for one in ((side,) if side else sides_of(live))}
    if False in own:
        yield ChooseDice(live.info.id, "physical").button(plain.say("I roll my own dice"))
    if True in own:
        yield ChooseDice(live.info.id, "bot").button(plain.say("The bot rolls my dice"))


def lacks_forces(live: ActiveGame) -> bool:
    """True if fewer than two sides have units."""
    return len([side for side in live.game.sides if live.game.units_of_side(side)]) < 2


def begin_controls(plain: Reader, live: ActiveGame) -> Iterator[Control]:
    """Yield the setup steps and the step that begins the first turn, once two sides have units."""
    if lacks_forces(live) or live.game.order:
        return
    for step in (*setup_steps(live.board), *turn_steps(live.board, live.game.holder)[:1]):
        yield step_button(plain, step, live.at)
