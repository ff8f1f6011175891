import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
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
