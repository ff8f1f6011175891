import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, SignedOutError, type SignedOutReason, UnreachableError } from './api-errors.ts';

const tries = 3;

/**
 * The cache of API answers.
 * @param onSignedOut called when a request fails because the session is over
 */
export function createQueryClient(onSignedOut: (reason: SignedOutReason) => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof SignedOutError) onSignedOut(error.reason);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => failures < tries - 1 && isTransient(error) },
      // A change made while offline fails now instead of happening later without notice.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whether a retry may succeed. */
const isTransient = (error: Error): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
