import { type ExitCode, exitCodeHelp, exitCodes, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine } from './command-line.ts';
import { createContext } from './operator/command-context.ts';
import { checkCommand, commandHelp, commandList, findCommand, generalUsage } from './operator/find-command.ts';
import { asJson } from './operator/print-rows.ts';

const help = `Manages accounts, keys and plans.

  npm run sluice -- COMMAND [options]

${commandList()}
  --stage NAME   use this deployed stage, with the AWS credentials and region of the environment
  --port PORT    use the local gateway on this port, which npm start must be running   (default: 8545)
  --config PATH  the settings with the plans   (default: that of the local gateway, SLUICE_CONFIG, or sluice.config.ts)
  --json         print one line of JSON per account, key, plan, usage report or page, in the management API's shapes
  --help         after a command: its options

${exitCodeHelp}`;

const text = { type: 'string' } as const;

const options = {
  stage: text,
  port: text,
  config: text,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  account: text,
  before: text,
  csv: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'grace-hours': text,
  limit: text,
  log: text,
  method: text,
  month: text,
  network: text,
  object: text,
  out: text,
  outcome: text,
  plan: text,
  unclear: text,
  yes: { type: 'boolean' },
} as const;

async function operate(): Promise<ExitCode | undefined> {
  const { values, positionals } = readCommandLine(options, generalUsage);
  if (positionals.length === 0) {
    print(help);
    return values.help ? exitCodes.done : exitCodes.usage;
  }
  const found = findCommand(positionals);
  if (values.help) return print(commandHelp(found));
  checkCommand(found, values);
  const { stage, port, json } = values;
  if (stage !== undefined && port !== undefined) {
    throw new UsageError('--stage is a deployed gateway and --port a local one. Use only one of them.', found.usage);
  }
  const result = await found.command.run(found.args, createContext(found.command, values)).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.message, found.usage) : error;
  });
  print(json ? asJson(result.documents) : result.text);
  return result.exitCode;
}

const print = (output: string): undefined => void process.stdout.write(output);

await runProgram(operate);
