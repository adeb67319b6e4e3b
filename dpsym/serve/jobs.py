"""What the worker processes answer: plain data, and HTML that was made of expressions, never of what was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import TYPE_CHECKING

from dpsym.kernel.terms import Json

if TYPE_CHECKING:
    from sympy import Basic

    from dpsym.claims.answers import Answer
    from dpsym.library import Item, Library
    from dpsym.reports import Reporter
    from dpsym.teaching import Exercise

Job = Callable[..., Json]
POINTS = 41  # of a curve
DIGITS = 12


@cache
def library() -> Library:
    """The library of this installation, loaded once in a process."""
    from dpsym.library import load
    from dpsym.library.sources import with_known_sources

    return with_known_sources(load())


def reporter() -> Reporter:
    """A reporter that reads the certificates of earlier runs; a process of a server cannot write any."""
    from dpsym.keeping.store import Certificates
    from dpsym.reports import Reporter

    return Reporter(library(), Certificates())


# -------------------------------------------------------------------------------------------------- claims
def of_a_claim(job: Callable[[str], Json]) -> Job:
    """A job about a typed claim, which says where a text that is none cannot be read."""

    @wraps(job)
    def run(text: str) -> Json:
        from dpsym.claims import NotAClaim

        try:
            return job(text)
        except NotAClaim as e:
            return {"problem": f"not a claim: {e.pointed()}"}

    return run


@of_a_claim
def settled(text: str) -> Json:
    """A claim: its verdict, the proof that was found or the witness with a picture of its laws."""
    from dpsym.claims import settle

    return of_answer(settle(text))


def of_answer(answer: Answer) -> Json:
    """An answer as data."""
    from dpsym.claims.printing import page_of
    from dpsym.document.media.html import Setter
    from dpsym.document.writer import blocks_of
    from dpsym.site.pictures import laws

    page = page_of(answer)
    blocks = None if page is None else blocks_of(page, None)
    setter = Setter()
    witness = answer.witness
    return {
        **answer.json(),
        "statement": "" if blocks is None else setter.blocks(blocks.notation + blocks.statement),
        "proof": setter.blocks(blocks.whole_proof)
        if blocks is not None and answer.verdict == "proved"
        else "",
        "lines": witness.lines() if witness else [],
        "picture": laws(witness.laws) if witness else "",
    }


@of_a_claim
def tightest(text: str) -> Json:
    """The best bound in place of "?"."""
    from dpsym.claims import tightest as best
    from dpsym.site.pictures import laws

    found = best(text)
    if found is None:
        return {"bound": None}
    shown = []
    for bound, proof, at in zip(found.bounds, found.proofs, found.attained, strict=True):
        one = {"bound": bound, "verdict": proof.verdict, "scope": proof.scope, "at": "", "picture": ""}
        if at is not None and at.proof is not None:
            one["at"] = at.words()
        elif at is not None:
            words = ", ".join(f"{k} = {v}" for k, v in at.values.items())
            one["at"] = f"{'approached' if at.approached else 'reached'} at {words or 'the pair'}"
            one["picture"] = laws(at.laws)
        shown.append(one)
    ends = [end.words() for end in found.ends]
    return {
        "bound": found.bound, "bounds": shown, "points": found.points, "smaller": found.smaller, "ends": ends,
    }  # fmt: skip


@of_a_claim
def necessary(text: str) -> Json:
    """Which conditions and hypotheses a claim needs."""
    from dpsym.claims import necessary as without
    from dpsym.site.pictures import laws

    found = without(text)
    words = {True: "needed", False: "not needed", None: "undecided"}
    rows = [
        {
            "condition": d.condition,
            "word": words[d.needed],
            "lines": d.answer.witness.lines() if d.answer.witness else [],
            "picture": laws(d.answer.witness.laws) if d.answer.witness else "",
        }
        for d in found
    ]
    return {"whole": of_answer(found.whole), "conditions": rows}


# -------------------------------------------------------------------------------------------------- the site
def index(name: str) -> Json:
    """One of the three indexes; verdicts stand on the pages, which are checked when they are opened."""
    from dpsym.document.media.templates import fill
    from dpsym.document.page import Page
    from dpsym.library import papers
    from dpsym.reference.search import notions
    from dpsym.site.build import Entry, around, by_notion, by_paper, by_subject

    entries = [
        Entry(Page(i.name, i.entry), tuple(sorted(notions(i))) if name == "notions" else ())
        for i in library()
    ]
    title, groups = {
        "index": ("By subject", lambda: by_subject(entries)),
        "papers": ("By paper", lambda: by_paper(entries, papers().values())),
        "notions": ("By notion", lambda: by_notion(entries)),
    }[name]
    return {"html": fill("html/site/index.html", **around(title, name, True), groups=groups(), graphs={})}


def page(name: str) -> Json:
    """The page of an entry, checked now."""
    from dpsym.document.page import Links
    from dpsym.reports.reporter import used_by
    from dpsym.site.build import one_page
    from dpsym.site.entries import entry_of

    item = library().get(name)
    if item is None:
        return {"absent": True}
    looks = reporter()
    entry = entry_of(looks, item)
    titles = {i.name: i.entry.title for i in library()}
    uses = {
        i.name: tuple(n for n in dict.fromkeys(looks.name_of(t) for t in used_by(i.entry)) if n != i.name)
        for i in library()
    }
    verdicts = {i.name: "not checked here" for i in library()}
    verdicts |= {n: looks.verdict(used.entry).status for n in uses[name] if (used := library().get(n))}
    verdicts[name] = entry.page.status
    return {"html": one_page(entry, Links(looks.names), titles, uses, verdicts, True, has_exercise(item))}


# -------------------------------------------------------------------------------------------------- numbers
def evaluators() -> Json:
    """All named evaluators, by family."""
    from dpsym.numbers.registry import every

    found: dict[str, list[list[str]]] = {}
    for e in every():
        found.setdefault(e.name.partition(".")[0].replace("_", " "), []).append([e.name, e.about])
    return {"families": list(found.items())}


def evaluated(name: str, values: Mapping[str, str], over: str) -> Json:
    """An evaluator: what it takes, its value at what was typed, and a curve over one parameter (`low..high`)."""
    from dpsym.evaluation import BadValue, named
    from dpsym.numbers.registry import REQUIRED, find

    known = find(name)
    if known is None:
        return {"absent": True}
    takes = [
        {"name": a.name, "about": a.about, "domain": a.domain, "words": list(a.among),
         "default": "" if a.default is REQUIRED else str(a.default), "ranged": not (a.among or a.read)}
        for a in known.arguments
    ]  # fmt: skip
    answer: Json = {"name": name, "about": known.about, "usage": known.usage, "takes": takes}
    typed = {k: v.strip() for k, v in values.items() if v.strip()}
    if not typed:
        return answer
    try:
        if over:
            return {**answer, "picture": picture(name, typed)}
        return {**answer, "value": str(named(name, [f"{k}={v}" for k, v in typed.items()], DIGITS))}
    except (BadValue, ValueError, ArithmeticError) as e:
        return {**answer, "problem": str(e)}


def picture(name: str, typed: Mapping[str, str]) -> str:
    """The curve of an evaluator, one of whose values is a range."""
    from dpsym.numbers.plot import curve, outward
    from dpsym.site import pictures

    if any(len(v.split()) > 1 for v in typed.values()):
        raise ValueError("a value with a space in it cannot be part of a curve")
    drawn = curve(" ".join([name, *(f"{k}={v}" for k, v in typed.items())]), POINTS)
    ends = [outward(y) for y in drawn.ys]
    return pictures.curve(
        [float(x) for x in drawn.xs], [a for a, _ in ends], [b for _, b in ends], drawn.parameter, drawn.label
    )


# ------------------------------------------------------------------------------------------------ exercises
def exercises() -> Json:
    """The theorems of which a line can be typed, by subject."""
    found: dict[str, list[list[str]]] = {}
    for item in library():
        if has_exercise(item):
            heading = item.name.partition(".")[0].replace("_", " ")
            found.setdefault(heading, []).append([item.name, item.entry.title])
    return {"subjects": list(found.items())}


def has_exercise(item: Item) -> bool:
    """Whether a line of its derivation can be typed."""
    from dpsym.language import Theorem
    from dpsym.teaching.exercise import chains_of, typable

    return isinstance(item.entry, Theorem) and any(map(typable, chains_of(item.entry)))


def exercise(name: str, level: int, lines: Sequence[str], new: str) -> Json:
    """The derivation with the lines that were typed and accepted, the gap that is open, and the judgement of a new line.

    The lines accepted before are judged again: nothing is remembered between requests.
    """
    from dpsym.language import Theorem
    from dpsym.teaching import exercise_of

    item = library().get(name)
    if item is None or not isinstance(item.entry, Theorem) or not has_exercise(item):
        return {"absent": True}
    task = exercise_of(item.entry, level)
    return {**heading(item, task), **played(task, [*lines, *([new] if new else [])])}


def formula(e: Basic) -> str:
    """An expression as MathML, its fractions at full size."""
    from dpsym.document.formulas.spelling import fold
    from dpsym.document.media.html import maths

    return maths(fold(e), True)


def heading(item: Item, task: Exercise) -> Json:
    """What stands above an exercise."""
    from dpsym.document.formulas.spelling import plain
    from dpsym.document.media.html import Setter
    from dpsym.document.page import Page
    from dpsym.document.writer import blocks_of

    blocks = blocks_of(Page(item.name, item.entry), None)
    return {
        "name": item.name,
        "title": item.entry.title,
        "statement": Setter().blocks(blocks.notation + blocks.statement),
        "start": formula(task.chain.start),
        "start_text": plain(task.chain.start),
        "level": task.level,
    }


def played(task: Exercise, typed: list[str]) -> Json:
    """The lines as far as they are known, and the reply to the last one typed."""
    from dpsym.claims import NotAClaim
    from dpsym.document.formulas.spelling import plain
    from dpsym.teaching import Judge

    gaps = {gap.place: Judge(task, gap) for gap in task.gaps()}
    rows: list[Json] = []
    accepted: list[str] = []
    reply: Json | None = None
    for place, line in enumerate(task.lines):
        judge = gaps.get(place)
        done = judge is None
        while judge is not None and typed and not done:
            text = typed.pop(0)
            try:
                relation, value, _ = judge.read(text)
                found = judge.answer(text)
            except NotAClaim as e:
                reply, typed = {"verdict": "not a line", "why": e.pointed(), "typed": text}, []
                break
            reply = {**vars(found), "typed": text}
            if found.verdict != "right":
                typed = []
                break
            accepted.append(text)
            rows.append({"relation": relation, "math": formula(value), "reason": "", "typed": True})
            done = found.done
        if judge is not None and not done:
            gap = judge.gap
            missing = gap.lines[min(judge.typed, len(gap.lines) - 1)]
            opened = {
                "relation": gap.relation, "target": formula(gap.target), "target_text": plain(gap.target),
                "missing": max(1, len(gap.lines) - judge.typed), "hint": missing.reason or "the author gives no reason",
                "solution": f"{missing.relation} {plain(missing.right)}",
            }  # fmt: skip
            return {"rows": rows, "open": opened, "accepted": accepted, "reply": reply, "complete": False}
        if place not in task.hidden:
            reason = line.reason if task.level < 3 else ""
            rows.append(
                {
                    "relation": line.relation,
                    "math": formula(line.right),
                    "reason": str(reason),
                    "typed": False,
                }
            )
    return {"rows": rows, "open": None, "accepted": accepted, "reply": reply, "complete": True}


JOBS: Mapping[str, Job] = {
    "settled": settled, "tightest": tightest, "necessary": necessary, "index": index, "page": page,
    "evaluators": evaluators, "evaluated": evaluated, "exercises": exercises, "exercise": exercise,
}  # fmt: skip
