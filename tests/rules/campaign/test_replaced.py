"""A recruit in the place of a single figure that was lost, and when there is none."""

from __future__ import annotations

from rules.campaign.arbitrator_events import FiguresGranted, UnitStatusSet
from rules.campaign.replaced import Replaced, recruited
from rules.campaign.roster import CampaignUnit
from rules.campaign.roster_events import UnitEnlisted
from tests.rules.campaign.played import ANN, BOB, begun, refused, squad


def test_a_recruit_comes_where_a_single_figure_was_lost() -> None:
    record = begun()
    for id, models in (("a3", 1), ("a4", 1)):
        record.add(ANN, UnitEnlisted(unit=squad(id, "ra", models, full=1, experience=5), system="fubar"))
    lost = record.campaign.units["a3"]
    comes = Replaced(unit="a3", recruit=recruited("a9", "Squad new", lost))
    record.add(ANN, FiguresGranted(roster="ra", figures=2))
    refused("no single figure whose place is free", lambda: record.add(ANN, comes))
    for id in ("a1", "a3", "a4"):
        record.add(ANN, UnitStatusSet(unit=id, status="lost"))
    whole = Replaced(unit="a1", recruit=recruited("a9", "Squad new", record.campaign.units["a1"]))
    refused("no single figure whose place is free", lambda: record.add(ANN, whole))
    refused("is not yours", lambda: record.add(BOB, comes))
    refused(
        "named Squad a2 in this roster", lambda: record.add(ANN, Replaced(unit="a3", recruit=_called("Squad a2", lost)))
    )
    better = Replaced(unit="a3", recruit=_called("Squad new", lost).after(experience=4))
    refused("is no recruit for", lambda: record.add(ANN, better))
    record.add(ANN, comes)
    campaign = record.campaign
    assert campaign.rosters["ra"].figures == 1
    assert (campaign.units["a9"].experience, campaign.units["a9"].models) == (0, 1)
    refused("no single figure whose place is free", lambda: record.add(ANN, comes))
    record.add(ANN, FiguresGranted(roster="ra", figures=-1))
    late = Replaced(unit="a4", recruit=recruited("a10", "Squad late", campaign.units["a4"]))
    refused("no figures left to place", lambda: record.add(ANN, late))


def _called(name: str, lost: CampaignUnit) -> CampaignUnit:
    return recruited("a9", name, lost)
