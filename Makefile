# make crawl            the demo site, in its own private network (Linux)
# make crawl URL=https://example.com/           one public page, on the real web
# make crawl URL=https://example.com/ SPIDER=site   a whole site whose owner has proved it theirs
# make browser          a browser for -a render=…, where none is installed
# make test             everything that must hold
# make coverage         part of it: the tests of the audit, and that they reach each of its branches
.DEFAULT_GOAL := help
PY := .venv/bin/python
SPIDER ?= page
URL ?=

.PHONY: help setup browser crawl test coverage lint bench lock egress clean

help:
	@sed -n 's/^# //p' Makefile

setup: .venv/ready

.venv/ready: requirements.lock deploy/setup.sh
	@sh deploy/setup.sh .venv requirements.lock

crawl: setup
ifeq ($(strip $(URL)),)
	@$(PY) -m tests.world.demo $(PY) -m scrapy crawl site -a url=https://www.lumen-books.com/ $(ARGS)
else
	@$(PY) -m scrapy crawl $(SPIDER) -a url='$(URL)' $(ARGS)
endif

browser: setup
	@sh deploy/browser.sh $(PY)

lint: setup
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports

coverage: setup
	@$(PY) -m pytest tests/core/audit --cov=crawler.core.audit --cov-branch --cov-fail-under=100 \
	  --cov-report=term-missing:skip-covered

#: What coverage has run is not run again: measuring makes it take 41 s for 16, and would slow all the other tests.
test: lint coverage
	@$(PY) -m pytest -n 4 --dist loadfile --no-loadscope-reorder --ignore=tests/core/audit tests/e2e tests

bench: setup
	@$(PY) -m tests.bench.start

lock:
	uv pip compile pyproject.toml --extra dev --universal --generate-hashes --no-emit-index-url \
	  --no-annotate --no-header --python-version 3.11 -o requirements.lock

egress: setup
	@$(PY) -m crawler.egress.firewall > deploy/egress.nft

clean:
	rm -rf .venv .ruff_cache .mypy_cache .import_linter_cache
