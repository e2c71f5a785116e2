"""Tasks in the background: deadlines, live boards, logs, reports, a sign of life."""
