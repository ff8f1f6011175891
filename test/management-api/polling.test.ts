import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createRequestLimit } from '../../src/accounts/account-request-limit.ts';
import type { AwsClient } from '../../src/aws/aws-client.ts';
import { createLog } from '../../src/log.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import { createQueryableTable, createSignedReads } from '../../src/table/signed-table.ts';
import { dayMs, minuteMs } from '../../src/time.ts';
import { UserDirectory } from '../../src/users/user-directory.ts';
import { documentClient, makeTable, makeUsageTable, signedDynamoDb } from '../support/dynamodb.ts';
import { unitsOf } from '../support/units.ts';
import { recordOf } from '../usage/record.ts';
import { type ApiAnswer, newUser, noon, startApi, type TestApi, type User } from './api.ts';
import { expectProblem } from './problem.ts';

class AnyPassword extends UserDirectory {
  constructor() {
    super({ send: () => Promise.reject(new Error('This test has no user pool.')) }, 'none');
  }

  override isPassword = async () => true;
}

let directory: Directory;
let api: TestApi;
let user: User;
let keyId: string;
let usageUnits = 0;

/** The client of the request path, which adds up the read units of Usage. */
const counting: Pick<AwsClient, 'call'> = {
  async call(operation, input) {
    const output = await signedDynamoDb().call(operation, Object.assign({ ReturnConsumedCapacity: 'TOTAL' }, input));
    for (const { CapacityUnits } of v.parse(consumed, [output.ConsumedCapacity ?? []].flat()))
      usageUnits += CapacityUnits;
    return output;
  },
};
const consumed = v.array(v.object({ CapacityUnits: v.number() }));

beforeAll(async () => {
  directory = createDirectory(documentClient(), await makeTable(true));
  const takeTokens = createRequestLimit(directory, () => api.time.now, createLog('error'));
  const tableName = await makeUsageTable();
  const usage = { ...createQueryableTable(signedDynamoDb(), tableName), ...createSignedReads(counting, tableName) };
  api = await startApi({ directory, users: new AnyPassword(), takeTokens, usage });
});
beforeEach(async () => {
  api.time.now = noon;
  user = newUser();
  keyId = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } })).body.key.keyId;
});

const get = (target: string, etag?: string, headers = {}, asker = user): Promise<ApiAnswer> => {
  api.time.now += 100;
  return api.call(asker, 'GET', target, {
    headers: { ...(etag !== undefined && { 'if-none-match': etag }), ...headers },
  });
};
const rename = (name: string) => {
  api.time.now += 1_000;
  return api.call(user, 'PATCH', `/v1/keys/${keyId}`, { json: { name } });
};
const unchanged = (etag?: string) => ({ status: 304, headers: { etag, 'cache-control': 'no-store' }, body: undefined });

async function newToken(): Promise<string> {
  const json = { name: 'cron', permissions: ['read'], expiresInDays: null, password: 'any' };
  return (await api.call(user, 'POST', '/v1/tokens', { json })).body.secret;
}

describe('a poll of the activity', () => {
  test('is 304 until something changes, also with an account token', async () => {
    const token = await newToken();
    const { etag = '' } = (await get('/v1/activity')).headers;
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(await get('/v1/activity', etag)).toMatchObject(unchanged(etag));
    const poll = () => api.callWithToken(token, 'GET', '/v1/activity', { headers: { 'if-none-match': byToken } });
    const byToken = (await api.callWithToken(token, 'GET', '/v1/activity')).headers.etag ?? '';
    expect((await poll()).status).toBe(304);
    await rename('two');
    expect((await get('/v1/activity', etag)).body.activity[0].action).toBe('key_renamed');
    expect((await poll()).status).toBe(200);
  });

  test.each(['null', '', '""', 'W/', '"other", null'])(
    'is 200 for an If-None-Match that names no version: %j, also with an account token',
    async (etag) => {
      const token = await newToken();
      const sent = { headers: { 'if-none-match': etag } };
      expect(await api.callWithToken(token, 'GET', '/v1/activity', sent)).toMatchObject({ status: 200 });
      expect(await get(`/v1/keys/${keyId}`, etag)).toMatchObject({ status: 200, body: { keyId } });
    },
  );

  test('is not 304 on a new UTC day, on which the list begins a day later', async () => {
    const { headers, body } = await get('/v1/activity');
    expect(body.activityFrom).toBe('2026-10-21T00:00:00.000Z');
    api.time.now = noon + dayMs / 2 - minuteMs;
    expect((await get('/v1/activity', headers.etag)).status).toBe(304);
    api.time.now = noon + dayMs / 2;
    expect((await get('/v1/activity', headers.etag)).body.activityFrom).toBe('2026-10-22T00:00:00.000Z');
  });

  test('costs no more than its authentication and its limit, however many changes there are', async () => {
    const token = await newToken();
    for (let changes = 0; changes < 40; changes += 1) await rename(`name ${changes}`);
    const poll = (etag = '') => api.callWithToken(token, 'GET', '/v1/activity', { headers: { 'if-none-match': etag } });
    const { etag = '' } = (await poll()).headers;
    api.time.now += minuteMs;
    let status = 0;
    const units = await unitsOf(documentClient(), async () => {
      ({ status } = await poll(etag));
    });
    // The authorizer reads the token; the function the account and the token again, and it writes the bucket.
    expect({ status, units }).toEqual({ status: 304, units: 4 });
    api.time.now += minuteMs;
    expect(await unitsOf(documentClient(), poll)).toBeGreaterThan(6);
  });

  test('gets every change once with "after", in order, over random changes, pages and polls', async () => {
    let seed = 20_261_126;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let [after, etag, since] = ['0', '', 0];
    const polled: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      for (let changes = random(4); changes > 0; changes -= 1) {
        await rename(`name ${round} ${changes}`);
        since += 1;
      }
      const limit = 1 + random(3);
      const target = `/v1/activity?after=${after}&limit=${limit}`;
      const first = await get(target, etag);
      // A tag belongs to one address, so it survives only as long as nothing was found.
      if (first.status === 304) {
        expect(since).toBe(0);
        continue;
      }
      const rows: string[] = [];
      for (let page = first; ; page = await get(`${target}&cursor=${page.body.nextCursor}`)) {
        rows.unshift(...page.body.activity.map(({ activityId }: { activityId: string }) => activityId).toReversed());
        if (page.body.nextCursor === null) break;
      }
      polled.push(...rows);
      [after, etag, since] = [polled.at(-1) ?? '0', (rows.length === 0 && first.headers.etag) || '', 0];
    }
    const all: string[] = [];
    for (
      let page = await get('/v1/activity?limit=100');
      ;
      page = await get(`/v1/activity?limit=100&cursor=${page.body.nextCursor}`)
    ) {
      all.push(...page.body.activity.map(({ activityId }: { activityId: string }) => activityId));
      if (page.body.nextCursor === null) break;
    }
    expect(polled.concat(rowsAfter(all, polled))).toEqual(all.toReversed());
    expect(polled.length).toBeGreaterThan(25);
  });

  test('refuses what is no activityId, and a cursor of another start; ids of the future give nothing', async () => {
    for (const after of ['', '-1', 'x', '1.5', '1'.repeat(13)]) {
      expectProblem(await get(`/v1/activity?after=${after}`, '*'), 'invalid_request');
    }
    await rename('two');
    await rename('three');
    const { nextCursor } = (await get('/v1/activity?after=1&limit=1')).body;
    expectProblem(await get(`/v1/activity?after=2&limit=1&cursor=${nextCursor}`), 'invalid_cursor');
    expect((await get('/v1/activity?after=999999999999')).body).toMatchObject({ activity: [], nextCursor: null });
  });
});

/** What no poll has had yet. */
const rowsAfter = (newestFirst: readonly string[], polled: readonly string[]) =>
  newestFirst.filter((id) => Number(id) > Number(polled.at(-1))).toReversed();

const countCall = (at = noon) => {
  const calls = [{ method: 'getHealth', outcome: 'ok' as const, count: 1 }];
  return api.record(recordOf({ keyId, accountId: user.sub, at, network: 'devnet', calls, durationMs: 20 }));
};

describe('a poll of usage', () => {
  test.each([
    '/v1/usage',
    '/v1/usage/keys?span=day',
    '/v1/usage/split?by=method',
    '/v1/keys/KEY/usage?span=minute&from=2026-11-20T11:00:00Z',
  ])('%s is 304 until a call is counted', async (path) => {
    const target = path.replace('KEY', keyId);
    await countCall();
    const { headers, body } = await get(target);
    expect(await get(target, headers.etag)).toMatchObject(unchanged(headers.etag));
    await countCall();
    const next = await get(target, headers.etag);
    expect(next.status).toBe(200);
    expect(next.body).not.toEqual(body);
  });

  test('costs what its report costs, which is little: the hours with calls of the keys, read eventually consistent', async () => {
    for (let hours = 0; hours < 24; hours += 1) await countCall(noon - hours * 60 * minuteMs);
    const { etag } = (await get('/v1/usage')).headers;
    usageUnits = 0;
    expect((await get('/v1/usage', etag)).status).toBe(304);
    // Its two days, and the items of 24 hours, at half a unit for 4 KB.
    expect(usageUnits).toBe(1.5);
  });

  test('is not 304 when the hour, and with it the default range, has moved', async () => {
    const { etag } = (await get('/v1/usage')).headers;
    api.time.now += 60 * minuteMs;
    expect((await get('/v1/usage', etag)).status).toBe(200);
  });

  test('of keys is 304 until a key or its calls change', async () => {
    const { etag } = (await get('/v1/keys')).headers;
    expect((await get('/v1/keys', etag)).status).toBe(304);
    await rename('two');
    expect((await get('/v1/keys', etag)).status).toBe(200);
  });
});

describe('If-None-Match', () => {
  test('takes lists, tags without W/ and *, as RFC 9110 has them', async () => {
    const { etag = '' } = (await get('/v1/activity')).headers;
    const strong = etag.replace('W/', '');
    for (const tags of [`"x", ${etag}`, strong, `W/"y" , ${strong},"z"`, '*']) {
      expect([tags, (await get('/v1/activity', tags)).status]).toEqual([tags, 304]);
    }
    for (const tags of ['', '"x"', etag.slice(0, -2), 'W/"', ',']) {
      expect([tags, (await get('/v1/activity', tags)).status]).toEqual([tags, 200]);
    }
  });

  test('does not take the tag of another account, address or media type', async () => {
    const other = newUser();
    const made = await api.call(other, 'POST', '/v1/keys', { json: { name: 'one' } });
    expect(made.status).toBe(201);
    const { etag } = (await get('/v1/activity', undefined, {}, other)).headers;
    expect((await get('/v1/activity', etag)).status).toBe(200);
    const ofUsage = (await get('/v1/usage?span=day')).headers.etag;
    expect((await get('/v1/usage?span=day&network=devnet', ofUsage)).status).toBe(200);
    expect((await get('/v1/usage?span=day', ofUsage, { accept: 'application/json' })).status).toBe(200);
    expectProblem(await get('/v1/usage?span=day', ofUsage, { accept: 'image/png' }), 'not_acceptable');
  });

  test('changes nothing where there is no ETag, and a change with it is made', async () => {
    const account = await get('/v1/account', '*');
    expect([account.status, account.headers.etag]).toEqual([200, undefined]);
    const headers = { 'if-none-match': '*' };
    expect((await api.call(user, 'PATCH', `/v1/keys/${keyId}`, { json: { name: 'new' }, headers })).status).toBe(200);
  });
});
