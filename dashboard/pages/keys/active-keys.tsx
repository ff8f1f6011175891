import type { UseQueryResult } from '@tanstack/react-query';
import type { Key } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Notice } from '../../components/notice.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { formatClock } from '../../format/times.ts';
import { CreateKeyButton, KeyAllowance } from './key-allowance.tsx';
import type { KeyAction } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';
import { isNoneUsed } from './key-state.ts';
import styles from './keys.module.css';

type ActiveKeysProps = {
  readonly query: UseQueryResult<Key[]>;
  readonly onAction: (action: KeyAction) => void;
};

/** The active keys, or a button to create the first one. */
export const ActiveKeys = ({ query, onAction }: ActiveKeysProps) => (
  <Card title="Active keys" description={<Allowance keys={query.data} />}>
    <QueryState query={query} loading={<Skeleton height="15rem" label="Loading keys" />}>
      {(keys) => (keys.length === 0 ? <NoKeys onAction={onAction} /> : <KeyList keys={keys} onAction={onAction} />)}
    </QueryState>
  </Card>
);

const Allowance = ({ keys }: { readonly keys: readonly Key[] | undefined }) => {
  const resetsAt = keys?.find(({ calls }) => calls)?.calls?.resetsAt;
  return (
    <>
      <KeyAllowance active={keys?.length} />
      {resetsAt !== undefined && ` Daily quotas reset at ${formatClock(Date.parse(resetsAt))}.`}
    </>
  );
};

const NoKeys = ({ onAction }: Pick<ActiveKeysProps, 'onAction'>) => (
  <EmptyState
    title="No keys yet"
    action={<CreateKeyButton label="Create your first key" onPress={() => onAction({ task: 'create' })} />}
  >
    Every request needs a secret in its <code>X-API-KEY</code> header. Create a key, then send your first request with
    the request tester.
  </EmptyState>
);

const KeyList = ({ keys, onAction }: { readonly keys: Key[] } & Pick<ActiveKeysProps, 'onAction'>) => (
  <>
    {isNoneUsed(keys) && (
      <Notice
        title="Ready for your first request"
        actions={
          <LinkButton to="/endpoints" variant="primary">
            Open the request tester
          </LinkButton>
        }
      >
        Paste the secret into the request tester and send a call, or run one of the snippets.
      </Notice>
    )}
    <ul className={styles.keys}>
      {keys.map((key) => (
        <KeyRow key={key.keyId} apiKey={key} onAction={onAction} />
      ))}
    </ul>
  </>
);
