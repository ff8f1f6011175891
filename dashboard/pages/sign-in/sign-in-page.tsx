import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { ContactSupport, SupportLink } from '../../components/support-link.tsx';
import { useSignUpPolicy } from '../../service.ts';
import { type CompletedStep, useCarriedState } from '../../session/carried-state.ts';
import { isSessionError } from '../../session/session-error.ts';
import { takeForSignIn } from '../../session/sign-in-again.ts';
import { signUpCondition } from '../../session/sign-up-condition.ts';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { type SignInFlow, useSignInFlow } from './use-sign-in-flow.ts';

/** Signs in. */
export function SignInPage() {
  const entry = useSignInFlow();
  const { ending } = useCarriedState();
  return (
    <SignInSteps entry={entry}>{ending === 'deleted' ? <AccountDeleted /> : <SignInForm entry={entry} />}</SignInSteps>
  );
}

/** Says that the account is deleted, instead of asking to sign in to it. */
const AccountDeleted = () => (
  <SignInPanel title="Your account is deleted" lead="Its keys stopped working, and nobody can sign in to it.">
    <p>You can create a new account with the same address at any time.</p>
    <div className={styles.links}>
      <Link to="/sign-in" replace state={{}}>
        Sign in to another account
      </Link>
    </div>
  </SignInPanel>
);

/** The email address and the password. */
function SignInForm({ entry: { enter, enterAfter } }: { readonly entry: SignInFlow }) {
  const { email: carriedEmail, done } = useCarriedState();
  const [email, setEmail] = useState(carriedEmail);
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each change that ended the session
  useEffect(() => {
    const credentials = done && takeForSignIn();
    if (!credentials) return;
    setEmail(credentials.email);
    sending.submit(() => enterAfter(done, credentials));
  }, [done]);
  return (
    <SignInPanel title="Sign in">
      <SignInNotice />
      <SubmitForm
        sending={sending}
        onSubmit={() => enter({ email: email.trim(), password })}
        label="Sign in"
        explain={(error) => isSessionError(error, 'temporary_password_expired') && <CodeExpired email={email} />}
      >
        <EmailField value={email} onChange={setEmail} autoFocus={carriedEmail === ''} />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          name="password"
          autoComplete="current-password"
          autoFocus={carriedEmail !== ''}
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

/** Says how to get on with a code of a sign-up, or a temporary password of the operator, that is too old. */
function CodeExpired({ email }: { readonly email: string }) {
  const isClosed = useSignUpPolicy() === 'closed';
  return (
    <Notice tone="bad" title={isClosed ? 'This temporary password has expired' : 'This code has expired'}>
      {isClosed ? (
        <ContactSupport />
      ) : (
        <>
          <Link to="/sign-up" search state={{ email }}>
            Get a new code
          </Link>{' '}
          and choose a password with it.
        </>
      )}
    </Notice>
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
  expired: 'Your session has expired. Sign in again.',
  ended: 'You were signed out: your sessions were ended, here or in another browser. Sign in again.',
  elsewhere: 'You signed out in another tab.',
};
const completed: Record<CompletedStep, string> = {
  'password-set': 'Your new password is set. Sign in with it.',
  'password-changed': 'Your password was changed. Sign in with the new one.',
  'email-changed': 'Your email address was changed. Sign in with the new one.',
  recovered: 'Two-factor authentication is off. Sign in with your password.',
};

/** Says why the sign-in page opened if the user did not open it. */
function SignInNotice() {
  const { ending, done } = useCarriedState();
  if (done) return <Notice tone="good">{completed[done]}</Notice>;
  if (ending && ending !== 'signed-out' && ending !== 'deleted') return <Notice>{endings[ending]}</Notice>;
  return null;
}
