import { useEffect, useRef, useState } from 'react';
import { useActiveKeys } from '../../api/keys.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { ActiveKeys } from './active-keys.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import type { KeyAction, KeyDialogProps } from './key-form.tsx';
import styles from './keys.module.css';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RevokedKeys } from './revoked-keys.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

// Often enough to see calls move.
const every = 5_000;

/** The account's keys: those that work, those that are revoked, and all that is done with them. */
export function KeysPage() {
  const keys = useActiveKeys({ every });
  const [asked, setAsked] = useState<KeyAction>();
  const [done, setDone] = useState<string>();
  const ask = (next: KeyAction) => {
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

/** The dialog for what is asked, new each time: nothing of the last one is left. */
export function KeyDialog({ asked, keys, onClose }: KeyDialogProps) {
  if (asked.task === 'create') return <CreateKeyDialog keys={keys} onClose={onClose} />;
  const current = keys?.find(({ keyId }) => keyId === asked.key.keyId) ?? asked.key;
  switch (asked.task) {
    case 'rename':
      return <RenameKeyDialog of={current} onClose={onClose} />;
    case 'rotate':
      return <RotateKeyDialog of={current} onClose={onClose} />;
    case 'revoke':
      return <RevokeKeyDialog of={current} onClose={onClose} />;
  }
}
