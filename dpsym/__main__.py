"""python -m dpsym: the command line."""

from dpsym.cli import main

if __name__ == "__main__":
    main()
