// Usage: node end-with-parent.ts COMMAND ARGUMENTS…
// Runs a program that cannot watch its parent process, and ends it when standard input ends: the local runtime closed
// it, or died. Signal handlers in the runtime cannot guarantee that, because SIGKILL runs none.
import { spawn } from 'node:child_process';

const endWithinMilliseconds = 5_000;
const [command = '', ...programArguments] = process.argv.slice(2);
const program = spawn(command, programArguments, { stdio: ['ignore', 'inherit', 'inherit'] });

program.once('exit', (status) => process.exit(status ?? 1));

process.stdin.resume().once('close', () => {
  program.kill('SIGTERM');
  setTimeout(() => program.kill('SIGKILL'), endWithinMilliseconds);
});
