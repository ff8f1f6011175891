import { afterAll, beforeAll, describe } from '@jest/globals';
import { doorsOf, register } from '../security/doors.ts';
import { onAnyTarget, withUser } from './cases.ts';
import { commandCases } from './command.cases.ts';
import { limitCases } from './limit.cases.ts';
import { refusedKeyCases } from './refused-key.cases.ts';
import { revocationCases } from './revocation.cases.ts';
import { type LocalTarget, localTarget } from './target.ts';
import { upstreamCases } from './upstream.cases.ts';
import type { PoolUser } from './user-pool.cases.ts';

// The cases of every gateway, on the local runtime, and those in which the test changes tables and nodes.

let local: LocalTarget;
beforeAll(async () => {
  local = await localTarget();
});
afterAll(() => local?.stop());

describe('the local runtime', () => {
  onAnyTarget(() => local);
  describe('keys that are refused', () => refusedKeyCases(() => local));
  describe('limits', () => limitCases(() => local));
  describe('faulty nodes', () => upstreamCases(() => local));
  let user: ReturnType<typeof localUser> | undefined;
  const anyUser = () => {
    user ??= localUser(local);
    return user;
  };
  withUser(anyUser);
  describe('a cached authorizer', () =>
    revocationCases(
      () => local,
      async () => ({ keysUrl: `${local.local.runtime.apiUrl}/v1/keys`, token: (await anyUser()).idToken }),
    ));
});

describe('the command', () => commandCases(() => local));

async function localUser({ local }: LocalTarget): Promise<PoolUser & { readonly idToken: string }> {
  const credentials = { email: 'conformance@example.org', password: 'correct-horse-1' };
  const { AccessToken: accessToken, IdToken: idToken } = await register(doorsOf({ local }), credentials);
  return { url: local.runtime.userPool.url, accessToken, idToken };
}
