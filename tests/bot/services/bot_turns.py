"""The seat of the bot in a script: what players report of its units, and its turn in lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal

from bot.services.play.opponent_state import BotTurn, SightQuery, SightReport
from rules.kernel.text import Text
from rules.kernel.wording import Wording
from rules.opponent.sight import NOTHING_NEAR, Around, SeenEnemy


def sight_report(
    asks: SightQuery | None, inches: float | None, cover: str = "none", units: int = 0, around: Around = NOTHING_NEAR
) -> dict[str, SightReport]:
    """Return the report that all units in question see each enemy at that distance; None for unseen ones."""
    if asks is None:
        return {}
    seen = None if inches is None else SeenEnemy(Decimal(str(inches)), cover)
    return {
        unit: SightReport({foe.id: seen for foe in asks.foes}, around) for unit in (asks.unit, *asks.untold[:units])
    }


def turn_lines(turn: BotTurn, words: Wording) -> Iterator[str]:
    """Yield the way of a turn, what it asks or orders, and what the bot knows afterwards."""
    plays = turn.plays
    yield f"{', '.join(turn.path)}: reacts {turn.reacts}, left {turn.left}, {turn.nth} given"
    if turn.asks:
        foes = [foe.name for foe in turn.asks.foes]
        may, untold = ([words.unit(one) for one in ids] for ids in (turn.asks.may_react, turn.asks.untold))
        yield f"asks: which of {foes} sees {words.unit(turn.asks.unit)}? may react {may}, untold {untold}"
    if turn.chosen_order:
        yield f"orders: {turn.chosen_order.request.to_stored()} {turn.chosen_order.chosen.option.move}"
        yield from reason_lines(plays.reasons.because, plays.reasons.weighed, words)
    if turn.sides:
        yield f"struck: {[one.code for one in turn.sides]}"
    if turn.back:
        yield f"back: entry {turn.back.number}, {turn.resumed.name if turn.resumed else 'no unit'}"
    fresh, glanced = ([words.unit(one) for one in sorted(ids)] for ids in (plays.fresh, plays.glanced))
    kept = [name for name in ("order", "sided") if getattr(plays, name)]
    yield f"knows: entry {plays.number}, fresh {fresh}, glanced {glanced}, keeps {kept}, answers {plays.answering}"
    yield f"refused: {[one.option.request.to_stored() for one in plays.refused]}"
    known = {name: _sorted(one) for name, one in plays.sight.model_dump(exclude_defaults=True).items()}
    yield f"sight: {json.dumps(known, default=str)}"


def _sorted(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def reason_lines(because: Sequence[Text], weighed: Sequence[Text], words: Wording) -> Iterator[str]:
    """Yield the reasons of an order, and the first of its alternatives with their number."""
    yield from (f"~ {words(one)}" for one in because)
    yield from (f"~ first of {len(weighed)}: {words(one)}" for one in weighed[:1])
