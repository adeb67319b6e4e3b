"""What was found once and is kept: the store of certificates, and what comes with the library."""
