import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Account, type Plan, readBody, useApi } from './api.ts';
import { useIdempotency } from './idempotency.ts';

/** The account's place in the cache of answers. */
export const accountKey = ['account'];
const plansKey = ['plans'];
const plansStaleTime = 60_000;

/** The signed-in user's account with its plan. */
export function useAccount() {
  const api = useApi();
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }): Promise<Account> => readBody(api.GET('/v1/account', { signal })),
  });
}

/** Whether the service no longer offers the account's plan: its keys are refused. False until the account is known. */
export const useHasNoPlan = (): boolean => useAccount().data?.plan === null;

/** The plans that can be chosen and the account's own, in the operator's order. */
export function usePlans() {
  const api = useApi();
  return useQuery({
    queryKey: plansKey,
    queryFn: async ({ signal }): Promise<Plan[]> => (await readBody(api.GET('/v1/plans', { signal }))).plans,
    staleTime: plansStaleTime,
  });
}

/** Changes the plan. It takes effect with the next request. */
export function useChangePlan() {
  const api = useApi();
  const cache = useQueryClient();
  const once = useIdempotency();
  return useMutation({
    mutationFn: (planId: Plan['planId']): Promise<Account> =>
      once(planId, (headers) => readBody(api.PUT('/v1/account/plan', { headers, body: { planId } }))),
    onSuccess: async (account) => {
      cache.setQueryData(accountKey, account);
      // Key limits and the retention of the history depend on the plan; a plan that is not open leaves the list.
      await Promise.all([
        cache.invalidateQueries({ queryKey: plansKey }),
        cache.invalidateQueries({ queryKey: ['keys'] }),
        cache.invalidateQueries({ queryKey: ['requests'] }),
      ]);
    },
    // The operator may have withdrawn the plan since the list was loaded.
    onError: () => cache.invalidateQueries({ queryKey: plansKey }),
  });
}
