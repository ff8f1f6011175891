import { useParams } from '@tanstack/react-router';
import { useAccount } from '../../../api/account.ts';
import type { Key } from '../../../api/api.ts';
import { isApiError } from '../../../api/api-errors.ts';
import { useKey } from '../../../api/keys.ts';
import { Badge } from '../../../components/badge.tsx';
import { LinkButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { DateOf } from '../../../components/time.tsx';
import { useKeyActions } from '../key-actions.tsx';
import { keyState } from '../key-state.ts';
import { KeyButtons } from '../list/key-row.tsx';
import { KeyActivity } from './key-activity.tsx';
import { KeyLimits } from './key-limits.tsx';
import styles from './key-page.module.css';
import { KeySecrets } from './key-secrets.tsx';
import { KeyUsage } from './key-usage.tsx';
import { RecentRequests } from './recent-requests.tsx';
import { revocationText } from './revocation-text.ts';

// Often enough to see the counters move.
const intervalMs = 5_000;

/** Everything about one key: limits, secrets, usage, requests and activity. */
export function KeyPage() {
  const { keyId } = useParams({ from: '/framed/signed-in/keys/$keyId' });
  const query = useKey(keyId, { intervalMs });
  const { data: key } = query;
  const { open, message, dialog } = useKeyActions(key && [key]);
  if (isApiError(query.error, 'key_not_found')) return <UnknownKey />;
  return (
    <Page
      title={key?.name ?? 'Key'}
      description={<KeyDescription keyId={keyId} apiKey={key} />}
      actions={key?.state === 'active' && <KeyButtons apiKey={key} onAction={open} />}
    >
      {message}
      <QueryState query={query} loading={<Skeleton height="40rem" label="Loading the key" />}>
        {(loaded) => <KeyCards apiKey={loaded} />}
      </QueryState>
      {dialog}
    </Page>
  );
}

const KeyCards = ({ apiKey }: { readonly apiKey: Key }) => (
  <>
    <KeyUsage apiKey={apiKey} />
    <div className={styles.columns}>
      <KeyLimits apiKey={apiKey} />
      <KeySecrets apiKey={apiKey} />
    </div>
    <RecentRequests keyId={apiKey.keyId} />
    <KeyActivity keyId={apiKey.keyId} />
  </>
);

function KeyDescription({ keyId, apiKey }: { readonly keyId: string; readonly apiKey: Key | undefined }) {
  const account = useAccount().data;
  const state = apiKey && keyState(apiKey, account);
  return (
    <span className={styles.description}>
      {state && <Badge tone={state.tone}>{state.label}</Badge>}
      <code>{keyId}</code>
      {apiKey && (
        <span>
          Created <DateOf at={apiKey.createdAt} />
        </span>
      )}
      {apiKey?.revoked && (
        <span>
          Revoked <DateOf at={apiKey.revoked.at} /> {revocationText(apiKey.revoked)}
        </span>
      )}
    </span>
  );
}

const UnknownKey = () => (
  <Page title="Key not found">
    <EmptyState title="Your account has no such key" action={<LinkButton to="/keys">See your keys</LinkButton>}>
      Check the address. A key of another account is not shown here.
    </EmptyState>
  </Page>
);
