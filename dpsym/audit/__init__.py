"""LaTeX of other people read into expressions: `dpsym audit paper.tex`.

A source becomes tokens with their places (`tokens`, `macros`, `displays`), the displays relations (`chains`), their sides
nodes of claims (`formula`, `functionals`), and each relation a claim of the language that the one prover judges
(`judging`).  Nothing of the source is executed and no other file is opened.
"""
