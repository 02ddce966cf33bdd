#!/usr/bin/env bash
# `npm run test:python`: format, lint, types and all tests of the Python SDK, in an environment that venv.sh makes. The service
# that one test runs against is built before. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")"

bash venv.sh
.venv/bin/ruff format --check --quiet . || {
  .venv/bin/ruff format --diff .
  exit 1
}
.venv/bin/ruff check --quiet .
.venv/bin/mypy .
.venv/bin/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder "$@"
