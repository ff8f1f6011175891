import { useId, useState } from 'react';
import { useRevokedKeys } from '../../api/keys.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { RelativeTime } from '../../components/time.tsx';
import styles from './keys.module.css';

/** The revoked keys, collapsed at first; nothing if there are none. */
export function RevokedKeys() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useRevokedKeys();
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const keys = data?.pages.flatMap((page) => page.keys) ?? [];
  if (keys.length === 0 && !error) return null;
  return (
    <Card
      title="Revoked keys"
      description="Their requests are refused. Their usage and history stay."
      actions={
        <Button size="small" aria-expanded={isOpen} aria-controls={list} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} <span className={styles.visuallyHidden}>revoked keys</span>
        </Button>
      }
    >
      <div id={list} hidden={!isOpen} className={styles.revoked}>
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        <Table label="List of revoked keys">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Created</th>
              <th scope="col">Last used</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ keyId, name, createdAt, lastUsedAt, calls }) => (
              <tr key={keyId}>
                <th scope="row" className={styles.name}>
                  {name}
                </th>
                <td>
                  <RelativeTime at={createdAt} />
                </td>
                <td>{lastUsedAt === null ? calls === null ? 'Unknown' : 'Never' : <RelativeTime at={lastUsedAt} />}</td>
              </tr>
            ))}
          </tbody>
        </Table>
        {hasNextPage && (
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Load more
          </Button>
        )}
      </div>
    </Card>
  );
}
