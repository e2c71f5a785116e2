"""Units as text: on one line, or in full."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast, get_args

from pydantic import BaseModel

from bot.game.people import knows
from cogs.interactions import limits
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.command.system import Board
from rules.command.turns import has_acted
from rules.game.unit import Figure, Unit, Weapon, living_hp
from rules.kernel.facts import value_text
from rules.kernel.text import NOTHING, Heading, Joined, Listed, Plural, Term, Text, UnitRef, Value, several_of


def units_in_order(board: Board, units: Iterable[Unit]) -> list[Unit]:
    """Return the active unit first, then units that may still act, those out of action last."""
    return sorted(units, key=lambda unit: (not unit.alive, not unit.count("actions_left"), has_acted(board, unit)))


def unit_line(words: Reader, board: Board, unit: Unit) -> str:
    """Return a unit on one line: strength and states; a hidden unit is only named."""
    if not knows(board, words.reader, unit):
        return words.say("**{card}** · hidden", card=unit.ref)
    shown = words(limits.shorten(words.plain.at(board)(unit.ref), 100))
    return f"**{shown}**{unit_line_rest(words, board, unit, True, 1000)}"


class OmittedParts(NamedTuple):
    """Parts left out of a unit's line.

    `go`: its past activation and being out of action, which are in the heading. `strength`: full strength.
    """

    go: bool = False
    strength: bool = False


ALL = OmittedParts()
"""A line that leaves nothing out."""


def unit_line_rest(words: Reader, board: Board, unit: Unit, each: bool, states: int, lean: OmittedParts = ALL) -> str:
    """Return a unit's line after its name: strength, shown states, and the hit points of `each` model."""
    plain = words.plain.at(board)
    if lean.go and not unit.alive:
        return f" · {words(_fallen_text(board, unit))}" if _is_down(board, unit) else ""
    strength = "".join(f" {part}" for part in _strength_parts(words, board, unit, each, lean.strength))
    gone = f" · {words(_fallen_text(board, unit))}" if not unit.alive and unit.starting > 1 else ""
    shown = " · ".join(plain(state_text(board, name, value)) for name, value in shown_states(board, unit, lean.go))
    figures = [plain(_figure_text(one)) for one in unit.figures if unit.alive]
    shown = " · ".join(filter(None, [shown, *figures]))
    return strength + gone + (f" · {words(limits.shorten(shown, states))}" if shown else "")


def unit_parts(board: Board, unit: Unit, lean: bool = False) -> list[Value]:
    """Return a unit's side, strength and states, as options of menus and commands show them after its name."""
    strength: list[Value] = [f"{unit.models}/{unit.starting}"] if unit.starting > 1 else []
    strength += [f"HP {'/'.join(map(str, living_hp(unit.hp)))}"] if unit.hp else []
    shown = [state_text(board, name, value) for name, value in shown_states(board, unit, lean)]
    return [unit.side, *strength, *shown]


def rest_values(board: Board, unit: Unit, each: bool, lean: bool = False) -> Hashable:
    """Return the values that `unit_line_rest` renders: units with equal values look alike."""
    hp = tuple(unit.hp) if each else sum(unit.hp)
    return (
        unit.alive or _fallen_text(board, unit),
        unit.models,
        unit.starting,
        hp,
        tuple(shown_states(board, unit, lean)),
        unit.alive and unit.figures,
    )


def _figure_text(figure: Figure) -> Text:
    return Text("★ {figure} (fallen)", figure=figure.name) if figure.fell else Text("★ {figure}", figure=figure.name)


def shown_states(board: Board, unit: Unit, lean: bool = False) -> list[tuple[str, int | str]]:
    """Return the states shown in a line, with their values; a `lean` one omits the finished activation."""
    over = lean and has_acted(board, unit)
    shown = [(name, value) for name, value in unit.states.items() if is_state_shown(board, unit, name)]
    return [
        (name, value)
        for name, value in shown
        if not over or name == "actions_left" or _outlasts_activation(board, name, value)
    ]


def _outlasts_activation(board: Board, name: str, value: int | str) -> bool:
    """True if a state outlasts the unit's activation: a marker, harm, or longer than the turn."""
    state = board.system.states[name]
    over = state.spent or state.cleared_by == ("turn_end",)
    kept = state.marker or state.harm or not over or str(value) in state.lasting
    return kept and name not in board.system.turn_states


def _strength_parts(words: Reader, board: Board, unit: Unit, each: bool, lean: bool = False) -> Iterator[str]:
    """Yield the models left of the starting number, and hit points: of each model, or in total."""
    if unit.starting > 1 and not (lean and unit.models == unit.starting):
        yield f"{unit.models}/{unit.starting}"
    elif not unit.alive:
        yield words(_fallen_text(board, unit))
    if unit.hp:
        yield words.say("HP {hp}", hp="/".join(map(str, living_hp(unit.hp))) if each else str(sum(unit.hp)))


def _fallen_text(board: Board, unit: Unit) -> Text:
    """Return the state of a unit without models; it is down while the rules still owe a roll for its fate."""
    if _is_down(board, unit):
        return Text("down")
    own = board.system.after_battle.own_fates
    return Text("out of action") if own is not None or unit.starting > 1 else Text("destroyed")


def _is_down(board: Board, unit: Unit) -> bool:
    own = board.system.after_battle.own_fates
    return own is not None and unit.has(own.downed)


def is_state_shown(board: Board, unit: Unit, name: str) -> bool:
    """True if a state is shown: no states of a wreck or of last turn, and each action once."""
    state = board.system.states.get(name)
    if state is None or state.quiet or not unit.alive:
        return False
    value = str(unit.states[name])
    over = state.spent and value not in state.lasting and not has_acted(board, unit)
    return not over and not unit.has(value)


def state_text(board: Board, name: str, value: int | str) -> Text:
    """Return a state with names of the units it points at, several words as a list, counts in digits."""
    state = board.system.states.get(name)
    if state is not None and isinstance(value, str) and value in state.says:
        return state.says[value]
    if state is not None and isinstance(value, str) and state.holds in ("unit", "words"):
        return state.name_with([UnitRef(one) if one in board.game.units else Term(one) for one in value.split(",")])
    if isinstance(value, str):
        return Text("{state} {value}", state=Term(name), value=Term(value))
    if value == 1 and (state is None or state.holds != "count"):
        return Term(name)
    return Text("{state} {value}", state=Term(name), value=value)


def unit_reply(words: Reader, board: Board, unit: Unit, buttons: Sequence[Any] = ()) -> Reply:
    """Return a unit's values and scores needed, its states with their effects, and its possible actions."""
    words = words.at(board)
    if not knows(board, words.reader, unit):
        return Reply(words(Heading(unit.ref)), words.say("A hidden unit of {side}.", side=unit.side), private=True)
    states = board.system.states
    profile, weapons = profile_texts(board, unit), list[Text]()
    for one in board.system.armed(unit):
        numbers, named = weapon_numbers(board, one), several_of(one.count, one.name)
        weapons.append(Text("{weapon} ({numbers})", weapon=named, numbers=numbers) if numbers else named)
    strength_and_states = unit_line_rest(words, board, unit, True, 1000).removeprefix(" · ").strip()
    lines = [" · ".join(filter(None, [f"**{words.name(unit.side)}**", strength_and_states]))]
    lines += [words(Joined(profile, ", "))] if profile else []
    lines += [words.say("Weapons: {weapons}", weapons=Listed(weapons))] if weapons else []
    may = board.system.may(board, unit) if unit.alive else ()
    needed = [one for one in board.system.numbers(board, unit) if one not in may]
    lines += [words.say("Numbers: {needed}", needed=Joined(needed, ", "))] if needed else []
    if unit.full > unit.starting:
        lines.append(
            words.say("Full strength {full}, {starting} in this battle", full=unit.full, starting=unit.starting)
        )
    lines += [
        words.say("{figure}: {note}", figure=_figure_text(one), note=one.note) for one in unit.figures if one.note
    ]
    if unit.origins:
        lines.append(words.say("From earlier battles: {stories}", stories=Joined(unit.origins.values(), "; ")))
    lines += [
        words.say("{state}: {effect}", state=Term(name), effect=states[name].effect)
        for name in unit.states
        if is_state_shown(board, unit, name) and not states[name].says
    ]
    lines += [words.say("Options: {may}", may=Joined(may, "; "))] if may else []
    return Reply(words(unit.ref), "\n".join(lines), private=True, buttons=tuple(buttons))


def weapon_numbers(board: Board, weapon: Weapon) -> Text:
    """Return the row of the tables for a kind of weapon; empty if there is none."""
    row = board.system.weapon(board.tables, weapon.name)
    return Joined(field_texts(type(row), row.model_dump(exclude_defaults=True)), ", ") if row else NOTHING


def profile_texts(board: Board, unit: Unit) -> list[Text]:
    """Return the values of a unit, whether it is a medic, and its points."""
    profile = field_texts(board.system.profile, unit.profile)
    profile += [Text("Medic")] if unit.medic else []
    return profile + ([Plural("{n} point", "{n} points", unit.points)] if unit.points else [])


def field_texts(model: type[BaseModel], given: Mapping[str, Any]) -> list[Text]:
    """Return each value of a profile, or of a row of a table; unset ones are left out."""
    return [_field_text(model, name, value) for name, value in given.items() if value not in (None, "", False)]


def _field_text(profile: type[BaseModel], name: str, value: Any) -> Text:
    """Return a field with its value; a true flag is only named."""
    field = profile.model_fields.get(name)
    title = Text(field.title) if field and field.title else Term(name)
    if value is True:
        return title
    if isinstance(value, Mapping):
        given = cast("Mapping[str, Any]", value)
        kinds = (field.annotation, *get_args(field.annotation)) if field else ()
        # The field may be a row of its own.
        if row := next((one for one in kinds if isinstance(one, type) and issubclass(one, BaseModel)), None):
            parts = field_texts(row, given)
        else:
            values = {part: value_text(profile, one, name, part) for part, one in given.items()}
            parts = [Text("{part} {value}", part=Term(part), value=one) for part, one in values.items()]
        return Text("{title} ({parts})", title=title, parts=Joined(parts, ", "))
    return Text("{title} {value}", title=title, value=value_text(profile, value, name))
