"""What the page's files are: the simulator's with our pieces in them, and no others in silence."""

from __future__ import annotations

import pytest

from bot.simulation import local_page as page_files


def test_every_piece_stands_in_the_simulators_page_once() -> None:
    for name, pieces in page_files.PIECES.items():
        before, after = page_files.simulators(name).read_text(encoding="utf-8"), page_files.text(name)
        assert before != after
        for _, new in pieces:
            assert new in after


def test_another_simulator_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    page_files.text.cache_clear()
    monkeypatch.setattr(page_files, "PIECES", {"app.js": (("what is not there", ""),)})
    with pytest.raises(LookupError, match="the simulator's page has changed"):
        page_files.text("app.js")
    page_files.text.cache_clear()


def test_names_stand_in_the_title_as_they_are() -> None:
    assert "<title>Adjutant · &lt;b&gt;</title>" in page_files.index("<b>", {})
