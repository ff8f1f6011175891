import { useActiveKeys } from '../../api/keys.ts';
import { useUsageByKey } from '../../api/usage.ts';
import { reportSince, startOfToday } from '../../api/usage-since.ts';
import { Card } from '../../components/card.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { useNow } from '../../components/time.tsx';
import { callsToComeByKey, useFiguresInterval } from './calls-to-come.ts';
import { useKeyActions } from './key-actions.tsx';
import { KeyAdvice } from './key-advice.tsx';
import { CreateKeyButton, KeyAllowance } from './key-allowance.tsx';
import { KeysSummary } from './keys-summary.tsx';
import { KeyList } from './list/key-list.tsx';

// Often enough to see the counters move.
const countersMs = 5_000;
const clockTickMs = 30_000;

/** An account with more keys has read the advice. */
const mostWithAdvice = 4;

/** The account's active and revoked keys, and the dialogs that change them. */
export function KeysPage() {
  const keys = useActiveKeys({ intervalMs: countersMs });
  const from = startOfToday(useNow(clockTickMs));
  const { intervalMs, follow } = useFiguresInterval();
  const usage = useUsageByKey({ from, span: 'hour' }, { intervalMs });
  const today = reportSince(from, usage.data);
  const toCome = callsToComeByKey(keys.data ?? [], today?.keys);
  const lag = follow([...toCome.values()].reduce((sum, calls) => sum + calls, 0));
  const { open, message, dialog } = useKeyActions(keys.data);
  return (
    <Page
      title="Keys"
      description="Create one for each service. Each key has its own limits, usage and history."
      actions={<CreateKeyButton label="Create key" onPress={() => open({ task: 'create' })} />}
    >
      {message}
      {usage.error && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      <KeysSummary keys={keys.data} usage={today} from={from} lag={lag} />
      <Card title="Your keys" description={<KeyAllowance active={keys.data?.length} />}>
        <QueryState query={keys} loading={<Skeleton height="15rem" label="Loading keys" />}>
          {(active) => (
            <KeyList
              active={active}
              usage={today}
              toCome={lag.toCome > 0 ? toCome : undefined}
              from={from}
              onAction={open}
            />
          )}
        </QueryState>
      </Card>
      {keys.data && keys.data.length <= mostWithAdvice && <KeyAdvice />}
      {dialog}
    </Page>
  );
}
