"""Parts of the command line of the rules that know nothing of its options."""
