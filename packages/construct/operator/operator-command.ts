import { text } from 'node:stream/consumers';
import { commandNames } from './command-names.ts';
import { createRunCommand } from './invoke-function.ts';
import { exitCodeOf, OperatorError } from './operator-error.ts';

const help = `Runs the operator's commands in a function of the gateway. It needs lambda:InvokeFunction, and no other right.

  sluice-cdk operator COMMAND --function NAME [--region REGION] [options]

  --function NAME  the name or ARN of the function: the stack's output OperatorFunction, or OperatorReadsFunction
  --region REGION  its region   (default: that of the ARN, the environment or the profile)
  --json           print one line of JSON per account, key, plan, usage report or page
  --help           after a command, and with --function: its options

Commands:

  ${commandNames.join('\n  ')}

Credentials are those of the environment, of AWS_PROFILE or of the machine's role.

Exit codes: 0 done, 1 failed, 2 invalid usage, 3 refused, 4 not found, 5 unreachable (docs/cli.md).
`;

const usage = 'Usage: sluice-cdk operator COMMAND --function NAME [options], or sluice-cdk operator --help\n';

/** `sluice-cdk operator`: prints what the command prints, and returns its exit code. */
export async function operatorCommand(given: readonly string[]): Promise<number> {
  // The AWS SDK in this package supports its oldest Node.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  try {
    const { args, functionName, region } = readArguments(given);
    if (functionName !== undefined) return await runCommand(args, { functionName, region });
    if (args.includes('--help') || args.length === 0) {
      process.stdout.write(help);
      return args.length === 0 ? 2 : 0;
    }
    throw new OperatorError('invalid_usage', '--function is missing.');
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n${error.code === 'invalid_usage' ? usage : ''}`);
    return exitCodeOf(error);
  }
}

async function runCommand(args: readonly string[], options: { functionName: string; region: string | undefined }) {
  const input = await readInput(args);
  const run = createRunCommand(options);
  let page: string[] = [];
  for (;;) {
    const command = { args: [...args, ...page], ...(input !== undefined && { input }) };
    const { exitCode, out, err, next } = await run(command);
    process.stdout.write(out);
    process.stderr.write(err);
    // The function returns a long list in pages. A page that was asked for by --limit is one page.
    if (exitCode !== 0 || next === undefined || hasOption(args, '--limit')) return exitCode;
    page = ['--after', next];
  }
}

/** Takes the options of this program from the others, which are the command's. */
function readArguments(given: readonly string[]) {
  const own: Record<string, string | undefined> = { '--function': undefined, '--region': undefined };
  const args: string[] = [];
  const words = given.values();
  for (const word of words) {
    const [name = '', ...value] = word.split('=');
    if (!Object.hasOwn(own, name)) {
      args.push(word);
      continue;
    }
    if (own[name] !== undefined) throw new OperatorError('invalid_usage', `${name} is given twice.`);
    own[name] = value.length > 0 ? value.join('=') : (words.next().value ?? '');
    if (own[name]?.trim() === '') throw new OperatorError('invalid_usage', `${name} is empty. Give it a value.`);
  }
  return { args, functionName: own['--function'], region: own['--region'] };
}

const hasOption = (args: readonly string[], option: string): boolean =>
  args.some((each) => each === option || each.startsWith(`${option}=`));

/** Standard input, for the two commands that read it. Others must not wait for its end. */
async function readInput(args: readonly string[]): Promise<string | undefined> {
  if (hasOption(args, '--help')) return undefined;
  const command = args
    .filter((each) => !each.startsWith('-'))
    .slice(0, 2)
    .join(' ');
  const { stdin } = process;
  if (command === 'keys find') {
    if (stdin.isTTY) process.stderr.write('Paste the secret, then press Enter and Ctrl-D.\n');
    return text(stdin);
  }
  if (command !== 'accounts delete' || hasOption(args, '--yes') || hasOption(args, '--dry-run')) return undefined;
  if (!stdin.isTTY) return text(stdin);
  throw new OperatorError(
    'invalid_usage',
    'A function cannot ask for the address. Look with --dry-run, then delete with --yes, or send the address on standard input.',
  );
}
