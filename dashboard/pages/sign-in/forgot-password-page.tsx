import { useState } from 'react';
import { EntrySteps } from './entry-steps.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { ResetCodeForm } from './reset-code-form.tsx';
import { useCarried } from './use-carried.ts';
import { useEntry } from './use-entry.ts';

/** Setting a new password without the old one. */
export function ForgotPasswordPage() {
  const entry = useEntry();
  const [email, setEmail] = useState(useCarried().email);
  const [isSent, setSent] = useState(false);
  const sent = (address: string) => {
    setEmail(address);
    setSent(true);
  };
  return (
    <EntrySteps entry={entry}>
      {isSent ? (
        <NewPasswordForm
          email={email}
          onSet={(credentials) => entry.enterAfter('password-set', credentials)}
          onOtherAddress={() => setSent(false)}
        />
      ) : (
        <ResetCodeForm initialEmail={email} onSent={sent} />
      )}
    </EntrySteps>
  );
}
