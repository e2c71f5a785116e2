"""Reviews of a game: its statistics, luck and choices as text, its strength by turn as a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from bot.services.record import statistics
from bot.services.record.game_numbers import GameCount
from bot.services.record.luck import HandLuck, LuckReport
from bot.services.record.reviews import GameReview
from cogs.interactions.limits import ALT_TEXT, shorten
from cogs.rendering.charts.strength import SideLine, strength_picture
from cogs.rendering.reply import Reply
from cogs.rendering.rolls import percent_text, to_decimal
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.kernel.facts import Choice
from rules.kernel.luck import Luck
from rules.kernel.roll_kinds import KINDS
from rules.kernel.text import Heading, Joined, Plural, Term, Text, Typed, UnitRef, counted
from rules.opponent.review import Kind, MissedChoice

Picture = tuple[str, bytes, str]


def summary_lines(words: Reader, game: GameCount) -> list[str]:
    """Return a line per side, its strength by turn, and the turning points."""
    words, found, turn = words.at(game.live.board), game.found, Term(game.live.system.turn)
    lines = [words(_side_text(found, side)) for side in found.sides]
    lines += [words(_strength_by_turn(found, turn))] if found.has_course else []
    if found.turning_points:
        lines.append(words.say("**Turning points**"))
        lines += [words(_turning_point_text(point, turn)) for point in found.turning_points]
    return lines or [words.say("No units on the table yet: nothing to count.")]


def end_lines(words: Reader, game: GameCount) -> list[str]:
    """Return the losses of each side and the main turning point, for the shared screen; nothing without losses."""
    words, found, turn = words.at(game.live.board), game.found, Term(game.live.system.turn)
    if not any(unit.start for unit in found.units):
        return []
    lines = [words(_side_text(found, side)) for side in found.sides]
    if found.turning_points:
        best = max(found.turning_points, key=lambda point: point.swing)
        lines += [words.say("**Turning point**"), words(_turning_point_text(best, turn)).removeprefix("• ")]
    return lines


def _side_text(found: statistics.Statistics, side: str) -> Text:
    units = found.units_of_side(side)
    start, end = sum(unit.start for unit in units), sum(unit.end for unit in units)
    parts = [Text("strength {end} of {start}", end=end, start=start), *_count_texts(statistics.Totals.of(units))]
    if back := sum(unit.back for unit in units):
        parts.append(Text("{n} put back by hand", n=back))
    return Text("**{side}**: {parts}", side=side, parts=Joined(parts, " · "))


def _count_texts(all_of: statistics.Totals) -> Iterator[Text]:
    """Yield losses, shots and tests, if there are any."""
    if all_of.losses:
        yield Text("lost {n}", n=all_of.losses)
    if all_of.losses_inflicted:
        yield Text("inflicted {n}", n=all_of.losses_inflicted)
    if all_of.shots or all_of.hits:
        told = {
            "shots": Plural("{n} die to hit", "{n} dice to hit", all_of.shots),
            "hits": counted(all_of.hits, "hit", "hits"),
        }
        # A shot at an area has one die for all targets in it.
        area = Text("{shots}, {hits} (one die against several figures)", **told)
        yield area if 0 < all_of.shots < all_of.hits else Text("{shots}, {hits}", **told)
    if all_of.tests:
        yield counted(all_of.tests, "test", "tests")


def _strength_by_turn(found: statistics.Statistics, turn: Term) -> Text:
    """Return the strength of each side by turn, as in the picture."""
    sides = [
        Text("{side} {numbers}", side=side, numbers=Joined(list(map(str, values)), " → "))
        for side, values in found.course.items()
    ]
    return Text("Strength at the start and after each {turn}: {sides}.", turn=turn, sides=Joined(sides, "; "))


def _turning_point_text(point: statistics.TurningPoint, turn: Term) -> Text:
    losses = [
        Text(
            "{side} lost {n}, {expected:.1f} expected",
            side=side,
            n=point.lost.get(side, 0),
            expected=to_decimal(Fraction(point.expected.get(side, 0))),
        )
        for side in {**point.lost, **point.expected}
        if point.lost.get(side) or point.expected.get(side)
    ]
    return Text(
        "• Entry {entry}, {turn} {n}: {title}. {losses} (+{swing:.0f} % for {side})",
        entry=point.entry,
        turn=turn,
        n=point.turn,
        title=point.title,
        losses=Joined(losses, "; "),
        swing=to_decimal(point.swing * 100),
        side=point.side,
    )


def statistics_key(words: Reader) -> str:
    """Return the key to the numbers, for the footer of a message."""
    return words.plain.say(
        "Strength: models, or hit points of units that have them. Turning points: the entries that changed the "
        "lead most, compared with the exact odds, as shares of each side's full strength."
    )


async def strength_picture_of(words: Reader, game: GameCount) -> Picture | None:
    """Return strength by turn, drawn in a thread, with its description; None if there is nothing to draw."""
    words, found = words.plain.at(game.live.board), game.found
    if not found.has_course:
        return None
    turn = Term(game.live.system.turn)
    title = words.say("Strength by {turn}", turn=turn)
    ticks = [str(one.turn) if one.turn else words.say("start") for one in found.strength]
    own = game.live.game.colours
    lines = [SideLine(one, values, own.get(one, ""), words.name(one)) for one, values in found.course.items()]
    drawn = await asyncio.to_thread(strength_picture, title, ticks, lines)
    return "strength.png", drawn, shorten(words(_strength_by_turn(found, turn)), ALT_TEXT)


def unit_lines(words: Reader, game: GameCount) -> list[str]:
    """Return every unit by side with its numbers, and notes on excluded ones."""
    words, found = words.at(game.live.board), game.found
    lines: list[str] = []
    for side in found.sides:
        lines += ["", words.say("**{side}**", side=side)]
        for unit in found.units_of_side(side):
            left = Text("left the table") if unit.left else Text("{start} → {end}", start=unit.start, end=unit.end)
            parts = Joined([left, *_count_texts(unit)], " · ")
            lines.append(words.say("{unit}: {parts}", unit=UnitRef(unit.unit), parts=parts))
    notes = list(map(words, _omission_notes(found)))
    return [*lines, "", *notes] if notes else lines


def _omission_notes(found: statistics.Statistics) -> Iterator[Text]:
    if found.unattributed > 0:
        yield Text("Lost without an enemy: {n}.", n=found.unattributed)
    if found.hidden:
        yield Plural("{n} hidden unit is left out.", "{n} hidden units are left out.", found.hidden)
    if found.undone:
        yield Plural("{n} undone entry is left out.", "{n} undone entries are left out.", found.undone)


def player_lines(words: Reader, record: statistics.PlayerRecord) -> list[str]:
    """Return the results of a player's sides over several games."""
    results = [
        Text("{n} won", n=record.won),
        Text("{n} lost", n=record.lost),
        Text("{n} without a winner", n=record.drawn),
        Text("{n} unfinished", n=record.games - record.won - record.lost - record.drawn),
    ]
    head = Text("{games}: {results}", games=counted(record.games, "game", "games"), results=Joined(results, ", "))
    counts = list(_count_texts(record))
    more = Text("The units of their sides: {parts}", parts=Joined(counts, " · ")) if counts else None
    return [words(one) for one in (head, more) if one]


MOST_UNITS = 25
"""Most units in the records over all games; the most frequent are shown."""


def record_lines(words: Reader, found: Sequence[statistics.UnitTotals]) -> list[str]:
    """Return the results of units over all games of a server, with confidence intervals."""
    lines = [words(_unit_record(one)) for one in found[:MOST_UNITS]]
    more = len(found) - MOST_UNITS
    return [*lines, *([words.say("… and {n} more", n=more)] if more > 0 else [])]


def _unit_record(one: statistics.UnitTotals) -> Text:
    times = Plural("**{unit}**: {n} time", "**{unit}**: {n} times", len(one.survivals), unit=one.name)
    if len(one.survivals) < statistics.FEW_GAMES:
        return Text("{times}, too few games to tell", times=times)
    stood = statistics.win_share(one.survivals)
    given, taken = (
        _interval_text(statistics.mean_with_interval(found)) for found in (one.losses_inflicted, one.losses)
    )
    return Text(
        "{times} · inflicted {given} · lost {taken} · survived {share} % ({low} to {high})",
        times=times,
        given=given,
        taken=taken,
        share=round(stood.share * 100),
        low=round(stood.low * 100),
        high=round(stood.high * 100),
    )


def _interval_text(numbers: Sequence[float]) -> Text:
    mean, low, high = (Decimal(f"{number:.1f}") for number in numbers)
    return Text("{mean:.1f} ({low:.1f} to {high:.1f})", mean=mean, low=low, high=high)


def records_key(words: Reader) -> str:
    return words.plain.say(
        "Each number is the mean per game, with its 95 % interval. Units of the same name count together. "
        "Hidden units and undone entries are left out."
    )


# Luck as text: actual and expected results, and the chance of this well or better.

HANDS = {"bot": Text("The bot's dice"), "own": Text("Own dice")}


def luck_lines(words: Reader, report: LuckReport) -> list[str]:
    """Return the luck of every side, or of the one player."""
    lines = [words(luckier)] if (luckier := _luckier_side_text(report)) else list[str]()
    for side in report.sides:
        lines += [""] if lines else []
        for hand in side.hands:
            whose = HANDS[hand.hands]
            named = Text("**{side}** · {whose}", side=side.side, whose=whose)
            lines.append(words(named if side.side else Text("**{whose}**", whose=whose)))
            lines += map(words, _hand_texts(hand))
    if report.undone:
        left_out = Plural(
            "{n} die of undone entries is left out.", "{n} dice of undone entries are left out.", report.undone
        )
        lines += ["", words(left_out)]
    return lines


def _luckier_side_text(report: LuckReport) -> Text | None:
    """Return the side whose dice exceeded expectations most, per die."""
    shares = dict[str, Fraction]()
    for side in report.sides:
        found = [hand.successes for hand in side.hands if hand.successes is not None and hand.successes.dice]
        if side.side and not found:
            return None
        if side.side:
            surplus = sum((one.got - one.expected for one in found), Fraction(0))
            shares[side.side] = surplus / sum(one.dice for one in found)
    if len(shares) < 2:
        return None
    best = max(shares, key=lambda side: shares[side])
    if not any(side.side == best and side.chance is not None and side.chance <= SELDOM for side in report.sides):
        return Text("**No side was luckier.**")
    return Text("**{side} was luckier.**", side=best)


SELDOM = Fraction(1, 20)
"""Chance above which no side is called luckier."""


def _hand_texts(hand: HandLuck) -> Iterator[Text]:
    for added, together in ((False, hand.successes), (True, hand.points)):
        if together is None:
            continue
        kinds = [one for one in hand.kinds if one.added == added]
        for one in kinds:
            head = Text("{kind}: {luck}", kind=KINDS[one.kind], luck=_dice_text(one.luck, added))
            yield head if len(kinds) > 1 else Text("{line}.{chance}", line=head, chance=_chance_text(together))
        if len(kinds) > 1:
            yield Text("All: {luck}.{chance}", luck=_dice_text(together, added), chance=_chance_text(together))


def _dice_text(luck: Luck, added: bool) -> Text:
    expected = to_decimal(luck.expected)
    dice = Plural("{n} die", "{n} dice", luck.dice)
    successes = Plural("{n} success", "{n} successes", luck.got)
    got = Plural("{n} point", "{n} points", luck.got) if added else successes
    return Text("{dice}, {successes}, {expected:.1f} expected", dice=dice, successes=got, expected=expected)


def _chance_text(luck: Luck) -> Text:
    if luck.chance is None:
        return Text(" Too few dice to tell.")
    return Text(" Chance of this or better: {chance}.", chance=percent_text(luck.chance))


def luck_key(words: Reader) -> str:
    """Return the key to the chances, for the footer of a message."""
    return words.plain.say("Exact: the chance of these successes with so many dice.")


# Better choices of a side: the moment, both odds, and the rule behind the difference.


def review_reply(words: Reader, found: GameReview) -> Reply:
    """Return up to three moments, or a statement that no choice was much better; only the caller sees them."""
    words = words.at(found.live.board)
    lines = [words(one) for missed in found.missed for one in _moment_texts(found.live.system, missed)]
    if not found.judged:
        lines = [words.say("None of your choices can be judged: too little is known about the table.")]
    elif not lines:
        judged = Text("Nothing was much better. Choices judged: {n}.", n=found.judged)
        lines = [words(judged)]
    title = words.plain.say("Review of {game}: {side}", game=found.live.info.name, side=found.side)
    about = Text("Based on the distances and cover you gave. Dice and hidden units are not used.")
    return Reply(title, "\n".join(lines), words.plain(about), private=True, unrecorded=True)


def _moment_texts(system: System, missed: MissedChoice) -> list[Text]:
    turn = Heading(Text("{turn} {number}", turn=Term(system.turn), number=missed.turn))
    what = _missed_choice_text(system, missed)
    head = Text("**{turn}, entry {number}.** {what}", turn=turn, number=missed.number, what=what)
    why = [Text("{why} {value:+} ({section})", why=one.why, value=one.value, section=one.rule) for one in missed.lines]
    estimated = [] if missed.was.exact and missed.best.exact else [Text("Estimated.")]
    more = [Text("↳ {lines}", lines=Joined(why, ", "))] if why else []
    return [Joined([head, *estimated], " "), *more]


def _missed_choice_text(system: System, missed: MissedChoice) -> Text:
    unit, target = UnitRef(missed.unit), UnitRef(missed.target)
    odds = _odds_text(missed)
    match missed.kind:
        case Kind.TARGET:
            other = UnitRef(missed.better)
            return Text(
                "{unit} at {other} instead of {target}: {odds}.",
                unit=unit,
                other=other,
                target=target,
                odds=odds,
            )
        case Kind.ACTION:
            actions = system.commands["activate"].actions
            return Text(
                "{unit} at {target}, {better} instead of {did}: {odds}.",
                unit=unit,
                target=target,
                better=_choice_label(actions, missed.better),
                did=_choice_label(actions, missed.did),
                odds=odds,
            )
        case Kind.COVER:
            return Text(
                "{target} stopped in the open under fire from {unit}. In cover, if any was within reach: {odds}.",
                target=target,
                unit=unit,
                odds=odds,
            )


def _odds_text(missed: MissedChoice) -> Text:
    was, best = missed.was, missed.best
    if missed.likelier:
        return Text(
            "chance of harm {best} % instead of {was} %", best=round(100 * best.some), was=round(100 * was.some)
        )
    off, less = Decimal(str(round(best.takes, 1))), Decimal(str(round(was.takes, 1)))
    return Text("{best:.1f} strength lost on average instead of {was:.1f}", best=off, was=less)


def _choice_label(choices: tuple[Choice, ...], code: str) -> Text:
    return next((Heading(one.label) for one in choices if one.code == code), Typed(code))
