import { useState } from 'react';
import { type AccountToken, useTokenChanges } from '../../../api/tokens.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { SubmitForm, useSubmit } from '../../../components/submit-form.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { nameProblem, trimmedName } from '../../keys/key-name.ts';

type TokenDialogProps = { readonly token: AccountToken; readonly onClose: () => void };

export function RenameTokenDialog({ token, onClose }: TokenDialogProps) {
  const { rename } = useTokenChanges();
  const [name, setName] = useState(token.name);
  const sending = useSubmit();
  const submit = async () => {
    await rename(token.tokenId, trimmedName(name));
    onClose();
  };
  return (
    <Dialog title={`Rename “${token.name}”`} isOpen onClose={onClose}>
      <SubmitForm sending={sending} onSubmit={submit} label="Rename token" onCancel={onClose}>
        <TextField
          label="Name"
          autoComplete="off"
          autoFocus
          isRequired
          validate={nameProblem}
          value={name}
          onChange={setName}
        />
      </SubmitForm>
    </Dialog>
  );
}
