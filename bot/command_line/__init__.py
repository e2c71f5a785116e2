"""The commands of `python -m bot` except the start: maintenance of the data, and the health check."""
