import type { ReactNode } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { AbsoluteTime, useNow } from '../../../components/time.tsx';
import { dayMs, minuteMs } from '../../../format/durations.ts';
import { formatDays } from '../../../format/times.ts';
import { requestTime } from './request-id.ts';

type RequestNotFoundProps = {
  readonly requestId: string;
  readonly historyDays: number;
  readonly actions?: ReactNode;
};

/** Says why a request may be missing. The id contains the time of the request. */
export function RequestNotFound({ requestId, historyDays, actions }: RequestNotFoundProps) {
  const now = useNow(minuteMs);
  const at = requestTime(requestId);
  if (at > now + dayMs) {
    return (
      <Notice tone="caution" title="None of your keys has a request with this ID">
        The time in this ID is in the future. Check the ID for typos.
      </Notice>
    );
  }
  return (
    <Notice tone="caution" title="None of your keys has a request with this ID" actions={actions}>
      This ID was issued on <AbsoluteTime at={at} />.{' '}
      {at < now - historyDays * dayMs
        ? `Requests are kept for ${formatDays(historyDays)}, so this one is gone.`
        : 'A request shows once it has been answered. Wait a moment, or check the ID.'}
    </Notice>
  );
}
