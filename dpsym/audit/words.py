"""The control sequences of LaTeX that the audit knows, and what it says of those that it does not read."""

from __future__ import annotations

GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "varpi", "rho", "varrho", "sigma", "varsigma", "tau", "upsilon", "phi", "varphi",
    "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Upsilon", "Psi", "Omega", "ell", "hbar",
}  # fmt: skip
FUNCTIONS = {
    "exp": "exp", "log": "log", "ln": "log", "sqrt": "sqrt", "tanh": "tanh", "sinh": "sinh", "cosh": "cosh",
    "erf": "erf", "erfc": "erfc", "Phi": "Phi", "max": "max", "min": "min",
}  # fmt: skip
BRACKETED = {
    "exp",
    "Phi",
    "Phi_inv",
    "max",
    "min",
    "erf",
    "erfc",
}  # what follows f(x) is a factor: nobody means erf (x)y
SPACES = {
    ",", ";", ":", "!", ">", " ", "/", "quad", "qquad", "thinspace", "medspace", "thickspace", "negthinspace", "hfill",
    "displaystyle", "textstyle", "scriptstyle", "limits", "nolimits", "allowbreak", "nobreak", "ensuremath", "xspace",
    "enspace", "enskip", "relax", "nonumber", "notag", "smash", "mathstrut", "strut", "allowdisplaybreaks",
}  # fmt: skip
UNSEEN = ("displaystyle", "textstyle", "scriptstyle", "relax", "allowdisplaybreaks", "nonumber", "notag")
GAPS = {
    ",",
    ";",
    ":",
    "!",
    ">",
    " ",
    "quad",
    "qquad",
    "thinspace",
    "medspace",
    "thickspace",
    "enspace",
    "enskip",
}
SIZES = {
    "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr",
    "middle", "bigm", "Bigm", "biggm", "Biggm", "mleft", "mright",
}  # fmt: skip
OPENING = {"left", "bigl", "Bigl", "biggl", "Biggl", "mleft"}
CLOSING = {"right", "bigr", "Bigr", "biggr", "Biggr", "mright"}
SKIP_ARG = {
    "label", "tag", "phantom", "hphantom", "vphantom", "hspace", "vspace", "mspace", "eqref", "ref", "cref", "Cref",
    "cite", "citep", "citet", "footnote", "color", "mathcolor", "hskip", "kern",
}  # fmt: skip
FONTS = {
    "mathrm", "mathit", "mathbf", "boldsymbol", "bm", "mathcal", "mathsf", "mathtt", "mathbb", "operatorname", "text",
    "textrm", "textup", "textsf", "textit", "textbf", "mathscr", "textnormal", "mathfrak", "mathnormal",
}  # fmt: skip
PLAIN_FONTS = {
    "operatorname",
    "text",
    "textrm",
    "textup",
    "textnormal",
    "mathrm",
    "textsf",
    "mathsf",
    "textit",
    "mathit",
}
ACCENTS = {"hat", "bar", "tilde", "widetilde", "widehat", "overline", "dot", "check", "breve"}
FRACTIONS = ("frac", "tfrac", "dfrac", "cfrac", "nicefrac", "sfrac", "flatfrac")
OPEN = {"(": ")", "[": "]", "\\{": "\\}", "lbrace": "rbrace", "lvert": "rvert", "lbrack": "rbrack"}
CLOSE = {v: k for k, v in OPEN.items()}
WHY = {  # what is not read
    "prod": "a product over an index", "int": "an integral", "iint": "an integral", "lim": "a limit",
    "limsup": "a limit", "sup": "a supremum", "inf": "an infimum", "partial": "a derivative", "nabla": "a derivative",
    "Vert": "a norm", "|": "a norm", "lVert": "a norm", "infty": "infinity", "dots": "a sum or list with dots",
    "cdots": "a sum or list with dots", "ldots": "a list with dots", "mid": "a conditional probability",
    "pm": "two signs at once", "mp": "two signs at once", "binom": "a binomial coefficient", "over": "\\over",
    "in": "membership", "circ": "a composition", "otimes": "a product of laws", "oplus": "\\oplus", "sim": "a law",
    "lfloor": "a rounded number", "lceil": "a rounded number", "langle": "an inner product", "Pi": "\\Pi",
    "bigcup": "a union of events", "cup": "a union of events", "cap": "an intersection of events", "land": "a formula",
    "lor": "a formula", "neg": "a formula", "forall": "a quantifier", "exists": "a quantifier", "arg": "\\arg",
    "Pr": "a probability", "sum": "a sum over an index", "mathbb": "a set or an expectation", "div": "\\div",
    "colon": "a function", "cases": "a case distinction", "det": "a determinant", "dim": "a dimension",
}  # fmt: skip
HOW = {  # what would make it readable
    "sum": "only sums over the outputs of a declared pair are read: '% dpsym pair: P, Q' and \\sum_y",
    "Pr": "only inequalities about the loss of a declared pair are read: '% dpsym pair: P, Q' and '% dpsym loss: Z'",
    "over": "write \\frac", "div": "write \\frac or /", "infty": "write the two cases in displays of their own",
    "dots": "write the closed form", "cdots": "write the closed form", "cases": "write one display for each case",
    "pm": "write two relations", "mp": "write two relations", "Vert": "name it: '% dpsym let: n := ...'",
    "|": "name it: '% dpsym let: n := ...'", "binom": "write it out",
}  # fmt: skip
RELATIONS = {
    "le": "<=", "leq": "<=", "leqslant": "<=", "leqq": "<=", "lt": "<", "ge": ">=", "geq": ">=", "geqslant": ">=",
    "geqq": ">=", "gt": ">", "ne": "!=", "neq": "!=", "eq": "=",
}  # fmt: skip
DEFINES = {"coloneqq", "triangleq", "equiv", "coloneq", "eqqcolon", "doteq", "eqdef", "defeq", "Coloneqq"}
OTHER = {
    "approx": "approximately equal", "approxeq": "approximately equal", "lesssim": "at most, up to a constant",
    "gtrsim": "at least, up to a constant", "lessapprox": "at most, approximately", "sim": "distributed as", "ll": "much less",
    "gg": "much greater", "propto": "proportional to", "in": "membership", "notin": "membership", "ni": "membership",
    "subseteq": "inclusion", "subset": "inclusion", "supset": "inclusion", "supseteq": "inclusion", "to": "a limit or a map",
    "rightarrow": "a limit or a map", "longrightarrow": "a limit or a map", "simeq": "asymptotically equal",
    "asymp": "of the same order", "mapsto": "a map", "colon": "a map", "preceq": "an order of other things",
    "succeq": "an order of other things", "prec": "an order of other things", "succ": "an order of other things",
    "gets": "an assignment", "leftarrow": "an assignment", "models": "a logical relation", "perp": "independence",
    "nleq": "a negated relation", "ngeq": "a negated relation", "nless": "a negated relation", "ngtr": "a negated relation",
}  # fmt: skip
ARROWS = {
    "implies", "iff", "Rightarrow", "Leftrightarrow", "Longrightarrow", "Longleftrightarrow", "impliedby", "Leftarrow",
    "therefore", "because", "leadsto", "rightsquigarrow",
}  # fmt: skip
STOPS = {
    "qquad",
    "quad",
    "text",
    "mbox",
    "textrm",
    "textnormal",
    "intertext",
    "shortintertext",
    "hbox",
    "forall",
}
CONDITIONAL = (
    "for",
    "if",
    "when",
    "where",
    "with",
    "since",
    "because",
    "as",
    "any",
    "provided",
    "given",
    "under",
    "let",
)
EITHER = ("or", "either", "unless", "neither", "not")
OVER = ("d", "D", "?", "!", "a.s.", "p", "P", "w.h.p.", "L", "law")  # over a sign: no equality of numbers
LIMITS = (
    "\\to",
    "\\rightarrow",
    "\\longrightarrow",
    "\\infty",
)  # over or under a sign: it holds in a limit only
