"""The controls of open questions."""
