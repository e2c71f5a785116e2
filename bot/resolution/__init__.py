"""From a request to an entry of the record: plan, play, ask, write; and the reverse."""
