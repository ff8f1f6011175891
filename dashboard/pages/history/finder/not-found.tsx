import { Notice } from '../../../components/notice.tsx';
import { Moment } from '../../../components/time.tsx';
import { useNow } from '../../../format/use-now.ts';
import { formatDays } from '../days.ts';
import { requestTime } from './request-id.ts';

const dayMs = 86_400_000;
const refreshed = 60_000;

export type NotFoundProps = {
  readonly requestId: string;
  readonly historyDays: number;
  readonly title: string;
};

/** Why a request of that id may not be there: the id itself says when it came in. */
export function NotFound({ requestId, historyDays, title }: NotFoundProps) {
  const now = useNow(refreshed);
  const at = requestTime(requestId);
  const isOver = at < now - historyDays * dayMs;
  return (
    <Notice tone="caution" title={title}>
      By its id it came in on <Moment at={at} />.{' '}
      {isOver
        ? `Your plan keeps requests for ${formatDays(historyDays)}: it is gone.`
        : 'A request shows once it has been answered; wait a moment, or check the id.'}
    </Notice>
  );
}
