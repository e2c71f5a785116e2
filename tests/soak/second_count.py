"""A second count of every shot, from the page."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.dice import Need
from rules.kernel.plays import Play
from tests.soak.faults import IN_PYTHON, of_steps
from tests.soak.pages import PAGES
from tests.soak.plays import Moment
from tests.soak.scores import wrong_scores

WHOLE = {"fubar": "fire"}
"""Actions whose rolls are all counted; of others only the first rolls are."""


@of_steps("the tables of each page: Firing, Small arms fire, Attack, Shooting", *PAGES)
def dice_are_as_the_page_counts_them(moment: Moment) -> Iterator[str]:
    for play in _shots(moment):
        system = moment.before.system.key
        assert moment.entry is not None
        facts = {**play.facts, "evaded": any(made.name == "evade" and made.value == "yes" for made in play.decisions)}
        rulings = moment.entry.rulings
        wanted = list(PAGES[system](facts, rulings, [throw.faces for throw in play.throws]))
        made = [(len(throw.faces), _face(throw.needed)) for throw in play.throws]
        compared = made if WHOLE.get(system) == play.action else made[: len(wanted)]
        if [(dice, _shown_face(face)) for dice, face in wanted] != [(dice, face) for dice, face in compared]:
            yield f"{play.action}: thrown {made}, by the page {wanted}; {play.facts}"


def _shots(moment: Moment) -> Iterator[Play]:
    for play in moment.entry.plays if moment.entry else ():
        if play.action in ("fire", "fire_at_vehicle"):
            yield play


def _face(need: Need | None) -> int | None:
    return None if need is None else _shown_face(need.face)


def _shown_face(face: int | None) -> int | None:
    """Return a face as a die can show it: at least 1."""
    return None if face is None else max(1, face)


@of_steps("Bayonet, Facts: S, T and the results in rising order", "bayonet")
def scores_are_as_the_page_adds_them_up(moment: Moment) -> Iterator[str]:
    for play in _shots(moment):
        assert moment.entry is not None
        faces = [face for throw in play.throws for face in throw.faces]
        for wrong in wrong_scores(play.facts, moment.entry.rulings, faces, play.outcome["results"]):
            yield f"{wrong}; {play.facts} {faces}"


@of_steps("Open Rebellion, Damage conversion: the tiers", "opreb")
def markers_are_as_the_page_converts_them(moment: Moment) -> Iterator[str]:
    for play in _shots(moment):
        out, faces = play.outcome, {throw.key: throw.faces for throw in play.throws}
        bangs = [sum(face >= 5 for face in faces.get(key, ())) for key in ("attacker_pool", "defender_pool")]
        damage = max(0, bangs[0] - bangs[1])
        turned = {1: "defender_conversion", 2: "attacker_conversion"}.get(out["tier"])
        changed = sum(face >= 5 for face in faces.get(turned, ())) if turned else 0
        pinned = {0: 0, 1: changed, 2: damage - changed, 3: damage}[out["tier"]]
        if (out["damage"], out["wounds"], out["pinned"]) != (damage, damage - pinned, pinned):
            yield f"{damage} damage at tier {out['tier']} became {out}: {faces}"


assert {*PAGES, "bayonet"} == set(IN_PYTHON)
