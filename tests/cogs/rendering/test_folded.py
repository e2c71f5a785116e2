"""The board states common facts once."""

from __future__ import annotations

from cogs.rendering.folded import Fold, NamedLine, fold_lines
from tests.cogs.table import Table


def test_equal_units_share_a_line_and_different_ones_have_their_own() -> None:
    lines = [NamedLine("Section", " 8/8", 8), NamedLine("HMG", " 2/2", 2), NamedLine("Section 2", " 8/8", 8)]
    lines += [NamedLine("Section 3", " 8/8", 7), NamedLine("Section 4", " 8/8", 8), NamedLine("card 9", " · hidden")]
    lines += [NamedLine("card 10", " · hidden")]
    first, hmg, hurt, *cards = fold_lines(lines)
    assert first == Fold("Section", (1, 2, 4), " 8/8", names=("Section", "Section 2", "Section 4"))
    assert not Fold("Section", (1, 2, 4), "").is_consecutive
    assert [one.name for one in (hmg, hurt, *cards) if isinstance(one, NamedLine)] == [
        *("HMG", "Section 3", "card 9", "card 10")
    ]
    assert Fold("Section", (1, 2, 3), "").is_consecutive


def test_a_number_of_four_digits_at_the_end_of_a_name_counts_and_no_other() -> None:
    def folded(*names: str) -> list[Fold | NamedLine]:
        return fold_lines([NamedLine(name, "", 1) for name in names])

    assert folded("A", "A 9999") == [Fold("A", (1, 9999), "", names=("A", "A 9999"))]
    alone = ("A", "A 10000", "B", "B2", "C 2x", "C", "7", "Line\nbreak")
    assert folded(*alone) == [NamedLine(name, "", 1) for name in alone]
    assert folded("D\nE 2", "D\nE") == [Fold("D\nE", (1, 2), "", names=("D\nE", "D\nE 2"))]


async def test_a_board_of_twenty_alike_is_a_line_and_does_not_show_the_actions_of_the_last_turn(demo: Table) -> None:
    await demo.done(demo.ann, "/unit add", name="Section", profile="regular_section", side="Red", count=20)
    told = await demo.done(demo.ann, "/game board")
    assert sum("Section" in line for line in told.lines) == 1
    assert any("Section 1–20" in line for line in told.lines)
    await demo.done(demo.ann, "/activate", unit="Marines", action="aimed_fire", dice="6")
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    assert "fired" in (await demo.done(demo.ann, "/game board")).text
    await demo.anyway(demo.ann, "/turn next")
    assert "fired" not in (await demo.done(demo.ann, "/game board")).text
