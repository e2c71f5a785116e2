"""Menus of units: the likeliest first, with what they are in; pages where there are more than a menu holds. The
reactions of units, by a button or a menu.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from bot.game.people import OPPONENT, speaks_for, standing_of_cards
from bot.services.play.comparison import TargetChance
from cogs.components.controls import At, Choose, Control, InId, InMenu, Items, OfEntry, Option
from cogs.interactions import limits
from cogs.rendering.text import Reader, knows
from cogs.rendering.throws import whole_percent
from cogs.rendering.units import shown_states, state_text
from rules.command.next_steps import (
    Candidate,
    Standing,
    Step,
    at_best,
    candidates,
    moves,
    ready,
    shots,
    targets,
    turn_steps,
)
from rules.command.system import Board, Command, Reaction
from rules.command.turns import had_go
from rules.game.unit import Unit, of_the_living
from rules.kernel.request import Request, bare, changed
from rules.kernel.text import NOTHING, Joined, Listed, Term, Text, Value
from rules.kernel.wording import singular, spelled

_EFFECTS = 2
"""How many effects of a shot are told of a target."""
ACT = "act:"
"""What the value of the option begins with that is an act at an enemy."""
PAGE = "page"
"""What the value of the option begins with that leads to further units."""


def turn_of(words: Reader, board: Board) -> list[Step]:
    """What the turn can do now; who reads it alone is offered the end of no other player's go."""
    holder, found = board.game.holder, turn_steps(board, board.game.holder)
    reader = words.reader
    if reader is None or holder is None or any(speaks_for(board.game, id, holder) for id in (reader, OPPONENT.id)):
        return found
    return [step for step in found if step.request.command not in ("turn end", "turn phase")]


def narrow_names(words: Reader) -> tuple[str, str]:
    """What the way to all that comes next is called where there is little room: a word, and the sign for a menu."""
    return words.plain.say("More"), "☰"


def unit_option(
    words: Reader, board: Board, unit: Unit, value: str = "", said: Text = NOTHING, lean: bool = False
) -> Option:
    """A unit with its side, strength and states, a `lean` one without what it has done with its go; what it would do is
    `said` behind its name.
    """
    plain = words.plain.at(board)
    label = plain(Joined((unit.ref, said), ": ")) if said else plain(unit.ref)
    return Option(label, value or unit.id, plain(Joined(_about(words, board, unit, lean), " · ")))


def with_chance(words: Reader, option: Option, chance: TargetChance | None) -> Option:
    """A target with the likeliest effects of a shot at it behind its state: "8/8 · 73 % suppressed, 41 % at least 1
    casualty"; where there is not room for all, of its state.
    """
    if chance is None:
        return option
    told = [_likely(effect, whole_percent(p)) for effect, p in chance.effects[:_EFFECTS]]
    said = words.plain(Joined(told, ", ") if told else Text("no effect"))
    room = limits.CHOICE - len(said) - len(" · ")
    return option._replace(about=f"{limits.short(option.about, room)} · {said}" if option.about and room > 0 else said)


def _likely(effect: Text, percent: int) -> Text:
    """The chance of an effect; of one that is counted, that there is any: not that so many of them are lost."""
    if isinstance(effect, Term) and singular(effect.code) != spelled(effect.code):
        one = Term(effect.code, 1, plural=True)
        return Text("{n} % at least 1 {effect}", n=percent, effect=one)
    return Text("{n} % {effect}", n=percent, effect=effect)


def _about(words: Reader, board: Board, unit: Unit, lean: bool) -> list[Value]:
    if not knows(board, words.reader, unit):
        return [unit.side]
    strength: list[Value] = [f"{unit.models}/{unit.starting}"] if unit.starting > 1 else []
    strength += [f"HP {'/'.join(map(str, of_the_living(unit.hp)))}"] if unit.hp else []
    shown = [(name, value) for name, value in shown_states(board, unit, lean) if name != "tried"]
    return [unit.side, *strength, *(state_text(board, name, value) for name, value in shown)]


def acting(words: Reader, board: Board, key: str) -> list[Candidate]:
    """Units that may be given a command now: those of the side to go, and whoever else nothing stands against."""
    holder, found = board.game.holder, candidates(board, key, seen=standing_of_cards(board, words.reader, key))
    mine = [one for one in found if holder in (None, one.unit.side) or one.standing <= Standing.ASKS]
    able = [one for one in mine if one.standing is not Standing.REFUSED]
    return able or mine


def acting_options(words: Reader, board: Board, key: str) -> list[Option]:
    """Units as options of a menu; a unit that can move or shoot in several ways has an option for each, as long as
    there is room.
    """
    found = acting(words, board, key)
    if key == "fire":
        return [option for one in found for option in shot_options(words, board, one.unit)]
    ways = {one.unit.id: _ways(words, board, one) for one in found} if key == "move" else {}
    if sum(max(1, len(way)) for way in ways.values()) > limits.CHOICES:
        ways = {}
    options: list[Option] = []
    for one in found:
        named = [unit_option(words, board, one.unit, _value(way), way.label) for way in ways.get(one.unit.id, ())]
        options += named if len(named) > 1 else [unit_option(words, board, one.unit)]
    return options


def shot_options(words: Reader, board: Board, unit: Unit) -> list[Option]:
    """A unit in a menu of fire, once for each of its ways to shoot; what fires by an act is named."""
    found = shots(board, unit) if knows(board, words.reader, unit) else []
    acts = {one.request.action: one.label for one in found if one.request.command == "act"}
    named = [unit_option(words, board, unit, f"{unit.id}/{ACT}{key}", title) for key, title in acts.items()]
    plain = [] if named and len(found) == len(acts) else [unit_option(words, board, unit)]
    return [*plain, *named]


def able_options(words: Reader, board: Board, base: Request) -> list[Option]:
    """Units for a command that names none yet, an act for instance: those that nothing stands against come first."""
    holder = board.game.holder
    units = [one for one in board.game.units.values() if one.alive and holder in (None, one.side)]
    stands = {one.id: _standing(words, board, replace(base, unit=(one.id,)), one) for one in units}
    able = [one for one in units if stands[one.id] is not Standing.REFUSED] or units
    able.sort(key=lambda one: (stands[one.id], had_go(board, one)))
    return [unit_option(words, board, one) for one in able]


def _standing(words: Reader, board: Board, request: Request, unit: Unit) -> Standing:
    """What stands against a command by a unit; nothing that a reader knows against one by a card."""
    return at_best(board, request) if knows(board, words.reader, unit) else Standing.FREE


def foe_options(words: Reader, board: Board, unit: Unit) -> list[Option]:
    """What a unit may do to each enemy now: the titles of its commands with the names of their targets."""
    plain, found = words.plain.at(board), list[Option]()
    for key in ("fire", "assault"):
        command = board.system.commands.get(key)
        if command is not None and ready(board, key, unit) <= Standing.ASKS:
            for foe in targets(board, unit):
                option = unit_option(words, board, foe, f"{key}/{foe.id}")
                label = plain(Text("{command}: {unit}", command=command.title, unit=foe.ref))
                found.append(option._replace(label=label))
            if may_split(board, command, unit):
                found.append(Option(plain.say("Split fire …"), f"{key}/"))
    return [*found, *_acts_at_foes(words, board, unit)]


def _acts_at_foes(words: Reader, board: Board, unit: Unit) -> list[Option]:
    """The acts of a unit at each enemy that nothing stands against."""
    found: list[Option] = []
    for key, act in board.system.acts.items():
        for foe in targets(board, unit) if act.at_foes else ():
            if at_best(board, changed(bare("act"), unit=(unit.id,), target=(foe.id,), action=key)) <= Standing.ASKS:
                option = unit_option(words, board, foe, f"{ACT}{key}/{foe.id}")
                label = words.plain.at(board)(Text("{command}: {unit}", command=act.title, unit=foe.ref))
                found.append(option._replace(label=label))
    return found


def may_split(board: Board, command: Command, unit: Unit) -> bool:
    """Whether a unit has weapons for more than one target, and there are two that it may fire at together."""
    weapons = sum(one.count for one in board.system.ready_to_fire(board, unit))
    if "target" not in command.several or weapons < 2:
        return False
    shot = changed(bare(command.key), unit=(unit.id,), side=unit.side)
    foes = (one.id for one in targets(board, unit))
    able = (id for id in foes if at_best(board, changed(shot, target=(id,))) is not Standing.REFUSED)
    two = tuple(islice(able, 2))
    return len(two) == 2 and at_best(board, changed(shot, target=two)) is not Standing.REFUSED


def _ways(words: Reader, board: Board, one: Candidate) -> list[Step]:
    """The ways in which a unit may move; not of one whose reader must not know it."""
    if one.standing is not Standing.FREE or not knows(board, words.reader, one.unit):
        return []
    return moves(board, one.unit)


def _value(way: Step) -> str:
    return f"{way.request.unit[0]}/{way.request.action or ''}"


def target_options(
    words: Reader, board: Board, unit: Unit | None, friendly: bool = False, first: Sequence[str] = ()
) -> list[Option]:
    """The targets of a unit's command as options, those in `first` before the others."""
    holder = board.game.holder
    living = [one for one in board.game.units.values() if one.alive] if unit is None else []
    if friendly and holder is not None:
        living = [one for one in living if one.side == holder]
    living.sort(key=lambda one: (one.side == holder) != friendly)
    found = targets(board, unit, friendly) if unit else living
    found = sorted(found, key=lambda one: first.index(one.id) if one.id in first else len(first))
    return [unit_option(words, board, one, lean=True) for one in found]


def anybody_options(words: Reader, board: Board, unit: Unit | None) -> list[Option]:
    """The targets of a command that strikes whoever is there, as options, enemies before friends."""
    others = [one for one in board.game.units.values() if one.alive and one is not unit]
    others.sort(key=lambda one: unit is not None and one.side == unit.side)
    return [unit_option(words, board, one) for one in others]


def paged(words: Reader, options: Sequence[Option], page: int = 0) -> list[Option]:
    """A page of a menu: all that it holds, or all but one and the way to the next page."""
    if len(options) <= limits.CHOICES:
        return list(options)
    size = limits.CHOICES - 1
    pages = -(-len(options) // size)
    page %= pages
    more = words.plain.say("More units ({page} of {pages}) …", page=page + 1, pages=pages)
    return [*options[page * size : page * size + size], Option(more, f"{PAGE}{(page + 1) % pages}")]


def menu(words: Reader, about: InId, placeholder: str, options: Sequence[Option], page: int = 0) -> Choose:
    """A menu of units: what it is for and what it is about stand in its id."""
    return about.menu(paged(words, options, page), placeholder)


# Reactions under a result: a button for the only one, one menu where several units have some. What their clicks do
# stands in `reaction_clicks.py`.


@dataclass(frozen=True)
class React(OfEntry, what="react"):
    """The reaction of a unit to an entry."""

    unit: str


class ReactMenu(InMenu, OfEntry, what="react"):
    """The units that may react to an entry."""


class ReactAny(OfEntry, what="reacts"):
    """Leads to the units that may react to an entry, where there is no room for their menu."""


class ReactLate(OfEntry, what="late"):
    """Leads to the units that may react to all that was done in a bound."""


class LateMenu(InMenu, OfEntry, what="late"):
    """The units that may react to what was done in a bound, or the targets of one of them."""


def reaction_controls(words: Reader, board: Board, found: Sequence[Reaction], at: At) -> Items:
    """What is offered under the result of an entry."""
    if len({one.unit for one in found}) > 1:
        return (reaction_menu(words, board, found, ReactMenu(*at)),)
    plain = words.plain.at(board)
    return tuple(React(*at, one.unit).button(plain(one.label), "main") for one in found[:1])


def reaction_menu(words: Reader, board: Board, found: Sequence[Reaction], about: InId, page: int = 0) -> Choose:
    """The units that may react, each once."""
    plain, units = words.plain.at(board), board.game.units
    options = [
        unit_option(words, board, units[one.unit])._replace(label=plain(one.label))
        for one in {one.unit: one for one in found}.values()
    ]
    return menu(words, about, _called(words, board, found), options, page)


def target_menu(words: Reader, board: Board, found: Sequence[Reaction], at: At) -> Choose:
    """A menu of the units that a unit may react to."""
    units = board.game.units
    options = [
        unit_option(words, board, units[one.request.target[0]], f"{one.unit}/{one.request.target[0]}") for one in found
    ]
    return menu(words, LateMenu(*at), words.plain.say("Which target?"), options)


def late_button(words: Reader, board: Board, at: At) -> Control | None:
    """Leads whoever may to the menu of their units; None where nobody has anything to answer."""
    found = board.system.late_reactions(board)
    return ReactLate(*at).button(_called(words, board, found), "main") if found else None


def _called(words: Reader, board: Board, found: Sequence[Reaction]) -> str:
    sides = dict.fromkeys(board.unit(one.unit).side for one in found)
    return words.plain.at(board)(Text("{sides}: react …", sides=Listed(sides)))
