import { parseArgs } from 'node:util';
import { loadSettings } from '../lib/settings/load-settings.ts';
import { Plans } from '../src/plans.ts';
import { CommandError, errorLine } from './command-errors.ts';
import { type Command, type CommandOption, commands } from './operator/commands.ts';
import { localTables, stageTables } from './operator/operator-tables.ts';
import { asJson, asText, type OutputRow } from './operator/print-rows.ts';

const list = Object.entries(commands).map(
  ([name, { args, summary }]) => `  ${[name, ...args].join(' ').padEnd(36)}${summary}`,
);

const help = `Manages accounts, keys and plans.

  npm run sluice -- COMMAND [options]

${list.join('\n')}

  --stage NAME   use this deployed stage, with the AWS credentials and region of the environment
  --port PORT    use the local gateway on this port, which npm start must be running   (default: 8545)
  --config PATH  the settings with the plans                                           (default: sluice.config.ts)
  --json         print one line of JSON per row

Options of replay (docs/replay.md):
  --object NAME  replay this object of the failure bucket   (default: every object)
  --log FILE     replay the record_lost lines of this log instead; - reads standard input
  --unclear count|skip   what to do with records for which it is unknown whether they are counted
`;

const options = {
  stage: { type: 'string' },
  port: { type: 'string', default: '8545' },
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
  object: { type: 'string' },
  log: { type: 'string' },
  unclear: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const commandOptions: readonly CommandOption[] = ['object', 'log', 'unclear'];

/** The values of a command's options, in the command's order. */
function optionsOf(name: string, { options: known = [] }: Command, values: Partial<Record<CommandOption, string>>) {
  const unknown = commandOptions.find((option) => values[option] !== undefined && !known.includes(option));
  if (unknown) throw new CommandError(`${name} does not support --${unknown}.`);
  return known.map((option) => values[option]);
}

async function operate(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) return void process.stdout.write(help);
  const [noun = '', verb = '', ...args] = positionals;
  const name = `${noun} ${verb}`.trim();
  const command = commands[name];
  if (!command) throw new CommandError(`Unknown command "${name}". For a list, run npm run sluice -- --help.`);
  if (args.length !== command.args.length) {
    throw new CommandError(`Usage: npm run sluice -- ${[name, ...command.args].join(' ')} [options]`);
  }
  const optionValues = optionsOf(name, command, values);
  const settings = await loadSettings({ file: values.config, stage: values.stage ?? 'dev' });
  const tables = await (values.stage ? stageTables(values.stage) : localTables(values.port));
  const rows: OutputRow[] = [];
  for await (const row of await command.run({ ...tables, plans: new Plans(settings.plans) }, ...args, ...optionValues))
    rows.push(row);
  process.stdout.write(values.json ? asJson(rows) : asText(rows));
}

try {
  await operate();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
