"""The guard over outgoing messages rejects what Discord rejects, rule by rule, and accepts values at the limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.interactions import refusals
from tests.rows import for_each


def button(**other: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "Go", "custom_id": "go", **other}


def options(many: int, **other: Any) -> list[dict[str, Any]]:
    return [{"label": f"No {nth}", "value": str(nth), **other} for nth in range(many)]


def menu(**other: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "menu", "options": options(2), **other}


def link(**other: Any) -> dict[str, Any]:
    return {"type": 2, "style": 5, "label": "Go", "url": "https://example.org", **other}


def under(*controls: dict[str, Any]) -> dict[str, Any]:
    """Return a message with those controls in one row."""
    return {"content": "Hello", "components": [{"type": 1, "components": list(controls)}]}


def rows(*controls: dict[str, Any]) -> dict[str, Any]:
    """Return a message with those controls, a row each."""
    return {"content": "Hello", "components": [{"type": 1, "components": [one]} for one in controls]}


def make_embed(**embed: Any) -> dict[str, Any]:
    return {"embeds": [{"description": "Hello", **embed}]}


FULL_EMBED = {"title": "t" * 256, "description": "d" * 4096, "footer": {"text": "f" * 1648}}
TAKEN = {
    "a full text": {"content": "x" * 2000},
    "full embeds": {"embeds": [FULL_EMBED]},
    "a full field": make_embed(fields=[{"name": "n" * 256, "value": "v" * 1024}] * 2),
    "a picture beside it": make_embed(image={"url": "attachment://p.png"}),
    "five rows": rows(*(button(custom_id=str(nth)) for nth in range(5))),
    "five buttons": under(*(button(custom_id=str(nth), label="x" * 80) for nth in range(5))),
    "a full menu": under(menu(options=options(25), placeholder="x" * 150, min_values=0, max_values=25)),
    "all chosen": under(menu(options=options(2, default=True), max_values=2)),
    "none chosen of one": under(menu()),
    "a link": under(link()),
    "an emoji alone": under(button(label=None, emoji={"name": "🎲"})),
    "a keycap": under(button(emoji={"name": "1\ufe0f\u20e3"})),
    "an emoji of a server": under(button(emoji={"id": "123456789012345678", "name": "tank"})),
    "people to choose": under({"type": 5, "custom_id": "who", "default_values": [{"id": "1", "type": "user"}]}),
    "a nonce": {"content": "Hello", "nonce": "n" * 25},
    "ten files": {"attachments": [{"id": str(nth), "description": "x" * 1024} for nth in range(10)]},
    "a hundred mentions": {"content": "x", "allowed_mentions": {"parse": ["roles"], "users": ["1"] * 100, "roles": []}},
    "ten embeds": {"embeds": [{"title": "t"}] * 10},
    "25 fields": make_embed(fields=[{"name": "n", "value": "v"}] * 25),
    "links and colours": make_embed(
        url="http://b.c", author={"name": "a" * 256, "url": "https://b.c"}, image={"url": "http://b.c"}, color=0xFFFFFF
    ),
    "a small picture": make_embed(description=None, thumbnail={"url": "https://b.c/p.png"}, color=0),
    "a bought button": under(button(style=6, label=None, custom_id=None, sku_id="1")),
    "a link into Discord": under(link(url="discord://x", label="x" * 80)),
    "a long link": under(link(url="https://" + "x" * 504)),
    "nobody chosen": under({"type": 8, "custom_id": "where", "min_values": 0, "max_values": 25}),
    "as many chosen as must be": under(menu(options=options(3, default=True), min_values=3, max_values=3)),
    "numbers of their own": rows(button(id=7), menu(id=8)),
    "long words of an option": under(menu(options=options(1, label="l" * 100, value="v" * 100, description="d" * 100))),
    "a long id": under(button(custom_id="i" * 100)),
    "the longest emoji": under(button(emoji={"name": "🎲" * 32})),
    "a flag of a country's part": under(button(emoji={"name": "🏴\U000e0067\U000e0062\U000e007f"})),
    "a family": under(button(emoji={"name": "👨\u200d👩\u200d👧"})),
    "information": under(button(emoji={"name": "ℹ️"})),
    "a punctuation mark": under(button(emoji={"name": "‼️"})),
}


def test_a_message_at_the_limits_is_accepted() -> None:
    for name, body in TAKEN.items():
        assert list(refusals.message_errors(body, ["p.png"], is_new=True)) == [], name


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a long text": ({"content": "x" * 2001}, "content of 2001 characters"),
    "nothing": ({"content": "  ", "embeds": []}, "an empty message"),
    "eleven embeds": ({"embeds": [{"title": "t"}] * 11}, "11 embeds"),
    "long embeds": ({"embeds": [FULL_EMBED, {"title": "t"}]}, "6001 characters in all embeds"),
    "an empty embed": ({"embeds": [{"color": 3}]}, "an empty embed"),
    "a long title": (make_embed(title="t" * 257), "embed title of 257"),
    "a long description": (make_embed(description="d" * 4097), "embed description of 4097"),
    "a long footer": (make_embed(footer={"text": "f" * 2049}), "embed footer of 2049"),
    "a long author": (make_embed(author={"name": "a" * 257}), "embed author of 257"),
    "an author without a name": (make_embed(author={"name": " "}), "embed author: nothing"),
    "many fields": (make_embed(fields=[{"name": "n", "value": "v"}] * 26), "26 fields"),
    "a long name": (make_embed(fields=[{"name": "n" * 257, "value": "v"}]), "field name of 257"),
    "a long value": (make_embed(fields=[{"name": "n", "value": "v" * 1025}]), "field value of 1025"),
    "a blank value": (make_embed(fields=[{"name": "n", "value": " "}]), "field value: nothing"),
    "no colour": (make_embed(color=0x1000000), "colour"),
    "a bad address": (make_embed(url="example.org"), "links to no address"),
    "a picture from nowhere": (make_embed(image={"url": "p.png"}), "the image of an embed is no address"),
    "a picture that is not sent": (make_embed(image={"url": "attachment://q.png"}), "a file that is not sent"),
    "eleven files": ({"attachments": [{"id": str(nth)} for nth in range(11)]}, "11 files"),
    "a long description of a file": (
        {"attachments": [{"id": "0", "filename": "p.png", "description": "x" * 1025}]},
        "words for a file of 1025",
    ),
    "mentions twice": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "one by one or all",
    ),
    "many roles": ({"content": "x", "allowed_mentions": {"roles": ["1"] * 101}}, "101 roles"),
    "roles twice": ({"content": "x", "allowed_mentions": {"parse": ["roles"], "roles": ["1"]}}, "one by one or all"),
    "a bad address of the author": (make_embed(author={"name": "a", "url": "b.c"}), "links to no address"),
    "a small picture from nowhere": (make_embed(thumbnail={"url": "p.png"}), "the thumbnail of an embed is no address"),
    "less than no colour": (make_embed(color=-1), "colour"),
    "a blank field name": (make_embed(fields=[{"name": "\n", "value": "v"}]), "field name: nothing"),
    "a bought button with an id": (under(button(style=6)), "a link and a custom id"),
    "a bought button with an address": (under(button(style=6, url="https://b.c")), "of another style"),
    "a button of no style": (under(button(style=0)), "a button of style 0"),
    "a link without a label": (under(link(label=" ")), "without a label"),
    "less than none": (under(menu(min_values=-1)), "-1 to 1 may be chosen, 25 at most"),
    "at least 26": (under(menu(min_values=26, max_values=25)), "26 to 25 may be chosen, 25 at most"),
    "at most none": (under(menu(min_values=0, max_values=0)), "0 to 0 may be chosen, 25 at most"),
    "too few people chosen": (
        under({"type": 5, "custom_id": "who", "default_values": [{}], "min_values": 2, "max_values": 3}),
        "1 chosen beforehand, 2 to 3",
    ),
    "two numbers on a key": (under(button(emoji={"name": "12\u20e3"})), "an emoji that is none"),
    "a letter on a key": (under(button(emoji={"name": "A\u20e3"})), "an emoji that is none"),
    "an emoji of joiners": (under(button(emoji={"name": "\ufe0f"})), "an emoji that is none"),
    "an emoji and a letter": (under(button(emoji={"name": "🎲A"})), "an emoji that is none"),
    "a symbol of the keyboard": (under(button(emoji={"name": "+"})), "an emoji that is none"),
    "many mentions": ({"content": "x", "allowed_mentions": {"users": ["1"] * 101}}, "101 users"),
    "a long nonce": ({"content": "x", "nonce": "n" * 26}, "nonce of 26"),
    "six rows": (rows(*(button(custom_id=str(nth)) for nth in range(6))), "6 rows"),
    "six buttons in a row": (under(*(button(custom_id=str(nth)) for nth in range(6))), "6 components in a row"),
    "an empty row": (under(), "0 components in a row"),
    "no row": ({"content": "x", "components": [button()]}, "in no row"),
    "a menu beside a button": (under(menu(), button()), "shares its row"),
    "a field to write in": (under({"type": 4, "custom_id": "x", "style": 1}), "a component of type 4 in a row"),
    "an id twice": (rows(button(), menu(custom_id="go")), "a custom id twice"),
    "a number twice": (rows(button(id=7), menu(id=7)), "a component id twice"),
    "a long id": (under(button(custom_id="i" * 101)), "custom id of 101"),
    "no id": (under(button(custom_id="")), "custom id: nothing"),
    "no style": (under(button(style=9)), "a button of style 9"),
    "a long label": (under(button(label="l" * 81)), "label of a button of 81"),
    "no label": (under(button(label="")), "without a label"),
    "a label of nothing": (under(button(label=None)), "without a label"),
    "a blank label": (under(button(label=" \n")), "without a label"),
    "a link with an id": (under(link(custom_id="x")), "a link and a custom id"),
    "a button with an address": (under(button(url="https://example.org")), "of another style"),
    "a link without an address": (under(link(url=None)), "links to no address"),
    "a link to nowhere": (under(link(url="ftp://example.org")), "links to no address"),
    "a long link": (under(link(url="https://" + "x" * 512)), "link of a button of 520"),
    "a letter as an emoji": (under(button(emoji={"name": "A"})), "an emoji that is none"),
    "an emoji by its name": (under(button(emoji={"name": ":game_die:"})), "an emoji that is none"),
    "an emoji without a name": (under(button(emoji={})), "without a name"),
    "a long emoji": (under(button(emoji={"name": "🎲" * 33})), "too long"),
    "no options": (under(menu(options=[])), "0 options"),
    "many options": (under(menu(options=options(26))), "26 options"),
    "an option twice": (under(menu(options=options(1) * 2)), "a value twice"),
    "a blank option": (under(menu(options=options(1, label=" "))), "label of an option: nothing"),
    "an option without a value": (under(menu(options=options(1, value=""))), "value of an option: nothing"),
    "a long option": (under(menu(options=options(1, label="x" * 101))), "label of an option of 101"),
    "a long value of an option": (under(menu(options=options(1, value="x" * 101))), "value of an option of 101"),
    "a long description of an option": (
        under(menu(options=options(1, description="x" * 101))),
        "description of an option of 101",
    ),
    "an option with a letter": (under(menu(options=options(1, emoji={"name": "x"}))), "an emoji that is none"),
    "a long placeholder": (under(menu(placeholder="x" * 151)), "placeholder of a menu of 151"),
    "more than there are": (under(menu(max_values=3)), "3 may be chosen of 2"),
    "more than 25": (under(menu(max_values=26)), "25 at most"),
    "least over most": (under(menu(min_values=2, max_values=1)), "at least 2 are chosen, at most 1"),
    "too many chosen": (under(menu(options=options(2, default=True))), "2 chosen beforehand, 1 to 1"),
    "too few chosen": (
        under(menu(options=[*options(1, default=True), *options(3)[1:]], min_values=2, max_values=3)),
        "1 chosen beforehand, 2 to 3",
    ),
    "too many people chosen": (under({"type": 5, "custom_id": "who", "default_values": [{}, {}]}), "2 chosen"),
}


def test_a_message_that_discord_refuses() -> None:
    for name, (body, said) in REFUSED.items():
        found = list(refusals.message_errors(body, ["p.png"] if "not sent" in name else (), is_new=True))
        assert any(said in one for one in found), (name, found)


def test_an_edit_may_empty_a_message() -> None:
    assert list(refusals.message_errors({"content": None, "components": []})) == []


def form(*fields: dict[str, Any], **other: Any) -> dict[str, Any]:
    return {"title": "Form", "custom_id": "form", "components": list(fields), **other}


def make_text_field(**other: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "typed", "style": 1, **other}


def field(inside: dict[str, Any], **other: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Field", "component": inside, **other}


def ticks(kind: int, many: int, **other: Any) -> dict[str, Any]:
    return field({"type": kind, "custom_id": "ticks", "options": options(many), **other})


FORMS = {
    "five fields": form(*(field(make_text_field(custom_id=str(nth))) for nth in range(5))),
    "full texts": form(
        field(make_text_field(value="v" * 40, max_length=40, placeholder="p" * 100), label="l" * 45), title="t" * 45
    ),
    "a menu of which none need be chosen": form(field(menu(min_values=0, required=False))),
    "an old field": form({"type": 1, "components": [make_text_field(label="Field")]}),
    "a text to read": form({"type": 10, "content": "Read this."}, field(make_text_field())),
    "things to tick": form(ticks(21, 10), field(menu()), field({"type": 19, "custom_id": "files", "max_values": 10})),
    "a full text to read": form({"type": 10, "content": "x" * 4000}, field(make_text_field(max_length=4000))),
    "as long as it takes": form(field(make_text_field(value="v" * 10, min_length=10, max_length=10))),
    "long words for a field": form(field(make_text_field(style=2), description="d" * 100), custom_id="i" * 100),
    "boxes": form(ticks(22, 10, min_values=0, required=False), field({"type": 23, "custom_id": "box"})),
}


def test_a_form_that_is_just_within_the_limits_is_taken() -> None:
    for name, body in FORMS.items():
        assert list(refusals.form_errors(body)) == [], name


REFUSED_FORMS: dict[str, tuple[dict[str, Any], str]] = {
    "a long title": (form(field(make_text_field()), title="t" * 46), "form title of 46"),
    "a blank title": (form(field(make_text_field()), title=" "), "form title: nothing"),
    "a long id": (form(field(make_text_field()), custom_id="i" * 101), "custom id of 101"),
    "no field": (form(), "0 fields"),
    "six fields": (form(*(field(make_text_field(custom_id=str(nth))) for nth in range(6))), "6 fields"),
    "a button": (form(button()), "a component of type 2 in a form"),
    "two in a row": (form({"type": 1, "components": [make_text_field(), make_text_field()]}), "not one field"),
    "an old field without a label": (form({"type": 1, "components": [make_text_field()]}), "label of a field: nothing"),
    "a menu in a row": (form({"type": 1, "components": [menu()]}), "not one field"),
    "an empty row": (form({"type": 1}), "not one field"),
    "a label of nothing": (form({"type": 18, "label": "Field"}), "a component of type None as a field"),
    "more text than any field takes": (
        form(field(make_text_field(value="v" * 4001, max_length=4001))),
        "begins with of 4001",
    ),
    "less than no text": (form(field(make_text_field(min_length=-1))), "-1 to 4000 characters"),
    "a blank text to read": (form({"type": 10, "content": ""}), "text in a form: nothing"),
    "no id": (form(field(make_text_field(custom_id=None))), "custom id: nothing"),
    "a long label": (form(field(make_text_field(), label="l" * 46)), "label of a field of 46"),
    "a blank label": (form(field(make_text_field(), label=" ")), "label of a field: nothing"),
    "a long description": (form(field(make_text_field(), description="d" * 101)), "description of a field of 101"),
    "an empty description": (form(field(make_text_field(), description="")), "description of a field: nothing"),
    "a button as a field": (form(field(button())), "a component of type 2 as a field"),
    "an id twice": (form(field(make_text_field()), field(make_text_field())), "a custom id twice"),
    "a number twice": (form(field(make_text_field(id=3)), field(menu(id=3))), "a component id twice"),
    "no style": (form(field(make_text_field(style=3))), "a field of style 3"),
    "a long placeholder": (form(field(make_text_field(placeholder="p" * 101))), "placeholder of a field of 101"),
    "more than it takes": (form(field(make_text_field(value="v" * 11, max_length=10))), "begins with of 11"),
    "least over most": (form(field(make_text_field(min_length=5, max_length=4))), "5 to 4 characters"),
    "over 4000": (form(field(make_text_field(max_length=4001))), "4000 at most"),
    "disabled": (form(field(make_text_field(disabled=True))), "disabled"),
    "a disabled box": (form(field({"type": 23, "custom_id": "box", "disabled": True})), "disabled"),
    "a disabled menu": (form(field(menu(disabled=True))), "disabled"),
    "a required menu of which none are chosen": (form(field(menu(min_values=0))), "may be left empty"),
    "one radio button": (form(ticks(21, 1)), "1 options to tick"),
    "eleven radio buttons": (form(ticks(21, 11)), "11 options to tick"),
    "two radio buttons pressed": (
        form(ticks(21, 2) | {"component": {**ticks(21, 2)["component"], "options": options(2, default=True)}}),
        "2 chosen",
    ),
    "no boxes": (form(ticks(22, 0)), "0 options to tick"),
    "more boxes than there are": (form(ticks(22, 2, max_values=3)), "3 may be chosen of 2"),
    "boxes that may stay empty": (form(ticks(22, 2, min_values=0)), "may be left empty"),
    "eleven files": (form(field({"type": 19, "custom_id": "files", "max_values": 11})), "10 at most"),
    "a long text to read": (form({"type": 10, "content": "x" * 4001}), "text in a form of 4001"),
}


def test_a_form_that_discord_refuses() -> None:
    for name, (body, said) in REFUSED_FORMS.items():
        found = list(refusals.form_errors(body))
        assert any(said in one for one in found), (name, found)


@for_each(
    ("choices", "said"),
    [
        ([{"name": "n", "value": "v"}] * 26, "26 suggestions"),
        ([{"name": "n" * 101, "value": "v"}], "suggestion of 101"),
        ([{"name": " ", "value": "v"}], "suggestion: nothing"),
        ([{"name": "n", "value": ""}], "value of a suggestion: nothing"),
        ([{"name": "n", "value": "v" * 101}], "value of a suggestion of 101"),
    ],
)
def test_suggestions_that_discord_refuses(choices: Sequence[dict[str, Any]], said: str) -> None:
    assert any(said in one for one in refusals.suggestion_errors(choices))


def test_suggestions_that_are_just_within_the_limits_are_taken() -> None:
    assert list(refusals.suggestion_errors([{"name": "n" * 100, "value": "v" * 100}] * 25)) == []
    assert list(refusals.suggestion_errors([{"name": "n", "value": 3}])) == []
