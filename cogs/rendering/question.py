"""The words of a question: whose it is, what it is about, what has been thrown, and what happens at the deadline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.game.people import Call
from bot.game.role_names import label_in_names
from bot.resolution.cancel import Cancelled
from bot.resolution.questions import OpenQuestion
from cogs.interactions.message import Reply
from cogs.rendering.result import NOTE, ledger_text, marked, safe, whose
from rules.text import listed, say, spoken


def question(waits: OpenQuestion, buttons: Sequence[Any]) -> Reply:
    """A throw or a decision, for the one person it is meant for."""
    row, people = waits.row, waits.people
    names = [waits.live.game.players[id].name for id in people if id in waits.live.game.players]
    who = safe(listed(names, "or") or waits.side or say("You"))
    lines = [f"**{safe(row.question['about'])}**"] if row.question.get("about") else []
    lines += [_lies(one, row.question) for one in row.question["so_far"]]
    lines += _dice_lines(row.question) if row.kind == "dice" else _decision_lines(row.question)
    lines += _deadline(waits)
    return Reply(
        f"{who}: {_head(row.kind, row.question)}", "\n".join(lines), buttons=tuple(buttons), ping=called(waits)
    )


def called(waits: OpenQuestion) -> str | None:
    """The id of the one person whom the question mentions, unless they want none of it."""
    return waits.people[0] if waits.people[0] not in waits.live.game.uncalled else None


def dropped(found: Cancelled, call: Call) -> Reply:
    """That a question will not be answered any more, and what becomes of the dice."""
    title = say("{player} drops it: {command}", player=safe(call.who.name), command=safe(found.about))
    lines = [say("Nothing of it is recorded; nobody has to answer any more.")]
    if found.faces:
        lines.append(say("The bot's dice thrown so far come out again first: {faces}.", faces=found.faces))
    return Reply(title, "\n".join(lines))


def _head(kind: str, question: dict[str, Any]) -> str:
    if kind == "decision":
        return safe(say(str(question["question"])))
    needed = say(", {needed} needed", needed=question["needed"]) if question["needed"] else ""
    return say(
        "throw {count} d{sides} for {label}{needed}",
        count=question["count"],
        sides=question["sides"],
        label=safe(asked_for(question, question)),
        needed=needed,
    )


def asked_for(throw: dict[str, Any], question: dict[str, Any]) -> str:
    """What a throw is for, with names for the parts that units take."""
    return label_in_names(throw["label"], question.get("names", {}))


def _lies(throw: dict[str, Any], question: dict[str, Any]) -> str:
    """A throw that has been made on the way to a question."""
    faces, result = " ".join(marked(throw["faces"], throw.get("needed"))), throw.get("result")
    came_to = f" → **{result}**" if result is not None and len(throw["faces"]) > 1 else ""
    return f"{safe(asked_for(throw, question))} ({whose(throw['source'])}): {faces}{came_to}"


def _dice_lines(question: dict[str, Any]) -> list[str]:
    ledger = ledger_text(question["ledger"], question["needed"])
    more = [
        say(
            "then {count} d{sides} for {label}",
            count=one["count"],
            sides=one["sides"],
            label=safe(asked_for(one, question)),
        )
        for one in question["ahead"]
    ]
    return ([f"{NOTE}{ledger}"] if ledger else []) + more


def _decision_lines(question: dict[str, Any]) -> list[str]:
    prospects = question.get("prospects", {})
    lines = [
        f"• **{safe(label)}**" if value.isdecimal() else f"• **{safe(spoken(value))}**: {safe(label)}"
        for value, label in question["offers"]
    ]
    return [
        say("{shown} (on average {prospects})", shown=shown, prospects=prospects[value])
        if prospects.get(value)
        else shown
        for shown, (value, _) in zip(lines, question["offers"], strict=True)
    ]


def _deadline(waits: OpenQuestion) -> list[str]:
    policy = waits.live.game.timeout[1]
    if waits.row.deadline is None:
        return []
    then = say("the umpire decides") if policy == "umpire" else say("it goes by default")
    return [f"<t:{int(waits.row.deadline)}:R> {then}."]
