"""Certificates as Coq files: a second opinion on every proof, by a program that shares nothing with the kernel.

The exporter is trusted with nothing: coqc checks what it writes, and a reader of its own takes each printed
statement back to the kernel's claim. What has to be read to trust a statement is theories/Meaning.v.
"""
