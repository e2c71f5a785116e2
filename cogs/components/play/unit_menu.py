"""Menus of units: the likeliest units first, with their states; long menus have pages."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from types import MappingProxyType

from bot.game import people
from bot.services.play.target_odds import TargetChance
from cogs.components.controls import ChoiceMenu, ControlId, MenuOption
from cogs.components.packed_request import pack_request
from cogs.interactions import limits
from cogs.rendering.rolls import whole_percent
from cogs.rendering.text import Reader
from cogs.rendering.units import unit_parts
from rules.command import legality, next_steps
from rules.command.order import Command
from rules.command.system import Board
from rules.command.turn_steps import turn_steps
from rules.command.turns import has_acted, is_done
from rules.game.unit import Unit
from rules.kernel.request import Request, bare_request, changed
from rules.kernel.text import NOTHING, Heading, Joined, Term, Text, UnitRef
from rules.kernel.wording import singular_of, spell_code

_EFFECTS = 2
"""Number of effects shown for a shot at a target."""
MENUS = ("activate", "fire", "move", "assault")
"""Commands with a menu of units, in the order of the menus."""
ACT = "act:"
"""Prefix of an option's value for an action against an enemy."""
PAGE = "page"
"""Prefix of an option's value for another page of units."""
SPLIT, ODDS, STEP = "%", "?", "="
"""Prefixes of option values: a unit that splits fire; a unit that asks for the odds of a shot; a step."""
_ROOM = limits.CHOICE - len(STEP)
"""Longest encoded step in the value of an option, in characters."""


def steps_of_turn(words: Reader, board: Board) -> list[next_steps.Step]:
    """Return the steps of the turn; a single reader may not end the turn of another player."""
    holder, steps = board.game.holder, turn_steps(board, board.game.holder)
    reader = words.reader
    if (
        reader is None
        or holder is None
        or any(people.speaks_for(board.game, id, holder) for id in (reader, people.OPPONENT.id))
    ):
        return steps
    return [step for step in steps if step.request.command not in ("turn end", "turn phase")]


def side_of_bot(board: Board) -> str | None:
    player = board.game.players.get(people.OPPONENT.id)
    return player.side if player else None


def unit_option(
    words: Reader, board: Board, unit: Unit, value: str = "", action: Text = NOTHING, lean: bool = False
) -> MenuOption:
    """Return a unit as an option, with its side, strength and states.

    A `lean` option leaves out the used actions. `action` is the action, shown after the name.
    """
    plain = words.plain.at(board)
    label = plain(Joined((unit.ref, action), ": ")) if action else plain(unit.ref)
    parts = unit_parts(board, unit, lean) if people.knows(board, words.reader, unit) else [unit.side]
    return MenuOption(label, value or unit.id, plain(Joined(parts, " · ")))


def add_odds(words: Reader, option: MenuOption, chance: TargetChance | None) -> MenuOption:
    """Add the likeliest effects of a shot to a target's state: "8/8 · 73 % suppressed, 41 % at least 1 casualty".

    Of the degrees of a result, these are any at all and the worst: "92 % some effect, 33 % downed".

    If there is not enough room, the state is shortened.
    """
    if chance is None:
        return option
    effects = list[Text]()
    for effect, p in chance.effects[:_EFFECTS]:
        n = whole_percent(p)
        if isinstance(effect, Term) and singular_of(effect.code) != spell_code(effect.code):
            # Of a counted effect, the chance of at least one.
            effects.append(Text("{n} % at least 1 {effect}", n=n, effect=Term(effect.code, 1, plural=True)))
        else:
            effects.append(Text("{n} % {effect}", n=n, effect=effect))
    odds = words.plain(Joined(effects, ", ") if effects else Text("no effect"))
    room = limits.CHOICE - len(odds) - len(" · ")
    return option._replace(
        about=f"{limits.shorten(option.about, room)} · {odds}" if option.about and room > 0 else odds
    )


def acting_units(
    words: Reader, board: Board, key: str, judge: next_steps.Judge | None = None
) -> list[next_steps.Candidate]:
    """Return the units that may get a command now: of the side to act, and others that need no warning."""
    holder, acting = (
        board.game.holder,
        next_steps.candidates(board, key, people.legality_of_cards(board, words.reader, key), judge),
    )
    mine = [one for one in acting if holder in (None, one.unit.side) or one.legality <= legality.Legality.NEEDS_INPUT]
    mine = [one for one in mine if is_for(words, board, one.unit)]
    able = [one for one in mine if one.legality is not legality.Legality.ILLEGAL]
    return able or mine


def is_for(words: Reader, board: Board, unit: Unit) -> bool:
    """True if a menu may list a unit for a command: a single reader commands it, or all read the menu."""
    return words.reader is None or people.may_command(board.game, words.reader, unit)


def acting_options(words: Reader, board: Board, key: str) -> list[MenuOption]:
    """Return units as options; a unit with several ways to move or shoot has one for each."""
    shots_of = cached_shots()
    acting = acting_units(words, board, key, partial(next_steps.menu_legality, ways=shots_of))
    if key == "fire":
        return [option for one in acting for option in shot_options(words, board, one.unit, shots_of)]
    options: list[MenuOption] = []
    for one in acting:
        free = key == "move" and one.legality is legality.Legality.OK and people.knows(board, words.reader, one.unit)
        named = [
            unit_option(words, board, one.unit, f"{way.request.unit[0]}/{way.request.action or ''}", way.label)
            for way in (next_steps.moves(board, one.unit) if free else ())
        ]
        options += named if len(named) > 1 else [unit_option(words, board, one.unit)]
    return options


Ways = Callable[[Board, Unit], list[next_steps.Step]]
"""A function that returns a unit's ways to shoot."""


def cached_shots() -> Ways:
    """Return `shots` for one board with a cache, for a menu that judges units by their shots and then lists them."""
    remembered: dict[str, list[next_steps.Step]] = {}

    def shots_of(board: Board, unit: Unit) -> list[next_steps.Step]:
        if unit.id not in remembered:
            remembered[unit.id] = next_steps.shots(board, unit)
        return remembered[unit.id]

    return shots_of


def shot_options(words: Reader, board: Board, unit: Unit, shots_of: Ways) -> list[MenuOption]:
    """Return a unit as options for firing, one for each way to shoot; shots by an action are named.

    Orders to others to fire together follow.
    """
    known = people.knows(board, words.reader, unit)
    ways = shots_of(board, unit) if known else []
    acts = {one.request.action: one.label for one in ways if one.request.command == "act"}
    plain = [] if acts and len(ways) == len(acts) else [unit_option(words, board, unit)]
    orders = [key for key, act in board.system.acts.items() if known and act.allies]
    bare = {key: Request("act", (unit.id,), action=key, side=unit.side) for key in orders}
    able = [key for key in orders if legality.best_legality(board, bare[key]) <= legality.Legality.NEEDS_INPUT]
    acts |= {key: Text("{command} …", command=board.system.acts[key].title) for key in able}
    return [*plain, *(unit_option(words, board, unit, f"{unit.id}/{ACT}{key}", title) for key, title in acts.items())]


def next_unit_options(
    words: Reader,
    board: Board,
    command: str,
    side: str | None,
    room: int,
    named: Mapping[str, Container[str]] = MappingProxyType({}),
) -> tuple[str, list[MenuOption]]:
    """Return the next command that units can take, trying `command` first, and options for those units.

    `named` lists the commands that already have a button, by unit; such units are left out for these commands. The
    bot's units are left out, since it orders them itself.
    """
    known = [key for key, one in board.system.commands.items() if key in MENUS and one.offered]
    # A unit that has fought is finished: other units come next, from the first command of an activation.
    first = ("activate", "move") if command == "assault" else (command,)
    judge, bots = partial(next_steps.menu_legality, ways=(shots_of := cached_shots())), side_of_bot(board)
    found = "", list[MenuOption]()
    for key in dict.fromkeys(key for key in (*first, *MENUS) if key in known):
        units = next_steps.free_units(
            board, key, side, room, people.legality_of_cards(board, words.reader, key), judge, not_of=bots
        )
        units = [unit for unit in units if key not in named.get(unit.id, ()) and is_for(words, board, unit)]
        if units:
            shown = partial(shot_options, shots_of=shots_of) if key == "fire" else lambda *of: [unit_option(*of)]
            begun = _begun_options(words, board, side, named) if key == "activate" else []
            options = [*begun, *(option for unit in units for option in shown(words, board, unit))][:room]
            # Where only begun activations go on by this command, the units to activate come before them.
            if key == "activate" or not all(is_activated(board, unit) for unit in units):
                return key, options
            found = found if found[0] else (key, options)
    return found


def _begun_options(words: Reader, board: Board, side: str | None, named: Container[str]) -> list[MenuOption]:
    """Return the shot or move that units of a side have left in an activation begun before that of the `named` unit."""
    units = [unit for unit in board.game.living if unit.side == side and unit.id not in named]
    own = [unit for unit in units if is_for(words, board, unit) and people.knows(board, words.reader, unit)]
    begun = (unit for unit in own if is_activated(board, unit))
    steps = (next(iter(next_steps.unit_steps(board, unit)), None) for unit in begun)
    return [step_option(words, board, one) for one in steps if one and one.request.command in ("fire", "move")]


def command_unit_options(words: Reader, board: Board, base: Request) -> list[MenuOption]:
    """Return units for a command that names none yet; those that may carry it out come first."""
    holder = board.game.holder
    units = [one for one in board.game.living if holder in (None, one.side)]
    stands = {one.id: known_legality(words, board, replace(base, unit=(one.id,)), one) for one in units}
    able = [one for one in units if stands[one.id] is not legality.Legality.ILLEGAL] or units
    able.sort(key=lambda one: (stands[one.id], has_acted(board, one)))
    return [unit_option(words, board, one) for one in able]


def known_legality(words: Reader, board: Board, request: Request, unit: Unit) -> legality.Legality:
    """Return the legality of a command; OK if it concerns a hidden unit, since the reader must not know more."""
    return legality.best_legality(board, request) if people.knows(board, words.reader, unit) else legality.Legality.OK


def foe_options(words: Reader, board: Board, unit: Unit) -> list[MenuOption]:
    """Return the actions of a unit against each enemy: command titles with the names of the targets."""
    plain, options = words.plain.at(board), list[MenuOption]()
    for key in ("fire", "assault"):
        if next_steps.best_use(board, key, unit) <= legality.Legality.NEEDS_INPUT:
            command = board.system.commands[key]
            for foe in legality.targets(board, unit):
                option = unit_option(words, board, foe, f"{key}/{foe.id}")
                label = plain(Text("{command}: {unit}", command=command.title, unit=foe.ref))
                options.append(option._replace(label=label))
            if can_split(board, command, unit):
                options.append(MenuOption(plain.say("Split fire …"), f"{key}/"))
    return [*options, *_acts_against_foes(words, board, unit)]


def _acts_against_foes(words: Reader, board: Board, unit: Unit) -> list[MenuOption]:
    """Return the legal actions of a unit against each enemy."""
    options: list[MenuOption] = []
    for key, act in board.system.acts.items():
        for foe in legality.targets(board, unit) if act.at_foes else ():
            if (
                legality.best_legality(
                    board, changed(bare_request("act"), unit=(unit.id,), target=(foe.id,), action=key)
                )
                <= legality.Legality.NEEDS_INPUT
            ):
                option = unit_option(words, board, foe, f"{ACT}{key}/{foe.id}")
                label = words.plain.at(board)(Text("{command}: {unit}", command=act.title, unit=foe.ref))
                options.append(option._replace(label=label))
    return options


def can_split(board: Board, command: Command, unit: Unit) -> bool:
    """True if a unit has several weapons and at least two legal targets for one shot."""
    weapons = sum(one.count for one in board.system.ready_to_fire(board, unit))
    if "target" not in command.several or weapons < 2:
        return False
    shot = changed(bare_request(command.key), unit=(unit.id,), side=unit.side)
    foes = (one.id for one in legality.targets(board, unit))
    able = (
        id for id in foes if legality.best_legality(board, changed(shot, target=(id,))) is not legality.Legality.ILLEGAL
    )
    two = tuple(islice(able, 2))
    return len(two) == 2 and legality.best_legality(board, changed(shot, target=two)) is not legality.Legality.ILLEGAL


def target_options(
    words: Reader, board: Board, unit: Unit | None, friendly: bool = False, first: Sequence[str] = ()
) -> list[MenuOption]:
    """Return the targets of a unit's command as options; those in `first` come first, friends with what they did."""
    holder = board.game.holder
    living = board.game.living if unit is None else []
    if friendly and holder is not None:
        living = [one for one in living if one.side == holder]
    living.sort(key=lambda one: (one.side == holder) != friendly)
    choices = legality.targets(board, unit, friendly) if unit else living
    choices = sorted(choices, key=lambda one: first.index(one.id) if one.id in first else len(first))
    return [unit_option(words, board, one, lean=not friendly) for one in choices]


def any_target_options(words: Reader, board: Board, unit: Unit | None) -> list[MenuOption]:
    """Return the targets of a command that may strike any unit, enemies before friends."""
    others = [one for one in board.game.living if one is not unit]
    others.sort(key=lambda one: unit is not None and one.side == unit.side)
    return [unit_option(words, board, one) for one in others]


def page_of_options(words: Reader, options: Sequence[MenuOption], page: int) -> list[MenuOption]:
    """Return a page of options, with an option for the next page if there are too many."""
    if len(options) <= limits.CHOICES:
        return list(options)
    size = limits.CHOICES - 1
    pages = -(-len(options) // size)
    page %= pages
    more = words.plain.say("More units ({page} of {pages}) …", page=page + 1, pages=pages)
    return [*options[page * size : page * size + size], MenuOption(more, f"{PAGE}{(page + 1) % pages}")]


def menu_of_units(
    words: Reader, about: ControlId, placeholder: str, options: Sequence[MenuOption], page: int = 0
) -> ChoiceMenu:
    """Return a menu of units, whose id holds its purpose and its arguments."""
    return about.menu(page_of_options(words, options, page), placeholder)


def fire_options(words: Reader, board: Board, steps: Sequence[next_steps.Step]) -> Iterator[MenuOption]:
    """Yield the options to split fire, if allowed, and to see the odds, for the unit that has just acted."""
    plain, fire = words.plain.at(board), board.system.commands.get("fire")
    for step in steps:
        unit = board.game.units.get(step.request.unit[0]) if step.request.unit else None
        if unit is None or fire is None or step.request.command != "fire":
            continue
        if can_split(board, fire, unit):
            label = Text("{unit}: {step}", unit=unit.ref, step=Text("Split fire …"))
            yield MenuOption(plain(label), f"{SPLIT}{unit.id}")
        yield MenuOption(plain(Text("{unit}: {step}", unit=unit.ref, step=Text("Odds …"))), f"{ODDS}{unit.id}")


def is_activated(board: Board, unit: Unit) -> bool:
    """True if a unit is in the middle of an activation that the system has."""
    activate = board.system.commands.get("activate")
    begun = has_acted(board, unit) or unit.has("actions_left")
    return activate is not None and activate.offered and begun and not is_done(board, unit)


def step_option(words: Reader, board: Board, step: next_steps.Step) -> MenuOption:
    """Return a step as an option of a menu, with the unit that takes it."""
    plain, label = words.plain.at(board), Heading(step.label)
    if step.request.unit:
        label = Text("{unit}: {step}", unit=UnitRef(step.request.unit[0]), step=label)
    return MenuOption(plain(label), f"{STEP}{pack_request(changed(step.request, side=None), _ROOM) or ''}")
