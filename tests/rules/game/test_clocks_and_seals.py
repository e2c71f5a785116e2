"""Seals on the table: placed, ready, opened; and clocks that are set or corrected."""

from __future__ import annotations

from rules.game.clocks_and_seals import ClockSet, OpenedSeal, SealLaid, SealsOpened, SealsReady
from rules.game.tabletop import Seal, seal_digest
from tests.rules.game.test_game import after

MINE, YOURS = (
    SealLaid(seal=Seal(by="1", digest="aa", side="red")),
    SealLaid(seal=Seal(by="2", digest="bb", side="blue")),
)


def test_a_seal_is_ready_once_its_author_says_so_and_no_other_is() -> None:
    game = after(MINE, YOURS, SealsReady(digests=("aa", "gone")))
    assert {digest: seal.ready for digest, seal in game.seals.items()} == {"aa": True, "bb": False}
    assert game.seals["aa"].by == "1"


def test_an_opened_seal_is_sealed_no_more_and_one_that_is_gone_stops_no_other() -> None:
    game = after(MINE, YOURS, SealsOpened(opened=(OpenedSeal(digest="gone"), OpenedSeal(digest="aa", text="4"))))
    assert list(game.seals) == ["bb"]


def test_any_reader_can_compute_the_digest_of_an_opened_seal() -> None:
    """Stored games hold digests: the way they are made stays. `printf 'salt|4 points' | sha256sum` makes this one."""
    assert seal_digest("salt", "4 points") == "536d81a6785751a0c82735f5da31028b96624a8ecaa97aff8d16ac78ee5018cb"


def test_correcting_the_clock_of_a_side_leaves_the_other_clock_unchanged() -> None:
    clock = after(ClockSet(seconds=900, increment=10), ClockSet(seconds=60, side="red")).clock
    assert clock is not None
    assert (clock.remaining_seconds("red"), clock.remaining_seconds("blue"), clock.increment) == (60, 900, 10)


def test_no_clock_is_put_right_where_there_are_none_and_no_seconds_are_no_clocks() -> None:
    assert after(ClockSet(seconds=60, side="red")).clock is None
    assert after(ClockSet(seconds=900), ClockSet(seconds=0)).clock is None


def test_a_side_without_a_second_left_still_has_its_clock() -> None:
    clock = after(ClockSet(seconds=900), ClockSet(seconds=0, side="red")).clock
    assert clock is not None
    assert (clock.remaining_seconds("red"), clock.set_by) == (0, 1)
