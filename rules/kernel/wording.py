"""Conversion of texts into strings for one reader: plain English here; subclasses add languages and markdown."""

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

# Lengths: inches in the rules and in the record, shown and typed in the units of the table.

Units = Literal["inches", "cm"]
SIGN = "″"
"""Marks the number before it as a length; at the end of a format (`{n:″}`) it gives the bare number of a length."""
CHOICE = re.compile(r"([^|{}]*)\|([^|{}]*)")
"""The word for one and the word for more, as the format of a number in a text of a system file: "wound|wounds"."""
CM_PER_INCH = Decimal("2.5")
_MILLIMETRE, _HALVES = Decimal("0.1"), 2
_NOISE, _PART = Decimal("0.0001"), Decimal("0.000001")


@dataclass(frozen=True, eq=False)
class Ruler:
    """The unit of length of a table; `printed` maps whole inches to the centimetres that the rules print, if any.

    Between two whole inches, centimetres are interpolated, so that more inches are always more centimetres.
    """

    units: Units = "inches"
    printed: Mapping[int, Decimal] = field(default_factory=dict[int, Decimal])

    def said(self, inches: Decimal | int) -> Decimal | int:
        """Return the number for a length; centimetres are exact to the millimetre, or else to the nearest half."""
        if self.units == "inches":
            return inches
        if inches < 0:
            return -self.said(-inches)
        whole = int(inches)
        low, high = self._printed_length(whole), self._printed_length(whole + 1)
        exact = (low + (inches - whole) * (high - low)).quantize(_NOISE)
        measured = exact.quantize(_MILLIMETRE)
        found = measured if exact == measured else (exact * _HALVES).quantize(Decimal(1), ROUND_HALF_UP) / _HALVES
        return int(found) if found == int(found) else found.normalize()

    def inches(self, said: Decimal) -> Decimal:
        """Return the inches for a number in the units of the table."""
        return self.to_inches(said) if self.units == "cm" else said

    def to_inches(self, cm: Decimal) -> Decimal:
        """Return the inches for a number of centimetres, 0 or more."""
        whole = int(cm / CM_PER_INCH)
        while self._printed_length(whole) > cm:
            whole -= 1
        while self._printed_length(whole + 1) <= cm:
            whole += 1
        low, high = self._printed_length(whole), self._printed_length(whole + 1)
        part = (cm - low) / (high - low)
        return Decimal(whole) + (part if high - low == CM_PER_INCH or not part else part.quantize(_PART))

    def _printed_length(self, whole: int) -> Decimal:
        return self.printed.get(whole, whole * CM_PER_INCH)


INCHES = Ruler()
LAST = {"and": N_("{first} and {last}"), "or": N_("{first} or {last}"), "then": N_("{first}, then {last}")}
"""Words before the last item of a list."""


class Wording:
    """Texts in the language of one reader: a call with a text returns the string.

    A number before the sign ″ in a text is a length in inches, converted by the reader's `ruler`.
    """

    ruler: Ruler = INCHES

    def __call__(self, value: Value) -> str:
        worded = _WORDED.get(type(value))
        if worded:
            return worded(self, value)
        for kind, worded in _WORDED.items():  # of a derived type
            if isinstance(value, kind):
                return worded(self, value)
        raise TypeError(f"{type(value).__name__} is nothing to say")

    def filled(self, template: str, text: Text) -> str:
        """Fill a template with the values of the text; the "'s" after a value in -s becomes an apostrophe."""
        measured = self.ruler.units == "cm" and SIGN in template
        if not (text.values or measured) or not template:
            return template
        values, parts = text.values, list[str]()
        for literal, name, spec in _split_for_cm(template) if measured else _split_template(template):
            is_plural = literal.startswith("'s") and "".join(parts)[-1:] in ("s", "S")
            parts.append(f"'{literal[2:]}" if is_plural else literal)
            if name is not None:
                value = values[name] if isinstance(name, str) else name
                if choice := spec and CHOICE.fullmatch(spec):
                    parts.append(choice[1 if value == 1 else 2])
                elif spec and isinstance(value, int | Decimal):
                    parts.append(self.number(value, spec))
                else:
                    parts.append(self(value))
        return "".join(parts)

    # Methods for subclasses to override

    def translated(self, msgid: str) -> str:
        """Return a text of the bot in the reader's language; it may be empty."""
        return msgid

    def many(self, code: str) -> str:
        """Return the English plural of a code."""
        return plural_of(code)

    def plural(self, one: str, many: str, n: int) -> str:
        return one if n == 1 else many

    def number(self, number: int | Decimal, spec: str) -> str:
        """Format a number without an exponent, and with a minus sign instead of a hyphen.

        `spec` "+" adds a sign; a spec that ends in ″ marks a length.
        """
        if spec.endswith(SIGN):
            number, spec = self.ruler.said(number), spec[:-1]
        if not spec and type(number) is int and number >= 0:
            return str(number)
        written = spec if isinstance(number, int) or spec.endswith("f") else f"{spec}f"
        return format(number, written).replace("-", "−")

    def secret(self, text: Secret) -> str:
        """Return a text that only some readers may know."""
        return self(text.secret)

    def listed(self, items: Sequence[str], last: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return self.translated(LAST[last]).format(first=", ".join(items[:-1]), last=items[-1])

    def typed(self, words: str) -> str:
        """Return words that a player typed."""
        return words

    def name(self, words: str) -> str:
        """Return a name that is a whole value by itself, such as the name of a side or of a player."""
        return self.typed(words)

    def unit(self, id: str) -> str:
        """Return a unit by its id."""
        return id

    def role(self, role: Role) -> str:
        """Return a part that no unit has taken: "attacker", "target 2"; within a sentence, "the attacker"."""
        words, number = split_number(role.role)
        name = f"{self.translated(words)} {number}".rstrip()
        return name if number or not role.article else self.filled(self.translated(THE), Text(THE, role=name))

    def term(self, term: Term) -> str:
        words, number = split_number(term.code)
        if term.n is None:
            return f"{self.translated(words)} {number}".rstrip()
        one, many = (
            (singular_of(term.code), spell_code(term.code))
            if term.plural
            else (spell_code(term.code), self.many(term.code))
        )
        return self.translated(one) if one == many else self.plural(one, many, term.n)


THE = N_("the {role}")


@lru_cache(maxsize=8192)
def _split_template(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a template into pieces: the text before each pair of braces, the name in them, and the format."""
    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(template))


_ONE = r"(?:[0-9]+(?:\.[0-9]+)?|\{\w+(?::[^{}]*)?\})"
_LENGTH = re.compile(rf"(?:{_ONE}–)?{_ONE}{SIGN}")
_VALUE = re.compile(r"\{?([\w.]+)(?::([^{}]*))?\}?")
"""A number or a value within a length: "6" becomes "{6:″}", "{n:+}" becomes "{n:+″}"."""


@lru_cache(maxsize=2048)
def _split_for_cm(template: str) -> tuple[tuple[str, str | Decimal | None, str], ...]:
    """Split a template into pieces for a table that measures in centimetres.

    Its lengths ("6″", "{range}″", "{low}–{high}″") become numbers to convert, followed by the unit.
    """
    marked = _LENGTH.sub(lambda found: _VALUE.sub(rf"{{\1:\2{SIGN}}}", found[0].removesuffix(SIGN)) + " cm", template)
    pieces = _split_template(marked)
    return tuple((before, Decimal(name) if name and name[0].isdigit() else name, spec) for before, name, spec in pieces)


_SHORT_FORMS = {"lmg", "hmg", "mg", "smg", "saw", "rpg", "ifv", "apc", "hp", "rof"}


@lru_cache(maxsize=4096)
def split_number(code: str) -> tuple[str, str]:
    """Split a code into English words and the number after them, if any."""
    words, _, number = spell_code(code).rpartition(" ")
    return (words, number) if words and number.isdecimal() else (spell_code(code), "")


@lru_cache(maxsize=4096)
def spell_code(code: str) -> str:
    """Return a code in English words, with the number after its equals sign."""
    code = code.replace("_", " ").replace("=", " ")
    words = [word.upper() if word in _SHORT_FORMS else word for word in code.split(" ")]
    # "at" means anti-tank only before "gun"; elsewhere it is the ordinary word.
    return " ".join(
        "AT" if word == "at" and after == "gun" else word for word, after in zip(words, (*words[1:], ""), strict=True)
    )


def plural_of(code: str) -> str:
    """Return the regular English plural of a code; a word that ends in s is unchanged."""
    words = spell_code(code)
    if words.endswith("ife"):
        return f"{words[:-2]}ves"
    if words.endswith("man"):
        return f"{words[:-2]}en"
    if re.search("[^aeiou]y$", words):
        return f"{words[:-1]}ies"
    if words.endswith(("ch", "sh", "x")):
        return f"{words}es"
    return words if words.endswith("s") else f"{words}s"


def singular_of(code: str) -> str:
    """Return the English singular of a code in the plural: `casualties` becomes "casualty"."""
    return " ".join(map(_singular_word, spell_code(code).split(" ")))


def _singular_word(word: str) -> str:
    if word == "men":
        return "man"
    if word.endswith("ies"):
        return f"{word.removesuffix('ies')}y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word.removesuffix("es")
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def capitalise(words: str) -> str:
    """Capitalise the first letter; leave the rest unchanged."""
    return words[:1].upper() + words[1:]


def make_sentence(words: str) -> str:
    """Add a capital letter and a full stop."""
    return capitalise(words) + ("" if not words or words.endswith((".", "!", "?")) else ".")


_WORDED: Mapping[type, Callable[[Wording, Any], str]] = {
    Term: lambda words, text: words.term(text),
    UnitRef: lambda words, text: words.unit(text.unit),
    Role: lambda words, text: words.role(text),
    Typed: lambda words, text: words.typed(text.typed),
    Note: lambda words, text: words(text.note),
    Secret: lambda words, text: words.secret(text),
    Listed: lambda words, text: words.listed([words(one) for one in text.items], text.last),
    Joined: lambda words, text: text.between.join(map(words, text.joined)),
    Sentence: lambda words, text: make_sentence(words(text.sentence)),
    Heading: lambda words, text: capitalise(words(text.heading)),
    Plural: lambda words, text: words.filled(words.plural(text.msgid, text.many, text.n), text),
    Text: lambda words, text: words.filled(words.translated(text.msgid), text),
    str: lambda words, value: words.name(value),
    int: lambda words, value: words.number(value, ""),
    Decimal: lambda words, value: words.number(value, ""),
}
"""Wording of each kind of value, by type; a table, because an answer consists of hundreds of values."""

ENGLISH = Wording()
"""Plain English, for logs and for the command line of the rules."""
