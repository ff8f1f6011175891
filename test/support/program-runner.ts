import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { EndedProgram, ProgramRun } from './program-host.ts';

let runs = 0;

/** Runs the programs that the test sends, one after another, each with its own folder, environment and streams. */
async function run({ script, args, cwd, env, input }: ProgramRun): Promise<EndedProgram> {
  process.chdir(cwd);
  process.env = { ...env };
  process.argv = [process.execPath, script, ...args];
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  const out = keepWritten(process.stdout);
  const err = keepWritten(process.stderr);
  // With another query Node runs the file again, but not the modules that it imports.
  runs += 1;
  await import(`${pathToFileURL(script).href}?run=${runs}`);
  const code = Number(process.exitCode ?? 0);
  process.exitCode = 0;
  return { code, out: out.join(''), err: err.join('') };
}

function keepWritten(stream: NodeJS.WriteStream): string[] {
  const written: string[] = [];
  stream.write = (chunk) => written.push(String(chunk)) > 0;
  return written;
}

process.on('message', async (sent: ProgramRun) => process.send?.(await run(sent)));
process.on('disconnect', () => process.exit());
