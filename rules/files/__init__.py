"""A rule system written as a file: its text is read, checked and made into the values that a Python system is."""
