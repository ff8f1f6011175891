import { useState } from 'react';
import { useApi } from '../../api/api.ts';
import { isApiError } from '../../api/api-errors.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { TextField } from '../../components/text-field.tsx';
import { recover } from '../../session/recovery.ts';
import { type Credentials, cleanCode } from '../../session/sign-in.ts';
import styles from './sign-in.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

type RecoveryFormProps = {
  /** What the user has signed in with so far. */
  readonly credentials: Credentials;
  readonly onRecovered: () => Promise<void>;
  readonly onBack: () => void;
};

/** Asks for a recovery code instead of the second factor, which it turns off. */
export function RecoveryForm({ credentials, onRecovered, onBack }: RecoveryFormProps) {
  const api = useApi();
  const [code, setCode] = useState('');
  const sending = useSubmit();
  const submit = async () => {
    await recover(api, credentials, cleanCode(code));
    await onRecovered();
  };
  return (
    <SignInPanel
      title="Use a recovery code"
      lead="Enter one of the recovery codes that you saved. Each works once. It turns two-factor authentication off and ends all your sessions, so that you can sign in here and set it up again."
    >
      <SubmitForm
        sending={sending}
        onSubmit={submit}
        label="Turn off and sign in"
        explain={(error) => isApiError(error, 'recovery_refused') && <RecoveryRefused />}
      >
        <TextField
          label="Recovery code"
          value={code}
          onChange={setCode}
          autoComplete="off"
          spellCheck="false"
          autoFocus
          isRequired
          monospace
        />
      </SubmitForm>
      <div className={styles.links}>
        <Button size="small" variant="quiet" onPress={onBack}>
          Back
        </Button>
      </div>
    </SignInPanel>
  );
}

const RecoveryRefused = () => (
  <Notice tone="bad" title="That code is incorrect">
    It is not one of your recovery codes, or it was used before. If you have no other code, you cannot turn two-factor
    authentication off yourself. <ContactSupport />
  </Notice>
);
