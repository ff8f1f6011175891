import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountKey } from './account.ts';
import { type Account, readBody, useApi } from './api.ts';
import { billingKey, subscriptionKey } from './billing.ts';
import { keepAccount } from './plan-change.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 20_000;
const growth = 1.5;
/** About ten minutes. What is paid later reaches the account through Stripe's events. */
const maxPolls = 40;
/** Of a poll that no other follows. */
const retries = 3;

/** The pause in milliseconds before the next poll; false after the last one. */
export const pollPause = (polls: number): number | false =>
  polls < maxPolls && Math.min(longestWaitMs, firstWaitMs * growth ** polls);

/**
 * Has the service read Stripe, and keeps the account and its payments up to date: once when the page is shown or shown
 * again, as after the billing portal, again and again while the account waits for a payment, and once more after that.
 * @param isEnabled false while the service takes no payments
 */
export function usePaymentPolling(isEnabled: boolean, isWaiting: boolean) {
  const api = useApi();
  const cache = useQueryClient();
  const polling = useQuery({
    queryKey: ['payment-polling'],
    // Without an idempotency key: a repetition would return the account as it was.
    queryFn: async ({ signal }) => {
      const before = cache.getQueryData<Account>(accountKey);
      const account = await readBody(api.POST('/v1/billing/refresh', { body: {}, signal }));
      await keepAccount(cache, account);
      // What was read of the subscription meanwhile may be older than what the service has just kept.
      const isChanged = !hasSamePlan(before, account);
      await cache.invalidateQueries({ queryKey: isChanged ? billingKey : subscriptionKey });
      return account.accountId;
    },
    enabled: isEnabled,
    refetchInterval: ({ state }) => isWaiting && pollPause(state.dataUpdateCount + state.errorUpdateCount),
    staleTime: 0,
    gcTime: 0,
    // While the account waits, the next poll is the retry.
    retry: isWaiting ? false : retries,
  });
  const { refetch } = polling;
  const wasWaiting = useRef(isWaiting);
  useEffect(() => {
    // The payment may have been made between the reads of the account and of the payments: then nothing is pending any
    // more, and the account still has its old plan.
    if (wasWaiting.current && !isWaiting) void refetch();
    wasWaiting.current = isWaiting;
  }, [isWaiting, refetch]);
  return polling;
}

const hasSamePlan = (before: Account | undefined, { planId, inactiveReason, graceEndsAt }: Account): boolean =>
  before?.planId === planId && before.inactiveReason === inactiveReason && before.graceEndsAt === graceEndsAt;
