import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AfterPaint } from './after-paint.tsx';
import { ErrorNotice, Notice } from './notice.tsx';
import styles from './skeleton.module.css';

type QueryStateProps<Data> = {
  readonly query: Pick<
    UseQueryResult<Data>,
    'data' | 'error' | 'isPending' | 'fetchStatus' | 'refetch' | 'isRefetchError'
  >;
  /** Shown until the first answer. Give it the size of the content. */
  readonly loading: ReactNode;
  /** Whether the content is a large part of a page: then the first is rendered by {@link AfterPaint}. */
  readonly isLarge?: boolean;
  readonly children: (data: Data) => ReactNode;
};

/**
 * Shows a query's data, or its loading, offline or error state. If a refetch fails, the old data stays below the error.
 */
export function QueryState<Data>({ query, loading, isLarge = false, children }: QueryStateProps<Data>) {
  const { data, error, fetchStatus } = query;
  const retry = () => void query.refetch();
  if (data !== undefined) {
    return (
      <>
        {error && <ErrorNotice error={error} onRetry={retry} />}
        {isLarge ? <AfterPaint before={loading}>{children(data)}</AfterPaint> : children(data)}
      </>
    );
  }
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  if (fetchStatus === 'paused')
    return <Notice tone="caution">You are offline. This will load when you reconnect.</Notice>;
  return loading;
}

/** Whether a query has data, has failed, or waits for the connection. */
export const isDecided = ({ isPending, fetchStatus }: Pick<UseQueryResult, 'isPending' | 'fetchStatus'>): boolean =>
  !isPending || fetchStatus === 'paused';

/** A placeholder for loading content. With the content's `height` in CSS units, nothing moves when it arrives. */
export const Skeleton = ({ height, label = 'Loading' }: { readonly height: string; readonly label?: string }) => (
  <div role="status" aria-label={label} className={styles.skeleton} style={{ minHeight: height }} />
);
