"""The odds of an assault with several weapons, against an independent count die by die."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tests.rows import for_each
from tests.rules.openfire_ww2.table import chances, squad, summed, tank, weapon
from tests.rules.openfire_ww2.test_assault_weapons import armed, sides

Chances = dict[Any, Fraction]


class Kind(NamedTuple):
    """Teams with one weapon: dice a team, faces of six that hit, faces that kill."""

    teams: int
    rof: int
    hit: int
    kill: int


def _die(kind: Kind) -> Iterator[tuple[int, int, Fraction]]:
    """Return the result of one die to hit and its die to kill: kills, sixes, chance."""
    hit, kill = Fraction(kind.hit, 6), Fraction(kind.kill, 6)
    yield 0, 0, 1 - hit * kill
    yield 1, 0, hit * (kill - Fraction(1, 6))
    yield 1, 1, hit / 6


def _law(dice: Sequence[tuple[Kind, int]]) -> Chances:
    """Kills and natural sixes of so many dice of each kind, die by die."""
    found: Chances = {(0, 0): Fraction(1)}
    for kind, n in dice:
        for _ in range(n):
            after: Chances = {}
            for ((kills, sixes), p), (kill, six, q) in product(found.items(), _die(kind)):
                key = kills + kill, sixes + six
                after[key] = after.get(key, Fraction(0)) + p * q
            found = after
    return found


def _by_men(kinds: Sequence[Kind], men: int) -> list[tuple[Kind, int]]:
    """Men take up the weapons one after the other."""
    manned = [kind for kind in kinds for _ in range(kind.teams)][:men]
    return [(kind, kind.rof) for kind in manned]


def _by_guns(kinds: Sequence[Kind], gone: int) -> list[tuple[Kind, int]]:
    """The main weapon goes first."""
    return [(kind, kind.rof) for kind in [kind for kind in kinds for _ in range(kind.teams)][gone:]]


Dice = Callable[[int, int], list[tuple[Kind, int]]]


def _fight_odds(mine: Dice, theirs: Dice, shots: Dice, size: int, other: int) -> Chances:
    """Return the losses of both sides and True for contact; `mine` and the others are dice by losses and by sixes."""
    ends: Chances = {}

    def add(key: tuple[int, int, str], p: Fraction) -> None:
        ends[key] = ends.get(key, Fraction(0)) + p

    for (kills, sixes), p in _law(shots(0, 0)).items():
        lost = min(kills, size)
        if lost == size:
            add((lost, 0, "stopped"), p)
            continue
        for (blows, hurt), q in _law(mine(lost, sixes)).items():
            down = min(blows, other)
            back = _law(theirs(down, hurt)) if down < other else {(0, 0): Fraction(1)}
            for (struck, _), r in back.items():
                add((min(lost + struck, size), down, "contact"), p * q * r)
    return ends


FIELDS = ("attacker_casualties", "defender_casualties", "charge")
STEADY = {"states": ["holds_the_line"]}


def _equal(facts: dict[str, Any], counted: Chances, **rulings: Any) -> None:
    assert sum(counted.values()) == 1
    assert summed(chances("assault", facts, **rulings), *FIELDS) == counted


def test_odds_of_squads_with_several_weapons_equal_a_count_die_by_die() -> None:
    """WPN 5 on TRN 5 hits on 4+; PEN 4 kills ARM 4 on 4+, PEN 7 on 3+."""
    weak, strong = (weapon(rof=2), 1), (weapon(pen=7), 2)
    mine, theirs = [Kind(1, 2, 3, 3), Kind(2, 1, 3, 4)], [Kind(2, 1, 3, 4), Kind(1, 2, 3, 3)]
    facts = sides(
        armed(squad(men=3), weak, strong, **STEADY),
        armed(squad(men=2), strong, weak, **STEADY),
    )
    back: Dice = lambda lost, _: _by_men(theirs, 2 - lost)  # noqa: E731
    counted = _fight_odds(lambda lost, _: _by_men(mine, 3 - lost), back, back, 3, 2)
    _equal(facts, counted)


@for_each(("facing", "kills"), [("front", (3, 2)), ("side", (4, 2))])
def test_odds_of_tanks_that_lose_their_guns_equal_a_count_die_by_die(facing: str, kills: tuple[int, int]) -> None:
    """WPN 5 on TRN 5 hits on 4+; PEN 7 kills ARM 7 on 4+ and ARM 6 on 3+, PEN 4 on 5+ both."""
    main, other = weapon(pen=7), weapon(rof=2)
    facts = sides(
        armed(tank(hp=2), (main, 1), (other, 1)),
        armed(tank(hp=2), (main, 1), (other, 1), facing=facing),
    )
    mine, theirs = [Kind(1, 1, 3, kills[0]), Kind(1, 2, 3, kills[1])], [Kind(1, 1, 3, 3), Kind(1, 2, 3, 2)]
    back: Dice = lambda _, gone: _by_guns(theirs, gone if facing == "front" else 0)  # noqa: E731
    _equal(facts, _fight_odds(lambda _, gone: _by_guns(mine, gone), back, back, 2, 2))


def test_odds_against_the_unarmed_equal_a_count_die_by_die() -> None:
    facts = sides(armed(squad(men=3), (weapon(rof=2), 1), (weapon(pen=7), 2)), armed(tank(hp=2), facing="rear"))
    mine = [Kind(1, 2, 3, 3), Kind(2, 1, 3, 4)]
    _equal(facts, _fight_odds(lambda lost, _: _by_men(mine, 3 - lost), lambda *_: [], lambda *_: [], 3, 2))


def test_odds_with_one_die_a_man_equal_a_count_die_by_die() -> None:
    """Six men of two teams: three dice each; when one has fallen, three and two."""
    facts = sides(
        armed(squad(), (weapon(rof=4), 1), (weapon(pen=7), 1), **STEADY),
        armed(squad(men=1), (weapon(), 1), **STEADY),
    )
    mine: Dice = lambda lost, _: [(Kind(1, 1, 3, 3), 3), (Kind(1, 1, 3, 4), 3 - lost)]  # noqa: E731
    alone: Dice = lambda lost, _: [(Kind(1, 1, 3, 3), 1 - lost)]  # noqa: E731
    _equal(facts, _fight_odds(mine, alone, alone, 6, 1), melee_rof="one")
