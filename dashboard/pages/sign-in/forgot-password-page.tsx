import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { useCarriedState } from '../../session/carried-state.ts';
import { sendResetCode } from '../../session/password.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { useSignInFlow } from './use-sign-in-flow.ts';

/** Resets the password: sends a code, then sets a new password with it. */
export function ForgotPasswordPage() {
  const entry = useSignInFlow();
  const navigate = useNavigate();
  // In the history entry: a reload shows the same step, and the address bar nothing of it.
  const { email, codeSentAt } = useCarriedState();
  const turnTo = (state: { email: string; codeSentAt?: number }) =>
    navigate({ to: '/forgot-password', search: true, state, replace: true });
  return (
    <SignInSteps entry={entry}>
      {codeSentAt === undefined ? (
        <ResetCodeForm initialEmail={email} onSent={(address) => turnTo({ email: address, codeSentAt: serverNow() })} />
      ) : (
        <NewPasswordForm
          email={email}
          sentAt={codeSentAt}
          onSet={(credentials) => entry.enterAfter('password-set', credentials)}
          onOtherAddress={() => void turnTo({ email })}
        />
      )}
    </SignInSteps>
  );
}

type ResetCodeFormProps = {
  readonly initialEmail: string;
  readonly onSent: (email: string) => Promise<void>;
};

/** Sends a code for setting a new password. */
function ResetCodeForm({ initialEmail, onSent }: ResetCodeFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const sending = useSubmit();
  const send = async () => {
    const address = email.trim();
    await sendResetCode(address);
    await onSent(address);
  };
  return (
    <SignInPanel
      title="Reset password"
      lead="We will send a code to your address. Use it to set a new password. This ends all your sessions."
    >
      <SubmitForm sending={sending} onSubmit={send} label="Send code">
        <EmailField value={email} onChange={setEmail} autoFocus />
      </SubmitForm>
      <div className={styles.links}>
        <Link to="/sign-in" search state={{ email }}>
          Back to sign-in
        </Link>
      </div>
    </SignInPanel>
  );
}
