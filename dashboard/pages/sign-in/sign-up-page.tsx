import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { NewPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { useCarriedState } from '../../session/carried-state.ts';
import { isSessionError } from '../../session/session-error.ts';
import type { Credentials } from '../../session/sign-in.ts';
import { signUp } from '../../session/sign-up.ts';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { useSignInFlow } from './use-sign-in-flow.ts';

/** Making an account, up to its first page. */
export function SignUpPage() {
  const entry = useSignInFlow();
  const [email, setEmail] = useState(useCarriedState().email);
  const begin = async (credentials: Credentials) => {
    const begun = await signUp(credentials);
    setEmail(credentials.email);
    entry.toAddressCode(credentials, begun === 'begun-before');
  };
  return (
    <SignInSteps entry={entry}>
      <SignUpForm initialEmail={email} onSubmit={begin} />
    </SignInSteps>
  );
}

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
    <SignInPanel title="Create an account" lead="It begins on the free plan. No card is needed.">
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
    </SignInPanel>
  );
}

/** Says that an address has its account, and leads to it. */
export const AddressTaken = ({ email }: { readonly email: string }) => (
  <Notice tone="bad">
    There is an account with this address already.{' '}
    <Link to="/sign-in" search state={{ email }}>
      Sign in
    </Link>{' '}
    or{' '}
    <Link to="/forgot-password" search state={{ email }}>
      set a new password
    </Link>
    .
  </Notice>
);
