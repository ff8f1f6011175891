import { useEffect, useRef, useState } from 'react';
import { useActiveKeys } from '../../api/keys.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { ActiveKeys } from './active-keys.tsx';
import { type Asked, KeyDialog } from './key-dialog.tsx';
import styles from './keys.module.css';
import { RevokedKeys } from './revoked-keys.tsx';

// Often enough to see calls move.
const every = 5_000;

/** The account's keys: those that work, those that are revoked, and all that is done with them. */
export function KeysPage() {
  const keys = useActiveKeys({ every });
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<string>();
  const ask = (next: Asked) => {
    setDone(undefined);
    setAsked(next);
  };
  const close = (message?: string) => {
    setAsked(undefined);
    setDone(message);
  };
  return (
    <Page
      title="Keys"
      description="Use one for each service. Every key has its own limits, usage and history."
      actions={
        <Button variant="primary" onPress={() => ask({ task: 'create' })}>
          Create key
        </Button>
      }
    >
      <DoneMessage text={done} />
      <ActiveKeys query={keys} onAsk={ask} />
      <RevokedKeys />
      {asked && <KeyDialog asked={asked} keys={keys.data} onClose={close} />}
    </Page>
  );
}

/** Says what was done; it takes the focus, for the button that began it may be gone. */
function DoneMessage({ text }: { readonly text: string | undefined }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== undefined) message.current?.focus();
  }, [text]);
  return (
    <p ref={message} role="status" tabIndex={-1} className={text === undefined ? styles.quiet : styles.done}>
      {text}
    </p>
  );
}
