"""Codes that are chosen for an option of a command: what a beginning means, and what is none of them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.beginnings import begins, only
from rules.request import ASK_ME, Choice
from rules.text import Listed, Term, Text


def whole_code(said: str, codes: Sequence[str]) -> str:
    """The code that was begun, with the number behind it if any; what begins none or several stays as it is."""
    if said in codes or said == ASK_ME:
        return said
    word, mark, number = said.partition("=")
    found = only(word, dict.fromkeys(code.partition("=")[0] for code in codes) if mark else codes)
    return f"{found}{mark}{number}" if found else said


def unknown_codes(name: str, given: Sequence[str], choices: Sequence[Choice]) -> list[Text]:
    codes = [choice.code for choice in choices]
    numbered = {code.partition("=")[0] for code in codes if "=" in code}
    return [
        _not_known(name, code, codes)
        for code in given
        if code not in (*codes, ASK_ME)
        and not (code.partition("=")[0] in numbered and code.partition("=")[2].isdecimal())
    ]


def _not_known(name: str, code: str, codes: Sequence[str]) -> Text:
    """That there is no such choice, or more than one; what may be chosen as players call it."""
    meant = begins(code, codes)
    known = Listed([Term(one) for one in dict.fromkeys(one.partition("=")[0] for one in meant or codes)], "or")
    if not codes:
        return Text("{name}: leave it out, there is nothing to choose here", name=Term(name))
    if meant:
        return Text("{name}: '{code}' may be {known}", name=Term(name), code=code, known=known)
    return Text("{name}: there is no '{code}'; choose {known}", name=Term(name), code=code, known=known)
