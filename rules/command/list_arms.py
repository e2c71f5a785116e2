"""Lines below a unit in a list: its figures, their weapons, and weapons of the whole unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.command.list_lines import Found, Item, ListLine, Number, Strange
from rules.command.list_shapes import ListRow
from rules.command.list_types import ALL, ONE, SHOWN, Arm, TypeReading, Unknown, type_key
from rules.command.list_words import is_plural
from rules.kernel.text import Plural, Text


class ArmsReading(TypeReading):
    """An entry whose lines are searched for figures and weapons."""

    # Its own line

    def _read_head(self) -> None:
        each: int | None = None
        items = self.line.items
        for at, item in enumerate(items):
            if self._is_each(at):
                if items[at + 1].numbers:
                    if at and items[at - 1] is self.item:
                        self.stated = item.numbers[0].value
                else:
                    each = item.numbers[0].value
                    self.groups.add(each)
                continue
            if self.item in items[at + 1 :] and self.is_led_by(item):
                self.leaders += item.numbers[0].value
                self.groups.add(item.numbers[0].value)
                continue
            if item is not self.item and item.behind and self._is_of_figures(item):
                self.figures += item.numbers[0].value
                self.groups.add(item.numbers[0].value)
                continue
            if item is not self.item and self._is_own_name(item, at):
                self.label = self.label or item.strange_words[0].words[:SHOWN]
                continue
            if item.behind not in ("with", ",", "and"):
                each = None if item.behind else each
            self._read_item(self.line, item, each, named=item is self.item)
        rules = [one for one in items if self.line.quality and one.costs and not one.of("weapon") and not one.is_number]
        if rules:
            self.notes.passed.append(self.line.line[rules[0].begins : rules[-1].ends])

    def _is_of_figures(self, item: Item) -> bool:
        """True if an item counts figures by their name: "6x Rifleman"."""
        same = any(type_key(one) == self.kind for one in item.of("unit"))
        return len(item.numbers) == 1 and (item.has("figure") or same) and not (item.of("weapon") or item.strange_words)

    def _is_own_name(self, item: Item, at: int) -> bool:
        """True for a name in square brackets behind the type."""
        opened = self.line.line[max(item.begins - 1, 0)]
        return (
            opened == "["
            and len(item.strange_words) == 1 == len(item.pieces)
            and at > 0
            and self.line.items[at - 1] is self.item
        )

    def _read_item(self, line: ListLine, item: Item, each: int | None, named: bool = False) -> None:
        """Take the weapons of an item, and ask about its unknown words."""
        own = [one for one in item.of("weapon") if one is not self.typed]
        mounted = {one.name for one in (self.base.weapons if self.base else ()) if one.mounted}
        for at, one in enumerate(own):
            before, after = item.number_before(one), item.piece_after(one)
            if named and self.typed and one.ends <= self.typed.begins:
                continue  # part of the unit's name: "HMG team", "75mm Sherman"
            calibre = named or (item.bracket and any(letter.isdigit() for letter in one.words))
            had = calibre and self._weapon_key(one) in mounted
            if had and not isinstance(before, Number) and (named or not item.numbers):
                continue  # a weapon that it has already: "Sherman 75mm"
            number = before
            if number is None and isinstance(after, Number) and (after.x or at == len(own) - 1):
                number = after
            article = item.piece_before(one)  # "an LMG"
            single = isinstance(article, Found) and article.is_word("one")
            count = number.value if number else 1 if single else None
            self.arms.append(Arm(self._weapon_key(one), one.words, count, each, self.words.is_several(one.words)))
        if not named:
            self._ask_strange(line, item, bool(own), each)

    def _weapon_key(self, found: Found) -> str:
        return next(one.key for one in found.meanings if one.kind == "weapon")

    def _ask_strange(self, line: ListLine, item: Item, armed: bool, each: int | None) -> None:
        """Note the unknown words of an item; behind the points, Army Forge prints rules instead of weapons."""
        if self.line.quality and item.costs:
            return
        if (
            item.bracket
            and not armed
            and item.strange_words
            and (item.has("nothing") or " " in item.strange_words[0].words.strip())
        ):
            words = line.line[item.begins : item.ends]
            if len(words.split()) > 2 or item.has("nothing"):
                self.notes.passed.append(words)
                return
        if len(item.strange_words) > 1 and not armed:
            self._ask_unknown(line.line[item.strange_words[0].begins : item.strange_words[-1].ends], "weapon")
            return
        for one in item.strange_words:
            guess = self.words.guess_meaning(one.words)
            if guess and guess.kind == "weapon":
                meant = guess.key.replace("_", " ")
                self.notes.assumed.append(Text("'{said}' is read as {meant}", said=one.words[:SHOWN], meant=meant))
                number = next(iter(item.numbers), None)
                self.arms.append(
                    Arm(guess.key, one.words, number.value if number else None, each, is_plural(one.words))
                )
            elif not (self.label and one.words in self.label):
                told = [
                    piece
                    for piece in item.pieces
                    if isinstance(piece, Strange) or (isinstance(piece, Found) and piece.meaning_of("weapon"))
                ]
                whole = line.line[told[0].begins : told[-1].ends] if armed else one.words
                self._ask_unknown(whole, "weapon")

    # Lines below it

    def _read_below(self) -> None:
        """Read the figures, the weapons of each group of them and of the whole unit, and note irrelevant lines."""
        group, depth = None, -1.0
        rows = self.entry.below
        siblings = {row.depth for row in rows if row.line.is_of_weapons}
        for at, row in enumerate(rows):
            if group is not None and row.depth <= depth and not row.line.begins_with:
                group = None
            last = rows[at + 1] if at + 1 < len(rows) else None
            has_below = last is not None and last.depth > row.depth
            figures = self._count_figures(row, has_below, group is not None, row.depth in siblings)
            if figures is not None:
                group, depth = figures, row.depth
                self.figures += figures
                self.groups.add(figures)
            armed_below = last is not None and has_below and last.line.is_of_weapons and not last.line.begins_with
            if figures is None or not armed_below or (row.line.armed and not _is_named_again(row, rows[at + 1 :])):
                self._read_arms(row, group, figures is not None)

    def _count_figures(self, row: ListRow, has_below: bool, inside: bool, among_weapons: bool) -> int | None:
        """Return the number of figures in a line below the unit; None if it describes their weapons."""
        line = row.line
        first = line.items[0] if line.items else None
        if first is None or line.is_of_weapons or line.begins_with or inside or first.of("weapon") or line.stats:
            return None
        more = len(line.items) > 1 and line.armed
        if more and not first.numbers and sum(one.value for item in line.items[1:] for one in item.numbers) > 1:
            return None  # a part of the unit, with several figures
        figures = first.has("figures") and (more or (bool(first.numbers) and has_below))
        if not (first.strange_words or first.of("unit") or first.has("figure") or figures):
            return None
        number = next(iter(first.numbers), None)
        if any(
            one.meaning_of("field") or one.meaning_of("state")
            for one in first.found_words
            if not one.meaning_of("unit")
        ):
            return None
        kind = first.of("unit")
        if number is None and len(first.pieces) == 1 and first.of("field") and not has_below:
            return None  # a trait of the unit: "- Veteran"
        figure = bool(kind) or first.has("figure") or figures
        if kind and self.kind and self.kind not in map(type_key, kind):
            self.others.append(type_key(kind[0]))
        if number is None and not (has_below or more or figure):
            return None
        if number is None and self.kind in [type_key(one) for one in kind] and not more and len(self.entry.below) == 1:
            return None  # it only repeats the type of the unit: "- HQ"
        if not figure and among_weapons and not (more or has_below):
            return None
        alone = number is not None and not (figure or more or has_below)
        if (
            number is not None
            and alone
            and (number.value == 1 or first.strange_words[-1].words.casefold().endswith("s"))
        ):
            return None
        if number is not None and alone:
            self.notes.assumed.append(Text("“{said}” is read as figures", said=row.bare[:SHOWN]))
        return number.value if number else 1

    def _read_arms(self, row: ListRow, group: int | None, is_figures: bool) -> None:
        line, each = row.line, group
        items = line.items[1:] if is_figures else line.items
        colon = next((at for at, item in enumerate(items) if item.behind == ":"), 0)
        labelled = colon and not any(one.of("weapon") or one.numbers for one in items[:colon])
        items = items[colon:] if is_figures or labelled else items
        if not is_figures and not items:
            self.notes.passed.append(row.raw)
        for at, item in enumerate(items):
            if item.is_number and at + 1 < len(items) and items[at + 1].behind == "with":
                each = item.numbers[0].value
                self.groups.add(each)
            elif item.is_number or (item.has("figures") and not item.of("weapon")):
                if item.numbers and item.has("figures"):
                    self.stated = item.numbers[0].value
            elif item.of("unit") and not (item.of("weapon") or item.of("field") or item.strange_words):
                continue  # it only repeats the type of the unit
            else:
                self._read_item(line, item, each)
            if not is_figures:
                self.told_below.append(item)

    # Its weapons

    def _weapons(self, models: int) -> list[dict[str, Any]] | None:
        """Return the weapons named; without any, the weapons of the type, scaled to its figures."""
        rows = [self.line, *(row.line for row in self.entry.below)]
        if not self.arms and any(item.has("unarmed") for line in rows for item in line.items):
            return []
        counted = {arm.key for arm in self.arms if arm.count is not None}
        self.arms = [arm for arm in self.arms if arm.count is not None or arm.each or arm.key not in counted]
        if not self.arms:
            return self._usual_weapons(models)
        hands = self._count_carried(models)
        free = hands - sum(arm.count if arm.count is not None else arm.each or 1 for arm in self.arms) + 1
        found = dict[str, int]()
        several = [arm for arm in self.arms if arm.count is None and arm.each is None and arm.plural]
        if len(several) > 1 and models > 1:
            everybody = max(models - sum(arm.count or arm.each or 0 for arm in self.arms), 1)
            for arm in several:
                arm.count = everybody
            self.notes.assumed.append(Text("each of {n} figures has all of the uncounted weapons", n=everybody))
        for arm in self.arms:
            count = arm.count if arm.count is not None else arm.each
            if count is None:
                count, free = self._assumed_count(arm, models, free), 1
            found[arm.key] = found.get(arm.key, 0) + count
        found = {key: count for key, count in found.items() if count}
        left = min(hands, models) - sum(found.values())
        if left > 0 and models > 1 and self.base is not None:
            self.notes.assumed.append(
                Plural(
                    "{n} of {models} figures has no weapon",
                    "{n} of {models} figures have no weapon",
                    left,
                    models=models,
                )
            )
        mounted = {"mounted": True} if self.base and any(one.mounted for one in self.base.weapons) else {}
        return [{"name": name, "count": count, **mounted} for name, count in found.items()]

    def _assumed_count(self, arm: Arm, models: int, free: int) -> int:
        """Return the number of a weapon that has none in the list.

        All free figures carry it if it is plural or the usual weapon; else the type's own number applies, if any;
        else it is asked.
        """
        base = self.base
        if base is None or not base.weapons:
            return max(free, 1)
        usual = max(base.weapons, key=lambda one: one.count)
        own = next((one for one in base.weapons if one.name == arm.key), None)
        most = own is not None and own is usual and own.count > 1
        if models == 1 or arm.plural or self._count_carried(models) == 1 or most:
            return max(min(free, models) if own and own.count == base.models else free, 1)
        if own is not None:
            return own.count
        said = f"{base.name}: {arm.words}"[:SHOWN]
        known = self.words.meanings((said,))
        if ONE in known:
            return 1
        if ALL not in known:
            self.notes.unknown.append(Unknown(said, "word", (ONE, ALL)))
        return max(free, 1)

    def _count_carried(self, models: int) -> int:
        """Return the number of weapons that so many figures of the type carry."""
        base = self.base
        if base is None or not base.weapons:
            return models
        if any(one.mounted for one in base.weapons):
            return 1
        return max(1, round(models * sum(one.count for one in base.weapons) / base.models))

    def _usual_weapons(self, models: int) -> list[dict[str, Any]] | None:
        base = self.base
        if base is None or models == base.models or not base.weapons:
            return None
        given = [one.model_dump(exclude_defaults=True) | {"count": one.count} for one in base.weapons]
        if sum(one.count for one in base.weapons) == base.models:
            most = max(given, key=lambda one: one["count"])
            most["count"] = max(most["count"] + models - base.models, 0)
        else:
            for one in given:
                one["count"] = models if one["count"] == base.models else one["count"]
        left = [one for one in given if one["count"]]
        usual = [one.model_dump(exclude_defaults=True) | {"count": one.count} for one in base.weapons]
        return None if left == usual else left


def _is_named_again(row: ListRow, below: Sequence[ListRow]) -> bool:
    """True if the lines right below repeat the weapons of a line."""
    named = {one.words.casefold() for other in below for item in other.line.items for one in item.of("weapon")}
    return all(one.words.casefold() in named for item in row.line.items for one in item.of("weapon"))
