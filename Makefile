# Two commands for a stranger: `make demo` and `make test`. Each builds .venv when it is missing or out of date.
# The package is installed in place (editable); its kernels are compiled again when one of them changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
KERNELS := $(wildcard src/tagshift/kernels/*.py src/tagshift/kernels/*.pxd)

.DELETE_ON_ERROR:
.PHONY: help demo test lint build bench dist clean

help:  ## What can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

demo: build  ## Train, label and score on the bundled samples
	@$(BIN)/tagshift demo

test: build $(VENV)/dev  ## Everything that the project checks of itself
	@PATH="$(CURDIR)/$(BIN):$$PATH" scripts/check

lint: build $(VENV)/dev  ## The same without the tests: format, lint, types, layers
	@PATH="$(CURDIR)/$(BIN):$$PATH" scripts/check --lint

build: $(VENV)/compiled  ## The virtual environment and the compiled kernels

bench: build $(VENV)/bench  ## Speed beside other tools (many minutes)
	@$(BIN)/python -m benchmarks.run

dist: build $(VENV)/dev  ## Source distribution and a wheel for any x86-64 of the last decade, in dist/
	@TAGSHIFT_MARCH=$${TAGSHIFT_MARCH-x86-64-v3} $(BIN)/python -m build --outdir dist .

clean:  ## Remove everything that can be made again
	@rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@rm -f $(foreach end,so c html,src/tagshift/kernels/*.$(end)) src/tagshift/kernels/processor.txt
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Each file below $(VENV) says that a step was done; the step is done again when what it was made from is newer.

$(VENV)/made:
	@scripts/make-venv "$(PYTHON)" $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml setup.py $(VENV)/made
	@echo "Installing tagshift into $(VENV): its dependencies, then its kernels are compiled ..."
	@$(PIP) --upgrade 'setuptools>=77' 'Cython>=3.1'
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/compiled: $(VENV)/installed $(KERNELS)
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/dev: $(VENV)/installed | $(VENV)/compiled
	@echo "Installing what the checks need ..."
	@$(PIP) --no-build-isolation --editable '.[dev]'
	@touch $@

$(VENV)/bench: $(VENV)/installed | $(VENV)/compiled
	@echo "Installing the tools to compare with ..."
	@$(PIP) --no-build-isolation --editable '.[bench]'
	@touch $@
