"""The controls of questions that wait for somebody."""
