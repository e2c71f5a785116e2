"""Rule systems written as files: reading, checking, and building the same values as a Python system."""
