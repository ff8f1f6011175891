import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useRenameKey } from '../../api/keys.ts';
import { Dialog } from '../../components/dialog.tsx';
import { type KeyDialogProps, KeyForm, KeyProblemNotice, NameField, useOneAtATime } from './key-form.tsx';
import { nameProblem, trimmedName } from './key-name.ts';
import { nameRefusal } from './key-problem.ts';

/** Gives a key another name; its secret stays. */
export function RenameKeyDialog({ of, onClose }: { readonly of: Key } & Pick<KeyDialogProps, 'onClose'>) {
  const rename = useRenameKey();
  const [name, setName] = useState(of.name);
  const refusal = nameRefusal(rename.error);
  const change = (text: string) => {
    if (rename.error) rename.reset();
    setName(text);
  };
  const send = useOneAtATime(rename);
  const submit = () =>
    send({ keyId: of.keyId, name: trimmedName(name) }, (renamed) =>
      onClose(`The key is now called “${renamed.name}”.`),
    );
  return (
    <Dialog title={`Rename “${of.name}”`} isOpen onClose={() => onClose()} isDismissable={!rename.isPending}>
      <KeyForm
        action="Rename"
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
              description="Its secret, limits, usage and history stay as they are."
            />
            {rename.error && refusal === undefined && <KeyProblemNotice error={rename.error} task="rename" />}
          </>
        )}
      </KeyForm>
    </Dialog>
  );
}
