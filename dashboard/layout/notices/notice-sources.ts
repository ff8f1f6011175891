import type { Account } from '../../api/api.ts';
import { isTrialEnding } from './trial-end.ts';

type Noticed = Pick<Account, 'trialEndsAt'> & { readonly plan: object | null };

/**
 * What is read for notices besides the account: nothing that could not lead to one.
 * @param now the service's time in epoch milliseconds
 */
export const noticeSources = (account: Noticed | undefined, now: number) => ({
  // Read together with the account. Without a plan all keys are refused, which is the one notice then.
  readsKeys: account?.plan !== null,
  // What the end of a trial costs.
  readsBilling: account != null && account.plan !== null && isTrialEnding(account.trialEndsAt, now),
});
