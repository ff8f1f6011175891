import { useState } from 'react';
import { type KeyWithSecret, useCreateKey } from '../../../api/keys.ts';
import { useOneAtATime } from '../../../api/one-at-a-time.ts';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { KeyProblemNotice } from '../../keys/key-form.tsx';
import { nameProblem, trimmedName } from '../../keys/key-name.ts';
import { nameRefusal } from '../../keys/key-problem.ts';
import styles from './onboarding.module.css';

/** Creates the first key. It has a name already, so that one click is enough. */
export function CreateKeyStep({ onCreated }: { readonly onCreated: (created: KeyWithSecret) => void }) {
  const create = useCreateKey();
  const send = useOneAtATime(create);
  // One per step: repeated requests create one key.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('My first key');
  const problem = nameProblem(name);
  const refusal = nameRefusal(create.error);
  const change = (text: string) => {
    if (create.error) create.reset();
    setName(text);
  };
  const submit = () => {
    if (problem !== undefined) return;
    send({ name: trimmedName(name), idempotencyKey }, (created) => {
      onCreated(created);
      // Keep the secret out of the mutation's state.
      create.reset();
    });
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="Name"
        value={name}
        onChange={change}
        autoComplete="off"
        description="Each key has its own limits and usage: create one for each service later."
        errorMessage={refusal ?? problem}
        action={
          <Button type="submit" variant="primary" isPending={create.isPending}>
            Create key
          </Button>
        }
      />
      {create.error && refusal === undefined && <KeyProblemNotice error={create.error} task="create" />}
    </form>
  );
}
