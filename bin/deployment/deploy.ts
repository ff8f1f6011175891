import { type ExitCode, exitCodes } from '../command-errors.ts';
import type { RunCli } from '../preflight/aws-call.ts';
import { checkAssembly } from '../preflight/check-assembly.ts';
import { hasStatus, reportText } from '../preflight/report.ts';
import { synthesisOptions } from './cdk.ts';
import type { DeployOptions } from './deploy-options.ts';

type DeployDeps = {
  /** Runs the CDK's command line. Returns its exit code. */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  readonly aws: RunCli;
  readonly write: (text: string) => void;
  /** Where the CDK writes the stacks. */
  readonly folder: string;
};

const stopped = `
Nothing was deployed. Do what is marked TO DO, or deploy all the same with --skip-preflight.
`;

/** Deploys exactly the stacks that preflight has looked at. */
export async function deployStacks(
  { cdk: options, region, skipPreflight }: DeployOptions,
  { cdk, aws, write, folder }: DeployDeps,
): Promise<ExitCode> {
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
  return (await cdk(['deploy', '--app', folder, ...options])) === 0 ? exitCodes.done : exitCodes.failed;
}
