import { useEffect, useState } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField } from '../../components/text-field.tsx';
import { addSecondFactor, secondFactorSecret } from '../../session/second-factor.ts';
import { cleanCode } from '../../session/sign-in.ts';
import styles from './account.module.css';

export type SetUpSecondFactorProps = { readonly onAdded: () => void; readonly onCancel: () => void };

/** Gives the user a secret for an authenticator app, and has the app prove by a code that it holds it. */
export function SetUpSecondFactor({ onAdded, onCancel }: SetUpSecondFactorProps) {
  const [secret, setSecret] = useState<string>();
  const [code, setCode] = useState('');
  const asking = useSubmit();
  const adding = useSubmit();
  const ask = () => asking.submit(async () => setSecret(await secondFactorSecret()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown: each secret replaces the one before
  useEffect(ask, []);
  const add = async () => {
    await addSecondFactor(cleanCode(code));
    onAdded();
  };
  return (
    <>
      {asking.error && !asking.isPending && <ErrorNotice error={asking.error} onRetry={ask} />}
      <ol className={styles.steps}>
        <li>
          Add an entry to your authenticator app by a set-up key: name it Sluice, choose “time-based”, and give it this
          key.
          {secret === undefined ? <Skeleton height="2.9rem" /> : <CodeBlock text={secret} label="set-up key" />}
        </li>
        <li>Enter the code that the app shows now.</li>
      </ol>
      <p>Keep the set-up key in a safe place: without the app or the key nobody can sign in to this account.</p>
      {secret !== undefined && (
        <SubmitForm sending={adding} onSubmit={add} label="Turn on" onCancel={onCancel}>
          <CodeField label="Code" value={code} onChange={setCode} />
        </SubmitForm>
      )}
    </>
  );
}
