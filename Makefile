# make appendix: the environment, the whole library checked, build/appendix.{tex,pdf}.   make test: the tests.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
JOBS ?= 2
OUT ?= build

.PHONY: all appendix check test test-all clean
.DELETE_ON_ERROR:

all: appendix

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "dpsym needs Python 3.11 or newer; name one with make PYTHON=python3.11" >&2; exit 4; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

check: $(READY)
	$(BIN)/dpsym check --jobs $(JOBS)

# Everything is written even where something is undecided; the exit code then says so.
appendix: $(READY)
	@mkdir -p $(OUT)
	@checked=0; $(BIN)/dpsym check --jobs $(JOBS) || checked=$$?; \
	  $(BIN)/dpsym appendix --jobs $(JOBS) -o $(OUT) || exit $$?; exit $$checked

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

test-all: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n $(JOBS)

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
