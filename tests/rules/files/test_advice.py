"""Values of a playable file that have no effect: faults for its author, but not for games that have the file."""

from __future__ import annotations

from cogs.rendering.text import Reader
from data.texts import language
from rules.command.system import Board
from rules.files.advice import unread_translations
from rules.files.file_system import FileSystem
from rules.files.system import digest_of, read_files, read_system
from rules.game.game import Game
from rules.kernel.wording import Wording
from tests.rules.files.test_faults import TEXTS
from tests.rules.files.test_read_system import faults

USELESS = (
    TEXTS["tiny"].replace('units = [{ type = "guards" }]', 'units = [{ type = "guard" }]')
    + """
[action.test]
title = "Test"
topic = "smoke"
then = [
    { roll = "test", check = "skill", by = "unit", dice = 2, as = "won", failed = "{unit} fails" },
    { roll = "sum", add = "skill", by = "unit", as = "total", failed_marks = { tired = 1 } },
]

[states]
tired = { by_hand = true, set_by = "a test", effect = "none" }

[phrases.places]
house = "in {n} houses"

[topics.smoke]
title = "smoke"
section = "Smoke"
text = "It hides."
rulings = ["nothing"]

[texts.de]
"smoke" = "Nebel"
"Smok" = "Rauch"
"""
)
VARIANT = 'base = "tiny"\n[system]\nkey = "club"\nname = "Club"\n[texts.de]\n"Duel" = "Zweikampf"\n'


def test_useless_values_are_faults_of_a_new_file() -> None:
    assert [one.removeprefix("club.toml, line ") for one in faults(USELESS)] == [
        '32: forces.guards.units: there is no "guard"; did you mean "guards"?',
        "38: action.test.then: counted dice never fail: give needs, the successes to pass, or sum = true",
        '46: phrases.places.house: "n" has no value here',
        '52: topics.smoke.rulings: there is no "nothing"',
        '56: texts.de.Smok: no text of this file is "Smok"; did you mean "Smoke"?',
    ]


def test_a_force_has_units_of_its_own_beside_those_of_a_type() -> None:
    own = '{ name = "Scouts", models = 3, profile = { skill = 3 } }'
    text = TEXTS["tiny"].replace('units = [{ type = "guards" }]', f'units = [{{ type = "guards" }}, {own}]')
    club = read_system(text.encode(), "club.toml")
    assert [one["name"] for one in club.rows.forces["guards"].units[1:]] == ["Scouts"]


def test_a_variant_is_not_blamed_for_the_useless_values_of_its_base() -> None:
    """Its base was accepted before."""
    kept = read_files([USELESS.encode()], "tiny.toml", kept=True)
    files = [USELESS.replace('rulings = ["nothing"]\n', "").encode(), VARIANT.encode()]
    club = read_files(files, "club.toml")
    assert (kept.key, club.key, club.files) == ("tiny", "club", tuple(files))
    assert club.digest == digest_of(files)
    assert list(unread_translations(kept, wording)) == [
        '  line 55: the bot has "smoke" itself, as "Rauch"; reword it for your own'
    ]
    assert list(unread_translations(club, wording)) == []


def wording(code: str, system: FileSystem) -> Wording:
    return Reader(language(code), Board.of(Game(), system), markdown=False)


def test_a_file_is_the_same_as_the_last_of_its_files() -> None:
    alone = read_system(TEXTS["tiny"].encode(), "tiny.toml")
    assert (alone.files, alone.digest) == ((TEXTS["tiny"].encode(),), digest_of(alone.files))
