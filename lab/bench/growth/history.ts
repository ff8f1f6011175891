import * as v from 'valibot';
import { dollars, prices } from '../../../src/cost/prices.ts';
import type { Plan } from '../../../src/plans.ts';
import { type HistoryRequest, queryHistory } from '../../../src/records/history.ts';
import { retentionStart } from '../../../src/records/retention.ts';
import type { Table } from '../../../src/table/item-table.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { networkChains, plans } from '../../../test/support/settings.ts';
import type { Figure } from '../benchmark.ts';
import { DynamoDbFront } from '../dynamodb-front.ts';
import { attributesSchema, type Exchange, itemSize } from '../dynamodb-units/write-units.ts';
import { bulkWrite, sdkClient, startTables } from '../local-dynamodb.ts';
import { cpuTime } from '../processor-time.ts';
import { interleave } from '../rounds.ts';
import { median, picker, seededRandom } from '../statistics.ts';
import { historyRows } from './rows.ts';

const rounds = { warmUp: 2, counted: 7 };
const pagesPerRound = 10;
const pageLength = 50;
const [short, long] = [1_000, 100_000];
const onPaper = 10_000_000;
const day = Date.UTC(2026, 10, 20);
const largestPlan = plans.all.at(-1) ?? plans.free;
const endOfDay = day + 86_400_000 - 1;

/** What a page of a key's history takes, however long the history is. */
export async function historyGrowth(): Promise<Figure[]> {
  const dynamoDb = await startTables({ pkAndSk: ['Records'] });
  const reads: Read[] = [];
  const front = new DynamoDbFront(dynamoDb.url, (exchange) => reads.push(readOf(exchange)));
  const records = createSdkTable(sdkClient(await front.listen()), 'Records');
  const write = async (rows: number): Promise<() => string> => {
    const written = historyRows(keyOf(rows), day, rows);
    await bulkWrite(sdkClient(dynamoDb.url), 'Records', written);
    // Anywhere in it, so long as a whole page is older.
    const ids = written.slice(pageLength + 1).map(({ sk }) => String(sk));
    return picker(ids, seededRandom(rows));
  };
  const pages = async (rows: number): Promise<() => Promise<Page>> => {
    const after = await write(rows);
    return () => pageOf(records, keyOf(rows), () => ({ from: day, after: { requestId: after() } }), reads);
  };
  /** The newest page, as far back as the plan lets it look. */
  const ofPlan = (plan: Plan, rows: number) => () =>
    pageOf(records, keyOf(rows), () => ({ from: retentionStart(plan, endOfDay) }), reads);
  try {
    const [fromShort, fromLong] = [await pages(short), await pages(long)];
    const taken = await interleave<'short' | 'long' | 'free' | 'scale', Page>(
      { short: fromShort, long: fromLong, free: ofPlan(plans.free, short), scale: ofPlan(largestPlan, long) },
      rounds,
    );
    return [
      ...figuresOf(`a page of ${pageLength} from a history of ${rowsOf(short)}`, taken.short),
      ...figuresOf(`a page of ${pageLength} from a history of ${rowsOf(long)}`, taken.long),
      ...figuresOf(`the newest page of ${pageLength} of a key of plan ${plans.free.id}`, taken.free),
      ...figuresOf(`the newest page of ${pageLength} of a key of plan ${largestPlan.id}`, taken.scale),
      ...paperFigures(taken.long),
    ];
  } finally {
    front.close();
    await dynamoDb.stop();
  }
}

/** What a Query has read. */
type Read = { readonly rows: number; readonly units: number; readonly bytesPerRow: number };

const querySchema = v.object({ Items: v.array(attributesSchema), ScannedCount: v.number() });

/** By AWS's rule for a strongly consistent Query: 4 KB of all that is read together is a unit. */
function readOf({ answer }: Exchange): Read {
  const { Items, ScannedCount } = v.parse(querySchema, answer);
  const bytes = Items.reduce((sum, item) => sum + itemSize(item), 0);
  return { rows: ScannedCount, units: Math.max(1, Math.ceil(bytes / 4_096)), bytesPerRow: bytes / Items.length };
}

/** What a page takes: µs of processor time over the SDK, calls, rows read, read units; and how long a row is. */
type Page = Read & { readonly cpu: number; readonly calls: number };

async function pageOf(
  records: Table,
  keyId: string,
  next: () => Pick<HistoryRequest, 'from' | 'after'>,
  reads: Read[],
): Promise<Page> {
  reads.length = 0;
  const request = () => ({ ...next(), to: endOfDay, limit: pageLength });
  const cpu = await cpuTime(async () => {
    for (let page = 0; page < pagesPerRound; page += 1) {
      const found = await queryHistory(records, keyId, request(), networkChains, () => endOfDay);
      if (found.records.length !== pageLength) throw new Error(`The page has ${found.records.length} records.`);
    }
  });
  const sum = (of: (read: Read) => number) => reads.reduce((total, read) => total + of(read), 0);
  return {
    cpu: (cpu * 1_000) / pagesPerRound,
    calls: reads.length / pagesPerRound,
    rows: sum(({ rows }) => rows) / pagesPerRound,
    units: sum(({ units }) => units) / pagesPerRound,
    bytesPerRow: median(reads.map(({ bytesPerRow }) => bytesPerRow)),
  };
}

const keyOf = (rows: number): string => `key-with-${rows}`;

const rowsOf = (rows: number): string => `${rows.toLocaleString('en-US')} rows`;

function figuresOf(name: string, pages: readonly Page[]): Figure[] {
  return [
    { name: `Query calls, ${name}`, unit: 'calls', rounds: pages.map(({ calls }) => calls) },
    { name: `rows read, ${name}`, unit: 'rows', rounds: pages.map(({ rows: read }) => read) },
    { name: `read units, ${name}`, unit: 'read units', rounds: pages.map(({ units }) => units) },
    { name: `processor time, ${name}`, unit: 'µs', rounds: pages.map(({ cpu }) => cpu) },
  ];
}

/** Storage of an item takes 100 additional bytes (DynamoDB developer guide, "item sizes and formats"). */
const itemOverhead = 100;

/** A Query costs what it reads, so a longer history only costs its place. */
function paperFigures(pages: readonly Page[]): Figure[] {
  const name = `history of ${onPaper.toLocaleString('en-US')} rows, on paper`;
  const gigabytes = pages.map(({ bytesPerRow }) => (onPaper * (bytesPerRow + itemOverhead)) / 1e9);
  const units = pages.map(({ units }) => (onPaper / pageLength) * units);
  return [
    { name: `stored, ${name}`, unit: 'GB', rounds: gigabytes },
    {
      name: `dollars a month to store, ${name}`,
      unit: '$',
      rounds: gigabytes.map((size) => dollars(prices.storage, size)),
    },
    { name: `read units to page through all of it, ${name}`, unit: 'read units', rounds: units },
  ];
}
