#!/usr/bin/env bash
# Makes a virtual environment with the packages of the client in Python, which takes ten seconds and PyPI. When it is
# complete, it has a copy of their list (python-environment.ts).
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=.local/example-clients
packages=examples/clients/python/requirements.txt
! cmp --silent "$packages" "$folder/requirements.txt" || exit 0
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r "$packages"
cp "$packages" "$folder/requirements.txt"
