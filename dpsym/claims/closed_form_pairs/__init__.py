"""Claims at pairs with closed forms: what is left is a claim about numbers, which balls may refute."""
