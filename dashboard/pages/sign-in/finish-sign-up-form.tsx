import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { AccountOfPassword, NewPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField } from '../../components/text-field.tsx';
import { isSessionError } from '../../session/session-error.ts';
import type { Credentials, SignInProgress } from '../../session/sign-in.ts';
import { requestSignUpCode, signUpFinisher } from '../../session/sign-up.ts';
import { ResendCode } from './resend-code.tsx';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';

type FinishSignUpFormProps = {
  readonly email: string;
  /** When the code was asked for, in epoch milliseconds; 0 if the user has one from before. */
  readonly sentAt: number;
  readonly onProgress: (progress: SignInProgress, credentials: Credentials) => Promise<void>;
  readonly onOtherAddress: () => void;
};

/** Asks for the code from the mail, which proves that the user reads it, and for a password. */
export function FinishSignUpForm({ email, sentAt, onProgress, onOtherAddress }: FinishSignUpFormProps) {
  const api = useApi();
  const [finish] = useState(signUpFinisher);
  const [typed, setTyped] = useState(email);
  const [code, setCode] = useState('');
  const [sends, setSends] = useState(1);
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  const isSent = sentAt > 0;
  const create = async () => {
    const credentials = { email: typed.trim(), password };
    await onProgress(await finish({ ...credentials, code }), credentials);
  };
  const sentAgain = () => {
    setCode('');
    setSends(sends + 1);
  };
  return (
    <SignInPanel
      title="Enter the code"
      lead={isSent ? <CodeNote email={email} /> : 'Enter the code from the mail and choose a password.'}
    >
      <SubmitForm
        sending={sending}
        onSubmit={create}
        label="Create account"
        explain={(error) => isSessionError(error, 'temporary_password_expired') && <CodeExpired />}
      >
        {isSent ? <AccountOfPassword email={email} /> : <EmailField value={typed} onChange={setTyped} autoFocus />}
        <CodeField key={sends} label="Code" value={code} onChange={setCode} hasLetters autoFocus={isSent} />
        <NewPasswordField label="Password" email={isSent ? email : typed} value={password} onChange={setPassword} />
      </SubmitForm>
      <div className={styles.links}>
        {isSent && <ResendCode sentAt={sentAt} send={() => requestSignUpCode(api, email)} onSent={sentAgain} />}
        <Button size="small" variant="quiet" onPress={onOtherAddress}>
          {isSent ? 'Use another address' : 'I have no code'}
        </Button>
      </div>
    </SignInPanel>
  );
}

/** Says where the code is. It does not reveal whether the address has an account. */
const CodeNote = ({ email }: { readonly email: string }) => (
  <>
    We sent it to <strong>{email}</strong>. It may take a minute; check your spam folder, too. If you already have an
    account, we send no code:{' '}
    <Link to="/sign-in" search state={{ email }}>
      sign in
    </Link>{' '}
    or{' '}
    <Link to="/forgot-password" search state={{ email }}>
      reset your password
    </Link>
    .
  </>
);

const CodeExpired = () => (
  <Notice tone="bad" title="This code has expired">
    A code works for one day. Ask for a new one, then enter that.
  </Notice>
);
