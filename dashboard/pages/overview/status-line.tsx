import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleHelp, OctagonX } from 'lucide-react';
import { memo } from 'react';
import type { Key } from '../../api/api.ts';
import { useNetworks } from '../../api/networks.ts';
import { RelativeTime } from '../../components/time.tsx';
import { summarizeNetworks } from '../../format/network-states.ts';
import { lastCallAt } from './key-rows.ts';
import styles from './status-line.module.css';

const icons = { good: CircleCheck, caution: CircleAlert, bad: OctagonX, neutral: CircleHelp };

/** Whether it is working: the networks, and the last call of an active key. */
export const StatusLine = memo(({ keys }: { readonly keys: readonly Key[] | undefined }) => (
  <div className={styles.line}>
    <NetworkState />
    <LastCall keys={keys} />
  </div>
));

function NetworkState() {
  const { data, error } = useNetworks();
  const { tone, label } = data
    ? summarizeNetworks(data)
    : ({
        tone: 'neutral',
        label: error ? 'The state of the networks cannot be read' : 'Checking the networks…',
      } as const);
  const Icon = icons[tone];
  return (
    <p role="status" className={`${styles.item} ${styles[tone]}`}>
      <Icon size={18} aria-hidden="true" />
      <Link to="/status">{label}</Link>
    </p>
  );
}

const LastCall = ({ keys }: { readonly keys: readonly Key[] | undefined }) => {
  const at = keys && lastCallAt(keys);
  return (
    <p className={styles.item}>
      {at !== undefined && (
        <Link to="/history">
          Last call <RelativeTime at={at} />
        </Link>
      )}
    </p>
  );
};
