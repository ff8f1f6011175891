import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { suspendAccount } from '../../../src/accounts/account-plan.ts';
import { revokeKey } from '../../../src/keys/change-key.ts';
import { rotateKey } from '../../../src/keys/rotate-key.ts';
import { mintSecret } from '../../../src/keys/secret.ts';
import { admissionsKey } from '../../../src/limits/counter-writes.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { dayOf, systemClock } from '../../../src/time.ts';
import { newKey } from '../../keys/new-key.ts';
import { byCustomer, byOperator } from '../../support/change-requests.ts';
import { documentClient } from '../../support/dynamodb.ts';
import { plans } from '../../support/settings.ts';
import { documentsOf, OperatorProgram } from './operator-program.ts';

let program: OperatorProgram;
beforeAll(async () => {
  program = await OperatorProgram.start();
});
afterAll(() => program.stop());

async function keyOf(accountId: string) {
  await program.register(accountId);
  const { key, secret } = await newKey(program.directory, accountId, 'first', systemClock);
  return { accountId, keyId: key.keyId, secret };
}

const find = (input: string, ...args: string[]) => program.runWith(input, ['keys', 'find', ...args]);

const refusal = async (secret: string) => documentsOf(await find(secret, '--json'))[0].refusedAs;

describe('keys find', () => {
  test('shows the account and the key of a secret from standard input, and never the secret', async () => {
    const { keyId, secret } = await keyOf('found');
    const { code, out, err } = await find(`  ${secret}\n`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^account +found\nemail +found@example.com\nplan +free\naccount is +active\nkey +key_/);
    expect(out).toContain(`secret       ${secret.slice(0, 8)}… newest\nrefused as   –\n`);
    expect(out).not.toContain(secret);
    const [document] = documentsOf(await find(secret, '--json'));
    expect(document).toMatchObject({ account: { accountId: 'found' }, key: { keyId }, refusedAs: null });
    expect(JSON.stringify(document)).not.toContain(secret);
  });

  test('tells why a secret is refused', async () => {
    const revoked = await keyOf('revoked');
    await revokeKey({ directory: program.directory, plans, clock: systemClock }, byCustomer('revoked'), revoked.keyId);
    expect((await find(revoked.secret)).out).toContain('refused as   key_revoked\nbecause      the key is revoked\n');
    const rotated = await keyOf('rotated');
    await rotateKey({ directory: program.directory, clock: systemClock }, byCustomer('rotated'), rotated.keyId, 0);
    expect((await find(rotated.secret)).out).toMatch(/because +the key was rotated, and this secret no longer works/);
    const suspended = await keyOf('suspended');
    await suspendAccount({ directory: program.directory, clock: systemClock }, byOperator('suspended'));
    expect((await find(suspended.secret)).out).toMatch(/because +the account is suspended/);
    expect(await Promise.all([revoked, rotated, suspended].map(({ secret }) => refusal(secret)))).toEqual([
      'key_revoked',
      'key_expired',
      'plan_inactive',
    ]);
  });

  test('tells that a secret works until the end of its grace period', async () => {
    const { secret, keyId } = await keyOf('grace');
    await rotateKey({ directory: program.directory, clock: systemClock }, byCustomer('grace'), keyId, 1);
    const { out } = await find(secret);
    expect(out).toMatch(/secret +slc_\w{4}… works until 20.*Z\nrefused as +–/);
  });

  test('tells that the calls of the day are used up', async () => {
    const { secret, keyId } = await keyOf('used-up');
    const admissions = createSdkTable(documentClient(), program.tables.admissions);
    await admissions.put({ ...admissionsKey(keyId, dayOf(systemClock())), used: plans.free.limits.callsPerDay });
    expect(await refusal(secret)).toBe('quota_exceeded');
  });

  test.each([
    ['a secret that no key has', mintSecret(), /^No key of this gateway has the secret slc_\w{4}…\.\n$/],
    ['a secret that was copied in part', mintSecret().slice(0, 30), /^This is not a secret of this gateway: its form/],
    ['two secrets', `${mintSecret()}\n${mintSecret()}`, /^This is not a secret of this gateway/],
  ])('does not find %s, and does not repeat it', async (_, input, message) => {
    const { code, out, err } = await find(input);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toContain(input);
  });
});
