"""Papers of other people into which fragments are pasted: their classes, packages and own commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper: the layout its columns ask for, what it needs installed, its preamble, what stands around the fragments and
    what prints the bibliography."""

    layout: str
    needs: tuple[str, ...]
    preamble: str
    begin: str = ""
    end: str = ""
    bibliography: str = r"\bibliographystyle{plain}\bibliography{dpsym}"
    packages: str = ""  # after \usepackage{dpsym}


OWN = r"""
\usepackage{amsmath,amsthm,amssymb}
\newtheorem{theorem}{Theorem}[section]
\newtheorem{lemma}[theorem]{Lemma}
\newcommand{\eps}{\epsilon}
\renewcommand{\Pr}{\mathbb{P}}
\newcommand{\E}{\mathbb{E}}
"""
PLAIN = OWN.replace(",amsthm", "")  # theorems without amsthm
SHORT_NAMES = r"""
\usepackage{amsmath,amsthm}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\theoremstyle{definition}
\newtheorem{defn}[thm]{Definition}
\def\eps{\ensuremath{\varepsilon}}
"""
TITLE = r"\title{A paper}\author{An Author}\maketitle\section{First}"
LECTURE = r"\begin{frame}[allowframebreaks]{A theorem}"

PAPERS = {
    "article, natbib, hyperref, cleveref": Paper(
        "article",
        ("article.cls", "natbib.sty", "hyperref.sty", "cleveref.sty"),
        r"\documentclass[11pt]{article}\usepackage[a4paper]{geometry}\usepackage[T1]{fontenc}\usepackage{lmodern}"
        r"\usepackage{natbib}" + OWN + r"\usepackage{hyperref}\usepackage{cleveref}",
        TITLE,
        r"\Cref{THE-LABEL} is what we need.",
        r"\bibliographystyle{plainnat}\bibliography{dpsym}",
    ),
    "article, dpsym before its theorems, short names": Paper(
        "article",
        ("article.cls", "hyperref.sty"),
        r"\documentclass{article}\usepackage[a4paper]{geometry}\usepackage[T1]{fontenc}\usepackage{lmodern}",
        TITLE + r"\begin{thm}Mine.\end{thm}",
        packages=SHORT_NAMES + r"\usepackage{hyperref}",
    ),
    "article, biblatex": Paper(
        "article",
        ("article.cls", "biblatex.sty"),
        r"\documentclass{article}\usepackage[a4paper]{geometry}\usepackage[T1]{fontenc}\usepackage{lmodern}"
        r"\usepackage[backend=bibtex,style=alphabetic]{biblatex}\addbibresource{dpsym.bib}",
        TITLE,
        bibliography=r"\printbibliography",
    ),
    "acmart": Paper(
        "acmart",
        ("acmart.cls",),
        r"\IfFileExists{libertine.sty}{}{\RequirePackage{lmodern}}"
        r"\documentclass[sigconf,nonacm]{acmart}\newcommand{\eps}{\epsilon}\renewcommand{\Pr}{\mathbb{P}}"
        r"\csname @ACM@balancefalse\endcsname",
        r"\title{A paper}\author{An Author}\affiliation{\institution{I}\city{C}\country{D}}\maketitle\section{First}"
        r"\begin{theorem}Mine.\end{theorem}",
        bibliography=r"\bibliographystyle{ACM-Reference-Format}\bibliography{dpsym}",
    ),
    "IEEEtran": Paper(
        "IEEEtran",
        ("IEEEtran.cls", "cite.sty"),
        r"\documentclass[conference]{IEEEtran}\usepackage[T1]{fontenc}\usepackage{cite}" + PLAIN,
        TITLE,
        bibliography=r"\bibliographystyle{IEEEtran}\bibliography{dpsym}",
    ),
    "llncs": Paper(
        "llncs",
        ("llncs.cls",),
        r"\documentclass[orivec]{llncs}\usepackage[T1]{fontenc}\usepackage{lmodern}\newcommand{\eps}{\epsilon}",
        r"\title{A paper}\author{An Author}\institute{An Institute}\maketitle\section{First}",
        bibliography=r"\bibliographystyle{splncs04}\bibliography{dpsym}",
    ),
    "beamer": Paper(
        "beamer",
        ("beamer.cls",),
        r"\documentclass{beamer}\usepackage[T1]{fontenc}\usepackage{lmodern}\newcommand{\eps}{\epsilon}",
        LECTURE,
        r"\end{frame}",
        r"\begin{frame}[allowframebreaks]\bibliographystyle{plain}\bibliography{dpsym}\end{frame}",
    ),
}  # fmt: skip
