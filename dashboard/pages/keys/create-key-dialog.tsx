import { useState } from 'react';
import { useEndpoints } from '../../api/endpoints.ts';
import { type KeyWithSecret, useCreateKey } from '../../api/keys.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { StartingCalls } from './key-facts.tsx';
import type { KeyDialogProps } from './key-form.tsx';
import { LostSecret } from './lost-secret.tsx';
import { NewSecret } from './new-secret.tsx';

/** Creates a key and shows its secret, the only time that it can be shown. */
export function CreateKeyDialog({ keys, onClose }: Pick<KeyDialogProps, 'keys' | 'onClose'>) {
  const create = useCreateKey();
  // Loaded while the name is typed: what arrives later moves the button below the secret away from the pointer.
  useEndpoints();
  // One per dialog: repeated requests create one key.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [created, setCreated] = useState<KeyWithSecret>();
  const send = useOneAtATime(create);
  const submit = (name: string) =>
    send({ name, idempotencyKey }, (answer) => {
      setCreated(answer);
      // Keep the secret in this component's state only.
      create.reset();
    });
  const finish = () => onClose(created && `“${created.key.name}” is ready. Its calls will show here.`);
  return (
    <Dialog
      title={created ? `Secret of “${created.key.name}”` : 'Create key'}
      size={created?.secret ? 'large' : 'medium'}
      isOpen
      onClose={() => onClose()}
      isDismissable={!created && !create.isPending}
    >
      {!created && <CreateKeyForm keys={keys} create={create} onSubmit={submit} onCancel={() => onClose()} />}
      {created && created.secret !== null && (
        <NewSecret secret={created.secret} onSaved={finish}>
          <StartingCalls apiKey={created.key} />
        </NewSecret>
      )}
      {created && created.secret === null && (
        <LostSecret
          apiKey={created.key}
          done="created"
          graceHours={0}
          onSecret={(key, secret) => setCreated({ key, secret })}
          onClose={() => onClose()}
        />
      )}
    </Dialog>
  );
}
