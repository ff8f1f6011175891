#!/usr/bin/env bash
# Makes a virtual environment with the packages of the client in Python: 15 s, and PyPI. It has a copy of their list when it
# is complete (python-environment.ts).
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=.local/example-clients
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r examples/clients/python/requirements.txt
cp examples/clients/python/requirements.txt "$folder/"
