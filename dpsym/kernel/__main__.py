"""Re-check stored bundles of certificates and print what they prove: python -m dpsym.kernel FILE.json ..."""

import sys

from dpsym.kernel.certificate import check, entries, read
from dpsym.kernel.reading import Checked
from dpsym.kernel.statement import definitions, lines, named
from dpsym.kernel.terms import Refused


def main(paths: list[str]) -> int:
    """0 when every theorem is accepted, 1 when one is refused, 2 when a file cannot be read."""
    worst = 0
    met: dict[str, None] = {}
    for path in paths:
        done: dict[str, Checked] = {}
        try:
            with open(path, encoding="utf-8") as f:
                theorems = list(entries(read(f.read())))
        except (OSError, ValueError, Refused) as e:
            print(f"{path}: cannot be read: {e}", file=sys.stderr)
            worst = 2
            continue
        for name, certificate in theorems:
            try:
                done[name] = check(certificate, done)
            except Refused as e:
                print(f"refused {name}: {str(e).encode('unicode_escape').decode()}")
                worst = max(worst, 1)
                continue
            print(f"accepted {name}")
            for line in lines(done[name]):
                print(f"    {line}")
            met |= dict.fromkeys(named([done[name].said]))
    if met:
        print("where")
        for line in definitions(met):
            print(f"    {line}")
    return worst


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("usage: python -m dpsym.kernel FILE.json ...", file=sys.stderr)
        raise SystemExit(2)
    raise SystemExit(main(sys.argv[1:]))
