"""The rendering of values as words and markdown, for one reader."""
