import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readBody, useApi } from './api.ts';
import { billingKey } from './billing.ts';
import { keepAccount } from './plan-change.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 20_000;
const growth = 1.5;
/** About ten minutes. What is paid later reaches the account through Stripe's events. */
const maxPolls = 40;

/** The pause in milliseconds before the next poll; false after the last one. */
export const pollPause = (polls: number): number | false =>
  polls < maxPolls && Math.min(longestWaitMs, firstWaitMs * growth ** polls);

/**
 * While the account waits for a payment, has the service read Stripe again and again, and keeps the account and its
 * payments up to date. Pauses while the tab is hidden.
 */
export function usePaymentPolling(isWaiting: boolean) {
  const api = useApi();
  const cache = useQueryClient();
  return useQuery({
    queryKey: ['payment-polling'],
    // Without an idempotency key: a repetition would return the account as it was.
    queryFn: async ({ signal }) => {
      const account = await readBody(api.POST('/v1/billing/refresh', { body: {}, signal }));
      await Promise.all([keepAccount(cache, account), cache.invalidateQueries({ queryKey: billingKey })]);
      return account.accountId;
    },
    enabled: isWaiting,
    refetchInterval: ({ state }) => pollPause(state.dataUpdateCount + state.errorUpdateCount),
    staleTime: 0,
    gcTime: 0,
    // The next poll is the retry.
    retry: false,
  });
}
