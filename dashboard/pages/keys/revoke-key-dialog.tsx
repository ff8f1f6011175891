import { Ban, History, KeyRound, Users } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useActiveKeys, useRevokeKey } from '../../api/keys.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useNow } from '../../components/time.tsx';
import { Consequence, Consequences, KeyUse } from './consequences.tsx';
import { type KeyDialogProps, KeyForm, KeyProblemNotice } from './key-form.tsx';
import { isSameName, revokeConfirmation } from './key-name.ts';
import { isInUse, slotText } from './key-use.ts';

const refreshedMs = 10_000;

/** Revokes a key permanently, after its name was typed. */
export function RevokeKeyDialog({ apiKey, onClose }: { readonly apiKey: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const revoke = useRevokeKey();
  const [typed, setTyped] = useState('');
  const now = useNow(refreshedMs);
  const expected = revokeConfirmation(apiKey, useActiveKeys().data ?? []);
  const isConfirmed = isSameName(typed, expected);
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
            {isInUse(apiKey, now) && (
              <Notice tone="caution" title="This key is in use">
                Services that send its secret will fail. To replace only the secret, rotate the key instead.
              </Notice>
            )}
            <Consequences>
              <Consequence icon={Ban}>
                Every further request with this key is refused. You cannot undo this. <SecretsThatEnd apiKey={apiKey} />
              </Consequence>
              <Consequence icon={Users}>
                <KeyUse apiKey={apiKey} />
              </Consequence>
              <Consequence icon={KeyRound}>{slotText(apiKey)}</Consequence>
              <Consequence icon={History}>Its usage and history stay, as long as your plan keeps them.</Consequence>
            </Consequences>
            <TextField
              label={`To confirm, type ${expected}`}
              description={
                expected === apiKey.name
                  ? undefined
                  : 'Another of your keys has the same name. Type the first characters of the secret.'
              }
              autoFocus
              autoComplete="off"
              value={typed}
              onChange={setTyped}
              errorMessage={isTried && !isConfirmed ? 'The text does not match.' : undefined}
            />
            {revoke.error && <KeyProblemNotice error={revoke.error} task="revoke" />}
          </>
        )}
      </KeyForm>
    </Dialog>
  );
}

/** Names the secrets by their first characters, so that the reader can find them. */
const SecretsThatEnd = ({ apiKey: { secrets } }: { readonly apiKey: Pick<Key, 'secrets'> }) =>
  secrets.map(({ firstCharacters }, index) => (
    <Fragment key={firstCharacters}>
      {index > 0 && ' and '}
      <code>{firstCharacters}…</code>
      {index === secrets.length - 1 && (secrets.length > 1 ? ' stop working at once.' : ' stops working at once.')}
    </Fragment>
  ));
