import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountKey, plansKey } from './account.ts';
import { type Account, type Api, type Plan, readBody, useApi } from './api.ts';
import { ApiError } from './api-errors.ts';
import { type Billing, billingKey, subscriptionKey } from './billing.ts';
import { useIdempotency } from './idempotency.ts';
import { toSafePage } from './payment-page.ts';

/** Keeps an account that was just read, and refetches what depends on its plan if that has changed. */
export async function keepAccount(cache: QueryClient, account: Account): Promise<void> {
  const before = cache.getQueryData<Account>(accountKey);
  cache.setQueryData(accountKey, account);
  if (before?.plan?.planId === account.plan?.planId) return;
  // Key limits and the retention of the history depend on the plan; a plan that is not open leaves the list.
  await Promise.all([
    cache.invalidateQueries({ queryKey: plansKey }),
    cache.invalidateQueries({ queryKey: ['keys'] }),
    cache.invalidateQueries({ queryKey: ['requests'] }),
  ]);
}

/** What the customer has seen and confirmed. */
export type ConfirmedChange = {
  readonly planId: Plan['planId'];
  /** From the {@link PlanPreview}; undefined while the service takes no payments. */
  readonly preview: string | undefined;
  /** Needed some time after the sign-in. */
  readonly password: string | undefined;
};

const bodyOf = ({ planId, preview, password }: ConfirmedChange) => ({
  planId,
  ...(preview !== undefined && { preview }),
  ...(password !== undefined && { password }),
});

/** What a change of plan would charge or credit now, and today's quota after it. */
export type PlanPreview = Awaited<ReturnType<typeof readPreview>>;

const readPreview = (api: Api, planId: Plan['planId'], signal: AbortSignal) =>
  readBody(api.GET('/v1/account/plan-preview', { params: { query: { planId } }, signal }));

/** @param isAsked whether the service takes payments */
export function usePlanPreview(planId: Plan['planId'], isAsked: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...billingKey, 'preview', planId],
    queryFn: ({ signal }) => readPreview(api, planId, signal),
    enabled: isAsked,
    // Amounts depend on the second.
    gcTime: 0,
    staleTime: 0,
  });
}

/** Refetches the account, its plans and payments: another tab, the operator or Stripe may have changed them. */
const refetchPlan = (cache: QueryClient) =>
  Promise.all([accountKey, plansKey, billingKey].map((queryKey) => cache.invalidateQueries({ queryKey })));

/**
 * Changes the plan. The answer is the changed account, or the page on which the payment must be confirmed first; then the
 * {@link Billing} has it as `pendingPlan`.
 */
export function useChangePlan() {
  const api = useApi();
  const cache = useQueryClient();
  const once = useIdempotency();
  return useMutation({
    mutationFn: ({ planId, preview, password }: ConfirmedChange) =>
      once({ planId, preview }, (headers) =>
        readBody(api.PUT('/v1/account/plan', { headers, body: bodyOf({ planId, preview, password }) })),
      ),
    onSuccess: async (answer, { planId }) => {
      if ('accountId' in answer) {
        await Promise.all([keepAccount(cache, answer), cache.invalidateQueries({ queryKey: billingKey })]);
      } else {
        cache.setQueryData<Billing>(
          subscriptionKey,
          (billing) => billing && { ...billing, pendingPlan: { planId, ...answer } },
        );
      }
    },
    onError: () => refetchPlan(cache),
  });
}

/**
 * Starts the payment of a plan. Returns the address of Stripe Checkout, and an earlier one works no longer; undefined if an
 * earlier one was paid, and the payment is being confirmed.
 */
export function useStartCheckout() {
  const api = useApi();
  const cache = useQueryClient();
  const once = useIdempotency();
  return useMutation({
    mutationFn: async ({ planId, preview, password }: ConfirmedChange) => {
      try {
        const checkout = await once({ planId, preview }, (headers) =>
          readBody(api.POST('/v1/billing/checkout', { headers, body: bodyOf({ planId, preview, password }) })),
        );
        return toSafePage(checkout.url);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'payment_in_progress') return undefined;
        throw error;
      }
    },
    onError: () => refetchPlan(cache),
    gcTime: 0,
  });
}

/** Opens Stripe's billing portal. Returns its address. */
export function useOpenPortal() {
  const api = useApi();
  return useMutation({
    mutationFn: async (password: string | undefined) => {
      const body = password === undefined ? {} : { password };
      return toSafePage((await readBody(api.POST('/v1/billing/portal', { body }))).url);
    },
    gcTime: 0,
  });
}
