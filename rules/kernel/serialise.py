"""JSON forms of resolutions and odds, for the record and the command line of the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, cast

from rules.kernel.action import Action, ActionSet
from rules.kernel.dice import Cause, Line, Roll
from rules.kernel.facts import is_length
from rules.kernel.odds import Dist
from rules.kernel.plays import Fields, Play, RecordedRoll
from rules.kernel.resolve import Resolution
from rules.kernel.roll_kinds import roller_of
from rules.kernel.table import RollStep
from rules.kernel.text import Joined, Secret, Text, name_units
from rules.kernel.text_json import as_json
from rules.kernel.wording import Ruler


def to_plain(value: object, text: Callable[[Text], object] = as_json) -> Any:
    """Convert any value of the rules to JSON: named tuples to objects, sequences to lists, texts by `text`."""
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Text):
        return text(value)
    fields = getattr(value, "_asdict", None)
    if fields is not None:
        value = fields()
    if isinstance(value, Mapping):
        return {name: to_plain(part, text) for name, part in cast("Mapping[str, object]", value).items()}
    if isinstance(value, tuple | list):
        return [to_plain(part, text) for part in cast("Sequence[object]", value)]
    return value


Origins = Mapping[str, Mapping[str, Text]]
"""Origins of the traits of units, by the unit's id and the trait."""
Whose = Callable[[Roll], str | None]
"""Returns the side that makes a roll."""


def of_no_side(roll: Roll) -> None:
    return None


def play_of(
    resolution: Resolution,
    roles: Mapping[str, str],
    origins: Origins = MappingProxyType({}),
    whose: Whose = of_no_side,
) -> Play:
    """Return a resolution for the record: its texts name the units with those roles, with the `origins` of traits."""
    steps = resolution.played.steps
    return Play.model_construct(
        action=resolution.action.key,
        facts=resolution.facts.model_dump(mode="json"),
        roles=dict(roles),
        throws=tuple(roll_record(step, steps[:at], roles, origins, whose) for at, step in enumerate(steps)),
        decisions=tuple(made._replace(label=name_units(made.label, roles)) for made in resolution.played.made),
        outcome=outcome_of(resolution),
        effects=resolution.effects,
        leaned=resolution.rulings_used,
        topic=resolution.action.topic,
        text=name_units(resolution.text, roles),
        brief=None if resolution.short_text is None else name_units(resolution.short_text, roles),
        moves=tuple(
            one._replace(unit=roles[one.unit], way=name_units(one.way, roles))
            for one in resolution.moves
            if one.unit in roles
        ),
    )


def roll_record(
    step: RollStep,
    before: Sequence[RollStep],
    roles: Mapping[str, str] = MappingProxyType({}),
    origins: Origins = MappingProxyType({}),
    whose: Whose = of_no_side,
) -> RecordedRoll:
    """Return a step for the record, with the faces that it replaces if dice were re-rolled."""
    roll = step.throw
    old = [other.faces for other in before if roll.again and other.throw.key == roll.again]
    label, got = name_units(roll.label, roles), cast("object", step.got)
    if isinstance(got, tuple):  # the first mark of several; no number without one needed
        got = cast("Sequence[object]", got)[0] if roll.needed else None
    return RecordedRoll.model_construct(
        key=roll.key,
        label=label,
        by=roll.by,
        sides=roll.sides,
        faces=step.faces,
        source=step.source,
        needed=roll.needed,
        ledger=ledger_in_play(roll._replace(label=label), roles, origins),
        result=got,
        rule=roll.rule,
        queued=step.queued,
        added=step.added,
        rerolled=old[-1] if old else (),
        side=whose(roll),
        part=roll.part,
    )


def ledger_in_play(roll: Roll, roles: Mapping[str, str], origins: Origins) -> tuple[Line, ...]:
    """Return the ledger of a roll with the units in place of their parts, and the origins of their traits.

    A line that adds nothing is kept only if its trait has an origin: the unit has grown out of a penalty.
    """
    own, lines = roller_of(roles, roll), list[Line]()
    for line in roll.ledger:
        grown = [(roles.get(trait.unit) if trait.unit else own, trait.name) for trait in line.traits]
        # Hidden from readers who may not know the unit.
        stories = [Secret(origins[id][name], id) for id, name in grown if id and name in origins.get(id, {})]
        if line.value or stories or not line.traits:
            lines.append(_line_in_play(line, roll.by, roles, stories))
    return tuple(lines)


def _line_in_play(line: Line, by: str, roles: Mapping[str, str], stories: Sequence[Text]) -> Line:
    unit = roles.get(line.cause.unit or by) if line.cause else None
    cause = Cause(line.cause.state, unit) if line.cause and unit else None
    why = name_units(line.why, roles)
    if stories:
        why = Text("{why} ({stories})", why=why, stories=Joined(stories, ", "))
    return line._replace(why=why, cause=cause, traits=())


def outcome_of(resolution: Resolution) -> Fields:
    """Return the outcome with its detail."""
    return to_plain(resolution.played.outcome) | to_plain(resolution.detail)


def rows(dist: Dist) -> list[tuple[dict[str, object], Fraction]]:
    """Return each distinct outcome with its chance, likeliest first, equal chances in the order of their JSON."""
    ranked = sorted(
        ((to_plain(outcome), weight) for outcome, weight in dist.weights.items()),
        key=lambda row: (-row[1], json.dumps(row[0])),
    )
    return [(outcome, Fraction(weight, dist.total)) for outcome, weight in ranked]


def means(action: Action, dist: Dist) -> dict[str, Fraction]:
    """Return the mean of each top-level number of the outcome, without flags and indices."""
    sums: dict[str, int] = {}
    for outcome, weight in dist.weights.items():
        for name, value in outcome._asdict().items():
            if isinstance(value, int) and not isinstance(value, bool) and name not in action.indices:
                sums[name] = sums.get(name, 0) + value * weight
    return {name: Fraction(value, dist.total) for name, value in sums.items()}


def rulings_json(system: ActionSet) -> list[Fields]:
    """Return the rulings of a system: default, options, subject, whether it is a house ruling, sentences of options."""
    schema = system.rulings.model_json_schema()["properties"]
    return [_ruling_json(name, field) for name, field in schema.items()]


def _ruling_json(name: str, field: Fields) -> Fields:
    options = field.get("enum")
    if options is None and "minimum" in field:
        options = list(range(field["minimum"], field["maximum"] + 1))
    if options is None:  # of a package: a type of several parts, or of one word
        parts = field.get("anyOf", [field])
        options = [one for part in parts for one in part.get("enum", [part["const"]] if "const" in part else [])]
    return {
        "name": name,
        "default": field["default"],
        "options": options,
        "about": field.get("description", ""),
        "house": bool(field.get("house")),
        "says": field.get("says", {}),
    }


def typed_value(system: ActionSet, name: str, option: int | str, ruler: Ruler) -> str:
    """Return an option of a ruling as it is typed at the reader's table."""
    if isinstance(option, int) and is_length(system.rulings, name):
        return str(ruler.said(option))
    return str(option)
