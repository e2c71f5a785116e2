"""A command of campaigns as a value: what it is called, what it asks for, what shows it, and which buttons give it.

It stands over the method that carries it out. `/campaign` with its suggestions, the buttons of a unit and their clicks
are made from it: `cogs/campaign/commands.py` and `cogs/components/campaign/`.
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

# What a command asks for; of each what it is told of, marked for translators.


@dataclass(frozen=True)
class Words:
    """What people type, or choose from suggestions: the name of those in `cogs/interactions/campaign_options.py`."""

    about: str
    suggests: str = ""
    most: int = 100
    code: bool = False
    """Whether it is a code, whatever its capitals and spaces."""


@dataclass(frozen=True)
class Number:
    about: str
    least: int
    most: int


@dataclass(frozen=True)
class OneOf:
    about: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Someone:
    """A person, as `Person`."""

    about: str


@dataclass(frozen=True)
class Flag:
    about: str


@dataclass(frozen=True)
class Manages:
    """Whether whoever gives the command manages the server: Discord knows, and nobody is asked."""


Asked = Words | Number | OneOf | Someone | Flag

UNIT = Words(N_("The unit."), "units")
OWN_UNIT = Words(UNIT.about, "own_units")
EVERY_UNIT = Words(UNIT.about, "every_unit")
ROSTER = Words(N_("The roster."), "rosters")
BATTLE = Words(N_("Which battle; empty: the last one."), "battles")
WHY = Words(N_("Why."), most=200)

# The buttons that give it, on the page of a unit.


class ButtonOffer(NamedTuple):
    """A button as it stands now: what it says, and the values of the options that follow the unit."""

    label: Text
    values: tuple[object, ...] = ()
    style: str = "plain"


@dataclass(frozen=True)
class UnitButton:
    """The buttons of one kind on the page of a unit. `verb` stands in their ids and never changes."""

    verb: str
    offers: Callable[[Campaign, CampaignUnit], Iterable[ButtonOffer]]
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Values of options that the button says nothing else of."""
    of_lost: bool = False
    """Whether it is offered for a unit that is lost, too."""
    form: bool = False
    """Whether it opens a form, which asks for the rest."""


# The command.

ARBITER = "arbiter"
"""The command of the arbitrator, beside `/campaign`."""
Shows = Literal["entry", "report", "joined"]
"""What is shown of what a command has done: its entry, the report of the battle as it stands then, or the campaign that
somebody has joined, perhaps with a force at once.
"""


@dataclass(frozen=True)
class CampaignCommand:
    """A command of `/campaign` by its whole name behind that, or of `/arbiter` with that word; those that take a file,
    or write nothing, are no values.
    """

    name: str
    about: str
    options: Mapping[str, Asked | Manages]
    needed: frozenset[str]
    """The options that have no default."""
    shown: frozenset[str]
    """The options that are not for what it does, but for what is shown of that."""
    shows: Shows
    buttons: tuple[UnitButton, ...]
    reads: str = ""
    """The page that it shows where it is given no option, if it has one."""

    @property
    def slash(self) -> str:
        """The whole name, as Discord knows the command."""
        return self.name if self.name.startswith(f"{ARBITER} ") else f"campaign {self.name}"

    @property
    def asked(self) -> dict[str, Asked]:
        """The options that whoever gives it chooses."""
        return {name: one for name, one in self.options.items() if not isinstance(one, Manages)}


Method = TypeVar("Method", bound=Callable[..., Awaitable[CampaignResult]])
_VALUE = "campaign_command"


def campaign_command(
    name: str,
    about: str,
    /,
    *buttons: UnitButton,
    shows: Shows = "entry",
    reads: str = "",
    **options: Asked | Manages,
) -> Callable[[Method], Method]:
    """Marks the method of a service as a command; it is called with the call, the id of the campaign, and those
    of the options that it takes.
    """

    def declared(method: Method) -> Method:
        known = signature(method).parameters
        needed = frozenset(one for one in options if one in known and known[one].default is Parameter.empty)
        shown = frozenset(options.keys() - known.keys())
        setattr(method, _VALUE, CampaignCommand(name, about, options, needed, shown, shows, buttons, reads))
        return method

    return declared


def commands_of(service: type) -> Iterator[tuple[CampaignCommand, str]]:
    """The commands of a service in order, each with the name of its method."""
    for method, found in vars(service).items():
        if (command := getattr(found, _VALUE, None)) is not None:
            yield command, method
