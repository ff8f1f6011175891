import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useEndpoints } from '../../api/endpoints.ts';
import { type KeyWithSecret, useRotateKey } from '../../api/keys.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Dialog } from '../../components/dialog.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import type { KeyDialogProps } from './key-form.tsx';
import { expiringSecret } from './key-state.ts';
import { LostSecret } from './lost-secret.tsx';
import { NewSecret } from './new-secret.tsx';
import { RotateKeyForm } from './rotate-key-form.tsx';

type Rotated = KeyWithSecret & { readonly graceHours: number };

/** Gives a key a new secret, shows it once, and may give the old one a grace period. */
export function RotateKeyDialog({ apiKey, onClose }: { readonly apiKey: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const rotate = useRotateKey();
  // As when a key is created: nothing moves once the secret is shown.
  useEndpoints();
  const [rotated, setRotated] = useState<Rotated>();
  const send = useOneAtATime(rotate);
  const submit = (graceHours: number) =>
    send({ keyId: apiKey.keyId, graceHours }, (answer) => {
      setRotated({ ...answer, graceHours });
      // Keep the secret in this component's state only.
      rotate.reset();
    });
  return (
    <Dialog
      title={rotated ? `New secret of “${apiKey.name}”` : `Rotate “${apiKey.name}”`}
      size={rotated?.secret ? 'large' : 'medium'}
      isOpen
      onClose={() => onClose()}
      isDismissable={!rotated && !rotate.isPending}
    >
      {!rotated && <RotateKeyForm apiKey={apiKey} rotate={rotate} onSubmit={submit} onCancel={() => onClose()} />}
      {rotated && rotated.secret !== null && (
        <NewSecret secret={rotated.secret} onSaved={() => onClose(`“${apiKey.name}” has a new secret.`)}>
          <p>
            <OldSecretNote apiKey={rotated.key} />
          </p>
        </NewSecret>
      )}
      {rotated && rotated.secret === null && (
        <LostSecret
          apiKey={rotated.key}
          done="rotated"
          graceHours={rotated.graceHours}
          onSecret={(key, secret) => setRotated({ ...rotated, key, secret })}
          onClose={() => onClose()}
        />
      )}
    </Dialog>
  );
}

const OldSecretNote = ({ apiKey }: { readonly apiKey: Key }) => {
  const old = expiringSecret(apiKey, serverNow());
  if (!old) return 'The old secret no longer works.';
  return (
    <>
      The old secret, <code>{old.firstCharacters}…</code>, works until <AbsoluteTime at={old.expiresAt} />.
    </>
  );
};
