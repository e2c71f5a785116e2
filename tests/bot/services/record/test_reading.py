"""The jobs of the reader process: the answer to each kind of file, and the faults that it names."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.services import Services
from bot.services.record.reading import (
    read_army_list,
    read_campaign,
    read_force,
    read_system_file,
    read_territories,
)
from data import system_registry
from data.files import new_system, sample_map
from rules.kernel.text_json import read_text
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import call

FORCE = {"name": "Watch", "system": "fubar", "units": [{"type": "militia", "name": "Able", "models": 5}]}
TOML = b'name = "Watch"\nsystem = "fubar"\nunits = [{ type = "militia", name = "Able", models = 5 }]\n'
LIST = b"Watch [200 pts]\n5x Militia [100 pts]\n"


def _faults(found: Any) -> list[str]:
    return [ENGLISH(read_text(one)) for one in found["faults"]]


@pytest.mark.parametrize(
    ("content", "name"), [(TOML, "watch.toml"), (json.dumps(FORCE).encode(), "watch.JSON"), (TOML, "watch")]
)
def test_a_force_is_read_from_toml_or_json_by_its_name(content: bytes, name: str) -> None:
    found = read_force(content, name)
    assert list(found) == ["force"]
    assert {key: found["force"][key] for key in FORCE} == FORCE


def test_a_text_and_an_exported_roster_are_lists_of_units_with_their_lines() -> None:
    assert read_force(LIST, "watch.TXT") == {"list": LIST.decode()}
    units = [{"name": "Militia", "number": 5, "type": "unit"}]
    roster = {"roster": {"name": "Watch", "forces": [{"selections": units}]}}
    found = read_force(json.dumps(roster).encode(), "watch.json")
    assert list(found) == ["list"]
    assert "Militia" in found["list"]
    assert "force" not in read_force(b"<?xml version='1.0'?><roster/>", "watch")


def test_more_faults_than_twenty_are_counted() -> None:
    def force(faults: int) -> bytes:
        return json.dumps({**FORCE, **{f"wrong_{n:02}": 1 for n in range(faults)}}).encode()

    assert [len(_faults(read_force(force(n), "f.json"))) for n in (1, 20, 21)] == [1, 20, 21]
    assert _faults(read_force(force(20), "f.json"))[-1] != "… and 0 more faults"
    assert _faults(read_force(force(22), "f.json"))[-1] == "… and 2 more faults"


def test_a_map_is_read_from_toml_or_json() -> None:
    lands = sample_map().model_dump(mode="json")
    assert read_territories(json.dumps(lands).encode(), "map.json") == {"map": lands}
    assert _faults(read_territories(b"territories = 1", "map.toml")) == [
        "map.toml: name: missing",
        "map.toml: territories: give a table of fields, not 1",
    ]


def test_a_list_is_read_with_the_words_of_its_system_and_those_explained() -> None:
    asked: dict[str, Any] = {"system": "fubar", "learned": {}, "files": []}
    plain = read_army_list(LIST, asked)["reading"]
    learned = read_army_list(b"5x Wombles [100 pts]\n", {**asked, "learned": {"wombles": "unit militia"}})["reading"]
    assert plain != learned
    own = read_army_list(b"Squad", {**asked, "system": "club", "files": [new_system("club")]})
    system_registry.forget_all()
    assert list(own) == ["reading"]


async def test_a_campaign_is_checked_and_refused_with_its_sentence(services: Services) -> None:
    await camp.campaign(services)
    file = await services.campaign_files.export(call(), CAMPAIGN)
    assert read_campaign(file, None) == {}
    refused = read_campaign(file.replace(b"Long war", b"Short war"), None)["refused"]
    said = "This file was changed after the export. Use it as it was exported."
    assert ENGLISH(read_text(refused)) == said


def test_a_rule_file_has_a_key_and_its_faults_have_lines() -> None:
    asked: dict[str, Any] = {"name": "club.toml", "below": []}
    assert read_system_file(new_system("club").encode(), asked) == {"key": "club"}
    base = new_system("base", "fubar")
    variant = b'base = "base"\n[system]\nkey = "clubs"\nname = "Clubs"\n'
    assert read_system_file(variant, {**asked, "below": [base]}) == {"key": "clubs"}
    assert _faults(read_system_file(b"[system", asked)) == [
        "club.toml, line 1: write a table as one name in brackets, such as [units.line_squad]"
    ]
