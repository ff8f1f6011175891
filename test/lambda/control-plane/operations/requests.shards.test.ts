import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { resumeAccount, suspendAccount } from '../../../../src/accounts/suspend.ts';
import { authorize, type Identity } from '../../../../src/keys/authorize.ts';
import { findPlan } from '../../../../src/plans/plans.ts';
import { recordPartition } from '../../../../src/records/record.ts';
import { RefusalRecords } from '../../../../src/records/refusal-records.ts';
import { call, type Gateway, healthy, makeGateway, time } from '../../../json-rpc/gateway.ts';
import { emptyTable } from '../../../support/dynamodb.ts';
import { startUpstream, stopUpstreams } from '../../../upstream/upstream-server.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';

let api: TestApi;
let user: User;
let keyId: string;
let secret: string;
let gateway: Gateway;

beforeEach(async () => {
  api = await startApi();
  user = newUser();
  const { body } = await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } });
  ({ secret } = body);
  ({ keyId } = body.key);
  const upstream = await startUpstream(healthy);
  const tables = { admissions: await emptyTable({ sortKey: false }), records: api.parts.records };
  gateway = makeGateway({ tables, upstreams: [upstream.url] });
  time.now = noon;
});
afterEach(stopUpstreams);

const changePlan = async (planId: string) =>
  expect(await api.call(user, 'PUT', '/v1/account/plan', { json: { planId } })).toMatchObject({ status: 200 });

/** Time goes on: no two requests of a test come in at the same moment, and none is refused by its plan's limits. */
function later(): void {
  time.now += 200;
  api.time.now = time.now;
}

/** Who the authorizer says it is by now; a refusal has been recorded. */
function authorized(): Promise<Identity | undefined> {
  later();
  return authorize(secret, 'devnet', { ...api.parts, refusals: new RefusalRecords(api.parts) });
}

/** The id of a request as it is answered now, with what the authorizer has said of it before. */
async function answered(identity: Identity | undefined): Promise<string> {
  const plan = findPlan(identity?.planId ?? '');
  if (!identity || !plan) throw new Error('The request was refused.');
  later();
  const { status, headers } = await gateway.serve(call(1), { ...identity, plan });
  expect(status).toBe(200);
  return headers['X-Request-Id'] ?? '';
}

async function requests(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await answered(await authorized()));
  return ids;
}

/** The ids and outcomes of the whole history, page by page. */
async function history(query = ''): Promise<{ requestId: string; outcome: string }[]> {
  const shown: { requestId: string; outcome: string }[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.call(user, 'GET', `/v1/keys/${keyId}/requests?limit=7${query}${cursor}`);
    shown.push(...body.requests);
    if (body.nextCursor === null) return shown;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

const idsOf = (shown: readonly { requestId: string }[]) => shown.map(({ requestId }) => requestId);

/** How many rows each partition of the key and day has. */
const spread = () =>
  Promise.all(
    [0, 1, 2, 3].map(async (shard) => {
      const rows = await Array.fromAsync(api.parts.records.query(recordPartition(keyId, noon, shard)));
      return rows.length;
    }),
  );

describe('the history of a key whose plan goes up to scale and down again', () => {
  test('shows every request once and in order, those that the change overtook too', async () => {
    const overtakenUp = await authorized();
    const made = await requests(5);
    expect(await spread()).toEqual([5, 0, 0, 0]);
    await changePlan('scale');
    const scale = await requests(40);
    made.push(await answered(overtakenUp), ...scale);
    const overtakenDown = await Promise.all(Array.from({ length: 8 }, authorized));
    expect(idsOf(await history())).toEqual(made.toSorted().toReversed());
    await changePlan('free');
    for (const identity of overtakenDown) made.push(await answered(identity));
    made.push(...(await requests(5)));

    const shown = await history();
    expect(idsOf(shown)).toEqual(made.toSorted().toReversed());
    expect(idsOf(await history('&method=getHealth&outcome=ok'))).toEqual(idsOf(shown));
    const partitions = await spread();
    expect(Math.min(...partitions)).toBeGreaterThan(0);
    expect(partitions.reduce((sum, rows) => sum + rows)).toBe(made.length);
    for (const requestId of made) {
      const one = await api.call(user, 'GET', `/v1/keys/${keyId}/requests/${requestId}`);
      expect(one.body).toMatchObject({ requestId, keyId });
    }
  });

  test('shows what was refused while the account was suspended, and its plan changed meanwhile', async () => {
    await changePlan('scale');
    await suspendAccount(api.parts.directory, user.sub);
    for (let refused = 0; refused < 20; refused += 1) expect(await authorized()).toBeUndefined();
    await changePlan('free');
    for (let refused = 0; refused < 3; refused += 1) expect(await authorized()).toBeUndefined();
    await resumeAccount(api.parts.directory, user.sub);
    await requests(2);
    const outcomes = (await history()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['ok', 'ok', ...Array.from({ length: 23 }, () => 'plan_inactive')]);
  });
});
