import type { Key } from '../../api/api.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** What somebody wants done, with which key. */
export type Asked = { readonly task: 'create' } | { readonly task: 'rename' | 'rotate' | 'revoke'; readonly key: Key };

export type KeyDialogProps = {
  readonly asked: Asked;
  /** The keys that work, as they were last seen: another tab may have changed them since the dialog was opened. */
  readonly keys: readonly Key[] | undefined;
  /** With what was done, where something was. */
  readonly onClose: (done?: string) => void;
};

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
