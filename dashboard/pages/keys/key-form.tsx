import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Key } from '../../api/api.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { nameProblem } from './key-name.ts';
import { type KeyTask, keyProblem } from './key-problem.ts';
import styles from './keys.module.css';

export type KeyFormProps = {
  /** Whether what is filled in can be sent. */
  readonly isValid: boolean;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** What the form does, on its button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** @param isTried whether it was sent as it should not be: time to say what is wrong with what was never typed */
  readonly children: (isTried: boolean) => ReactNode;
};

/** The form of a dialog. Sent with something wrong, it leads to the field instead. */
export function KeyForm({ isValid, isPending, onSubmit, onCancel, action, isDangerous, children }: KeyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) onSubmit();
    else setTries(tries + 1);
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      {children(tries > 0)}
      <DialogActions>
        <Button onPress={onCancel} isDisabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

/** What somebody wants done, with which key. */
export type KeyAction =
  | { readonly task: 'create' }
  | { readonly task: 'rename' | 'rotate' | 'revoke'; readonly key: Key };

export type KeyDialogProps = {
  readonly asked: KeyAction;
  /** The keys that work, as they were last seen: another tab may have changed them since the dialog was opened. */
  readonly keys: readonly Key[] | undefined;
  /** With what was done, where something was. */
  readonly onClose: (done?: string) => void;
};

export type NameFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the API said of the value. */
  readonly refusal: string | undefined;
  /** Whether it was sent as it is: then an empty one is wrong too. */
  readonly isTried: boolean;
  readonly description: string;
};

/** A key's name, checked as it is typed. */
export function NameField({ value, onChange, refusal, isTried, description }: NameFieldProps) {
  const [isTouched, setTouched] = useState(false);
  const change = (text: string) => {
    setTouched(true);
    onChange(text);
  };
  return (
    <TextField
      label="Name"
      autoFocus
      autoComplete="off"
      value={value}
      onChange={change}
      description={description}
      errorMessage={refusal ?? (isTouched || isTried ? nameProblem(value) : undefined)}
    />
  );
}

/** Why something was not done with a key, in the dialog that asked for it. */
export function KeyProblemNotice({ error, task }: { readonly error: Error; readonly task: KeyTask }) {
  const words = keyProblem(error, task);
  if (!words) return <ErrorNotice error={error} />;
  return (
    <Notice
      tone="bad"
      title={words.title}
      actions={words.leadsToPlan && <LinkButton to="/plan">See the plans</LinkButton>}
    >
      {words.text}
    </Notice>
  );
}

/**
 * Sends a change unless one is on its way. `isPending` comes too late for the second half of a quick double click, and
 * a key that is rotated twice loses the secret that its services use.
 */
export function useOneAtATime<Data, Variables>({ mutate }: Pick<UseMutationResult<Data, Error, Variables>, 'mutate'>) {
  const isUnderWay = useRef(false);
  return (variables: Variables, onSuccess: (data: Data) => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const onSettled = () => {
      isUnderWay.current = false;
    };
    mutate(variables, { onSuccess, onSettled });
  };
}
