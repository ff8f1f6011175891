import { defaultRegion } from '../aws-cli.ts';
import { CommandError } from '../command-errors.ts';
import { askAccount, type StackReport } from './ask-account.ts';
import { readAssembly } from './assembly.ts';
import { createAsk, type RunCli } from './aws-call.ts';

type PreflightOptions = {
  /** The folder that the synthesis wrote. */
  readonly app: string;
  /** Of stacks that can be deployed to any region. Default: that of the environment or the profile. */
  readonly region?: string | undefined;
};

/**
 * Asks AWS, with calls that only read, for what the deployment of the synthesized stacks would fail at, or be slow without.
 * @throws {AwsAnswerError} without valid credentials @throws {CommandError} without stacks, region or AWS CLI
 */
export async function checkAssembly(options: PreflightOptions, run: RunCli): Promise<StackReport[]> {
  const reports: StackReport[] = [];
  for (const stack of readAssembly(options.app)) {
    const region = stack.region ?? options.region ?? (await defaultRegion(run));
    reports.push(await askAccount(stack, region, createAsk(run, region)));
  }
  if (reports.length > 0) return reports;
  throw new CommandError(`${options.app} has no stack. Give its folder with --app.`);
}
