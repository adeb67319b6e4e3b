"""What a typed claim says: its text as a tree, its words, its terms and relations as expressions of the language."""
