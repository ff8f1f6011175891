import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useRevokeKey } from '../../api/keys.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { type KeyDialogProps, KeyForm, KeyProblemNotice, useOneAtATime } from './key-form.tsx';
import { isSameName } from './key-name.ts';

/** Revokes a key for good, once its name was typed. */
export function RevokeKeyDialog({ of, onClose }: { readonly of: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const revoke = useRevokeKey();
  const [typed, setTyped] = useState('');
  const isConfirmed = isSameName(typed, of.name);
  const send = useOneAtATime(revoke);
  const submit = () =>
    send({ keyId: of.keyId }, () => onClose(`“${of.name}” is revoked. Its requests are refused from now on.`));
  return (
    <Dialog title={`Revoke “${of.name}”`} isAlert isOpen onClose={() => onClose()} isDismissable={!revoke.isPending}>
      <KeyForm
        action="Revoke for good"
        isDangerous
        isValid={isConfirmed}
        isPending={revoke.isPending}
        onSubmit={submit}
        onCancel={() => onClose()}
      >
        {(isTried) => (
          <>
            <p>
              Every request with this key is refused, from the next one on and for good: a revoked key cannot be brought
              back. Its usage and history stay. A key that you create in its place today may start with its calls.
            </p>
            <TextField
              label={`To confirm, type ${of.name}`}
              autoFocus
              autoComplete="off"
              value={typed}
              onChange={setTyped}
              errorMessage={isTried && !isConfirmed ? 'This is not the key’s name.' : undefined}
            />
            {revoke.error && <KeyProblemNotice error={revoke.error} task="revoke" />}
          </>
        )}
      </KeyForm>
    </Dialog>
  );
}
