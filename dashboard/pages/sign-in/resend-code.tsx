import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { useSubmit } from '../../components/submit-form.tsx';
import { useNow } from '../../components/time.tsx';
import styles from './sign-in.module.css';

/** How long one waits for a message before another is sent, in milliseconds. */
const coolDown = 30_000;

export type ResendCodeProps = {
  readonly send: () => Promise<void>;
  /** Makes the page ready for the new code, and moves the focus there. */
  readonly onSent: () => void;
};

/** Has another code sent; not at once again, because the message needs its time. */
export function ResendCode({ send, onSent }: ResendCodeProps) {
  const { submit, isPending, error } = useSubmit();
  const now = useNow(1_000);
  const [sentAt, setSentAt] = useState(() => Date.now());
  const [isSentAgain, setSentAgain] = useState(false);
  // The clock that is shown ticks behind the one that is asked.
  const seconds = Math.ceil(Math.min(coolDown, sentAt + coolDown - now) / 1_000);
  const sendAgain = async () => {
    await send();
    setSentAt(Date.now());
    setSentAgain(true);
    onSent();
  };
  return (
    <div className={styles.again}>
      {error && !isPending && <ErrorNotice error={error} />}
      <Button size="small" isPending={isPending} isDisabled={seconds > 0} onPress={() => submit(sendAgain)}>
        {seconds > 0 ? `New code in ${seconds} s` : 'Send a new code'}
      </Button>
      <span role="status">{isSentAgain && seconds > 0 && 'Sent. Only the newest code works.'}</span>
    </div>
  );
}
