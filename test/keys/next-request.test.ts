import { beforeAll, describe, expect, test } from '@jest/globals';
import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { revokeKey, rotateKey } from '../../src/keys/change-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { systemClock } from '../../src/time.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { newKey } from './new-key.ts';
import { verdictOn } from './verdict.ts';

// Ten accounts at a time, so that the changes of one fall between the requests of the others.
const lanes = 10;
const triesPerLane = 100;
/** Thousands of calls to DynamoDB Local take seconds, and on a busy machine many. */
const patience = 150_000;

let directory: Directory;
let accounts = 0;

const verdict = async (secret: string): Promise<string> => {
  const said = await verdictOn(directory, secret, systemClock);
  return typeof said === 'string' ? said : said.planId;
};

/** A key, with its secret, of an account of its own on the scale plan. */
async function madeKey(): Promise<{ accountId: string; keyId: string; secret: string }> {
  const accountId = `acme${accounts++}`;
  await registerAccount(directory, { accountId, email: 'a@b.example', planId: 'scale' }, systemClock);
  const { key, secret } = await newKey(directory, accountId, 'a key', systemClock);
  return { accountId, keyId: key.keyId, secret };
}

/** How many of 1,000 tries showed what they should; what is tried is made anew for each lane. */
async function countOf(make: () => Promise<() => Promise<boolean>>): Promise<number> {
  const lane = async () => {
    const attempt = await make();
    let good = 0;
    for (let tries = 0; tries < triesPerLane; tries += 1) if (await attempt()) good += 1;
    return good;
  };
  const counts = await Promise.all(Array.from({ length: lanes }, lane));
  return counts.reduce((sum, count) => sum + count, 0);
}

beforeAll(async () => {
  directory = await emptyDirectory();
});

describe('takes effect on the very next request, 1,000 times in 1,000:', () => {
  const revoking = async () => async () => {
    const { accountId, keyId, secret } = await madeKey();
    const before = await verdict(secret);
    await revokeKey(directory, accountId, keyId, systemClock);
    return before === 'scale' && (await verdict(secret)) === 'key_revoked';
  };

  const rotating = async () => {
    const made = await madeKey();
    let { secret } = made;
    return async () => {
      const old = secret;
      ({ secret } = await rotateKey(directory, made.accountId, made.keyId, 0, systemClock));
      return (await verdict(old)) === 'key_expired' && (await verdict(secret)) === 'scale';
    };
  };

  const changingPlan = async () => {
    const { accountId, secret } = await madeKey();
    let [next, other] = ['free', 'scale'];
    return async () => {
      await changePlan(directory, accountId, next);
      const changed = (await verdict(secret)) === next;
      [next, other] = [other, next];
      return changed;
    };
  };

  const suspending = async () => {
    const { accountId, secret } = await madeKey();
    return async () => {
      await suspendAccount(directory, accountId);
      const suspended = (await verdict(secret)) === 'plan_inactive';
      await resumeAccount(directory, accountId);
      return suspended && (await verdict(secret)) === 'scale';
    };
  };

  test.each([
    ['revoking a key', revoking],
    ['rotating a key without a grace', rotating],
    ['changing the plan, up and down', changingPlan],
    ['suspending an account, and resuming it', suspending],
  ])('%s', async (_, make) => expect(await countOf(make)).toBe(1_000), patience);
});
