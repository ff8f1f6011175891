import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { SubmittedInvalid } from './field-problem.ts';
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

/**
 * A form with its submit button. Errors are shown above the fields. Submitting invalid values moves the focus to the first
 * invalid field.
 */
export function SubmitForm(props: SubmitFormProps) {
  const { sending, onSubmit, label, explain, isDanger = false, onCancel, children } = props;
  const { submit, isPending, error, failures } = sending;
  const [isInvalid, setInvalid] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invalid = event.currentTarget.querySelector<HTMLElement>('[data-problem]');
    setInvalid(invalid !== null);
    if (invalid) invalid.focus();
    else submit(onSubmit);
  };
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      {error && (
        // The key has screen readers announce the same error again.
        <div key={failures} className={styles.error} data-pending={isPending || undefined}>
          {explain?.(error) || <ErrorNotice error={error} />}
        </div>
      )}
      <SubmittedInvalid value={isInvalid}>{children}</SubmittedInvalid>
      <div className={onCancel ? styles.actions : styles.action}>
        {onCancel && <Button onPress={onCancel}>Cancel</Button>}
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}

/** A submission and its state. */
type Submission = {
  /** Runs the task, unless one is running. */
  readonly submit: (task: () => Promise<void>) => void;
  readonly isPending: boolean;
  /** Why the last submission failed. It stays while the next one runs, so that nothing moves under a double click. */
  readonly error: Error | null;
  /** How many submissions have failed. */
  readonly failures: number;
};

/**
 * Runs one submission to the user pool at a time. While offline it fails instead of waiting. Nothing is cached, because it
 * may be a password or a code.
 */
export function useSubmit(): Submission {
  const [{ error, failures }, setLast] = useState<Pick<Submission, 'error' | 'failures'>>({ error: null, failures: 0 });
  const { mutate, isPending } = useMutation({
    mutationFn: (task: () => Promise<void>) => task(),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: () => setLast({ error: null, failures }),
    onError: (failure) => setLast({ error: failure, failures: failures + 1 }),
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
  return { submit, isPending, error, failures };
}
