import { createCli } from '../aws-cli.ts';
import { type ExitCode, errorText, exitCodeOf, exitCodes } from '../command-errors.ts';
import { readCommandLine, refuseArguments } from '../command-line.ts';
import { checkAssembly } from './check-assembly.ts';
import { hasStatus, reportJson, reportText } from './report.ts';

const text = { type: 'string' } as const;
const options = {
  app: { ...text, short: 'a' },
  region: text,
  profile: text,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const usage = 'sluice-cdk preflight [--app FOLDER] [--region REGION] [--profile NAME] [--json]';

const help = `Asks AWS, with calls that only read, what the deployment of synthesized stacks would fail at.

  ${usage}

  --app FOLDER      the folder that cdk synth wrote   (default: cdk.out)
  --region REGION   of stacks without one   (default: that of the environment or the profile)
  --profile NAME    the profile of the AWS CLI   (default: the credentials of the environment)
  --json            print one line of JSON for each check

It needs the AWS CLI. Exit codes: 0 nothing to do, 1 something to do or unknown (docs/cli.md, "Preflight").
`;

/** `sluice-cdk preflight`: for the stacks that the user's own app has synthesized. */
export async function preflightCommand(args: readonly string[]): Promise<ExitCode> {
  try {
    return await preflight(args);
  } catch (error) {
    process.stderr.write(errorText(error));
    return exitCodeOf(error);
  }
}

async function preflight(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readCommandLine(options, usage, args);
  refuseArguments(positionals, usage);
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  const { app = 'cdk.out', region, profile, json } = values;
  const reports = await checkAssembly({ app, region }, createCli(profile));
  process.stdout.write(reports.map(json ? reportJson : reportText).join('\n'));
  return hasStatus(reports, 'to_do', 'unknown') ? exitCodes.failed : exitCodes.done;
}
