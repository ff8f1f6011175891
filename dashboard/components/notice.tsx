import { CircleAlert, CircleCheck, Info, OctagonX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/api-errors.ts';
import { formatDuration } from '../format/times.ts';
import { needsSupport } from '../session/session-error.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';
import { ContactSupport, SupportLink } from './support-link.tsx';
import { useNow } from './time.tsx';

type NoticeProps = {
  readonly tone?: 'info' | 'caution' | 'bad' | 'good';
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

const icons = { info: Info, good: CircleCheck, caution: CircleAlert, bad: OctagonX };

/** A message within the page. Screen readers announce tone `bad` at once. */
export function Notice({ tone = 'info', title, actions, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`${styles.notice} ${styles[tone]}`}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions}
    </div>
  );
}

/** An error, its request id for support and, if given, a button to retry. */
export function ErrorNotice({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const title =
    error instanceof ApiError
      ? (error.problem?.title ?? (error.status === 429 ? 'Too many requests' : 'Something went wrong'))
      : undefined;
  return (
    <Notice
      tone="bad"
      {...(title !== undefined && { title })}
      actions={
        onRetry && (
          <Button size="small" onPress={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <Message error={error} /> {needsSupport(error) && <ContactSupport />}
      {requestId !== undefined && (
        <>
          {' '}
          <small>
            Request ID <code>{requestId}</code> <SupportLink />
          </small>
        </>
      )}
    </Notice>
  );
}

/** The message, with the time that is left to wait. */
function Message({ error }: { readonly error: Error }) {
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : undefined;
  if (seconds !== undefined) return <TimeToWait key={seconds} seconds={seconds} />;
  return error instanceof ApiError && error.status === 429 ? 'Wait a moment, then try again.' : error.message;
}

const second = 1_000;

/** Counts down. The time is that of this computer, as only its distance matters. */
function TimeToWait({ seconds }: { readonly seconds: number }) {
  const now = useNow(second);
  const [until] = useState(() => now + seconds * second);
  const left = Math.ceil((until - now) / second);
  return left > 0 ? `Try again in ${formatDuration(left)}.` : 'You can try again now.';
}
