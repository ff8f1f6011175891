import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useRevokeKey } from '../../api/keys.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { type KeyDialogProps, KeyForm, KeyProblemNotice } from './key-form.tsx';
import { isSameName } from './key-name.ts';

/** Revokes a key permanently, after its name was typed. */
export function RevokeKeyDialog({ apiKey, onClose }: { readonly apiKey: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const revoke = useRevokeKey();
  const [typed, setTyped] = useState('');
  const isConfirmed = isSameName(typed, apiKey.name);
  const send = useOneAtATime(revoke);
  const submit = () =>
    send({ keyId: apiKey.keyId }, () => onClose(`“${apiKey.name}” is revoked. Its requests are now refused.`));
  return (
    <Dialog
      title={`Revoke “${apiKey.name}”`}
      isAlert
      isOpen
      onClose={() => onClose()}
      isDismissable={!revoke.isPending}
    >
      <KeyForm
        action="Revoke key"
        isDangerous
        isValid={isConfirmed}
        isPending={revoke.isPending}
        onSubmit={submit}
        onCancel={() => onClose()}
      >
        {(isTried) => (
          <>
            <p>
              All further requests with this key will be refused. You cannot undo this. The usage and history stay. If
              you create another key today, its quota for today may be reduced by the calls of this key.
            </p>
            <TextField
              label={`To confirm, type ${apiKey.name}`}
              autoFocus
              autoComplete="off"
              value={typed}
              onChange={setTyped}
              errorMessage={isTried && !isConfirmed ? 'The name does not match.' : undefined}
            />
            {revoke.error && <KeyProblemNotice error={revoke.error} task="revoke" />}
          </>
        )}
      </KeyForm>
    </Dialog>
  );
}
