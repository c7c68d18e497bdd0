# make run    serve the table on the local network     make test   everything the tests need, and the tests
#                                                      make test FAST=1      without browsers, servers and other programs
#                                                      make test SEED=random in another order; SEED=12345 in that one again
# make check  style, types, arrows, migrations         make bench  what has a bar, measured; ARGS="-k pad" for other tables
#             (of scripts and sheets where Node is installed; it says so where it is not)
# make attack a server of its own, attacked for three minutes; ARGS="--seconds 60 --database postgresql"
# make simulate SEED=7 STEPS=100000  evenings of a seed on which everything goes wrong; see tests/simulation
# make mutants           is every line held by a test? PACKAGE=zipai_ledger/access for one package; see tests/mutants.py
# make unchanged BASE=rev   does every page and answer stay as it was at rev? ARGS="--pages zh-hans" in a moment
#                          ARGS="--pictures zh-hans" looks at every page, in light, dark and large type
# make house BASE=rev       the house in figures, at rev and now
# make lock   pin the newest versions with hashes      make cover  branch coverage of rules, posting and record
# make sbom   list what comes from elsewhere: docs/licences.md, and build/sbom.cdx.json for programs
# make wheel  what others install, into dist/           make audit  are faults known of what is pinned?
# make release-check TAG=v1.0.0  all of a release that needs no network, into dist/
# make pictures  draw the README's anew, and every page in every look and language into build/pictures
# make clean  forget the virtual environment and what Node brought

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
LOCK   := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
          --no-header --no-annotate --no-emit-index-url --no-emit-find-links --no-strip-extras pyproject.toml
# What `make run` has beside the core.
HOME_EXTRAS := --extra pdf --extra https --extra mdns --extra brotli
ARGS   ?=
BASE   ?=
# What mutants are made of, and which tests may kill them, if not those in pyproject.toml.
PACKAGE ?= zipai_ledger/ledger/settlement zipai_ledger/ledger/posting zipai_ledger/access zipai_ledger/ledger/record
TESTS  ?=
FAST   ?=
# How many share the tests, a file at a time: twice as many as two cores, since a test with a browser often waits; what is
# quick never does, and each of them reads all of it.
WORKERS ?= $(if $(FAST),2,4)
SEED   ?=
STEPS  ?=
TAG    ?=
# Folders that hold nothing quick need not even be read.
CHOICE := $(if $(FAST),-m "not external and not benchmark and not fault" \
          $(foreach folder,browser faults live,--ignore=tests/$(folder)))
ORDER  := $(if $(SEED),-p randomly $(if $(filter-out random,$(SEED)),--randomly-seed=$(SEED)))

# Tests start many interpreters, and none shall compile anew what another has.
unexport PYTHONDONTWRITEBYTECODE

# Benchmarks whose rows have a bar and that end in ten minutes together.
BARS   := test_requests or test_live or test_scoring_is_fast or test_bytes or (test_what_is_taken and 2000) or test_workers

.PHONY: run test check check-scripts format bench attack simulate cover mutants pictures unchanged house lock sbom wheel audit release-check clean

run: $(STAMP)-run
	@exec $(BIN)/python manage.py serve $(ARGS)

test: $(STAMP)-dev
	@$(if $(FAST),,$(BIN)/python tests/needs.py)
	@$(if $(FAST),,$(BIN)/python tests/compiled.py)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(CHOICE) $(ORDER) $(ARGS)

check: $(STAMP)-dev check-scripts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m pytest --doctest-modules -q zipai_ledger/rules || test $$? = 5  # 5: none there
	$(BIN)/python -m tests.audit

# Only those who change scripts or sheets need Node; what is served needs none.
NODE   := $(if $(shell command -v npm),node_modules/.package-lock.json)
TOOL   := node_modules/.bin

check-scripts: $(NODE)
ifdef NODE
	$(TOOL)/biome ci --error-on-warnings
	$(TOOL)/tsc --project tsconfig.json
	$(TOOL)/tsc --project types/worker
else
	@echo "Node is not installed: scripts and sheets in static/ were not checked."
endif

node_modules/.package-lock.json: package-lock.json
	@npm ci --ignore-scripts --loglevel error
	@touch $@

format: $(STAMP)-dev $(NODE)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(if $(NODE),$(TOOL)/biome check --write)

bench: $(STAMP)-dev
	@$(BIN)/python -m pytest tests/benchmarks -m benchmark -s -q $(or $(ARGS),-k "$(BARS)")

attack: $(STAMP)-dev
	@$(BIN)/python -m tests.attack $(ARGS)

simulate: $(STAMP)-dev
	@$(BIN)/python -m tests.simulation $(if $(SEED),--seed $(SEED)) $(if $(STEPS),--steps $(STEPS)) $(ARGS)

cover: $(STAMP)-dev
	@$(BIN)/python -m pytest -q --cov=zipai_ledger.rules --cov=zipai_ledger.ledger.posting --cov=zipai_ledger.ledger.record \
	  --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100 $(ARGS)

mutants: $(STAMP)-dev
	@$(BIN)/python -m tests.mutants $(PACKAGE) $(if $(TESTS),--tests $(TESTS)) $(ARGS)

pictures: $(STAMP)-dev
	@$(BIN)/python tests/needs.py
	@$(BIN)/python -m tests.pictures --readme build/pictures $(ARGS)

unchanged: $(STAMP)-dev
	@$(BIN)/python tests/needs.py
	@$(BIN)/python -m tests.unchanged $(or $(BASE),$(error say BASE=revision)) $(ARGS)

house: $(STAMP)-dev
	@$(BIN)/python -m tests.house $(or $(BASE),$(error say BASE=revision))

lock: $(STAMP)-dev
	$(LOCK) -o .requirements/core.txt
	$(LOCK) -c .requirements/core.txt $(HOME_EXTRAS) -o .requirements/run.txt
	$(LOCK) -c .requirements/run.txt $(HOME_EXTRAS) --extra postgres -o .requirements/postgres.txt
	$(LOCK) -c .requirements/postgres.txt $(HOME_EXTRAS) --extra postgres --extra dev -o .requirements/dev.txt
	$(LOCK) -c .requirements/dev.txt --extra build -o .requirements/build.txt

sbom: $(STAMP)-dev
	@$(BIN)/python -m tests.sbom

wheel: $(STAMP)-dev
	@$(BIN)/python -m hatchling build -t wheel

audit: $(STAMP)-dev
	@$(BIN)/python -m tests.audit

release-check: $(STAMP)-dev
	@$(BIN)/python -m tests.release $(TAG)

clean:
	rm -rf $(VENV) node_modules

# The dev lock holds all of the run lock, so that both stamps can live in one environment.
$(STAMP)-run: .requirements/run.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(STAMP)-dev: .requirements/dev.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@ $(STAMP)-run

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed.")'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  test "$$(id -u)" = 0 && command -v apt-get >/dev/null || { echo "sudo apt install python3-venv, then again."; exit 1; }; \
	  { apt-get install -y -qq python3-venv || { apt-get update -qq; apt-get install -y -qq python3-venv; }; } && \
	  $(PYTHON) -m venv $(VENV); }
