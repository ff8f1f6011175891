import { type ExitCode, exitCodes } from '../command-errors.ts';
import type { CommandResult } from '../operator/command.ts';
import { readAssembly } from '../preflight/assembly.ts';
import type { RunCli } from '../preflight/aws-call.ts';
import { checkAssembly } from '../preflight/check-assembly.ts';
import { hasStatus, reportText } from '../preflight/report.ts';
import { synthesisOptions } from './cdk.ts';
import type { DeployOptions } from './deploy-options.ts';

type DeployDeps = {
  /** Runs the CDK's command line. Returns its exit code. */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  readonly aws: RunCli;
  /** Asks the functions of a stack's management API for an answer, after its deployment. */
  readonly checkManagement: (stackName: string, region: string | undefined) => Promise<CommandResult>;
  readonly write: (text: string) => void;
  /** Where the CDK writes the stacks. */
  readonly folder: string;
};

const stopped = `
Nothing was deployed. Do what is marked TO DO, or deploy all the same with --skip-preflight.
`;

/** Deploys exactly the stacks that preflight has looked at, and then asks their management API. */
export async function deployStacks(
  { cdk: options, region, skipPreflight, skipManagementCheck }: DeployOptions,
  deps: DeployDeps,
): Promise<ExitCode> {
  const { cdk, aws, write, folder } = deps;
  if ((await cdk(synthesisOptions(folder, options))) !== 0) return exitCodes.failed;
  if (!skipPreflight) {
    const reports = await checkAssembly({ app: folder, region }, aws);
    write(`${reports.map(reportText).join('\n')}\n`);
    // What could not be asked does not stop it: the credentials of a pipeline may do no more than deploy.
    if (hasStatus(reports, 'to_do')) {
      write(stopped);
      return exitCodes.refused;
    }
  }
  if ((await cdk(['deploy', '--app', folder, ...options])) !== 0) return exitCodes.failed;
  return skipManagementCheck ? exitCodes.done : checkStacks(deps, region);
}

async function checkStacks(deps: DeployDeps, givenRegion: string | undefined): Promise<ExitCode> {
  const { checkManagement, write, folder } = deps;
  let worst: ExitCode = exitCodes.done;
  for (const { stackName, region = givenRegion } of readAssembly(folder)) {
    write(`\n${stackName} is deployed. management-check asks its management API:\n`);
    const { text, exitCode = exitCodes.done } = await checkManagement(stackName, region);
    write(text);
    if (exitCode !== exitCodes.done) worst = exitCode;
  }
  return worst;
}
