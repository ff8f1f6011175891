import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { call, post } from '../support/rpc.ts';
import { expectOwnAnswer } from './authentication.cases.ts';
import type { Target } from './deployed-target.ts';

/** Who may create and revoke keys: the URL of the management API's keys, and a bearer token. */
export type KeyOwner = { readonly keysUrl: string; readonly token: string };

const createdSchema = v.object({ key: v.object({ keyId: v.string() }), secret: v.string() });

/** Enough that every edge which answers the caller has kept the authorizer's answer. */
const callsBefore = 10;

export function revocationCases(target: () => Target, owner: () => Promise<KeyOwner>): void {
  test('a revoked key is refused on its next request, although the authorizer’s answer to it is cached', async () => {
    const { keysUrl, token } = await owner();
    const send = async (url: string, body: object): Promise<unknown> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.ok).toBe(true);
      return answer.json();
    };
    const { key, secret } = v.parse(createdSchema, await send(keysUrl, { name: 'conformance' }));
    const ask = () => post(target().endpoint('devnet'), secret, call('getHealth'));
    for (let calls = 0; calls < callsBefore; calls += 1) expect((await ask()).status).toBe(200);
    await send(`${keysUrl}/${key.keyId}/revoke`, {});
    for (let calls = 0; calls < callsBefore; calls += 1) expectOwnAnswer(await ask(), 403, 'Forbidden');
  });
}
