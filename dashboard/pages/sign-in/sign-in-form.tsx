import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PasswordField } from '../../components/password-field.tsx';
import { SubmitForm } from '../../components/submit-form.tsx';
import type { Credentials } from '../../session/sign-in.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { EntryPanel } from './entry-panel.tsx';
import styles from './sign-in.module.css';
import { useCarried } from './use-carried.ts';
import { Why } from './why.tsx';

/** Address and password. */
export function SignInForm({ onSubmit }: { readonly onSubmit: (credentials: Credentials) => Promise<void> }) {
  const carried = useCarried();
  const [email, setEmail] = useState(carried.email);
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  return (
    <EntryPanel title="Sign in">
      <Why />
      <SubmitForm sending={sending} onSubmit={() => onSubmit({ email: email.trim(), password })} label="Sign in">
        <EmailField value={email} onChange={setEmail} autoFocus={carried.email === ''} />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          name="password"
          autoComplete="current-password"
          autoFocus={carried.email !== ''}
        />
      </SubmitForm>
      <div className={styles.ways}>
        <Link to="/sign-up" search state={{ email }}>
          Create an account
        </Link>
        <Link to="/forgot-password" search state={{ email }}>
          Forgotten password?
        </Link>
      </div>
    </EntryPanel>
  );
}
