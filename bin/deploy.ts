import { createCli, defaultRegion } from './aws-cli.ts';
import { exitCodes, runProgram } from './command-errors.ts';
import { assemblyFolder, runCdk } from './deployment/cdk.ts';
import { deployStacks } from './deployment/deploy.ts';
import { readDeployOptions } from './deployment/deploy-options.ts';
import { checkDeployed } from './operator/management-check-command.ts';

const help = `Synthesizes the stack, asks AWS what its deployment would fail at (npm run preflight), and deploys it. Then it asks the
functions of the management API for an answer, and prints how to roll back one that fails.

  npm run deploy -- -c stage=prod -c account=123456789012 -c region=eu-central-1 [options]

  --skip-preflight         do not ask AWS before
  --skip-management-check  do not ask the management API afterwards
  others                   are those of cdk deploy: npx cdk deploy --help
`;

await runProgram(async () => {
  const options = readDeployOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  const aws = createCli(options.profile);
  return deployStacks(options, {
    cdk: runCdk,
    aws,
    checkManagement: async (stackName, region) => {
      // The SDK has no options of a command line.
      process.env.AWS_REGION = region ?? (await defaultRegion(aws));
      if (options.profile !== undefined) process.env.AWS_PROFILE = options.profile;
      return checkDeployed({ stackName, instance: '' });
    },
    write: (text) => void process.stdout.write(text),
    folder: assemblyFolder,
  });
});
