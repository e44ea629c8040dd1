# Bullpen: every target sets up what it needs in .venv and does nothing twice.
# print: the PDFs of all games · play: the tracker on your network · test · lint · soak · bench
# pictures: the README's pictures, made again from real output
# three test workers: one drives the browser, which waits more than it works

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt
WORKERS ?= 3

.PHONY: print play test lint soak bench pictures clean
.DEFAULT_GOAL := print

print: .venv/.ready
	@$(BIN)/pnp build $(GAMES) $(ARGS)

play: .venv/.ready
	@$(BIN)/tracker serve --lan $(ARGS)

test: .venv/.ready-dev .venv/.ready-browser
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

lint: .venv/.ready-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python .ci/catalogues.py

soak: .venv/.ready-dev .venv/.ready-browser
	@BULLPEN_SOAK=1 $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

bench: .venv/.ready-bench
	@$(BIN)/python tests/benchmarks/run.py $(ARGS)

pictures: .venv/.ready-dev .venv/.ready-browser
	@$(BIN)/python .readme/pictures.py

clean:
	rm -rf .venv output/*/ output/.cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Bullpen needs Python 3.11 or newer; none was found. Install it, or say PYTHON=/path/to/python3 make …" >&2; exit 1; }
	@echo "Setting up .venv with $(PYTHON) (once) …" >&2
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "$(PYTHON) cannot make a virtual environment; on Debian or Ubuntu install the package python3-venv" >&2; exit 1; }

.venv/.ready: pyproject.toml .ci/constraints.txt | .venv/bin/python
	@echo "Installing what printing and playing need …" >&2
	@$(PIP) -e .
	@touch $@

.venv/.ready-dev: .venv/.ready
	@echo "Installing what the tests and linters need …" >&2
	@$(PIP) -e '.[dev]'
	@touch $@

.venv/.ready-bench: .venv/.ready-dev
	@echo "Installing what the benchmarks measure against …" >&2
	@$(PIP) -e '.[bench]'
	@touch $@

# A browser for the screen tests: the one on this machine, else Debian's package where that can be installed.
.venv/.ready-browser: .venv/.ready-dev
	@sh .ci/browser
	@touch $@
