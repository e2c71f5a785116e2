"""The battles of a campaign, one per line; the campaign's next step; the report of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.game.people import OPPONENT
from bot.services.campaign.growth import level_choices, room_of
from cogs.rendering.campaign import entry
from cogs.rendering.text import Reader
from data import CAMPAIGN, system_of
from rules.campaign.battle_events import ladder_end_text
from rules.campaign.campaign import Battle, BattleSide, Campaign
from rules.campaign.report import Report, ReportEdit, ReportNeed, Result, UnitChange
from rules.campaign.report_events import roller_of_need, signer
from rules.campaign.wording import line_text
from rules.kernel.facts import validate
from rules.kernel.resolve import resolve, stored_ruleset
from rules.kernel.serialise import outcome_of
from rules.kernel.table import Given
from rules.kernel.text import NOTHING, Joined, Listed, Plural, Term, Text, Typed, Value, counted

SHOWN = 30
"""Most battles on a page; the last ones are shown."""


def battle_lines(words: Reader, campaign: Campaign) -> list[str]:
    battles = list(campaign.battles.values())
    lines = [words(battle_row(campaign, one)) for one in battles[-SHOWN:]]
    if len(battles) > SHOWN:
        lines.insert(0, words.say("The last {shown} of {all}:", shown=SHOWN, all=len(battles)))
    return lines or [words.say("No battle yet. Start one: `/campaign battle start`.")]


def battle_row(campaign: Campaign, battle: Battle) -> Text:
    """Return a battle on one line: sides, stake, scenario and stage."""
    parts: list[Value] = [entry.battle_text(campaign, battle)]
    if battle.territory in campaign.territories:
        parts.append(Text("for {territory}", territory=campaign.territories[battle.territory].name))
    if battle.scenario:
        parts.append(Typed(battle.scenario))
    return Joined([*parts, _stage_text(campaign, battle)], " · ")


def battle_start_lines(words: Reader, campaign: Campaign, battle: Battle) -> list[str]:
    """Return the attacker and the stake of a battle, then the units."""
    values: dict[str, Value] = {"roster": campaign.rosters[battle.attacker].name}
    about: list[Value] = [Text("{roster} attacks", **values)]
    if battle.territory in campaign.territories:
        values["territory"] = campaign.territories[battle.territory].name
        about = [Text("{roster} attacks: {territory}", **values)]
    if battle.scenario:
        about.append(Typed(battle.scenario))
    rosters = list[Text]()
    for side in battle.sides:
        roster, units = campaign.rosters[side.roster], counted(len(side.units), "unit", "units")
        if roster.player:
            player = entry.member_name(campaign, roster.player)
            rosters.append(Text("{roster} ({player}): {units}", roster=roster.name, player=player, units=units))
        else:
            rosters.append(Text("{roster}: {units}", roster=roster.name, units=units))
    return [words(Joined(about, " · ")), words(Joined(rosters, " · "))]


def _stage_text(campaign: Campaign, battle: Battle) -> Text:
    if battle.stage == "off":
        return Text("called off")
    if battle.stage == "settled" and battle.settled:
        return result_text(campaign, battle.settled.result)
    if battle.stage == "reported":
        return Text("reported, not signed yet")
    return Text("over, no report yet") if battle.stage == "ended" else Text("being played")


def result_text(campaign: Campaign, result: Result) -> Text:
    """Return a result as text: "Major victory: Red", "Draw"."""
    if result.winner is None:
        return Text("Draw")
    name = campaign.rosters[result.winner].name
    if result.margin == "major":
        return Text("Major victory: {roster}", roster=name)
    return Text("Minor victory: {roster}", roster=name)


# The next step of a campaign, shown first on its panel.


def next_step_text(campaign: Campaign) -> Text:
    """Return the next step of a campaign, with the names of the buttons below."""
    led = [one for one in campaign.rosters.values() if one.player]
    empty = [one.name for one in led if not campaign.units_of_roster(one.id)]
    if campaign.over:
        return Text("The campaign is over.")
    if not led:
        return Text("All players: tap **Join** and choose a force.")
    if len(led) == 1:
        return Text("One more player: tap **Join** and choose a force.")
    if bots := [one.name for one in led if one.player == OPPONENT.id and one.name in empty]:
        return Text("Choose a force for {rosters}, here or under **My roster**.", rosters=Listed(bots))
    if empty:
        return Text("{rosters}: tap **My roster** and choose a force.", rosters=Listed(empty))
    return _open_battles_text(campaign)


def _open_battles_text(campaign: Campaign) -> Text:
    waiting, fought = reported_battles(campaign), [one for one in campaign.battles.values() if one.stage == "fighting"]
    if waiting:
        numbers = [str(entry.number_of(campaign, one.id)) for one in waiting]
        return Plural(
            "The report of battle {numbers} needs signatures: tap **Report**.",
            "The reports of battles {numbers} need signatures: tap **Report**.",
            len(numbers),
            numbers=Listed(numbers),
        )
    if fought:
        number = entry.number_of(campaign, fought[-1].id)
        return Text("Battle {number} is being played. Its report is made when the game ends.", number=number)
    if nothing := ladder_end_text(campaign):
        return Joined([nothing, Text("The arbitrator can end the campaign: `/campaign end`.")], " ")
    go_on = Text("Tap **Next battle** and choose the enemy.")
    if left := unplaced_recruits(campaign):
        return Joined([Text("Place recruits first under **My roster**: {rosters}.", rosters=left), go_on], " ")
    return go_on


def unplaced_recruits(campaign: Campaign) -> Listed | None:
    """Return the rosters with recruits to place and their number; the next battle removes these recruits."""
    left = {one.name: room_of(campaign, one.id) for one in campaign.rosters.values() if one.player}
    return (
        Listed([Text("{roster} {n}", roster=name, n=n) for name, n in left.items() if n])
        if any(left.values())
        else None
    )


def reported_battles(campaign: Campaign) -> list[Battle]:
    """Return the battles whose reports wait for dice or signatures."""
    return [one for one in campaign.battles.values() if one.stage == "reported"]


def can_fight(campaign: Campaign) -> bool:
    """True if at least two players have units that can fight."""
    return len([one for one in campaign.rosters.values() if one.player and campaign.fit(one.id)]) > 1


# The report of a battle: its result, the changes of each unit with their reasons, and the signatures.

_WHY = {
    "named": Text("named when the game ended"),
    "ahead": Text("no winner named: ahead on victory points"),
    "nobody": Text("no winner named, no side ahead"),
    "edited": Text("edited"),
}


_SHOWN_ALREADY = ("experience", "casualties", "passed", "failed")
"""Lines of a unit that repeat its changes or its pending dice."""


def report_lines(words: Reader, campaign: Campaign, battle: Battle) -> list[str]:
    """Return a whole report, its next step first; it has no effect before it is signed."""
    report = battle.report or battle.settled
    if report is None:
        return [words.say("No report yet. It is made when the game ends.")]
    lines = [
        words(_report_step_text(campaign, battle, report)),
        *map(words, _departed_player_texts(campaign, battle, report)),
    ]
    lines += map(words, _unsigned_reason_texts(campaign, battle, report))
    units = [campaign.units[id] for side in battle.sides for id in side.units if battle.stage == "settled"]
    if names := [one.name for one in units if not one.is_gone and level_choices(campaign, one)]:
        lines.append(words.say("⬆ {units}: choose the new level's gain under **My roster**.", units=Listed(names)))
    result, why = result_text(campaign, report.result), _WHY.get(report.result.why)
    if report.result.why == "ahead" and report.result.margin == "major":
        why = Text("no winner named: won by the victory conditions")
    lines.append(
        words(Text("**{result}** ({why})", result=result, why=why) if why else Text("**{result}**", result=result))
    )
    holders = [campaign.rosters[side.roster].name for side in battle.sides if side.side == report.held_field]
    field = Text("{roster} held the field.", roster=holders[0]) if holders else Text("No side held the field.")
    lines.append(words(field))
    for side in battle.sides:
        lines += _side_lines(words, campaign, report, side)
    lines += _edit_lines(words, campaign, report.edits)
    return [*lines, *map(words, _signature_texts(campaign, battle))]


def _report_step_text(campaign: Campaign, battle: Battle, report: Report) -> Text:
    """Return the next step of a report, or the statement that it counts."""
    if battle.stage == "settled":
        if battle.decided:
            return Text("☑ Decided by the arbitrator. It counts.")
        return Text("☑ Signed. It counts.")
    if report.open:
        units = [campaign.units[id] for id in dict.fromkeys(one.unit for one in report.open)]
        rolls = [roller_of_need(campaign, need) for need in report.open]
        rosters = [campaign.rosters[id].name for id in dict.fromkeys(rolls)]
        names = Listed([one.name for one in units])
        return Text("🎲 {rosters}: tap **Roll the dice** (for {units}).", rosters=Listed(rosters), units=names)
    missing = [campaign.rosters[id].name for id in battle.rosters if id not in battle.signed]
    return Text("{rosters}: read the report and tap **Sign**. Nothing counts until then.", rosters=Listed(missing))


def _departed_player_texts(campaign: Campaign, battle: Battle, report: Report) -> Iterator[Text]:
    """Yield the rosters whose players have left, with the players who sign in their place."""
    if battle.stage != "reported" or report.open:
        return
    missing = [campaign.rosters[id] for id in battle.rosters if id not in battle.signed]
    for roster in missing:
        who = signer(campaign, battle, roster.id)
        if who and who != roster.player:
            values = {"player": entry.member_name(campaign, who), "roster": roster.name}
            yield Text(
                "{player} led {roster} in this battle and must sign, or an arbitrator who did not play in it decides.",
                **values,
            )


def _unsigned_reason_texts(campaign: Campaign, battle: Battle, report: Report) -> Iterator[Text]:
    """Yield the reason why the bot does not sign an edited report."""
    own = campaign.roster_of_player(OPPONENT.id)
    waits = battle.stage == "reported" and not report.open and own is not None and own.id in battle.rosters
    if own is not None and waits and own.id not in battle.signed and report.edits:
        values = {"who": OPPONENT.name, "roster": own.name}
        yield Text(
            "{who} will not sign for {roster}: the report differs from the record of the battle. Take the edit "
            "back, or let an arbitrator who did not play decide.",
            **values,
        )


def _signature_texts(campaign: Campaign, battle: Battle) -> Iterator[Text]:
    if battle.stage != "settled":
        marks = [
            Text("☑ {roster}", roster=campaign.rosters[id].name)
            if id in battle.signed
            else Text("☐ {roster}", roster=campaign.rosters[id].name)
            for id in battle.rosters
        ]
        yield Text("Signed: {rosters}", rosters=Joined(marks, " · "))


def _side_lines(words: Reader, campaign: Campaign, report: Report, side: BattleSide) -> Iterator[str]:
    """Yield a roster, then its units; units with equal changes share a line."""
    figures = _figures_text(campaign, report, side.roster)
    yield words.say("**{roster}** · {figures}", roster=campaign.rosters[side.roster].name, figures=figures)
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit in side.units:
        dice = (need.action for need in report.open if need.unit == unit)
        alike.setdefault((_change_key(report.change(unit)), *dice), []).append(unit)
    for units in alike.values():
        names = Text("{units}:", units=Listed([campaign.units[id].name for id in units]))
        yield "• " + words(Joined([names, _change_text(campaign, report, report.change(units[0]))]))


def _change_key(change: UnitChange | None) -> str:
    """Return a key that is equal for changes with the same text, regardless of units and entries."""
    if change is None:
        return ""
    lines = tuple(one.model_copy(update={"entries": ()}) for one in change.lines)
    told = change.model_copy(update={"lines": lines})
    return told.model_dump_json(exclude={"unit", "honours", "hp"})


def _figures_text(campaign: Campaign, report: Report, roster: str) -> Text:
    """Return the number of figures to place; if it exceeds the base and was not edited, also its origin."""
    n, facts = report.figures.get(roster, 0), report.figures_from.get(roster)
    if facts is None or facts.get("base") == n:
        return entry.recruits_text(n)
    action = CAMPAIGN.actions["reinforcements"]
    book = stored_ruleset(CAMPAIGN, campaign.rulings)
    found = resolve(CAMPAIGN, action, validate(action.facts, facts), book, Given(()))
    return found.text if outcome_of(found)["figures"] == n else entry.recruits_text(n)


def _change_text(campaign: Campaign, report: Report, change: UnitChange) -> Text:
    """Return the changes of a unit in bold, then the reasons."""
    names = entry.honour_and_injury_names(campaign)
    why = [line_text(one, names) for one in change.lines if one.key not in _SHOWN_ALREADY]
    waits = [action_title(campaign, need) for need in report.open if need.unit == change.unit]
    said = Text("**{changes}**", changes=_changed_parts_text(campaign, change))
    because = Text("({why})", why=Joined(why, "; ")) if any(why) else NOTHING
    return Joined([said, because, Text("🎲 {actions} to roll", actions=Listed(waits)) if waits else NOTHING])


def _change_parts(campaign: Campaign, change: UnitChange) -> Iterator[Text]:
    if change.models:
        yield Text("figures {n:+}", n=change.models)
    if change.recovering:
        yield Text("recovering {n:+}", n=change.recovering)
    if change.experience:
        yield Text("experience {n:+}", n=change.experience)
    yield from (entry.injury_text(campaign, one) for one in change.injuries)
    if change.status:
        yield Term(change.status)
    if change.misses:
        yield Plural("misses {n} battle", "misses {n} battles", change.misses)


def _changed_parts_text(campaign: Campaign, change: UnitChange | None) -> Text:
    found = list(_change_parts(campaign, change)) if change else []
    return Joined(found, ", ") if found else Text("no change")


def action_title(campaign: Campaign, need: ReportNeed) -> Text:
    """Return the name of a pending roll."""
    of = CAMPAIGN if need.of == CAMPAIGN.key else system_of(campaign.system)
    action = of.actions.get(need.action)
    return need.called or (action.title if action else Term(need.action))


def _edit_lines(words: Reader, campaign: Campaign, edits: Sequence[ReportEdit]) -> Iterator[str]:
    """Yield the edits of a report, with equal edits of several units on one line.

    Changes that merely follow from an edited result are left out: the units show them.
    """
    chosen = {one.number for one in edits if one.result or one.held}
    edits = [one for one in edits if one.number not in chosen or one.result or one.held]
    alike: dict[tuple[str, ...], list[ReportEdit]] = {}
    for one in sorted(edits, key=lambda one: one.number):
        rest = one.model_dump_json(exclude={"number", "was", "now"})
        alike.setdefault((rest, _change_key(one.was), _change_key(one.now)), []).append(one)
    for found in alike.values():
        who, change = words(entry.member_name(campaign, found[0].by)), words(_edit_values_text(campaign, found[0]))
        names = [campaign.units[one.now.unit].name for one in found if one.now is not None]
        why = f" ({words(Typed(found[0].why))})" if found[0].why else ""
        yield f"✎ {who}, {words(Listed(names))}: {change}{why}" if names else f"✎ {who}: {change}"


def _edit_values_text(campaign: Campaign, edit: ReportEdit) -> Text:
    """Return the old and the new value of an edit."""
    if edit.result:
        was, now = (result_text(campaign, one) for one in edit.result)
        return Text("{was} → {now}", was=was, now=now)
    if edit.held:
        was, now = (Typed(one) if one else Text("no side") for one in edit.held)
        return Text("who held the field: {was} → {now}", was=was, now=now)
    if edit.figures:
        return _placed_edit_text(campaign, *edit.figures)
    if edit.now is None:
        return Text("other recruits")
    was, now = (_changed_parts_text(campaign, one) for one in (edit.was, edit.now))
    return Text("{was} → {now}", was=was, now=now)


def _placed_edit_text(campaign: Campaign, was: dict[str, int], now: dict[str, int]) -> Text:
    changed = [one for one in now if now[one] != was.get(one, 0)]
    figures = [
        (campaign.rosters[one].name, entry.recruits_text(was.get(one, 0)), entry.recruits_text(now[one]))
        for one in changed
    ]
    said = [Text("{roster}: {was} → {now}", roster=name, was=was, now=now) for name, was, now in figures]
    return Joined(said, ", ")
