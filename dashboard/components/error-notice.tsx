import { ApiError } from '../api/problem.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

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
