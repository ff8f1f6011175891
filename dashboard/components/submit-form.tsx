import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';
import styles from './submit-form.module.css';

export type SubmitFormProps = {
  readonly sending: Submission;
  readonly onSubmit: () => Promise<void>;
  /** On the button that sends it. */
  readonly label: string;
  /** What to say of an error in place of its message, where there is more to say. */
  readonly explain?: (error: Error) => ReactNode;
  readonly isDanger?: boolean;
  /** In a dialog: leaves without sending. */
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
};

/** Fields and the button that sends them; Enter does too. What went wrong stands above. */
export function SubmitForm(props: SubmitFormProps) {
  const { sending, onSubmit, label, explain, isDanger = false, onCancel, children } = props;
  const { submit, isPending, error } = sending;
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(onSubmit);
  };
  const button = (
    <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={isPending}>
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

/** What a form does when it is sent. */
export type Submission = {
  /** Does it, unless it is being done. */
  readonly submit: (task: () => Promise<void>) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
};

/**
 * Sends something to the user pool, once at a time: being offline is an error and no wait, and what is sent is kept
 * nowhere, because it may be a password or a code.
 */
export function useSubmit(): Submission {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (task: () => Promise<void>) => task(),
    networkMode: 'always',
    gcTime: 0,
  });
  const isUnderWay = useRef(false);
  const submit = (task: () => Promise<void>) => {
    // Not by isPending: two presses of Enter may come before the next rendering.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const end = () => {
      isUnderWay.current = false;
    };
    mutate(async () => task().finally(end));
  };
  return { submit, isPending, error };
}
