"""The clocks of the sides in words: time left, time used, time waited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.game.registry import ActiveGame
from cogs.rendering.sides import signed_side
from cogs.rendering.text import Reader
from rules.game.tabletop import Clock
from rules.kernel.text import NOTHING, Joined, Term, Text, counted


def clock_lines(words: Reader, live: ActiveGame, ticks: bool = True) -> Iterator[str]:
    """Yield the time left of each side, in games with clocks; with `ticks`, Discord counts down."""
    hands = live.hands
    if live.game.clock is None or hands is None:
        return
    parts = list[str]()
    for side in live.game.sides:
        left, runs = hands.left.get(side, 0.0), side in hands.running
        if left <= 0:
            parts.append(words.say("{side}: time is up", side=side))
            continue
        time = duration(left)
        text = (
            Text("{side} {time}, running", side=side, time=time)
            if runs
            else Text("{side} {time}", side=side, time=time)
        )
        parts.append(words(text) + (f" (<t:{int(hands.at + left)}:R>)" if ticks and runs else ""))
    yield "⏱ " + " · ".join(parts)


def duration(seconds: float) -> str:
    """Return hours, minutes and seconds as a clock shows them: "1:02:03", "2:03"."""
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def time_span(seconds: float) -> str:
    """Return a span of time with its units, which no reader takes for a time of day: "1 h 2 min", "13 min 47 s"."""
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min {rest} s"


def time_left_text(live: ActiveGame, side: str, seconds: float) -> Text:
    """Return the notice about a side's clock with this many seconds left; 0 means that its time is up."""
    if not seconds:
        return Text("⏱ {side}: time is up.", side=signed_side(live.game, side))
    minutes = counted(int(seconds // 60), "minute", "minutes")
    return Text("⏱ {side} has less than {minutes} left.", side=signed_side(live.game, side), minutes=minutes)


def offline_text(seconds: float) -> Text:
    """Return the notice that no clock ran while the bot was offline."""
    minutes = int(seconds // 60)
    time = counted(minutes, "minute", "minutes")
    if minutes >= 120:
        time = counted(minutes // 60, "hour", "hours")
    return Text("⏱ I was away for {time}. The clocks did not run.", time=time)


def waited_text(waited: Mapping[str, float]) -> Text:
    """Return the sides that were waited for before an entry, and for how long."""
    return Joined([Text("⏱ {side} {time}", side=side, time=duration(time)) for side, time in waited.items()], ", ")


def time_lines(clock: Clock, sides: Sequence[str]) -> list[Text]:
    """Return the time used by each side, by kind of command, longest first."""
    found: list[Text] = []
    for side in sides:
        kinds = sorted(clock.spent.get(side, {}).items(), key=lambda one: -one[1])
        on = [Text("{command} {time}", command=Term(kind), time=duration(seconds)) for kind, seconds in kinds[:6]]
        what = Text(": {kinds}", kinds=Joined(on, ", ")) if on else NOTHING
        spent, left = clock.used_seconds(side), clock.remaining_seconds(side)
        used, given = duration(spent), duration(spent + left)
        found.append(Text("⏱ {side}: {used} of {given}{what}", side=side, used=used, given=given, what=what))
    return found
