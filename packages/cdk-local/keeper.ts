// A process between the local runtime and a program that cannot watch its parent (node keeper.ts COMMAND ARGUMENTS…).
// When its standard input ends, because the runtime closes it or has died in whatever way, it ends the program. Signal
// handlers in the runtime could not promise that: nothing runs when it is killed outright.
import { spawn } from 'node:child_process';

const endWithinMilliseconds = 5_000;
const [command = '', ...programArguments] = process.argv.slice(2);
const program = spawn(command, programArguments, { stdio: ['ignore', 'inherit', 'inherit'] });

program.once('exit', (status) => process.exit(status ?? 1));

process.stdin.resume().once('close', () => {
  program.kill('SIGTERM');
  setTimeout(() => program.kill('SIGKILL'), endWithinMilliseconds);
});
