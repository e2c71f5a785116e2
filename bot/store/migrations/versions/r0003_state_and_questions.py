"""The state of games as separate rows; waiting questions as values, their rolls with keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_PENDING = sa.table(
    "pending",
    sa.column("id", sa.String()),
    sa.column("kind", sa.String()),
    sa.column("command", sa.JSON()),
    sa.column("question", sa.JSON()),
    sa.column("answers", sa.JSON()),
    sa.column("settled", sa.Integer()),
)
_ASKED_OF_SIDES = ("dice", "decision", "consent")


def upgrade() -> None:
    op.create_table(
        "game_state",
        sa.Column("game_id", sa.String(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
    )
    connection = op.get_bind()
    is_open = _PENDING.c.settled.is_(None)
    # Private questions: their buttons have expired in Discord.
    private = sa.update(_PENDING).where(is_open, _PENDING.c.kind.not_in(_ASKED_OF_SIDES)).values(settled=0)
    connection.execute(private)
    for row in connection.execute(sa.select(_PENDING).where(is_open)).all():
        values = {"command": command(row.command, row.answers), "answers": answers(row.answers)}
        values["question"] = _QUESTIONS[row.kind](row.question)
        connection.execute(sa.update(_PENDING).where(_PENDING.c.id == row.id).values(values))


def command(request: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the waiting command, distinguished by its kind."""
    if request["command"] == "undo":
        return {"kind": "undo", "entry": request.get("count")}
    if given.get("amends") is not None:
        return {"kind": "amend", "entry": given["amends"], "request": dict(request)}
    return {"kind": "resolve", "request": dict(request)}


def answers(given: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in given.items() if name != "amends"}
    return {**kept, "thrown": [thrown(throw) for throw in given.get("thrown", ())]}


def _throw(asked: Mapping[str, Any]) -> dict[str, Any]:
    same = {name: asked[name] for name in ("label", "count", "sides", "ledger", "counts")}
    return {**same, "key": asked["label"], "needed": needed_of(asked.get("needed"))}


def _of_side(asked: Mapping[str, Any]) -> dict[str, Any]:
    same = {name: asked[name] for name in ("side", "unit", "umpire", "about") if asked.get(name) is not None}
    # The sides of the dice rolled before a question were not stored.
    return {**same, "so_far": [{**thrown(throw), "sides": 0} for throw in asked.get("so_far", ())]}


def dice(asked: Mapping[str, Any]) -> dict[str, Any]:
    ahead = [_throw(one) for one in asked.get("ahead", ())]
    return {"kind": "dice", **_of_side(asked), "throw": _throw(asked), "ahead": ahead}


def decision(asked: Mapping[str, Any]) -> dict[str, Any]:
    prospects = asked.get("prospects", {})
    offers = [{"value": one, "label": label, "prospects": prospects.get(one, "")} for one, label in asked["offers"]]
    same = {name: asked[name] for name in ("name", "question", "default", "rule") if name in asked}
    return {"kind": "decision", **_of_side(asked), **same, "offers": offers}


def consent(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": "consent",
        **_of_side(asked),
        "groups": asked["groups"],
        "wish": asked["question"],
        "changes": [_change(change) for change in asked.get("changes", ())],
        "notes": asked.get("notes", []),
    }


def _change(change: Mapping[str, Any]) -> dict[str, Any]:
    marked = {name: [_marker(marker) for marker in change.get(name, ())] for name in ("place", "remove")}
    return {**change, **marked, "unit": change["unit"]["id"]}


def _marker(marker: Any) -> dict[str, Any]:
    """Return a marker, stored first as a word, then as a word with number and target."""
    state, number, of = (marker, 0, "") if isinstance(marker, str) else (*marker, 0, "")[:3]
    return {"state": state, "number": number, "of": of}


_QUESTIONS = {"dice": dice, "decision": decision, "consent": consent}


# Entries recorded before texts were values (format 0), in today's form.

_NEEDED = re.compile(r"([0-9]+)(\+)?")
_ADDED = re.compile(r"physical, ([0-9]+) bot")


def as_of_today(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the body of an entry in today's form; unchanged if it already has it."""
    if "format" in body:
        return body
    events = [event for event in body.get("events", ()) if event.get("kind") != _SPOKEN]
    plays = list[dict[str, Any]]()
    for play in body.get("plays", ()):
        decisions = [{name: made[name] for name in _MADE if name in made} for made in play.get("decisions", ())]
        effects = [{"change": 0, "to": None, **effect} for effect in play.get("effects", ())]
        throws = [thrown(throw) for throw in play.get("throws", ())]
        plays.append({**play, "throws": throws, "decisions": decisions, "effects": effects})
    return {**body, "format": 0, "plays": plays, "events": events}


_SPOKEN = "spoken"
"""The language that games were recorded in: meaningless since texts are values."""


_MADE = ("name", "by", "value", "label")


def thrown(throw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a roll with a key; its needed number and source become values."""
    source, added = source_of(throw["source"])
    return {**throw, "key": throw["label"], "needed": needed_of(throw.get("needed")), "source": source, "added": added}


def needed_of(text: str | None) -> list[Any] | None:
    """Return the face, and True if it is a maximum, from "4+" or "7 or less" in any language."""
    found = _NEEDED.search(text or "")
    return [int(found[1]), found[2] is None] if found else None


def source_of(text: str) -> tuple[str, int]:
    """Return the source and the number of dice added by the bot, from "physical, 2 bot" and the like."""
    added = _ADDED.fullmatch(text)
    if added:
        return "physical", int(added[1])
    return ("counted" if "counted" in text else text), 0
