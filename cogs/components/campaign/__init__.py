"""Controls of campaigns: panels, forms and reports."""
