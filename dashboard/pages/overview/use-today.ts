import type { UseQueryResult } from '@tanstack/react-query';
import type { Key, Usage } from '../../api/api.ts';
import { useUsage, useUsageByKey } from '../../api/usage.ts';
import { reportSince, startOfToday } from '../../api/usage-since.ts';
import { isDecided } from '../../components/query-state.tsx';
import { useNow } from '../../components/time.tsx';
import { callsToCome, useFiguresInterval } from '../keys/calls-to-come.ts';
import { partOfHourYesterday, startOfYesterday, untilNowYesterday } from './today.ts';

const clockTickMs = 30_000;

/**
 * The account's figures of the current UTC day, all from the usage report.
 * @param keys the active keys with their counters; undefined while they load
 */
export function useToday(keys: readonly Key[] | undefined) {
  const now = useNow(clockTickMs);
  const { intervalMs, follow } = useFiguresInterval();
  const from = startOfToday(now);
  const yesterday = startOfYesterday(now);
  const today = since(from, useUsage({ from, span: 'hour' }, { intervalMs }));
  const byHour = since(yesterday, useUsage({ from: yesterday, span: 'hour' }, { intervalMs }));
  const byKey = since(from, useUsageByKey({ from, span: 'hour' }, { intervalMs }));
  const part = useUsage({ ...partOfHourYesterday(now), span: 'minute' });
  const lag = follow(callsToCome(today.data?.total, keys ?? []));
  return {
    from,
    /** Calls that the figures do not have. */
    lag,
    today,
    byHour,
    byKey,
    /** Yesterday's calls and errors until the same time; undefined while they are not known. */
    before: byHour.data && part.data && untilNowYesterday(byHour.data, part.data),
    /** Whether {@link before} is known, or cannot be for now. */
    isCompared: isDecided(byHour) && isDecided(part),
  };
}

/** A query that is pending while it has only the report of an earlier day. */
function since<Report extends Pick<Usage, 'from'>>(from: string, query: UseQueryResult<Report>) {
  const data = reportSince(from, query.data);
  return { ...query, data, isPending: data === undefined && query.error === null };
}
