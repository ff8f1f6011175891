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

/** Gives a key a new secret, shows it once, and may give the old one a grace period. */
export function RotateKeyDialog({ apiKey, onClose }: { readonly apiKey: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const rotate = useRotateKey();
  const [rotated, setRotated] = useState<Rotated>();
  const send = useOneAtATime(rotate);
  const submit = (graceHours: number) =>
    send({ keyId: apiKey.keyId, graceHours }, ({ key, secret }) => {
      setRotated({ secret, old: expiringSecret(key, Date.now()) });
      // Keep the secret in this component's state only.
      rotate.reset();
    });
  return (
    <Dialog
      title={rotated ? `New secret of “${apiKey.name}”` : `Rotate “${apiKey.name}”`}
      size={rotated ? 'large' : 'medium'}
      isOpen
      onClose={() => onClose()}
      isDismissable={!rotated && !rotate.isPending}
    >
      {rotated ? (
        <NewSecret secret={rotated.secret} onSaved={() => onClose(`“${apiKey.name}” has a new secret.`)}>
          <p>
            <OldSecretNote old={rotated.old} />
          </p>
        </NewSecret>
      ) : (
        <RotateKeyForm apiKey={apiKey} rotate={rotate} onSubmit={submit} onCancel={() => onClose()} />
      )}
    </Dialog>
  );
}

const OldSecretNote = ({ old }: Pick<Rotated, 'old'>) => {
  if (!old) return 'The old secret no longer works.';
  return (
    <>
      The old secret, <code>{old.firstCharacters}…</code>, works until <AbsoluteTime at={old.expiresAt} />.
    </>
  );
};
