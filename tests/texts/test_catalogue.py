"""A language's file is read without Babel, with the same result."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from data.texts import FOLDER, languages
from data.texts.__main__ import with_obsolete
from data.texts.catalogue import read_catalogue

SMALL = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

#: bot/errors.py
#, python-brace-format
msgid ""
"A \"long\" text,\n"
"in two lines"
msgstr ""
"Ein „langer“ Text,\n"
"in \\zwei\\ Zeilen"

msgid "1 model"
msgid_plural "{n} models"
msgstr[0] "model"
msgstr[1] "modele"
msgstr[2] "modeli"

msgid "nothing yet"
msgstr ""

#, fuzzy
msgid "a guess"
msgstr "Vermutung"

msgid "after the guess"
msgstr "danach"

#~ msgid "reworded"
#~ msgstr ""
#~ "früher "
#~ "anders"

#~ msgid "after the guess"
#~ msgstr "früher danach"
"""


@pytest.mark.parametrize("code", [*languages(), "pl"])
def test_every_text_is_the_one_that_babel_finds(code: str) -> None:
    content = SMALL.encode() if code == "pl" else (FOLDER / f"{code}.po").read_bytes()
    read = with_obsolete(read_po(BytesIO(content), locale=code.replace("-", "_"), abort_invalid=True))
    found, theirs = read_catalogue(content.decode()), _by_babel(read)
    assert len(found.texts) + len(found.forms) >= 4
    numbers = range(30) if code == "pl" else (0, 1, 2)
    for message in (one for one in read if one.id):
        single, many = message.id if isinstance(message.id, tuple) else (str(message.id), str(message.id))
        # Before Python 3.12, its own `gettext` finds no text that is counted.
        assert found.gettext(single) == (
            theirs.gettext(single) if isinstance(message.id, str) else theirs.ngettext(single, many, 1)
        )
        assert [found.ngettext(single, many, n) for n in numbers] == [theirs.ngettext(single, many, n) for n in numbers]


def _by_babel(read: Catalog) -> GNUTranslations:
    made = BytesIO()
    write_mo(made, read)
    made.seek(0)
    return GNUTranslations(made)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('msgid "half', "line 3 is no part of a text"),
        ('"of nothing"', "line 3 is no part of a text"),
        (r'msgid "\q"', "line 3 has an invalid escape"),
    ],
    ids=["cut", "alone", "escape"],
)
def test_a_damaged_file_names_the_line(line: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_catalogue(f"\n# a remark\n{line}\n")
