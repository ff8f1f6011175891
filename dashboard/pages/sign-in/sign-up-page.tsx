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

/** Creates an account and signs in. */
export function SignUpPage() {
  const entry = useSignInFlow();
  const [email, setEmail] = useState(useCarriedState().email);
  const start = async (credentials: Credentials) => {
    const started = await signUp(credentials);
    setEmail(credentials.email);
    entry.showAddressCode(credentials, started === 'started-before');
  };
  return (
    <SignInSteps entry={entry}>
      <SignUpForm initialEmail={email} onSubmit={start} />
    </SignInSteps>
  );
}

type SignUpFormProps = {
  readonly initialEmail: string;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
};

/** The email address and password of a new account. */
function SignUpForm({ initialEmail, onSubmit }: SignUpFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  return (
    <SignInPanel title="Create an account" lead="Start on the free plan. No card required.">
      <SubmitForm
        sending={sending}
        onSubmit={() => onSubmit({ email: email.trim(), password })}
        label="Create account"
        explain={(error) => isSessionError(error, 'address_taken') && <AddressTaken email={email} />}
      >
        <EmailField value={email} onChange={setEmail} autoFocus={initialEmail === ''} />
        <NewPasswordField label="Password" value={password} onChange={setPassword} autoFocus={initialEmail !== ''} />
      </SubmitForm>
      <div className={styles.links}>
        <Link to="/sign-in" search state={{ email }}>
          Have an account? Sign in
        </Link>
      </div>
    </SignInPanel>
  );
}

/** Says that the address already has an account, with links to sign in and to reset the password. */
const AddressTaken = ({ email }: { readonly email: string }) => (
  <Notice tone="bad">
    An account with this address already exists.{' '}
    <Link to="/sign-in" search state={{ email }}>
      Sign in
    </Link>{' '}
    or{' '}
    <Link to="/forgot-password" search state={{ email }}>
      reset your password
    </Link>
    .
  </Notice>
);
