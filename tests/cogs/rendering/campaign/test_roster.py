"""Rosters of a campaign in words: a line per unit, room for recruits, and the page of a unit with its history."""

from __future__ import annotations

from bot.services.campaign.pages import CampaignPages
from cogs.rendering.campaign.roster import STORIES, note_lines, roster_lines, rosters_lines, unit_lines
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.campaign.campaign import Campaign
from rules.campaign.people_events import MemberLeft
from rules.campaign.report import UnitChange
from rules.campaign.roster import CampaignUnit, Deed, Honour
from rules.campaign.roster_events import UnitEnlisted
from rules.game.entry import Entry
from rules.game.table_events import StoryTold
from rules.game.tabletop import Player
from rules.game.unit import Figure
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, Record, change, fight, new_campaign, report_battle, sign, squad
from tests.rules.campaign.test_fielding import campaign_after_one_battle

WORDS = Reader(language("en"), reader=ANN)


def page_of(record: Record, unit: CampaignUnit) -> list[str]:
    system = system_of(record.campaign.system)
    return unit_lines(WORDS, record.campaign, system, unit, CampaignPages.history(unit))


def test_rosters_are_listed_with_their_units_their_recruits_and_their_players() -> None:
    assert rosters_lines(WORDS, Campaign()) == ["No rosters yet: get one with `/campaign join`."]
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-3, recovering=1), figures={"ra": 1})
    sign(record)
    record.add(BOB, MemberLeft(player=BOB))
    assert rosters_lines(WORDS, record.campaign) == [
        "**Ann** (Ann): 2 units · 13 figures · 2 fit · 1 recruit",
        "**Bob** (no player): 2 units · 16 figures · 2 fit",
    ]


@for_each(
    ("figures", "models", "recruits"),
    [
        (1, -3, "1 recruit earned · room for 2: Squad a1 +2 (5 of 8, 1 recovering). Choose a unit below."),
        (2, -3, "2 recruits earned · room for 2: Squad a1 +2 (5 of 8, 1 recovering). Choose a unit below."),
        (
            3,
            -3,
            "3 recruits earned · room for 2: Squad a1 +2 (5 of 8, 1 recovering) · 1 has no room and is lost when the "
            "next battle begins. Choose a unit below.",
        ),
        (
            4,
            -3,
            "4 recruits earned · room for 2: Squad a1 +2 (5 of 8, 1 recovering) · 2 have no room and are lost when the "
            "next battle begins. Choose a unit below.",
        ),
    ],
)  # fmt: skip
def test_the_roster_says_which_units_have_room_for_recruits_and_how_many_are_lost(
    figures: int, models: int, recruits: str
) -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=models, recovering=1), figures={"ra": figures})
    sign(record)
    assert roster_lines(WORDS, record.campaign, record.campaign.rosters["ra"])[0] == recruits


def test_a_unit_without_recovering_figures_has_room_for_those_that_it_lost() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-1), change("b1", models=-8), figures={"ra": 1, "rb": 1})
    sign(record)
    campaign = record.campaign
    assert roster_lines(WORDS, campaign, campaign.rosters["ra"]) == [
        "1 recruit earned · room for 1: Squad a1 +1 (7 of 8). Choose a unit below.",
        "**Ann** (Ann): 2 units · 15 figures · 2 fit · 1 recruit",
        "• Squad a1: 7 of 8",
        "• Squad a2: 8 of 8",
    ]
    assert roster_lines(WORDS, campaign, campaign.rosters["ra"], page=1)[2:] == [
        "No units yet: choose a force below, or attach a file to `/campaign enlist`."
    ]


def test_a_page_of_a_roster_has_twenty_units() -> None:
    record = new_campaign()
    for nth in range(3, 22):
        record.add(ANN, UnitEnlisted(unit=squad(f"a{nth}", "ra"), system="fubar"))
    campaign = record.campaign
    first, second = (roster_lines(WORDS, campaign, campaign.rosters["ra"], page)[1:] for page in (0, 1))
    assert [line.split(":")[0] for line in first] == [f"• Squad a{nth}" for nth in range(1, 21)]
    assert second == ["• Squad a21: 8 of 8"]


def test_the_page_of_a_unit_shows_its_state_its_gains_its_honours_its_figures_and_its_history() -> None:
    record = campaign_after_one_battle("openfire_ww2", "rifle_squad", UnitChange(unit="v", models=-2))
    figures = (
        Figure(name="Sgt *Vu*"),
        Figure(name="Moss", fell=3),
        Figure(name="Reed", note="the medic"),
        Figure(name="Hale", note="the scout", fell=1),
    )
    unit = record.campaign.units["v"].with_changes(
        level=2,
        honours=(Honour(key="first_blood"), Honour(key="of_a_later_release")),
        figures=figures,
        choices={1: "trn"},
        history=(
            Deed(key="enlisted", number=4, values={"models": 10}),
            Deed(key="level_chosen", number=12, values={"level": 1, "trait": "trn"}),
            Deed(key="level_chosen", number=13, values={"level": 1, "trait": "wpn"}),
        ),
    )
    assert page_of(record, unit) == [
        "Ann · 7 of 9 · level 2 · ⬆ choose level 2 · 2 honours",
        "**Levels**: level 1: veteran · level 1: TRN 6 · level 2: WPN 6",
        "**Honours**: First blood and of a later release",
        "★ Sgt \\*Vu\\*",
        "★ Moss: fallen",
        "★ Reed: the medic",
        "★ Hale: fallen · the scout",
        "• Enlisted with 10 figures (entry 4)",
        "• Level 1: TRN 6 (entry 12)",
        "• Level 1: wpn (entry 13)",
    ]


def test_the_last_lines_of_a_long_history_are_shown() -> None:
    record = new_campaign()

    def lines(many: int) -> list[str]:
        deeds = tuple(Deed(key="renamed", number=nth, values={"was": f"Squad {nth}"}) for nth in range(1, many + 1))
        unknown = Deed(key="of_a_later_release", number=99)
        unit = record.campaign.units["a1"].with_changes(history=(*deeds, unknown))
        return page_of(record, unit)[1:]

    assert lines(STORIES) == [f"• Formerly Squad {nth} (entry {nth})" for nth in range(1, 26)]
    assert lines(STORIES + 1) == [
        *(f"• Formerly Squad {nth} (entry {nth})" for nth in range(2, 27)),
        "1 earlier line: `/campaign log`.",
    ]
    assert lines(STORIES + 2)[-1] == "2 earlier lines: `/campaign log`."


def test_a_line_of_history_names_the_battle_and_at_most_six_of_its_entries() -> None:
    record = new_campaign()
    fight(record)
    unit = record.campaign.units["a1"].with_changes(
        history=(
            Deed(key="given", number=9, battle="b", entries=tuple(range(1, 8)), values={"n": 2}),
            Deed(key="fought", number=9, battle="b", values={"experience": 2}),
            Deed(key="routed", number=9, battle="b"),
            Deed(key="routed", number=9, battle="of a former release"),
        )
    )
    assert page_of(record, unit)[1:] == [
        "• Battle 1 (\\#1, \\#2, \\#3, \\#4, \\#5 and \\#6): Caused 2 losses",
        "• Battle 1: Fought: experience +2",
        "• Battle 1: Routed",
        "• Routed (entry 9)",
    ]


def test_the_players_notes_about_a_unit_name_their_author_and_the_entry() -> None:
    record = new_campaign()
    fight(record)

    def note(number: int, *about: int | None) -> Entry:
        events = [StoryTold(entry=one).model_dump(mode="json") for one in about]
        return Entry.model_validate(
            {
                "game": "g",
                "number": number,
                "command": "note",
                "by": "1",
                "at": 0.0,
                "reason": "Hold!",
                "events": events,
            }
        )

    ann = Player(id="1", name="Ann")
    notes = [("b", ann, note(7, 5)), ("b", None, note(8)), ("b", ann, note(9, None))]
    assert list(note_lines(WORDS, record.campaign, notes)) == [
        "• Battle 1 (\\#5): “Hold!” — Ann",
        "• Battle 1 (\\#8): “Hold!” — a former player",
        "• Battle 1 (\\#9): “Hold!” — Ann",
    ]
