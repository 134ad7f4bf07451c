# Every target first makes .venv if it is missing or stale. Settings:
#   PYTHON=python3.12   the interpreter to make .venv with
#   UV=                 make .venv with venv and pip even where uv is installed
#   ARGS='...'          further arguments for pytest (make test), for the audit (make audit, make report), for Coq (make kernel, say
#                       --write), modules (make mutation), or a seed (make attack, say --seed 7)
#                       (audit, report, mutation and attack take --dask ADDRESS: a Dask cluster does the work)
#   NOISYMAX_DOCUMENTS  the folder of the documents' texts, for the tests that need them

PYTHON ?= python3
UV ?= $(shell command -v uv)
ARGS ?=

BIN := .venv/bin
READY := .venv/ready
INSTALL := $(if $(UV),$(UV) pip install --python $(BIN)/python,$(BIN)/python -m pip install) --quiet --constraint constraints.txt

# The interpreter behind PYTHON, which may be a shim or .venv's own; empty if it is missing or too old.
BASE := $(shell '$(PYTHON)' -c 'import os, sys; sys.version_info < (3, 11) or print(os.path.realpath(sys._base_executable))' 2>/dev/null)
# The last act of making .venv is to write this into it: a half-made one, a moved one and one for another interpreter are stale.
MADE := $(BASE) in $(CURDIR)
STALE := $(shell test "$$(cat $(READY) 2>/dev/null)" = "$(MADE)" || echo stale)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_USER := 0
unexport PYTHONHOME PYTHONPATH

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: audit report test coverage check deep readme tests-list kernel attack mutation format help compiled stale

# What `make check` runs after lint, format and types, the quickest first.
CHECKS := audit test

audit: $(READY)  ## check every claim and compare the verdicts with the baseline
	@$(BIN)/noisymax audit $(ARGS)

report: $(READY)  ## write the audit as one page, report.html
	@$(BIN)/noisymax report $(ARGS)

test: compiled  ## run the tests on all cores
	@$(BIN)/pytest -n auto --dist worksteal $(ARGS)

coverage: compiled  ## run the tests and report which lines and branches they reach
	@$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term-missing:skip-covered $(ARGS)

deep: compiled  ## run the tests that take long; some minutes
	@$(BIN)/pytest -n auto --dist worksteal -m deep $(ARGS)

check: $(READY)  ## all that must pass before a commit: lint, format, types, audit, tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(MAKE) --no-print-directory $(CHECKS) ARGS=

readme: $(READY)  ## rewrite what is generated in the README and in docs
	@$(BIN)/python -m tests.project.readme

tests-list: $(READY)  ## rewrite the list of tests, by which a lost one is noticed
	@$(BIN)/python -m tests.project.collected

kernel: $(READY)  ## rebuild the theorems about the code with Coq, and plant bugs that it must stop; some minutes
	@$(BIN)/python -m proofs.kernel $(ARGS)

attack: $(READY)  ## put false statements to every checker, 100,000 of them; takes an hour or more
	@$(BIN)/python -m tests.attack $(ARGS)

mutation: $(READY)  ## change the code in one place at a time and report what no test notices; takes an hour or more
	@$(INSTALL) --constraint tests/mutation/constraints.txt --no-build-isolation --editable '.[mutation]'
	@$(BIN)/python -m tests.mutation $(ARGS)

format: $(READY)  ## rewrite the code in the house style
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# The tests start hundreds of processes, which would each compile the code where PYTHONDONTWRITEBYTECODE is set.
compiled: $(READY)
	@$(BIN)/python -m compileall -q spec impl proofs noisymax

$(READY): pyproject.toml constraints.txt $(STALE)
	@test -n "$(BASE)" || { echo "Makefile: error: $(PYTHON) is not Python 3.11 or newer: name one with PYTHON=..." >&2; exit 1; }
	@echo "making .venv with $(BASE) and $(if $(UV),uv,pip)"
	@rm -rf .venv
	@$(if $(UV),$(UV) venv --quiet --no-project --python,) "$(BASE)" $(if $(UV),,-m venv) .venv
	@$(INSTALL) setuptools
	@$(INSTALL) --no-build-isolation --editable '.[audit,dev,opendp]'
	@echo "$(MADE)" > $(READY)
