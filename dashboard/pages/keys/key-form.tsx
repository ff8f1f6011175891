import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Key } from '../../api/api.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { nameProblem } from './key-name.ts';
import { type KeyTask, keyProblem } from './key-problem.ts';
import styles from './keys.module.css';

type KeyFormProps = {
  /** Whether the form can be submitted. */
  readonly isValid: boolean;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** The label of the submit button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** @param isTried whether the user tried to submit an invalid form, so that untouched fields show their errors too */
  readonly children: (isTried: boolean) => ReactNode;
};

/** The form of a key dialog. Submitting invalid values moves the focus to the first invalid field. */
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

/** An action that the user chose, and its key. */
export type KeyAction =
  | { readonly task: 'create' }
  | { readonly task: 'rename' | 'rotate' | 'revoke'; readonly key: Key };

export type KeyDialogProps = {
  readonly action: KeyAction;
  /** The active keys at the last fetch: another tab may have changed them since the dialog opened. */
  readonly keys: readonly Key[] | undefined;
  /** Called with a message if something was changed. */
  readonly onClose: (done?: string) => void;
};

type NameFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The API's refusal of the value. */
  readonly refusal: string | undefined;
  /** Whether the form was submitted: then an empty name is an error, too. */
  readonly isTried: boolean;
  readonly description: string;
};

/** A field for the name of a key, validated while typing. */
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

/** Says in a key dialog why the action failed. */
export function KeyProblemNotice({ error, task }: { readonly error: Error; readonly task: KeyTask }) {
  const words = keyProblem(error, task);
  if (!words) return <ErrorNotice error={error} />;
  return (
    <Notice tone="bad" title={words.title} actions={words.leadsToPlan && <LinkButton to="/plan">See plans</LinkButton>}>
      {words.text}
    </Notice>
  );
}
