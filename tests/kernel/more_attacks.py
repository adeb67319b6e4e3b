"""More attacks on the kernel, by someone who did not write it: each is refused for the reason that it gives.

An attack that is refused for another reason has a slip in it, and counts as a survivor.
"""

import attacks_analysis
import attacks_reading
import attacks_rules
from attack_tables import ATTACKS, CALLS, TEXTS

FILES = (attacks_rules, attacks_analysis, attacks_reading)  # which fill the tables


def outcome(f):
    """ "" when accepted, else why it is refused."""
    from dpsym.kernel import Refused

    try:
        f()
    except Refused as e:
        return str(e) or "refused"
    return ""


def survivors():
    """The attacks that get through, and those that are refused for another reason than the one given."""
    from dpsym.kernel import check, check_bundle
    from dpsym.kernel.certificate import read

    tried = [(name, f, why) for name, (f, why) in CALLS.items()]
    tried += [(name, lambda t=said: check_bundle(read(t)), why) for name, (said, why) in TEXTS.items()]
    for name, (certificate, library, why) in ATTACKS.items():
        known = {}
        for n, lemma in library.items():
            known[n] = check(lemma, known)  # a lemma is no attack: it must be accepted
        tried.append((name, lambda c=certificate, k=known: check(c, k), why))
    through = []
    for name, f, why in tried:
        said = outcome(f)
        whole = why.removeprefix("whole: ")
        if not said or (said != whole if why.startswith("whole: ") else why not in said):
            through.append(f"{name}: {said[:200] or 'accepted'}")
    return through


def main() -> int:
    """Print what gets through; 1 if anything does."""
    through = survivors()
    print("\n".join(through))
    return int(bool(through))


if __name__ == "__main__":
    raise SystemExit(main())
