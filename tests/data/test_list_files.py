"""Files with lists of any kind and encoding: parsed, or refused with advice on a format to save."""

from __future__ import annotations

import zipfile
from io import BytesIO
from time import process_time

import pytest

from data.list_files import MOST_UNPACKED, text_of_list
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.command.test_posted_lists import HELD_OUT, parse_list, units, unknown_names

UMLAUTS = "Schützenpanzer\nPlanetenverteidigung x10\nRegulär: größte Gruppe"


@for_each("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_text_is_read_in_the_encodings_that_people_have(encoding: str) -> None:
    content = UMLAUTS.encode(encoding)
    if encoding.startswith("utf-16-"):
        content = ("\ufeff" + UMLAUTS).encode(encoding)
    found = text_of_list(content, "list.txt")
    assert found.removeprefix("\ufeff") == UMLAUTS


@for_each("name", ["list.txt", "list.csv"])
def test_a_binary_list_is_refused_with_the_formats_to_save(name: str) -> None:
    with pytest.raises(BadFacts, match="save the list as text, CSV or JSON"):
        text_of_list(b"\x89PNG\r\n\x1a\n\0\0\0", name)


ROSTER = next(one["text"].strip() for one in HELD_OUT if one.get("ending") == "ros").replace("Bocage", "Hedgerow")


def pack_file(inside: bytes, name: str = "list.ros") -> bytes:
    found = BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, inside)
    return found.getvalue()


def test_a_roster_is_the_same_packed_or_not() -> None:
    assert text_of_list(ROSTER.encode(), "list.ros") == text_of_list(pack_file(ROSTER.encode()), "list.rosz")
    found = parse_list("openfire_ww2", text_of_list(pack_file(ROSTER.encode()), "list.rosz"))
    assert found.name == "Hedgerow"
    assert [one["type"] for one in found.units] == ["rifle_squad", "medium_tank"]


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    "<roster><forces><force><selections><selection name='&b;' type='unit'/></selections></force></forces></roster>"
)
DEEP = '<?xml version="1.0"?>' + "<a>" * 5_000 + "</a>" * 5_000


@for_each(
    ("content", "name", "said"),
    [
        (pack_file(b" " * (MOST_UNPACKED + 1)), "list.rosz", "too large when it is unpacked"),
        (pack_file(ROSTER.encode(), "list.exe"), "list.rosz", "has no roster"),
        (pack_file(ROSTER.encode())[:200], "list.rosz", "cut off or damaged"),
        (b"PK", "list.rosz", "cut off or damaged"),
        (BOMB.encode(), "list.ros", "cannot be read as a roster"),
        (ROSTER[:400].encode(), "list.ros", "cannot be read as a roster"),
        (DEEP.encode(), "list.ros", "no units of a force"),
        (b"{}", "list.json", "no units of a force"),
        (b"[" * 200_000, "list.json", "nested too deeply"),
        (b'{"units": ' * 50_000, "list.json", "nested too deeply"),
        (b"Marines x5\n" * 5_000_000, "list.txt", "too large for a list: 4 MB"),
        (b"<roster>" * 6_500_000, "list.ros", "too large for a list: 4 MB"),
        (b"PK" + b"\0" * 50_000_000, "list.rosz", "too large for a list: 4 MB"),
    ],
)
def test_bombs_and_damaged_rosters_are_refused_in_a_sentence(content: bytes, name: str, said: str) -> None:
    began = process_time()
    with pytest.raises(BadFacts) as caught:
        text_of_list(content, name)
    assert said in ENGLISH(caught.value.faults[0])
    assert process_time() - began < 0.5


def test_a_combined_unit_is_one_and_facts_common_to_all_are_not_asked() -> None:
    arms = '[{"name": "Rifle", "count": 8}, {"name": "CCW", "count": 8}]'
    half = f'"name": "Militia", "size": 8, "combined": true, "loadout": {arms}'
    text = f'{{"units": [{{"selectionId": "a", {half}}}, {{"selectionId": "b", "joinToUnit": "a", {half}}}]}}'
    found = parse_list("fubar", text_of_list(text.encode(), "list.json"))
    assert (units(found), unknown_names(found)) == (["militia, 16 models, 16 infantry_rifle"], [])
