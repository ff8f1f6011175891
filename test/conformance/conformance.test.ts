import { afterAll, beforeAll, describe } from '@jest/globals';
import { doorsOf, register } from '../security/doors.ts';
import { onAnyTarget, onLocalTarget, withUser } from './cases.ts';
import { commandCases } from './command.cases.ts';
import { deployedTarget } from './deployed-target.ts';
import { type LocalTarget, localTarget } from './target.ts';
import { deployedUser, type PoolUser } from './user-pool.cases.ts';

// One suite for every gateway. What needs a hand on its tables or its nodes is tried on the local runtime alone.

const deployed = deployedTarget(process.env);

if (deployed) {
  const token = process.env.SLUICE_ACCESS_TOKEN;
  describe(`the deployed gateway at ${process.env.SLUICE_URL}`, () => {
    onAnyTarget(() => deployed);
    if (token) withUser(async () => deployedUser(token));
  });
} else {
  let local: LocalTarget;
  beforeAll(async () => {
    local = await localTarget();
  });
  afterAll(() => local?.stop());

  describe('the local runtime', () => {
    onLocalTarget(() => local);
    let user: Promise<PoolUser> | undefined;
    withUser(() => {
      user ??= localUser(local);
      return user;
    });
  });

  describe('the command', () => commandCases(() => local));
}

async function localUser({ local }: LocalTarget): Promise<PoolUser> {
  const credentials = { email: 'conformance@example.org', password: 'correct-horse-1' };
  const { AccessToken: accessToken } = await register(doorsOf({ local }), credentials);
  return { url: local.runtime.userPool.url, accessToken };
}
