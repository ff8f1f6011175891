import { type ExitCode, exitCodeHelp, exitCodes, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine } from './command-line.ts';
import { checkGatewayOptions } from './operator/choose-gateway.ts';
import type { CommandResult } from './operator/command.ts';
import { createContext } from './operator/command-context.ts';
import {
  checkCommand,
  commandHelp,
  commandList,
  type FoundCommand,
  findCommand,
  generalUsage,
} from './operator/find-command.ts';
import { asJson } from './operator/print-rows.ts';

const help = `Manages accounts, keys and plans.

  npm run sluice -- COMMAND [options]

${commandList()}
  --stage NAME   use this deployed stage, with the AWS credentials and region of the environment
  --stack NAME   use an instance in another deployed stack (docs/construct.md)
  --instance ID  the id of its construct in that stack
  --port PORT    use the local gateway on this port, which npm start must be running   (default: 8545)
  --config PATH  the settings with the plans   (default: that of the local gateway, SLUICE_CONFIG, or sluice.config.ts)
  --json         print one line of JSON per account, key, plan, usage report or page, in the management API's shapes
  --help         after a command: its options

${exitCodeHelp}`;

const text = { type: 'string' } as const;

const options = {
  stage: text,
  stack: text,
  instance: text,
  port: text,
  config: text,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  account: text,
  before: text,
  csv: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  from: text,
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
  qualifier: text,
  to: text,
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
  const result = await run(found, values).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.message, found.usage) : error;
  });
  print(values.json ? asJson(result.documents) : result.text);
  return result.exitCode;
}

async function run(
  { command, args }: FoundCommand,
  values: Parameters<typeof createContext>[1],
): Promise<CommandResult> {
  checkGatewayOptions(values);
  return command.run(args, createContext(command, values));
}

const print = (output: string): undefined => void process.stdout.write(output);

await runProgram(operate);
