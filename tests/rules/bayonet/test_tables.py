"""Tables read from data, and the rulings with their options."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from data.folders import tables
from rules.bayonet.tables import BayonetTables
from rules.kernel.errors import BadFacts
from rules.kernel.resolve import ruleset_of
from rules.kernel.serialise import rulings_json
from tests.rows import for_each
from tests.rules.bayonet.table import SYSTEM


def test_tables_hold_the_pages_numbers() -> None:
    found = BayonetTables.model_validate(tables("bayonet"))
    assert list(found.quality.values()) == [-1, 0, 1, 2]
    assert (found.officer, found.ring, found.suppressed_move) == (1, -3, 2)
    assert list(found.opportunity.values()) == [-1, -2]
    assert list(found.into_combat.values()) == [-1, -2]


@for_each("missing", ["quality", "officer", "ring", "opportunity", "into_combat", "fates"])
def test_a_table_that_is_missing_is_refused(missing: str) -> None:
    whole = tables("bayonet")
    del whole[missing]
    with pytest.raises(ValidationError):
        BayonetTables.model_validate(whole)


def test_rulings_are_the_pages() -> None:
    found = {ruling["name"]: ruling for ruling in rulings_json(SYSTEM)}
    assert {name: ruling["default"] for name, ruling in found.items()} == {
        "results": "graded",
        "aid_each": 1,
        "aid_max": 3,
        "stray_dice": "target_player",
        "suppressed_lasts": "own_bound",
        "armour_against_psi": "counts",
        "area_stray": "once_a_shot",
        "shot_range": "asked",
    }
    assert [name for name, ruling in found.items() if not ruling["house"]] == ["stray_dice"]
    assert found["aid_each"]["options"] == [0, 1, 2, 3]
    assert found["aid_max"]["options"] == [0, 1, 2, 3, 4, 5, 6]


@for_each(("name", "value"), [("aid_each", 4), ("aid_max", 7), ("results", "harsh"), ("stray_dice", "bot")])
def test_a_ruling_has_its_options_and_no_others(name: str, value: object) -> None:
    with pytest.raises(BadFacts, match=name):
        ruleset_of(SYSTEM, {name: value})
