import { Link } from '@tanstack/react-router';
import { type ComponentProps, memo, useId } from 'react';
import { useAccount } from '../../../api/account.ts';
import type { Key, UsageByKey } from '../../../api/api.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { DateOf } from '../../../components/time.tsx';
import { CallsToday, Figure } from '../calls-today.tsx';
import { KeyQuota, LastUsed, OldSecretExpiry, SecretStart } from '../key-facts.tsx';
import type { KeyAction } from '../key-form.tsx';
import rows from '../key-rows.module.css';
import { keyState } from '../key-state.ts';
import styles from './key-list.module.css';

/** Calls and errors of the current UTC day; undefined while they are not known. */
type UseToday = Pick<UsageByKey['keys'][number], 'calls' | 'errors'> | undefined;

type KeyRowProps = {
  readonly apiKey: Key;
  readonly today: UseToday;
  /** Calls that `today` does not have yet. */
  readonly toCome: number;
  /** The start of the current UTC day, ISO 8601. */
  readonly from: string;
  readonly onAction: (action: KeyAction) => void;
};

/** A key in the list: who it is, what it used today, and what can be done with it. */
export const KeyRow = memo(({ apiKey, today, toCome, from, onAction }: KeyRowProps) => {
  const id = useId();
  const { keyId, name, createdAt, state } = apiKey;
  const { label, tone } = keyState(apiKey, useAccount().data);
  return (
    <li className={`${rows.key} ${styles.key}`} aria-labelledby={id}>
      <div className={styles.who}>
        <div className={styles.title}>
          <h3 id={id} className={styles.name}>
            <Link to="/keys/$keyId" params={{ keyId }}>
              {name}
            </Link>
          </h3>
          {tone !== 'good' && <Badge tone={tone}>{label}</Badge>}
        </div>
        <p className={styles.muted}>
          <SecretStart apiKey={apiKey} />
          <span className={styles.created}>
            {state === 'active' && ' · '}Created <DateOf at={createdAt} />
          </span>
        </p>
        <OldSecretExpiry apiKey={apiKey} />
      </div>
      <div className={styles.quota}>{state === 'active' && <KeyQuota apiKey={apiKey} />}</div>
      <CallsToday keyId={keyId} from={from} usage={today} toCome={toCome} className={styles.figures}>
        <Figure name="Last used">
          <LastUsed apiKey={apiKey} />
        </Figure>
      </CallsToday>
      <div className={styles.actions}>
        {state === 'active' && <KeyButtons apiKey={apiKey} onAction={onAction} variant="quiet" size="small" />}
      </div>
    </li>
  );
});

const tasks = [
  { task: 'rename', label: 'Rename' },
  { task: 'rotate', label: 'Rotate' },
  { task: 'revoke', label: 'Revoke' },
] as const;

type KeyButtonsProps = Pick<KeyRowProps, 'apiKey' | 'onAction'> &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size'>;

/** What can be done with an active key. */
export const KeyButtons = ({ apiKey, onAction, ...look }: KeyButtonsProps) =>
  tasks.map(({ task, label }) => (
    <Button key={task} {...look} aria-label={`${label} ${apiKey.name}`} onPress={() => onAction({ task, key: apiKey })}>
      {label}
    </Button>
  ));
