# make appendix: the environment, the whole library checked, build/appendix.{tex,pdf}.   make test: the tests.
# make wheel: dist/*.whl with the certificates of the library.   make nightly: all that takes long.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2
OUT ?= build
# Tests that share what is computed run in one process; tests/conftest.py says which.
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup --no-loadscope-reorder

# Tests start dpsym as a program many times: it is compiled once, whatever the shell asks of Python.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all appendix check lint test fast test-second test-all nightly points rule-files coq table certificates wheel docs clean
.DELETE_ON_ERROR:

all: appendix

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "dpsym needs Python 3.11 or newer; name one with make PYTHON=python3.11" >&2; exit 4; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

check: $(READY)
	$(BIN)/dpsym check --jobs $(JOBS)

# Everything is written even where something is undecided; the exit code then says so.
appendix: $(READY)
	@mkdir -p $(OUT)
	@checked=0; $(BIN)/dpsym check --jobs $(JOBS) || checked=$$?; \
	  $(BIN)/dpsym appendix --jobs $(JOBS) -o $(OUT) || exit $$?; exit $$checked

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Types are checked beside the tests, so that no core waits for them.
test: $(READY)
	@$(MAKE) --no-print-directory -j2 lint fast

fast: $(READY)
	$(PYTEST) -m "not slow"

# What a second version of Python could change: the kernel, the language, claims, numbers, the packaging.
test-second: $(READY)
	$(BIN)/python -m compileall -q dpsym derivations
	$(PYTEST) -m "not slow" tests/kernel tests/language tests/claims tests/test_store.py tests/test_cli.py

test-all: lint
	$(PYTEST)

# The slow tests, every mutant of every claim and both lists of claims, with their figures.
nightly: test-all certificates
	@mkdir -p $(OUT)
	for what in true false made_true made_false mutants library; do \
	  $(BIN)/python tests/claims/test_harness.py $$what --out $(OUT)/$$what.jsonl || exit $$?; done
	$(BIN)/python tests/claims/test_harness.py figures $(OUT)/true.jsonl $(OUT)/false.jsonl $(OUT)/made_true.jsonl $(OUT)/made_false.jsonl $(OUT)/mutants.jsonl $(OUT)/library.jsonl
	$(MAKE) table

# The figures of the lists of claims, and those of z3 and sympy on COUNT claims of each kind (60): written into
# docs/howto/claims.md. What was asked before is not asked again.
COUNT ?= 60
table: $(READY)
	@mkdir -p $(OUT)
	for what in true false made_true made_false; do \
	  $(BIN)/python tests/claims/test_harness.py $$what --out $(OUT)/$$what.jsonl > /dev/null || exit $$?; done
	$(BIN)/python tests/claims/test_harness.py table $(OUT)/true.jsonl $(OUT)/false.jsonl $(OUT)/made_true.jsonl \
	  $(OUT)/made_false.jsonl > $(OUT)/claims.md
	$(BIN)/python benchmarks/claims_against_solvers.py $(COUNT) > $(OUT)/solvers.txt
	$(BIN)/python benchmarks/tables.py harness=$(OUT)/claims.md solvers=$(OUT)/solvers.txt
	@cat $(OUT)/claims.md $(OUT)/solvers.txt

# Where near misses fail, written down: a first check on another machine does not search for it. What is there is kept.
points: check
	$(BIN)/python -m dpsym.keeping.make_points

# Which theorem files hold rules for the search, written down: a claim does not load the others. An old list costs time only.
rule-files: $(READY)
	$(BIN)/python -m dpsym.keeping.make_rule_files

certificates: check
	$(BIN)/python -m dpsym.keeping.make_pack

wheel: certificates
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps -w dist .

# Every proof once more, by Coq: DIR/signed.json says what it accepted. What is as it was is not checked again.
coq: $(READY)
	$(BIN)/dpsym export --coq --run --jobs $(JOBS) -o $(OUT)/coq --signed dpsym/data/coq.json

# The documentation, with every command on its pages run: build/docs/index.html. A warning is an error.
docs: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs $(OUT)/docs

clean:
	rm -rf build dist docs/generated .pytest_cache .mypy_cache .ruff_cache .hypothesis
