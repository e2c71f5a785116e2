"""Refusals are headed by their reason."""

from __future__ import annotations

from bot.errors import Refusal
from cogs.rendering.reply import file_stem, reason_text, refusal_reply, split_heading
from cogs.rendering.text import Reader
from data.texts import language
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.text import Joined, Plural, Sentence, Text, Typed, UnitRef
from tests.cogs.table import Table
from tests.rows import for_each

ENGLISH = Reader(language("en"))


@for_each(
    ("text", "title", "rest"),
    [
        (Text("No cover here."), "No cover here", ""),
        (
            Text("There is no '{n}'. Did you mean {m}?", n="Sgt. Miler", m="Mg"),
            "There is no 'Sgt. Miler'",
            "Did you mean Mg?",
        ),
        (Text("Which one: {units}?", units="A or B"), "Which one: A or B?", ""),
        (Text("cover: 'x' is not known; choose {known}", known="y"), "Cover: 'x' is not known; choose y", ""),
        (
            Text("Entry {number} is from an older version: undo it and give the command again.", number=5),
            "Entry 5 is from an older version",
            "Undo it and give the command again.",
        ),
        (Plural("{n} die is over. Leave it.", "{n} dice are over. Leave them.", 2), "2 dice are over", "Leave them."),
        (Joined((Text("The disk is full."), Text("Make room."))), "The disk is full", "Make room."),
        (Sentence(Text("It reaches 4.5″, z. B. {n}. Go on.", n=2)), "It reaches 4.5″, z. B. 2", "Go on."),
    ],
)
def test_the_first_sentence_is_the_heading(text: Text, title: str, rest: str) -> None:
    assert split_heading(ENGLISH, text) == (title, rest)


def test_several_faults_are_counted_and_have_a_line_each() -> None:
    reply = refusal_reply(ENGLISH, BadFacts([Text("cover: missing"), Text("distance: missing")]))
    assert (reply.title, reply.text, reply.private) == ("2 errors", "• Cover: missing.\n• Distance: missing.", True)


def test_the_section_of_the_rules_is_shown_below_a_refusal() -> None:
    reply = refusal_reply(ENGLISH, RuleError(Text("{unit} is pinned.", unit=UnitRef("u1")), "Terror"))
    assert (reply.title, reply.text) == ("Unit 1 is pinned", "Rule: Terror")


def test_no_reason_is_lost() -> None:
    assert refusal_reply(ENGLISH, Refusal(Text("What. Where. When."))).text == "Where. When."


async def test_a_refusal_at_the_table_is_headed_by_its_reason(demo: Table) -> None:
    told = await demo.say(demo.ann, "/fire", attacker="Marin", target="Milita", distance="10")
    assert (told.title, told.text) == ("There is no unit called 'Milita'", "Did you mean Militia?")


def test_a_text_within_another_is_split_at_its_first_sentence() -> None:
    inner = Joined((Sentence(Joined((Text("No. Go on."), Text("Wait.")))), Text("Later.")))
    assert split_heading(ENGLISH, inner) == ("No", "Go on. Wait. Later.")
    assert split_heading(ENGLISH, Joined(("A. B.", Text("C.")))) == ("A. B. C", "")
    assert split_heading(ENGLISH, Typed("a. b. C d")) == ("A. b. C d", "")
    assert split_heading(ENGLISH, Sentence("a. B")) == ("A. B", "")
    assert split_heading(ENGLISH, Joined(())) == ("", "")


def test_a_first_sentence_of_more_than_seventy_letters_ends_at_its_colon() -> None:
    first = "Of this kind there is none"
    fits = f"{first}: {'x' * (67 - len(first))}. Go on."
    assert split_heading(ENGLISH, Text(fits)) == (fits.removesuffix(". Go on."), "Go on.")
    longer = f"{first}: x{'x' * (67 - len(first))}. Go on."
    assert split_heading(ENGLISH, Text(longer)) == (first, "X" + longer.removeprefix(f"{first}: x"))
    assert split_heading(ENGLISH, Text(longer.replace(": ", "; "))) == (first, "X" + longer.removeprefix(f"{first}: x"))
    early = f"{'y' * 11}: {'x' * 70}."
    assert split_heading(ENGLISH, Text(early)) == (early.capitalize().removesuffix("."), "")


@for_each(("name", "stem"), [("The Ford!", "the-ford"), ("蓝军", "game"), ("--", "game"), ("a_b c", "a-b-c")])
def test_a_name_becomes_the_beginning_of_a_files_name(name: str, stem: str) -> None:
    assert file_stem(name, "game") == stem


def test_any_error_is_told_by_its_words() -> None:
    assert reason_text(ENGLISH, BadFacts([Text("cover: missing"), Text("distance: missing")])) == (
        "Cover: missing.\nDistance: missing."
    )
    assert reason_text(ENGLISH, ValueError("no *such* thing")) == "No \\*such\\* thing."
