import { createCli } from './aws-cli.ts';
import { exitCodes, runProgram } from './command-errors.ts';
import { assemblyFolder, runCdk } from './deployment/cdk.ts';
import { deployStacks } from './deployment/deploy.ts';
import { readDeployOptions } from './deployment/deploy-options.ts';

const help = `Synthesizes the stack, asks AWS what its deployment would fail at (npm run preflight), and deploys it.

  npm run deploy -- -c stage=prod -c account=123456789012 -c region=eu-central-1 [options]

  --skip-preflight  do not ask AWS before
  others            are those of cdk deploy: npx cdk deploy --help
`;

await runProgram(async () => {
  const options = readDeployOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  return deployStacks(options, {
    cdk: runCdk,
    aws: createCli(options.profile),
    write: (text) => void process.stdout.write(text),
    folder: assemblyFolder,
  });
});
