import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useCreateKey } from '../../api/keys.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { type KeyDialogProps, useOneAtATime } from './key-form.tsx';
import { StartingCalls } from './key-row.tsx';
import { LostSecret } from './lost-secret.tsx';
import { NewSecret } from './new-secret.tsx';

type Made = { readonly key: Key; readonly secret: string | null };

/** Makes a key and shows its secret, the one time that it is to be had. */
export function CreateKeyDialog({ keys, onClose }: Pick<KeyDialogProps, 'keys' | 'onClose'>) {
  const create = useCreateKey();
  // One for each opening: however often the request is sent from here, it makes one key.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [made, setMade] = useState<Made>();
  const send = useOneAtATime(create);
  const submit = (name: string) =>
    send({ name, idempotencyKey }, (answer) => {
      setMade(answer);
      // The secret stays in this component's state only.
      create.reset();
    });
  const finish = () => onClose(made && `“${made.key.name}” is ready. Its calls show here as they come in.`);
  return (
    <Dialog
      title={made ? `Secret of “${made.key.name}”` : 'Create a key'}
      size={made?.secret ? 'large' : 'medium'}
      isOpen
      onClose={() => onClose()}
      isDismissable={!made && !create.isPending}
    >
      {!made && <CreateKeyForm keys={keys} create={create} onSubmit={submit} onCancel={() => onClose()} />}
      {made && made.secret !== null && (
        <NewSecret secret={made.secret} onSaved={finish}>
          <StartingCalls of={made.key} />
        </NewSecret>
      )}
      {made && made.secret === null && (
        <LostSecret of={made.key} onSecret={(secret) => setMade({ ...made, secret })} onClose={() => onClose()} />
      )}
    </Dialog>
  );
}
