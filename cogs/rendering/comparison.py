"""Shots side by side in words, the best first, and as much of it as fits into a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.services.play.comparison import Compared, Comparison, Policy, Refused
from cogs.rendering.charts.odds import MOST_ROWS, comparison_chart
from cogs.rendering.figures import mean, percent
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from cogs.rendering.throws import NOTE
from rules.kernel.action import MainOutcome
from rules.kernel.text import NOTHING, Joined, Listed, Sentence, Term, Text, UnitRef, Value, inch


class _Named(NamedTuple):
    """A row with what it is called: its target, its attacker, or both."""

    nth: int
    name: Text
    row: Compared


def comparison_reply(words: Reader, found: Comparison, private: bool, chart: bool = True) -> Reply:
    """A line a shot and a picture of the best of them. For a thread: pictures take some 10 ms."""
    rows = _named(found)
    lines = [words(_distance(found))] if found.distance is not None else []
    for one in rows:
        lines += _row(words, one)
    lines += [words(_refused(found, one)) for one in found.refused]
    if found.cards:
        cards = Listed([UnitRef(id) for id in found.cards])
        lines.append(words.say("Hidden, and not compared: {cards}.", cards=cards))
    games = min((row.games for row in found.rows if row.games), default=0)
    about = Text("Estimated from {games:,} games", games=games) if games else Text("Exact")
    footer = words.plain.say("{about}; nothing is recorded.", about=about)
    file = ("odds.png", _picture(words, found, rows), words.plain(_described(rows))) if chart else None
    return Reply(words(_title(found)), "\n".join(lines), footer, private=private, file=file)


def _title(found: Comparison) -> Text:
    attackers = list(dict.fromkeys(row.attacker for row in found.rows))
    targets = list(dict.fromkeys(row.target for row in found.rows))
    if len(attackers) == 1:
        return Text("Odds: whom {attacker} may shoot at", attacker=UnitRef(attackers[0]))
    if len(targets) == 1:
        return Text("Odds: who may shoot at {target}", target=UnitRef(targets[0]))
    return Text("Odds: who may shoot at whom")


def _named(found: Comparison) -> list[_Named]:
    both = len({row.attacker for row in found.rows}), len({row.target for row in found.rows})
    return [_Named(nth, _name(row, *both), row) for nth, row in enumerate(found.rows, 1)]


def _name(row: Compared | Refused, attackers: int, targets: int) -> Text:
    attacker, target = UnitRef(row.attacker), UnitRef(row.target)
    if attackers == 1:
        return target
    return attacker if targets == 1 else Text("{attacker} at {target}", attacker=attacker, target=target)


def _distance(found: Comparison) -> Text:
    assert found.distance is not None
    inches = inch(found.distance)
    if found.said:
        return Text("At {distance}, as you said.", distance=inches)
    return Text("At {distance}: assumed, as nobody said how far it is. `distance` says it.", distance=inches)


def _row(words: Reader, one: _Named) -> list[str]:
    policies = one.row.policies.items()
    if policies:
        lines = [words.say("**{n}. {name}**", n=one.nth, name=one.name)]
        lines += [
            words.say("{policy}: {chances}", policy=policy_text(policy), chances=_chances(main))
            for policy, main in policies
        ]
    else:
        values: dict[str, Value] = {"n": one.nth, "name": one.name, "chances": _chances(one.row.main)}
        lines = [words.say("**{n}. {name}**: {chances}", **values)]
    assumed = words.say("Assumed: {facts}", facts=Joined(one.row.assumed, "; "))
    return [*lines, f"{NOTE}{assumed}"] if one.row.assumed else lines


def _chances(main: MainOutcome) -> Text:
    """Losses to expect, the chance of at least one, and the chance that nothing is left."""
    if main.steps:
        last = main.steps[-1]
        return Text(
            "{last} {chance}, any effect {any}", last=last, chance=percent(main.mean), any=percent(main.at_least(1))
        )
    values: dict[str, Value] = {"mean": mean(main.mean), "what": Term(main.what), "some": percent(main.at_least(1))}
    if main.wiped_out is None:
        return Text("{mean} {what} on average, at least one {some}", **values)
    return Text("{mean} {what} on average, at least one {some}, all {all}", all=percent(main.wiped_out), **values)


def policy_text(policy: Policy) -> Text:
    """How a decision is taken to be made: "evade yes"."""
    return Text("{decision} {value}", decision=Term(policy.decision), value=Term(policy.value))


def _refused(found: Comparison, one: Refused) -> Text:
    attackers = {row.attacker for row in (*found.rows, *found.refused)}
    targets = {row.target for row in (*found.rows, *found.refused)}
    return Text("Not {name}: {why}", name=_name(one, len(attackers), len(targets)), why=Sentence(one.why))


def _picture(words: Reader, found: Comparison, rows: Sequence[_Named]) -> bytes:
    names = [_short(words.plain, found, one.row) for one in rows]
    policies = found.policies
    heads = [words.plain(policy_text(policy)) for policy in policies]
    mains = [[one.row.under(policy) for policy in policies or (None,)] for one in rows]
    return comparison_chart(words, names, heads, mains)


def _short(words: Reader, found: Comparison, row: Compared) -> tuple[str, ...]:
    """What a row is called in the picture: its target, its attacker, or both, one below the other."""
    attacker, target = words(UnitRef(row.attacker)), words(UnitRef(row.target))
    if len({one.attacker for one in found.rows}) == 1:
        return (target,)
    return (attacker,) if len({one.target for one in found.rows}) == 1 else (attacker, f"→ {target}")


def _described(rows: Sequence[_Named]) -> Text:
    """What the picture shows, for those who do not see it."""
    told = [Text("{n}. {name}: {chances}", n=one.nth, name=one.name, chances=_chances(one.row.main)) for one in rows]
    more = Text(" And {n} more.", n=len(rows) - MOST_ROWS) if len(rows) > MOST_ROWS else NOTHING
    return Text("{rows}.{more}", rows=Joined(told[:MOST_ROWS], "; "), more=more)
