import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { SupportLink } from '../../components/support-link.tsx';
import { useSignUpPolicy } from '../../service.ts';
import { useCarriedState } from '../../session/carried-state.ts';
import type { Credentials } from '../../session/sign-in.ts';
import { signUpCondition } from '../../session/sign-up-condition.ts';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { useSignInFlow } from './use-sign-in-flow.ts';

/** Signs in. */
export function SignInPage() {
  const entry = useSignInFlow();
  return (
    <SignInSteps entry={entry}>
      <SignInForm onSubmit={entry.enter} />
    </SignInSteps>
  );
}

/** The email address and the password. */
function SignInForm({ onSubmit }: { readonly onSubmit: (credentials: Credentials) => Promise<void> }) {
  const carried = useCarriedState();
  const [email, setEmail] = useState(carried.email);
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  return (
    <SignInPanel title="Sign in">
      <SignInNotice />
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
      <div className={styles.links}>
        <SignUpLink email={email} />
        <Link to="/forgot-password" search state={{ email }}>
          Forgot password?
        </Link>
      </div>
    </SignInPanel>
  );
}

/** Leads to the sign-up, or says why there is none. */
function SignUpLink({ email }: { readonly email: string }) {
  const policy = useSignUpPolicy();
  if (policy === 'closed') {
    return (
      <span>
        {signUpCondition(policy)} <SupportLink />
      </span>
    );
  }
  return (
    <Link to="/sign-up" search state={{ email }}>
      Create an account
    </Link>
  );
}

const endings = {
  expired: 'Your session has ended. Sign in again.',
  elsewhere: 'You signed out in another tab.',
};
const completed = {
  'address-confirmed': 'Your address is confirmed. Sign in to continue.',
  'password-set': 'Your new password is set. Sign in with it.',
};

/** Says why the sign-in page opened if the user did not open it. */
function SignInNotice() {
  const { ending, done } = useCarriedState();
  if (done) return <Notice tone="good">{completed[done]}</Notice>;
  if (ending && ending !== 'signed-out') return <Notice>{endings[ending]}</Notice>;
  return null;
}
