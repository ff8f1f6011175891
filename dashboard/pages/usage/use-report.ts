import type { Usage, UsageByKey } from '../../api/api.ts';
import { type ReportRange, useUsage, useUsageByKey } from '../../api/usage.ts';
import { type ChosenRange, periodBefore, refreshInterval } from './usage-range.ts';
import type { UsageSearch } from './usage-search.ts';

/** The figures of the period before. */
export type ReportBefore = { readonly usage: Usage; readonly keys: UsageByKey['keys'] | undefined };

/** The report that the address asks for: its figures, those by key, and those of the period before. */
export function useReport(search: UsageSearch, range: ChosenRange, now: number) {
  const { key: keyId, network, compare } = search;
  const { from, to, span } = range;
  const intervalMs = refreshInterval(range, now);
  const reportRange: ReportRange = {
    keyId,
    network,
    span,
    from: iso(from),
    to: to === undefined ? undefined : iso(to),
  };
  const query = useUsage(reportRange, { intervalMs });
  const byKey = useUsageByKey(reportRange, { intervalMs, isEnabled: keyId === undefined });

  const period = compare === 'before' ? periodBefore(range, now) : undefined;
  const isEnabled = period !== undefined;
  const earlier = { ...reportRange, from: iso(period?.from ?? from), to: iso(period?.to ?? from) };
  const queryBefore = useUsage(earlier, { isEnabled });
  const byKeyBefore = useUsageByKey(earlier, { isEnabled: isEnabled && keyId === undefined });
  return {
    range: reportRange,
    intervalMs,
    query,
    queryBefore,
    keys: keysOf(byKey.data, query.data),
    /** Undefined without comparison, while it loads, and if it is of another range than the report. */
    before: isEnabled ? reportBefore(query.data, queryBefore.data, byKeyBefore.data) : undefined,
    /** The period that the report is compared with, if any: epoch milliseconds. */
    period,
    /** The comparison is chosen, but the figures before are no longer kept. */
    isNotKept: compare === 'before' && period === undefined,
  };
}

function reportBefore(
  usage: Usage | undefined,
  before: Usage | undefined,
  byKey: UsageByKey | undefined,
): ReportBefore | undefined {
  const fits = usage && before && before.to === usage.from && before.points.length === usage.points.length;
  return fits ? { usage: before, keys: keysOf(byKey, before) } : undefined;
}

/** The keys of the same range as a report. */
const keysOf = (byKey: UsageByKey | undefined, usage: Usage | undefined): UsageByKey['keys'] | undefined =>
  byKey?.from === usage?.from && byKey?.span === usage?.span ? byKey?.keys : undefined;

const iso = (at: number): string => new Date(at).toISOString();

export type Report = ReturnType<typeof useReport>;
