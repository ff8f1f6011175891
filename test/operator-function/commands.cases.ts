import { beforeAll, describe, expect, test } from '@jest/globals';
import { commands } from '../../bin/operator/commands.ts';
import { functionCommands, notOffered, readingCommands } from '../../bin/operator/function/function-commands.ts';
import { systemClock } from '../../src/time.ts';
import { createToken } from '../../src/tokens/create-token.ts';
import { newKey } from '../keys/new-key.ts';
import { byCustomer } from '../support/change-requests.ts';
import type { FunctionWorld } from './function-world.ts';

/** A customer. Commands run for two that are alike: on the command line for one, in the function for the other. */
type Twin = {
  readonly email: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly spareKeyId: string;
  readonly secret: string;
  readonly tokenId: string;
};

async function makeTwin({ program }: FunctionWorld, name: string): Promise<Twin> {
  const email = `${name}@example.com`;
  const [{ accountId }] = await program.documents('accounts', 'create', email, '--plan', 'business');
  const { key, secret } = await newKey(program.directory, accountId, 'first', systemClock);
  const spare = await newKey(program.directory, accountId, 'spare', systemClock);
  const users = { isPassword: async () => true };
  const deps = { directory: program.directory, clock: systemClock, users, serverClientId: 'none' };
  const asked = { name: 'CI', permissions: ['read'], days: null } as const;
  const { token } = await createToken(deps, byCustomer(accountId), asked, 'password');
  return { email, accountId, keyId: key.keyId, spareKeyId: spare.key.keyId, secret, tokenId: token.tokenId };
}

/** It is over, so a statement says the same before and after midnight. */
const month = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);

type Row = readonly [string, ((twin: Twin) => readonly string[])?, ((twin: Twin) => string)?];

const none = () => [];

/** Each command, with its arguments and its standard input, in an order in which all of them do something. */
const rows: readonly Row[] = [
  ['accounts list'],
  ['accounts show', ({ email }) => [email]],
  ['accounts show', () => ['nobody']],
  ['accounts usage', ({ accountId }) => [accountId]],
  ['accounts tokens', ({ email }) => [email]],
  ['accounts statement', ({ accountId }) => [accountId, '--month', month]],
  ['accounts statement', ({ accountId }) => [accountId, '--month', month, '--csv']],
  ['accounts statement', ({ accountId }) => [accountId]],
  ['keys list', ({ accountId }) => [accountId]],
  ['keys show', ({ accountId, keyId }) => [accountId, keyId]],
  ['keys find', none, ({ secret }) => `${secret}\n`],
  ['keys find', none, () => ''],
  ['keys find', none, () => 'slc_of_nobody'],
  ['keys usage', ({ accountId, keyId }) => [accountId, keyId]],
  ['requests list', ({ accountId, keyId }) => [accountId, keyId, '--limit', '5']],
  ['requests list', ({ accountId, keyId }) => [accountId, keyId, '--limit', '0']],
  ['plans list'],
  ['margin'],
  ['margin', ({ email }) => ['--account', email]],
  ['margin', () => ['--to', '2099-01-01']],
  ['keys create', ({ accountId }) => [accountId, 'third']],
  ['keys create', ({ accountId }) => [accountId, 'a\u0000b']],
  ['keys rotate', ({ accountId, keyId }) => [accountId, keyId, '--grace-hours', '1']],
  ['keys rotate', ({ accountId, keyId }) => [accountId, keyId, '--grace-hours', 'many']],
  ['keys revoke', ({ accountId, spareKeyId }) => [accountId, spareKeyId]],
  ['accounts suspend', ({ email }) => [email]],
  ['accounts resume', ({ email }) => [email]],
  ['accounts change-plan', ({ email }) => [email, 'scale']],
  ['accounts change-plan', ({ email }) => [email, 'unknown']],
  ['accounts sign-out', ({ email }) => [email]],
  ['accounts disable-second-factor', ({ email }) => [email]],
  ['accounts revoke-token', ({ email, tokenId }) => [email, tokenId]],
  ['accounts activity', ({ email }) => [email, '--limit', '50']],
  ['accounts activity', ({ email }) => [email, '--limit', '-1']],
  ['billing reconcile', () => ['--dry-run']],
  ['billing sync', () => ['--dry-run']],
  ['billing sync'],
  ['billing reconcile'],
  ['billing reconcile', ({ email }) => ['--account', email]],
  ['billing cancel', ({ email }) => [email]],
  ['accounts delete', ({ email }) => [email, '--dry-run']],
  ['accounts delete', ({ email }) => [email], () => 'somebody@example.com\n'],
  ['accounts delete', ({ email }) => [email], ({ email }) => `${email}\n`],
  ['accounts delete', ({ email }) => [email, '--yes']],
  ['accounts create', ({ email }) => [email, '--plan', 'business']],
  ['accounts create', () => ['nobody', '--plan', 'business']],
  ['accounts create', ({ email }) => [email, '--unknown']],
  ['accounts create'],
];

/** What differs although the command does the same: ids, secrets and times, and who ran it. */
const alike = (text: string): string =>
  text
    .replaceAll(/\b(one|two)@example\.com/g, 'name@example.com')
    // DynamoDB returns the members of a map in any order.
    .replaceAll('permissions=read name=CI', 'name=CI permissions=read')
    .replaceAll('"permissions":"read","name":"CI"', '"name":"CI","permissions":"read"')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ACCOUNT')
    .replaceAll(/key_\w{10,}/g, 'KEY')
    .replaceAll(/tok_\w+/g, 'TOKEN')
    .replaceAll(/\b(slc|acme)_\w+/g, 'SECRET')
    .replaceAll(/slt_\w+/g, 'SECRET')
    .replaceAll(/"(secretId)":"[^"]+"/g, '"$1":"ID"')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
    .replaceAll(/(sluice command|operator function) of [^\s"]+/g, 'CALLER')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/npm run sluice --|sluice-cdk operator/g, 'PROGRAM')
    .replaceAll(/\[--stage NAME .* \[--config PATH\]|--function NAME/g, 'GATEWAY');

export function commandCases(running: () => FunctionWorld): void {
  let twins: readonly [Twin, Twin];
  beforeAll(async () => {
    twins = [await makeTwin(running(), 'one'), await makeTwin(running(), 'two')];
  });

  test('the function creates at Stripe what the command line says', async () => {
    const planned = await running().onCommandLine(['billing', 'sync', '--dry-run', '--json']);
    expect(planned.out).toContain('Product sluice-scale');
    expect(await running().inFunction(['billing', 'sync', '--json'])).toEqual(planned);
  });

  describe('a command of the function prints what the command line prints, and ends with the same exit code', () => {
    test.each(rows.map((row, index) => [`${index + 1}. ${row[0]}`, row] as const))('%s', async (_, row) => {
      const [name, args = none, input] = row;
      for (const format of [[], ['--json']]) {
        const [one, two] = twins;
        const given = (twin: Twin) => [...name.split(' '), ...args(twin), ...format];
        const expected = await running().onCommandLine(given(one), input?.(one) ?? '');
        const { out, err, exitCode } = await running().inFunction(given(two), input && { input: input(two) });
        expect({ exitCode, out: alike(out), err: alike(err) }).toEqual({
          exitCode: expected.exitCode,
          out: alike(expected.out),
          err: alike(expected.err),
        });
      }
    });

    test('every command is in this table, or has the reason why the function does not run it', () => {
      expect([...new Set(rows.map(([name]) => name))].toSorted()).toEqual(Object.keys(functionCommands).toSorted());
      const known = [...Object.keys(functionCommands), ...Object.keys(notOffered)];
      expect(known.toSorted()).toEqual(Object.keys(commands).toSorted());
      expect([...readingCommands].filter((name) => !(name in functionCommands))).toEqual([]);
    });

    test.each(Object.keys(notOffered))('%s is refused with the reason', async (name) => {
      const { exitCode, out, err } = await running().inFunction(name.split(' '));
      expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
      expect(err).toBe(`${name} is not offered here: ${notOffered[name]}\n`);
    });
  });
}
