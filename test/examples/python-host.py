"""Runs programs one after the other in this process. Each line of standard input is a run, as JSON; so is each answer."""

import contextlib
import io
import json
import os
import runpy
import sys


def run(script: str, args: list[str], env: dict[str, str]) -> dict[str, object]:
    os.environ.clear()
    os.environ.update(env)
    sys.argv = [script, *args]
    status: object = 0
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            # As Python itself does: a text is printed, and the status is 1.
            status = 1 if isinstance(end.code, str) else end.code or 0
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
    return {"status": status, "stdout": out.getvalue(), "stderr": err.getvalue()}


for line in sys.stdin:
    print(json.dumps(run(**json.loads(line))), flush=True)
