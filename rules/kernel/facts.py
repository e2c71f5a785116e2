"""Building blocks of facts models: strict types with the bounds that all systems share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from rules.kernel.errors import BadFacts
from rules.kernel.request import split_code
from rules.kernel.text import N_, NOTHING, Joined, Listed, Term, Text, Typed, inches_text
from rules.kernel.text import Value as TextValue
from rules.kernel.text_json import KeptText

M = TypeVar("M", bound=BaseModel)


class Facts(BaseModel):
    """The root of all facts models: no unknown fields, no silent conversions, immutable."""

    # Built at its first use: most evenings are played with one system.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class _Length:
    """The marker of a length."""


MOST_MEASURED = 1_000_000
"""Inches; a greater number cannot be a measurement and is shown as it was given."""
MOST_PLACES = 30
"""Decimal places; a number with more, such as 1e-999999999, is shown as it was given, not written out."""
LENGTH = _Length()
"""Annotation of a number that is a length in inches, shown and typed in the units of the reader's table."""


def is_length(model: type[BaseModel], *path: str | int) -> bool:
    """True if the value at `path` in a model (names of fields and indices of lists) is a length."""
    models, fields = [model], list[FieldInfo]()
    for name in (part for part in path if isinstance(part, str)):
        fields = [one.model_fields[name] for one in models if name in one.model_fields]
        models = [kind for one in fields for kind in _component_types(one.annotation) if isinstance(kind, type)]
        models = [kind for kind in models if issubclass(kind, BaseModel)]
    kinds = [kind for one in fields for kind in _component_types(one.annotation)]
    return any(LENGTH in one.metadata for one in fields) or any(
        LENGTH in getattr(kind, "__metadata__", ()) for kind in kinds
    )


def value_text(model: type[BaseModel], value: object, *path: str) -> Text:
    """Return the value at `path` in a model as a text: a length as one, any other value as a term."""
    if isinstance(value, int | float | Decimal) and is_length(model, *path):
        return inches_text(Decimal(str(value)))
    return Term(str(value))


def _component_types(annotation: object) -> list[object]:
    """Return a type and all types that it is made of."""
    return [annotation, *(kind for one in get_args(annotation) for kind in _component_types(one))]


def _parse_decimal(value: object) -> object:
    """Convert a number to exactly the decimal that was written; reject text and truth values."""
    if isinstance(value, float):
        return Decimal(repr(value))
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return Decimal(value)
    raise ValueError(Text("give a number"))


def _to_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


Count = Annotated[int, Field(strict=True, ge=0, le=100)]
"""A count: 0 to 100."""

Models = Annotated[int, Field(strict=True, ge=0, le=100)]
"""A number of figures: 0 to 100."""

Modifier = Annotated[int, Field(strict=True, ge=-10, le=10)]
"""A modifier of a die: -10 to 10."""

Flag = Annotated[bool, Field(strict=True)]
"""A fact that is strictly True or False, never a number or a word."""

WholeInches = Annotated[int, Field(ge=1), LENGTH]
"""A distance of whole inches in a table, 1 or more."""

Inches = Annotated[
    Decimal,
    BeforeValidator(_parse_decimal),
    Field(ge=0, le=1000, allow_inf_nan=False),
    LENGTH,
    PlainSerializer(_to_number, return_type=int | float, when_used="json"),
]
"""A distance in inches, 0 to 1000, exact to the decimal that was written."""


def validate(model: type[M], given: Mapping[str, object]) -> M:
    """Validate `given`; raise BadFacts with one sentence per fault, each naming its field."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        faults = [(one["loc"], _fault_sentence(one, is_length(model, *one["loc"]))) for one in _true_faults(error)]
        raise BadFacts([_name_field(".".join(map(str, at)), said) for at, said in faults]) from None


def located_faults(error: ValidationError, most: int | None = None) -> list[tuple[tuple[str | int, ...], Text]]:
    """Return at most `most` faults of a model, each with its path; the sentences leave the path out."""
    return [(fault["loc"], _fault_sentence(fault, False)) for fault in _true_faults(error)[:most]]


def require_one_of(field: str, value: str, known: Iterable[str]) -> None:
    """Raise BadFacts for a value that is not among the known ones, worded as any such fault."""
    known = list(known)
    if value not in known:
        wrong = Text("choose {expected}", expected=Listed(known, "or"))
        raise BadFacts([_name_field(field, Text("{wrong}, not {given}", wrong=wrong, given=_shorten_value(value)))])


def _name_field(field: str, wrong: Text) -> Text:
    return Text("{field}: {wrong}", field=field, wrong=wrong) if field else wrong


def _true_faults(error: ValidationError) -> list[ErrorDetails]:
    """Return the faults, without "too short" where it only means that the one item given is at fault."""
    found = error.errors(include_url=False)
    where = {fault["loc"][:at] for fault in found for at in range(len(fault["loc"]))}
    return [fault for fault in found if not (fault["type"] == "too_short" and fault["loc"] in where)]


SENTENCES: Mapping[str, str] = {
    "missing": N_("missing"),
    "extra_forbidden": N_("no such field"),
    "greater_than_equal": N_("at least {ge}"),
    "greater_than": N_("more than {gt}"),
    "less_than_equal": N_("at most {le}"),
    "less_than": N_("less than {lt}"),
    "int_type": N_("give a whole number"),
    "int_parsing": N_("give a whole number"),
    "int_parsing_size": N_("give a whole number"),
    "int_from_float": N_("give a whole number"),
    "finite_number": N_("give a number"),
    "bool_type": N_("give true or false"),
    "bool_parsing": N_("give true or false"),
    "string_type": N_("give a text"),
    "string_unicode": N_("give a text"),
    "string_too_short": N_("at least {min_length} characters"),
    "string_too_long": N_("at most {max_length} characters"),
    "string_pattern_mismatch": N_("give one line of text with a letter or digit in it"),
    "literal_error": N_("choose {expected}"),
    "union_tag_not_found": N_("{discriminator} is missing"),
    "union_tag_invalid": N_("for {discriminator} choose {expected_tags}, not '{tag}'"),
    "too_short": N_("at least {min_length}"),
    "too_long": N_("at most {max_length}"),
    "tuple_type": N_("give a list"),
    "list_type": N_("give a list"),
    "dict_type": N_("give a table of fields"),
    "model_type": N_("give a table of fields"),
    "model_attributes_type": N_("give a table of fields"),
}
"""The sentence for each fault by pydantic's name; the braces hold pydantic's names of the bounds."""
_ANOTHER = N_("give another value")
_SAYS_ALL = ("missing", "extra_forbidden")


def _fault_sentence(fault: ErrorDetails, length: bool) -> Text:
    """Return the sentence for a fault, with the value that was given."""
    wrong, given = _fault_message(fault, length), fault["input"]
    if fault["type"] in _SAYS_ALL or isinstance(given, dict | list | tuple):
        return wrong
    shown: TextValue = _shorten_value(given)
    if length and isinstance(given, int | Decimal) and not isinstance(given, bool):
        places = Decimal(given).as_tuple().exponent
        if isinstance(places, int) and places >= -MOST_PLACES and 0 <= given < MOST_MEASURED:
            shown = _length_text(given)
    return Text("{wrong}, not {given}", wrong=wrong, given=shown)


def _length_text(value: int | Decimal) -> Text:
    return Text("{n:″}", n=value)


def _fault_message(fault: ErrorDetails, length: bool) -> Text:
    """Return the sentence for pydantic's fault, or the text that a validator of the model raised."""
    bounds = fault.get("ctx", {})
    match bounds.get("error"):
        case ValueError(args=(Text() as ours, *_)):
            return ours
        case ValueError() as error:
            return Typed(str(error))
        case _:
            sized = fault["type"] in ("too_short", "too_long") and isinstance(fault["input"], str)
            sentence = SENTENCES.get(f"string_{fault['type']}" if sized else fault["type"], _ANOTHER)
            return Text(sentence, **{name: _bound_value(name, value, length) for name, value in bounds.items()})


def _bound_value(name: str, value: Any, length: bool) -> TextValue:
    """Return a bound as a value of the sentence; pydantic joins permitted values with commas and "or"."""
    if length and isinstance(value, int | Decimal):
        return _length_text(value)
    if name in ("expected", "expected_tags"):
        return Listed(re.split(", | or ", value), "or")
    return value if isinstance(value, int | Decimal) else str(value)[:60]


def _shorten_value(value: object) -> str:
    """Return the given value in at most 60 characters; a number of thousands of digits becomes "…"."""
    if isinstance(value, Decimal):
        return str(value)[:60]
    if isinstance(value, int) and value.bit_length() > 200:
        return "…"
    text = json.dumps(value, default=str, ensure_ascii=False)
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 60 else text[:57] + "..."


# Facts that only a player knows.


class Choice(NamedTuple):
    """A value to choose from: a short code for the record, and its label for a player.

    `name` is its name within a sentence: a move before its inches, empty if the label includes the distance; the
    cover of a target. With `length`, the number at the end of the code is a length: `nearest_hard=6`,
    `enemy_within_12`.
    """

    code: str
    label: KeptText
    name: KeptText = NOTHING
    length: bool = False

    @property
    def typed(self) -> Text:
        """The code as typed, with a length in the reader's unit."""
        stem, inches = split_code(self.code) if self.length else (self.code, None)
        return Text("{code}", code=stem) if inches is None else Text("{code}{n:″}", code=stem, n=inches)


class Numbered(NamedTuple):
    """A number that a form may ask for in place of one choice per number.

    `stem` is the beginning of their codes, before the "="; `title` is the title of the field; `empty` is the meaning
    of an empty field.
    """

    stem: str
    title: KeptText
    empty: KeptText


class Ask(NamedTuple):
    """A fact that only a player knows: the option that takes it, the question, and its choices, if any.

    `hint` describes the input, if it is not the usual input of such an option; `parts` name the numbers in it, each of
    which has a field of its own in a form. With `seen` it is visible on the table
    alone, so the bot asks for it even for a side that it plays.
    """

    option: str
    question: KeptText
    choices: tuple[Choice, ...] = ()
    hint: KeptText = NOTHING
    seen: bool = False
    parts: tuple[KeptText, ...] = ()


class MissingFacts(BadFacts):
    """Raised for facts that the command needs and the request does not give; a form can ask for them.

    `faults` describe further gaps for which there is no form.
    """

    def __init__(self, asks: Sequence[Ask], faults: Sequence[Text] = ()) -> None:
        super().__init__([*map(_missing_text, asks), *faults])
        self.asks = tuple(asks)


def _missing_text(ask: Ask) -> Text:
    """Return the sentence for a missing fact; units to choose from appear by name."""
    named = ask.option in ("unit", "target")
    codes = Joined([choice.label if named else choice.typed for choice in ask.choices], ", ")
    if not codes:
        return Text("{option} is missing: {question}", option=Term(ask.option), question=ask.question)
    return Text(
        "{option} is missing: {question} ({codes})", option=Term(ask.option), question=ask.question, codes=codes
    )
