#!/usr/bin/env bash
# Makes .venv beside this file, with what developing and testing the Python SDK takes (requirements.txt), unless it is there
# already. PYTHON names the interpreter: 3.10 or newer.
set -euo pipefail
cd "$(dirname "$0")"

made_from=$(sha256sum requirements.txt venv.sh)
if [ "$(cat .venv/made-from 2>/dev/null)" = "$made_from" ]; then exit 0; fi

rm -rf .venv
"${PYTHON:-python3}" -m venv .venv
# Everything is named, so nothing has to be resolved; what is not compiled now is when it is used first.
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --requirement requirements.txt
printf '%s' "$made_from" >.venv/made-from
