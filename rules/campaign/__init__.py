"""Campaigns: many battles, with units that keep their names, losses and experience from one to the next."""
