import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Key } from '../../api/api.ts';
import { useUsage } from '../../api/usage.ts';
import { lastDayFrom } from '../../api/usage-since.ts';
import { useNow } from '../../components/time.tsx';
import { keyUseText } from './key-use.ts';
import styles from './keys.module.css';

/** What a change of a key will do, said before it happens. */
export const Consequences = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles.consequences} aria-label="What will happen">
    {children}
  </ul>
);

type ConsequenceProps = { readonly icon: LucideIcon; readonly children: ReactNode };

export const Consequence = ({ icon: Icon, children }: ConsequenceProps) => (
  <li>
    <Icon size={18} aria-hidden="true" />
    <div>{children}</div>
  </li>
);

const second = 1_000;

/** The use that an action affects: how much the key is used, and where. */
export function KeyUse({ apiKey }: { readonly apiKey: Key }) {
  const now = useNow(second);
  const { data } = useUsage({ keyId: apiKey.keyId, from: lastDayFrom(now), span: 'hour' });
  return keyUseText(apiKey, data, now);
}
