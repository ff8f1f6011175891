import { useLocation } from '@tanstack/react-router';
import type { Key } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useNow } from '../../components/time.tsx';
import { type KeyWarning, keyWarnings } from './key-warnings.ts';
import styles from './notices.module.css';

const shownMs = 10_000;

/** Says which keys are refused, or soon will be. */
export function KeyNotices({ keys }: { readonly keys: readonly Key[] }) {
  const now = useNow(shownMs);
  return keyWarnings(keys, now).map((warning) => (
    <div key={`${warning.id} ${warning.keyId} ${warning.text}`} className={styles.notice}>
      <Notice
        tone={warning.id === 'refused' || warning.id === 'leaked' ? 'bad' : 'caution'}
        title={warning.title}
        actions={<WarningLink warning={warning} />}
      >
        {warning.text}
      </Notice>
    </div>
  ));
}

/** Leads to what can be done, unless its page is open. */
function WarningLink({ warning: { id, keyId } }: { readonly warning: KeyWarning }) {
  const { pathname } = useLocation();
  if (id === 'refused') return pathname !== '/plan' && <LinkButton to="/plan">See plans</LinkButton>;
  if (keyId === undefined) return pathname !== '/keys' && <LinkButton to="/keys">Go to keys</LinkButton>;
  return (
    pathname !== `/keys/${keyId}` && (
      <LinkButton to="/keys/$keyId" params={{ keyId }}>
        See the key
      </LinkButton>
    )
  );
}
