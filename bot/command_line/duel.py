"""`python -m bot duel`: the opponent against a stand-in, many times, and what share of it was won."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from bot.command_line.startup import stop
from bot.simulation.duel import duels, tallied
from data import system_of
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from rules.opponent.tables import Stance


def duel(
    system: Annotated[str, typer.Argument(help="The rule system.")],
    games: Annotated[int, typer.Option(min=1, help="How many; sides and forces change from one to the next.")] = 200,
    against: Annotated[
        Literal["random", "greedy", "opponent"],
        typer.Option(help="At random among what is legal, always the best immediate odds, or itself (balanced)."),
    ] = "greedy",
    stance: Annotated[Stance, typer.Option(help="How the opponent plays.")] = "balanced",
    first: Annotated[int, typer.Option(min=0, help="The first seed: the same seeds play the same duels.")] = 0,
) -> None:
    """Let the opponent play on an abstract table, a yardstick, and tell what share of the duels it won."""
    try:
        chosen = system_of(system)
    except BadFacts as error:
        stop(ENGLISH(error.text))
    found = tallied(list(duels(chosen, against, games, stance, first)))
    typer.echo(
        f"{chosen.key}: {stance} against {against}, {found.games} duels: {found.share:.0%} won, "
        f"between {found.low:.0%} and {found.high:.0%} (95 %)"
    )
