import type { Clock } from '../clock.ts';
import type { Table } from '../table/table.ts';
import { concurrently } from './concurrently.ts';
import { counterRange } from './counter.ts';
import { talliedBy, type UsageRange, wholeSpans } from './range.ts';
import { ReportSum, type UsageReport } from './report.ts';

/** Which keys' usage is asked for, together, and for when: see {@link wholeSpans} for what ranges may be. */
export type UsageRequest = UsageRange & { readonly keyIds: readonly string[] };

/**
 * The usage of some keys, added up from their tallies: to the last call what the history holds, once the tally has seen
 * it (within half a minute). The range is widened to whole minutes, hours or UTC days.
 * @throws {UsageRangeError} see {@link wholeSpans}
 */
export async function queryUsage(usage: Table, request: UsageRequest, clock: Clock): Promise<UsageReport> {
  const range = wholeSpans(request, clock());
  const sum = new ReportSum(range);
  await concurrently(request.keyIds, async (keyId) => {
    const counters = counterRange(keyId, talliedBy(range.span), range.from, range.to);
    for await (const counter of usage.queryRange(counters)) sum.add(counter);
  });
  return sum.report();
}
