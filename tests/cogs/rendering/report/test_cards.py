"""Cards to print: boxes for models, hit points and markers, a line for each weapon, and cards that go on."""

from __future__ import annotations

from typing import Any

from cogs.rendering.report.cards import Card, CardLine, Sheet, reference_cards, unit_cards
from cogs.rendering.report.reader import ReportReader
from data import system_of
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Figure, Unit
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from tests.rows import for_each

WORDS = ReportReader(language("en"))


def cards_of(system: str, kind: str = "", sheet: Sheet = Sheet(), told: int = 0, **more: Any) -> list[Card]:  # noqa: B008
    units = system_of(system).units
    spec = units[kind] if kind else next(iter(units.values()))
    given = {"profile": spec.profile, "weapons": spec.weapons, "starting": spec.models, "models": spec.models}
    unit = Unit.model_validate({"id": "u1", "name": "A*le", "side": "Red", "hp": spec.hp, **given, **more})
    board = Board(Game(units={"u1": unit}), system_of(system), ruleset_of(system_of(system), {}))
    lines = [(Text("Honour {n}", n=n), Text("First blood")) for n in range(1, told + 1)]
    return unit_cards(WORDS, board, [unit], sheet, {"u1": lines})


def shown(card: Card) -> list[str]:
    boxes = [f"{one.name} {''.join('x' if at else '.' for at in one.ticked)}" for one in (*card.models, *card.markers)]
    return [card.title, card.about, *boxes, *(f"{one.about}: {one.text}" for one in card.lines)]


FIGURES = (Figure(name="Vu", note="the medic"), Figure(name="Moss", fell=2))


@for_each(
    ("system", "kind", "more", "lines"),
    [
        (
            "fubar",
            "militia",
            {"models": 5, "points": 3, "figures": FIGURES, "origins": {"level": Text("Since battle 1")}},
            [
                "A*le",
                "Red · Level green · 3 points",
                "Models xxx.....",
                "suppressed ....",
                "activated .",
                "on guard .",
                "Moves: Walk 6″ · Run 12″ · Duck and Weave 8″ · Gone to Ground 3″ · Assault 8″",
                "8 infantry rifles: Range 24″, Fire points 1, Small arm",
                "Numbers: activates on 5+, hits on 6+",
                "★ Vu: the medic",
                "From earlier battles: Since battle 1",
            ],
        ),
        (
            "fubar",
            "ifv",
            {"states": {"suppressed": 9, "of_before": 1}},
            [
                "A*le",
                "Red · Kind vehicle · Level seasoned · Vehicle armour medium · Carries 6 · Crew 2",
                "Models .",
                "activated .",
                "on guard .",
                "stunned .",
                "immobilised .",
                "destroyed .",
                "Moves: Drive 12″ · Ram 12″",
                "1 light cannon: Range 32″, Fire points 4, Ignores cover",
                "1 LMG: Range 32″, Fire points 3, Small arm",
                "Numbers: activates on 4+, hits on 5+, saves on 4+",
            ],
        ),
        (
            "fubar",
            "militia",
            {"starting": 24, "models": 23},
            [
                "A*le",
                "Red · Level green",
                "Models x.......................",
                "suppressed ....",
                "activated .",
                "on guard .",
                "Moves: Walk 6″ · Run 12″ · Duck and Weave 8″ · Gone to Ground 3″ · Assault 8″",
                "8 infantry rifles: Range 24″, Fire points 1, Small arm",
                "Numbers: activates on 5+, hits on 6+",
            ],
        ),
        (
            "fubar",
            "militia",
            {"starting": 25, "models": 23},
            [
                "A*le",
                "Red · Level green",
                "Models 23 of 25 ",
                "suppressed ....",
                "activated .",
                "on guard .",
                "Moves: Walk 6″ · Run 12″ · Duck and Weave 8″ · Gone to Ground 3″ · Assault 8″",
                "8 infantry rifles: Range 24″, Fire points 1, Small arm",
                "Numbers: activates on 5+, hits on 6+",
            ],
        ),
        (
            "fubar",
            "militia",
            {"starting": 1, "models": 1, "states": {"suppressed": 25}},
            [
                "A*le",
                "Red · Level green",
                "Models .",
                "suppressed xxxxxxxxxxxxxxxxxxxxxxxx",
                "activated .",
                "on guard .",
                "Moves: Walk 6″ · Run 12″ · Duck and Weave 8″ · Gone to Ground 3″ · Assault 8″",
                "8 infantry rifles: Range 24″, Fire points 1, Small arm",
                "Numbers: activates on 5+, hits on 6+",
            ],
        ),
        (
            "openfire_d12",
            "",
            {"hp": (3, 2), "models": 2},
            [
                "A*le",
                "Red · MOV 6″ · SKL 7 · DEF 7 · CMD 6 · HP 2",
                "Models xxx..",
                "Hit points xxxxx.....",
                "suppression ....",
                "activated .",
                "Moves: Advance 6″ · Rush 4″",
                "5 service rifles: RNG 24″, ATT 2, DMG 1, PRC 1",
            ],
        ),
        (
            "openfire_d12",
            "",
            {"hp": (10, 10, 5), "models": 3, "starting": 5},
            [
                "A*le",
                "Red · MOV 6″ · SKL 7 · DEF 7 · CMD 6 · HP 2",
                "Models xx...",
                "Hit points ........................",
                " .",
                "suppression ....",
                "activated .",
                "Moves: Advance 6″ · Rush 4″",
                "5 service rifles: RNG 24″, ATT 2, DMG 1, PRC 1",
            ],
        ),
        (
            "openfire_d12",
            "heavy_trooper",
            {},
            [
                "A*le",
                "Red · MOV 5″ · SKL 6 · DEF 5 · CMD 5 · HP 6 · Heavy Armour 1",
                "Models .",
                "suppression ....",
                "activated .",
                "Moves: Advance 5″ · Rush 3″",
                "1 autocannon: Minimum range 6″, RNG 30″, ATT 3, DMG 2, PRC 2",
            ],
        ),
        (
            "bayonet",
            "truck",
            {},
            [
                "A*le",
                "Red · Physical Combat Factor 2 · Move 12″",
                "Models .",
                "suppressed .",
                "fleeing .",
                "downed ....",
                "reloading ....",
                "in hand to hand .",
                "overlapping .",
                "Moves: Move 12″",
            ],
        ),
        (
            "opreb",
            "",
            {"states": {"in_position": 1, "wounds": 2}},
            [
                "A*le",
                "Red · Skill dice 3",
                "Models ........",
                "wounds xx..",
                "pinned ....",
                "in position x",
                "hidden .",
                "activated .",
                "Moves: Move 5″ · Tac-move, 5″ + 1″ per bang, 3″ on a whiff",
                "8 rifles: Rate of fire 1, Range band 8″",
                "Numbers: move 5″, tac-move 5″ + 1″ per bang of 3 dice, 3″ on a whiff",
            ],
        ),
        (
            "openfire_ww2",
            "",
            {},
            [
                "A*le",
                "Red · WPN 5 · ARM 4 · MOR 8 · TRN 5",
                "Models ...",
                "pinned .",
                "retreating .",
                "hit the dirt .",
                "set up position .",
                "holds the line .",
                "rallying .",
                "barraged ....",
                "Moves: Move 5″",
                "1 bolt action rifle: RNG 24″, ROF 1, PEN 4, Mobility mobile, Domain infantry weapon",
                "1 hand grenade: RNG 6″, ROF 1, PEN 4, ACC -1, Mobility light, Domain infantry weapon, Explosive, "
                "Grenade",
            ],
        ),
    ],
)
def test_a_card_has_boxes_for_what_a_unit_can_lose_and_a_line_for_what_it_can_do(
    system: str, kind: str, more: Any, lines: list[str]
) -> None:
    [card] = cards_of(system, kind, **more)
    assert shown(card) == lines


def test_a_card_without_room_goes_on_on_another() -> None:
    many = cards_of("fubar", "militia", told=30)
    assert [(one.title, len(one.lines)) for one in many] == [("A*le", 14), ("A*le (continued)", 19)]
    assert [(one.title, len(one.lines)) for one in cards_of("fubar", "militia", Sheet(size=6), told=30)] == [
        ("A*le", 8),
        ("A*le (continued)", 14),
        ("A*le (continued)", 11),
    ]
    assert many[1] == Card("A*le (continued)", lines=many[1].lines)
    assert [line.about for card in many for line in card.lines if "Honour" in line.about] == [
        f"Honour {n}" for n in range(1, 31)
    ]


def test_a_card_full_of_boxes_has_its_first_line_all_the_same() -> None:
    full = cards_of("openfire_d12", hp=(24,) * 20)
    assert [(one.title, len(one.models), len(one.lines)) for one in full] == [
        ("A*le", 21, 1),
        ("A*le (continued)", 0, 1),
    ]


def test_the_code_of_a_card_leads_to_its_table() -> None:
    with_link, without = (cards_of("fubar", sheet=Sheet(link=link))[0].code for link in ("https://a.b/c", ""))
    assert with_link.startswith("data:image/svg+xml;charset=utf-8,%3Csvg")
    assert without == ""


def test_the_rules_in_short_have_each_topic_once() -> None:
    board = Board(Game(), system_of("fubar"), ruleset_of(system_of("fubar"), {}))
    cards = reference_cards(WORDS, board, Sheet())
    topics = [CardLine(WORDS(one.title), WORDS(one.text)) for one in board.system.topics.values()]
    assert [line for card in cards for line in card.lines] == topics
    assert {card.title for card in cards} == {"FUBAR in short", "FUBAR in short (continued)"}
