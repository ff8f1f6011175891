import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useRenameKey } from '../../api/keys.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { type KeyDialogProps, KeyForm, KeyProblemNotice, NameField } from './key-form.tsx';
import { nameProblem, trimmedName } from './key-name.ts';
import { nameRefusal } from './key-problem.ts';

/** Renames a key; its secret does not change. */
export function RenameKeyDialog({ apiKey, onClose }: { readonly apiKey: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const rename = useRenameKey();
  const [name, setName] = useState(apiKey.name);
  const refusal = nameRefusal(rename.error);
  const change = (text: string) => {
    if (rename.error) rename.reset();
    setName(text);
  };
  const send = useOneAtATime(rename);
  const submit = () =>
    send({ keyId: apiKey.keyId, name: trimmedName(name) }, (renamed) =>
      onClose(`The key was renamed to “${renamed.name}”.`),
    );
  return (
    <Dialog title={`Rename “${apiKey.name}”`} isOpen onClose={() => onClose()} isDismissable={!rename.isPending}>
      <KeyForm
        action="Rename key"
        isValid={nameProblem(name) === undefined}
        isPending={rename.isPending}
        onSubmit={submit}
        onCancel={() => onClose()}
      >
        {(isTried) => (
          <>
            <NameField
              value={name}
              onChange={change}
              refusal={refusal}
              isTried={isTried}
              description="The secret, limits, usage and history do not change."
            />
            {rename.error && refusal === undefined && <KeyProblemNotice error={rename.error} task="rename" />}
          </>
        )}
      </KeyForm>
    </Dialog>
  );
}
