"""Texts for tests: one of every kind, and random ones of any depth."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import strategies as st

from rules.kernel.request import Request
from rules.kernel.text import (
    NOTHING,
    Heading,
    Joined,
    Listed,
    Note,
    Plural,
    Role,
    Secret,
    Sentence,
    Term,
    Text,
    Typed,
    UnitRef,
)
from rules.kernel.wording import LAST

BLAST = Request("act", action="blast", unit=("u1",), distance=(Decimal("1.5"),), count=2)
KINDS: list[Text] = [
    NOTHING,
    Text("{n} hits on {unit}", n=2, unit=Role("target", article=True)),
    Plural("{n} hit", "{n} hits", 0),
    Term("heavy_mg"),
    Term("heavy_mg", 0),
    Term("casualties", 1, plural=True),
    UnitRef("u1"),
    Role("target 2"),
    Typed("The Old Guard"),
    Secret("4 LMG", "u3"),
    Note(Text("Is anybody else near?"), "asks", Text("Blast"), BLAST),
    Note(Text("Move it away."), "table"),
    Listed(["a", 2, Term("lmg")], "or"),
    Joined([Text("Moved."), Text("Fired.")], "; "),
    Sentence(Text("nobody is hit")),
    Heading(Text("smoke {label}", label="A")),
]

WORDS = st.text(max_size=6)
NUMBERS = st.integers(-300, 300)
DECIMALS = st.decimals(allow_nan=False, allow_infinity=False)
ROLES = st.sampled_from(["attacker", "target", "target 2"])
ALONE = st.one_of(
    st.builds(Text, WORDS),
    st.builds(Term, WORDS, st.none() | NUMBERS, st.booleans()),
    st.builds(UnitRef, WORDS),
    st.builds(Role, ROLES, st.booleans()),
    st.builds(Typed, WORDS),
)


def _around(inner: st.SearchStrategy[Text]) -> st.SearchStrategy[Text]:
    """Return texts that contain such texts, typed words and numbers."""
    value = inner | WORDS | NUMBERS | DECIMALS
    values = st.dictionaries(st.sampled_from(["n", "unit", "self", "msgid"]), value, max_size=3)
    return st.one_of(
        st.builds(lambda values: Text(" ".join(f"{{{name}}}" for name in values), **values), values),
        st.builds(
            lambda n, values: Plural("{n} one", "{n} many", n, **{**values, "n": n}),
            NUMBERS,
            values,
        ),
        st.builds(Secret, value, WORDS),
        st.builds(Note, value, st.sampled_from(["asks", "table"]), st.none() | value, st.none() | st.just(BLAST)),
        st.builds(Listed, st.lists(value, max_size=3), st.sampled_from(sorted(LAST))),
        st.builds(Joined, st.lists(value, max_size=3), WORDS),
        st.builds(Sentence, value),
        st.builds(Heading, value),
    )


TEXTS = st.recursive(ALONE, _around, max_leaves=8)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["decimal", "values", *(field for text in KINDS for field in text.fields)]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
"""Any JSON value, in place of a text."""
