"""Fire at figures: Firing, Suppression, Cover, Weapons and Personal Armour, paragraph by paragraph."""

from __future__ import annotations

from data.folders import load_file
from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.page import COVERS, IGNORES_COVER, LEVELS, SMALL_ARMS, WEAPONS, pool
from tests.rules.fubar.table import expect_refusal, labels, needs_and_dice, outcome, play, shot, unit

# Firing: one die per Fire Point, expertise or better hits.


@for_each("level", LEVELS)
def test_expertise_hits(level: str) -> None:
    need = LEVELS[level]
    facts = shot((2, "infantry_rifle"), attacker=unit(level))
    assert needs_and_dice("fire", facts)["to_hit"] == (Need(need), 2)
    assert outcome("fire", facts, [need - 1, need])["hits"] == 1


@for_each("weapon", WEAPONS)
def test_one_die_per_fire_point_up_to_its_range(weapon: str) -> None:
    reach, points = WEAPONS[weapon]
    crew = 2 if weapon == "heavy_mg" else 1
    facts = shot((1, weapon), attacker=unit("seasoned", crew), distance=reach)
    assert pool(facts)[1] == points
    expect_refusal("fire", facts | {"distance": reach + 0.1}, "No weapon reaches")


def test_the_table_has_every_weapon_of_the_page() -> None:
    rows = load_file("fubar", "weapons")
    assert set(rows) == {*WEAPONS, "assault_rifle"}
    assert {name for name, row in rows.items() if row.get("small")} == set(SMALL_ARMS)
    assert {name for name, row in rows.items() if row.get("ignores_cover")} == set(IGNORES_COVER)


@for_each(("distance", "dice"), [(0, 4), (12, 4), (12.01, 2), (13, 2), (24, 2)])
def test_assault_rifles_have_two_fire_points_up_to_12_inches(distance: float, dice: int) -> None:
    assert pool(shot((2, "assault_rifle"), distance=distance))[1] == dice


def test_all_weapons_that_reach_fire_in_one_roll() -> None:
    facts = shot((4, "infantry_rifle"), (1, "lmg"), (1, "smg"), distance=17)
    assert needs_and_dice("fire", facts) == {"to_hit": (Need(5), 7)}
    assert "out of range (16″)" in ENGLISH(play("fire", facts, [1] * 7).text)


def test_weapons_of_count_nothing_do_not_fire() -> None:
    assert pool(shot((0, "smg"), (1, "pistol"), distance=8))[1] == 1
    expect_refusal("fire", shot((0, "infantry_rifle")), "No weapon fires")


# Six-sided dice: a natural 6 succeeds, a natural 1 fails.


@for_each("cover", COVERS)
@for_each("level", LEVELS)
@for_each("action", ["on_guard", "aimed_fire"])
def test_a_six_always_hits_and_a_one_never(cover: str, level: str, action: str) -> None:
    facts = shot((2, "infantry_rifle"), attacker=unit(level), cover=cover, action=action)
    assert outcome("fire", facts, [6, 1])["hits"] == 1


# Cover: the number gets worse, never worse than 6+; then Aimed Fire.


@for_each("cover", COVERS)
@for_each("level", LEVELS)
def test_cover_makes_the_number_worse_never_beyond_six(level: str, cover: str) -> None:
    need = min(6, LEVELS[level] + COVERS[cover])
    assert pool(shot(attacker=unit(level), cover=cover))[0] == Need(need)


@for_each("cover", COVERS)
@for_each("level", LEVELS)
def test_aimed_fire_adds_one_to_the_die_after_cover(level: str, cover: str) -> None:
    need = min(6, LEVELS[level] + COVERS[cover]) - 1
    assert pool(shot(attacker=unit(level), cover=cover, action="aimed_fire"))[0] == Need(need)


def test_the_ledger_says_where_the_number_comes_from() -> None:
    facts = shot((2, "infantry_rifle"), attacker=unit("green"), cover="soft", action="aimed_fire")
    [hits] = play("fire", facts, [1, 1]).played.steps
    needed = [(line.value, line.rule) for line in hits.throw.ledger if line.of == "needed"]
    assert needed == [(6, "Units › Training"), (1, "Cover"), (-1, "Cover"), (-1, "Activation")]


@for_each("weapon", IGNORES_COVER)
def test_flamethrowers_and_cannons_ignore_cover(weapon: str) -> None:
    facts = shot((1, weapon), distance=8, cover="hard")
    assert needs_and_dice("fire", facts) == {"to_hit_ignoring_cover": (Need(5), WEAPONS[weapon][1])}


def test_weapons_that_ignore_cover_roll_second() -> None:
    facts = shot((1, "flamethrower"), (2, "infantry_rifle"), distance=8, cover="moderate")
    assert list(needs_and_dice("fire", facts).items()) == [
        ("to_hit", (Need(6), 2)),
        ("to_hit_ignoring_cover", (Need(5), 4)),
    ]
    assert labels(play("fire", facts, [1] * 6)) == ["to hit", "to hit, ignoring cover"]
    assert outcome("fire", facts, [6, 5, 5, 5, 4, 1])["hits"] == 3


def test_at_the_edge_of_its_cover_or_not_to_be_hit() -> None:
    expect_refusal("fire", shot(cover="soft", target_at_edge=False), "2″ of the edge")
    assert pool(shot(cover="none", target_at_edge=False))[1] == 1


@for_each(("distance", "allowed"), [(6, True), (6.1, False), (10, False)])
def test_inside_one_area_of_cover_up_to_6_inches(distance: float, allowed: bool) -> None:
    facts = shot(cover="soft", same_area=True, target_at_edge=False, distance=distance)
    if allowed:
        assert pool(facts) == (Need(6), 1)
    else:
        expect_refusal("fire", facts, "within 6″")


def test_cover_blocks_sight_through_it() -> None:
    expect_refusal("fire", shot(sight="blocked"), "sight is blocked")


# Actions of the target: Duck and Weave, Gone to Ground.


@for_each(("cover", "need"), [("none", 5), ("soft", 5), ("moderate", 6), ("hard", 6)])
def test_duck_and_weave_is_soft_cover_if_better_than_none(cover: str, need: int) -> None:
    facts = shot(attacker=unit("veteran"), cover=cover, target_action="duck_and_weave")
    assert pool(facts)[0] == Need(need)


@for_each(("cover", "need"), [("none", 4), ("soft", 6), ("moderate", 6), ("hard", 6)])
def test_gone_to_ground_raises_cover_by_one_level(cover: str, need: int) -> None:
    facts = shot(attacker=unit("veteran"), cover=cover, target_action="gone_to_ground")
    assert pool(facts)[0] == Need(need)


@for_each(("cover", "label"), [("soft", "moderate cover"), ("moderate", "hard"), ("hard", "hard cover")])
def test_gone_to_ground_names_the_level_reached(cover: str, label: str) -> None:
    [hits] = play("fire", shot(cover=cover, target_action="gone_to_ground"), [1]).played.steps
    assert any(label in ENGLISH(line.why) for line in hits.throw.ledger)
