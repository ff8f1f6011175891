import { expect, test } from '@jest/globals';
import type { GitHubSigner } from '../leaks/github-signer.ts';
import type { KeyList } from '../leaks/key-list.ts';
import { becomeCustomer } from '../support/customer.ts';
import { call, post } from '../support/rpc.ts';
import type { TestRuntime } from '../support/test-runtime.ts';

type World = TestRuntime & { readonly gitHub: GitHubSigner; readonly keyList: KeyList };

/** Over the whole local stack: routes without an authorizer, the function's grants, the operator's settings. */
export function leakCases(running: () => World): void {
  const getHealth = async (secret: string) =>
    (await post(running().runtime.endpoints.devnet ?? '', secret, call('getHealth'))).status;
  const report = (secret: string) =>
    fetch(`${running().runtime.apiUrl}/v1/key/revoke`, { method: 'POST', headers: { 'X-API-KEY': secret } });

  // One customer for all cases: a network can sign up 20 times an hour, and the other cases do, too.
  let customer: ReturnType<typeof becomeCustomer> | undefined;

  async function newKey() {
    customer ??= becomeCustomer(running(), 'leaks@example.com');
    const { client } = await customer;
    const { data } = await client.POST('/v1/keys', { body: { name: 'bot' } });
    const path = { keyId: data?.key.keyId ?? '' };
    return {
      secret: data?.secret ?? '',
      key: async () => (await client.GET('/v1/keys/{keyId}', { params: { path } })).data,
      actions: async () => {
        const rows = (await client.GET('/v1/activity')).data?.activity ?? [];
        return rows.filter(({ keyId }) => keyId === path.keyId).map(({ action }) => action);
      },
    };
  }

  test('new secrets have the prefix of the settings, and those from before a change are valid', async () => {
    const { secret } = await newKey();
    expect(secret).toMatch(/^acme_[0-9A-Za-z]{38}$/);
    // The operator's access of this test has the default prefix.
    const { secret: older } = await running().newKey();
    expect(older).toMatch(/^slc_/);
    expect([await getHealth(secret), await getHealth(older)]).toEqual([200, 200]);
  });

  test('who has a secret reports it: the owner reads it, and the key goes on working', async () => {
    const { secret, key, actions } = await newKey();
    for (let times = 0; times < 2; times += 1) {
      const answer = await report(secret);
      expect([answer.status, await answer.json()]).toEqual([200, { action: 'report' }]);
    }
    expect(await actions()).toEqual(['key_leak_reported', 'key_created']);
    expect((await key())?.secrets).toMatchObject([{ leakedAt: expect.any(String) }]);
    expect(await getHealth(secret)).toBe(200);
    expect((await report(secret.replace('acme', 'slc'))).status).toBe(400);
    expect((await report('')).status).toBe(400);
  });

  test('GitHub reports a secret with its signature: the key is refused from the next request, and says why', async () => {
    const { runtime, gitHub, keyList } = running();
    const { secret, key } = await newKey();
    const url = 'https://github.com/octocat/Hello-World/blob/main/.env';
    // The spaces: the signature is of the bytes.
    const body = JSON.stringify([{ token: secret, type: 'acme_key', url, source: 'content' }], null, 3);
    const send = (headers: Record<string, string>) =>
      fetch(`${runtime.apiUrl}/v1/leaks/github`, { method: 'POST', headers, body });
    expect((await send({ 'content-type': 'application/json' })).status).toBe(400);
    expect((await send(gitHub.headersOf('another body'))).status).toBe(400);
    expect(await getHealth(secret)).toBe(200);
    const answer = await send(gitHub.headersOf(body));
    const label = { token_raw: secret, token_type: 'acme_key', label: 'true_positive' };
    expect([answer.status, await answer.json()]).toEqual([200, [label]]);
    expect(await getHealth(secret)).toBe(403);
    expect(await key()).toMatchObject({ state: 'revoked', revoked: { by: 'github' } });
    expect(keyList.reads()).toBe(1);
    const lines = runtime.logs().map(({ line }) => line);
    expect(lines.filter((line) => line.includes(secret) || line.includes('aws_call_denied'))).toEqual([]);
  });
}
