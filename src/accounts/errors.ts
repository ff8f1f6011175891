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
}

/** Others kept changing the account while it was to be changed. */
export class AccountBusyError extends Error {
  override readonly name = 'AccountBusyError';
  readonly code = 'account_busy';

  constructor(accountId: string) {
    super(`Account ${accountId} is being changed by others; try again.`);
  }
}
