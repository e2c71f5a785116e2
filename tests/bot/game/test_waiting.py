"""The open questions that a game keeps in memory: they may be fewer than it thinks, and never more."""

from __future__ import annotations

from bot.game.questions import ConsentQuestion, Kind, WarningQuestion
from bot.game.waiting import KeptQuestion, OpenQuestions
from bot.store.tables import Pending
from rules.kernel.text import Text


def row(id: str, kind: Kind) -> Pending:
    return Pending(
        id=id, game_id="g", user_id="400", asked_by="300", kind=kind, command={}, question={}, created_at=0.0
    )


def test_whether_a_question_is_open_is_unknown_before_they_were_read() -> None:
    kept = OpenQuestions()
    kept.note("a", "dice")
    assert not kept.are_none()
    kept.learn([])
    assert kept.are_none()
    kept.note()
    assert not kept.are_none()


def test_a_question_to_a_side_holds_up_more_than_one_to_its_issuer() -> None:
    kept = OpenQuestions()
    kept.learn([row("a", "anyway")])
    assert (kept.are_none(), kept.are_none(of_sides=True), kept.are_none("a")) == (False, True, True)
    kept.note("b", "consent")
    assert (kept.are_none("a"), kept.are_none("b"), kept.are_none("b", of_sides=True)) == (False, False, True)
    kept.drop("b", closed=False)
    assert not kept.are_none(of_sides=True)
    kept.drop("b")
    assert kept.are_none("a")


def test_questions_to_sides_stay_in_memory_until_they_are_closed_or_no_longer_read() -> None:
    consent = KeptQuestion(row("a", "consent"), ConsentQuestion(groups=(), wish=Text("undo")), None)
    private = KeptQuestion(row("b", "anyway"), WarningQuestion(warnings=()), None)
    kept = OpenQuestions()
    for one in (consent, private):
        kept.keep(one)
    assert (kept.find("a"), kept.find("b")) == (consent, None)
    kept.learn([row("a", "consent")])
    assert kept.find("a") is consent
    kept.drop("a")
    kept.drop("a")
    assert kept.find("a") is None
    kept.keep(consent)
    kept.learn([row("b", "anyway")])
    assert kept.find("a") is None
