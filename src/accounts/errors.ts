import type { Key } from '../keys/directory.ts';
import { type Plan, plans } from '../plans/plans.ts';

/** No account has that id. */
export class AccountNotFoundError extends Error {
  override readonly name = 'AccountNotFoundError';
  readonly code = 'account_not_found';

  constructor(accountId: string) {
    super(`There is no account ${accountId}.`);
  }
}

/** No plan has that id. */
export class UnknownPlanError extends Error {
  override readonly name = 'UnknownPlanError';
  readonly code = 'unknown_plan';

  constructor(planId: string) {
    super(`There is no plan ${planId}; there are ${plans.map(({ id }) => id).join(', ')}.`);
  }
}

/** A plan allows fewer keys than the account has active ones. */
export class TooManyKeysError extends Error {
  override readonly name = 'TooManyKeysError';
  readonly code = 'too_many_keys';
  /** Keys that the plan allows. */
  readonly allowed: number;
  /** Keys that are active. */
  readonly active: number;
  /** The active keys, oldest first: from these the account's owner chooses which to revoke. */
  readonly keys: readonly Pick<Key, 'keyId' | 'name'>[];

  constructor(plan: Plan, keys: readonly Key[]) {
    const tooMany = keys.length - plan.keys;
    super(
      `The ${plan.id} plan allows ${plan.keys} keys, and ${keys.length} are active. Revoke ${tooMany} of them first.`,
    );
    this.allowed = plan.keys;
    this.active = keys.length;
    this.keys = keys.map(({ keyId, name }) => ({ keyId, name }));
  }
}

/** Others kept changing the account while it was to be changed. */
export class AccountBusyError extends Error {
  override readonly name = 'AccountBusyError';
  readonly code = 'account_busy';

  constructor(accountId: string) {
    super(`Account ${accountId} is being changed by others; try again.`);
  }
}
