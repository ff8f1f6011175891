import { concurrently } from '../concurrently.ts';
import type { Item } from '../table/item-table.ts';
import type { QueryRange, TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs, dayOf } from '../time.ts';
import { readFigures } from './day-figures.ts';
import { dayKey, daysOfAccount, readDayKey, startOfDay } from './day-items.ts';
import { counterRange, readCounter } from './tally-counter.ts';
import { tallySpanOf, type UsageRange, UsageRangeError, wholeSpans } from './usage-range.ts';
import { ReportSum, type UsageReport } from './usage-report.ts';

/** A range of an account's usage: of one key, or by default of all. */
export type UsageRequest = UsageRange & { readonly accountId: string; readonly keyId?: string | undefined };

/** So that a report takes only seconds with a third of a processor (docs/decisions/0027). */
export const maxReportItems = 40_000;

/** Counters to read because a day item has no figures. */
type Slice = { readonly keyId: string; readonly from: number; readonly to: number };

/**
 * Agrees exactly with the history as soon as the tally has counted the calls (within half a minute). Days come from
 * their figures if they are computed, otherwise from their hours. Keys without calls on a day are not read.
 * @throws {UsageRangeError}
 */
export async function queryUsage(usage: TableReads, request: UsageRequest, clock: Clock): Promise<UsageReport> {
  const range = wholeSpans(request, clock());
  const reads = limitedReads(usage);
  const sum = new ReportSum(range);
  const slices: Slice[] = [];
  await readDays(reads, { ...request, ...range }, (item) => {
    const { day, keyId } = readDayKey(String(item.sk));
    if (typeof item.figures === 'string') for (const reading of readFigures(day, item.figures)) sum.add(reading);
    else slices.push(sliceOf(keyId, day, range));
  });
  await concurrently(merged(slices), async ({ keyId, from, to }) => {
    const counters = counterRange(keyId, tallySpanOf(range.span), from, to);
    for await (const page of reads.pages(counters)) for (const item of page) sum.add(readCounter(item));
  });
  return sum.report();
}

function limitedReads(usage: TableReads): TableReads {
  let items = 0;
  const limited = <T extends readonly Item[]>(page: T): T => {
    items += page.length;
    if (items <= maxReportItems) return page;
    throw new UsageRangeError(
      `The range has more than ${maxReportItems} tallies to add up. Ask for a shorter range, for longer spans, or for one key.`,
    );
  };
  return {
    pages: async function* (range) {
      for await (const page of usage.pages(range)) yield limited(page);
    },
    getAll: async (keys) => limited(await usage.getAll(keys)),
  };
}

type WholeRange = UsageRequest & UsageRange;

/** Only reports by day need the figures. */
async function readDays(
  usage: TableReads,
  { accountId, keyId, from, to, span }: WholeRange,
  take: (item: Item) => void,
) {
  const days = daysIn(from, to);
  if (keyId !== undefined) {
    const keys = days.map((day) => dayKey({ accountId, keyId, day }));
    for (const item of await usage.getAll(keys)) take(span === 'day' ? item : { sk: item.sk });
    return;
  }
  const attributes = span === 'day' ? ['sk', 'figures'] : ['sk'];
  await concurrently(inGroups(days), async ([first = '', ...others]) => {
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
