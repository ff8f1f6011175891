import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice, Notice } from './notice.tsx';
import styles from './skeleton.module.css';

export type QueryStateProps<Data> = {
  readonly query: Pick<
    UseQueryResult<Data>,
    'data' | 'error' | 'isPending' | 'fetchStatus' | 'refetch' | 'isRefetchError'
  >;
  /** Shown until the first answer: of the size that the answer will have. */
  readonly loading: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/**
 * What a query brings, or why it cannot: loading, offline, failed. What was shown before a failed look stays, below the
 * reason.
 */
export function QueryState<Data>({ query, loading, children }: QueryStateProps<Data>) {
  const { data, error, fetchStatus } = query;
  const retry = () => void query.refetch();
  if (data !== undefined) {
    return (
      <>
        {error && <ErrorNotice error={error} onRetry={retry} />}
        {children(data)}
      </>
    );
  }
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  if (fetchStatus === 'paused') return <Notice tone="caution">You are offline. This loads when you are back.</Notice>;
  return loading;
}

/** Holds the place of what is being loaded, `height` in CSS units, so that nothing jumps when it comes. */
export const Skeleton = ({ height, label = 'Loading' }: { readonly height: string; readonly label?: string }) => (
  <div role="status" aria-label={label} className={styles.skeleton} style={{ minHeight: height }} />
);
