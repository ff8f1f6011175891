import { useAccount } from '../../api/account.ts';
import { useActiveKeys, useAllRevokedKeys } from '../../api/keys.ts';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { formatDays } from '../../format/times.ts';
import { KeyHistory } from './key-history.tsx';

/** The requests made with a key. */
export function HistoryPage() {
  const active = useActiveKeys();
  const revoked = useAllRevokedKeys();
  const account = useAccount();
  const days = account.data?.historyDays;
  const loading = (
    <>
      <Skeleton height="15rem" label="Loading keys" />
      <Skeleton height="36rem" label="Loading requests" />
    </>
  );
  return (
    <Page
      title="History"
      description={`The requests of a key, newest first. ${days === undefined ? 'Your plan sets how long they are kept.' : `They are kept for ${formatDays(days)}.`}`}
    >
      <QueryState query={account} loading={loading}>
        {({ historyDays }) => (
          <QueryState query={active} loading={loading}>
            {(activeKeys) => (
              <QueryState query={revoked} loading={loading}>
                {({ pages }) => (
                  <KeyHistory
                    keys={[...activeKeys, ...pages.flatMap((page) => page.keys)]}
                    hasMoreKeys={revoked.hasNextPage}
                    historyDays={historyDays}
                  />
                )}
              </QueryState>
            )}
          </QueryState>
        )}
      </QueryState>
    </Page>
  );
}
