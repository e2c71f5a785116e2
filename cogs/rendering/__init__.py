"""Values into words and markdown, for one reader."""
