"""Campaigns: rosters, battles, reports, and what hears of them."""
