"""The fields of profiles and weapons, and the facts of actions, in the tables of a system file."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from rules.files.action_shape import Code, Key, Said, Words
from rules.kernel.rows import Row
from rules.kernel.text import Text


class FieldRow(Row):
    """A number or word of a profile or of a weapon."""

    takes_any_word: ClassVar[bool] = False

    name: Words
    kind: Literal["score", "count", "inches", "flag", "word"] = "score"
    least: int = Field(default=0, ge=-100, le=1000)
    most: int | None = Field(default=None, ge=0, le=1000)
    words: tuple[Key, ...] = Field(default=(), max_length=25)
    default: int | bool | str | None = None
    about: Said | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> FieldRow:
        if self.kind == "word" and not (self.words or self.takes_any_word):
            raise ValueError(Text("give the words to choose from: {example}", example='words = ["light", "heavy"]'))
        fits, value = {"flag": type(self.default) is bool, "word": self.default in self.words}, str(self.default)
        if self.default is not None and not fits.get(self.kind, type(self.default) is int):
            raise ValueError(Text('"{value}" is no {kind}: give another default', value=value, kind=self.kind))
        return self


class FactRow(FieldRow):
    """A fact: a number, one of some `numbers`, a word, which may be any without `words`, or the record `of` a name.

    With `most` it is a list of at most so many records. A fact that is left out has its `default`, or the value under
    `usual` for the word of another fact, such as "target.cover". An `optional` one is missing or empty then, any other
    must be given.
    """

    takes_any_word = True

    numbers: tuple[Annotated[int, Field(ge=0, le=1000)], ...] = Field(default=(), max_length=12)
    of: Key | None = None
    optional: bool = False
    usual: dict[str, dict[Code, int | str]] = Field(default_factory=dict[str, dict[str, int | str]], max_length=1)

    @model_validator(mode="after")
    def _is_one_kind(self) -> FactRow:
        if self.of and (self.words or self.numbers or self.usual or self.default is not None):
            raise ValueError(Text("a record has no words, numbers or default: its facts have them"))
        return self

    @property
    def is_list(self) -> bool:
        return bool(self.of and self.most)

    def fits(self, kind: object) -> bool:
        """True if a value of an expression, a number or one of some words, can be this fact."""
        if not isinstance(kind, frozenset):
            return self.kind != "word" and not self.of
        return self.kind == "word" and not (self.words and kind.isdisjoint(self.words))


class RecordRow(Row):
    """Facts that belong together."""

    about: Said | None = None
    facts: dict[Key, FactRow] = Field(min_length=1, max_length=20)
