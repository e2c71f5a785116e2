"""Campaigns in words: rosters, units, battles, reports, standings, the log."""
