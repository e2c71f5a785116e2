"""Questions as messages: their heading, their lines, and what gives way on a phone."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.game.people import OPPONENT
from bot.game.questions import (
    AnsweredRoll,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    OfferedOption,
    RequestedRoll,
    TableChange,
    WarningQuestion,
)
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.store.tables import Pending, StoredGame
from cogs.rendering import phone
from cogs.rendering.question import mentioned_player, question_reply, subject_lines
from cogs.rendering.reply import INK, REFUSED
from cogs.rendering.sides import mark_of_side
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.dice import Line, Need
from rules.kernel.facts import Ask
from rules.kernel.text import NOTHING, Text
from tests.rows import for_each

WORDS = Reader(language("en"))
WIDE = 10_000
PLAYERS = {one.id: one for one in (Player(id="1", name="Ann", side="Red"), Player(id="2", name="Bob", side="Blue"))}


def asked(question: Any, deadline: float | None = None, **game: Any) -> OpenQuestion:
    info = StoredGame.model_construct(id="g", guild_id="1", channel_id="2", name="The ford", units="inches")
    units = [Unit(id=f"u{n}", name=name, side="Red", models=3, starting=5) for n, name in ((1, "Able"), (2, "Baker"))]
    found = Game(units={one.id: one for one in units}, players=dict(PLAYERS))
    for key, value in game.items():
        setattr(found, key, value)
    row = Pending.model_construct(id="p", game_id="g", asked_by="1", kind="dice", deadline=deadline)
    return OpenQuestion(ActiveGame(info, system_of("fubar"), found), row, question)


def shown(question: OpenQuestion, room: int = WIDE) -> list[str]:
    reply = question_reply(WORDS, question, (), room)
    return [reply.title, *reply.text.split("\n"), f"— {reply.footer}", f"{reply.ping}"]


SAVES = RequestedRoll(
    key="saves", label=Text("saves"), count=2, sides=6, needed=Need(5), ledger=(Line(Text("armour"), 5, "3"),)
)
MORE = RequestedRoll(key="lookup", label=Text("scatter"), count=1, sides=6)


def earlier(faces: int, key: str = "to_hit") -> AnsweredRoll:
    return AnsweredRoll(
        key=key, label=Text("to hit"), sides=6, faces=(6,) * faces, source="bot", needed=Need(4), result=faces
    )


ROLL = DiceQuestion(side="Red", throw=SAVES, ahead=(MORE,), about=Text("Able at Baker"), so_far=(earlier(2),))


def changed(question: Any, **values: Any) -> Any:
    return question.model_copy(update=values)


@for_each(
    ("question", "more", "lines"),
    [
        (
            ROLL,
            {},
            [
                "Ann, roll 2d6: saves on 5+",
                "**Able at Baker**",
                "↳ 5+ (armour)",
                "then 1d6 (scatter)",
                "to hit (bot): **6** **6** → **2**",
                "— 🔴 Red",
                "1",
            ],
        ),
        (
            changed(ROLL, about=NOTHING, ahead=(), so_far=()),
            {"deadline": 90.5},
            [
                "Ann, roll 2d6: saves on 5+",
                "↳ 5+ (armour)",
                "Without an answer the default is taken <t:90:R>.",
                "— 🔴 Red",
                "1",
            ],
        ),
        (
            changed(ROLL, so_far=(earlier(12),)),
            {"timeout": (5, "umpire"), "deadline": 90},
            [
                "Ann, roll 2d6: saves on 5+",
                "**Able at Baker**",
                "↳ 5+ (armour)",
                "then 1d6 (scatter)",
                "to hit (bot): **6** **6** **6** **6** **6** **6** **6** **6** **6** **6** **6** **6** → **12**",
                "Without an answer the umpire decides <t:90:R>.",
                "— 🔴 Red",
                "1",
            ],
        ),
        (
            changed(ROLL, so_far=(earlier(6), earlier(7, "saves"))),
            {"timeout": (5, "default"), "deadline": 90},
            [
                "Ann, roll 2d6: saves on 5+",
                "**Able at Baker**",
                "↳ 5+ (armour)",
                "then 1d6 (scatter)",
                "🎲 to hit 6 of 6 · to hit 7 of 7",
                "Without an answer the default is taken <t:90:R>.",
                "— 🔴 Red",
                "1",
            ],
        ),
        (
            changed(ROLL, ahead=(), so_far=()),
            {"players": {}},
            ["Red, roll 2d6: saves on 5+", "**Able at Baker**", "↳ 5+ (armour)", "— 🔴 Red", "1"],
        ),
        (
            changed(ROLL, side=None, throw=changed(SAVES, ledger=())),
            {"players": {}},
            [
                "You, roll 2d6: saves on 5+",
                "**Able at Baker**",
                "then 1d6 (scatter)",
                "to hit (bot): **6** **6** → **2**",
                "— ",
                "1",
            ],
        ),
    ],
)
def test_a_roll_is_asked_for_with_its_subject_its_ledger_and_what_came_before(
    question: Any, more: Any, lines: list[str]
) -> None:
    assert shown(asked(question, **more)) == lines


def test_the_roll_of_a_unit_that_a_reader_does_not_know_has_no_ledger() -> None:
    question = asked(changed(ROLL, unit="u1"))
    game = question.live.game
    game.units["u1"] = game.units["u1"].model_copy(update={"states": {"hidden": 1}})
    live = ActiveGame(question.live.info, system_of("opreb"), game)
    assert shown(question._replace(live=live)) == [
        "Ann, roll 2d6: saves on 5+",
        "**Able at Baker**",
        "then 1d6 (scatter)",
        "to hit (bot): **6** **6** → **2**",
        "— 🔴 Red",
        "1",
    ]


def test_a_tie_says_that_it_is_rolled_again() -> None:
    again = RequestedRoll(key="initiative of Red again", label=Text("initiative"), count=1, sides=6)
    tie = DiceQuestion(side="Red", throw=again, so_far=(earlier(1, "initiative of Red"),))
    assert shown(asked(tie)) == [
        "Ann, roll 1d6: initiative",
        "A tie: roll again.",
        "to hit (bot): **6**",
        "— 🔴 Red",
        "1",
    ]
    assert shown(asked(changed(tie, about=Text("Initiative")))) == [
        "Ann, roll 1d6: initiative",
        "**Initiative** A tie: roll again.",
        "to hit (bot): **6**",
        "— 🔴 Red",
        "1",
    ]


OFFERS = (
    OfferedOption(value="a", label=Text("Suppress first"), short=Text("suppress"), prospects=Text("2 casualties")),
    OfferedOption(value="b", label=Text("Kill first"), prospects=Text("3 casualties")),
    OfferedOption(value="c", label=Text("Neither")),
)
CHOICE = DecisionQuestion(
    side="Red", name="allocation", question=Text("which hits first?"), offers=OFFERS, default="a", so_far=(earlier(2),)
)


def test_a_decision_lists_its_options_and_on_a_phone_in_fewer_words() -> None:
    whole = shown(asked(CHOICE))
    assert whole == [
        "Ann: which hits first?",
        "to hit (bot): **6** **6** → **2**",
        "• Suppress first: about 2 casualties",
        "• Kill first: about 3 casualties",
        "— 🔴 Red",
        "1",
    ]
    high = phone.headed_height(whole[0], whole[1:-2], phone.MENTION) - phone.FOOT
    assert shown(asked(CHOICE), high)[1:-2] == whole[1:-2]
    assert shown(asked(CHOICE), high - 1)[1:-2] == [
        "🎲 to hit 2 of 2",
        "• suppress: about 2 casualties",
        "• Kill first: about 3 casualties",
    ]
    assert shown(asked(changed(CHOICE, so_far=())), 0)[1:-2] == [
        "• suppress: about 2 casualties",
        "• Kill first: about 3 casualties",
    ]


WISH = ConsentQuestion(
    groups=("side:Red",),
    side="Blue",
    wish=Text("undo entry 7"),
    changes=(TableChange(unit="u1", models=1), TableChange(unit="u2", models=-2)),
    notes=(Text("The dice come first next time."), Text("The turn is Red's again.")),
    so_far=(earlier(1),),
)


@for_each(
    ("question", "more", "lines"),
    [
        (
            WISH,
            {},
            [
                "Ann: do you agree?",
                "**Ann wants to undo entry 7.**",
                "📌 Able: put back 1 model.",
                "📌 Baker: remove 2 models.",
                "The dice come first next time.",
                "The turn is Red's again.",
                "to hit (bot): **6**",
                "Nothing changes until you agree.",
                "— 🔵 Blue",
                "1",
            ],
        ),
        (
            WISH,
            {"deadline": 90},
            [
                "Ann: do you agree?",
                "**Ann wants to undo entry 7.**",
                "📌 Able: put back 1 model.",
                "📌 Baker: remove 2 models.",
                "The dice come first next time.",
                "The turn is Red's again.",
                "to hit (bot): **6**",
                "Without an answer it lapses <t:90:R>.",
                "Nothing changes until you agree.",
                "— 🔵 Blue",
                "1",
            ],
        ),
        (
            changed(WISH, silence="yes"),
            {"deadline": 90},
            [
                "Ann: do you agree?",
                "**Ann wants to undo entry 7.**",
                "📌 Able: put back 1 model.",
                "📌 Baker: remove 2 models.",
                "The dice come first next time.",
                "The turn is Red's again.",
                "to hit (bot): **6**",
                "Without an answer it is done <t:90:R>.",
                "— 🔵 Blue",
                "1",
            ],
        ),
        (
            changed(WISH, changes=(), notes=(), so_far=(), asker="Cyd"),
            {"players": {"2": PLAYERS["2"]}},
            [
                "A player: do you agree?",
                "**Cyd wants to undo entry 7.**",
                "Nothing changes until you agree.",
                "— 🔵 Blue",
                "1",
            ],
        ),
        (
            changed(WISH, changes=(), notes=(), so_far=()),
            {"players": {}},
            [
                "A player: do you agree?",
                "**A player wants to undo entry 7.**",
                "Nothing changes until you agree.",
                "— Blue",
                "1",
            ],
        ),
    ],
)
def test_who_must_agree_reads_what_it_does_and_what_silence_means(question: Any, more: Any, lines: list[str]) -> None:
    assert shown(asked(question, **more)) == lines


def test_a_request_for_consent_is_shortened_until_it_fits_a_phone() -> None:
    question = asked(WISH, deadline=90)
    whole = shown(question)
    high = phone.headed_height(whole[0], whole[1:-2], phone.MENTION)
    assert shown(question, high) == whole
    assert shown(question, high - 1)[-2] == "— 🔵 Blue"
    assert shown(question, 0)[-2] == "— "
    assert "" not in shown(asked(changed(WISH, notes=()), deadline=90), 0)
    assert shown(question, high - 1)[1:-2] == [
        "**Ann wants to undo entry 7.**",
        "📌 Able: put back 1 model.",
        "📌 Baker: remove 2 models.",
        "The dice come first next time.",
        "The turn is Red's again.",
        "to hit (bot): **6**",
        "Without an answer it lapses <t:90:R>.",
    ]
    assert shown(question, 0)[1:-2] == [
        "**Ann wants to undo entry 7.**",
        "📌 Able: 1 model back.",
        "📌 Baker: 2 models off.",
        "The dice come first next time. The turn is Red's again.",
        "to hit (bot): **6** Without an answer it lapses <t:90:R>.",
    ]


ANYWAY = WarningQuestion(warnings=(Text("It is pinned."), Text("It is too far.")), others=("Blue", "Green"))


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            ANYWAY,
            [
                "• It is pinned.",
                "• It is too far.",
                "The Cardinal Rule lets you: where a rule makes no sense here, leave it out or change it.",
                "Nothing is recorded yet. Go on anyway?",
                "Blue and Green must agree too.",
            ],
        ),
        (
            changed(ANYWAY, warnings=(), others=(), moved=True),
            ["The game has moved on since you were asked. Now:", "You can go on now. Nothing is recorded yet."],
        ),
        (
            changed(ANYWAY, warnings=(), about=Text("Undo 3 entries?"), changes=WISH.changes, notes=WISH.notes),
            [
                "**Undo 3 entries?**",
                "📌 Able: put back 1 model.",
                "📌 Baker: remove 2 models.",
                "The dice come first next time.",
                "The turn is Red's again.",
                "Nothing is recorded yet.",
                "Blue and Green must agree too.",
            ],
        ),
    ],
)
def test_a_warning_lists_the_rules_that_are_bent_and_who_must_agree(question: Any, lines: list[str]) -> None:
    reply = question_reply(WORDS, asked(question), ())
    assert (reply.title, reply.private, reply.colour, reply.footer) == ("Please confirm", True, REFUSED, "")
    assert reply.text.split("\n") == lines


FACTS = FactsQuestion(asks=(Ask("cover", Text("Which cover?")), Ask("far", Text("How far?"))))


@for_each("question", [ROLL, CHOICE, WISH, ANYWAY, FACTS, ObjectionQuestion(warnings=())])
def test_every_question_has_its_buttons(question: Any) -> None:
    button = discord.ui.Button[Any](label="Go")
    assert question_reply(WORDS, asked(question), [button]).buttons == (button,)


def test_facts_that_are_missing_are_asked_of_the_issuer_alone() -> None:
    reply = question_reply(WORDS, asked(FACTS), ())
    assert (reply.title, reply.text) == ("Something is missing", "• Which cover?\n• How far?")
    assert (reply.private, reply.colour, reply.footer) == (True, REFUSED, "")


def test_objections_since_the_command_go_to_its_issuer() -> None:
    question = ObjectionQuestion(
        side="Red", warnings=(Text("It is pinned."),), about=Text("Able at Baker"), so_far=(earlier(1),)
    )
    assert shown(asked(question)) == [
        "Ann: go on anyway?",
        "**Able at Baker**",
        "to hit (bot): **6**",
        "The game has moved on since this command was given:",
        "• It is pinned.",
        "The Cardinal Rule lets you: where a rule makes no sense here, leave it out or change it.",
        "Nothing is recorded yet. Go on anyway?",
        "— 🔴 Red",
        "1",
    ]
    assert shown(asked(changed(question, about=NOTHING, so_far=()), players={})) == [
        "A player: go on anyway?",
        "The game has moved on since this command was given:",
        "• It is pinned.",
        "The Cardinal Rule lets you: where a rule makes no sense here, leave it out or change it.",
        "Nothing is recorded yet. Go on anyway?",
        "— 🔴 Red",
        "1",
    ]


def test_a_question_has_the_colour_of_the_one_side_asked() -> None:
    red, blue = (mark_of_side(("Red", "Blue"), side).accent for side in ("Red", "Blue"))
    assert question_reply(WORDS, asked(ROLL), ()).colour == red
    assert question_reply(WORDS, asked(WISH), ()).colour == blue
    both = changed(WISH, side=None, groups=("side:Green", "side:Blue"))
    cyd = Player(id="3", name="Cyd", side="Green")
    reply = question_reply(WORDS, asked(both, players={**PLAYERS, "3": cyd}), ())
    assert (reply.colour, reply.footer) == (INK, "")
    assert question_reply(WORDS, asked(changed(both, groups=("side:Blue",))), ()).colour == blue


def test_the_subject_of_a_question_is_told_without_what_it_asks() -> None:
    assert subject_lines(WORDS, asked(ROLL)) == ["Able at Baker", "to hit (bot): **6** **6** → **2**"]
    assert subject_lines(WORDS, asked(changed(ROLL, about=NOTHING, so_far=()))) == []
    assert subject_lines(WORDS, asked(WISH)) == ["Ann wants to undo entry 7."]
    assert subject_lines(WORDS, asked(ANYWAY)) == []


def test_the_bot_as_a_player_is_not_mentioned() -> None:
    bot = Player(id=OPPONENT.id, name=OPPONENT.name, side="Red")
    assert mentioned_player(asked(ROLL, players={bot.id: bot})) is None
    assert mentioned_player(asked(ROLL)) == "1"
    assert mentioned_player(asked(ROLL, uncalled={"1": True})) is None
