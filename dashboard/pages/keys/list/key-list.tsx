import { useDeferredValue, useMemo, useState } from 'react';
import type { Key } from '../../../api/api.ts';
import type { useUsageByKey } from '../../../api/usage.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty.tsx';
import { ErrorNotice, Notice } from '../../../components/notice.tsx';
import { useCompactRows } from '../../../format/row-height.ts';
import { CreateKeyButton } from '../key-allowance.tsx';
import type { KeyAction } from '../key-form.tsx';
import rows from '../key-rows.module.css';
import { isNoneUsed } from '../key-state.ts';
import styles from './key-list.module.css';
import { KeyRow } from './key-row.tsx';
import { KeyToolbar } from './key-toolbar.tsx';
import { selectKeys } from './select-keys.ts';
import { useKeysSearch } from './use-keys-search.ts';
import { useListedKeys } from './use-listed-keys.ts';

type KeyListProps = {
  readonly active: readonly Key[];
  /** The usage of the current UTC day, which starts at `from` (ISO 8601). */
  readonly usage: ReturnType<typeof useUsageByKey>['data'];
  readonly from: string;
  /** Calls that the usage does not have yet, by key. */
  readonly toCome: ReadonlyMap<string, number> | undefined;
  readonly onAction: (action: KeyAction) => void;
};

const step = 50;
const unused = { calls: 0, errors: 0 };

/** The keys, searched and sorted. */
export function KeyList({ active, usage, from, toCome, onAction }: KeyListProps) {
  const search = useKeysSearch();
  const isCompact = useCompactRows();
  const { text, state, sort } = search;
  const needsAll = text !== '' || sort !== 'created';
  const { keys, total, hasRevoked, revoked } = useListedKeys(active, state, needsAll);
  const [most, setMost] = useState(step);
  const found = useMemo(() => selectKeys(keys, text, sort), [keys, text, sort]);
  // The controls answer first, and then the rows are rendered in short steps.
  const shown = useDeferredValue(useMemo(() => found.slice(0, most), [found, most]));
  const byKey = usage && new Map(usage.keys.map((figures) => [figures.keyId, figures]));
  const todayOf = (keyId: string) => byKey && (byKey.get(keyId) ?? unused);
  const showMore = () => {
    setMost(most + step);
    if (found.length < most + step) revoked.loadMore();
  };
  return (
    <>
      {active.length > 0 && isNoneUsed(active) && <FirstRequest />}
      {(total > 1 || text !== '') && <KeyToolbar {...search} hasRevoked={hasRevoked} />}
      {revoked.error && <ErrorNotice error={revoked.error} onRetry={revoked.loadMore} />}
      <p role="status" className={styles.status}>
        {text !== '' && `${found.length} of ${keys.length} keys match.`}
        {revoked.isLoading && ' Loading revoked keys…'}
      </p>
      {found.length === 0 && !revoked.isLoading && (
        <NothingFound {...search} hasRevoked={hasRevoked} onCreate={() => onAction({ task: 'create' })} />
      )}
      <div className={styles.list}>
        <ul className={rows.keys} data-compact={isCompact || undefined}>
          {shown.map((key) => (
            <KeyRow
              key={key.keyId}
              apiKey={key}
              today={todayOf(key.keyId)}
              toCome={toCome?.get(key.keyId) ?? 0}
              from={from}
              onAction={onAction}
            />
          ))}
        </ul>
      </div>
      {(found.length > most || (revoked.hasMore && state !== 'active' && !needsAll)) && (
        <div className={styles.end}>
          <Button onPress={showMore} isPending={revoked.isLoading}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

type NothingFoundProps = Pick<ReturnType<typeof useKeysSearch>, 'text' | 'state' | 'choose'> & {
  readonly hasRevoked: boolean;
  readonly onCreate: () => void;
};

const FirstRequest = () => (
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
);

/** Why the list is empty, and what to try. */
function NothingFound({ text, state, hasRevoked, choose, onCreate }: NothingFoundProps) {
  if (text === '' && state === 'revoked') return <EmptyState title="No revoked keys" />;
  if (text === '') {
    return (
      <EmptyState
        title={hasRevoked ? 'No active keys' : 'No keys yet'}
        action={<CreateKeyButton label={hasRevoked ? 'Create a key' : 'Create your first key'} onPress={onCreate} />}
      >
        Every request needs a secret in its <code>X-API-KEY</code> header. Create a key, then send your first request
        with the request tester.
      </EmptyState>
    );
  }
  const others = state === 'active' && hasRevoked;
  return (
    <EmptyState
      title={`No ${state === 'all' ? '' : `${state} `}key matches “${text}”`}
      action={others && <Button onPress={() => choose({ state: 'all' })}>Search revoked keys, too</Button>}
    >
      Names and IDs are searched for the text, and secrets for how they begin.{' '}
      {state !== 'active' && 'A revoked key has no secret any more: search its name or ID.'}
    </EmptyState>
  );
}
