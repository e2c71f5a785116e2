"""Services that read the record: log, exports, proofs, statistics, privacy."""
