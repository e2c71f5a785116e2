"""Unexplained parts of an entry: numbers, words and marks, which are asked about or marked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.command.list_arms import ArmsReading
from rules.command.list_lines import Found, ListLine, Number
from rules.command.list_patterns import DOUBT, ORGANISED
from rules.command.list_types import SHOWN
from rules.command.list_words import name_key
from rules.kernel.text import Text

SEVERAL = 6
"""Most squads that a force plausibly has."""
_SHARE = re.compile(r"(?<!\S)\d{1,2}/\d{1,2}(?!\S)")
"""A fraction such as 3/4, which is not the name of a vehicle."""
_MANY = 10
"""Number of models from which it must be explained, if fewer than half as many weapons are counted."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|[“„][^“”"]*[”“"]')


class ExplainedReading(ArmsReading):
    """An entry whose words and numbers all have to be explained."""

    def _explain_numbers(self, count: int, given: Mapping[str, Any]) -> None:
        """Note a number that is not a count, models, weapons, points or a trait of the unit as a fault."""
        if self.notes.unknown or self.notes.faults or not given.get("type"):
            return
        weapons = {int(one["count"]) for one in given.get("weapons", ())}
        traits = {one for one in given.get("profile", {}).values() if isinstance(one, int)}
        counts = {one for arm in self.arms for one in (arm.count, arm.each)}
        known = {1, count, given.get("models", self.base.models if self.base else 1), given.get("points")}
        known |= weapons | traits | counts | self.groups
        models = given.get("models", self.base.models if self.base else 1)
        many = max((int(one["count"]) for one in given.get("weapons", ())), default=0)
        if many > max(2 * models, SEVERAL):
            self._ask_number(many)
            return
        armed = sum(one for one in counts if one)
        if models >= _MANY and armed * 2 < models and not self._is_explained(models) and armed:
            known.discard(models)
        done = _SHARE.search(self.item.strange_words[-1].words) if self.item and self.item.strange_words else None
        if done:
            self._ask_number(done[0])
            return
        said = [*self.line.items, *(item for row in self.entry.below if not row.line.stats for item in row.line.items)]
        behind_label = self.item.begins if self.item and self.label else 0
        for item in said:
            if self.line.quality and item.costs:
                continue
            strange = next((one for one in item.numbers if one.value not in known), None)
            if strange and not (item in self.line.items and strange.begins < behind_label):
                self._ask_number(strange.value)
                return

    def _explain_words(self, given: Mapping[str, Any]) -> None:
        """Note unexplained words and marks of doubt as faults; mark the unit's name and the words left out."""
        rows = (self.entry.head, *self.entry.below)
        labels = filter(None, {self.entry.head.label, self.label})
        named = [item for said in labels for item in ListLine(self.words, said).items]
        doubts = [found.words for item in named for found in item.found_words if found.is_word("doubt")]
        said_of = [*self.line.items]
        for row in self.entry.below:  # without the name of a figure before a colon
            items = row.line.items
            said_of += items[next((at for at, item in enumerate(items) if item.behind == ":"), 0) :]
        doubts += [found.words for item in said_of for found in item.found_words if found.is_word("doubt")]
        written = [row for row in rows if not row.line.set]
        marks = [found[0] for row in written if (found := DOUBT.search(_QUOTED.sub("", row.raw)))]
        for said in dict.fromkeys((*doubts, *marks)):
            self.notes.faults.append(Text("what does “{said}” mean? Write only what is on the table", said=said))
        left = [said for row in rows for said in row.line.ignored]
        left += [one.words for item in said_of for one in item.found_words if self._is_left(one, given)]
        self.notes.assumed += [Text("“{said}” is left out", said=said[:SHOWN]) for said in left]
        item = self.item
        if item is None or self.base is None or self.guessed or self.line.name is not None:
            return
        before = self.line.items.index(item)
        if before and not self.entry.head.label and self.label:
            first = self.line.items[0].pieces[0]
            if isinstance(first, Number) and not self._is_leading(0):
                self._ask_number(first.value)
            self.notes.assumed.append(Text("“{said}” is read as a name", said=self.label))
        bound = ORGANISED.search(self.line.line[item.begins : item.ends]) is not None
        if (item.strange_words or bound) and name_key(self._unit_name()) not in self.words.learned:
            self.notes.assumed.append(
                Text(
                    "'{said}' is read as {meant}",
                    said=self._unit_name() or self.line.line[item.begins : item.ends],
                    meant=self.base.name,
                )
            )

    def _is_left(self, found: Found, given: Mapping[str, Any]) -> bool:
        """True for a trait from which no value was taken."""
        traits = [one for one in found.meanings if one.kind == "field"]
        if len(traits) < len(found.meanings):
            return False
        profile = {**(self.base.profile if self.base else {}), **given.get("profile", {})}
        taken = {(key, str(value).casefold()) for key, value in profile.items()}
        return not any(
            (one.key, one.value) in taken if one.value else one.key in given.get("profile", {}) for one in traits
        )

    def _is_leading(self, place: int) -> bool:
        """True for a number on its own before the type: "1 | MG team"."""
        items = self.line.items
        return items[place].is_number and place + 1 < len(items) and items[place + 1] is self.item

    def _ask_number(self, n: int | str) -> None:
        unclear = Text("what does {n} count? Write “{n} models”, “{n} squads” or “{n} pts”", n=n)
        self.notes.faults.append(unclear)

    def _is_explained(self, models: int) -> bool:
        """True if a sign, a word or its position shows that a number counts models."""
        for item in self.line.items:
            for one in item.numbers:
                after = item.piece_after(one)
                counts = (
                    one.x
                    or one.of
                    or (isinstance(after, Found) and (after.meaning_of("unit") or after.is_word("figures")))
                )
                if one.value == models and counts:
                    return True
        return models == self.figures
