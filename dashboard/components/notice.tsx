import type { ReactNode } from 'react';
import { ApiError } from '../api/api-errors.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';

export type NoticeProps = {
  readonly tone?: 'info' | 'caution' | 'bad' | 'good';
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** Something to know in its place on the page; screen readers hear bad news at once. */
export const Notice = ({ tone = 'info', title, actions, children }: NoticeProps) => (
  <div role={tone === 'bad' ? 'alert' : 'status'} className={`${styles.notice} ${styles[tone]}`}>
    <div className={styles.text}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
    {actions}
  </div>
);

/** Why something could not be shown or done, what names it in support, and a way to try again where there is one. */
export function ErrorNotice({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const title = error instanceof ApiError ? (error.problem?.title ?? 'Something went wrong') : undefined;
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
      {error.message}
      {requestId !== undefined && (
        <>
          {' '}
          <small>
            Request <code>{requestId}</code>
          </small>
        </>
      )}
    </Notice>
  );
}
