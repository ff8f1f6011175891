import type { UseQueryResult } from '@tanstack/react-query';
import { useUsage, useUsageByKey } from '../../api/usage.ts';
import { useNow } from '../../components/time.tsx';
import { partOfHourYesterday, startOfToday, startOfYesterday, untilNowYesterday } from './today.ts';

const intervalMs = 30_000;

/** The account's figures of the current UTC day, all from the usage report. */
export function useToday() {
  const now = useNow(intervalMs);
  const from = startOfToday(now);
  const today = useUsage({ from, span: 'hour' }, { intervalMs });
  const byHour = useUsage({ from: startOfYesterday(now), span: 'hour' }, { intervalMs });
  const byKey = useUsageByKey({ from, span: 'hour' }, { intervalMs });
  const part = useUsage({ ...partOfHourYesterday(now), span: 'minute' });
  return {
    from,
    today,
    byHour,
    byKey,
    /** Yesterday's calls and errors until the same time; undefined while they are not known. */
    before: byHour.data && part.data && untilNowYesterday(byHour.data, part.data.total, now),
    /** Whether {@link before} is known, or cannot be for now. */
    isCompared: isDecided(byHour) && isDecided(part),
  };
}

type Query = Pick<UseQueryResult, 'isPending' | 'fetchStatus'>;

/** Whether a query has data, has failed, or waits for the connection. */
export const isDecided = ({ isPending, fetchStatus }: Query): boolean => !isPending || fetchStatus === 'paused';
