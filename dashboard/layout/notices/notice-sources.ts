import type { Account, Plan } from '../../api/api.ts';

type Noticed = Pick<Account, 'graceEndsAt'> & { readonly plan: Pick<Plan, 'pricePerMonth'> | null };

/**
 * What is read for notices besides the account: nothing that could not lead to one.
 * @param hasTrials whether the service sells trials; of payments, only a trial's end is not in the account
 */
export const noticeSources = (account: Noticed | undefined, hasTrials: boolean) => ({
  // Read together with the account. Without a plan all keys are refused, which is the one notice then.
  readsKeys: account?.plan !== null,
  readsBilling: hasTrials && account?.plan != null && account.plan.pricePerMonth > 0 && account.graceEndsAt === null,
});
