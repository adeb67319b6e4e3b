"""What a page says in words: its setting and domains, sentences for formulas, names for long terms, what stays unsaid."""
