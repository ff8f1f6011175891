import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField } from '../../components/text-field.tsx';
import { useService } from '../../service.ts';
import { useCarriedState } from '../../session/carried-state.ts';
import { cleanCode, confirmSecondFactor, type SignInProgress } from '../../session/sign-in.ts';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import styles from './sign-in.module.css';
import { SignInPanel } from './sign-in-panel.tsx';
import type { SignInFlow } from './use-sign-in-flow.ts';

/** A page's own form, and the steps that may follow it. */
export function SignInSteps({ entry, children }: { readonly entry: SignInFlow; readonly children: ReactNode }) {
  const { step, show, enterAfter, proceed } = entry;
  const showForm = () => show({ kind: 'form' });
  switch (step.kind) {
    case 'form':
      return children;
    case 'new-password':
      return <ChoosePasswordForm email={step.email} onProgress={proceed} onBack={showForm} />;
    case 'second-factor': {
      const { credentials } = step;
      return (
        <SecondFactorForm
          onProgress={(progress) => proceed(progress, credentials)}
          onLost={() => show({ kind: 'recovery', credentials })}
          onBack={showForm}
        />
      );
    }
    case 'recovery':
      return (
        <RecoveryForm
          credentials={step.credentials}
          onRecovered={() => enterAfter('recovered', step.credentials)}
          onBack={showForm}
        />
      );
  }
}

type SecondFactorFormProps = {
  readonly onProgress: (progress: SignInProgress) => Promise<void>;
  readonly onLost: () => void;
  readonly onBack: () => void;
};

const completed = {
  'password-set': undefined,
  'password-changed': 'Your password was changed. Sign in again to continue.',
  'email-changed': 'Your email address was changed. Sign in again to continue.',
  recovered: undefined,
};

/** Asks for the code from the authenticator app. */
function SecondFactorForm({ onProgress, onLost, onBack }: SecondFactorFormProps) {
  const { name } = useService();
  const { done } = useCarriedState();
  const change = done && completed[done];
  const [code, setCode] = useState('');
  const sending = useSubmit();
  return (
    <SignInPanel
      title="Two-factor authentication"
      lead={`Enter the code that your authenticator app shows for ${name}.`}
    >
      {change && <Notice tone="good">{change}</Notice>}
      <SubmitForm
        sending={sending}
        onSubmit={async () => onProgress(await confirmSecondFactor(cleanCode(code)))}
        label="Sign in"
      >
        <CodeField label="Code" value={code} onChange={setCode} />
      </SubmitForm>
      <div className={styles.links}>
        <Button size="small" variant="quiet" onPress={onLost}>
          Lost your device? Use a recovery code
        </Button>
        <Button size="small" variant="quiet" onPress={onBack}>
          Back
        </Button>
      </div>
    </SignInPanel>
  );
}
