import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import type { Key } from '../../api/api.ts';
import type { useCreateKey } from '../../api/keys.ts';
import { KeyAllowance, KeyLimitReached } from './key-allowance.tsx';
import { KeyForm, KeyProblemNotice, NameField } from './key-form.tsx';
import { isSameName, nameProblem, trimmedName } from './key-name.ts';
import { nameRefusal } from './key-problem.ts';
import styles from './keys.module.css';

type CreateKeyFormProps = {
  readonly keys: readonly Key[] | undefined;
  readonly create: Pick<ReturnType<typeof useCreateKey>, 'error' | 'isPending' | 'reset'>;
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
};

/** Asks for the name of the new key, unless the plan allows no more keys. */
export function CreateKeyForm({ keys, create, onSubmit, onCancel }: CreateKeyFormProps) {
  const [name, setName] = useState('');
  const allowed = useAccount().data?.plan?.keys;
  // A request whose answer was lost may have created the last key that the plan allows: it must still be possible to retry.
  const isFirstTry = !create.error && !create.isPending;
  if (isFirstTry && keys && allowed !== undefined && keys.length >= allowed)
    return <KeyLimitReached allowed={allowed} onClose={onCancel} />;
  const isTaken = isFirstTry && keys?.some((key) => isSameName(name, key.name));
  const refusal = nameRefusal(create.error);
  const change = (text: string) => {
    if (create.error) create.reset();
    setName(text);
  };
  return (
    <KeyForm
      action="Create key"
      isValid={nameProblem(name) === undefined}
      isPending={create.isPending}
      onSubmit={() => onSubmit(trimmedName(name))}
      onCancel={onCancel}
    >
      {(isTried) => (
        <>
          <NameField
            value={name}
            onChange={change}
            refusal={refusal}
            isTried={isTried}
            description={
              isTaken ? 'You already have a key with this name.' : 'Say what uses it, for example “production API”.'
            }
          />
          <p className={styles.muted}>
            <KeyAllowance active={keys?.length} />
          </p>
          {create.error && refusal === undefined && <KeyProblemNotice error={create.error} task="create" />}
        </>
      )}
    </KeyForm>
  );
}
