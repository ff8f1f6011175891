import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { AccountOfPassword, NewPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField } from '../../components/text-field.tsx';
import { useSignUpPolicy } from '../../service.ts';
import { sendResetCode, setNewPassword } from '../../session/password.ts';
import { type Credentials, cleanCode } from '../../session/sign-in.ts';
import { ResendCode } from './resend-code.tsx';
import styles from './sign-in.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

type NewPasswordFormProps = {
  readonly email: string;
  /** When the code was sent, in epoch milliseconds. */
  readonly sentAt: number;
  readonly onSet: (credentials: Credentials) => Promise<void>;
  readonly onOtherAddress: () => void;
};

/** Asks for the code and the new password. The text does not reveal whether there is an account. */
export function NewPasswordForm({ email, sentAt, onSet, onOtherAddress }: NewPasswordFormProps) {
  const isClosed = useSignUpPolicy() === 'closed';
  const [code, setCode] = useState('');
  const [sends, setSends] = useState(1);
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  const set = async () => {
    await setNewPassword({ email, password }, cleanCode(code));
    await onSet({ email, password });
  };
  const sentAgain = () => {
    setCode('');
    setSends(sends + 1);
  };
  const lead = (
    <>
      We sent a code to <strong>{email}</strong>, if it has an account. It may take a minute; check your spam folder,
      too.
      {!isClosed && (
        <>
          {' '}
          If you have chosen no password yet,{' '}
          <Link to="/sign-up" search state={{ email }}>
            sign up
          </Link>{' '}
          again.
        </>
      )}
    </>
  );
  return (
    <SignInPanel title="Set a new password" lead={lead}>
      <SubmitForm sending={sending} onSubmit={set} label="Set password and sign in">
        <CodeField key={sends} label="Code" value={code} onChange={setCode} />
        <AccountOfPassword email={email} />
        <NewPasswordField label="New password" email={email} value={password} onChange={setPassword} />
      </SubmitForm>
      <div className={styles.links}>
        <ResendCode sentAt={sentAt} send={() => sendResetCode(email)} onSent={sentAgain} />
        <Button size="small" variant="quiet" onPress={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </SignInPanel>
  );
}
