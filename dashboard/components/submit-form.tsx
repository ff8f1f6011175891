import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { ErrorNotice } from './notice.tsx';
import styles from './submit-form.module.css';

type SubmitFormProps = {
  readonly sending: Submission;
  readonly onSubmit: () => Promise<void>;
  /** The label of the submit button. */
  readonly label: string;
  /** Replaces an error's message if there is more to say. */
  readonly explain?: (error: Error) => ReactNode;
  readonly isDanger?: boolean;
  /** Adds a Cancel button, for dialogs. */
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
};

/** A form with its submit button. Errors are shown above the fields. */
export function SubmitForm(props: SubmitFormProps) {
  const { sending, onSubmit, label, explain, isDanger = false, onCancel, children } = props;
  const { submit, isPending, error } = sending;
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(onSubmit);
  };
  const button = (
    // If the press took the focus, the error of a corrected field would disappear first, and the button move away.
    <Button type="submit" preventFocusOnPress variant={isDanger ? 'danger' : 'primary'} isPending={isPending}>
      {label}
    </Button>
  );
  return (
    <form className={styles.form} onSubmit={send}>
      {error && !isPending && (explain?.(error) || <ErrorNotice error={error} />)}
      {children}
      {onCancel ? (
        <DialogActions>
          <Button onPress={onCancel}>Cancel</Button>
          {button}
        </DialogActions>
      ) : (
        button
      )}
    </form>
  );
}

/** A submission and its state. */
type Submission = {
  /** Runs the task, unless one is running. */
  readonly submit: (task: () => Promise<void>) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
};

/**
 * Runs one submission to the user pool at a time. While offline it fails instead of waiting. Nothing is cached, because it
 * may be a password or a code.
 */
export function useSubmit(): Submission {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (task: () => Promise<void>) => task(),
    networkMode: 'always',
    gcTime: 0,
  });
  const isUnderWay = useRef(false);
  const submit = (task: () => Promise<void>) => {
    // isPending would be too late: Enter may be pressed twice before the next render.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const end = () => {
      isUnderWay.current = false;
    };
    mutate(async () => task().finally(end));
  };
  return { submit, isPending, error };
}
