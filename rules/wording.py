"""Texts into strings, for one reader. In English and plain here; who speaks another language or markdown overrides."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from string import Formatter

from rules.text import N_, Heading, Joined, Listed, Plural, Role, Sentence, Term, Text, Typed, UnitRef, Value

LAST = {"and": N_("and"), "or": N_("or"), "then": N_("then")}
"""What stands before the last of several."""


class Wording:
    """How one reader is told things: calling it with a text gives the string."""

    def __call__(self, value: Value) -> str:
        match value:
            case Text():
                return self._text(value)
            case str():
                return self.typed(value)
            case _:
                return self.number(value, "")

    def _text(self, text: Text) -> str:
        match text:
            case Term():
                return self.term(text)
            case UnitRef():
                return self.unit(text.unit)
            case Role():
                return self.role(text)
            case Typed():
                return self.typed(text.typed)
            case Listed():
                return self.listed([self(one) for one in text.items], text.last)
            case Joined():
                return text.between.join(map(self, text.joined))
            case Sentence():
                return sentence(self(text.sentence))
            case Heading():
                return capital(self(text.heading))
            case Plural():
                return self._filled(self.plural(text.msgid, text.many, text.n), text)
            case _:
                return self._filled(self.translated(text.msgid), text)

    def _filled(self, template: str, text: Text) -> str:
        if not text.values or not template:
            return template
        return "".join(
            literal if name is None else literal + self._value(text.values[name], spec)
            for literal, name, spec in _parsed(template)
        )

    def _value(self, value: Value, spec: str) -> str:
        return self.number(value, spec) if isinstance(value, int | Decimal) else self(value)

    # What another wording does in its own way

    def translated(self, msgid: str) -> str:
        """A text of ours in the reader's language; it may be empty."""
        return msgid

    def plural(self, one: str, many: str, n: int) -> str:
        return one if n == 1 else many

    def number(self, number: int | Decimal, spec: str) -> str:
        """A number; `spec` "+" gives it a sign. A minus is not a hyphen, and no number has an exponent."""
        written = spec if isinstance(number, int) or spec.endswith("f") else f"{spec}f"
        return format(number, written).replace("-", "−")

    def listed(self, items: Sequence[str], last: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.translated(LAST[last])} {items[-1]}"

    def typed(self, words: str) -> str:
        """Words that somebody typed."""
        return words

    def unit(self, id: str) -> str:
        """A unit by its id."""
        return id

    def role(self, role: Role) -> str:
        """A part that no unit has taken: "attacker", "target 2", in a sentence "the attacker"."""
        words, number = numbered(role.role)
        name = f"{self.translated(words)} {number}".rstrip()
        return name if number or not role.article else self._filled(self.translated(THE), Text(THE, role=name))

    def term(self, term: Term) -> str:
        words, number = numbered(term.code)
        if term.n is None:
            return f"{self.translated(words)} {number}".rstrip()
        one, many = (
            (singular(term.code), spelled(term.code)) if term.plural else (spelled(term.code), plural(term.code))
        )
        return self.translated(one) if one == many else self.plural(one, many, term.n)


THE = N_("the {role}")


@lru_cache(maxsize=8192)
def _parsed(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A text in pieces: what stands before each pair of braces, the name in them, and how it is written."""
    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(template))


_SHORT_FORMS = {"lmg", "hmg", "mg", "smg", "saw", "rpg", "ifv", "apc", "hp", "rof"}


@lru_cache(maxsize=4096)
def numbered(code: str) -> tuple[str, str]:
    """A code in English words, and the number behind them, if any."""
    words, _, number = spelled(code).rpartition(" ")
    return (words, number) if words and number.isdecimal() else (spelled(code), "")


@lru_cache(maxsize=4096)
def spelled(code: str) -> str:
    """A code in English words."""
    words = [word.upper() if word in _SHORT_FORMS else word for word in code.replace("_", " ").split(" ")]
    # "at" is an anti-tank gun's only; elsewhere it is the word.
    return " ".join(
        "AT" if word == "at" and after == "gun" else word for word, after in zip(words, (*words[1:], ""), strict=True)
    )


def plural(code: str) -> str:
    """The English words of several such things; what already ends in s stays as it is."""
    words = spelled(code)
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


ENGLISH = Wording()
"""Plain English, for logs and for the command line of the rules."""
