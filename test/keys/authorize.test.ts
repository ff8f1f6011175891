import { beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { authorize } from '../../src/keys/authorize.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import { hashSecret, mintSecret } from '../../src/keys/secret.ts';
import { createLog } from '../../src/log.ts';
import { recordSchema } from '../../src/records/record-schema.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Item, Table } from '../../src/table/item-table.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { emptyDirectory, emptyTable } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';
import { type Calls, counted } from '../table/counted.ts';
import { newKey } from './new-key.ts';

const start = Date.UTC(2026, 10, 20, 14, 25, 36, 789);
let now = start;
const clock = () => now;

let directory: Directory;
let records: Table;
let reads: Calls;
let writes: Calls;
let lines: string[];
let unknownKeys: string[];
let secret: string;
let keyId: string;

/** The dependencies of one process; they use the current value of `records`. */
let refusals: RefusalRecords;

const deps = () => ({ directory, plans, refusals, clock });

/** As functions do: each request writes what is due of earlier refusals. */
async function ask(header: string, network = 'devnet') {
  const counting = { ...deps(), unknownKeys: { count: (kind: string) => void unknownKeys.push(kind) } };
  const [identity] = await Promise.all([authorize(header, network, counting), refusals.writePending()]);
  return identity;
}

const recordsOf = async (id: string): Promise<Item[]> => Array.fromAsync(records.query(`${id}#2026-11-20`));

const changeSecret = (update: string, names: Record<string, string>, values: Item) =>
  directory.update({ key: secretItemKey(hashSecret(secret)), update, names, values });

beforeEach(async () => {
  now = start;
  lines = [];
  unknownKeys = [];
  ({ table: directory, calls: reads } = counted(await emptyDirectory()));
  ({ table: records, calls: writes } = counted(await emptyTable({ sortKey: true })));
  const put: Table['put'] = (item, condition) => records.put(item, condition);
  refusals = new RefusalRecords({
    records: { ...records, put },
    clock,
    log: createLog('info', (line) => lines.push(line)),
    random: () => 0,
  });
  await registerAccount(
    { directory, clock },
    { accountId: 'acme', email: 'ann@acme.example', planId: 'business' },
    customer,
  );
  const created = await newKey(directory, 'acme', 'production', clock);
  ({ secret } = created);
  ({ keyId } = created.key);
  Object.assign(reads, { get: 0, put: 0, update: 0, query: 0 });
});

describe('a request is authorized', () => {
  test('with an active key of an active account, with one read and no write', async () => {
    expect(await ask(secret)).toEqual({ keyId, accountId: 'acme', planId: 'business' });
    expect(reads).toEqual({ get: 1, put: 0, update: 0, query: 0 });
    expect(writes).toEqual({ get: 0, put: 0, update: 0, query: 0 });
  });

  test('until the last millisecond before a secret expires', async () => {
    await changeSecret('SET #e = :e', { '#e': 'expiresAt' }, { ':e': start + 1 });
    expect(await ask(secret)).toMatchObject({ keyId });
  });
});

describe('a request is refused without a read', () => {
  test.each(['', 'slc_', 'a secret', `${mintSecret()}0`, `${mintSecret()},${mintSecret()}`, `slc_${'0'.repeat(38)}`])(
    'with the malformed key %j',
    async (header) => {
      expect(await ask(header)).toBeUndefined();
      expect(reads).toEqual({ get: 0, put: 0, update: 0, query: 0 });
      expect(writes.put).toBe(0);
      expect(lines).toEqual([]);
      expect(unknownKeys).toEqual(['malformed']);
    },
  );
});

test('an unknown key is refused after one read, without a record', async () => {
  expect(await ask(mintSecret())).toBeUndefined();
  expect(reads.get).toBe(1);
  expect(writes.put).toBe(0);
  expect([lines, unknownKeys]).toEqual([[], ['unknown']]);
});

test.each([
  ['malformed', ''],
  ['unknown', mintSecret()],
])('a key that is %s is refused without a counter for unknown keys, too', async (_, header) => {
  expect(await authorize(header, 'devnet', deps())).toBeUndefined();
});

describe('a refusal of a known key writes one record of that key', () => {
  const refusals: [string, string, () => Promise<unknown>][] = [
    ['a revoked key', 'key_revoked', () => revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId)],
    [
      'a secret in the millisecond in which it expires',
      'key_expired',
      () => changeSecret('SET #e = :e', { '#e': 'expiresAt' }, { ':e': start }),
    ],
    [
      'a secret ended by a rotation',
      'key_expired',
      () => rotateKey({ directory, clock: () => start + 60_000 }, byCustomer('acme'), keyId, 0),
    ],
    ['a key of a suspended account', 'plan_inactive', () => suspendAccount({ directory, clock }, byOperator('acme'))],
    [
      'a key on a plan that no longer exists',
      'plan_inactive',
      () => changeSecret('SET #p = :p', { '#p': 'planId' }, { ':p': 'platinum' }),
    ],
    [
      'a revoked key of a suspended account, as revoked',
      'key_revoked',
      async () => {
        await suspendAccount({ directory, clock }, byOperator('acme'));
        await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
      },
    ],
  ];

  test.each(refusals)('%s', async (_, outcome, refuse) => {
    await refuse();
    Object.assign(reads, { get: 0, update: 0, query: 0 });
    expect(await ask(secret, 'mainnet')).toBeUndefined();
    expect(reads).toMatchObject({ get: 1, update: 0, query: 0 });
    expect(writes).toEqual({ get: 0, put: 1, update: 0, query: 0 });
    const [record, ...others] = await recordsOf(keyId);
    expect(others).toEqual([]);
    expect(v.parse(recordSchema, record)).toMatchObject({
      keyId,
      accountId: 'acme',
      network: 'mainnet',
      at: start,
      status: 403,
      outcome,
      calls: [{ outcome, count: 1 }],
    });
  });

  test('but none at a path that no network has', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    expect(await authorize(secret, undefined, deps())).toBeUndefined();
    expect(await recordsOf(keyId)).toEqual([]);
  });

  test('and a log line with the key and the reason', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    await ask(secret);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'key_refused', keyId, outcome: 'key_revoked' }),
    ]);
  });

  test.each([
    [12, 12],
    [-3, 0],
  ])('that took the %d ms by which the clock advanced, never less than 0', async (passed, durationMs) => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    const { get } = directory;
    directory = {
      ...directory,
      get: (key) => {
        now += passed;
        return get(key);
      },
    };
    await ask(secret);
    expect(await recordsOf(keyId)).toEqual([expect.objectContaining({ at: start, durationMs })]);
  });

  test('that expires with the history of the account’s plan', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    await ask(secret);
    const [record] = await recordsOf(keyId);
    expect(record?.expiresAt).toBe(Math.floor(start / 1_000) + 30 * 86_400);
  });

  test('ten times; further refusals share a record, written with a request of any key ten seconds later', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    for (let requests = 0; requests < 17; requests += 1) await ask(secret);
    expect((await recordsOf(keyId)).map(({ count = 1 }) => count)).toEqual(Array.from({ length: 10 }, () => 1));
    now += 10_000;
    await ask(mintSecret());
    const [sum, ...others] = (await recordsOf(keyId)).filter(({ count }) => count !== undefined);
    expect(others).toEqual([]);
    expect(sum).toMatchObject({ count: 7, outcome: 'key_revoked', calls: [{ outcome: 'key_revoked', count: 7 }] });
  });

  test('at a hundred refusals a second, with one read per refusal and ten writes, then one in ten seconds', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    Object.assign(reads, { get: 0, put: 0, update: 0, query: 0 });
    for (let requests = 0; requests < 3_000; requests += 1) {
      await ask(secret);
      now += 10;
    }
    expect(reads).toEqual({ get: 3_000, put: 0, update: 0, query: 0 });
    expect(writes.put).toBe(10 + 2);
  });

  test('later if the table fails; the request is refused all the same', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    const working = records;
    records = { ...records, put: () => Promise.reject(new NoAnswerError('timeout')) };
    expect(await ask(secret)).toBeUndefined();
    records = working;
    now += 10_000;
    await ask(mintSecret());
    expect(await recordsOf(keyId)).toMatchObject([{ at: start, outcome: 'key_revoked' }]);
  });

  test('and no log line contains the secret or its hash', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId);
    await ask(secret);
    records = { ...records, put: () => Promise.reject(new Error('down')) };
    await ask(secret);
    const text = lines.join('\n');
    expect(text).toContain(keyId);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(hashSecret(secret));
  });
});

describe('authorizing fails', () => {
  test('if the Directory fails, and writes nothing', async () => {
    directory = { ...directory, get: () => Promise.reject(new Error('down')) };
    await expect(ask(secret)).rejects.toThrow('down');
    expect(writes.put).toBe(0);
  });

  test('if the item is not a secret’s', async () => {
    await changeSecret('SET #s = :s', { '#s': 'state' }, { ':s': 'asleep' });
    await expect(ask(secret)).rejects.toThrow();
  });
});
