import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Usage, UsageByKey } from '../../api/api.ts';
import { type ReportRange, useUsage, useUsageByKey } from '../../api/usage.ts';
import { type ChosenRange, isoRange, periodBefore, refreshInterval } from './usage-range.ts';
import type { UsageSearch } from './usage-search.ts';

/** The figures of the period before. */
export type ReportBefore = { readonly usage: Usage; readonly keys: UsageByKey['keys'] | undefined };

/** The report that the address asks for: its figures, those by key, and those of the period before. */
export function useReport(search: UsageSearch, range: ChosenRange, now: number) {
  const { key: keyId, network, compare } = search;
  const intervalMs = refreshInterval(range, now);
  const { from, to } = isoRange(range);
  const reportRange = useMemo(
    (): ReportRange => ({ keyId, network, span: range.span, from, to }),
    [keyId, network, range.span, from, to],
  );
  const query = useUsage(reportRange, { intervalMs });
  const byKey = useUsageByKey(reportRange, { intervalMs, isEnabled: keyId === undefined });

  const period = compare === 'before' ? periodBefore(range, now) : undefined;
  const isEnabled = period !== undefined;
  const earlier = { ...reportRange, ...isoRange(period ?? { from: range.from, to: range.from }) };
  const queryBefore = useUsage(earlier, { isEnabled });
  const byKeyBefore = useUsageByKey(earlier, { isEnabled: isEnabled && keyId === undefined });
  return {
    range: reportRange,
    intervalMs,
    query,
    queryBefore,
    ...reportKeys(keyId, byKey, query.data),
    retryKeys: () => void byKey.refetch(),
    /** Undefined without comparison, while it loads, and if it is of another range than the report. */
    before: isEnabled ? reportBefore(keyId, query.data, queryBefore.data, byKeyBefore) : undefined,
    /** The period that the report is compared with, if any: epoch milliseconds. */
    period,
    /** The comparison is chosen, but the figures before are no longer kept. */
    isNotKept: compare === 'before' && period === undefined,
  };
}

type ByKey = Pick<UseQueryResult<UsageByKey>, 'data' | 'error'>;

export function reportBefore(
  keyId: string | undefined,
  usage: Usage | undefined,
  before: Usage | undefined,
  byKey: ByKey,
): ReportBefore | undefined {
  const fits = usage && before && before.to === usage.from && before.points.length === usage.points.length;
  return fits ? { usage: before, keys: reportKeys(keyId, byKey, before).keys } : undefined;
}

type ReportKeys = { readonly keys?: UsageByKey['keys'] | undefined; readonly keysError?: Error | undefined };

/**
 * The keys of the same range as a report of all keys, or why they are missing. The report of one key has neither: its
 * query is disabled, but still returns what it fetched for all keys.
 */
export function reportKeys(keyId: string | undefined, { data, error }: ByKey, usage: Usage | undefined): ReportKeys {
  if (keyId !== undefined) return {};
  if (data && data.from === usage?.from && data.span === usage.span) return { keys: data.keys };
  return error ? { keysError: error } : {};
}

export type Report = ReturnType<typeof useReport>;
