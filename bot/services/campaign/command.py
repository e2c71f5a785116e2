"""Campaign commands as values: name, options, display, and the buttons that issue them.

The value decorates the method that carries it out. `/campaign` with its suggestions, and the buttons of a unit with
their clicks, are built from it: `cogs/campaign/commands.py` and `cogs/components/campaign/`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Any, Literal, NamedTuple, TypeVar

from bot.resolution.campaign_referee import CampaignResult
from rules.campaign.campaign import Campaign
from rules.campaign.roster import CampaignUnit
from rules.kernel.text import N_, Text

# Options of a command, each with its description marked for translators.


@dataclass(frozen=True)
class TextOption:
    """A text option; `suggests` names its suggestions in `cogs/interactions/campaign_options.py`."""

    about: str
    suggests: str = ""
    most: int = 100
    code: bool = False
    """True if it is a code, in which capitals and spaces do not matter."""


@dataclass(frozen=True)
class NumberOption:
    about: str
    least: int
    most: int


@dataclass(frozen=True)
class ChoiceOption:
    about: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class PersonOption:
    """An option for a person, given as `Person`."""

    about: str


@dataclass(frozen=True)
class FlagOption:
    about: str


@dataclass(frozen=True)
class ManagesOption:
    """A hidden option: True if the caller manages the server, as reported by Discord."""


Asked = TextOption | NumberOption | ChoiceOption | PersonOption | FlagOption

UNIT = TextOption(N_("The unit."), "units")
OWN_UNIT = TextOption(UNIT.about, "own_units")
EVERY_UNIT = TextOption(UNIT.about, "every_unit")
ROSTER = TextOption(N_("The roster."), "rosters")
BATTLE = TextOption(N_("Which battle; empty: the last one."), "battles")
WHY = TextOption(N_("Why."), most=200)

# The buttons that issue a command on the page of a unit.


class ButtonOffer(NamedTuple):
    """An offered button: its label, and the values of the options after the unit."""

    label: Text
    values: tuple[object, ...] = ()
    style: str = "plain"


@dataclass(frozen=True)
class UnitButton:
    """The buttons that issue one command on the page of a unit. `verb` is part of their ids and never changes."""

    verb: str
    offers: Callable[[Campaign, CampaignUnit], Iterable[ButtonOffer]]
    fixed_values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Fixed values of options."""
    of_lost: bool = False
    """True if it is also offered for a lost unit."""
    form: bool = False
    """True if it opens a form for the remaining options."""


# The command.

ARBITER = "arbiter"
"""The arbitrator's Discord command; all others belong to `/campaign`."""
Shows = Literal["entry", "report", "joined"]
"""The display after a command: its entry, the current report of the battle, or the campaign just joined."""


@dataclass(frozen=True)
class CampaignCommand:
    """A command of `/campaign`, or of `/arbiter` if its name begins with that word.

    Commands that take a file or write nothing are not declared as values.
    """

    name: str
    about: str
    options: Mapping[str, Asked | ManagesOption]
    needed: frozenset[str]
    """Options without a default."""
    shown: frozenset[str]
    """Options that affect only the display of the result."""
    shows: Shows
    buttons: tuple[UnitButton, ...]
    reads: str = ""
    """The page shown if it is issued without options; empty if there is none."""

    @property
    def slash(self) -> str:
        """Full name of the Discord command."""
        return self.name if self.name.startswith(f"{ARBITER} ") else f"campaign {self.name}"

    @property
    def asked_options(self) -> dict[str, Asked]:
        """Options that the caller chooses."""
        return {name: one for name, one in self.options.items() if not isinstance(one, ManagesOption)}


Method = TypeVar("Method", bound=Callable[..., Awaitable[CampaignResult]])
_VALUE = "campaign_command"


def campaign_command(
    name: str,
    about: str,
    /,
    *buttons: UnitButton,
    shows: Shows = "entry",
    reads: str = "",
    **options: Asked | ManagesOption,
) -> Callable[[Method], Method]:
    """Mark a service method as a command.

    The method is called with the call, the id of the campaign, and the options that it takes.
    """

    def declared(method: Method) -> Method:
        known = signature(method).parameters
        needed = frozenset(one for one in options if one in known and known[one].default is Parameter.empty)
        shown = frozenset(options.keys() - known.keys())
        setattr(method, _VALUE, CampaignCommand(name, about, options, needed, shown, shows, buttons, reads))
        return method

    return declared


def commands_of(service: type) -> Iterator[tuple[CampaignCommand, str]]:
    """Yield the commands of a service in order, each with the name of its method."""
    for method, found in vars(service).items():
        if (command := getattr(found, _VALUE, None)) is not None:
            yield command, method
