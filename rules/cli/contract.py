"""What `python -m rules … --json` prints: the field names are a contract, the texts are in English."""

from __future__ import annotations

from typing import Any

from rules.kernel.action import Action
from rules.kernel.action_set import ActionSet
from rules.kernel.dice import Line, Need
from rules.kernel.odds import Dist
from rules.kernel.plays import Effect, Throwing
from rules.kernel.resolve import Resolution
from rules.kernel.serialise import means, plain, play_of, rows, rulings_json
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH


def resolution_json(resolution: Resolution) -> dict[str, Any]:
    """What `resolve --json` prints."""
    play = play_of(resolution, {})
    return {
        "system": resolution.system.key,
        "action": play.action,
        "outcome": plain(resolution.played.outcome) | plain(resolution.detail, ENGLISH),
        "throws": [_throw_json(throw) for throw in play.throws],
        "decisions": [{"name": made.name, "by": made.by, "value": made.value} for made in play.decisions],
        "effects": [_effect_json(effect) for effect in play.effects],
        "rulings": list(play.leaned),
        "text": ENGLISH(play.text),
    }


def _throw_json(throw: Throwing) -> dict[str, Any]:
    found = {
        "label": ENGLISH(throw.label),
        "by": throw.by,
        "sides": throw.sides,
        "faces": list(throw.faces),
        "source": throw.source,
        "needed": needed_text(throw.needed),
        "ledger": [_line_json(line) for line in throw.ledger],
        "result": plain(throw.result),
    }
    return found | ({"rerolled": list(throw.rerolled)} if throw.rerolled else {})


def _line_json(line: Line) -> dict[str, Any]:
    return {"why": ENGLISH(line.why), "value": line.value, "rule": line.rule, "of": line.of}


def needed_text(needed: Need | None) -> str | None:
    """ "4+", "7 or less"; None where faces are added up."""
    if needed is None:
        return None
    return ENGLISH(Text("{face} or less", face=needed.face)) if needed.at_most else f"{needed.face}+"


def _effect_json(effect: Effect) -> dict[str, Any]:
    shown: dict[str, Any] = {"unit": effect.unit, "effect": effect.effect, "change": effect.change}
    return shown | ({"to": effect.to} if effect.to is not None else {})


def odds_json(system: ActionSet, action: Action, dist: Dist) -> dict[str, Any]:
    """What `odds --json` prints: one row per outcome, most likely first, and the mean of every number."""
    return {
        "system": system.key,
        "action": action.key,
        "outcomes": [{"outcome": outcome, "p": str(p)} for outcome, p in rows(dist)],
        "mean": {name: str(value) for name, value in means(action, dist).items()},
    }


def system_json(system: ActionSet) -> dict[str, Any]:
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
