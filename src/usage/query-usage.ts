import { concurrently } from '../concurrently.ts';
import type { Item } from '../table/item-table.ts';
import type { QueryRange, TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs, dayOf } from '../time.ts';
import { readFigures } from './day-figures.ts';
import { dayKey, daysOfAccount, readDayKey, startOfDay } from './day-items.ts';
import { counterRange, readCounter } from './tally-counter.ts';
import { tallySpanOf, type UsageRange, UsageRangeError, wholeSpans } from './usage-range.ts';
import { ReportSum, type UsageReport } from './usage-report.ts';

/** Whose usage is asked for, of all keys of an account or of one, and for when: see {@link wholeSpans}. */
export type UsageRequest = UsageRange & { readonly accountId: string; readonly keyId?: string | undefined };

/**
 * The most items that a report reads, so that it takes seconds at most also where a function has a third of a processor
 * (docs/decisions/0027). An item is what a key did in a minute or an hour on one network, or on a day.
 */
export const maxItems = 40_000;

/** Part of a range in which a key has calls that no figures tell: its counters are read. */
type Slice = { readonly keyId: string; readonly from: number; readonly to: number };

/**
 * The usage of an account's keys together, or of one of them: to the last call what the history holds, once the tally has
 * seen it (within half a minute). The range is widened to whole minutes, hours or UTC days. Days come from their figures
 * where there are any, otherwise from their hours; keys without calls on a day are not read.
 * @throws {UsageRangeError} see {@link wholeSpans}, and for a range of more than {@link maxItems} items
 */
export async function queryUsage(usage: TableReads, request: UsageRequest, clock: Clock): Promise<UsageReport> {
  const range = wholeSpans(request, clock());
  const reads = bounded(usage);
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

/** Counts the items that are read, and ends in a problem what would be too many. */
function bounded(usage: TableReads): TableReads {
  let items = 0;
  const counted = <T extends readonly Item[]>(page: T): T => {
    items += page.length;
    if (items <= maxItems) return page;
    throw new UsageRangeError(
      `The range has more than ${maxItems} tallies to add up. Ask for a shorter range, for longer spans, or for one key.`,
    );
  };
  return {
    pages: async function* (range) {
      for await (const page of usage.pages(range)) yield counted(page);
    },
    getAll: async (keys) => counted(await usage.getAll(keys)),
  };
}

type Whole = UsageRequest & UsageRange;

/** Gives each day item of the range to `take`: without its figures, unless whole days are asked for. */
async function readDays(usage: TableReads, { accountId, keyId, from, to, span }: Whole, take: (item: Item) => void) {
  const days = daysIn(from, to);
  if (keyId !== undefined) {
    const keys = days.map((day) => dayKey({ accountId, keyId, day }));
    for (const item of await usage.getAll(keys)) take(span === 'day' ? item : { sk: item.sk });
    return;
  }
  const attributes = span === 'day' ? ['sk', 'figures'] : ['sk'];
  await concurrently(inParts(days), async ([first = '', ...others]) => {
    const before = dayOf(startOfDay(others.at(-1) ?? first) + dayMs);
    const range: QueryRange = { ...daysOfAccount(accountId, first, before), attributes };
    for await (const page of usage.pages(range)) page.forEach(take);
  });
}

/** Every UTC day that a range touches. */
function daysIn(from: number, to: number): string[] {
  const days: string[] = [];
  for (let at = startOfDay(dayOf(from)); at < to; at += dayMs) days.push(dayOf(at));
  return days;
}

/** Days in up to 16 parts, which are read at the same time: a partition is read a megabyte at a time. */
function inParts(days: readonly string[]): string[][] {
  const length = Math.ceil(days.length / 16);
  return Array.from({ length: Math.ceil(days.length / length) }, (_, part) =>
    days.slice(part * length, (part + 1) * length),
  );
}

function sliceOf(keyId: string, day: string, { from, to }: UsageRange): Slice {
  const start = startOfDay(day);
  return { keyId, from: Math.max(from, start), to: Math.min(to, start + dayMs) };
}

/** Days of a key that follow each other are read at once. */
function merged(slices: readonly Slice[]): Slice[] {
  const result: Slice[] = [];
  for (const slice of slices.toSorted((a, b) => (a.keyId === b.keyId ? a.from - b.from : a.keyId < b.keyId ? -1 : 1))) {
    const last = result.at(-1);
    const goesOn = last?.keyId === slice.keyId && last.to === slice.from;
    if (goesOn) result[result.length - 1] = { ...last, to: slice.to };
    else result.push(slice);
  }
  return result;
}
