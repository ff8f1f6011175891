import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { AccountOfPassword, NewPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { type Credentials, choosePassword, type SignInProgress } from '../../session/sign-in.ts';
import styles from './sign-in.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

type ChoosePasswordFormProps = {
  readonly email: string;
  readonly onProgress: (progress: SignInProgress, credentials: Credentials) => Promise<void>;
  readonly onBack: () => void;
};

/** Asks for a password of the user's own, to replace the temporary one: the code of a sign-up, or the operator's. */
export function ChoosePasswordForm({ email, onProgress, onBack }: ChoosePasswordFormProps) {
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  const lead = (
    <>
      You signed in to <strong>{email}</strong> with a temporary password. Choose your own to continue.
    </>
  );
  return (
    <SignInPanel title="Choose a password" lead={lead}>
      <SubmitForm
        sending={sending}
        onSubmit={async () => onProgress(await choosePassword(password), { email, password })}
        label="Set password and sign in"
      >
        <AccountOfPassword email={email} />
        <NewPasswordField label="New password" email={email} value={password} onChange={setPassword} autoFocus />
      </SubmitForm>
      <div className={styles.links}>
        <Button size="small" variant="quiet" onPress={onBack}>
          Back
        </Button>
      </div>
    </SignInPanel>
  );
}
