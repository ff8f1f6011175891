import { Link } from '@tanstack/react-router';
import { ApiError } from '../../../api/problem.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Moment } from '../../../components/time.tsx';
import { formatDays } from '../days.ts';
import { useHistorySearch } from '../use-history-search.ts';

/** Whether the range asked for begins before the plan's history does. */
export const isBeyondRetention = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'beyond-retention';

/** Says how far back the plan reaches, and leads to what there is. */
export function BeyondRetention({ error, historyDays }: { readonly error: ApiError; readonly historyDays: number }) {
  const { search, choose } = useHistorySearch();
  const since = error.problem?.since;
  const isAllOver = since !== undefined && search.to !== undefined && Date.parse(search.to) <= Date.parse(since);
  const inside = { from: undefined, ...(isAllOver && { to: undefined }) };
  return (
    <Card>
      <Notice
        tone="caution"
        title="That is further back than your plan keeps"
        actions={<Button onPress={() => choose(inside)}>Show what is kept</Button>}
      >
        Your plan keeps requests for {formatDays(historyDays)}
        {since !== undefined && (
          <>
            : since <Moment at={since} />
          </>
        )}
        . What is older is hidden. <Link to="/plan">See the plans</Link>
      </Notice>
    </Card>
  );
}
