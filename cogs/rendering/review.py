"""What a side could have chosen better, in words: the moment, the odds of both, and the rule behind the difference."""

from __future__ import annotations

from decimal import Decimal

from bot.services.record.reviews import Reviewed
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.kernel.dice import Line
from rules.kernel.request import Choice
from rules.kernel.text import Heading, Joined, Text, Typed, UnitRef
from rules.opponent.review import Kind, Missed


def review_reply(words: Reader, found: Reviewed) -> Reply:
    """Up to three moments, or that nothing was much better; for one reader alone."""
    words = words.at(found.live.board)
    lines = [words(one) for missed in found.missed for one in _told(found.live.system, missed)]
    if not found.judged:
        lines = [words.say("None of your choices can be judged: too little was told of the table.")]
    elif not lines:
        judged = Text("Nothing was much better. Choices that could be judged: {n}.", n=found.judged)
        lines = [words(judged)]
    title = words.plain.say("Review of {game}: {side}", game=found.live.info.name, side=found.side)
    about = Text("By the distances and cover that were told. No die and no hidden unit counts.")
    return Reply(title, "\n".join(lines), words.plain(about), private=True, unrecorded=True)


def _told(system: System, missed: Missed) -> list[Text]:
    head = Text(
        "**Turn {turn}, entry {number}.** {what}", turn=missed.turn, number=missed.number, what=_what(system, missed)
    )
    why = [_line(one) for one in missed.lines]
    estimated = [] if missed.was.exact and missed.best.exact else [Text("Estimated.")]
    more = [Text("↳ {lines}", lines=Joined(why, ", "))] if why else []
    return [Joined([head, *estimated], " "), *more]


def _what(system: System, missed: Missed) -> Text:
    unit, target = UnitRef(missed.unit), UnitRef(missed.target)
    odds = _odds(missed)
    match missed.kind:
        case Kind.TARGET:
            other = UnitRef(missed.better)
            return Text(
                "{unit} at {other} in place of {target}: {odds}.",
                unit=unit,
                other=other,
                target=target,
                odds=odds,
            )
        case Kind.ACTION:
            actions = system.commands["activate"].actions
            return Text(
                "{unit} at {target} by {better} in place of {did}: {odds}.",
                unit=unit,
                target=target,
                better=_label(actions, missed.better),
                did=_label(actions, missed.did),
                odds=odds,
            )
        case Kind.COVER:
            return Text(
                "{target} stopped in the open, in the fire of {unit}. From cover, if it could reach some: {odds}.",
                target=target,
                unit=unit,
                odds=odds,
            )


def _odds(missed: Missed) -> Text:
    was, best = missed.was, missed.best
    if missed.likelier:
        return Text("harm at {best} % in place of {was} %", best=round(100 * best.some), was=round(100 * was.some))
    off, less = Decimal(str(round(best.takes, 1))), Decimal(str(round(was.takes, 1)))
    return Text("{best:.1f} off its strength on average in place of {was:.1f}", best=off, was=less)


def _label(choices: tuple[Choice, ...], code: str) -> Text:
    return next((Heading(one.label) for one in choices if one.code == code), Typed(code))


def _line(line: Line) -> Text:
    return Text("{why} {value:+} ({section})", why=line.why, value=line.value, section=line.rule)
