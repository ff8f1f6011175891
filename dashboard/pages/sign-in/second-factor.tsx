import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { SubmitForm } from '../../components/submit-form.tsx';
import { cleanCode } from '../../session/code.ts';
import { answerSecondFactor, type Progress } from '../../session/sign-in.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { EntryPanel } from './entry-panel.tsx';
import styles from './sign-in.module.css';

export type SecondFactorProps = {
  readonly onProgress: (progress: Progress) => Promise<void>;
  readonly onBack: () => void;
};

/** Asks for the code that the user's authenticator app shows. */
export function SecondFactor({ onProgress, onBack }: SecondFactorProps) {
  const [code, setCode] = useState('');
  const sending = useSubmit();
  return (
    <EntryPanel title="Second factor" lead="Enter the code that your authenticator app shows for Sluice.">
      <SubmitForm
        sending={sending}
        onSubmit={async () => onProgress(await answerSecondFactor(cleanCode(code)))}
        label="Sign in"
      >
        <CodeField label="Code" value={code} onChange={setCode} />
      </SubmitForm>
      <div className={styles.ways}>
        <Button size="small" variant="quiet" onPress={onBack}>
          Back
        </Button>
      </div>
    </EntryPanel>
  );
}
