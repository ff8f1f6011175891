import { useAccount } from '../../api/account.ts';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { formatDays } from '../../format/times.ts';
import { History } from './history.tsx';

/** The requests made with the account's keys. */
export function HistoryPage() {
  const account = useAccount();
  const days = account.data?.historyDays;
  const kept = days === undefined ? 'Your plan sets how long they are kept.' : `They are kept for ${formatDays(days)}.`;
  return (
    <Page title="History" description={`The requests of your keys, newest first. ${kept}`}>
      <QueryState query={account} loading={<Loading />} isLarge>
        {({ historyDays }) => <History historyDays={historyDays} />}
      </QueryState>
    </Page>
  );
}

const Loading = () => (
  <>
    <Skeleton height="15rem" label="Loading filters" />
    <Skeleton height="36rem" label="Loading requests" />
  </>
);
