import { beforeEach, describe, expect, test } from '@jest/globals';
import { suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { cacheableAnswer } from '../../src/keys/cacheable-answer.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { createLog } from '../../src/log.ts';
import type { Consistency } from '../../src/table/item-table.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { memoryDirectory } from '../support/memory-directory.ts';
import { plans } from '../support/settings.ts';
import { newKey } from './new-key.ts';

const clock = () => Date.UTC(2026, 10, 20, 12);

let directory: ReturnType<typeof memoryDirectory>;
let reads: Consistency[];
let lines: unknown[];
let counted: string[];
let secret: string;
let keyId: string;

const ask = (header: string, importedKeys = false) =>
  cacheableAnswer(header, {
    directory: {
      get: (key, consistency = 'strong') => {
        reads.push(consistency);
        return directory.get(key);
      },
    },
    importedKeys,
    unknownKeys: { count: (kind) => void counted.push(kind) },
    log: createLog('info', (line) => lines.push(JSON.parse(line))),
  });

beforeEach(async () => {
  directory = memoryDirectory();
  [reads, lines, counted] = [[], [], []];
  const account = { accountId: 'acme', email: 'ann@acme.example', planId: 'business' };
  await registerAccount({ directory, clock }, account, customer);
  const created = await newKey(directory, 'acme', 'production', clock);
  ({ secret } = created);
  ({ keyId } = created.key);
});

describe('the answer to a key’s secret never changes, so that a cached one is never wrong:', () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['nothing', async () => undefined],
    ['it is revoked', () => revokeKey({ directory, plans, clock }, byCustomer('acme'), keyId)],
    ['it is rotated', () => rotateKey({ directory, clock }, byCustomer('acme'), keyId, 0)],
    ['its account is suspended', () => suspendAccount({ directory, clock }, byOperator('acme'))],
  ];
  test.each(changes)('%s', async (_, change) => {
    await change();
    expect(await ask(secret)).toEqual({ isAuthorized: true, context: { keyId } });
    expect(reads).toEqual(['eventual']);
  });
});

test('an unknown secret is allowed: an import or a restored table may make it valid', async () => {
  expect(await ask(mintSecret())).toEqual({ isAuthorized: true, context: {} });
  expect(reads).toEqual(['eventual', 'strong']);
  expect(counted).toEqual([]);
});

test.each(['', 'slc_', 'a secret', `${mintSecret()}0`, `${mintSecret()},${mintSecret()}`, `slc_${'0'.repeat(38)}`])(
  'what no key can have as its secret is denied without a read: %j',
  async (header) => {
    expect(await ask(header)).toEqual({ isAuthorized: false, context: {} });
    expect([reads, counted]).toEqual([[], ['malformed']]);
  },
);

test('with imported keys, what one may have as its secret is allowed, and a wrongly copied secret denied', async () => {
  expect(await ask('an-old-secret-of-another-gateway', true)).toEqual({ isAuthorized: true, context: {} });
  expect(await ask('an-old-secret-of-another-gateway', false)).toMatchObject({ isAuthorized: false });
  expect(await ask('too short', true)).toMatchObject({ isAuthorized: false });
  expect(await ask(`slc_${'0'.repeat(38)}`, true)).toMatchObject({ isAuthorized: false });
});

test('if Directory fails, the request is allowed without the key’s name, and no secret is logged', async () => {
  directory.get = () => Promise.reject(new Error('down'));
  expect(await ask(secret)).toEqual({ isAuthorized: true, context: {} });
  expect(lines).toEqual([expect.objectContaining({ event: 'key_not_read', detail: 'Error: down' })]);
});
