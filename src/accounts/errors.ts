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

/** An account sends requests to the management API faster than its bucket of tokens fills. */
export class TooManyRequestsError extends Error {
  override readonly name = 'TooManyRequestsError';
  readonly code = 'too_many_requests';
  /** After which there are tokens enough again, if nothing else takes them: whole seconds, at least 1. */
  readonly retryAfterSeconds: number;

  constructor(waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super(`Your account sends too many requests to the management API. Try again in ${seconds} s.`);
    this.retryAfterSeconds = seconds;
  }
}
