"""The search for proofs and witnesses.  Nothing here is trusted: the kernel re-checks what it finds."""
