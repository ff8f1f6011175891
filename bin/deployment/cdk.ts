import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Where the CDK's command line writes the stacks, as cdk.json does not say otherwise. */
export const assemblyFolder = 'cdk.out';

/** The CDK's command line, on the Node of this process. */
export const cdkCommand = [
  process.execPath,
  fileURLToPath(new URL('../../node_modules/aws-cdk/bin/cdk', import.meta.url)),
] as const;

/** Runs the CDK's command line, which uses the terminal. Returns its exit code. */
export async function runCdk(args: readonly string[]): Promise<number> {
  const [node, cdk] = cdkCommand;
  const child = spawn(node, [cdk, ...args], { stdio: 'inherit' });
  await once(child, 'close');
  return child.exitCode ?? 1;
}

/** A synthesis with the options of a deployment: those that it does not know are ignored. */
export const synthesisOptions = (folder: string, options: readonly string[]): string[] => [
  'synth',
  '--quiet',
  '--output',
  folder,
  ...options,
];
