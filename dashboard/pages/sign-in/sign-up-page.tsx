import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { NewPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { useService, useSignUpPolicy } from '../../service.ts';
import { useCarriedState } from '../../session/carried-state.ts';
import { isSessionError } from '../../session/session-error.ts';
import type { Credentials } from '../../session/sign-in.ts';
import { signUp } from '../../session/sign-up.ts';
import { addressProblem, signUpCondition } from '../../session/sign-up-condition.ts';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { useSignInFlow } from './use-sign-in-flow.ts';

/** Creates an account and signs in. */
export function SignUpPage() {
  const entry = useSignInFlow();
  const isClosed = useSignUpPolicy() === 'closed';
  const [email, setEmail] = useState(useCarriedState().email);
  const start = async (credentials: Credentials) => {
    const started = await signUp(credentials);
    setEmail(credentials.email);
    entry.showAddressCode(credentials, started === 'started-before');
  };
  return (
    <SignInSteps entry={entry}>
      {isClosed ? <SignUpClosed /> : <SignUpForm initialEmail={email} onSubmit={start} />}
    </SignInSteps>
  );
}

/** Shown instead of the form if only the operator creates accounts. */
const SignUpClosed = () => (
  <SignInPanel title="Sign-up is closed" lead={signUpCondition('closed')}>
    <p>
      <ContactSupport />
    </p>
    <div className={styles.links}>
      <Link to="/sign-in" search>
        Have an account? Sign in
      </Link>
    </div>
  </SignInPanel>
);

type SignUpFormProps = {
  readonly initialEmail: string;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
};

/** The email address and password of a new account. */
function SignUpForm({ initialEmail, onSubmit }: SignUpFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const policy = useSignUpPolicy();
  const sending = useSubmit();
  const condition = signUpCondition(policy);
  return (
    <SignInPanel title="Create an account" lead={condition ?? 'Start on the free plan. No card required.'}>
      <SubmitForm
        sending={sending}
        onSubmit={() => onSubmit({ email: email.trim(), password })}
        label="Create account"
        explain={(error) => {
          if (isSessionError(error, 'address_taken')) return <AddressTaken email={email} />;
          return isSessionError(error, 'sign_up_refused') && <SignUpRefused error={error} condition={condition} />;
        }}
      >
        <EmailField
          value={email}
          onChange={setEmail}
          autoFocus={initialEmail === ''}
          validate={(typed) => addressProblem(policy, typed)}
        />
        <NewPasswordField label="Password" value={password} onChange={setPassword} autoFocus={initialEmail !== ''} />
      </SubmitForm>
      <TermsNote />
      <div className={styles.links}>
        <Link to="/sign-in" search state={{ email }}>
          Have an account? Sign in
        </Link>
      </div>
    </SignInPanel>
  );
}

/** Says what the user accepts, if the operator has terms. */
function TermsNote() {
  const { terms } = useService();
  if (terms === undefined) return null;
  return (
    <p className={styles.note}>
      By creating an account, you accept the <a href={terms}>terms</a>.
    </p>
  );
}

type SignUpRefusedProps = { readonly error: Error; readonly condition: string | undefined };

/** Says that the user pool refused the address by the operator's policy. */
const SignUpRefused = ({ error, condition }: SignUpRefusedProps) => (
  <Notice tone="bad" title={error.message}>
    {condition} <ContactSupport />
  </Notice>
);

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
