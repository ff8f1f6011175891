import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, SignedOutError, UnreachableError } from './api-errors.ts';

const tries = 3;

/**
 * The cache of what the API answered.
 * @param onSignedOut hears of a request that was refused because the session has ended
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof SignedOutError) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => failures < tries - 1 && isPassing(error) },
      // What was clicked while offline fails now, instead of happening when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whether the same request may succeed a moment later. */
const isPassing = (error: Error): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
