"""Claims at laws on few outputs: exact masses and exact linear programs, for witnesses and for multipliers of proofs."""
