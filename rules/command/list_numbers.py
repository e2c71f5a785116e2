"""The numbers of an entry: units or models, as words, brackets and the size of the type have it."""

from __future__ import annotations

from rules.command.list_explained import SEVERAL, ExplainedReading
from rules.command.list_lines import Found, Item, Number
from rules.command.list_types import MODELS, NAMED, POINTS, SHOWN, UNITS, Unknown
from rules.command.list_words import Meaning, is_plural
from rules.kernel.text import Text

_SQUAD = 4
"""Fewest figures that are a squad: "squad x3" is three squads, "squad x8" one.

A number between this and the most squads of a force is asked about, unless it is the size of the type.
"""


class NumbersReading(ExplainedReading):
    """An entry whose numbers are read as units or as models."""

    def _read_numbers(self) -> tuple[int, int | None]:
        """Return the number of units, and of models in each; None for an unstated number of models."""
        ahead, behind, models = self._stated_numbers()
        if models is None:
            models = self.stated
        single = self.base is not None and self.base.models == 1
        if ahead and self.leaders:
            self.groups.add(ahead.value)
            return 1, ahead.value + self.leaders
        led = next((item for item in self.line.items if ahead in item.numbers), None)
        if ahead and led and self.item and led is not self.item and led.bracket and not ahead.x:
            said = self.line.line[: self.item.ends].strip()
            count, few = self._ask_meaning(said, ahead.value, (POINTS, UNITS, MODELS))
            return count, few if models is None else models
        if (models is not None or not single) and self.units_in_bracket and not (ahead or behind):
            return self.units_in_bracket, models
        if ahead and behind and models is None and behind.x and not ahead.x and not self._squad_words():
            return behind.value, ahead.value
        if ahead and behind and models is None:
            self._ask_number(behind.value)
        if self.base is not None and self.base.models == 1 and models is None:
            if behind and not behind.x and behind.value > 1 and not ahead:
                return self._ask_meaning(self._item_text(), behind.value, (UNITS, NAMED))
            n = (ahead or behind or Number(self.units_in_bracket or 1, 0, 0)).value
            return n, self.figures if self.figures > 1 else None
        number = ahead or behind
        if self.figures:
            return self._count_by_figures(number.value if number else None, models)
        if number is None:
            return 1, models
        n = number.value
        if models is not None:
            return n, models
        if self.base is not None and n == 1:
            return 1, None
        if self._count_weapons() == n or self.tournament:
            return 1, n
        return self._read_name_number(n, number is ahead, number.x)

    def _stated_numbers(self) -> tuple[Number | None, Number | None, int | None]:
        """Return the number before the type, the one after it, and the models marked by a word or a bracket."""
        ahead = behind = None
        models: int | None = None
        for place, item in enumerate(self.line.items):
            for one in item.numbers:
                after = item.piece_after(one)
                before = item.piece_before(one)
                squad = isinstance(after, Found) and (after.is_word("squad") or after.is_word("squads"))
                said = isinstance(after, Found) and after.is_word("figures") and after is not self.typed
                each = isinstance(before, Found) and before.is_word("each")
                if one.of or said or (each and not item.of("weapon")):
                    models = one.value
                elif item is self.item and self.typed is not None:
                    if one.ends <= self.typed.begins:
                        ahead = ahead or one
                    elif isinstance(before, Found) and before is not self.typed and before.meaning_of("field"):
                        continue
                    elif not (isinstance(after, Found) and after.meaning_of("weapon")):
                        behind = behind or one
                elif (self.typed is None and item is self.line.items[0]) or squad or self._is_leading(place):
                    ahead = ahead or one
                elif item.is_number and (not item.costs or self._is_behind_points) and not self._is_each(place):
                    models = self._read_bracket(item, one, models)
                elif item.bracket and one.x and one.value > 1 and self.base and self.base.models == 1:
                    self._ask_meaning(self.line.line[: item.ends + 1].strip(), one.value)
        return ahead, behind, models

    @property
    def _is_behind_points(self) -> bool:
        """True if the points come first in the line."""
        return self.item is not None and self.item.costs

    def _read_bracket(self, item: Item, number: Number, models: int | None) -> int | None:
        """Decide what an isolated number counts: models, or points if it is too great for models."""
        bare = self.line.bare.begins if self.line.bare and self.bare_points else -1
        priced = self.typed is not None and self.typed.begins < bare < number.begins
        behind_points = item.bracket and priced
        if number.x and (models is not None or (behind_points and number.value < _SQUAD)):
            self.units_in_bracket = number.value
            return models
        if self.base is not None and self.base.models == 1 and number.value > 1:
            if number.value > SEVERAL and not number.x:
                self._ask_meaning(self.line.line[: number.ends].strip(), number.value, (UNITS, POINTS))
            self.units_in_bracket = number.value
            return models
        own = self.base.models if self.base else 0
        if number.x and not self._is_gun() and number.value < own and self._count_weapons() != number.value:
            return self._read_units_in_bracket(number, models)
        if self.base and not number.x and item.bracket and 2 * number.value < own:
            self.notes.assumed.append(Text("({n}) is read as models", n=number.value))
        if number.x and self._is_gun():
            return self._ask_meaning(self.line.line[: number.ends + 1].strip(), number.value)[1]
        return number.value

    def _read_units_in_bracket(self, number: Number, models: int | None) -> int | None:
        """Take a number with its sign in brackets as the number of units, or ask."""
        if number.value > 1 and not (self._squad_words() and number.value < _SQUAD):
            count, few = self._ask_meaning(self.line.line[: number.ends + 1].strip(), number.value)
            if few is not None or count == 1:
                return few
        elif number.value > 1:
            self.notes.assumed.append(Text("{n} units; write ({n} models) for one unit of {n}", n=number.value))
        self.units_in_bracket = number.value
        return models

    def _is_gun(self) -> bool:
        """True for a type that is one gun, with any crew."""
        return bool(self.base and self.base.profile.get("kind") == "gun")

    def _count_by_figures(self, n: int | None, models: int | None) -> tuple[int, int | None]:
        """Return the units and models if figures are listed below; they must match the unit's own line."""
        said = models if models is not None else n
        if said is not None and said not in (1, self.figures):
            self._note_odd_figures(said)
        elif self.others and said != self.figures and not (self.line.points or self.entry.points):
            self._note_several((str(self.kind), *self.others))
        return 1, self.figures

    def _note_odd_figures(self, said: int) -> None:
        name = self.base.name if self.base else self.entry.head.bare[:SHOWN]
        self.notes.faults.append(
            Text(
                "{unit}: the figures below it are {n}, not {said}; write other units on their own lines",
                unit=name,
                n=self.figures,
                said=said,
            )
        )

    def _count_weapons(self) -> int:
        """Return the number of counted weapons."""
        return sum(arm.count or arm.each or 0 for arm in self.arms)

    def _read_name_number(self, n: int, ahead: bool, x: bool) -> tuple[int, int | None]:
        """Decide what a number beside a unit's name counts: units if of one model or a squad, else models."""
        squads = self._squad_words()
        own = self.base.models if self.base else 0
        said = self._item_text()
        if n == own > 1 and (self._is_countable() or (squads == 1 and ahead == (n >= _SQUAD) and (ahead or not x))):
            return self._ask_meaning(said, n)
        if squads == 2 or (squads and ahead):
            return self._ask_meaning(said, n) if ahead and squads == 1 and n > SEVERAL else (n, None)
        named_squad = not squads and self.base is not None and bool(self.words.squad_factor(self.base.name))
        if self._is_gun() and ahead and n != own:
            return n, None
        if self._is_gun() or (squads and _SQUAD <= n <= SEVERAL and n != own):
            return self._ask_meaning(said, n)
        if self.base is not None and n < _SQUAD <= own and (ahead or named_squad):
            return self._ask_meaning(said, n)
        if squads and n < _SQUAD and not x:
            return self._ask_meaning(said, n, (UNITS, MODELS, NAMED))
        if squads and n < _SQUAD:
            self.notes.assumed.append(Text("{n} units; write ({n} models) for one unit of {n}", n=n))
            return n, None
        if ahead and self.base is not None and n != own:
            self.notes.assumed.append(Text("one unit of {n}; write {n} squads for several", n=n))
        return 1, n

    def _item_text(self) -> str:
        item = self.item
        if item is None:
            return self.line.line.strip()
        end = next((one.ends for one in self.line.items if one.is_number and one.bracket), item.ends)
        return (
            self.line.line[item.begins : max(end, item.ends)].strip()
            if end > item.ends
            else self.line.line[item.begins : item.ends].strip()
        )

    def _ask_meaning(self, said: str, n: int, may: tuple[Meaning, ...] = (UNITS, MODELS)) -> tuple[int, int | None]:
        """Return what the number in these words counts by an earlier answer; without one, it is asked about."""
        known = self.words.meanings((said[:SHOWN],))
        if UNITS in known:
            return n, None
        if POINTS in known:
            self.bare_points = n
            return 1, None
        if NAMED in known:
            self.label = self.label or said[:SHOWN]
            return 1, None
        if MODELS not in known:
            self.notes.unknown.append(Unknown(said[:SHOWN], "word", may))
        return 1, n

    def _squad_words(self) -> int:
        """Return 1 if its words call the unit a squad, 2 if they call it squads, else 0."""
        item = self.item
        said = [self.words.squad_factor(one.words) for one in item.found_words] if item else []
        beside = [
            self.words.squad_factor(one.words)
            for other in self.line.items
            if other is not item and other.numbers and not other.of("weapon")
            for one in other.found_words
        ]
        return max([2 * self._is_countable(), *said, *beside])

    def _is_countable(self) -> bool:
        """True if the plural of the type's name may mean several units or its figures: "scouts", "fire teams"."""
        if self.base is None or self.typed is None or self.words.squad_factor(self.base.name):
            return False
        return (
            is_plural(self.typed.words)
            and not is_plural(self.base.name)
            and not self.base.name.casefold().endswith(("militia", "infantry"))
            and not self.words.squad_factor(self.typed.words)
        )
