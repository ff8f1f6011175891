import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { cdkCommand } from '../../bin/deployment/cdk.ts';

const run = promisify(execFile);
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The CDK's own command, in a folder. @throws with all that it says if it fails */
export async function cdk(args: readonly string[], cwd = repository): Promise<void> {
  const env = {
    ...process.env,
    // Its apps run on this process's Node.
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    CDK_DISABLE_VERSION_CHECK: 'true',
    // .ci/judge validates the templates.
    CDK_VALIDATION: 'false',
  };
  const [node, program] = cdkCommand;
  // Notices come from the internet.
  await run(node, [program, '--no-notices', ...args], { cwd, env, maxBuffer: 1e8 });
}

export const synthesize = (folder: string, assembly: string, context: readonly string[]): Promise<void> =>
  cdk(['synth', '--quiet', '-o', assembly, ...context], folder);

const outputsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.record(v.string(), v.string())));

/** Deploys a stack of a cloud assembly, and gives its outputs. */
export async function deploy(assembly: string, stack: string): Promise<Readonly<Record<string, string>>> {
  const file = `${assembly}-outputs.json`;
  await cdk(['deploy', stack, '--app', assembly, '--require-approval', 'never', '--outputs-file', file]);
  return v.parse(outputsFile, readFileSync(file, 'utf8'))[stack] ?? {};
}
