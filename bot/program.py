"""The commands of `python -m bot`, and the start: settings, then the store, the referee, Discord."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

import typer

from bot import VERSION
from bot.client import Adjutant
from bot.command_line.startup import fail, fast_loop, health, load_settings, run_to_end, serve, share_heap
from bot.command_line.upkeep import backup, export, forget, import_, restore, verify
from bot.services import open_services
from bot.services.record.check import check as checked
from bot.settings import Settings
from bot.store.record import Record
from data import system_of
from rules.command.opponent_table import Stance
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH

app = typer.Typer(add_completion=False, no_args_is_help=True, help="A referee for tabletop wargames, in Discord.")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"Adjutant {VERSION}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """A referee for tabletop wargames, in Discord."""


@app.command()
def run() -> None:
    """Serve Discord if a token is set; else open the local table in the browser."""
    share_heap()
    found = load_settings()
    if found.token:
        run_to_end(serve(found, found.token.get_secret_value()), fast_loop())
        return
    try:
        from bot.simulation import local_server
    except ModuleNotFoundError as missing:
        fail(f"The local table needs {missing.name}: install adjutant[local], or set DISCORD_TOKEN to serve Discord.")
    run_to_end(local_server.serve(found))


@app.command()
def sync() -> None:
    """Register the commands with Discord now, changed or not."""
    found = load_settings()
    if not found.token:
        fail("DISCORD_TOKEN is not set: there is no Discord to register them with.")
    token = found.token.get_secret_value()

    async def register() -> None:
        async with Adjutant(await open_services(found)) as bot:
            await bot.login(token)
            await bot.sync_if_changed(force=True)
            typer.echo("Discord has the commands.")

    run_to_end(register())


@app.command()
def check() -> None:
    """Compare the stored state of every game and campaign with its entries, and repair differences.

    Exit with 1 if any has an entry that cannot be read.
    """
    run_to_end(_check(load_settings()))


async def _check(settings: Settings) -> None:
    record = await Record.open(settings.database_url(), existing=True)
    try:
        found = await checked(record)
    finally:
        await record.close()
    for info in (*found.rebuilt, *found.rebuilt_campaigns):
        typer.echo(f"{info.name} ({info.id}): its state differed from its entries and was rebuilt")
    typer.echo(f"{found.games} games checked, {len(found.rebuilt)} rebuilt")
    if found.campaigns:
        typer.echo(f"{found.campaigns} campaigns checked, {len(found.rebuilt_campaigns)} rebuilt")
    if found.damaged:
        fail("\n".join(f"{info.name} ({info.id}) cannot be read: {ENGLISH(why)}" for info, why in found.damaged))


@app.command()
def games(
    running: Annotated[bool, typer.Option("--running", help="Only games that are not over.")] = False,
) -> None:
    """List the games, one per line: id, name, system, server, channel, state, entries, and the last entry's time."""
    run_to_end(_print_games(load_settings(), running))


async def _print_games(settings: Settings, running: bool) -> None:
    record = await Record.open(settings.database_url(), existing=True)
    try:
        found, last = await record.games.all(over=not running), await record.games.last_played()
    finally:
        await record.close()
    for one in found:
        at = datetime.fromtimestamp(last.get(one.id, one.started_at), UTC)
        where, played = (one.guild_id, one.channel_id), f"{at:%Y-%m-%d %H:%M}"
        told = (one.id, one.name, one.system, *where, one.state, one.number, played)
        typer.echo("\t".join("".join(filter(str.isprintable, str(part))) for part in told))


@app.command()
def demo(
    system: Annotated[str, typer.Argument(help="The rule system to show.")] = "fubar",
    campaign: Annotated[bool, typer.Option(help="A campaign of three battles in place of one.")] = False,
) -> None:
    """Play a scripted battle, or a campaign, with the real bot and print it as its readers see it."""
    try:
        from bot.simulation import runner
    except ModuleNotFoundError as missing:
        fail(f"The demo needs {str(missing.name).partition('.')[0]}: install adjutant[local].")
    run_to_end(runner.show(system, campaign))


@app.command()
def duel(
    system: Annotated[str, typer.Argument(help="The rule system.")],
    games: Annotated[int, typer.Option(min=1, help="Number of duels; sides and forces alternate.")] = 200,
    against: Annotated[
        Literal["random", "greedy", "opponent"],
        typer.Option(help="A random legal action, always the best immediate odds, or the opponent itself (balanced)."),
    ] = "greedy",
    stance: Annotated[Stance, typer.Option(help="How the opponent plays.")] = "balanced",
    first: Annotated[int, typer.Option(min=0, help="The first seed: the same seeds play the same duels.")] = 0,
) -> None:
    """Let the opponent play on an abstract table, as a yardstick, and print its share of the duels won."""
    from bot.services.record.statistics import win_share
    from bot.simulation.duel_matches import duels

    try:
        chosen = system_of(system)
    except BadFacts as error:
        fail(ENGLISH(error.text))
    found = win_share(list(duels(chosen, against, games, stance, first)))
    typer.echo(
        f"{chosen.key}: {stance} against {against}, {found.games} duels: {found.share:.0%} won, "
        f"between {found.low:.0%} and {found.high:.0%} (95 %)"
    )


for command in (backup, restore, forget, health, export, verify):
    app.command()(command)
app.command("import")(import_)
