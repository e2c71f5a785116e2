"""The controls of campaigns: panels, forms, reports."""
