import type { FormEvent, ReactNode } from 'react';
import type { Submit } from '../session/use-submit.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import styles from './submit-form.module.css';

export type SubmitFormProps = {
  readonly sending: Submit;
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
