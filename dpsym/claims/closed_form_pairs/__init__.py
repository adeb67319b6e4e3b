"""Claims at pairs with closed forms: what is left is a claim about numbers, which the one refuter may refute."""
