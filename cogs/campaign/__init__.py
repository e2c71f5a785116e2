"""`/campaign` and its commands, by topic."""
