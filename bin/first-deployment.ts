import { createCli, defaultRegion } from './aws-cli.ts';
import { CommandError, exitCodeHelp, exitCodes, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine } from './command-line.ts';
import { confirm } from './confirm.ts';
import { redaction } from './first-deployment/redact.ts';
import { runSteps } from './first-deployment/run-steps.ts';
import { steps } from './first-deployment/steps.ts';

const usage = 'npm run first-deployment -- [STEP…] [--yes]';

const list = Object.entries(steps).map(
  ([name, { about, triedOn }]) => `  ${name.padEnd(12)} ${about}\n${' '.repeat(15)}tried on: ${triedOn}`,
);

const help = `Deploys Sluice to an AWS account, tries it and deletes it, and writes what AWS answered into one file.

  ${usage}

${list.join('\n')}

It needs the AWS CLI, and administrator credentials and a region in the environment. It creates the stack Sluice-dev and
deletes it, with everything in it. It changes no other stack, and refuses a stack Sluice-dev that it did not create. Some
megabytes stay in the bucket of the CDK's bootstrap. It costs about $1: alarms, and some hundred calls to the public nodes
of Solana. If a step fails, the stack stays. "destroy" deletes it.

The file is first-deployment.txt. A further run adds to it.
${redaction}

${exitCodeHelp}`;

await runProgram(async () => {
  const options = { yes: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
  const { values, positionals } = readCommandLine(options, usage);
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  const unknown = positionals.find((name) => !Object.hasOwn(steps, name));
  if (unknown !== undefined) throw new UsageError(`There is no step ${unknown}.`, usage);
  process.stdout.write(help);
  if (!values.yes) await confirmPlace();
  await runSteps(positionals, { file: 'first-deployment.txt' });
  return exitCodes.done;
});

async function confirmPlace(): Promise<void> {
  const aws = createCli(undefined);
  const { code, out, err } = await aws(['sts', 'get-caller-identity', '--query', 'Account', '--output', 'text']);
  if (code !== 0) throw new CommandError(`AWS does not say whose credentials these are. ${err.trim()}`);
  await confirm({
    question: `Type yes to begin in the account ${out.trim()}, ${await defaultRegion(aws)}: `,
    expected: 'yes',
    refusal: 'Nothing was done.',
    input: process.stdin,
    warn: (text) => void process.stderr.write(text),
  });
}
