"""Bands of distance: the inches of each, its name, and the value that is typed for it."""

from __future__ import annotations

from decimal import Decimal

from rules.command.movement import MOST, Band, bands_of_width, up_to
from rules.kernel.wording import ENGLISH
from tests.rows import for_each


def of(*limits: float) -> tuple[Band, ...]:
    return up_to([Decimal(str(one)) for one in limits])


@for_each(
    ("bands", "inches", "nth"),
    [
        (of(6, 24), 0, 0),
        (of(6, 24), 6, 0),
        (of(6, 24), 6.1, 1),
        (of(6, 24), 24, 1),
        (of(6, 24), 24.1, None),
        (bands_of_width(8, 24), 0, 0),
        (bands_of_width(8, 24), 7.9, 0),
        (bands_of_width(8, 24), 8, 1),
        (bands_of_width(8, 24), 23.9, 2),
        (bands_of_width(8, 24), 24, None),
    ],
)
def test_the_edge_belongs_to_the_band_below_of_ranges_and_to_the_next_of_equal_bands(
    bands: tuple[Band, ...], inches: float, nth: int | None
) -> None:
    assert [at for at, band in enumerate(bands) if band.contains(Decimal(str(inches)))] == (
        [] if nth is None else [nth]
    )


@for_each(
    ("band", "called", "typed"),
    [
        (of(6, 24)[0], "up to 6″", "6in"),
        (of(6, 24)[1], "over 6″, up to 24″", "24in"),
        (of(1.5)[0], "up to 1.5″", "1.5in"),
        (bands_of_width(8, 24)[0], "under 8″", "0in"),
        (bands_of_width(8, 24)[1], "8″ to under 16″", "8in"),
    ],
)
def test_a_band_is_called_by_its_ends_and_typed_as_the_end_that_belongs_to_it(
    band: Band, called: str, typed: str
) -> None:
    assert (ENGLISH(band.label), band.typed_distance) == (called, typed)
    assert band.contains(band.inches)


def test_ranges_are_sorted_each_once_and_none_of_nothing() -> None:
    assert [(band.low, band.high) for band in up_to([24, 6, 24, 0])] == [(0, 6), (6, 24)]
    assert up_to([]) == ()


def test_a_shot_of_more_bands_than_a_menu_holds_is_measured() -> None:
    assert len(up_to(range(1, MOST + 1))) == MOST
    assert up_to(range(1, MOST + 2)) == ()
    assert len(bands_of_width(1, MOST)) == MOST
    assert bands_of_width(1, MOST + 1) == ()
