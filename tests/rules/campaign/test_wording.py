"""Lines of reports and histories in words: every possible line has a text."""

from __future__ import annotations

import pytest

from data import CAMPAIGN, system_of
from data.files import honour_names, honours
from rules.campaign.after_game import AfterGame
from rules.campaign.battle_record import battle_record
from rules.campaign.proposals import proposal
from rules.campaign.report import ReportLine, UnitChange
from rules.campaign.roster import Deed
from rules.campaign.unit_changes import apply_outcome
from rules.campaign.wording import battle_text, deed_text, line_text
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.fought import SYSTEMS
from tests.rows import for_each
from tests.rules.campaign.test_proposals import NOBODY, campaign_after_battle, outcome_with_face


@for_each(
    ("line", "words"),
    [
        (ReportLine(key="given", values={"n": 1}), "Caused 1 loss"),
        (ReportLine(key="given", values={"n": 3}), "Caused 3 losses"),
        (ReportLine(key="experience", values={"gained": 3, "after": 7}), "Experience +3, now 7"),
        (ReportLine(key="recovery", values={"back": 2, "recovering": 1, "lost": 1}), None),
        (ReportLine(key="recovery", values={"back": 0, "recovering": 0, "lost": 2}), "Recovery: 2 lost"),
        (
            ReportLine(key="amended", values={"experience": 0, "models": 1, "recovering": -1}),
            "The report of the battle was corrected: figures +1, recovering −1",
        ),
        (
            ReportLine(key="amended", values={"experience": -2, "level_was": 1, "level": 0}),
            "The report of the battle was corrected: experience −2, level 0 after it",
        ),
        (
            ReportLine(key="amended", values={"level_was": 1, "level": 2}),
            "The report of the battle was corrected: level 2 after it",
        ),
        (
            ReportLine(key="amended", values={"level_was": 0, "level": 1}),
            "The report of the battle was corrected: level 1 after it",
        ),
        (ReportLine(key="amended", values={"models": 0}), "The report of the battle was corrected"),
        (ReportLine(key="by_hand", values={"n": 2}), "2 of them by corrections"),
        (ReportLine(key="taken_off", values={"n": 1}), "1 marker removed at the end (ruling open wounds)"),
        (ReportLine(key="wiped_out"), "No figures are left: the unit is lost"),
        (ReportLine(key="not_captured"), "No side held the field: no figure is captured"),
        (ReportLine(key="experience", values={"gained": 0, "after": 7}), "No experience gained"),
        (ReportLine(key="salvage", values={"fate": "misses_one"}), "Salvage: misses the next battle"),
        (ReportLine(key="diluted", values={"before": 9, "after": 6}), "Recruits lower its experience from 9 to 6"),
        (ReportLine(key="fates", values={"severe": 1, "dead": 0}), "Fates: 1 severe"),
        (ReportLine(key="honour", values={"honour": "first_blood"}), "Honour: First blood"),
        (ReportLine(key="honour", values={"honour": "of_old"}), "Honour: of old"),
        (ReportLine(key="honoured", values={"honour": "of_old"}), "Honour: of old"),
        (
            ReportLine(key="honour", values={"honour": "first_blood", "turn": 3, "turn_called": "bound"}),
            "Honour: First blood (bound 3)",
        ),
        (
            ReportLine(key="honour", values={"honour": "first_blood", "turn": "last", "turn_called": "bound"}),
            "Honour: First blood",
        ),
        (ReportLine(key="what_a_later_release_says"), ""),
        (ReportLine(key="taken", values={"n": 2}), "Took 2 losses"),
        (ReportLine(key="taken", values={"n": "many"}), "Took 0 losses"),
        (ReportLine(key="destroyed", values={"n": 1}), "Destroyed 1 enemy unit"),
        (ReportLine(key="passed", values={"n": 2}), "Passed 2 tests"),
        (ReportLine(key="failed", values={"n": 1}), "Failed 1 test"),
        (ReportLine(key="objective", values={"n": 2}), "Held 2 objectives at the end"),
        (ReportLine(key="casualties", values={"n": 1}), "1 figure out of action"),
        (ReportLine(key="captured", values={"n": 2}), "2 figures captured"),
        (ReportLine(key="stayed_away"), "Did not fight"),
        (ReportLine(key="figure_fell", values={"figure": "Cid"}), "Cid fell"),
        (ReportLine(key="figure_down", values={"figure": "Cid"}), "Cid shared the fate of the unit"),
        (ReportLine(key="figure_stands", values={"figure": "Cid"}), "Cid survived"),
        (ReportLine(key="wrecked"), "Destroyed"),
        (ReportLine(key="disabled"), "Disabled"),
        (ReportLine(key="dismissed"), "Dismissed"),
        (ReportLine(key="salvage", values={"fate": "repaired"}), "Salvage: repaired"),
        (ReportLine(key="salvage", values={"fate": "lost"}), "Salvage: lost for good"),
        (ReportLine(key="salvage", values={"fate": "sold_off"}), "Salvage: sold off"),
        (ReportLine(key="level_up", values={"level": 2}), "Up to level 2"),
        (ReportLine(key="enlisted", values={"models": 1}), "Enlisted with 1 figure"),
        (ReportLine(key="renamed", values={"was": "Old guard"}), "Formerly Old guard"),
        (ReportLine(key="transferred"), "Transferred from another roster"),
        (ReportLine(key="status", values={"status": "captured"}), "The arbitrator decided: captured"),
        (ReportLine(key="reinforced", values={"figures": 3}), "Reinforced by 3 figures"),
        (ReportLine(key="replaced", values={"by": "New guard"}), "Replaced by New guard"),
        (ReportLine(key="replaces", values={"lost": "Old guard"}), "A recruit replaces Old guard"),
        (ReportLine(key="fought", values={"experience": 3}), "Fought: experience +3"),
        (ReportLine(key="corrected"), "The report of the battle was corrected"),
        (ReportLine(key="fates", values={"severe": 2, "dead": 1, "by": "x"}), "Fates: 2 severe and 1 dead"),
    ],
)
def test_lines_in_words(line: ReportLine, words: str | None) -> None:
    said = ENGLISH(line_text(line, honour_names()))
    assert said == (words if words is not None else "Recovery: 2 back at once, 1 recovering, 1 lost")


@pytest.mark.parametrize("system", SYSTEMS)
async def test_every_line_of_a_report_and_of_a_history_says_something(system: str) -> None:
    record, entries = await campaign_after_battle(system)
    campaign = record.campaign
    told = battle_record(entries, system_of(system))
    after = AfterGame(campaign, campaign.battles["b"], told, system_of(system), CAMPAIGN, honours(), NOBODY)
    report = proposal(after)
    for need in report.needs:
        report = report.put(apply_outcome(after, report, need, outcome_with_face(need, system, 2)[0]))
    lines = [line for change in report.changes for line in change.lines]
    assert lines
    assert [line.key for line in lines if not ENGLISH(line_text(line, honour_names()))] == []
    deeds = [deed for unit in campaign.units.values() for deed in unit.history]
    assert [deed.key for deed in deeds if not ENGLISH(deed_text(deed, honour_names()))] == []


def test_a_line_of_a_history_shows_deeds_and_experience() -> None:
    """The sources of the experience are left out: the total is shown."""
    lines = (
        ReportLine(key="given", values={"n": 1}),
        ReportLine(key="experience", values={"gained": 2, "after": 5}),
        ReportLine(key="diluted", values={"before": 9, "after": 6}),
        ReportLine(key="routed"),
    )
    change = UnitChange(unit="a1", lines=lines, experience=2)
    assert ENGLISH(battle_text(change, {})) == "Caused 1 loss; Routed; Experience +2"
    assert ENGLISH(battle_text(UnitChange(unit="a1", experience=-1), {})) == "Experience −1"
    assert ENGLISH(battle_text(UnitChange(unit="a1", lines=lines[1:2]), {})) == "Fought"


def test_fates_are_named_as_the_system_names_them() -> None:
    line = ReportLine(key="fates", values={"severe": 1})
    assert ENGLISH(line_text(line, {"severe": Text("badly hurt")})) == "Fates: 1 badly hurt"


def test_a_line_of_a_history_names_the_trait_that_was_chosen_for_a_level() -> None:
    deed = Deed(key="level_chosen", number=1, values={"level": 2, "trait": "wpn"})
    assert ENGLISH(deed_text(deed, {})) == "Level 2: wpn"
