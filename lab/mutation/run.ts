import { parseArgs } from 'node:util';
import { startDynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb.ts';
import { table } from '../bench/report-format.ts';
import { thisRun } from '../bench/this-run.ts';
import { writeSection } from '../chaos/part.ts';
import { type Mutant, mutate } from './mutate.ts';
import { type Score, scoreOf } from './score.ts';

const folders = ['keys', 'limits', 'usage'];

/** The score in percent that each folder is to have, and all together. */
const least = 85;

const help = `Changes the code in one place after another, and counts which changes its tests notice.

  npm run lab -- mutation [FOLDER…]

  FOLDER    one of ${folders.join(', ')}  (default: all, and the table in docs/reliability.md is updated)

Ends with 1 when fewer than ${least} % are noticed, of all or in one of the folders. Takes two cores some 16 minutes.
`;

const head = ['src', 'mutants', 'killed', 'timed out', 'survived', 'reached by no test', 'score'];

const row = (name: string, { killed, timedOut, survived, unreached, percent }: Score): string[] => {
  const counts = [killed, timedOut, survived, unreached];
  return [name, counts.reduce((sum, count) => sum + count, 0), ...counts, `${percent.toFixed(1)} %`].map(String);
};

async function mutateAll(names: readonly string[]): Promise<Map<string, Mutant[]>> {
  const dynamoDb = await startDynamoDb();
  process.env.TEST_DYNAMODB_URL = dynamoDb.url;
  try {
    const mutants = new Map<string, Mutant[]>();
    for (const name of names) mutants.set(name, await mutate(name));
    return mutants;
  } finally {
    await dynamoDb.stop();
  }
}

async function run(names: readonly string[]): Promise<void> {
  const provenance = thisRun('npm run lab -- mutation');
  const mutants = await mutateAll(names);
  const scores = [...mutants, ['all', [...mutants.values()].flat()] as const].map(
    ([name, those]) => [name, scoreOf(those)] as const,
  );
  const text = table(
    head,
    scores.map(([name, score]) => row(name, score)),
  );
  process.stdout.write(`\n${text}\n`);
  if (names === folders) writeSection('mutation', text, provenance);
  if (scores.some(([, { percent }]) => !(percent >= least))) process.exitCode = 1;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const unknown = positionals.find((name) => !folders.includes(name));
if (unknown !== undefined) throw new Error(`There is no folder ${JSON.stringify(unknown)}; --help names them.`);
if (values.help) process.stdout.write(help);
else await run(positionals.length > 0 ? positionals : folders);
