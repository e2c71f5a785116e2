"""Texts into strings, for one reader. In English and plain here; who speaks another language or markdown overrides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from string import Formatter
from typing import Any, Literal

from rules.kernel.text import (
    N_,
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
    Value,
)

# Lengths: inches in the rules and in the record, said and typed as a table measures.

Units = Literal["inches", "cm"]
SIGN = "″"
"""Behind a number in a text it makes a length of it; as the end of a format (`{n:″}`) the bare number of one."""
CM_PER_INCH = Decimal("2.5")
_MILLIMETRE, _HALVES = Decimal("0.1"), 2
_NOISE, _PART = Decimal("0.0001"), Decimal("0.000001")


@dataclass(frozen=True, eq=False)
class Ruler:
    """What a table measures in; `printed` has the centimetres of a page that prints its own, by whole inches.

    Between two whole inches centimetres go on evenly, so that more inches are always more centimetres.
    """

    units: Units = "inches"
    printed: Mapping[int, Decimal] = field(default_factory=dict[int, Decimal])

    def said(self, inches: Decimal | int) -> Decimal | int:
        """The number for so many inches; centimetres to the millimetre that was measured, else to the half."""
        if self.units == "inches":
            return inches
        if inches < 0:
            return -self.said(-inches)
        whole = int(inches)
        low, high = self._mark(whole), self._mark(whole + 1)
        exact = (low + (inches - whole) * (high - low)).quantize(_NOISE)
        measured = exact.quantize(_MILLIMETRE)
        found = measured if exact == measured else (exact * _HALVES).quantize(Decimal(1), ROUND_HALF_UP) / _HALVES
        return int(found) if found == int(found) else found.normalize()

    def inches(self, said: Decimal) -> Decimal:
        """The inches that a number stands for."""
        return self.of_cm(said) if self.units == "cm" else said

    def of_cm(self, cm: Decimal) -> Decimal:
        """The inches that so many centimetres are, 0 or more."""
        whole = int(cm / CM_PER_INCH)
        while self._mark(whole) > cm:
            whole -= 1
        while self._mark(whole + 1) <= cm:
            whole += 1
        low, high = self._mark(whole), self._mark(whole + 1)
        part = (cm - low) / (high - low)
        return Decimal(whole) + (part if high - low == CM_PER_INCH or not part else part.quantize(_PART))

    def _mark(self, whole: int) -> Decimal:
        return self.printed.get(whole, whole * CM_PER_INCH)


INCHES = Ruler()


LAST = {"and": N_("and"), "or": N_("or"), "then": N_("then")}
"""What stands before the last of several."""


class Wording:
    """How one reader is told things: calling it with a text gives the string.

    Whatever stands before the sign ″ in a text is a length in inches, and is said by the reader's `ruler`.
    """

    ruler: Ruler = INCHES

    def __call__(self, value: Value) -> str:
        worded = _WORDED.get(type(value))
        return worded(self, value) if worded else self._of_a_kind(value)

    def _of_a_kind(self, value: Value) -> str:
        """A text of a kind derived from another, or a string or number of such."""
        for kind, worded in _WORDED.items():
            if isinstance(value, kind):
                return worded(self, value)
        raise TypeError(f"{type(value).__name__} is nothing to say")

    def filled(self, template: str, text: Text) -> str:
        """A template with the values of the text in its braces."""
        measured = self.ruler.units == "cm" and SIGN in template
        if not (text.values or measured) or not template:
            return template
        values, parts = text.values, list[str]()
        for literal, name, spec in _in_cm(template) if measured else _parsed(template):
            parts.append(literal)
            if name is not None:
                value = values[name] if isinstance(name, str) else name
                parts.append(self._value(value, spec) if spec else self(value))
        return "".join(parts)

    def _value(self, value: Value, spec: str) -> str:
        return self.number(value, spec) if isinstance(value, int | Decimal) else self(value)

    # What another wording does in its own way

    def translated(self, msgid: str) -> str:
        """A text of ours in the reader's language; it may be empty."""
        return msgid

    def many(self, code: str) -> str:
        """The English plural of a code."""
        return plural(code)

    def plural(self, one: str, many: str, n: int) -> str:
        return one if n == 1 else many

    def number(self, number: int | Decimal, spec: str) -> str:
        """A number; `spec` "+" gives it a sign, and one that ends in ″ says that it is a length. A minus is not a
        hyphen, and no number has an exponent.
        """
        if spec.endswith(SIGN):
            number, spec = self.ruler.said(number), spec[:-1]
        if not spec and type(number) is int and number >= 0:
            return str(number)
        written = spec if isinstance(number, int) or spec.endswith("f") else f"{spec}f"
        return format(number, written).replace("-", "−")

    def secret(self, text: Secret) -> str:
        """What only some readers may know."""
        return self(text.secret)

    def listed(self, items: Sequence[str], last: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.translated(LAST[last])} {items[-1]}"

    def typed(self, words: str) -> str:
        """Words that somebody typed."""
        return words

    def name(self, words: str) -> str:
        """A name that stands in a text by itself, as that of a side or of a player."""
        return self.typed(words)

    def unit(self, id: str) -> str:
        """A unit by its id."""
        return id

    def role(self, role: Role) -> str:
        """A part that no unit has taken: "attacker", "target 2", in a sentence "the attacker"."""
        words, number = numbered(role.role)
        name = f"{self.translated(words)} {number}".rstrip()
        return name if number or not role.article else self.filled(self.translated(THE), Text(THE, role=name))

    def term(self, term: Term) -> str:
        words, number = numbered(term.code)
        if term.n is None:
            return f"{self.translated(words)} {number}".rstrip()
        one, many = (
            (singular(term.code), spelled(term.code)) if term.plural else (spelled(term.code), self.many(term.code))
        )
        return self.translated(one) if one == many else self.plural(one, many, term.n)


THE = N_("the {role}")


@lru_cache(maxsize=8192)
def _parsed(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A text in pieces: what stands before each pair of braces, the name in them, and how it is written."""
    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(template))


_ONE = r"(?:[0-9]+(?:\.[0-9]+)?|\{\w+(?::[^{}]*)?\})"
_LENGTH = re.compile(rf"(?:({_ONE})–)?({_ONE}){SIGN}")


@lru_cache(maxsize=2048)
def _in_cm(template: str) -> tuple[tuple[str, str | Decimal | None, str], ...]:
    """A text in pieces for a table that measures in centimetres: its lengths ("6″", "{range}″", "{low}–{high}″") as
    numbers to be measured, the unit behind them.
    """
    pieces = _parsed(_LENGTH.sub(_marked, template))
    return tuple((before, Decimal(name) if name and name[0].isdigit() else name, spec) for before, name, spec in pieces)


def _marked(found: re.Match[str]) -> str:
    low = f"{_as_length(found[1])}–" if found[1] else ""
    return f"{low}{_as_length(found[2])} cm"


def _as_length(one: str) -> str:
    """A number or a value of a text as one that is measured: "6" is "{6:″}", "{n:+}" is "{n:+″}"."""
    name, _, spec = one.strip("{}").partition(":")
    return f"{{{name}:{spec}{SIGN}}}"


_SHORT_FORMS = {"lmg", "hmg", "mg", "smg", "saw", "rpg", "ifv", "apc", "hp", "rof"}


@lru_cache(maxsize=4096)
def numbered(code: str) -> tuple[str, str]:
    """A code in English words, and the number behind them, if any."""
    words, _, number = spelled(code).rpartition(" ")
    return (words, number) if words and number.isdecimal() else (spelled(code), "")


@lru_cache(maxsize=4096)
def spelled(code: str) -> str:
    """A code in English words, and the number behind its sign of equality."""
    code = code.replace("_", " ").replace("=", " ")
    words = [word.upper() if word in _SHORT_FORMS else word for word in code.split(" ")]
    # "at" is an anti-tank gun's only; elsewhere it is the word.
    return " ".join(
        "AT" if word == "at" and after == "gun" else word for word, after in zip(words, (*words[1:], ""), strict=True)
    )


def plural(code: str) -> str:
    """The regular English plural of a code; what already ends in s stays as it is."""
    words = spelled(code)
    if words.endswith("ife"):
        return f"{words[:-2]}ves"
    if words.endswith("man"):
        return f"{words[:-2]}en"
    if re.search("[^aeiou]y$", words):
        return f"{words[:-1]}ies"
    if words.endswith(("ch", "sh", "x")):
        return f"{words}es"
    return words if words.endswith("s") else f"{words}s"


def singular(code: str) -> str:
    """The English words of one of what a code has in the plural: `casualties` becomes "casualty"."""
    return " ".join(map(_one_of, spelled(code).split(" ")))


def _one_of(word: str) -> str:
    if word == "men":
        return "man"
    if word.endswith("ies"):
        return f"{word.removesuffix('ies')}y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word.removesuffix("es")
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def capital(words: str) -> str:
    """The words with a capital letter; the rest stays as it is."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """The words with a capital letter and a full stop."""
    return capital(words) + ("" if not words or words.endswith((".", "!", "?")) else ".")


_WORDED: Mapping[type, Callable[[Wording, Any], str]] = {
    Term: lambda words, text: words.term(text),
    UnitRef: lambda words, text: words.unit(text.unit),
    Role: lambda words, text: words.role(text),
    Typed: lambda words, text: words.typed(text.typed),
    Note: lambda words, text: words(text.note),
    Secret: lambda words, text: words.secret(text),
    Listed: lambda words, text: words.listed([words(one) for one in text.items], text.last),
    Joined: lambda words, text: text.between.join(map(words, text.joined)),
    Sentence: lambda words, text: sentence(words(text.sentence)),
    Heading: lambda words, text: capital(words(text.heading)),
    Plural: lambda words, text: words.filled(words.plural(text.msgid, text.many, text.n), text),
    Text: lambda words, text: words.filled(words.translated(text.msgid), text),
    str: lambda words, value: words.name(value),
    int: lambda words, value: words.number(value, ""),
    Decimal: lambda words, value: words.number(value, ""),
}
"""How each kind of value is said; found by its type at once, since an answer is made of hundreds of them."""

ENGLISH = Wording()
"""Plain English, for logs and for the command line of the rules."""
