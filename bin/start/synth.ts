import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { templateFileOf } from '../../packages/cdk-local/template/cloud-assembly.ts';
import { errorClass } from '../../src/error-class.ts';
import { localRegion } from './local-region.ts';

/** Context values and settings that only apply to a deployment to AWS. */
const deploymentOnly = [
  'account',
  'region',
  'domains',
  'budget',
  'lambdaConcurrency',
  'requestsPerSecond',
  'alarmEmail',
  'customerManagedKey',
  'resourceTags',
  '@aws-cdk/core:permissionsBoundary',
];

/** Context values or settings without those for a deployment to AWS. */
export const withoutDeployment = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !deploymentOnly.includes(name)));

/** The CDK app failed. The message contains its standard error. */
export class SynthError extends errorClass('SynthError', 'synth_failed') {
  readonly stderr: string;

  constructor(status: string, stderr: string) {
    super(`The CDK app ended with ${status}:\n${stderr.trim()}`);
    this.stderr = stderr;
  }
}

export type SynthOptions = { readonly outDir: string; readonly stage: string; readonly settings: EffectiveSettings };

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The CDK app, from there. */
export const appProgram = 'bin/sluice.ts';

const cdkJson = v.pipe(v.string(), v.parseJson(), v.object({ context: v.record(v.string(), v.unknown()) }));

/** Writes settings without what applies to AWS only. @returns the file */
export function writeLocalSettings(settings: EffectiveSettings, file: string): string {
  // Mails need the region of their identity; the template itself names none.
  const mail = settings.mail && { region: localRegion, ...settings.mail };
  writeFileSync(file, JSON.stringify({ ...withoutDeployment(settings), mail }), { mode: 0o600 });
  return file;
}

function contextOf({ stage, settings, outDir }: SynthOptions): Record<string, unknown> {
  const { context } = v.parse(cdkJson, readFileSync(join(repository, 'cdk.json'), 'utf8'));
  mkdirSync(outDir, { recursive: true });
  const config = writeLocalSettings(settings, join(outDir, 'local-settings.json'));
  return { ...withoutDeployment(context), stage, config };
}

async function runApp(environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [appProgram], {
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
 * @param run by default starts a process
 * @throws {SynthError} if the app fails; `CloudAssemblyError` unless it creates exactly one stack
 */
export async function synthesize(options: SynthOptions, run = runApp): Promise<string> {
  const context = JSON.stringify(contextOf(options));
  // Validating the template takes the CDK longer than making it, and nothing is deployed.
  await run({ ...process.env, CDK_OUTDIR: options.outDir, CDK_CONTEXT_JSON: context, CDK_VALIDATION: 'false' });
  return templateFileOf(options.outDir);
}
