import { useId } from 'react';
import { useAccount } from '../../api/account.ts';
import type { Key } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import type { Asked } from './key-dialog.tsx';
import { KeyMeters } from './key-meters.tsx';
import { KeySecrets } from './key-secrets.tsx';
import { keyState } from './key-state.ts';
import styles from './keys.module.css';

const tasks = [
  { task: 'rename', label: 'Rename' },
  { task: 'rotate', label: 'Rotate' },
  { task: 'revoke', label: 'Revoke' },
] as const;

/** A key that works: what it is, what it has done, and what can be done with it. */
export function KeyRow({ of, onAsk }: { readonly of: Key; readonly onAsk: (asked: Asked) => void }) {
  const name = useId();
  const { label, tone } = keyState(of, useAccount().data);
  return (
    <li className={styles.key} aria-labelledby={name}>
      <div className={styles.head}>
        <h3 id={name} className={styles.name}>
          {of.name}
        </h3>
        <Badge tone={tone}>{label}</Badge>
        <div className={styles.actions}>
          {tasks.map(({ task, label: text }) => (
            <Button
              key={task}
              size="small"
              variant={task === 'revoke' ? 'quiet' : 'secondary'}
              aria-label={`${text} ${of.name}`}
              onPress={() => onAsk({ task, key: of })}
            >
              {text}
            </Button>
          ))}
        </div>
      </div>
      <div className={styles.body}>
        <dl className={styles.facts}>
          <KeySecrets of={of} />
          <div>
            <dt>Created</dt>
            <dd>
              <Time at={of.createdAt} />
            </dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>
              <LastUsed of={of} />
            </dd>
          </div>
        </dl>
        <KeyMeters of={of} />
      </div>
    </li>
  );
}

/** When a key was last used. Where the counters cannot be read, neither can this. */
const LastUsed = ({ of: { lastUsedAt, calls } }: { readonly of: Key }) => {
  if (lastUsedAt !== null) return <Time at={lastUsedAt} />;
  if (calls === null) return 'Not known now';
  return calls.today > 0 ? 'In the last minutes' : 'Never';
};
