import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-errors.ts';
import type { CliResult, RunCli } from './preflight/aws-call.ts';

/** More at once would only wait for the processor. */
const mostAtOnce = 4;

/**
 * Runs the AWS CLI, at most four at once. It takes credentials from where the CDK does: the environment, or a profile.
 * @throws {CommandError} if it is not installed
 */
export function createCli(profile: string | undefined): RunCli {
  const running = new Set<Promise<unknown>>();
  return async (args) => {
    while (running.size >= mostAtOnce) await Promise.race(running);
    const result = runAws([...args, ...(profile === undefined ? [] : ['--profile', profile])]);
    const ended = result.catch(() => {}).finally(() => running.delete(ended));
    running.add(ended);
    return result;
  };
}

async function runAws(args: readonly string[]): Promise<CliResult> {
  // Without a pager for long answers, and without minutes of waiting where there is no network.
  const env = { ...process.env, AWS_PAGER: '', AWS_MAX_ATTEMPTS: process.env.AWS_MAX_ATTEMPTS ?? '3' };
  const limits = ['--cli-connect-timeout', '5', '--cli-read-timeout', '20'];
  const cli = spawn('aws', [...args, ...limits], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const [out, err] = await Promise.all([text(cli.stdout), text(cli.stderr), once(cli, 'close')]);
    return { code: cli.exitCode ?? 1, out, err };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    throw new CommandError('The AWS CLI is needed, and not installed: https://aws.amazon.com/cli.', { cause: error });
  }
}

/** @throws {CommandError} if the environment and the profile name none */
export async function defaultRegion(run: RunCli): Promise<string> {
  const named = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  if (named) return named;
  const { out } = await run(['configure', 'get', 'region']);
  if (out.trim() !== '') return out.trim();
  throw new CommandError('No region is named. Use --region, or set AWS_REGION.');
}
