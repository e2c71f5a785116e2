"""`/campaign` and its commands."""
