"""Luck: the rolls of each player in the battles, counted by hand, for the side whose dice they were."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.record.luck import HandLuck, LuckReport
from data import system_of
from rules.game.entry import Entry
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.roll_kinds import KINDS
from rules.kernel.text import Text
from tests.bot.fought import SYSTEMS, entries_of
from tests.bot.playing import ANN, BOB, CYD, call, fire, start_demo, undo_last
from tests.bot.services.record.added_up import luck_of


async def report(system: str, player: str | None = None, kind: str | None = None) -> LuckReport:
    return luck_of(await entries_of(system), system_of(system), player, kind)


def hand(report: LuckReport, side: str, hands: str) -> HandLuck:
    [found] = [hand for one in report.sides if one.side == side for hand in one.hands if hand.hands == hands]
    return found


def by_kind(hand: HandLuck) -> dict[tuple[str, bool], tuple[int, int, Fraction]]:
    return {(one.kind, one.added): (one.luck.dice, one.luck.got, one.luck.expected) for one in hand.kinds}


async def test_the_bots_dice_of_red_in_fubar() -> None:
    """Counted from the transcript: to hit 8 at 6+, 5 at 5+, 3 and 4 at 4+, then 5 and 5 in hand to hand at 4+."""
    found = hand(await report("fubar"), "Red", "bot")
    hit = Fraction(8, 6) + Fraction(5, 3) + Fraction(7, 2) + 5
    assert by_kind(found) == {
        ("to_hit", False): (30, 14, hit),
        ("saves", False): (5, 1, Fraction(4, 6) + Fraction(1, 3)),
        ("activation", False): (4, 3, Fraction(2, 3) + Fraction(5, 6) + Fraction(1, 6) + Fraction(2, 3)),
        ("to_kill", True): (6, 6, 3 * Fraction(91, 36)),
    }
    assert found.successes is not None
    assert found.successes[:2] == (39, 18)
    assert found.points is not None
    assert found.points.chance is None


def test_a_roll_without_a_side_is_one_of_the_side_that_acted() -> None:
    """As in games of the first versions; the dice of an entry without a side belong to none."""
    roll = RecordedRoll(key="to_hit", label=Text("to hit"), by="attacker", sides=6, faces=(6, 1), source="bot")
    play = Play(action="fire", facts={}, throws=(roll,))
    entries = [
        Entry(number=n, command="fire", by="1", at=0, plays=(play,), side=side) for n, side in ((1, "Red"), (2, None))
    ]
    found = luck_of(entries, system_of("fubar"))
    assert [(one.side, hand.hands, hand.kinds[0].luck.dice) for one in found.sides for hand in one.hands] == [
        ("Red", "bot", 2),
        ("", "bot", 2),
    ]


async def test_tests_of_two_dice_are_one_success_or_none() -> None:
    """Terror in the second World War: the Conscripts at 4 or less twice, others at 6, 6, 7, 8; one passed."""
    found = by_kind(hand(await report("openfire_ww2", kind="morale"), "Blue", "bot"))
    chances = {4: 6, 6: 15, 7: 21, 8: 26}
    dice, got, expected = found["morale", False]
    assert (dice, got) == (12, 2)
    assert expected == Fraction(chances[8] + 2 * chances[4] + 3 * chances[6], 36)


async def test_bayonet_adds_points() -> None:
    found = by_kind(hand(await report("bayonet"), "Blue", "own"))
    assert found["to_hit", True] == (3, 11, Fraction(21, 2))  # 6 and 3 of the Gunner, the gas's 2
    assert found["saves", True] == (9, 21, Fraction(63, 2))  # the Chief's 2 against the Engineer among them


@pytest.mark.parametrize("system", SYSTEMS)
async def test_every_die_that_counts_is_counted_once(system: str) -> None:
    """Dice that are looked up in a table, such as the direction of a scatter, are left out."""
    entries, throws = await entries_of(system), system_of(system).throws
    gone = {entry.undoes for entry in entries if entry.undoes is not None}
    dice = {True: 0, False: 0}
    for entry in entries:
        for play in entry.plays:
            for throw in play.throws:
                if entry.number in gone or throws.of(throw).better is not None:
                    dice[entry.number in gone] += len(throw.faces)
    found = await report(system)
    assert (found.dice, found.undone) == (dice[False], dice[True])


@pytest.mark.parametrize("system", SYSTEMS)
async def test_kinds_add_up_to_all(system: str) -> None:
    whole = await report(system)
    parts = [await report(system, kind=kind) for kind in KINDS]
    assert sum(part.dice for part in parts) == whole.dice
    assert sum(part.undone for part in parts) == whole.undone


@pytest.mark.parametrize("system", SYSTEMS)
async def test_the_order_of_rolls_does_not_matter(system: str) -> None:
    entries = list(await entries_of(system))
    seats = [one for one in entries if any(isinstance(event, PlayerSeated) for event in one.events)]
    others = [one for one in entries if one not in seats]
    turned = luck_of([*seats, *reversed(others)], system_of(system))
    assert sorted(map(repr, turned.sides)) == sorted(map(repr, (await report(system)).sides))


@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_side_with_one_player_is_that_player(system: str) -> None:
    entries = await entries_of(system)
    seats = {
        event.player.side: event.player for one in entries for event in one.events if isinstance(event, PlayerSeated)
    }
    whole = await report(system)
    for side in whole.sides:
        mine = await report(system, seats[side.side].id)
        assert [one.hands for one in mine.sides] == [side.hands]


async def test_those_who_share_a_side_answer_for_it_together(services: Services) -> None:
    """A save against another player's shot counts for all players of the side; a player's own shot counts for that
    player only.
    """
    await start_demo(services)
    shot = (await fire(services, "Marines", "Technical", situation=("front",))).entry
    live = (await services.numbers.of_channel(call())).live
    entries = await services.record.entries.all(live.info.id)
    cyd = Player(id=CYD.id, name=CYD.name, side="Blue")
    joined = shot.model_copy(update={"number": 0, "plays": (), "events": (PlayerSeated(player=cyd),)})
    both = [*entries[:-1], joined, shot]
    shares = {who.name: luck_of(both, live.system, who.id).dice for who in (ANN, BOB, CYD)}
    saves = sum(len(one.faces) for one in shot.plays[0].throws if one.key == "vehicle_saves")
    every = sum(len(one.faces) for one in shot.plays[0].throws)
    assert saves
    assert shares == {"Ann": every - saves, "Bob": saves, "Cyd": saves}


# Refusals


async def test_a_player_who_never_rolled(services: Services) -> None:
    await start_demo(services)
    await fire(services)
    with pytest.raises(Refusal, match="has rolled no dice in this game"):
        await services.numbers.luck(call(), "bob")
    with pytest.raises(Refusal, match="has not played in this game"):
        await services.numbers.luck(call(), "Dan")


async def test_no_such_kind_and_no_such_die(services: Services) -> None:
    await start_demo(services)
    with pytest.raises(Refusal, match="No dice have been rolled yet"):
        await services.numbers.luck(call())
    await fire(services)
    with pytest.raises(Refusal, match="There is no kind of roll"):
        await services.numbers.luck(call(), kind="luck")
    with pytest.raises(Refusal, match="No such die has been rolled"):
        await services.numbers.luck(call(), kind="morale")
    assert (await services.numbers.luck(call(), kind="To hit"))[2].dice


async def test_dice_that_were_all_taken_back(services: Services) -> None:
    await start_demo(services)
    await services.seats.leave(call(BOB))
    await fire(services)
    await undo_last(services)
    with pytest.raises(Refusal, match="in undone entries"):
        await services.numbers.luck(call())
