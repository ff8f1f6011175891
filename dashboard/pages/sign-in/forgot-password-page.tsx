import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { useCarriedState } from '../../session/carried-state.ts';
import { sendResetCode } from '../../session/password.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { useSignInFlow } from './use-sign-in-flow.ts';

/** Setting a new password without the old one. */
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

export type ResetCodeFormProps = {
  readonly initialEmail: string;
  readonly onSent: (email: string) => void;
};

/** Has a code sent that a new password is set with. */
export function ResetCodeForm({ initialEmail, onSent }: ResetCodeFormProps) {
  const { done } = useCarriedState();
  const [email, setEmail] = useState(initialEmail);
  const sending = useSubmit();
  const send = async () => {
    const address = email.trim();
    await sendResetCode(address);
    onSent(address);
  };
  return (
    <SignInPanel title="Forgotten password" lead="We send a code to your address. With it you set a new password.">
      {done === 'address-confirmed' && (
        <Notice tone="caution" title="Your address is confirmed">
          It was signed up before with another password, perhaps not by you. Set a new one to make the account yours.
        </Notice>
      )}
      <SubmitForm sending={sending} onSubmit={send} label="Send the code">
        <EmailField value={email} onChange={setEmail} autoFocus />
      </SubmitForm>
      <div className={styles.ways}>
        <Link to="/sign-in" search state={{ email }}>
          Back to sign-in
        </Link>
      </div>
    </SignInPanel>
  );
}
