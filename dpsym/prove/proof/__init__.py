"""A proof under construction: its lines for the kernel, the polynomials and relations in them, what is known at a point."""
