import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useRotateKey } from '../../api/keys.ts';
import { Dialog } from '../../components/dialog.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import { type KeyDialogProps, useOneAtATime } from './key-form.tsx';
import { type ExpiringSecret, expiringSecret } from './key-state.ts';
import { NewSecret } from './new-secret.tsx';
import { RotateKeyForm } from './rotate-key-form.tsx';

type Rotated = { readonly secret: string; readonly old: ExpiringSecret | undefined };

/** Gives a key a new secret, with a grace for the one before, and shows the new one once. */
export function RotateKeyDialog({ of, onClose }: { readonly of: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const rotate = useRotateKey();
  const [rotated, setRotated] = useState<Rotated>();
  const send = useOneAtATime(rotate);
  const submit = (graceHours: number) =>
    send({ keyId: of.keyId, graceHours }, ({ key, secret }) => {
      setRotated({ secret, old: expiringSecret(key, Date.now()) });
      // The secret stays in this component's state only.
      rotate.reset();
    });
  return (
    <Dialog
      title={rotated ? `New secret of “${of.name}”` : `Rotate “${of.name}”`}
      size={rotated ? 'large' : 'medium'}
      isOpen
      onClose={() => onClose()}
      isDismissable={!rotated && !rotate.isPending}
    >
      {rotated ? (
        <NewSecret secret={rotated.secret} onSaved={() => onClose(`“${of.name}” has a new secret.`)}>
          <p>
            <Before old={rotated.old} />
          </p>
        </NewSecret>
      ) : (
        <RotateKeyForm of={of} rotate={rotate} onSubmit={submit} onCancel={() => onClose()} />
      )}
    </Dialog>
  );
}

const Before = ({ old }: Pick<Rotated, 'old'>) => {
  if (!old) return 'The secret before is refused from now on.';
  return (
    <>
      The secret before, <code>{old.firstCharacters}…</code>, works until <AbsoluteTime at={old.expiresAt} />.
    </>
  );
};
