import { concurrently } from '../runtime/concurrently.ts';
import type { Item } from '../table/item-table.ts';
import type { QueryRange, TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs, dayOf } from '../time.ts';
import { readFigures } from './day-figures.ts';
import { dayKey, daysOfAccount, readDayKey, startOfDay } from './day-items.ts';
import { ReadMeter } from './read-meter.ts';
import { counterRange, readCounter, type TallyCounter } from './tally-counter.ts';
import { tallySpanOf, type UsageRange, wholeSpans } from './usage-range.ts';
import { FiguresSum, ReportSum, type UsageFigures, type UsageReport } from './usage-report.ts';

/** A range of an account's usage: of one key and one network, or by default of all. */
export type UsageRequest = UsageRange & {
  readonly accountId: string;
  readonly keyId?: string | undefined;
  readonly network?: string | undefined;
};

/** Counters to read because a day item has no figures. */
type Slice = { readonly keyId: string; readonly from: number; readonly to: number };

/**
 * Agrees exactly with the history as soon as the tally has counted the calls (within half a minute). Days come from
 * their figures if they are computed, otherwise from their hours. Keys without calls on a day are not read.
 * @param meter counts what is read, and bounds it
 * @throws {UsageRangeError}
 */
export async function queryUsage(
  usage: TableReads,
  request: UsageRequest,
  clock: Clock,
  meter = new ReadMeter(),
): Promise<UsageReport> {
  const range = wholeSpans(request, clock());
  const sum = new ReportSum(range);
  meter.addPoints(sum.points);
  await readCounters(usage, { ...request, ...range }, meter, (_, counter) => sum.add(counter));
  return sum.report();
}

export type KeysReport = UsageRange & { readonly keys: readonly ({ readonly keyId: string } & UsageFigures)[] };

/** The same usage by key, most calls first; without keys that had none. @throws {UsageRangeError} */
export async function queryUsageByKey(
  usage: TableReads,
  request: Omit<UsageRequest, 'keyId'>,
  clock: Clock,
  meter = new ReadMeter(),
): Promise<KeysReport> {
  const range = wholeSpans(request, clock());
  const sums = new Map<string, FiguresSum>();
  await readCounters(usage, { ...request, ...range }, meter, (keyId, { entries }) => {
    const sum = sums.get(keyId) ?? new FiguresSum();
    sums.set(keyId, sum);
    for (const entry of entries) sum.add(entry);
  });
  const keys = [...sums].map(([keyId, sum]) => ({ keyId, ...sum.figures() })).filter(({ calls }) => calls > 0);
  return { ...range, keys: keys.toSorted(mostCallsFirst) };
}

type KeyCalls = { readonly keyId: string; readonly calls: number };

/** Of equal keys the newest first, like a list of keys. */
const mostCallsFirst = (one: KeyCalls, other: KeyCalls): number =>
  other.calls - one.calls || (one.keyId < other.keyId ? 1 : -1);

/**
 * Reads the counters of a range of whole spans. How many keys have calls in it is known before their hours are read.
 * @throws {UsageTooLargeError}
 */
export async function readCounters(
  usage: TableReads,
  request: WholeRange,
  meter: ReadMeter,
  add: (keyId: string, counter: TallyCounter) => void,
): Promise<void> {
  const { network, span } = request;
  const reads = meter.reads(usage);
  const slices: Slice[] = [];
  const take = (keyId: string, counter: TallyCounter) => {
    if (network === undefined || counter.network === network) add(keyId, counter);
  };
  await readDays(reads, request, meter, (item) => {
    const { day, keyId } = readDayKey(String(item.sk));
    if (typeof item.figures === 'string') for (const reading of readFigures(day, item.figures)) take(keyId, reading);
    else slices.push(sliceOf(keyId, day, request));
  });
  const queries = merged(slices);
  meter.addQueries(queries.length);
  await concurrently(queries, async ({ keyId, from, to }) => {
    const counters = counterRange(keyId, tallySpanOf(span), from, to);
    for await (const page of reads.pages(counters)) for (const item of page) take(keyId, readCounter(item));
  });
}

type WholeRange = UsageRequest & UsageRange;

/** Only reports by day need the figures. */
async function readDays(
  usage: TableReads,
  { accountId, keyId, from, to, span }: WholeRange,
  meter: ReadMeter,
  take: (item: Item) => void,
) {
  const days = daysIn(from, to);
  if (keyId !== undefined) {
    const keys = days.map((day) => dayKey({ accountId, keyId, day }));
    for (const item of await usage.getAll(keys)) take(span === 'day' ? item : { sk: item.sk });
    return;
  }
  const attributes = span === 'day' ? ['sk', 'figures'] : ['sk'];
  const groups = inGroups(days);
  meter.addQueries(groups.length);
  await concurrently(groups, async ([first = '', ...others]) => {
    const before = dayOf(startOfDay(others.at(-1) ?? first) + dayMs);
    const range: QueryRange = { ...daysOfAccount(accountId, first, before), attributes };
    for await (const page of usage.pages(range)) page.forEach(take);
  });
}

function daysIn(from: number, to: number): string[] {
  const days: string[] = [];
  for (let at = startOfDay(dayOf(from)); at < to; at += dayMs) days.push(dayOf(at));
  return days;
}

/** Splits days into up to 16 groups to read in parallel, because one query returns at most a megabyte. */
function inGroups(days: readonly string[]): string[][] {
  const length = Math.ceil(days.length / 16);
  return Array.from({ length: Math.ceil(days.length / length) }, (_, part) =>
    days.slice(part * length, (part + 1) * length),
  );
}

function sliceOf(keyId: string, day: string, { from, to }: UsageRange): Slice {
  const start = startOfDay(day);
  return { keyId, from: Math.max(from, start), to: Math.min(to, start + dayMs) };
}

function merged(slices: readonly Slice[]): Slice[] {
  const result: Slice[] = [];
  for (const slice of slices.toSorted((a, b) => (a.keyId === b.keyId ? a.from - b.from : a.keyId < b.keyId ? -1 : 1))) {
    const last = result.at(-1);
    const isAdjacent = last?.keyId === slice.keyId && last.to === slice.from;
    if (isAdjacent) result[result.length - 1] = { ...last, to: slice.to };
    else result.push(slice);
  }
  return result;
}
