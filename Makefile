# The two commands to begin with are `make demo` and `make test`. Both do all set-up themselves; where everything is in
# place already, set-up does nothing and needs no network.

CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)

.DEFAULT_GOAL := help
.PHONY: help setup build demo demo-inconsistent test test-all fuzz-programs fuzz-csmith fuzz-functions fuzz-floats fuzz-readers bench tasks field-test dist deb test-deb test-ci test-package test-benchexec test-cluster test-horn test-witnesses test-circuits bench-check

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 26

setup: ## Install the Debian packages that are missing (LLVM 19, a C++ compiler, 32-bit headers)
	@scripts/setup

build: setup ## Build bitreach, optimised: target/release/bitreach
	$(CARGO) build --release --locked

demo: build ## Decide two programs with unbounded loops: one is safe, one is not
	@scripts/demo $(TARGET)/release/bitreach

demo-inconsistent: build ## Report inconsistent code in three small programs, and write the page about it
	@scripts/demo-inconsistent $(TARGET)/release/bitreach $(TARGET)/inconsistent.html

# Each program of tests says its seconds (`finished in`); scripts/timed says those of the build and of all tests.
test: setup ## Run the tests of the workspace, those that take minutes left out
	@scripts/timed "building tests" $(CARGO) test --workspace --locked --no-run
	@scripts/timed "running tests" $(CARGO) test --workspace --locked --no-fail-fast
	@IPASIR=$$($(CC) -print-file-name=libcadical.a) scripts/timed "ipasir-static" \
		$(CARGO) test -p bitreach-sat --features ipasir-static --locked ipasir

test-all: test ## Run all tests: also a program of 390 lines, a sum of doubles, a date, and each task of sv-benchmarks/ on every engine and in every encoding
	@scripts/timed "every task in every way" $(CARGO) test --locked --test suite -- --ignored verdicts:: files:: kinds::

COUNT ?= 200
SEED ?= 1000

fuzz-programs: setup ## Compare COUNT random programs from SEED on, of one KIND or all: native runs, sanitizers and model checker
	BITREACH_RANDOM_PROGRAMS=$(COUNT) BITREACH_RANDOM_SEED=$(SEED) BITREACH_RANDOM_KIND=$(KIND) \
		BITREACH_RANDOM_KEPT=$(TARGET)/fuzz-programs \
		$(CARGO) test --locked --test suite -- --ignored --nocapture random_programs::programs_campaign

fuzz-csmith: ## Compare COUNT programs of Csmith from SEED on: native checksums and model checker
	@scripts/setup csmith
	BITREACH_RANDOM_PROGRAMS=$(COUNT) BITREACH_RANDOM_SEED=$(SEED) BITREACH_RANDOM_KEPT=$(TARGET)/fuzz-csmith \
		$(CARGO) test --locked --test suite -- --ignored --nocapture random_programs::csmith_campaign

fuzz-functions: setup ## Hold reports of inconsistent code in COUNT random functions from SEED on against native runs
	BITREACH_RANDOM_PROGRAMS=$(COUNT) BITREACH_RANDOM_SEED=$(SEED) BITREACH_RANDOM_KEPT=$(TARGET)/fuzz-functions \
		$(CARGO) test --locked --test suite -- --ignored --nocapture random_functions::campaign

fuzz-floats: setup ## Compare circuits of floating-point operations with the reference on COUNT operands each, from SEED on
	BITREACH_FLOATS_COUNT=$(COUNT) BITREACH_FLOATS_SEED=$(SEED) \
		$(CARGO) test --locked --lib -- --ignored --nocapture bv::float::tests::campaign

SECONDS ?= 60

fuzz-readers: build ## Give each reader broken files for SECONDS each, from SEED on: they have to be refused, without a crash or a hang
	BITREACH_BINARY=$(abspath $(TARGET))/release/bitreach BITREACH_READERS_SECONDS=$(SECONDS) BITREACH_READERS_SEED=$(SEED) \
		BITREACH_READERS_KEPT=$(TARGET)/fuzz-readers $(CARGO) test --locked --test suite -- --ignored --nocapture fuzz_readers::fuzz

bench: build ## Measure speed and memory; the raw results go to benches/results/
	$(CARGO) bench --locked --bench measure

bench-check: build ## Name the questions that take more than 1.5 times as long as in benches/regression.csv
	$(CARGO) bench --locked --bench regression

tasks: build ## Decide all tasks of sv-benchmarks/, a line each; fails on a wrong verdict
	$(TARGET)/release/bitreach bench --timeout 60 sv-benchmarks

field-test: build ## Look for inconsistent code in four Debian packages, which are fetched and configured into target/field
	@scripts/field-sources $(TARGET)/field
	$(CARGO) bench --locked --bench field -- $(addprefix $(abspath $(TARGET))/field/db/,bc ncompress tiff openssh)

dist: build ## Pack the zip that SV-COMP wants, target/bitreach.zip, and run its smoke test
	@scripts/dist $(TARGET)/release/bitreach $(TARGET)/bitreach.zip

deb: build ## Pack a Debian package, target/deb/bitreach.deb
	@scripts/setup package
	@scripts/deb $(TARGET)/release/bitreach $(TARGET)/deb/bitreach.deb

test-deb: deb ## Install the package into a clean Debian 12 in target/test-deb, use it there and remove it; for root
	@scripts/setup package
	@scripts/test-deb $(TARGET)/deb/bitreach.deb $(TARGET)/test-deb

test-ci: setup ## Run the templates for continuous integration; GNU parallel is installed, pre-commit into target/pre-commit
	@scripts/setup ci
	@test -x $(TARGET)/pre-commit/bin/python || python3 -m venv $(TARGET)/pre-commit
	@$(TARGET)/pre-commit/bin/pip install --quiet pre-commit
	PATH=$(abspath $(TARGET))/pre-commit/bin:$$PATH $(CARGO) test --locked --test suite -- --include-ignored ci::

test-package: setup ## Pack the crates, install bitreach from them, and use it where the source is not
	@scripts/test-package $(TARGET)/test-package

test-horn: build ## Compare Z3's answers about Horn clauses with the tasks of sv-benchmarks/; Z3 is installed into target/z3
	@test -x $(TARGET)/z3/bin/z3 || (python3 -m venv $(TARGET)/z3 && $(TARGET)/z3/bin/pip install --quiet z3-solver)
	scripts/horn-agree $(TARGET)/release/bitreach $(TARGET)/z3/bin/z3 sv-benchmarks $(OPTIONS)

CIRCUITS ?= sv-benchmarks

test-circuits: build ## Have Bitwuzla check the runs and certificates of circuits; it is installed into target/bitwuzla
	@test -x $(TARGET)/bitwuzla/bin/python || python3 -m venv $(TARGET)/bitwuzla
	@$(TARGET)/bitwuzla/bin/pip install --quiet bitwuzla
	$(TARGET)/bitwuzla/bin/python scripts/circuits-agree $(TARGET)/release/bitreach $(CIRCUITS) $(OPTIONS)

WITNESSES ?= sv-benchmarks

test-witnesses: build ## Write a witness of each answer about the tasks of the folders WITNESSES, in both formats, and validate it
	scripts/round-trip $(TARGET)/release/bitreach $(WITNESSES) --output $(TARGET)/witnesses $(OPTIONS)

test-benchexec: build ## Test the tool-info module for BenchExec, which is installed into target/benchexec
	@test -x $(TARGET)/benchexec/bin/python || python3 -m venv $(TARGET)/benchexec
	@$(TARGET)/benchexec/bin/pip install --quiet 'benchexec>=3.27'
	BITREACH=$(abspath $(TARGET))/release/bitreach $(TARGET)/benchexec/bin/python -m unittest discover -s contrib/benchexec
	$(TARGET)/benchexec/bin/python contrib/benchexec/check_definition.py contrib/benchexec/bitreach.xml

test-cluster: build ## Test `bench --slurm` with a real Slurm on this machine, which is installed; elements are killed on purpose
	@scripts/setup cluster
	@scripts/test-cluster $(TARGET)/release/bitreach $(TARGET)/test-cluster
