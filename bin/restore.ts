import { planRestore } from '../src/restore/plan-restore.ts';
import { markComputedDays, putMissing } from '../src/restore/restore-rows.ts';
import { type ExitCode, exitCodeHelp, runProgram } from './command-errors.ts';
import { readCommandLine, refuseArguments, requireOption } from './command-line.ts';
import { connectTables } from './local-access.ts';

const usage = 'npm run restore -- --from COPY --to TABLE [--dry-run] [--endpoint URL]';

const help = `Copies missing rows into a table from a restored copy of it.

  ${usage}

  --from COPY     table restored to a point in time (docs/operating.md)
  --to TABLE      table with missing rows; existing rows are not changed
  --dry-run       only count the rows; change nothing
  --endpoint URL  DynamoDB endpoint, for example DynamoDB Local   (default: AWS)

Uses the AWS credentials and region of the environment, like the AWS CLI. It first counts the rows and says what it will
do. It restores rows of Directory into Directory and rows of Usage into Usage, and refuses everything else: rows added to
Records would be counted as new requests. Rows of accounts that TABLE knows as deleted are left out. If it fails, run it again. Days of Usage are computed again within an hour,
because their figures may lack hours that are now restored.

${exitCodeHelp}`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  endpoint: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

async function restore(): Promise<ExitCode | undefined> {
  const { values, positionals } = readCommandLine(options, usage);
  if (values.help) return say(help);
  refuseArguments(positionals, usage);
  const [from, to] = [requireOption(values, 'from', usage), requireOption(values, 'to', usage)];
  const client = connectTables(values.endpoint, usage);
  const { kind, rows, existing } = await planRestore(client, from, to);
  say(`${from}: ${counted(rows, 'row')}${kind ? ` of ${kind}` : ''}\n`);
  say(`${to}: has ${existing} of them; ${rows - existing} missing\n`);
  if (values['dry-run']) return say('Dry run: nothing was changed.\n');
  if (rows === 0) return say('Nothing to restore.\n');
  say(`Copying the missing rows to ${to}. Existing rows are not changed.\n`);
  const { put, kept, deleted } = await putMissing(client, from, to);
  say(`${counted(put, 'row')} restored, ${kept} already existed\n`);
  if (deleted > 0) say(`${counted(deleted, 'row')} of deleted accounts left out\n`);
  if (kind === 'Usage') say(`${counted(await markComputedDays(client, to), 'day')} will be computed again\n`);
  return undefined;
}

const say = (text: string): undefined => void process.stdout.write(text);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

await runProgram(restore);
