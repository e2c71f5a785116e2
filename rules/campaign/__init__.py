"""Campaigns: series of battles, with units that keep their names, losses and experience."""
