import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const host = fileURLToPath(new URL('python-host.py', import.meta.url));
const answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ status: v.number(), stdout: v.string(), stderr: v.string() }),
);

/** Runs programs in one process of Python: a new one for each would load its packages again. */
export function startPythonHost(command: string) {
  const child = spawn(command, [host], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(script: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
      child.stdin.write(`${JSON.stringify({ script, args, env })}\n`);
      const { value } = await answers.next();
      return v.parse(answer, value);
    },
    stop: () => void child.stdin.end(),
  };
}
