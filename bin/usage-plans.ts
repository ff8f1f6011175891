import { rawCsvRow } from '../src/csv.ts';
import { showHiddenCharacters } from '../src/schema.ts';
import { exitCodeHelp, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine, refuseArguments } from './command-line.ts';
import { foreignKeyColumns, readUsagePlans } from './usage-plans/read-usage-plans.ts';

const usage = 'npm run usage-plans -- [options]';

const help = `Writes the keys of API Gateway's usage plans as CSV, for "keys import" (docs/usage-plans.md). It reads the values of the
keys, and writes only their SHA-256. It changes nothing. It uses the AWS credentials and region of the environment.

  ${usage}

  --plans PLAN=ID,…   the gateway's plan for the keys of a usage plan, by the name or the id of that

${exitCodeHelp}`;

const options = { plans: { type: 'string', default: '' }, help: { type: 'boolean' } } as const;

async function writeUsagePlans(): Promise<undefined> {
  const { values, positionals } = readCommandLine(options, usage);
  if (values.help) return void process.stdout.write(help);
  refuseArguments(positionals, usage);
  const { APIGatewayClient } = await import('@aws-sdk/client-api-gateway');
  const client = new APIGatewayClient({});
  // A file with only a header looks like the answer that there are no keys, so it waits for the first answer.
  let header = rawCsvRow(foreignKeyColumns);
  for await (const { name, row, problems } of readUsagePlans(client, plansOf(values.plans))) {
    process.stdout.write(header);
    header = '';
    if (row) process.stdout.write(rawCsvRow(foreignKeyColumns.map((column) => row[column])));
    for (const problem of problems) process.stderr.write(`${showHiddenCharacters(name)}: ${problem}\n`);
  }
  process.stdout.write(header);
}

function plansOf(text: string): ReadonlyMap<string, string> {
  const given = text === '' ? [] : text.split(',');
  const wrong = given.find((each) => !/^.+=[\w-]+$/.test(each));
  if (wrong !== undefined)
    throw new UsageError(`--plans must be PLAN=ID, separated by commas, and not ${wrong}.`, usage);
  return new Map(given.map((each) => [each.slice(0, each.lastIndexOf('=')), each.slice(each.lastIndexOf('=') + 1)]));
}

await runProgram(writeUsagePlans);
