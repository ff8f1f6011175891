import { CircleAlert, CircleCheck, Info, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-errors.ts';
import { formatDuration } from '../format/times.ts';
import { needsSupport } from '../session/session-error.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';
import { ContactSupport, SupportLink } from './support-link.tsx';

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
      {messageOf(error)} {needsSupport(error) && <ContactSupport />}
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

/** The message, with the time to wait in units for people. */
function messageOf(error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 429) return error.message;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds === undefined
    ? 'Wait a moment, then try again.'
    : `Try again in ${formatDuration(retryAfterSeconds)}.`;
}
