import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keyItemKey } from '../../../src/directory/directory-items.ts';
import { listKeys } from '../../../src/directory/directory-reads.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { createLog } from '../../../src/log.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';
import { callsAttribute, millisecondsAttribute } from '../../../src/usage/counter-attributes.ts';
import { dayKey } from '../../../src/usage/day-items.ts';
import { counterKey } from '../../../src/usage/tally-counter.ts';
import { bucketOf } from '../../../src/usage/usage-range.ts';
import { hiddenNames } from '../../keys/hidden-names.ts';
import { newKey } from '../../keys/new-key.ts';
import { documentClient, emptyTable } from '../../support/dynamodb.ts';
import { plans } from '../../support/settings.ts';
import { documentsOf, OperatorProgram } from './operator-program.ts';

let program: OperatorProgram;
beforeAll(async () => {
  program = await OperatorProgram.start();
});
afterAll(() => program.stop());

const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** True if the secret is authorized. */
const worksNow = async (secret: string): Promise<boolean> => {
  const records = await emptyTable({ sortKey: true });
  const refusals = new RefusalRecords({ records, clock: systemClock, log: createLog('error') });
  const deps = { directory: program.directory, plans, refusals, clock: systemClock };
  return (await authorize(secret, 'devnet', deps)) !== undefined;
};

describe('an operator', () => {
  test('creates a key, suspends and resumes its account, and revokes the key, each with immediate effect', async () => {
    await program.register('life');
    const [{ key, secret }] = await program.documents('keys', 'create', 'life', 'first');
    const { keyId } = key;
    expect(await worksNow(secret)).toBe(true);
    expect(await program.documents('accounts', 'suspend', 'life')).toMatchObject([{ state: 'suspended' }]);
    expect(await worksNow(secret)).toBe(false);
    expect(await program.documents('accounts', 'resume', 'life')).toMatchObject([{ state: 'active' }]);
    expect(await worksNow(secret)).toBe(true);
    expect(await program.documents('keys', 'revoke', 'life', keyId)).toMatchObject([{ keyId, state: 'revoked' }]);
    expect(await worksNow(secret)).toBe(false);
    const revoked = [{ keyId, name: 'first', state: 'revoked' }];
    expect(await program.documents('keys', 'list', 'life')).toMatchObject(revoked);
    expect(await program.documents('keys', 'show', 'life', keyId)).toMatchObject(revoked);
  });

  test('rotates a key: the old secret is refused at once, or works for the grace period', async () => {
    await program.register('rotated');
    const [{ key, secret: first }] = await program.documents('keys', 'create', 'rotated', 'first');
    const [{ secret: second }] = await program.documents('keys', 'rotate', 'rotated', key.keyId);
    expect([await worksNow(first), await worksNow(second)]).toEqual([false, true]);
    const withGrace = ['keys', 'rotate', 'rotated', key.keyId, '--grace-hours', '1'];
    const [{ key: rotated, secret: third }] = await program.documents(...withGrace);
    expect(rotated.secrets).toMatchObject([{ expiresAt: null }, { expiresAt: expect.stringMatching(/Z$/) }]);
    expect([await worksNow(second), await worksNow(third)]).toEqual([true, true]);
    const { out } = await program.run('keys', 'rotate', 'rotated', key.keyId);
    expect(out).toMatch(
      /^key +key_\w+\nname +first\nsecret +slc_\w+\n\nSave the secret now: it cannot be shown again\.\n$/,
    );
  });

  test('lists accounts, shows one and changes its plan, also on a deployed stage', async () => {
    await program.register('planned');
    const business = { accountId: 'planned', plan: { planId: 'business' }, state: 'active' };
    const changed = await program.documents('accounts', 'change-plan', 'planned', 'business', '--stage', 'dev');
    expect(changed).toMatchObject([business]);
    const listed = await program.documents('accounts', 'list', '--stage', 'dev');
    expect(listed.find(({ accountId }) => accountId === 'planned')).toMatchObject(business);
    const { out } = await program.run('accounts', 'show', 'planned');
    expect(out).toMatch(
      /^account +email +plan +state +created +payment\nplanned +planned@example.com +business +active +20.* +–\n$/,
    );
  });

  test('reads the usage of a key and of an account', async () => {
    await program.register('used');
    const [{ key }] = await program.documents('keys', 'create', 'used', 'first');
    const { keyId } = key;
    const usage = createSdkTable(documentClient(), program.tables.usage);
    const bucket = bucketOf('hour', Date.now());
    const counter = { keyId, span: 'hour', bucket, network: 'devnet' } as const;
    await usage.put({
      ...counterKey(counter),
      [callsAttribute('getSlot', 'ok')]: 7,
      [callsAttribute('getSlot', 'rpc_error')]: 2,
      [millisecondsAttribute('getSlot')]: 90,
    });
    await usage.put(dayKey({ accountId: 'used', keyId, day: bucket.slice(0, 10) }));
    const expected = [{ total: { calls: 9, errors: 2 }, byMethod: { getSlot: { calls: 9, meanLatency: 10 } } }];
    expect(await program.documents('keys', 'usage', 'used', keyId)).toMatchObject(expected);
    expect(await program.documents('accounts', 'usage', 'used')).toMatchObject(expected);
    const { out } = await program.run('accounts', 'usage', 'used');
    expect(out).toMatch(/^method +calls +errors +mean ms.*\ngetSlot +9 +2 +10 .*\nall methods +9 +2 /);
  });

  test('sees invisible characters of stored names as codes, each name in one row', async () => {
    await program.register('hidden', 'scale');
    // The API refuses half a surrogate pair, and so does the embedded DynamoDB.
    const names = hiddenNames.filter((name) => name.isWellFormed());
    for (const name of names) {
      const { key } = await newKey(program.directory, 'hidden', 'plain', systemClock);
      const update = { update: 'SET #name = :name', names: { '#name': 'name' }, values: { ':name': name } };
      await program.directory.update({ key: keyItemKey('hidden', key.keyId), ...update });
    }
    const kept = (await listKeys(program.directory, 'hidden')).map(({ name }) => name);
    const { out } = await program.run('keys', 'list', 'hidden');
    expect(out.trimEnd().split('\n')).toHaveLength(1 + names.length);
    expect(out.replaceAll('\n', '')).not.toMatch(hidden);
    expect(out).toContain('turned \\u{202e} around');
    const inJson = await program.run('keys', 'list', 'hidden', '--json');
    expect(documentsOf(inJson).map(({ name }) => name)).toEqual(kept);
    expect(inJson.out.replaceAll('\n', '')).not.toMatch(hidden);
  });

  test('sees invisible characters of arguments as codes, also in errors', async () => {
    const err = 'The account no\\u{1b}[2Jbody\\u{202e} does not exist.\n';
    const ended = await program.runAsProcess('', ['accounts', 'show', 'no\u001b[2Jbody\u202e']);
    expect(ended).toEqual({ code: 4, out: '', err });
  });

  test('lists the plans', async () => {
    const { out } = await program.runAsProcess('', ['plans', 'list']);
    const rows = out.trim().split('\n').slice(1);
    expect(rows.map((row) => row.split(/ +/))).toEqual(
      plans.all.map(({ id, availability, limits, keys, historyDays, longestCallSeconds, pricePerMonth }) =>
        [id, availability, ...Object.values(limits), keys, historyDays, longestCallSeconds, pricePerMonth].map(String),
      ),
    );
  });

  test('sees the options of a command with --help after it', async () => {
    const { out } = await program.run('keys', 'rotate', '--help');
    expect(out).toContain(
      'npm run sluice -- keys rotate ACCOUNT KEY [--grace-hours HOURS] [--stage NAME | --stack NAME [--instance ID] | --port PORT]',
    );
  });

  test('sees every command with --help and without a command', async () => {
    const { code, out } = await program.runAsProcess('', ['--help']);
    expect(code).toBe(0);
    expect(out).toContain('keys revoke ACCOUNT KEY');
    expect(out).toContain('Exit codes: 0 done');
    expect(await program.runAsProcess('', [])).toEqual({ code: 2, out, err: '' });
  });
});
