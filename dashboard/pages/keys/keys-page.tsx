import { useEffect, useRef, useState } from 'react';
import { useActiveKeys } from '../../api/keys.ts';
import { Page } from '../../components/page.tsx';
import { ActiveKeys } from './active-keys.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { CreateKeyButton } from './key-allowance.tsx';
import type { KeyAction, KeyDialogProps } from './key-form.tsx';
import styles from './keys.module.css';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RevokedKeys } from './revoked-keys.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

// Often enough to see the counters move.
const intervalMs = 5_000;

/** The account's active and revoked keys, and the dialogs that change them. */
export function KeysPage() {
  const keys = useActiveKeys({ intervalMs });
  const [action, setAction] = useState<KeyAction>();
  const [done, setDone] = useState<string>();
  const openDialog = (next: KeyAction) => {
    setDone(undefined);
    setAction(next);
  };
  const close = (message?: string) => {
    setAction(undefined);
    setDone(message);
  };
  return (
    <Page
      title="Keys"
      description="Create one for each service. Each key has its own limits, usage and history."
      actions={<CreateKeyButton label="Create key" onPress={() => openDialog({ task: 'create' })} />}
    >
      <DoneMessage text={done} />
      <ActiveKeys query={keys} onAction={openDialog} />
      <RevokedKeys />
      {action && <KeyDialog action={action} keys={keys.data} onClose={close} />}
    </Page>
  );
}

/** Says what was done. It takes the focus, because the button that had it may be gone. */
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

/** The dialog for an action, mounted for each action so that no state is left over. */
function KeyDialog({ action, keys, onClose }: KeyDialogProps) {
  if (action.task === 'create') return <CreateKeyDialog keys={keys} onClose={onClose} />;
  const current = keys?.find(({ keyId }) => keyId === action.key.keyId) ?? action.key;
  switch (action.task) {
    case 'rename':
      return <RenameKeyDialog apiKey={current} onClose={onClose} />;
    case 'rotate':
      return <RotateKeyDialog apiKey={current} onClose={onClose} />;
    case 'revoke':
      return <RevokeKeyDialog apiKey={current} onClose={onClose} />;
  }
}
