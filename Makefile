# One word each. Every target sets up what it needs: Python 3.11 and make are enough.
PYTHON ?= python3
TESTERS ?= 2# processes that run tests
MODEL ?= runs/plain/int8# a plain T5, which others can run too: `gec train run corpora/plain.toml`
BIN := .venv/bin

.PHONY: run test quick check bench vscode browser clean

run: .venv/core ## correct a sample letter and show what changed
	$(BIN)/gec correct --diff corpora/letter.txt

test quick: export OMP_NUM_THREADS = 1 # two processes with two threads each would wait for each other
test quick: export PYTHONDONTWRITEBYTECODE = # else each of a thousand programs compiles all its modules anew

test: .venv/ready ## the whole suite; servers and browsers may need a second try on a busy machine
	$(BIN)/pytest -n $(TESTERS) --dist worksteal --reruns 1 -rfER

quick: .venv/ready ## the suite without its slow tests
	$(BIN)/pytest -n $(TESTERS) --dist worksteal -m "not slow"

check: .venv/ready ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready ## race every engine on the sample sentences with the plain T5 in MODEL; writes docs/speed.md
	$(BIN)/python bench/race.py corpora/sentences.txt --model $(MODEL) --rounds 5 --batch 1 --batch 32 --quick

vscode: ## pack the extension for VS Code into dist/gec.vsix; needs Node 20 or later
	cd editors/vscode && npm ci --no-audit --no-fund && npm run check && npm run build
	mkdir -p dist && cp LICENSE editors/vscode/
	cd editors/vscode && for one in $$(npm ls --omit=dev --all --parseable | tail -n +2); do \
		echo "== $${one##*/}" && cat "$$one"/[Ll][Ii][Cc]*; done > out/bundled-licences.txt
	cd editors/vscode && npm exec --yes @vscode/vsce@3.9.2 -- package --no-dependencies --allow-missing-repository \
		--out ../../dist/gec.vsix

browser: ## the browser extension, for Chromium and Firefox, as dist/gec-browser.zip
	mkdir -p dist
	$(PYTHON) -c "import shutil; shutil.make_archive('dist/gec-browser', 'zip', 'editors/browser')"

# What corrects texts, and nothing else; Python compiles what is imported when it is.
.venv/core: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --no-compile --constraint requirements.lock --editable .
	touch $@

# All of it: extras, and what tests need.
.venv/ready: .venv/core
	$(BIN)/pip install --quiet --requirement requirements.lock
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis editors/vscode/node_modules editors/vscode/out
