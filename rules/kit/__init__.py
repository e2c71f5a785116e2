"""The kit between the kernel and a system: rules and orders as classes, turn orders as values."""
