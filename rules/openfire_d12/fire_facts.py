"""The facts of an attack: who attacks with what, and how much of the target is seen and in cover (Making Attacks)."""

from __future__ import annotations

from pydantic import Field, model_validator

from rules.kernel.facts import Facts, Flag, Inches, Models
from rules.kernel.text import N_, Text
from rules.openfire_d12.facts import Group, UnitFacts
from rules.openfire_d12.tables import Cover, Sight


class Seen(Facts):
    """How many models of the target are seen how, from the leader of the attacker."""

    clear: Models = Field(default=0, title=N_("Clear"), description=N_("All of the model is seen."))
    obscured: Models = Field(
        default=0, title=N_("Obscured"), description=N_("Part is hidden, or all is in obscuring terrain.")
    )
    blocked: Models = Field(default=0, title=N_("Blocked"), description=N_("Nothing of it is seen."))

    @property
    def most(self) -> Sight:
        """What counts for the whole unit: what most models are; obscured where two are equal (Seeing a Model)."""
        counts: dict[Sight, int] = {"clear": self.clear, "obscured": self.obscured, "blocked": self.blocked}
        best = max(counts.values())
        found: list[Sight] = [sight for sight, count in counts.items() if count == best]
        return found[0] if len(found) == 1 else "obscured"


class Fire(Facts):
    """The facts of an attack at one target."""

    attacker: UnitFacts = Field(title=N_("Attacker"))
    weapons: tuple[Group, ...] = Field(min_length=1, max_length=20, title=N_("Weapons attacking"))
    distance: Inches = Field(
        title=N_("Distance"), description=N_("Inches from the attacker's leader to the nearest model.")
    )
    target: UnitFacts = Field(title=N_("Target"))
    los: Sight = Field(
        default="clear", title=N_("Line of sight"), description=N_("Of the attacker's leader, to the unit.")
    )
    seen: Seen | None = Field(
        default=None, title=N_("Models seen"), description=N_("Counts instead of one line of sight.")
    )
    cover: Cover = Field(default="none", title=N_("Target's cover"), description=N_("The best it has."))
    covered: Models | None = Field(
        default=None, title=N_("Models in cover"), description=N_("When only some have it; nothing means all.")
    )
    in_assault_range: Flag = Field(
        default=False, title=N_("Enemy in assault range"), description=N_("Of the attacker: 1″ from its bases.")
    )
    free: Flag = Field(
        default=False, title=N_("Free attack"), description=N_("Spends no action: Impact, or an enemy leaving.")
    )

    @model_validator(mode="after")
    def _adds_up(self) -> Fire:
        if self.covered is not None and self.covered > self.target.models:
            raise ValueError(
                Text(
                    "covered: {covered} of {models} models cannot be in cover",
                    covered=self.covered,
                    models=self.target.models,
                )
            )
        if self.seen is None:
            return self
        if self.los != "clear":
            raise ValueError(Text("seen: give the line of sight or the counts, not both"))
        counted = self.seen.clear + self.seen.obscured + self.seen.blocked
        if not 0 < counted <= self.target.models:
            raise ValueError(
                Text(
                    "seen: {counted} models are counted, the target has {models}",
                    counted=counted,
                    models=self.target.models,
                )
            )
        return self

    @property
    def sight(self) -> Sight:
        return self.seen.most if self.seen else self.los

    @property
    def partly_covered(self) -> bool:
        """Whether some models have cover and others have none."""
        return self.cover != "none" and self.covered is not None and 0 < self.covered < self.target.models
