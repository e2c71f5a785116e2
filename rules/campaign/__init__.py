"""Campaigns: many battles, and units that remember them."""
