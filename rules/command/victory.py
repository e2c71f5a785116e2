"""The verdict about a game: its scenario, its system's victory rule, and the units in reserve."""

from __future__ import annotations

from collections import Counter

from rules.command.system import Board
from rules.command.verdict import Verdict, most_points, sole_leader
from rules.game.tabletop import Scenario
from rules.kernel.text import Heading, Joined, Note, Term, Text, Typed, ask_note


def judge_victory(board: Board) -> Verdict:
    """Return the verdict by the scenario, if there is one, and by the system's victory rule.

    Units in reserve count as if they were on the table. A game that the system's rule ends is over in any scenario.
    """
    if board.game.reserves:
        board = board._replace(game=board.game.with_reserves())
    by_rules, scenario = board.system.victory(board), board.game.scenario
    if scenario is None or (by_rules.over and len(board.game.living_sides()) == 1):
        return by_rules
    game, last = board.game, scenario.turns
    # The last turn has passed, or every unit has acted in it.
    over = 0 < last < game.turn or (0 < last == game.turn and bool(game.order) and game.holder is None)
    if scenario.wins == "score":
        return most_points(board, over)
    if scenario.wins == "objectives":
        held = Counter(one.holder for one in board.game.things.values() if one.kind == "objective" and one.holder)
        reason = Text("Objectives: {holders}.", holders=holders_line(board) or Text("none on the table"))
        return Verdict(sole_leader(held), reason, over)
    if scenario.wins == "players":
        goal = Typed(scenario.goal) if scenario.goal else Text("as agreed")
        return Verdict(None, Text("By your scenario ({goal}) you decide who has won.", goal=goal), over)
    return by_rules._replace(over=by_rules.over or over)


def holders_line(board: Board) -> Text:
    """Return who holds each objective on the table: "Ford: Red, Hill: free"; nothing if there are none."""
    found = [one for one in board.game.things.values() if one.kind == "objective"]
    return Joined([Joined((one.label, one.holder or Text("free")), ": ") for one in found], ", ")


def scenario_line(board: Board) -> Text:
    """Return the scenario in one line: "turn 4 of 6 · hold the ford: Red 2, Blue 1"; nothing if there is none."""
    game, scenario = board.game, board.game.scenario
    if scenario is None:
        return Joined([], "")
    word, parts = Term(board.system.turn), list[Text]()
    if scenario.turns:
        parts.append(Heading(Text("{word} {turn} of {last}", word=word, turn=game.turn, last=scenario.turns)))
    points = [Text("{side} {n}", side=side, n=game.scores.get(side, 0)) for side in game.sides]
    if scenario.goal and scenario.wins == "score" and points:
        parts.append(Text("{goal}: {points}", goal=Typed(scenario.goal), points=Joined(points, ", ")))
    elif scenario.goal:
        parts.append(Text("{goal}", goal=Typed(scenario.goal)))
    elif scenario.wins == "score" and points:
        parts.append(Text("Points: {shown}.", shown=Joined(points, ", ")))
    return Joined(parts, " · ")


def scenario_notes(before: Board, after: Board) -> list[Note]:
    """Return the scenario's line for a turn that has just begun, or its verdict after the last turn."""
    scenario = after.game.scenario
    if scenario is None or after.game.over or before.game.turn == after.game.turn:
        return []
    verdict = judge_victory(after)
    if not verdict.over:
        line = Joined((scenario_line(after), holders_line(after)), " · ")
        return [ask_note(Text("🎯 {line}", line=line))]
    if _says_nothing(after, scenario):
        return [ask_note(Text("🎯 The last turn of the scenario is over."))]
    return [ask_note(Text("🎯 The last turn of the scenario is over. {verdict}", verdict=verdict_text(verdict)))]


def _says_nothing(board: Board, scenario: Scenario) -> bool:
    """True if a verdict goes by points and no side has any."""
    game = board.game
    by_points = scenario.wins == "score" or (scenario.wins == "rules" and not board.system.has_victory_rule)
    return by_points and not any(game.scores.values()) and len(game.living_sides()) != 1


def verdict_text(verdict: Verdict) -> Text:
    """Return the winner by a verdict, if there is one, and its reason."""
    if verdict.leader is None:
        return verdict.reason
    return Text("{side} wins: {reason}", side=verdict.leader, reason=verdict.reason)


def end_notes(board: Board) -> list[Text]:
    """Return the verdict of the scenario at the end of a game; nothing without a scenario."""
    scenario = board.game.scenario
    if scenario is None:
        return []
    verdict, held = judge_victory(board), holders_line(board)
    lines = [verdict.reason] if (verdict.over or board.game.scores) and not _says_nothing(board, scenario) else []
    if verdict.leader is not None:
        lines = [Text("By the scenario {side} is ahead. {reason}", side=verdict.leader, reason=verdict.reason)]
    if held and scenario.wins != "objectives":
        lines.append(Text("Objectives: {holders}.", holders=held))
    return lines
