import { useQuery } from '@tanstack/react-query';
import { type Account, type Plan, readBody, useApi } from './api.ts';

/** The account's place in the cache of answers. */
export const accountKey = ['account'];
/** The plans' place. */
export const plansKey = ['plans'];
const plansStaleTime = 60_000;

/** The signed-in user's account with its plan. */
export function useAccount() {
  const api = useApi();
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }): Promise<Account> => readBody(api.GET('/v1/account', { signal })),
  });
}

/** Whether the account has no active plan: its keys are refused. False until the account is known. */
export const useHasNoPlan = (): boolean => useAccount().data?.plan === null;

/** The plans that customers can have and the account's own, in the operator's order. */
export function usePlans() {
  const api = useApi();
  return useQuery({
    queryKey: plansKey,
    queryFn: async ({ signal }): Promise<Plan[]> => (await readBody(api.GET('/v1/plans', { signal }))).plans,
    staleTime: plansStaleTime,
  });
}
