import { beforeAll, describe, expect, test } from '@jest/globals';
import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { systemClock } from '../../src/time.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { effort } from '../support/effort.ts';
import { plans } from '../support/settings.ts';
import { authorizationOf } from './authorization.ts';
import { newKey, withSecret } from './new-key.ts';

// Ten accounts at a time, so that the changes of one interleave with the requests of the others.
const lanes = 10;
const triesPerLane = effort(5, 100);
const tries = lanes * triesPerLane;
/** Thousands of calls to DynamoDB Local take seconds, on a busy machine minutes. */
const patience = 150_000;

let directory: Directory;
let accounts = 0;

const authorization = async (secret: string): Promise<string> => {
  const said = await authorizationOf(directory, secret, systemClock);
  return typeof said === 'string' ? said : said.planId;
};

/** A key with its secret, of a new account on the scale plan. */
async function madeKey(): Promise<{ accountId: string; keyId: string; secret: string }> {
  const accountId = `acme${accounts++}`;
  await registerAccount(
    { directory, clock: systemClock },
    { accountId, email: 'a@b.example', planId: 'scale' },
    customer,
  );
  const { key, secret } = await newKey(directory, accountId, 'a key', systemClock);
  return { accountId, keyId: key.keyId, secret };
}

/** How many tries succeeded. Each lane gets its own account. */
async function countOf(make: () => Promise<() => Promise<boolean>>): Promise<number> {
  const lane = async () => {
    const attempt = await make();
    let good = 0;
    for (let attempts = 0; attempts < triesPerLane; attempts += 1) if (await attempt()) good += 1;
    return good;
  };
  const counts = await Promise.all(Array.from({ length: lanes }, lane));
  return counts.reduce((sum, count) => sum + count, 0);
}

beforeAll(async () => {
  directory = await emptyDirectory();
});

describe(`takes effect with the very next request, ${tries} times in ${tries}:`, () => {
  const revoking = async () => async () => {
    const { accountId, keyId, secret } = await madeKey();
    const before = await authorization(secret);
    await revokeKey({ directory, plans, clock: systemClock }, byCustomer(accountId), keyId);
    return before === 'scale' && (await authorization(secret)) === 'key_revoked';
  };

  const rotating = async () => {
    const made = await madeKey();
    let { secret } = made;
    return async () => {
      const old = secret;
      ({ secret } = await withSecret(
        rotateKey({ directory, clock: systemClock }, byCustomer(made.accountId), made.keyId, 0),
      ));
      return (await authorization(old)) === 'key_expired' && (await authorization(secret)) === 'scale';
    };
  };

  const changingPlan = async () => {
    const { accountId, secret } = await madeKey();
    let [next, other] = ['free', 'scale'];
    return async () => {
      await changePlan({ directory, plans, clock: systemClock }, byOperator(accountId), next);
      const changed = (await authorization(secret)) === next;
      [next, other] = [other, next];
      return changed;
    };
  };

  const suspending = async () => {
    const { accountId, secret } = await madeKey();
    return async () => {
      await suspendAccount({ directory, clock: systemClock }, byOperator(accountId));
      const suspended = (await authorization(secret)) === 'plan_inactive';
      await resumeAccount({ directory, clock: systemClock }, byOperator(accountId));
      return suspended && (await authorization(secret)) === 'scale';
    };
  };

  test.each([
    ['revoking a key', revoking],
    ['rotating a key without a grace period', rotating],
    ['changing the plan, up and down', changingPlan],
    ['suspending and resuming an account', suspending],
  ])('%s', async (_, make) => expect(await countOf(make)).toBe(tries), patience);
});
