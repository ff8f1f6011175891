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

/**
 * A new key with this name, and its secret, which only this call returns. If the answer is lost, the key that it may have
 * made gets a new secret. A key from before keeps its own, which the customer may be using.
 * @throws {OperatorError} `refused` if there is such a key
 */
export function newKey(operator: Operator, accountId: string, name: string, pause: Pause): Promise<KeyWithSecret> {
  let isAnswerLost = false;
  const create = () =>
    operator.keys.create(accountId, name).catch((error: unknown) => {
      isAnswerLost ||= error instanceof OperatorError && error.code === 'no_answer';
      throw error;
    });
  return repeatedly(async () => {
    const keys = await operator.keys.list(accountId);
    const existing = keys.find((key) => key.state === 'active' && key.name === name);
    if (!existing) return create();
    if (isAnswerLost) return operator.keys.rotate(accountId, existing.keyId);
    throw new OperatorError(
      'refused',
      `The account ${accountId} already has an active key ${name}: ${existing.keyId}. It is unchanged. If nobody knows its ` +
        'secret, rotate it: sluice-cdk operator keys rotate',
    );
  }, pause);
}

/** Waits so many milliseconds. */
type Pause = (milliseconds: number) => Promise<unknown>;

/** Repeats what may be repeated: while the function cannot be reached, and if an answer was lost. */
export async function repeatedly<T>(run: () => Promise<T>, pause: Pause): Promise<T> {
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
