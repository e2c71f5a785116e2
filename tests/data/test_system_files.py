"""Sources of rule systems besides ours: a configured folder, a single file, and installed packages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from data.files import system_files
from data.folders import DataFault
from data.texts import MergedCatalogue, language
from tests.programs import ROOT, run

ONE = 'base = "battle_forge"\n[system]\nkey = "{key}"\nname = "{key} of the club"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUTANT_SYSTEMS", str(tmp_path))
    return tmp_path


def test_every_file_of_the_folder_that_is_set_is_a_system(folder: Path) -> None:
    (folder / "b.toml").write_text(ONE.format(key="second"), encoding="utf-8")
    (folder / "a.toml").write_text(ONE.format(key="first"), encoding="utf-8")
    (folder / "notes.txt").write_text("nothing", encoding="utf-8")
    assert list(system_files.__wrapped__()) == ["battle_forge", "openwar", "zombie_wargame", "first", "second"]


def test_a_variant_of_the_folder_may_be_based_on_another_one_of_it(folder: Path) -> None:
    on_club = ONE.replace("battle_forge", "club").format(key="house")
    (folder / "a.toml").write_text(f"# House rules [of the club]\n{on_club}", encoding="utf-8")
    (folder / "b.toml").write_text(ONE.format(key="club"), encoding="utf-8")
    assert list(system_files.__wrapped__()) == ["battle_forge", "openwar", "zombie_wargame", "club", "house"]


def test_files_based_on_each_other_are_reported(folder: Path) -> None:
    for key, base in (("house", "club"), ("club", "yard"), ("yard", "club")):
        text = ONE.replace("battle_forge", base).format(key=key)
        (folder / f"{key}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataFault, match=r"club\.toml: yard and club are based on each other: let one have no base"):
        system_files.__wrapped__()


def test_a_variant_without_its_base_is_reported(folder: Path) -> None:
    (folder / "house.toml").write_text(ONE.replace("battle_forge", "club").format(key="house"), encoding="utf-8")
    with pytest.raises(DataFault, match=r'house\.toml, line 1: there is no system "club" to base this on'):
        system_files.__wrapped__()


def test_a_fault_in_the_folder_is_reported_with_file_and_line(folder: Path) -> None:
    (folder / "club.toml").write_text(ONE.format(key="club") + "[weapon]\nshort = 3\n", encoding="utf-8")
    with pytest.raises(DataFault, match=r"club\.toml, line 6: weapon\.short: write fields in braces"):
        system_files.__wrapped__()


def test_two_systems_with_one_key_are_refused(folder: Path) -> None:
    (folder / "club.toml").write_bytes(system_files()["battle_forge"].content)
    with pytest.raises(DataFault, match="there are rules with the key battle_forge already"):
        system_files.__wrapped__()


def test_a_missing_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUTANT_SYSTEMS", str(tmp_path / "nowhere"))
    with pytest.raises(DataFault, match=r"nowhere: this cannot be read \(No such file or directory\)"):
        system_files.__wrapped__()


def test_a_file_of_a_package_beside_us_is_played(tmp_path: Path) -> None:
    """Its forces, words and opponent are found like those of any file."""
    (tmp_path / "clubrules.py").write_text(f"CLUB = {ONE.format(key='club').encode()!r}", encoding="utf-8")
    of = tmp_path / "clubrules-1.dist-info"
    of.mkdir()
    (of / "METADATA").write_text("Metadata-Version: 2.1\nName: clubrules\nVersion: 1\n", encoding="utf-8")
    (of / "entry_points.txt").write_text("[adjutant.systems]\nclub = clubrules:CLUB\n", encoding="utf-8")
    talk = "import asyncio; from bot.simulation.runner import transcript; print(asyncio.run(transcript({!r})))"
    script = "Ann: /game demo system:club\nAnn: /initiative dice:6 1\nAnn: /activate unit:Storm troop"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    done = run("-c", talk.format(script), env=env, fresh=True)
    assert "club of the club demo" in done.stdout, done.stderr
    assert "Storm troop has 2 actions left" in done.stdout


def test_battle_forge_is_at_most_220_lines_in_all_but_units_and_forces() -> None:
    """Issue 43: rules of one page stay a file of one page."""
    table, lines = "", list[str]()
    for line in system_files()["battle_forge"].content.decode().splitlines():
        table = line.strip("[]").partition(".")[0] if line.startswith("[") else table
        lines += [line] if table not in ("units", "forces") else []
    assert len(lines) > 100
    assert len(lines) <= 220


def test_a_file_brings_words_of_its_own_for_a_language_and_changes_none_of_ours() -> None:
    german = language("de").texts
    both = MergedCatalogue(german, {"Guards of the mill": "Mühlenwache", "Shoot": "Ballern"})
    assert both.gettext("Guards of the mill") == "Mühlenwache"
    assert both.gettext("Shoot") == german.gettext("Shoot") == "Schießen"
    assert both.gettext("nobody says this") == "nobody says this"
