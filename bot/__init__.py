"""The application: wiring, the record, and carrying out commands."""
