import type { UseQueryResult } from '@tanstack/react-query';
import type { Key } from '../../api/api.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Notice } from '../../components/notice.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { formatClock } from '../../format/times.ts';
import { KeyAllowance } from './key-allowance.tsx';
import type { KeyAction } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';
import { isNoneUsed } from './key-state.ts';
import styles from './keys.module.css';

export type ActiveKeysProps = {
  readonly query: UseQueryResult<Key[]>;
  readonly onAsk: (asked: KeyAction) => void;
};

/** The keys that work, or the way to the first one. */
export const ActiveKeys = ({ query, onAsk }: ActiveKeysProps) => (
  <Card title="Active keys" description={<Standing keys={query.data} />}>
    <QueryState query={query} loading={<Skeleton height="15rem" label="Loading keys" />}>
      {(keys) => (keys.length === 0 ? <NoKeys onAsk={onAsk} /> : <KeyList keys={keys} onAsk={onAsk} />)}
    </QueryState>
  </Card>
);

const Standing = ({ keys }: { readonly keys: readonly Key[] | undefined }) => {
  const resetsAt = keys?.find(({ calls }) => calls)?.calls?.resetsAt;
  return (
    <>
      <KeyAllowance active={keys?.length} />
      {resetsAt !== undefined && ` A new day of calls begins at ${formatClock(Date.parse(resetsAt))}.`}
    </>
  );
};

const NoKeys = ({ onAsk }: Pick<ActiveKeysProps, 'onAsk'>) => (
  <EmptyState
    title="No keys yet"
    action={
      <Button variant="primary" onPress={() => onAsk({ task: 'create' })}>
        Create your first key
      </Button>
    }
  >
    Every request carries a key in its <code>X-API-KEY</code> header. Create one, then send your first request from the
    browser with the request tester.
  </EmptyState>
);

const KeyList = ({ keys, onAsk }: { readonly keys: Key[] } & Pick<ActiveKeysProps, 'onAsk'>) => (
  <>
    {isNoneUsed(keys) && (
      <Notice
        title="Ready for the first request"
        actions={
          <LinkButton to="/endpoints" variant="primary">
            Open the request tester
          </LinkButton>
        }
      >
        Paste your secret into the request tester and send a call, or run one of the snippets.
      </Notice>
    )}
    <ul className={styles.keys}>
      {keys.map((key) => (
        <KeyRow key={key.keyId} of={key} onAsk={onAsk} />
      ))}
    </ul>
  </>
);
