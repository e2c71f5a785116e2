"""Invariants that are known to be broken, by system, with the letter of the finding. Strike one out once it is mended.

Letters are those of the audit (F FUBAR, B Bayonet, W WW2, D d12, O Open Rebellion). Those with an S were found here:

- S1  FUBAR: an initiative thrown (after Anyway) when every unit has had its try gives it to a side with nobody to try.
- S2  FUBAR: `/move` takes Run, Duck and Weave and Gone to Ground for a vehicle; `/activate` refuses the last two.
- S3  Markers of the fallen stay: by the rules (activated, retreating, pinned ...) and by hand (`/unit edit models 0`).
- S4  Bayonet: `downed` set by hand to 2 on one figure that stands; afterwards the unhurt are more than there ever were.
- S5  d12: a scout that waits to be placed is offered advance, rush, assault and attack, each of which is warned of.
- S6  d12: `activated` taken off by hand leaves `actions_done`: what was done is accepted again, and not offered.
- S7  WW2: what a unit may do leaves out the phase and spent actions, which are warned of.
- S8  WW2: `/marker set` of pinned (or retreating) on a vehicle, which has no MOR: `/turn next` is refused from then on.
- S9  Open Rebellion: an undo of a shot from an earlier turn gives its action back to a unit that is not active now;
      the end of the turn between had nothing to clear.
"""

from __future__ import annotations

KNOWN: dict[tuple[str, str], str] = {
    ("no_more_suppressed_than_figures", "fubar"): "F5",
    ("the_fallen_are_bare", "fubar"): "F5, F6, S3",
    ("nobody_fights_the_dead", "fubar"): "F6",
    ("fights_are_mutual", "fubar"): "F7",
    ("the_holder_has_somebody_to_go", "fubar"): "F17, S1",
    ("what_is_offered_is_accepted", "fubar"): "F2, F18",
    ("what_is_accepted_was_offered", "fubar"): "F2, F8, S2",
    ("the_fallen_are_bare", "bayonet"): "B2, S3",
    ("nobody_fights_the_dead", "bayonet"): "B2, B3",
    ("fights_are_mutual", "bayonet"): "B2, B3",
    ("nobody_comes_back", "bayonet"): "S4",
    ("the_fallen_are_bare", "openfire_ww2"): "S3",
    ("what_is_offered_is_accepted", "openfire_ww2"): "W23, S7",
    ("what_is_accepted_was_offered", "openfire_ww2"): "W5, W7",
    ("the_turn_can_be_ended", "openfire_ww2"): "S8",
    ("the_fallen_are_bare", "openfire_d12"): "S3",
    ("nobody_fights_the_dead", "openfire_d12"): "S3",
    ("what_is_offered_is_accepted", "openfire_d12"): "D9, S5",
    ("what_is_accepted_was_offered", "openfire_d12"): "S6",
    ("the_fallen_are_bare", "opreb"): "S3",
    ("what_is_offered_is_accepted", "opreb"): "S9",
}
