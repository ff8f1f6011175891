import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { accountCommands } from '../../bin/operator/account-commands.ts';
import { connectGateway } from '../../bin/operator/operator-gateway.ts';
import { dynamoDbOptions } from '../support/dynamodb.ts';
import { readByFunctions } from '../support/settings.ts';
import { ann, type FunctionWorld } from './function-world.ts';

export function answerCases(running: () => FunctionWorld): void {
  test.each([
    ['nothing', null],
    ['a text', 'accounts list'],
    ['no arguments', {}],
    ['an argument that is no text', { args: ['accounts', 1] }],
    ['an unknown member', { args: ['accounts', 'list'], stdin: 'x' }],
  ])('an event with %s is refused with what it must be', async (_, event) => {
    const { exitCode, out, err } = await running().invoke(event);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toMatch(/^The event is not valid \(\S+\)\. It must be \{"args": \["accounts", "list"\]\}/);
  });

  test.each(['--stage', '--stack', '--instance', '--port', '--config'])('%s is refused', async (option) => {
    const { exitCode, err } = await running().inFunction(['accounts', 'list', option, 'prod']);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(`^${option} does not apply`)]);
  });

  test('help lists the commands, and one command’s help its options', async () => {
    const { out, exitCode } = await running().inFunction(['--help'], { as: undefined });
    expect([exitCode, out]).toEqual([0, expect.stringContaining('\n  keys create ACCOUNT NAME')]);
    const help = await running().inFunction(['keys', 'rotate', '--help'], { as: undefined });
    expect(help.out).toContain('sluice-cdk operator keys rotate ACCOUNT KEY [--grace-hours HOURS] --function NAME');
  });

  test('one command twice at the same time: one account, and one secret that works', async () => {
    const twice = (args: readonly string[]) => Promise.all([1, 2].map(() => running().inFunction([...args, '--json'])));
    const created = await twice(['accounts', 'create', 'twice@example.com', '--plan', 'business']);
    const [account, ...others] = created.flatMap(({ out }) => (out === '' ? [] : [JSON.parse(out)]));
    expect(others.filter(({ accountId }) => accountId !== account.accountId)).toEqual([]);
    for (const { exitCode } of created) expect([0, 3]).toContain(exitCode);
    expect((await running().onCommandLine(['accounts', 'show', 'twice@example.com', '--json'])).exitCode).toBe(0);
    const { key } = JSON.parse(
      (await running().inFunction(['keys', 'create', account.accountId, 'bot', '--json'])).out,
    );
    const rotated = await twice(['keys', 'rotate', account.accountId, key.keyId]);
    expect(rotated.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const found = rotated.map(({ out }) => running().onCommandLine(['keys', 'find', '--json'], JSON.parse(out).secret));
    const refusals = (await Promise.all(found)).map(({ out }) => JSON.parse(out).refusedAs);
    expect(refusals.toSorted()).toEqual(['key_expired', null]);
  });

  test('pages follow each other: each account is on one page', async () => {
    const { program } = running();
    for (const id of ['page-1', 'page-2', 'page-3', 'page-4']) await program.register(id);
    const idsIn = (out: string): string[] => [...out.matchAll(/"accountId":"([^"]+)"/g)].map(([, id = '']) => id);
    const all = idsIn((await running().inFunction(['accounts', 'list', '--json'])).out);
    const paged: string[] = [];
    let next: string | undefined;
    do {
      const after = next === undefined ? [] : ['--after', next];
      const page = await running().inFunction(['accounts', 'list', '--json', '--limit', '3', ...after]);
      paged.push(...idsIn(page.out));
      next = page.next;
      expect(next).toBe(paged.length < all.length ? paged.at(-1) : undefined);
    } while (next !== undefined);
    expect(paged).toEqual(all);
    const { out } = await running().onCommandLine(['accounts', 'list', '--limit', '3']);
    expect(out).toMatch(new RegExp(`\\nMore: --after ${paged[2]}\\n$`));
  });

  test('without --limit, a list has the pages of the function', async () => {
    const { tables } = running().program;
    const { endpoint, ...access } = dynamoDbOptions();
    const location = { name: 'this', userPoolId: 'none', planIds: undefined };
    const endpoints = { AWS_ENDPOINT_URL_DYNAMODB: endpoint };
    const settings = { ...readByFunctions, billing: undefined, secretPrefix: 'slc' };
    const connection = { ...location, tables, endpoints, dynamoDb: { endpoint, ...access } };
    const gatewayFor = await connectGateway(connection, settings);
    const list = await accountCommands['accounts list']?.run([], {
      options: {},
      input: Readable.from([]),
      warn: () => {},
      longestPage: 2,
      deployment: undefined,
      loadSettings: () => Promise.reject(new Error('There is no file.')),
      gatewaySettings: async () => settings,
      openGateway: async () => gatewayFor({ origin: { by: 'operator' }, warn: () => {} }),
    });
    expect(list?.documents).toHaveLength(2);
    expect(list?.documents.at(-1)).toMatchObject({ accountId: list?.next });
    expect(list?.text).not.toContain('--after');
  });

  test('a repeated event does again what the command line would: once where that is all the same', async () => {
    const world = running();
    await world.program.register('twice');
    const first = await world.inFunction(['accounts', 'suspend', 'twice', '--json']);
    expect(await world.inFunction(['accounts', 'suspend', 'twice', '--json'])).toEqual(first);
    const rows = await world.inFunction(['accounts', 'activity', 'twice', '--json']);
    expect(rows.out.trim().split('\n')).toHaveLength(2);
  });

  test('the log has the names of commands and callers, and nothing that was sent or answered', async () => {
    const world = running();
    await world.program.register('logged');
    const { out } = await world.inFunction(['keys', 'create', 'logged', 'a name for the key', '--json']);
    const { key, secret } = JSON.parse(out);
    await world.inFunction(['keys', 'find'], { input: secret });
    await world.inFunction(['keys', 'rotate', 'logged', 'key_unknown']);
    await world.inFunction([secret, 'accounts']);
    const failed = world.lines.slice(-2).map((line) => JSON.parse(line));
    expect(failed.map(({ exitCode, error }) => [exitCode, error])).toEqual([
      [4, 'key_not_found'],
      [2, 'invalid_usage'],
    ]);
    const text = world.lines.join('\n');
    const sent = [
      secret,
      secret.slice(4, 20),
      key.keyId,
      'a name for the key',
      'logged',
      'one@example.com',
      'two@example.com',
    ];
    expect(sent.filter((each) => text.includes(each))).toEqual([]);
    const { credentials } = ann;
    const signed = [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken ?? ''];
    expect(signed.filter((each) => text.includes(each))).toEqual([]);
    const fields = new Set(world.lines.flatMap((line) => Object.keys(JSON.parse(line))));
    expect([...fields].toSorted()).toEqual([
      'command',
      'durationMs',
      'error',
      'event',
      'exitCode',
      'level',
      'principal',
    ]);
  });
}
