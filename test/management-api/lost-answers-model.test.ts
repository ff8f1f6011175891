import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changePlan } from '../../src/accounts/account-plan.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { dayMs, endOfDay } from '../../src/time.ts';
import { newUser, startApi, type TestApi, type User } from './api.ts';

// A change is one transaction. It fails before it is written, or its answer is lost after it was written; the client then
// repeats the request with the same Idempotency-Key. Whatever is lost, each change takes effect once and has one row of
// activity. The oracle repeats nothing: it only knows what each request does when it is carried out once.

type Fault = 'before' | 'after';

const name = fc.constantFrom('a', 'b', 'c');
const target = fc.nat(3);
const change = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name }),
  fc.record({ do: fc.constant('rename' as const), target, name }),
  fc.record({ do: fc.constant('rotate' as const), target, graceHours: fc.constantFrom(0, 1, 24) }),
  fc.record({ do: fc.constant('revoke' as const), target }),
);
const faults = fc.array(fc.constantFrom<Fault>('before', 'after'), { maxLength: 3 });
const step = fc.record({ change, faults, minutes: fc.constantFrom(0, 1, 61) });

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Change = Step['change'];

type ModelKey = { name: string; state: 'active' | 'revoked'; grace: { hours: number; end: number } | undefined };
type ModelActivity = { action: string; key: string };

const maxKeys = 3;

/** What a client expects of requests that are each carried out once. Keys are named by the order of their creation. */
class Expected {
  readonly keys: ModelKey[] = [];
  readonly activity: ModelActivity[] = [{ action: 'account_created', key: '' }];

  /** The status of the answer to the request. */
  carryOut(given: Change, now: number): number {
    if (given.do === 'create') return this.#create(given.name);
    const index = given.target % Math.max(1, this.keys.length);
    const key = this.keys[index];
    if (!key) return 404;
    if (given.do === 'revoke') return this.#revoke(key, index);
    if (key.state === 'revoked') return 409;
    if (given.do === 'rename') return this.#rename(key, index, given.name);
    return this.#rotate(key, index, given.graceHours, now);
  }

  #create(name: string): number {
    if (this.keys.filter(({ state }) => state === 'active').length === maxKeys) return 409;
    this.#note('key_created', this.keys.length);
    this.keys.push({ name, state: 'active', grace: undefined });
    return 201;
  }

  #rename(key: ModelKey, index: number, name: string): number {
    if (key.name !== name) this.#note('key_renamed', index);
    key.name = name;
    return 200;
  }

  #revoke(key: ModelKey, index: number): number {
    if (key.state === 'active') this.#note('key_revoked', index);
    key.state = 'revoked';
    return 200;
  }

  #rotate(key: ModelKey, index: number, hours: number, now: number): number {
    const running = key.grace && key.grace.end > now ? key.grace : undefined;
    if (running && hours > 0 && running.hours !== hours) return 409;
    if (hours === 0) key.grace = undefined;
    else if (!running) key.grace = { hours, end: now + hours * 3_600_000 };
    this.#note('key_rotated', index);
    return 200;
  }

  #note(action: string, index: number) {
    this.activity.push({ action, key: String(index) });
  }
}

let api: TestApi;
let directory: Directory;
let pending: Fault[] = [];

beforeAll(async () => {
  api = await startApi();
  directory = api.deps.directory;
  api = await startApi({ directory: { ...directory, transact } });
});

async function transact(writes: Parameters<Directory['transact']>[0]): Promise<void> {
  const fault = pending.shift();
  if (fault === 'before') throw new Error('DynamoDB cannot be reached');
  await directory.transact(writes);
  if (fault === 'after') throw new Error('the answer of DynamoDB was lost');
}

class Client {
  readonly user: User = newUser();
  readonly keyIds: string[] = [];

  async send(given: Change, faults: readonly Fault[]): Promise<number> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    pending = [...faults];
    for (;;) {
      const answer = await api.call(this.user, ...this.#request(given), { ...bodyOf(given), headers });
      if (answer.status === 500) continue;
      pending = [];
      if (given.do === 'create' && answer.status < 300) this.keyIds.push(answer.body.key.keyId);
      // A repeated creation answers 200 instead of 201.
      return given.do === 'create' && answer.status === 200 ? 201 : answer.status;
    }
  }

  #request(given: Change): [method: string, path: string] {
    if (given.do === 'create') return ['POST', '/v1/keys'];
    const path = `/v1/keys/${this.keyIds[given.target % Math.max(1, this.keyIds.length)] ?? 'key_none'}`;
    return given.do === 'rename' ? ['PATCH', path] : ['POST', `${path}/${given.do}`];
  }

  /** All pages, oldest first. */
  async activity(): Promise<ModelActivity[]> {
    const rows: ModelActivity[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await api.call(this.user, 'GET', `/v1/activity?limit=3${cursor}`);
      for (const { action, keyId } of body.activity) rows.push({ action, key: this.#indexOf(keyId) });
      if (body.nextCursor === null) return rows.toReversed();
      cursor = `&cursor=${body.nextCursor}`;
    }
  }

  #indexOf(keyId: string | null): string {
    return keyId === null ? '' : String(this.keyIds.indexOf(keyId));
  }

  async keys(): Promise<Omit<ModelKey, 'grace'>[]> {
    const lists = await Promise.all(
      ['active', 'revoked'].map((state) => api.call(this.user, 'GET', `/v1/keys?state=${state}`)),
    );
    const all = lists.flatMap(({ body }) => body.keys);
    return this.keyIds.map((keyId) => {
      const { name, state } = all.find((key) => key.keyId === keyId);
      return { name, state };
    });
  }
}

const bodyOf = (given: Change) => {
  if (given.do === 'rotate') return { json: { graceHours: given.graceHours } };
  return given.do === 'revoke' ? {} : { json: { name: given.name } };
};

test('each change takes effect once and has one row of activity, whatever answers are lost', async () => {
  const history = fc.array(step, { minLength: 3, maxLength: 12 });
  const property = fc.asyncProperty(history, async (steps) => {
    const client = new Client();
    const expected = new Expected();
    await api.call(client.user, 'GET', '/v1/account');
    for (const { change: given, faults: lost, minutes } of steps) {
      api.time.now += minutes * 60_000;
      const status = expected.carryOut(given, api.time.now);
      expect(await client.send(given, lost)).toBe(status);
    }
    expect(await client.keys()).toEqual(expected.keys.map(({ name, state }) => ({ name, state })));
    expect(await client.activity()).toEqual(expected.activity);
  });
  await fc.assert(property, { numRuns: 20 });
});

test('the activity of a change says who made it, from where, and what was before', async () => {
  const user = newUser();
  const { body } = await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } });
  const headers = { 'content-type': 'application/json', 'user-agent': `curl/8.5 ${'x'.repeat(300)}` };
  await api.call(user, 'PATCH', `/v1/keys/${body.key.keyId}`, { json: { name: 'two' }, headers });
  const { body: page } = await api.call(user, 'GET', '/v1/activity');
  expect(page.activity[0]).toEqual({
    activityId: '3',
    at: new Date(api.time.now).toISOString(),
    by: 'customer',
    action: 'key_renamed',
    keyId: body.key.keyId,
    keyName: 'two',
    tokenId: null,
    tokenName: null,
    address: '203.0.113.7',
    client: headers['user-agent'].slice(0, 256),
    before: { name: 'one' },
    after: { name: 'two' },
  });
  expect(JSON.stringify(page)).not.toContain(body.secret);
});

test('activity is shown for 30 whole UTC days, or for as long as the plan keeps history', async () => {
  const user = newUser();
  await api.call(user, 'GET', '/v1/account');
  api.time.now = endOfDay(api.time.now) + 30 * dayMs - 1;
  expect((await api.call(user, 'GET', '/v1/activity')).body.activity).toHaveLength(1);
  api.time.now += 1;
  expect((await api.call(user, 'GET', '/v1/activity')).body).toMatchObject({ activity: [], nextCursor: null });
  const operators = { accountId: user.sub, origin: { by: 'operator', client: "the operator's machine" } } as const;
  await changePlan(api.deps, operators, 'scale');
  const { body } = await api.call(user, 'GET', '/v1/activity');
  expect(body.activity).toMatchObject([
    { action: 'plan_changed', by: 'operator', client: null, before: { planId: 'free' }, after: { planId: 'scale' } },
    { action: 'account_created', by: 'customer' },
  ]);
});
