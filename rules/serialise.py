"""Resolutions, odds and systems as JSON values, in the field names of the contract."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from rules.dice import Line
from rules.entry import Play, Throwing
from rules.odds import Dist
from rules.resolve import Resolution
from rules.system import Action, Effect, System
from rules.table import Step


def plain(value: Any) -> Any:
    """A value of the rules as JSON takes it: named tuples become objects, other sequences lists."""
    if value is None or isinstance(value, int | str):
        return value
    fields = getattr(value, "_asdict", None)
    if fields is not None:
        value = fields()
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in cast("Sequence[Any]", value)]
    return value


def line(of: Line) -> dict[str, Any]:
    return {"why": of.why, "value": of.value, "rule": of.rule, "of": of.of}


def effect(of: Effect) -> dict[str, Any]:
    shown: dict[str, Any] = {"unit": of.unit, "effect": of.effect, "change": of.change}
    return shown | ({"to": of.to} if of.to is not None else {})


def _result(step: Step) -> Any:
    """What a throw came to; of a reading with several marks, the first; None where no number says it."""
    got: Any = step.got
    if isinstance(got, tuple):
        return cast("Sequence[Any]", got)[0] if step.throw.needed else None
    return got


def throwing(step: Step, before: Sequence[Step]) -> Throwing:
    """A step as the record keeps it, with the faces it replaces when dice were thrown again."""
    old = [other.faces for other in before if step.throw.again and other.throw.label == step.throw.again]
    return Throwing.model_construct(
        label=step.label,
        by=step.throw.by,
        sides=step.throw.sides,
        faces=step.faces,
        source=step.source,
        needed=step.throw.needed,
        ledger=tuple(map(line, step.throw.ledger)),
        result=_result(step),
        rule=step.throw.rule,
        queued=step.queued,
        rerolled=old[-1] if old else (),
    )


def play_of(resolution: Resolution, roles: Mapping[str, str]) -> Play:
    """A resolution as the record keeps it."""
    steps = resolution.played.steps
    return Play.model_construct(
        action=resolution.action.key,
        facts=resolution.facts.model_dump(mode="json"),
        roles=dict(roles),
        throws=tuple(throwing(step, steps[:at]) for at, step in enumerate(steps)),
        decisions=tuple(made._asdict() for made in resolution.played.made),
        outcome=outcome_of(resolution),
        effects=tuple(map(effect, resolution.effects)),
        leaned=resolution.leaned,
        topic=resolution.action.topic,
        text=resolution.text,
    )


def outcome_of(resolution: Resolution) -> dict[str, Any]:
    """The outcome with its detail."""
    return plain(resolution.played.outcome) | plain(resolution.detail)


_SHOWN = ("label", "by", "sides", "faces", "source", "needed", "ledger", "result")

_DECIDED = ("name", "by", "value")


def resolution_json(resolution: Resolution) -> dict[str, Any]:
    """What `resolve --json` prints."""
    play = play_of(resolution, {})
    throws = [
        {name: plain(getattr(throw, name)) for name in _SHOWN}
        | ({"rerolled": list(throw.rerolled)} if throw.rerolled else {})
        for throw in play.throws
    ]
    return {
        "system": resolution.system.key,
        "action": play.action,
        "outcome": play.outcome,
        "throws": throws,
        "decisions": [{name: made[name] for name in _DECIDED} for made in play.decisions],
        "effects": list(play.effects),
        "rulings": list(play.leaned),
        "text": play.text,
    }


def odds_json(system: System, action: Action, dist: Dist) -> dict[str, Any]:
    """What `odds --json` prints: one row per outcome, most likely first, and the mean of every number."""
    return {
        "system": system.key,
        "action": action.key,
        "outcomes": [{"outcome": outcome, "p": str(p)} for outcome, p in rows(dist)],
        "mean": {name: str(value) for name, value in means(action, dist).items()},
    }


def rows(dist: Dist) -> list[tuple[dict[str, Any], Fraction]]:
    """Each distinct outcome with its chance, most likely first, equal chances in the order of their JSON."""
    ranked = sorted(
        ((plain(outcome), weight) for outcome, weight in dist.weights.items()),
        key=lambda row: (-row[1], json.dumps(row[0])),
    )
    return [(outcome, Fraction(weight, dist.total)) for outcome, weight in ranked]


def means(action: Action, dist: Dist) -> dict[str, Fraction]:
    """The mean of every top-level number of the outcome; truth values and indices have none."""
    sums: dict[str, int] = {}
    for outcome, weight in dist.weights.items():
        for name, value in outcome._asdict().items():
            if isinstance(value, int) and not isinstance(value, bool) and name not in action.indices:
                sums[name] = sums.get(name, 0) + value * weight
    return {name: Fraction(value, dist.total) for name, value in sums.items()}


def system_json(system: System) -> dict[str, Any]:
    """What `list --json` prints of one system."""
    return {
        "key": system.key,
        "name": system.name,
        "actions": [_action_json(action) for action in system.actions.values()],
        "rulings": rulings_json(system),
    }


def _action_json(action: Action) -> dict[str, Any]:
    return {
        "key": action.key,
        "facts": action.facts.model_json_schema(),
        "decisions": [
            {"name": d.name, "by": d.by, "options": list(d.options), "default": d.default} for d in action.decisions
        ],
        "outcome": list(action.outcome.__annotations__) + list(action.details),
    }


def rulings_json(system: System) -> list[dict[str, Any]]:
    """The named settings of a system: default, options, what they are about, and whether the ruling is ours."""
    schema = system.rulings.model_json_schema()["properties"]
    return [_ruling_json(name, field) for name, field in schema.items()]


def _ruling_json(name: str, field: Mapping[str, Any]) -> dict[str, Any]:
    options = field.get("enum")
    if options is None and "minimum" in field:
        options = list(range(field["minimum"], field["maximum"] + 1))
    if options is None:
        options = [option for part in field.get("anyOf", []) for option in _options(part)]
    return {
        "name": name,
        "default": field["default"],
        "options": options or [field["const"]],
        "about": field.get("description", ""),
        "house": bool(field.get("house")),
    }


def _options(part: Mapping[str, Any]) -> list[Any]:
    if "enum" in part:
        return list(part["enum"])
    return [part["const"]] if "const" in part else []
