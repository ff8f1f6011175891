import { describe, expect, test } from '@jest/globals';
import createClient from 'openapi-fetch';
import { ulid } from 'ulid';
import type { JsonMedia } from '../../../dashboard/client/json-media.ts';
import type { paths } from '../../../dashboard/client/paths.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { recordOf } from '../../usage/record.ts';
import { claimsOf, eventOf, newUser, startApi, type TestApi, type User } from '../api.ts';
import { liveAsCustomer } from './customer.ts';

describe('the client generated from docs/openapi.json', () => {
  test('covers everything a customer does', async () => {
    const api = await startApi();
    const user = newUser();
    const client = createClient<paths, JsonMedia>({
      baseUrl: 'https://api.example',
      fetch: (request) => serve(api, user, request),
    });
    await liveAsCustomer({
      client,
      callRpc: (secret) => callRpc(api, secret),
      eventually: async (look) => {
        const found = await look();
        if (found === undefined) throw new Error('In process all shows at once, and this does not.');
        return found;
      },
    });
    expect(api.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

/** Calls the API instead of the network. */
async function serve(api: TestApi, user: User, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  const sent = { headers: Object.fromEntries(request.headers), ...(text !== '' && { text }) };
  const { status, headers, body } = await api.handle(eventOf(claimsOf(user), request.method, pathname + search, sent));
  return Response.json(body, { status, headers });
}

/** A short data plane: the real authorizer, and the records that the proxy would write. */
async function callRpc(api: TestApi, secret: string): Promise<number> {
  api.time.now += 1_000;
  const identity = await authorize(secret, 'devnet', { ...api.deps, refusals: new RefusalRecords(api.deps) });
  if (!identity) return 403;
  const at = api.time.now;
  await api.record(recordOf({ ...identity, requestId: ulid(at), at }));
  return 200;
}
