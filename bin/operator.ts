import { parseArgs } from 'node:util';
import { CommandError, errorLine } from './command-errors.ts';
import { type Command, type CommandOption, commands } from './operator/commands.ts';
import { localTables, stageTables } from './operator/operator-tables.ts';
import { asJson, asText, type OutputRow } from './operator/print-rows.ts';

const list = Object.entries(commands).map(
  ([name, { args: takes, summary: does }]) => `  ${[name, ...takes].join(' ').padEnd(36)}${does}`,
);

const help = `Looks after accounts, keys and plans.

  npm run sluice -- COMMAND [options]

${list.join('\n')}

  --stage NAME   the deployed stage to work on, with the AWS credentials and region of the environment
  --port PORT    or the local gateway on that port, while npm start runs it   (default: 8545)
  --json         prints a line of JSON for each row

Of replay (docs/replay.md):
  --object NAME  of the failure bucket; otherwise all that are there
  --log FILE     or the record_lost lines of a log; - for standard input
  --unclear count|skip   what to do where nobody can tell whether a record is counted
`;

const options = {
  stage: { type: 'string' },
  port: { type: 'string', default: '8545' },
  json: { type: 'boolean', default: false },
  object: { type: 'string' },
  log: { type: 'string' },
  unclear: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const own: readonly CommandOption[] = ['object', 'log', 'unclear'];

/** The values of a command's own options, in its order. */
function optionsOf(name: string, { options: has = [] }: Command, values: Partial<Record<CommandOption, string>>) {
  const foreign = own.find((option) => values[option] !== undefined && !has.includes(option));
  if (foreign) throw new CommandError(`${name} has no option --${foreign}.`);
  return has.map((option) => values[option]);
}

async function operate(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) return void process.stdout.write(help);
  const [noun = '', verb = '', ...given] = positionals;
  const name = `${noun} ${verb}`.trim();
  const command = commands[name];
  if (!command) throw new CommandError(`There is no command "${name}"; npm run sluice -- --help lists them.`);
  if (given.length !== command.args.length) {
    throw new CommandError(`${name} takes ${command.args.join(' and ') || 'nothing more'}; got ${given.length}.`);
  }
  const ofCommand = optionsOf(name, command, values);
  const tables = await (values.stage ? stageTables(values.stage) : localTables(values.port));
  const rows: OutputRow[] = [];
  for await (const row of await command.run(tables, ...given, ...ofCommand)) rows.push(row);
  process.stdout.write(values.json ? asJson(rows) : asText(rows));
}

try {
  await operate();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
