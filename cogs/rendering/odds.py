"""Odds as text and as a picture: in full, in three lines, and shots compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from bot.services.play.comparison import ComparedShot, Comparison, Policy, RefusedShot
from bot.services.play.odds import Chances
from cogs.rendering.charts.odds import MOST_ROWS, chart_sentence, comparison_chart, odds_chart
from cogs.rendering.reply import Reply
from cogs.rendering.rolls import NOTE, mean_text, percent_text, to_decimal, whole_percent
from cogs.rendering.text import Reader
from rules.kernel.action import Action, MainOutcome
from rules.kernel.distribution import AtLeast
from rules.kernel.text import NOTHING, Joined, Listed, Sentence, Term, Text, UnitRef, Value, amount_of, inches_text

_INCHES = "inches"
NO_RESULT = (False, None, 0, "none", [])
"""Values meaning that an event did not happen."""


def odds_reply(words: Reader, found: Sequence[Chances], private: bool, chart: bool = True) -> Reply:
    """Return each action's odds, and a picture. Call it in a thread: pictures take about 10 ms."""
    pieces = [line for one in found for line in _action_lines(words, one, several=len(found) > 1)]
    footer = words.plain.say("{about}. Just odds: no dice are rolled.", about=exactness_text(found))
    picture = odds_picture(words, found) if chart else None
    title = words.say("Odds: {title}", title=found[0].title)
    return Reply(title, "\n".join(pieces), footer, private=private, file=picture)


def exactness_text(found: Sequence[Chances]) -> Text:
    """Return whether the odds are exact, or the number of games they were estimated from."""
    games = min((one.games for one in found if one.games), default=0)
    return Text("Estimated from {games:,} simulations", games=games) if games else Text("Exact")


def odds_picture(words: Reader, found: Sequence[Chances]) -> tuple[str, bytes, str] | None:
    """Return the main outcomes as bars, with the sentences of the text as the description."""
    mains = list[tuple[Text, MainOutcome]]()
    for one in found:
        if one.main:
            target = one.planned.roles.get("target") or one.planned.roles.get("vehicle")
            mains.append((UnitRef(target) if target else one.action.title, one.main))
    if not mains:
        return None
    told = Joined([Sentence(chart_sentence(main)) for _, main in mains])
    if len(found) == 1:
        return "odds.png", odds_chart(words, mains[0][1]), words.plain(told)
    names = [(words.plain(at),) for at, _ in mains]
    return "odds.png", comparison_chart(words, names, (), [[main] for _, main in mains]), words.plain(told)


def _action_lines(words: Reader, one: Chances, several: bool) -> list[str]:
    lines, found = [f"**{words(one.action.title)}**"] if several else [], one.summary
    lines += [words.say("Assuming: {assumed}.", assumed=Joined(one.assumed, ", "))] if one.assumed else []
    averages = list[Text]()
    for name, mean in found.averages:
        code, n = one.action.name_of(name).code, to_decimal(mean)
        length = Text("{what} {n:.2f}″", what=_number_name(code), n=n)
        averages.append(length if _is_length(code) else Text("{n:.2f} {things}", n=n, things=Term(code)))
    lines += [words.say("On average: {averages}", averages=Listed(averages))] if averages else []
    if one.main:
        lines.append(words(Sentence(chart_sentence(one.main))))
    lines += [
        words(_at_least_text(one.action, field))
        for field in found.at_least
        if not one.main or field.name != one.main.what
    ]
    lines += [words.say("Most likely:")]
    lines += [
        f"`{words(percent_text(p)):>6}` {words(outcome_text(one.action, outcome))}" for outcome, p in found.likeliest
    ]
    if found.others:
        others = words.say("any of {others} others", others=found.others)
        lines.append(f"`{words(percent_text(found.of_others)):>6}` {others}")
    return lines


def _at_least_text(action: Action, field: AtLeast) -> Text:
    """Return the chances of at least n, for each possible n."""
    code, parts = action.name_of(field.name).code, list[Text]()
    for n, p in field.chances:
        chance = percent_text(p)
        if n is not None:
            chance = (
                Text("{n}″ or more {chance}", n=n, chance=chance)
                if _is_length(code)
                else Text("{n}+ {chance}", n=n, chance=chance)
            )
        parts.append(chance)
    return Text("{what}: {chances}", what=_number_name(code), chances=Joined(parts, ", "))


def _is_length(name: str) -> bool:
    """True if a number of an outcome is a length, named "inches" or "…_inches"."""
    return name == _INCHES or name.endswith(f"_{_INCHES}")


def _number_name(name: str) -> Text:
    """Return the name of a number of an outcome; a length has its unit in the value."""
    if name == _INCHES:
        return Text("distance")
    return Term(name.removesuffix(f"_{_INCHES}"))


def outcome_text(action: Action, outcome: Mapping[str, Any]) -> Text:
    """Return the effects of an outcome, without those that did not happen."""
    shown = [_value_text(action, name, value) for name, value in outcome.items() if value not in NO_RESULT]
    return Listed(shown) if shown else Text("nothing")


def _value_text(action: Action, field: str, value: Any) -> Text:
    name, is_counted, _ = action.name_of(field)
    if value is True or not is_counted:
        return Text("no longer {state}", state=Term(name)) if value < 0 else Term(name)
    if isinstance(value, str):
        return Text("{name}: {value}", name=Term(name), value=Term(value))
    if isinstance(value, list):
        each = [outcome_text(action, one) if isinstance(one, dict) else str(one) for one in value]
        return Text("{name} {values}", name=Term(name), values=Joined(each, "/"))
    if _is_length(name):
        return Text("{what} {n}″", what=_number_name(name), n=value)
    return amount_of(value, name)


# Odds in three lines, of the effects on the table; all the rest is behind a button.

TENTHS = 10


def has_short_odds(found: Sequence[Chances]) -> bool:
    """True if every action of a command has effects on the table, so that three lines are enough."""
    return bool(found) and all(one.effects is not None for one in found)


def short_odds_reply(words: Reader, found: Sequence[Chances], chart: bool = False) -> Reply:
    """Return three lines per action: any effect, the likeliest effects, and the average.

    With `chart`, call it in a thread, because the picture takes about 10 ms.
    """
    lines = [line for one in found for line in _short_lines(words, one, several=len(found) > 1)]
    footer = words.plain.say("{about}. Just odds: no dice are rolled.", about=exactness_text(found))
    title = words.say("Odds: {title}", title=found[0].title)
    return Reply(title, "\n".join(lines), footer, private=True, file=odds_picture(words, found) if chart else None)


def _short_lines(words: Reader, one: Chances, several: bool) -> list[str]:
    found = one.effects
    assert found is not None
    lines = [f"**{words(one.action.title)}**"] if several else []
    some = words.say("some effect")
    full = round(found.some * TENTHS)
    lines.append(f"`{'█' * full + '░' * (TENTHS - full)}` **{words(_whole_percent_text(found.some))}** {some}")
    rows = [
        Text("{effect} {chance}", effect=outcome_text(one.action, effect), chance=_whole_percent_text(chance))
        for effect, chance in found.likeliest
    ]
    lines += [words.say("Most likely: {effects}.", effects=Joined(rows, ", "))] if rows else []
    means = [
        Text("{n:.1f} {things}", n=to_decimal(n), things=Term(one.action.name_of(name).code))
        for name, n in one.summary.averages
        if name in found.names and n > Fraction(1, 20)
    ]
    if one.main and one.main.wiped_out and not one.main.steps:
        means.append(Text("nothing left {chance}", chance=_whole_percent_text(one.main.wiped_out)))
    return [*lines, *([words.say("On average: {averages}.", averages=Joined(means, ", "))] if means else [])]


def _whole_percent_text(chance: Fraction) -> Text:
    """Return a chance in whole percent; 0 and 100 only for impossible and certain events."""
    return Text("{n} %", n=whole_percent(chance))


# Shots compared as text, the best first, and as many as fit into a picture.


class _NamedRow(NamedTuple):
    """A row with its name: its target, its attacker, or both."""

    nth: int
    name: Text
    row: ComparedShot


def comparison_reply(words: Reader, found: Comparison, private: bool, chart: bool = True) -> Reply:
    """Return a line per shot and a picture of the best. Call it in a thread: pictures take about 10 ms."""
    both = len({row.attacker for row in found.rows}), len({row.target for row in found.rows})
    rows = [_NamedRow(nth, _row_name(row, *both), row) for nth, row in enumerate(found.rows, 1)]
    lines = list[str]()
    if found.distance is not None:
        inches = inches_text(found.distance)
        given = Text("At {distance}, as you said.", distance=inches)
        assumed = Text("Distance not given, {distance} assumed: set it with `distance`.", distance=inches)
        lines.append(words(given if found.is_distance_given else assumed))
    for one in rows:
        lines += _row_lines(words, one)
    shots = (*found.rows, *found.refused)
    several = len({one.attacker for one in shots}), len({one.target for one in shots})
    lines += [
        words.say("Not {name}: {why}", name=_row_name(one, *several), why=Sentence(one.why)) for one in found.refused
    ]
    if found.cards:
        cards = Listed([UnitRef(id) for id in found.cards])
        lines.append(words.say("Hidden, so not compared: {cards}.", cards=cards))
    games = min((row.games for row in found.rows if row.games), default=0)
    about = Text("Estimated from {games:,} simulations", games=games) if games else Text("Exact")
    footer = words.plain.say("{about}. Just odds: no dice are rolled.", about=about)
    title, text = words(_comparison_title(found)), "\n".join(lines)
    if not chart:
        return Reply(title, text, footer, private=private)
    named = [
        Text("{n}. {name}: {chances}", n=one.nth, name=one.name, chances=_chances_text(one.row.main))
        for one in rows[:MOST_ROWS]
    ]
    more = Text(" And {n} more.", n=len(rows) - MOST_ROWS) if len(rows) > MOST_ROWS else NOTHING
    description = words.plain.say("{rows}.{more}", rows=Joined(named, "; "), more=more)
    file = "odds.png", _draw_comparison(words, found, rows), description
    return Reply(title, text, footer, private=private, file=file)


def _comparison_title(found: Comparison) -> Text:
    attackers = list(dict.fromkeys(row.attacker for row in found.rows))
    targets = list(dict.fromkeys(row.target for row in found.rows))
    if len(attackers) == 1:
        return Text("Odds: whom {attacker} may shoot at", attacker=UnitRef(attackers[0]))
    if len(targets) == 1:
        return Text("Odds: who may shoot at {target}", target=UnitRef(targets[0]))
    return Text("Odds: who may shoot at whom")


def _row_name(row: ComparedShot | RefusedShot, attackers: int, targets: int) -> Text:
    attacker, target = UnitRef(row.attacker), UnitRef(row.target)
    if attackers == 1:
        return target
    return attacker if targets == 1 else Text("{attacker} at {target}", attacker=attacker, target=target)


def _row_lines(words: Reader, one: _NamedRow) -> list[str]:
    policies = one.row.policies.items()
    if policies:
        lines = [words.say("**{n}. {name}**", n=one.nth, name=one.name)]
        lines += [
            words.say("{policy}: {chances}", policy=policy_text(policy), chances=_chances_text(main))
            for policy, main in policies
        ]
    else:
        values: dict[str, Value] = {"n": one.nth, "name": one.name, "chances": _chances_text(one.row.main)}
        lines = [words.say("**{n}. {name}**: {chances}", **values)]
    assumed = words.say("Assumed: {facts}", facts=Joined(one.row.assumed, "; "))
    return [*lines, f"{NOTE}{assumed}"] if one.row.assumed else lines


def _chances_text(main: MainOutcome) -> Text:
    """Return the expected losses, the chance of at least one, and the chance of total loss."""
    if main.steps:
        last = main.steps[-1]
        return Text(
            "{last} {chance}, any effect {any}",
            last=last,
            chance=percent_text(main.mean),
            any=percent_text(main.at_least(1)),
        )
    values: dict[str, Value] = {
        "mean": mean_text(main.mean),
        "what": main.name,
        "some": percent_text(main.at_least(1)),
    }
    if main.wiped_out is None:
        return Text("{mean} {what} on average, at least one {some}", **values)
    return Text("{mean} {what} on average, at least one {some}, all {all}", all=percent_text(main.wiped_out), **values)


def policy_text(policy: Policy) -> Text:
    """Return an assumed decision: "evade yes"."""
    return Text("{decision} {value}", decision=Term(policy.decision), value=Term(policy.value))


def _draw_comparison(words: Reader, found: Comparison, rows: Sequence[_NamedRow]) -> bytes:
    """Return the picture, whose rows are named by the target, the attacker, or both on two lines."""
    plain, policies, names = words.plain, found.policies, list[tuple[str, ...]]()
    one_attacker = len({row.attacker for row in found.rows}) == 1
    one_target = len({row.target for row in found.rows}) == 1
    for one in rows:
        attacker, target = plain(UnitRef(one.row.attacker)), plain(UnitRef(one.row.target))
        names.append((target,) if one_attacker else (attacker,) if one_target else (attacker, f"→ {target}"))
    heads = [plain(policy_text(policy)) for policy in policies]
    mains = [[one.row.outcome_under(policy) for policy in policies or (None,)] for one in rows]
    return comparison_chart(words, names, heads, mains)
