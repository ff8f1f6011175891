import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, SignedOutError, type SignedOutReason, UnreachableError } from './api-errors.ts';

const tries = 3;

/** The place of all lists of changes in the cache. */
export const activityKey = ['activity'];

/**
 * The cache of API answers.
 * @param onSignedOut called when a request fails because the session is over
 */
export function createQueryClient(onSignedOut: (reason: SignedOutReason) => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof SignedOutError) onSignedOut(error.reason);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      // Each change has a row there, and a page may show both.
      onSettled: () => void client.invalidateQueries({ queryKey: activityKey }),
    }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => failures < tries - 1 && isWorthRetrying(error) },
      // A change made while offline fails now instead of happening later without notice.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** Whether a later try may succeed. */
const isTransient = (error: Error): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/** Whether a try within seconds may succeed: not before the time that the service asks to wait. */
const isWorthRetrying = (error: Error): boolean =>
  isTransient(error) && !(error instanceof ApiError && error.retryAfterSeconds !== undefined);

const isFailed = (query: Query): boolean => {
  const { status, fetchStatus, error } = query.state;
  return query.isActive() && status === 'error' && fetchStatus === 'idle' && error !== null && isTransient(error);
};

const recoverIntervalMs = 10_000;

/**
 * Fetches again what a page shows as failed and what may succeed now, so that pages recover by themselves. Of a list, that
 * is the page that failed: the others may have cost thousands of rows.
 */
export async function recoverQueries(client: QueryClient): Promise<void> {
  const failed = client.getQueryCache().findAll({ predicate: isFailed });
  await Promise.allSettled(failed.map((query) => query.fetch(undefined, { meta: query.state.fetchMeta ?? undefined })));
}

/** Calls {@link recoverQueries} for as long as the page is open. */
export const keepRecovering = (client: QueryClient): void => {
  setInterval(() => void recoverQueries(client), recoverIntervalMs);
};
