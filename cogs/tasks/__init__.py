"""Background tasks: deadlines, live boards, logs, reports, the heartbeat."""
