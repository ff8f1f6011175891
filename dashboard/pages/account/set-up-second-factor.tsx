import { useEffect, useState } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField } from '../../components/text-field.tsx';
import { useService } from '../../service.ts';
import { addSecondFactor, secondFactorSecret } from '../../session/second-factor.ts';
import { cleanCode } from '../../session/sign-in.ts';
import styles from './account.module.css';

type SetUpSecondFactorProps = { readonly onAdded: () => void; readonly onCancel: () => void };

/** Shows the secret for an authenticator app, and verifies a code from the app. */
export function SetUpSecondFactor({ onAdded, onCancel }: SetUpSecondFactorProps) {
  const { name } = useService();
  const [secret, setSecret] = useState<string>();
  const [code, setCode] = useState('');
  const loading = useSubmit();
  const verifying = useSubmit();
  const loadSecret = () => loading.submit(async () => setSecret(await secondFactorSecret()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because each secret replaces the last one
  useEffect(loadSecret, []);
  const verify = async () => {
    await addSecondFactor(cleanCode(code));
    onAdded();
  };
  return (
    <>
      {loading.error && !loading.isPending && <ErrorNotice error={loading.error} onRetry={loadSecret} />}
      <ol className={styles.steps}>
        <li>
          In your authenticator app, add an account with a setup key. Name it {name}, choose “time-based” and enter this
          key.
          {secret === undefined ? <Skeleton height="2.9rem" /> : <CodeBlock text={secret} label="setup key" />}
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <p>Keep the setup key in a safe place. Without the app or the key, you cannot sign in.</p>
      {secret !== undefined && (
        <SubmitForm sending={verifying} onSubmit={verify} label="Turn on" onCancel={onCancel}>
          <CodeField label="Code" value={code} onChange={setCode} />
        </SubmitForm>
      )}
    </>
  );
}
