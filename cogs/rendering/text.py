"""Rendering of texts for one reader: language, knowledge of hidden units, markdown."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property, lru_cache

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import get_decimal_symbol, get_group_symbol
from discord.utils import escape_markdown, escape_mentions

from bot.game.people import knows, number_of_card
from data.texts import ENGLISH, Language
from rules.command.system import Board
from rules.files.file_system import FileSystem
from rules.game.entry import NOTE, Entry
from rules.game.tabletop import USUAL_SIDES
from rules.game.unit import Unit
from rules.kernel.text import Secret, Text, Value
from rules.kernel.wording import INCHES, Wording

_BRACKET = "\0"
_STYLES = {"and": "standard", "or": "or"}


class Reader(Wording):
    """A reader: one person by id, or everyone in a channel (no id).

    With `markdown`, text typed by players is escaped; elsewhere (buttons, forms, suggestions) it is left unchanged.
    `commands` maps full command names to Discord's ids, so that they can be clicked in a message.
    """

    def __init__(
        self,
        language: Language,
        board: Board | None = None,
        reader: str | None = None,
        markdown: bool = True,
        commands: Mapping[str, int] | None = None,
        longest: int = 0,
    ) -> None:
        self.language, self._board, self.reader, self._markdown = language, board, reader, markdown
        self.ruler = board.ruler if board else INCHES
        self.commands: Mapping[str, int] = commands or {}
        self._longest = longest
        self.locale, self._separators = _locale(language.code)

    def at(self, board: Board) -> Reader:
        """Return this reader with another board."""
        return (
            self if board is self._board else Reader(self.language, board, self.reader, self._markdown, self.commands)
        )

    def with_short_names(self, longest: int) -> Reader:
        """Return this reader with unit names cut to `longest` characters if they stay distinct; 0 for no limit."""
        return Reader(self.language, self._board, self.reader, self._markdown, self.commands, longest)

    @cached_property
    def plain(self) -> Reader:
        """This reader without markdown."""
        return Reader(self.language, self._board, self.reader, markdown=False) if self._markdown else self

    def say(self, msgid: str, /, **values: Value) -> str:
        """Translate one of the bot's own texts and fill in its values."""
        return self(Text(msgid, **values))

    def filled(self, template: str, text: Text) -> str:
        """Fill values into a text; a percentage stays on one line.

        Values in code between backticks are not escaped, because that would show.
        """
        template = template.replace("} %", "}\u00a0%")
        if not self._markdown or "`" not in template or not text.values:
            return super().filled(template, text)
        plain, parts = self.plain, template.split("`")
        return "`".join(
            Wording.filled(plain, part, text).replace("`", "'") if at % 2 else super(Reader, self).filled(part, text)
            for at, part in enumerate(parts)
        )

    def translated(self, msgid: str) -> str:
        said = self.language.texts.gettext(msgid) if msgid else ""
        return self._of_file.get(msgid, said) if said == msgid else said

    @cached_property
    def _of_file(self) -> Mapping[str, str]:
        """The texts that the file of the game's system brings in this language; they never override the bot's own."""
        system = self._board.system if self._board else None
        return system.rows.texts.get(self.language.code, {}) if isinstance(system, FileSystem) else {}

    def many(self, code: str) -> str:
        return self._board.system.many(code) if self._board else super().many(code)

    def plural(self, one: str, many: str, n: int) -> str:
        said = self.language.texts.ngettext(one, many, n)
        return self._of_file.get(said, said) if said in (one, many) else said

    def number(self, number: int | Decimal, spec: str) -> str:
        """Return a number in the format of the language; with `date`, the day of a Unix timestamp."""
        if spec == "date":
            day = datetime.fromtimestamp(int(number), UTC)
            return f"<t:{int(number)}:d>" if self._markdown else format_date(day, "short", locale=self.locale)
        written = super().number(number, spec)
        return written if written.isdecimal() else written.translate(self._separators)

    def listed(self, items: Sequence[str], last: str) -> str:
        if last not in _STYLES:
            return super().listed(items, last)
        return format_list(list(items), _STYLES[last], self.locale)  # pyright: ignore[reportArgumentType]

    def typed(self, words: str) -> str:
        return escape_typed(words) if self._markdown else words

    def name(self, words: str) -> str:
        players = self._board.game.players.values() if self._board is not None else ()
        usual = words in USUAL_SIDES and not any(one.name == words for one in players)
        return self.translated(words) if usual else self.typed(words)

    def unit(self, id: str) -> str:
        unit = self._unit(id)
        if unit is None:
            return self.say("unit {number}", number=int(number_of_card(id)))
        if self.knows(id):
            return self.typed(self._named(unit))
        return self.say("card {number}", number=int(number_of_card(id)))

    def _named(self, unit: Unit) -> str:
        """Return the name of a unit, shortened if necessary, with the side in it translated."""
        side = f" ({unit.side})"
        name = unit.name.replace(side, f" ({self.plain.name(unit.side)})", 1) if side in unit.name else unit.name
        if not 0 < self._longest < len(name) or not self._board:
            return name
        short = _shorten_name(name, self._longest)
        alike = (one for one in self._board.game.units.values() if one.id != unit.id and one.side == unit.side)
        return name if short in (_shorten_name(one.name, self._longest) for one in alike) else short

    def knows(self, id: str | None) -> bool:
        """True if the reader may know the unit."""
        unit = self._unit(id) if id is not None else None
        return unit is None or self._board is None or knows(self._board, self.reader, unit)

    def secret(self, text: Secret) -> str:
        return self(text.secret) if self.knows(text.of) else "…"

    def _unit(self, id: str) -> Unit | None:
        """Return a unit of the game, or one that has left it."""
        game = self._board.game if self._board else None
        return (game.units.get(id) or game.departed.get(id)) if game else None


def reason_lines(words: Reader, entry: Entry, undone: Container[int] = ()) -> list[str]:
    """Return the reason or story text of an entry, unless that text was undone."""
    if not entry.reason or (entry.command == NOTE and entry.number in undone):
        return []
    if entry.command == NOTE:
        return [words.say("“{words}”", words=entry.reason)]
    return [words.say("Reason: {reason}", reason=entry.reason)]


def _shorten_name(name: str, longest: int) -> str:
    """Return a name without its middle: its last words, such as a number, distinguish it."""
    if len(name) <= longest:
        return name
    end = name[-(longest * 2 // 3) :].partition(" ")[2]
    return f"{name[: longest - len(end) - 2].rstrip()}… {end}".rstrip()


@lru_cache(maxsize=1024)
def escape_typed(words: str) -> str:
    """Return text typed by players with markdown and mentions escaped. Cached, because names recur often."""
    # discord.py escapes only the first link of the form [words](address) in a line, and nothing within it.
    plain = escape_mentions(escape_markdown(words.replace("[", _BRACKET))).replace(_BRACKET, r"\[")
    # Discord turns <#1> and <t:0:R> into channels and dates, and addresses into links.
    return plain.replace("<", r"\<").replace("://", ":\u200b//")


@lru_cache
def _locale(code: str) -> tuple[Locale, dict[int, str]]:
    """Return the locale for numbers and lists, and a language's separators for "." and ",".

    British English lists have no comma before "and".
    """
    locale = Locale.parse("en_GB" if code == ENGLISH else code.replace("-", "_"))
    return locale, str.maketrans({".": get_decimal_symbol(locale), ",": get_group_symbol(locale)})
