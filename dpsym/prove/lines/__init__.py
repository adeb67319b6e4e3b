"""The lines of a derivation: run one after the other, read off a certificate, proposed where the author gives none."""
