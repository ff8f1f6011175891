import { createCli } from './aws-cli.ts';
import { exitCodeHelp, exitCodes, runProgram } from './command-errors.ts';
import { assemblyFolder, runCdk, synthesisOptions } from './deployment/cdk.ts';
import { readDeployOptions } from './deployment/deploy-options.ts';
import { checkAssembly } from './preflight/check-assembly.ts';
import { hasStatus, reportJson, reportText } from './preflight/report.ts';

const help = `Synthesizes the stack, and asks AWS, with calls that only read, what its deployment would fail at.

  npm run preflight -- -c stage=prod -c account=123456789012 -c region=eu-central-1 [options]

  -c NAME=VALUE    as for npm run deploy; so are all other options of the CDK
  --region REGION  of a stack without one   (default: that of the environment or the profile)
  --profile NAME   the profile with the credentials   (default: those of the environment)
  --json           print one line of JSON for each check

${exitCodeHelp}`;

await runProgram(async () => {
  const { json, cdk, region, profile, ...options } = readDeployOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  if ((await runCdk(synthesisOptions(assemblyFolder, cdk))) !== 0) return exitCodes.failed;
  const reports = await checkAssembly({ app: assemblyFolder, region }, createCli(profile));
  process.stdout.write(reports.map(json ? reportJson : reportText).join('\n'));
  return hasStatus(reports, 'to_do', 'unknown') ? exitCodes.failed : exitCodes.done;
});
