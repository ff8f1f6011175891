import type { Account, Plan } from '../../api/api.ts';

type Noticed = Pick<Account, 'graceEndsAt'> & { readonly plan: Pick<Plan, 'pricePerMonth'> | null };

/** What is read for notices besides the account: nothing that could not lead to one. */
export const noticeSources = (account: Noticed | undefined) => ({
  // Read together with the account. Without a plan all keys are refused, which is the one notice then.
  readsKeys: account?.plan !== null,
  readsBilling: account?.plan != null && account.plan.pricePerMonth > 0 && account.graceEndsAt === null,
});
