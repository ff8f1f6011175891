import { useCallback, useEffect, useRef, useState } from 'react';
import type { Key } from '../../api/api.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import type { KeyAction, KeyDialogProps } from './key-form.tsx';
import styles from './keys.module.css';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/**
 * What a user does with keys: the open dialog, and what the last one did.
 * @param keys at the last fetch: another tab may have changed them since the dialog opened
 */
export function useKeyActions(keys: readonly Key[] | undefined) {
  const [action, setAction] = useState<KeyAction>();
  const [done, setDone] = useState<string>();
  const close = (message?: string) => {
    setAction(undefined);
    setDone(message);
  };
  const open = useCallback((next: KeyAction) => {
    setDone(undefined);
    setAction(next);
  }, []);
  return {
    open,
    message: <DoneMessage text={done} />,
    dialog: action && <KeyDialog action={action} keys={keys} onClose={close} />,
  };
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
