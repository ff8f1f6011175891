import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountAccess } from '../../api/account-access.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField, TextField } from '../../components/text-field.tsx';
import { proveNewAddress } from '../../session/email-address.ts';
import { type Credentials, cleanCode } from '../../session/sign-in.ts';
import { renewSession } from '../../session/sign-out.ts';
import { ResendCode } from '../sign-in/resend-code.tsx';

type ChangeEmailDialogProps = { readonly email: string; readonly onClose: () => void };

/** Changes the email address: the password proves who asks, and a code that the user reads the new address's mail. */
export function ChangeEmailDialog({ email, onClose }: ChangeEmailDialogProps) {
  const { setUpEmail } = useAccountAccess();
  const [sentTo, setSentTo] = useState<Credentials>();
  const send = (credentials: Credentials) => setUpEmail(credentials.email, credentials.password);
  return (
    <Dialog title="Change email address" isOpen onClose={onClose} isDismissable={!sentTo}>
      {sentTo ? (
        <NewAddressCode credentials={sentTo} sendAgain={() => send(sentTo)} onCancel={onClose} />
      ) : (
        <NewAddress
          email={email}
          onSubmit={async (credentials) => {
            await send(credentials);
            setSentTo(credentials);
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

type NewAddressProps = {
  readonly email: string;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
  readonly onCancel: () => void;
};

function NewAddress({ email, onSubmit, onCancel }: NewAddressProps) {
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  return (
    <>
      <p>We send a code to the new address. Nothing changes until you enter it.</p>
      <SubmitForm
        sending={sending}
        onSubmit={() => onSubmit({ email: address.trim(), password })}
        label="Send code"
        onCancel={onCancel}
      >
        <TextField
          label="New email address"
          type="email"
          autoComplete="off"
          spellCheck="false"
          value={address}
          onChange={setAddress}
          autoFocus
          isRequired
        />
        <CurrentPasswordField label="Password" email={email} value={password} onChange={setPassword} />
      </SubmitForm>
    </>
  );
}

type NewAddressCodeProps = {
  /** The new address and the password. */
  readonly credentials: Credentials;
  readonly sendAgain: () => Promise<unknown>;
  readonly onCancel: () => void;
};

function NewAddressCode({ credentials, sendAgain, onCancel }: NewAddressCodeProps) {
  const { confirmEmail } = useAccountAccess();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [code, setCode] = useState('');
  const [sends, setSends] = useState(1);
  const [isProved, setProved] = useState(false);
  const sending = useSubmit();
  const confirm = async () => {
    if (!isProved) await proveNewAddress(cleanCode(code));
    // The code works once. If the rest fails, the next try goes on from here.
    setProved(true);
    await confirmEmail();
    await renewSession(queryClient, router, 'email-changed', credentials);
  };
  return (
    <>
      <p>
        We sent a code to <strong>{credentials.email}</strong>. Changing the address ends all your sessions; this page
        then signs in again.
      </p>
      <SubmitForm sending={sending} onSubmit={confirm} label="Change address" onCancel={onCancel}>
        <CodeField key={sends} label="Code" value={code} onChange={setCode} />
      </SubmitForm>
      <ResendCode
        send={async () => void (await sendAgain())}
        onSent={() => {
          setCode('');
          setSends(sends + 1);
        }}
      />
    </>
  );
}
