import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useAccountAccess } from '../../api/account-access.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { endSession } from '../../session/sign-out.ts';
import styles from './account.module.css';
import { LostMoneyNotice } from './lost-money-notice.tsx';

/** Deletes the account, after its address was typed. */
export function DeleteAccountCard() {
  const email = useAccount().data?.email;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete account" description="Your keys stop working at once. You cannot undo this.">
      <div className={styles.row}>
        <Button variant="danger" isDisabled={email === undefined} onPress={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      <Dialog title="Delete account" isAlert isOpen={isOpen} onClose={() => setOpen(false)}>
        {email !== undefined && <DeleteAccountForm email={email} onCancel={() => setOpen(false)} />}
      </Dialog>
    </Card>
  );
}

type DeleteAccountFormProps = { readonly email: string; readonly onCancel: () => void };

function DeleteAccountForm({ email, onCancel }: DeleteAccountFormProps) {
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
