import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../api/account.ts';
import type { Key } from '../../../api/api.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { AbsoluteTime, useNow } from '../../../components/time.tsx';
import { formatCountdown } from '../../../format/times.ts';
import { keyState } from '../key-state.ts';
import { EndSecretDialog } from './end-secret-dialog.tsx';
import styles from './key-page.module.css';

const second = 1_000;

type Secret = Key['secrets'][number];

/** The secrets of a key that work, and until when. While there are two, each can be ended alone. */
export function KeySecrets({ apiKey }: { readonly apiKey: Pick<Key, 'keyId' | 'state' | 'secrets'> }) {
  const now = useNow(second);
  const isRefused = keyState(apiKey, useAccount().data).tone === 'bad';
  const [ending, setEnding] = useState<Secret>();
  const list = useFocusAfter(ending !== undefined);
  const working = apiKey.secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  const other = working.find(({ secretId }) => secretId !== ending?.secretId);
  return (
    <Card title="Secrets" description="Only their first characters are stored. To get a new secret, rotate the key.">
      {working.length === 0 && <p>No secret of this key works any more.</p>}
      <ul ref={list} tabIndex={-1} className={styles.secrets}>
        {working.map((secret) => (
          <li key={secret.secretId} className={styles.secret}>
            <code>{secret.firstCharacters}…</code>
            <SecretState secret={secret} isRefused={isRefused} now={now} />
            {secret.leakedAt && <Badge tone="bad">Reported as leaked</Badge>}
            {working.length > 1 && (
              <Button size="small" aria-label={`End now: ${secret.firstCharacters}…`} onPress={() => setEnding(secret)}>
                End now
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && other && (
        <EndSecretDialog keyId={apiKey.keyId} secret={ending} other={other} onClose={() => setEnding(undefined)} />
      )}
    </Card>
  );
}

/** An element that takes the focus after a dialog whose button is gone. */
function useFocusAfter(isOpen: boolean) {
  const element = useRef<HTMLUListElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // After the dialog has tried to give the focus back.
    if (wasOpen.current && !isOpen) {
      requestAnimationFrame(() => document.activeElement === document.body && element.current?.focus());
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return element;
}

type SecretStateProps = { readonly secret: Secret; readonly isRefused: boolean; readonly now: number };

/** @param isRefused whether all requests of the account's keys are refused now */
function SecretState({ secret: { expiresAt }, isRefused, now }: SecretStateProps) {
  if (isRefused) return <Badge tone="bad">Refused now</Badge>;
  if (expiresAt === null) return <Badge tone="good">Works</Badge>;
  return (
    <>
      <Badge tone="caution">Expires in {formatCountdown(Date.parse(expiresAt) - now)}</Badge>
      <span className={styles.muted}>
        Works until <AbsoluteTime at={expiresAt} />
      </span>
    </>
  );
}
