import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { SubmitForm } from '../../components/submit-form.tsx';
import { isSessionError } from '../../session/session-error.ts';
import type { Credentials } from '../../session/sign-in.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { AddressTaken } from './address-taken.tsx';
import { EmailField } from './email-field.tsx';
import { EntryPanel } from './entry-panel.tsx';
import styles from './sign-in.module.css';

export type SignUpFormProps = {
  readonly initialEmail: string;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
};

/** Address and password of an account to be. */
export function SignUpForm({ initialEmail, onSubmit }: SignUpFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  return (
    <EntryPanel title="Create an account" lead="It begins on the free plan. No card is needed.">
      <SubmitForm
        sending={sending}
        onSubmit={() => onSubmit({ email: email.trim(), password })}
        label="Create account"
        explain={(error) => isSessionError(error, 'address_taken') && <AddressTaken email={email} />}
      >
        <EmailField value={email} onChange={setEmail} autoFocus={initialEmail === ''} />
        <NewPasswordField label="Password" value={password} onChange={setPassword} autoFocus={initialEmail !== ''} />
      </SubmitForm>
      <div className={styles.ways}>
        <Link to="/sign-in" search state={{ email }}>
          I have an account: sign in
        </Link>
      </div>
    </EntryPanel>
  );
}
