"""Table talk that a report leaves out."""

from __future__ import annotations

from cogs.rendering.report.entry_view import result_line
from tests.rows import for_each


@for_each(
    ("said", "kept"),
    [
        ("Every unit has acted: `/turn next`.", "Every unit has acted."),
        ("1 hit. Is anybody else within 1″? `/act blast`, count 1.", "1 hit."),
        ("It breaks off with `/act withdraw`. Nobody follows.", "Nobody follows."),
        ("Now `/fire` at Militia, +1.", ""),
        ("It runs. Stop it with `/stop`.", "It runs."),
        ("Is it over? Nobody knows.", "Is it over? Nobody knows."),
        ("`x` is a name.", "`x` is a name."),
    ],
)
def test_thumb_d18_a_report_shows_results_and_no_instructions(said: str, kept: str) -> None:
    assert result_line(said) == kept
