import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
  const [email, setEmail] = useState(useCarriedState().email);
  const [isSent, setSent] = useState(false);
  const sent = (address: string) => {
    setEmail(address);
    setSent(true);
  };
  return (
    <SignInSteps entry={entry}>
      {isSent ? (
        <NewPasswordForm
          email={email}
          onSet={(credentials) => entry.enterAfter('password-set', credentials)}
          onOtherAddress={() => setSent(false)}
        />
      ) : (
        <ResetCodeForm initialEmail={email} onSent={sent} />
      )}
    </SignInSteps>
  );
}

type ResetCodeFormProps = {
  readonly initialEmail: string;
  readonly onSent: (email: string) => void;
};

/** Sends a code for setting a new password. */
function ResetCodeForm({ initialEmail, onSent }: ResetCodeFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const sending = useSubmit();
  const send = async () => {
    const address = email.trim();
    await sendResetCode(address);
    onSent(address);
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
