import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { templateFileOf } from '../../packages/cdk-local/cloud-assembly.ts';
import type { Upstreams } from '../../src/environment.ts';
import { upstreamsSchema } from '../../src/upstream-config.ts';

/** Context values of cdk.json that only apply to a deployment to AWS. */
const deploymentOnly = ['account', 'region', 'domains', 'budget', 'lambdaConcurrency'];

/** The context of cdk.json without the values for a deployment to AWS. */
export const localContext = <T extends Readonly<Record<string, unknown>>>(context: T): Record<string, unknown> =>
  Object.fromEntries(Object.entries(context).filter(([name]) => !deploymentOnly.includes(name)));

/** The CDK app failed. The message contains its standard error. */
class SynthError extends Error {
  override readonly name = 'SynthError';
  readonly code = 'synth_failed';
  readonly stderr: string;

  constructor(status: string, stderr: string) {
    super(`The CDK app ended with ${status}:\n${stderr.trim()}`);
    this.stderr = stderr;
  }
}

/** The output folder, the stage, and the upstreams that replace those of cdk.json, by network. */
export type SynthOptions = { readonly outDir: string; readonly stage: string; readonly upstreams: Upstreams };

const repository = fileURLToPath(new URL('../..', import.meta.url));

const cdkJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ context: v.looseObject({ upstreams: v.optional(upstreamsSchema, {}) }) }),
);

function contextOf({ stage, upstreams }: SynthOptions): Record<string, unknown> {
  const { context } = v.parse(cdkJson, readFileSync(join(repository, 'cdk.json'), 'utf8'));
  return { ...localContext(context), stage, upstreams: { ...context.upstreams, ...upstreams } };
}

async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['bin/sluice.ts'], {
    cwd: repository,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(signal ?? `exit status ${status}`));
  });
  const [status, stderr] = await Promise.all([ended, text(child.stderr)]);
  if (status !== 'exit status 0') throw new SynthError(status, stderr);
}

/**
 * Runs the CDK app offline, like the cdk command, and returns the path of the stack's template.
 * @throws {SynthError} if the app fails; {@link CloudAssemblyError} unless it creates exactly one stack
 */
export async function synthesize(options: SynthOptions): Promise<string> {
  const context = JSON.stringify(contextOf(options));
  await run({ ...process.env, CDK_OUTDIR: options.outDir, CDK_CONTEXT_JSON: context });
  return templateFileOf(options.outDir);
}
