"""A system file becomes a system; its faults are reported as sentences, each with a line number."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.systems import SYSTEMS
from rules.command.rank import rank
from rules.files.file_system import FileSystem
from rules.files.source import MOST_BYTES, UnreadableSource, source
from rules.files.system import read_files, read_system
from rules.kernel.errors import BadFacts
from rules.kernel.resolve import ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.battle_forge.cases import fire
from tests.rules.table import Sitting

FILE = Path(__file__).parents[3] / "data" / "systems" / "battle_forge.toml"
TEXT = FILE.read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    """Return the faults of a file, in English."""
    with pytest.raises(BadFacts) as caught:
        read_system(text.encode(), "club.toml")
    return [ENGLISH(one) for one in caught.value.faults]


def test_a_file_in_the_folder_of_systems_is_listed_as_a_system() -> None:
    listed = {one.key: one.name for one in SYSTEMS if isinstance(one, FileSystem) and one.files}
    names = {"battle_forge": "Battle Forge", "openwar": "OpenWar", "zombie_wargame": "Zombie Wargame"}
    assert listed == names


def test_a_system_keeps_the_bytes_of_its_file_and_their_hash() -> None:
    system = read_system(TEXT.encode(), "club.toml")
    assert system.content == TEXT.encode()
    assert read_system(TEXT.encode() + b"\n", "club.toml").digest != system.digest


def test_an_unknown_name_is_reported_with_its_line_and_the_nearest_name() -> None:
    text = TEXT.replace('when = "obscured and', 'when = "obscurd and')
    line = text[: text.index("obscurd")].count("\n") + 1
    assert faults(text) == [
        f'club.toml, line {line}: modifier.behind_terrain.when: "obscurd" is not known here; did you mean "obscured"?'
    ]


def test_all_faults_are_reported_at_once_by_line() -> None:
    text = TEXT.replace('"models * weapon.attacks"', '"models * weapon.atacks"').replace(
        'when = "across"', 'when = "acros"'
    )
    found = faults(text)
    assert found[0].partition(": ")[2].startswith('modifier.over_terrain.when: "acros" is not known here')
    assert any('weapon has no "atacks"; did you mean "attacks"?' in one for one in found)
    lines = [int(one.split("line ")[1].split(":")[0]) for one in found]
    assert lines == sorted(lines)


def test_invalid_toml_is_reported_with_its_line() -> None:
    (found,) = faults(TEXT.replace("die = 10", "die = = 10"))
    line = TEXT[: TEXT.index("die = 10")].count("\n") + 1
    assert found.startswith(f"club.toml, line {line}: a value is a whole number")


def test_one_name_is_a_list_of_one() -> None:
    """Authors may write a single name as a plain string where a list of names is needed."""
    text = TEXT.replace('asks = ["across"]', 'asks = "across"').replace(
        'on = ["strength"], when', 'on = "strength", when'
    )
    assert 'asks = "across"' in text
    assert (
        read_system(text.encode(), "club.toml").actions["fight"].facts.model_fields.keys()
        == read_system(TEXT.encode(), "club.toml").actions["fight"].facts.model_fields.keys()
    )


def test_a_file_that_was_accepted_before_is_not_refused_for_words_without_effect() -> None:
    """Games that began with it continue, although the check is newer."""
    text = TEXT.replace("[demo]", '[texts.de]\n"Stormtroop" = "Sturmtrupp"\n\n[demo]')
    text = text.replace('aim = "models_lost"', 'aim = "nerve"').encode()
    with pytest.raises(BadFacts, match="Stormtroop"):
        read_system(text, "club.toml")
    kept = read_files([text], "club.toml", kept=True)
    shot = Sitting(kept).play("fire", fire(), [10, 10])
    assert rank(kept, ruleset_of(kept), play_of(shot, {})) is None, "a test is no number to compare"
    on_it = text.replace(b'key = "battle_forge"', b'key = "club"')
    variant = b'base = "club"\n[system]\nkey = "house"\nname = "House"\n'
    assert read_files([on_it, variant], "house.toml").name == "House"


@for_each(("more", "is_fine"), [(0, True), (1, False)])
def test_a_file_has_at_most_256_kilobytes(more: int, is_fine: bool) -> None:
    content = b"#" * (MOST_BYTES + more)
    if is_fine:
        assert source(content).values == {}
    else:
        with pytest.raises(UnreadableSource) as caught:
            source(content)
        assert (ENGLISH(caught.value.text), caught.value.line) == ("a system file can have at most 256 kB", 1)
