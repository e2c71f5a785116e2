"""The tests' own strict Discord refuses a list of commands for each of its rules by itself."""

from __future__ import annotations

from typing import Any

from bot.registration import letters
from tests.cogs import registering
from tests.rows import for_each


def part(name: str = "fire", kind: int = 1, **other: Any) -> dict[str, Any]:
    return {"name": name, "description": "Do it.", "type": kind, **other}


def menu(name: str = "Undo this", **other: Any) -> dict[str, Any]:
    return {"name": name, "type": 3, **other}


def optional(*options: dict[str, Any]) -> dict[str, Any]:
    return part(options=list(options))


def choice(name: str = "red", value: Any = "r", **other: Any) -> dict[str, Any]:
    return {"name": name, "value": value, **other}


def choice_option(*choices: dict[str, Any], kind: int = 3, **other: Any) -> dict[str, Any]:
    return optional(part("side", kind, choices=list(choices), **other))


LONG = part(options=[part(f"o{nth}", 3, description="d" * 100) for nth in range(25)])
DEEP = part("inner", 2, options=[part("deeper", 2)])
TAKEN = {
    "a command": part(),
    "a name with signs": part("été-2_x'y"),
    "a menu": menu(),
    "a group": part(options=[part("inner", 2, options=[part("give", 1, options=[part("what", 3)])]), part("other")]),
    "choices": choice_option(*(choice(f"c{nth}", f"v{nth}") for nth in range(25))),
    "numbers": choice_option(choice(value=3), kind=4, min_value=1, max_value=1),
    "lengths": optional(part("text", 3, min_length=0, max_length=6000, autocomplete=True)),
    "a channel": optional(part("where", 7, channel_types=[0])),
    "required first": optional(part("a", 3, required=True), part("b", 3)),
    "translated": part(description_localizations={"de": "d" * 100}),
}


@for_each("name", TAKEN)
def test_a_command_within_the_rules_of_discord_is_accepted(name: str) -> None:
    assert list(registering.faults([TAKEN[name]])) == []


REFUSED: dict[str, tuple[list[dict[str, Any]], str]] = {
    "101 commands": ([part(f"c{nth}") for nth in range(101)], "101 commands"),
    "16 menus": ([menu(f"m{nth}") for nth in range(16)], "16 commands of type 3"),
    "twice": ([part(), part()], "/fire: twice"),
    "another kind": ([part(kind=9)], "1 commands of type 9"),
    "capitals": ([part("Fire")], "is no name"),
    "a blank in a name": ([part("fi re")], "is no name"),
    "a long name": ([part("f" * 33)], "name of 33"),
    "a capital in German": ([part(name_localizations={"de": "Feuer"})], "Feuer is no name"),
    "no description": ([part(description="")], "description of fire: nothing"),
    "a long description": ([part(description="d" * 101)], "description of fire of 101"),
    "long in German": ([part(description_localizations={"de": "d" * 101})], "description of fire of 101"),
    "another language": ([part(description_localizations={"xx": "d"})], "there is no language xx"),
    "a menu with words": ([menu(description="d")], "neither a description"),
    "a long menu": ([menu("m" * 33)], "name of 33"),
    "contexts": ([part(contexts=[3])], "contexts"),
    "installations": ([part(integration_types=[2])], "integration_types"),
    "26 options": ([optional(*(part(f"o{nth}", 3) for nth in range(26)))], "26 options in fire"),
    "an option twice": ([optional(part("a", 3), part("a", 3))], "the option a twice"),
    "commands beside options": ([optional(part("a", 1), part("b", 3))], "beside each other"),
    "required last": ([optional(part("a", 3), part("b", 3, required=True))], "comes after one that is not"),
    "an option of another type": ([optional(part("a", 12))], "a is of type 12"),
    "a group in a group": ([optional(DEEP)], "lies too deep"),
    "a group of options": ([optional(part("a", 2, options=[part("b", 3)]))], "holds more than commands"),
    "26 choices": ([choice_option(*(choice(f"c{nth}") for nth in range(26)))], "26 choices"),
    "a choice twice": ([choice_option(choice(), choice())], "the choice red twice"),
    "a long choice": ([choice_option(choice("c" * 101))], "name of a choice of 101"),
    "a long choice in German": (
        [choice_option(choice(name_localizations={"de": "c" * 101}))],
        "name of a choice of 101",
    ),
    "an empty choice": ([choice_option(choice(value=""))], "value of a choice: nothing"),
    "a long value": ([choice_option(choice(value="v" * 101))], "value of a choice of 101"),
    "words as a number": ([choice_option(choice(value="v"), kind=4)], "v as the value"),
    "a number that is too large": ([choice_option(choice(value=2**53 + 1), kind=4)], "as the value"),
    "choices and suggestions": ([choice_option(choice(), autocomplete=True)], "choices and suggestions"),
    "choices of people": ([choice_option(choice(value=3), kind=6)], "neither text nor a number"),
    "suggestions of people": ([optional(part("who", 6, autocomplete=True))], "neither text nor a number"),
    "bounds of a text": ([optional(part("a", 3, min_value=1))], "of another type"),
    "lengths of a number": ([optional(part("a", 4, max_length=3))], "of another type"),
    "least over most": ([optional(part("a", 4, min_value=3, max_value=2))], "3 at least, 2 at most"),
    "a length over 6000": ([optional(part("a", 3, max_length=6001))], "over 6000"),
    "kinds of channels": ([optional(part("a", 3, channel_types=[0]))], "no channel"),
}


@for_each("name", REFUSED)
def test_a_list_of_commands_that_discord_refuses(name: str) -> None:
    commands, said = REFUSED[name]
    found = list(registering.faults(commands))
    assert any(said in one for one in found), found


def test_a_command_has_8000_letters_at_most() -> None:
    """One command with 25 options, described in 100 letters each, is accepted; four of them in a group are not."""
    assert list(registering.faults([LONG])) == []
    groups = [part(f"g{nth}", 1, options=LONG["options"]) for nth in range(4)]
    (said,) = registering.faults([part(options=groups)])
    assert said.startswith("/fire: 10")
    assert said.endswith("8000 at most")


def test_the_longest_language_of_a_field_counts() -> None:
    """The German of one field and the English of another, and the value of a choice once."""
    one = choice("Rot", "r", name_localizations={"de": "Rot", "fr": "Rouge"})
    side = {"name": "side", "description": "The side.", "choices": [one]}
    ask = {"name": "ask", "description": "Ask.", "description_localizations": {"de": "Frag."}, "options": [side]}
    assert letters(ask) == 3 + 5 + 4 + 9 + 5 + 1
