"""Faces as players type them, for one roll and for all fields of a form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dice.parsing import (
    Dice,
    LooseRoll,
    SuccessCount,
    dice_showing,
    first_faces,
    leading_words,
    parse_faces,
    parse_loose_rolls,
    parse_rolls,
    parse_words,
    reroll_dice,
    roll_dice,
)
from bot.errors import Refusal
from bot.game.questions import DiceQuestion, RequestedRoll
from rules.kernel.dice import Need
from rules.kernel.errors import BadDice
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each


def make_request(key: str, count: int, need: int | None = None, sides: int = 6) -> RequestedRoll:
    """Return a roll for a form; with a number needed it may be answered by a count."""
    needed = None if need is None else Need(need)
    return RequestedRoll(key=key, label=Text(key), count=count, sides=sides, needed=needed, counts=need is not None)


def form(first: RequestedRoll, *ahead: RequestedRoll) -> DiceQuestion:
    return DiceQuestion(throw=first, ahead=ahead)


HITS = form(make_request("hits", 4, 4))
THREE = form(make_request("hits", 2, 4), make_request("saves", 1, 5), make_request("fall", 3))


def parse_text(question: DiceQuestion, text: str) -> list[tuple[str, tuple[int, ...], str]]:
    return [(one.key, one.faces, one.source) for one in parse_rolls(question, text)]


# One run of faces


@for_each(
    ("text", "sides", "faces"),
    [
        ("5 2 6", 6, (5, 2, 6)),
        ("526", 6, (5, 2, 6)),
        ("5,2;6 / 1", 6, (5, 2, 6, 1)),
        (" 5 / ", 6, (5,)),
        ("12 3 10", 12, (12, 3, 10)),
        ("12", 10, (12,)),
        ("12", 9, (1, 2)),
        ("12345", 12, (1234,)),
        ("0", 6, (0,)),
        ("", 6, None),
        (" ROLL ", 6, None),
    ],
)
def test_faces_as_people_type_them(text: str, sides: int, faces: tuple[int, ...] | None) -> None:
    assert parse_faces(text, sides) == faces


@for_each("text", ["x", "5 x", "-1", "1.5", "²", "٣", "1" * 201, "d6", "/", "5 5 five"])
def test_a_number_that_is_no_face_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="is not a face"):
        parse_faces(text, 6)


def test_more_dice_than_any_roll_needs() -> None:
    assert parse_faces(" ".join(["6"] * 1000), 6) == (6,) * 1000
    with pytest.raises(Refusal, match="1001 dice are more than any roll needs"):
        parse_faces(" ".join(["6"] * 1001), 6)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=50), st.sampled_from([" ", ",", ", ", "/", " / ", ";"]))
def test_any_separator_reads_the_same(faces: list[int], between: str) -> None:
    assert parse_faces(between.join(map(str, faces)), 6) == tuple(faces)


@given(st.text(max_size=50))
def test_any_text_is_faces_or_a_refusal(text: str) -> None:
    try:
        found = parse_faces(text, 6)
    except Refusal:
        return
    assert found is None or all(isinstance(face, int) for face in found)


# The fields of a form


@for_each("text", ["5 2 / 6 / 1 1 4", "52/6/114", "5 2 6 1 1 4", "526114", "5 2 / 6 / 1 1 4 / "])
def test_every_roll_of_a_form_gets_its_faces(text: str) -> None:
    assert parse_text(THREE, text) == [
        ("hits", (5, 2), "physical"),
        ("saves", (6,), "physical"),
        ("fall", (1, 1, 4), "physical"),
    ]


def test_typed_dice_keep_the_name_and_the_sides_of_their_roll() -> None:
    (one,) = parse_rolls(form(make_request("fall", 1, sides=12)), "11")
    assert (one.key, ENGLISH(one.label), one.sides, one.faces) == ("fall", "fall", 12, (11,))
    assert (one.queued, one.added) == (0, 0)


@for_each(("text", "throws"), [("5 2", 1), ("5 2 /", 1), ("5 2 / / ", 1), ("5 2 / 6", 2), ("526", 2)])
def test_rolls_at_the_end_may_be_left_out(text: str, throws: int) -> None:
    assert [key for key, _, _ in parse_text(THREE, text)] == ["hits", "saves", "fall"][:throws]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5 2 / 6 / 1 1 4 / 3", "1 face too many after fall"),
        ("5 2 / 6 / 1 1 4 / 3 3 / 2", "3 faces too many after fall"),
        ("5 2 6 1 1 4 3 3", "2 faces too many after fall"),
    ],
)
def test_more_rolls_than_the_form_has_fields(text: str, said: str) -> None:
    with pytest.raises(BadDice, match=f"^{said}$"):
        parse_rolls(THREE, text)


@pytest.mark.parametrize(("extra", "over"), [("3", "1 face"), ("3 / 3", "2 faces"), ("roll", "1 roll")])
def test_a_form_with_one_field_takes_one_roll(extra: str, over: str) -> None:
    with pytest.raises(BadDice, match=f"^{over} too many after hits$"):
        parse_rolls(HITS, f"4 4 1 1 / {extra}")


@for_each(
    ("text", "said"),
    [
        ("", "hits: 2 d6 needed, 0 given"),
        ("/ 6 / 1 1 4", "hits: 2 d6 needed, 0 given"),
        ("5 2 / / 1 1 4", "saves: 1 d6 needed, 0 given"),
        ("5 / 6 / 1 1 4", "hits: 2 d6 needed, 1 given"),
        ("5 2 / 6 6 / 1 1 4", "saves: 1 d6 needed, 2 given"),
        ("5 2 / 6 / 1 1", "fall: 3 d6 needed, 2 given"),
        ("5 2 6 1", "fall: 3 d6 needed, 1 given"),
        ("5 7", r"hits: 7 is not a face of a d6 \(1 to 6\)"),
        ("5 2 / 0", r"saves: 0 is not a face of a d6 \(1 to 6\)"),
        ("12 11 / 6", r"hits: 12 is not a face of a d6 \(1 to 6\)"),
        ("12 11 / 6 / 1 1 4", r"hits: 12 is not a face of a d6 \(1 to 6\)"),
        ("5 2 6 1 1 44", r"fall: 44 is not a face of a d6 \(1 to 6\)"),
    ],
)
def test_rolls_that_do_not_fit_their_fields(text: str, said: str) -> None:
    with pytest.raises(BadDice, match=f"^{said}$"):
        parse_rolls(THREE, text)


@given(st.lists(st.integers(0, 5), max_size=6), st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_each_field_is_filled_exactly_or_the_answer_refused(given_: list[int], fields: list[int]) -> None:
    """Faces 1 to 6 in rolls of any size, for a form of any size."""
    question = form(*(make_request(f"throw {at}", count) for at, count in enumerate(fields)))
    text = " / ".join(" ".join(["3"] * count) for count in given_)
    filled = list(given_)
    while filled and not filled[-1]:
        filled.pop()
    if len(filled) < 2:
        filled = _dealt(sum(filled), fields)
    fits = bool(filled) and filled == fields[: len(filled)]
    if not fits:
        with pytest.raises((BadDice, Refusal)):
            parse_rolls(question, text)
        return
    assert [len(one.faces) for one in parse_rolls(question, text)] == filled


def _dealt(faces: int, fields: list[int]) -> list[int]:
    """Return the faces divided among the fields; surplus faces are a further field."""
    dealt: list[int] = []
    for count in fields:
        if faces:
            dealt.append(min(count, faces))
            faces -= dealt[-1]
    return [*dealt, faces] if faces else dealt


# How many succeeded


@for_each("text", ["3 hits", "3hits", " 3  Treffer ", "3 of 4", "3 hits /"])
def test_how_many_succeeded_is_enough_where_faces_do_not_matter(text: str) -> None:
    assert parse_text(HITS, text) == [("hits", (4, 4, 4, 3), "counted")]


def test_counts_and_faces_in_one_form() -> None:
    assert parse_text(THREE, "1 hit / 0 saves / 1 1 4") == [
        ("hits", (4, 3), "counted"),
        ("saves", (4,), "counted"),
        ("fall", (1, 1, 4), "physical"),
    ]


def test_more_cannot_succeed_than_were_rolled() -> None:
    assert parse_text(HITS, "4 hits")[0][1] == (4, 4, 4, 4)
    with pytest.raises(BadDice, match=r"^hits: 5 of 4 dice cannot succeed$"):
        parse_rolls(HITS, "5 hits")


@for_each(
    ("dice", "text", "successes"), [(4, "3", 3), (4, "0", 0), (4, "4", 4), (14, "12", 12), (14, "14", 14), (14, "3", 3)]
)
def test_a_single_number_for_a_pool_is_how_many_succeed(dice: int, text: str, successes: int) -> None:
    ((_, faces, source),) = parse_text(form(make_request("hits", dice, 4)), text)
    assert (len(faces), sum(face >= 4 for face in faces), source) == (dice, successes, "counted")


def test_each_field_of_a_form_takes_one() -> None:
    both = form(make_request("hits", 4, 4), make_request("saves", 3, 5))
    assert parse_text(both, "3 / 2") == [("hits", (4, 4, 4, 3), "counted"), ("saves", (5, 5, 4), "counted")]


def test_as_many_faces_as_dice_are_faces() -> None:
    assert parse_text(form(make_request("hits", 2, 4)), "12") == [("hits", (1, 2), "physical")]
    assert parse_text(form(make_request("hits", 1, 4)), "1") == [("hits", (1,), "physical")]


def test_a_number_that_no_count_can_be_is_a_face() -> None:
    for alone in (form(make_request("fall", 4)), HITS):
        with pytest.raises(BadDice, match=r"4 d6 needed, 1 given$"):
            parse_rolls(alone, "5")


@for_each("text", ["3 misses", "1 miss", "2 FAILED", "2 failures"])
def test_a_number_of_failures_is_not_read_as_successes(text: str) -> None:
    with pytest.raises(Refusal, match="is not a face"):
        parse_rolls(HITS, text)


def test_words_for_misses_in_the_language_of_the_player_who_typed() -> None:
    assert parse_text(HITS, "3 daneben") == [("hits", (4, 4, 4, 3), "counted")]
    for text in ("3 daneben", "3 misses"):
        with pytest.raises(Refusal, match="is not a face"):
            parse_rolls(HITS, text, "daneben|verfehlt")


def test_words_for_misses_in_each_field_of_a_form() -> None:
    with pytest.raises(Refusal, match="'daneben' is not a face"):
        parse_rolls(
            form(make_request("hits", 4, 4), make_request("saves", 2, 5)), "3 hits / 1 daneben", "daneben|verfehlt"
        )


def test_a_count_is_no_answer_where_the_faces_matter() -> None:
    with pytest.raises(Refusal, match="'hits' is not a face"):
        parse_rolls(form(make_request("fall", 4)), "3 hits")


def test_two_faces_that_a_die_does_not_have_are_not_four_faces() -> None:
    with pytest.raises(BadDice, match=r"^hits: 12 is not a face of a d6 \(1 to 6\)$"):
        parse_rolls(form(make_request("hits", 2, 4)), "12 11")


# Words for rolls that are not known yet


@for_each(
    ("text", "words"),
    [
        ("5 2 / 12", (5, 2, "12")),
        ("4 hits / 2 5", (SuccessCount(successes=4), 2, 5)),
        ("2 5 / 4 hits", (2, 5, SuccessCount(successes=4))),
        ("2 hits / 1 of 3", (SuccessCount(successes=2), SuccessCount(successes=1))),
        (" Roll ", None),
    ],
)
def test_faces_and_counts_before_it_is_known_what_they_are_for(text: str, words: tuple[object, ...] | None) -> None:
    assert parse_words(text, 6) == words
    if words is not None:
        faces = [word for word in words if not isinstance(word, SuccessCount)]
        assert leading_words(parse_words(text, 6) or ()) == (faces if words[0] in faces else [])


def test_words_for_misses_are_no_count_there_either() -> None:
    with pytest.raises(Refusal, match="'daneben' is not a face"):
        parse_words("3 daneben", 6, "daneben|verfehlt")


# Words cut by the error message


@for_each(
    ("text", "sides", "count", "faces", "left"),
    [
        ("12 3", 12, 1, (12,), (3,)),
        ("12 3", 6, 2, (1, 2), (3,)),
        ("52645", 6, 2, (5, 2), ("645",)),
        ("34", 8, 1, (3,), ("4",)),
        ("5", 6, 2, (5,), ()),
    ],
)
def test_a_roll_takes_its_faces_from_the_typed_ones(
    text: str, sides: int, count: int, faces: tuple[int, ...], left: tuple[int | str, ...]
) -> None:
    words = parse_words(text, 6)
    assert words
    assert first_faces(leading_words(words), sides, count) == (faces, left)


# Loose dice


@for_each(
    ("text", "rolls"),
    [
        ("3d6", [LooseRoll((Dice(3, 6),))]),
        ("d20+3", [LooseRoll((Dice(1, 20),), 3)]),
        ("7 + 2 D8 - d4 - 2", [LooseRoll((Dice(2, 8), Dice(1, 4, -1)), 5)]),
        ("2d20kh1", [LooseRoll((Dice(2, 20, keep=1),))]),
        ("4d6 keep highest 3", [LooseRoll((Dice(4, 6, keep=3),))]),
        ("4d6k4", [LooseRoll((Dice(4, 6, keep=4),))]),
        ("2d20 keep low", [LooseRoll((Dice(2, 20, keep=1, lowest=True),))]),
        ("2d2kl−1", [LooseRoll((Dice(2, 2, keep=1, lowest=True),), -1)]),
        ("d100, ,2d6,", [LooseRoll((Dice(1, 100),)), LooseRoll((Dice(2, 6),))]),
        (",".join(["10d6"] * 10), [LooseRoll((Dice(10, 6),))] * 10),
        ("100d6", [LooseRoll((Dice(100, 6),))]),
    ],
)
def test_loose_dice_as_people_type_them(text: str, rolls: list[LooseRoll]) -> None:
    assert parse_loose_rolls(text) == rolls


@for_each(
    "text",
    [
        *("", " , ", "+3", "7", "3d6 4", "3d6d6", "+3d6", "d6+", "d1", "d101", "0d6", "101d6", "hallo"),
        *("2d6k0", "2d6k3", "60d6,41d6", "60d6+41d6", ",".join(["d6"] * 11), "x" * 41),
    ],
)
def test_dice_that_cannot_be_rolled_are_shown_with_their_notation(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_loose_rolls(text)
    assert ENGLISH(refused.value.text) == (
        f"'{text.strip()[:40]}' cannot be rolled. Write dice like 3d6, d20+3 or 2d20kh1 (the highest counts; kl1: the "
        "lowest), several rolls with commas: up to 100 dice of 2 to 100 sides."
    )


@for_each(
    ("dice", "counts", "total"),
    [
        (Dice(4, 6), (True, True, True, True), 12),
        (Dice(4, 6, -1), (True, True, True, True), -12),
        (Dice(4, 6, keep=2), (False, True, True, False), 9),
        (Dice(4, 6, keep=2, lowest=True), (True, False, False, True), 3),
    ],
)
def test_the_highest_or_lowest_dice_count(dice: Dice, counts: tuple[bool, ...], total: int) -> None:
    rolled = roll_dice(dice, lambda count, sides: (2, 5, 4, 1) if (count, sides) == (4, 6) else ())
    assert rolled == dice_showing(dice, (2, 5, 4, 1))
    assert (rolled.faces, rolled.was, rolled.total) == (tuple(zip((2, 5, 4, 1), counts, strict=True)), (), total)


def test_only_dice_with_the_chosen_faces_are_rolled_again() -> None:
    rolled = dice_showing(Dice(4, 6, keep=1), (1, 5, 2, 1))
    asked: list[tuple[int, int]] = []

    def roll(count: int, sides: int) -> tuple[int, ...]:
        asked.append((count, sides))
        return (6, 4, 3)[:count]

    again = reroll_dice(rolled, (1, 2), roll)
    assert again == dice_showing(Dice(4, 6, keep=1), (6, 5, 4, 3), (1, 0, 2, 1))
    assert again.faces == ((6, True), (5, False), (4, False), (3, False))
    assert reroll_dice(rolled, (3, 4), roll) == dice_showing(Dice(4, 6, keep=1), (1, 5, 2, 1), (0, 0, 0, 0))
    assert asked == [(3, 6)]
