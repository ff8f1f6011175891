import { useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { useSubmit } from '../../components/submit-form.tsx';
import { useNow } from '../../components/time.tsx';
import styles from './sign-in.module.css';

/** How long to wait for a message before sending another, in milliseconds. */
const resendPause = 30_000;

type ResendCodeProps = {
  /** When the last code was sent, in epoch milliseconds; default: now. */
  readonly sentAt?: number;
  readonly send: () => Promise<void>;
  /** Prepares the page for the new code and moves the focus to it. */
  readonly onSent: () => void;
};

/** Sends another code, after a pause for the last message to arrive. */
export function ResendCode({ sentAt, send, onSent }: ResendCodeProps) {
  const { submit, isPending, error } = useSubmit();
  const now = useNow(1_000);
  const [lastSentAt, setLastSentAt] = useState(() => sentAt ?? serverNow());
  const [isSentAgain, setSentAgain] = useState(false);
  // `now` lags behind serverNow(), so the difference may exceed the pause.
  const seconds = Math.ceil(Math.min(resendPause, lastSentAt + resendPause - now) / 1_000);
  const sendAgain = async () => {
    await send();
    setLastSentAt(serverNow());
    setSentAgain(true);
    onSent();
  };
  return (
    <div className={styles.resend}>
      {error && !isPending && <ErrorNotice error={error} />}
      <Button size="small" isPending={isPending} isDisabled={seconds > 0} onPress={() => submit(sendAgain)}>
        {seconds > 0 ? `Send a new code in ${seconds} s` : 'Send a new code'}
      </Button>
      <span role="status">{isSentAgain && seconds > 0 && 'Sent. Only the newest code works.'}</span>
    </div>
  );
}
