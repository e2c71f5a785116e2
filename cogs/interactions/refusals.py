"""Validation of messages, forms and suggestions against Discord's rules, of which discord.py checks few.

Bodies are validated as they are sent. The rules come from Discord's documentation. Where it is silent, the stricter
reading applies: white space alone is no label, and a prefilled value must fit its field. No error quotes the body,
because errors are logged.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cogs.interactions import limits

Body = Mapping[str, Any]
Refusals = Iterator[str]
"""A line for each error that Discord would report."""

ROW, BUTTON, MENU, FIELD = 1, 2, 3, 4
PEOPLE, ROLES, MENTIONABLE, CHANNELS = 5, 6, 7, 8
LINK, PREMIUM = 5, 6
"""Styles of buttons without a custom id."""
DISPLAY, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 10, 18, 19, 21, 22, 23
MENUS = (MENU, PEOPLE, ROLES, MENTIONABLE, CHANNELS)
_IN_A_LABEL = (*MENUS, FIELD, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


# Messages.


def message_errors(body: Body, files: Sequence[str] = (), *, is_new: bool = False) -> Refusals:
    """Yield the errors of a message or an edit; `files` are the names of the files sent with it.

    A new message must show something; an edit changes only the fields it names.
    """
    yield from _length_errors(body.get("content"), limits.CONTENT, "content")
    yield from _embeds_errors(body.get("embeds") or [], files)
    yield from _row_errors(body.get("components") or [])
    attached = body.get("attachments") or []
    if max(len(attached), len(files)) > limits.FILES:
        yield f"{max(len(attached), len(files))} files, {limits.FILES} at most"
    for file in attached:
        yield from _length_errors(file.get("description"), limits.ALT_TEXT, "words for a file")
    yield from _mention_errors(body.get("allowed_mentions") or {})
    yield from _length_errors(body.get("nonce"), limits.NONCE, "nonce")
    shown = [(body.get("content") or "").strip(), *(body.get(part) for part in ("embeds", "components", "poll"))]
    if is_new and not any((*shown, attached, files)):
        yield "an empty message"


def _mention_errors(mentions: Body) -> Refusals:
    for kind in ("users", "roles"):
        named = mentions.get(kind) or []
        if len(named) > 100:
            yield f"{len(named)} {kind} may be mentioned, 100 at most"
        if named and kind in (mentions.get("parse") or ()):
            yield f"{kind} may be mentioned one by one or all, not both"


def _embeds_errors(embeds: Sequence[Body], files: Sequence[str]) -> Refusals:
    if len(embeds) > limits.EMBEDS:
        yield f"{len(embeds)} embeds, {limits.EMBEDS} at most"
    size = sum(map(_embed_size, embeds))
    if size > limits.ALL_EMBEDS:
        yield f"{size} characters in all embeds, {limits.ALL_EMBEDS} at most"
    for embed in embeds:
        yield from _embed_errors(embed)
        yield from _link_errors(embed, files)


def _embed_size(embed: Body) -> int:
    """Return the characters that count towards the limit for all embeds of a message."""
    fields = embed.get("fields") or []
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts += [
        (embed.get("author") or {}).get("name"),
        *(f.get("name") for f in fields),
        *(f.get("value") for f in fields),
    ]
    return sum(len(text or "") for text in texts)


def _embed_errors(embed: Body) -> Refusals:
    yield from _length_errors(embed.get("title"), limits.TITLE, "embed title")
    yield from _length_errors(embed.get("description"), limits.DESCRIPTION, "embed description")
    yield from _length_errors((embed.get("footer") or {}).get("text"), limits.FOOTER, "embed footer")
    author = embed.get("author")
    if author is not None:
        yield from _required_text_errors(author.get("name"), limits.AUTHOR, "embed author")
    fields = embed.get("fields") or []
    if len(fields) > limits.EMBED_FIELDS:
        yield f"{len(fields)} fields of an embed, {limits.EMBED_FIELDS} at most"
    for field in fields:
        yield from _required_text_errors(field.get("name"), limits.EMBED_FIELD_NAME, "field name")
        yield from _required_text_errors(field.get("value"), limits.EMBED_FIELD_VALUE, "field value")
    if not 0 <= (embed.get("color") or 0) <= 0xFFFFFF:
        yield "an embed of a colour that there is not"
    if not any(
        embed.get(part) for part in ("title", "description", "fields", "image", "thumbnail", "footer", "author")
    ):
        yield "an empty embed"


def _link_errors(embed: Body, files: Sequence[str]) -> Refusals:
    """Yield the errors of an embed's addresses, and of pictures that refer to attached files."""
    for holder, key in ((embed.get("author") or {}, "url"), (embed, "url")):
        if holder.get(key) and not str(holder[key]).startswith(("http://", "https://")):
            yield "an embed that links to no address of the web"
    for part in ("image", "thumbnail"):
        url = str((embed.get(part) or {}).get("url") or "")
        name = url.removeprefix("attachment://")
        if url and name == url and not url.startswith(("http://", "https://")):
            yield f"the {part} of an embed is no address"
        elif name != url and files and name not in files:
            yield f"the {part} of an embed is a file that is not sent"


def _row_errors(rows: Sequence[Body]) -> Refusals:
    """Yield the errors of the rows of buttons and menus under a message."""
    if len(rows) > limits.ROWS:
        yield f"{len(rows)} rows, {limits.ROWS} at most"
    ids = _Ids()
    for row in rows:
        if row.get("type") != ROW:
            yield f"a component of type {row.get('type')} that is in no row"
            continue
        inside = row.get("components") or []
        menus = [one for one in inside if one.get("type") in MENUS]
        if not 1 <= len(inside) <= limits.ROW:
            yield f"{len(inside)} components in a row, 1 to {limits.ROW} allowed"
        elif menus and len(inside) > 1:
            yield "a menu that shares its row"
        for one in inside:
            yield from _control_errors(one, ids)


def _control_errors(one: Body, ids: _Ids) -> Refusals:
    yield from ids.check_number(one)
    if one.get("type") == BUTTON:
        yield from _button_errors(one, ids)
    elif one.get("type") in MENUS:
        yield from _menu_errors(one, ids)
    else:
        yield f"a component of type {one.get('type')} in a row of a message"


class _Ids:
    """The ids of a message or form, which must be unique."""

    def __init__(self) -> None:
        self._custom, self._numbers = set[str](), set[int]()

    def check_custom_id(self, component: Body) -> Refusals:
        id = component.get("custom_id")
        yield from _required_text_errors(id, limits.CUSTOM_ID, "custom id", blank=True)
        if id in self._custom:
            yield "a custom id twice"
        self._custom.add(str(id))

    def check_number(self, component: Body) -> Refusals:
        number = component.get("id")
        if number and number in self._numbers:
            yield "a component id twice"
        self._numbers.add(number or 0)


def _button_errors(button: Body, ids: _Ids) -> Refusals:
    style = button.get("style")
    if style not in range(1, 7):
        yield f"a button of style {style}"
    yield from _length_errors(button.get("label"), limits.BUTTON_LABEL, "label of a button")
    if style == LINK:
        if not str(button.get("url") or "").startswith(("http://", "https://", "discord://")):
            yield "a button that links to no address"
        yield from _length_errors(button.get("url"), 512, "link of a button")
    elif style != PREMIUM:
        yield from ids.check_custom_id(button)
    if style in (LINK, PREMIUM) and button.get("custom_id"):
        yield "a button with a link and a custom id"
    if style != LINK and button.get("url"):
        yield "a button with a link that is of another style"
    if style != PREMIUM and not str(button.get("label") or "").strip() and not button.get("emoji"):
        yield "a button without a label"
    yield from _emoji_errors(button.get("emoji"))


def _menu_errors(menu: Body, ids: _Ids, in_form: bool = False) -> Refusals:
    yield from ids.check_custom_id(menu)
    yield from _length_errors(menu.get("placeholder"), limits.PLACEHOLDER, "placeholder of a menu")
    yield from _bounds_errors(menu, limits.CHOICES, 1, in_form)
    least, most = _choice_bounds(menu, 1)
    if menu.get("type") != MENU:
        yield from _preselection_errors(len(menu.get("default_values") or []), least, most)
        return
    options = menu.get("options") or []
    if not 1 <= len(options) <= limits.CHOICES:
        yield f"{len(options)} options in a menu, 1 to {limits.CHOICES} allowed"
    if options and most > len(options):
        yield f"{most} may be chosen of {len(options)} options"
    yield from _option_errors(options, least, most)


def _choice_bounds(menu: Body, usual: int) -> tuple[int, int]:
    """Return the least and the greatest number of choices; without a maximum, the `usual` one."""
    least, most = menu.get("min_values"), menu.get("max_values")
    return 1 if least is None else least, usual if most is None else most


def _bounds_errors(menu: Body, most: int, usual: int, in_form: bool) -> Refusals:
    """Yield the errors of the number of choices; forms have no disabled fields, and required ones need a choice."""
    low, high = _choice_bounds(menu, usual)
    if not 0 <= low <= most or not 1 <= high <= most:
        yield f"{low} to {high} may be chosen, {most} at most"
    elif low > high:
        yield f"at least {low} are chosen, at most {high}"
    if in_form and menu.get("min_values") == 0 and menu.get("required") is not False:
        yield "a field that is required, and may be left empty"
    if in_form and menu.get("disabled"):
        yield "a disabled field in a form"


def _preselection_errors(count: int, least: int, most: int) -> Refusals:
    """Yield an error if the number of preselected options is neither 0 nor in the bounds."""
    if count and not least <= count <= most:
        yield f"{count} chosen beforehand, {least} to {most} may be"


def _option_errors(options: Sequence[Body], least: int, most: int) -> Refusals:
    values = [option.get("value") for option in options]
    for option in options:
        yield from _required_text_errors(option.get("label"), limits.CHOICE, "label of an option")
        yield from _required_text_errors(option.get("value"), limits.CHOICE, "value of an option", blank=True)
        yield from _length_errors(option.get("description"), limits.CHOICE, "description of an option")
        yield from _emoji_errors(option.get("emoji"))
    if len(set(values)) < len(values):
        yield "a value twice in a menu"
    yield from _preselection_errors(sum(bool(option.get("default")) for option in options), least, most)


_SYMBOLS = ("So", "Sk", "Sm", "Po", "Pd")
"""Unicode categories of emoji; one emoji is a letter."""
_INFORMATION = "\u2139"
_KEYS = "0123456789#*"
_KEYCAP, _JOINERS = "\u20e3", "\u200d\ufe0e\ufe0f"


def _emoji_errors(emoji: Body | None) -> Refusals:
    if emoji is None or emoji.get("id"):
        return
    name = str(emoji.get("name") or "")
    if not name or len(name) > 32:
        yield "an emoji without a name" if not name else "an emoji whose name is too long"
    elif not _is_emoji(name):
        yield "an emoji that is none"


def _is_emoji(name: str) -> bool:
    bare = [sign for sign in name if sign not in _JOINERS and not 0xE0020 <= ord(sign) <= 0xE007F]
    if _KEYCAP in bare:
        return len(bare) == 2 and bare[0] in _KEYS
    return bool(bare) and all(
        sign == _INFORMATION or (not sign.isascii() and unicodedata.category(sign) in _SYMBOLS) for sign in bare
    )


# Forms and suggestions.


def form_errors(body: Body) -> Refusals:
    """Yield the errors of a form."""
    ids = _Ids()
    yield from _required_text_errors(body.get("title"), limits.MODAL_TITLE, "form title")
    yield from _required_text_errors(body.get("custom_id"), limits.CUSTOM_ID, "custom id", blank=True)
    fields = body.get("components") or []
    if not 1 <= len(fields) <= limits.MODAL_FIELDS:
        yield f"{len(fields)} fields in a form, 1 to {limits.MODAL_FIELDS} allowed"
    for field in fields:
        yield from _part_errors(field, ids)


def _part_errors(part: Body, ids: _Ids) -> Refusals:
    if part.get("type") == LABEL:
        yield from _label_errors(part, ids)
    elif part.get("type") == ROW:
        yield from _text_row_errors(part, ids)
    elif part.get("type") == DISPLAY:
        yield from _required_text_errors(part.get("content"), limits.FIELD_TEXT, "text in a form", blank=True)
    else:
        yield f"a component of type {part.get('type')} in a form"


def _text_row_errors(row: Body, ids: _Ids) -> Refusals:
    inside = row.get("components") or []
    if len(inside) != 1 or inside[0].get("type") != FIELD:
        yield "a row of a form that is not one field to write in"
        return
    yield from _required_text_errors(inside[0].get("label"), limits.MODAL_LABEL, "label of a field")
    yield from _text_field_errors(inside[0], ids)


def _label_errors(label: Body, ids: _Ids) -> Refusals:
    yield from _required_text_errors(label.get("label"), limits.MODAL_LABEL, "label of a field")
    if label.get("description") is not None:
        yield from _required_text_errors(
            label["description"], limits.DESCRIPTION_OF_FIELD, "description of a field", blank=True
        )
    field = label.get("component") or {}
    kind = field.get("type")
    yield from ids.check_number(field)
    if kind not in _IN_A_LABEL:
        yield f"a component of type {kind} as a field"
    elif kind == FIELD:
        yield from _text_field_errors(field, ids)
    elif kind in MENUS:
        yield from _menu_errors(field, ids, in_form=True)
    else:
        yield from _tick_field_errors(field, ids)


def _text_field_errors(field: Body, ids: _Ids) -> Refusals:
    """Yield the errors of a text field; its prefilled value has to fit as well."""
    yield from ids.check_custom_id(field)
    if field.get("style") not in (1, 2):
        yield f"a field of style {field.get('style')}"
    yield from _length_errors(field.get("placeholder"), limits.FIELD_PLACEHOLDER, "placeholder of a field")
    least, most = field.get("min_length") or 0, field.get("max_length") or limits.FIELD_TEXT
    if not 0 <= least <= most <= limits.FIELD_TEXT:
        yield f"{least} to {most} characters in a field, {limits.FIELD_TEXT} at most"
    yield from _length_errors(field.get("value"), min(most, limits.FIELD_TEXT), "text that a field begins with")
    if field.get("disabled"):
        yield "a disabled field in a form"


def _tick_field_errors(field: Body, ids: _Ids) -> Refusals:
    """Yield the errors of a file field, or of checkboxes and radio buttons."""
    yield from ids.check_custom_id(field)
    if field.get("type") == UPLOAD:
        yield from _bounds_errors(field, limits.TICKED, 1, in_form=True)
        return
    if field.get("disabled"):
        yield "a disabled field in a form"
    if field.get("type") == CHECKBOX:
        return
    options, radio = field.get("options") or [], field.get("type") == RADIO
    least, most = (0, 1) if radio else _choice_bounds(field, max(1, len(options)))
    if not (2 if radio else 1) <= len(options) <= limits.TICKED:
        yield f"{len(options)} options to tick"
    if not radio:
        yield from _bounds_errors(field, limits.TICKED, most, in_form=True)
        if options and most > len(options):
            yield f"{most} may be chosen of {len(options)} options"
    yield from _option_errors(options, least, most)


def suggestion_errors(choices: Sequence[Body]) -> Refusals:
    """Yield the errors of suggestions for an option."""
    if len(choices) > limits.CHOICES:
        yield f"{len(choices)} suggestions, {limits.CHOICES} at most"
    for choice in choices:
        yield from _required_text_errors(choice.get("name"), limits.CHOICE, "suggestion")
        if isinstance(choice.get("value"), str):
            yield from _required_text_errors(choice["value"], limits.CHOICE, "value of a suggestion", blank=True)


# Lengths.


def _length_errors(text: object, most: int, what: str) -> Refusals:
    if isinstance(text, str) and len(text) > most:
        yield f"{what} of {len(text)} characters, {most} at most"


def _required_text_errors(text: object, most: int, what: str, *, blank: bool = False) -> Refusals:
    """Yield the errors of a required text; `blank` permits white space alone."""
    if not isinstance(text, str) or not (text if blank else text.strip()):
        yield f"{what}: nothing"
    yield from _length_errors(text, most, what)
