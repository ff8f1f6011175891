import { type Account, type KeyWithSecret, type Operator, OperatorError } from 'sluice-cdk/operator';

/** The customer's account, on the plan. It is created, or its plan changed, if need be. */
export async function accountFor(operator: Operator, email: string, plan: string): Promise<Account> {
  const account = await findAccount(operator, email);
  if (!account) return operator.accounts.create(email, { plan });
  return account.planId === plan ? account : operator.accounts.changePlan(account.accountId, plan);
}

async function findAccount(operator: Operator, email: string): Promise<Account | undefined> {
  try {
    return await operator.accounts.show(email);
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** A key with this name and a secret that only this call returns. A key that an earlier try has left gets a new secret. */
export async function keyFor(operator: Operator, accountId: string, name: string): Promise<KeyWithSecret> {
  const keys = await operator.keys.list(accountId);
  const existing = keys.find((key) => key.state === 'active' && key.name === name);
  return existing ? operator.keys.rotate(accountId, existing.keyId) : operator.keys.create(accountId, name);
}

/** Repeats what may be repeated: while the function cannot be reached, and if an answer was lost. */
export async function repeatedly<T>(
  run: () => Promise<T>,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const isTransient = error instanceof OperatorError && ['no_answer', 'unreachable'].includes(error.code);
      if (!isTransient || tries === 4) throw error;
      await pause(1_000 * 2 ** tries);
    }
  }
}
