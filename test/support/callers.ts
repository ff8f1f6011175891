import type { Caller } from '../../src/keys/caller.ts';
import type { Plan } from '../../src/plans.ts';

/** The caller of a key with a plan, on a day without a change of plan. */
export const callerOn = (plan: Plan, keyId: string, accountId = 'acc_1'): Caller => ({
  keyId,
  accountId,
  plan,
  limitsAt: () => plan.limits,
});

/** Takes each secret for the id of a key in use. */
export const everyKeyOn =
  (plan: Plan) =>
  async (secret: string): Promise<Caller> =>
    callerOn(plan, secret);
