import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs npm start until it says how to call it, and ends it as Ctrl-C does. @throws {Error} if it ends before */
export async function startAndEnd(cwd: string): Promise<void> {
  process.stdout.write('  npm start, until it is ready; then Ctrl-C\n');
  const child = spawn('npm', ['start'], { cwd, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let printed = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (isReady(printed)) resolve();
    });
    child.stdout.once('end', resolve);
  });
  // A terminal signals the whole group.
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
  await ended;
  if (!isReady(printed)) throw new Error(`npm start ended before it was ready.\n${printed}`);
}

const isReady = (printed: string): boolean => /^curl -s /m.test(printed);
