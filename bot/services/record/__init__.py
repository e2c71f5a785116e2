"""What has been played: log, exports, proofs, numbers, privacy."""
