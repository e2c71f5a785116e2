"""An opponent that plays a side by itself: what it may do, what that is worth to it, and what it orders."""
