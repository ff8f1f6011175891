import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountAccess } from '../../api/account-access.ts';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { endSession } from '../../session/sign-out.ts';
import styles from './account.module.css';
import { LostMoneyNotice } from './lost-money-notice.tsx';

type DeleteAccountFormProps = { readonly email: string; readonly onCancel: () => void };

/** What is lost, and the address and the password that confirm it. */
export function DeleteAccountForm({ email, onCancel }: DeleteAccountFormProps) {
  const { deleteAccount } = useAccountAccess();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  const remove = async () => {
    await deleteAccount(typed.trim(), password);
    await endSession(queryClient, router, 'deleted');
  };
  return (
    <>
      <LostMoneyNotice />
      <ul className={styles.list}>
        <li>All your keys stop working at once, and all your sessions end. A paid subscription ends, too.</li>
        <li>Your email address, your keys’ names and your activity are deleted at once.</li>
        <li>
          Usage figures and the history of requests can no longer be read here. They are deleted after at most 400 days.
        </li>
        <li>
          Backups keep deleted data for up to 35 days. The operator’s logs keep the network addresses of your requests
          until the logs are deleted.
        </li>
        <li>Export your data first if you want to keep it.</li>
      </ul>
      <SubmitForm sending={sending} onSubmit={remove} label="Delete account" isDanger onCancel={onCancel}>
        <TextField
          label={`To confirm, type ${email}`}
          type="email"
          autoComplete="off"
          spellCheck="false"
          value={typed}
          onChange={setTyped}
          validate={(text) => (isSame(text, email) ? undefined : 'The address does not match.')}
          autoFocus
          isRequired
        />
        <CurrentPasswordField label="Password" email={email} value={password} onChange={setPassword} />
      </SubmitForm>
    </>
  );
}

const isSame = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
