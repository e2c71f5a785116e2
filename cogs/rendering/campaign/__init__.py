"""Campaigns as text: rosters, units, battles, reports, standings, the log."""
