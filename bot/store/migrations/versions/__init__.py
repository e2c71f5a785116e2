"""The revisions, oldest first; r0007 is the seventh."""
