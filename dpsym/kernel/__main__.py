"""Re-check stored bundles of certificates: python -m dpsym.kernel FILE.json ..."""

import json
import sys

from dpsym.kernel.certificate import check
from dpsym.kernel.terms import Refused


def main(paths: list[str]) -> int:
    """0 when every theorem is accepted, 1 when one is refused, 2 when a file cannot be read."""
    worst = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as f:
                bundle = json.load(f)
            theorems = [(str(t["name"]), t["certificate"]) for t in bundle["theorems"]]
            if bundle.get("dpsym") != 1:
                raise ValueError("not a bundle of certificates")
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as e:
            print(f"{path}: cannot be read: {e}", file=sys.stderr)
            worst = 2
            continue
        done: dict[str, object] = {}
        for name, certificate in theorems:
            try:
                if name in done:
                    raise Refused("repeated theorem name")
                done[name] = check(certificate, done)  # type: ignore[arg-type]
                print(f"accepted {name}")
            except Refused as e:
                print(f"refused {name}: {e}")
                worst = max(worst, 1)
    return worst


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("usage: python -m dpsym.kernel FILE.json ...", file=sys.stderr)
        raise SystemExit(2)
    raise SystemExit(main(sys.argv[1:]))
