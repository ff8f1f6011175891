import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useAccountAccess } from '../../api/account-access.ts';
import { Card } from '../../components/card.tsx';
import { CurrentPasswordField, NewPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { renewSession } from '../../session/sign-out.ts';
import styles from './account.module.css';

/** Changes the password; the current one is required. */
export const PasswordCard = () => (
  <Card title="Password" description="Changing it ends all your sessions. This page then signs in again.">
    <div className={styles.narrow}>
      <PasswordForm />
    </div>
  </Card>
);

function PasswordForm() {
  const { data: account } = useAccount();
  const { changePassword } = useAccountAccess();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [current, setCurrent] = useState('');
  const [replacement, setReplacement] = useState('');
  const sending = useSubmit();
  const email = account?.email ?? '';
  const change = async () => {
    await changePassword(current, replacement);
    await renewSession(queryClient, router, 'password-changed', { email, password: replacement });
  };
  return (
    <SubmitForm sending={sending} onSubmit={change} label="Change password">
      <CurrentPasswordField label="Current password" email={email} value={current} onChange={setCurrent} />
      <NewPasswordField label="New password" email={email} value={replacement} onChange={setReplacement} />
    </SubmitForm>
  );
}
