import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { SubmitForm } from '../../components/submit-form.tsx';
import { sendResetCode } from '../../session/password.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { EntryPanel } from './entry-panel.tsx';
import styles from './sign-in.module.css';
import { useCarried } from './use-carried.ts';

export type ResetCodeFormProps = {
  readonly initialEmail: string;
  readonly onSent: (email: string) => void;
};

/** Has a code sent that a new password is set with. */
export function ResetCodeForm({ initialEmail, onSent }: ResetCodeFormProps) {
  const { done } = useCarried();
  const [email, setEmail] = useState(initialEmail);
  const sending = useSubmit();
  const send = async () => {
    const address = email.trim();
    await sendResetCode(address);
    onSent(address);
  };
  return (
    <EntryPanel title="Forgotten password" lead="We send a code to your address. With it you set a new password.">
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
    </EntryPanel>
  );
}
