import { useState } from 'react';
import { useAccount } from '../../../api/account.ts';
import { type AccountToken, useTokenChanges } from '../../../api/tokens.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { CurrentPasswordField } from '../../../components/password-fields.tsx';
import { Segments } from '../../../components/segments.tsx';
import { Select } from '../../../components/select.tsx';
import { SubmitForm, useSubmit } from '../../../components/submit-form.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { nameProblem, trimmedName } from '../../keys/key-name.ts';
import { NewToken } from './new-token.tsx';
import { daysOf, type Expiry, expiryChoices, permissionChoices, permissionHints, permissionsOf } from './token-text.ts';

type Created = { readonly token: AccountToken; readonly secret: string | null };

/** Creates an account token and shows it, the only time that it can be shown. */
export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<Created>();
  return (
    <Dialog
      title={created ? `Token “${created.token.name}”` : 'Create account token'}
      isOpen
      onClose={onClose}
      isDismissable={!created}
    >
      {!created && <CreateTokenForm onCreated={setCreated} onCancel={onClose} />}
      {created && created.secret !== null && <NewToken secret={created.secret} onSaved={onClose} />}
      {created && created.secret === null && <LostToken name={created.token.name} onClose={onClose} />}
    </Dialog>
  );
}

type CreateTokenFormProps = { readonly onCreated: (created: Created) => void; readonly onCancel: () => void };

function CreateTokenForm({ onCreated, onCancel }: CreateTokenFormProps) {
  const email = useAccount().data?.email ?? '';
  const { create } = useTokenChanges();
  const [name, setName] = useState('');
  const [choice, setChoice] = useState<keyof typeof permissionsOf>('read');
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  const submit = async () =>
    onCreated(
      await create({ name: trimmedName(name), permissions: permissionsOf[choice], days: daysOf(expiry), password }),
    );
  return (
    <SubmitForm sending={sending} onSubmit={submit} label="Create token" onCancel={onCancel}>
      <TextField
        label="Name"
        description="Say what uses it, for example “Terraform”."
        autoComplete="off"
        autoFocus
        isRequired
        validate={nameProblem}
        value={name}
        onChange={setName}
      />
      <div>
        <Segments label="It may" choices={permissionChoices} value={choice} onChange={setChoice} />
        <p>{permissionHints[choice]}</p>
      </div>
      <Select label="Expires after" choices={expiryChoices} value={expiry} onChange={setExpiry} />
      <CurrentPasswordField label="Password" email={email} value={password} onChange={setPassword} />
    </SubmitForm>
  );
}

/** Shown if an earlier try created the token, but its answer was lost. */
const LostToken = ({ name, onClose }: { readonly name: string; readonly onClose: () => void }) => (
  <>
    <Notice tone="caution" title={`“${name}” was created, but the token was lost`}>
      An earlier try created it, but its answer did not arrive. A token is shown only once: revoke this one, and create
      another.
    </Notice>
    <DialogActions>
      <Button variant="primary" onPress={onClose}>
        Close
      </Button>
    </DialogActions>
  </>
);
