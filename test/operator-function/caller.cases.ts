import { expect, test } from '@jest/globals';
import { readingCommands } from '../../bin/operator/function/function-commands.ts';
import { accountItemKey } from '../../src/directory/directory-items.ts';
import { type SignedIdentity, signIdentity } from '../../src/operator-function/caller-identity.ts';
import { commandDigest } from '../../src/operator-function/function-event.ts';
import { ann, backend, type FunctionWorld, functionNames, region } from './function-world.ts';

const stranger = { accessKeyId: 'AKIASTRANGER00000000', secretAccessKey: 'of-no-principal' };

export function callerCases(running: () => FunctionWorld): void {
  const suspend = ['accounts', 'suspend', 'victim'];

  /** The command with an identity that is signed for it, and then changed. */
  const sign = (changes: Partial<SignedIdentity>, { args = suspend, name = functionNames.all as string } = {}) => ({
    ...signIdentity({ region, digest: commandDigest(name, { args }), at: Date.now() }, ann.credentials),
    ...changes,
  });

  const versionOf = async (accountId: string) =>
    (await running().program.directory.get(accountItemKey(accountId)))?.version;

  test.each([
    ['a user', backend],
    ['a role with a session', ann],
  ])('the activity says which principal did it: %s', async (_, { arn, credentials }) => {
    const world = running();
    const accountId = `of-${credentials.accessKeyId}`;
    await world.program.register(accountId);
    await world.inFunction(['accounts', 'suspend', accountId], { as: credentials });
    const { out } = await world.inFunction(['accounts', 'activity', accountId, '--json', '--limit', '1']);
    expect(JSON.parse(out)).toMatchObject({
      by: 'operator',
      action: 'account_suspended',
      client: `operator function of ${arn}`,
    });
    expect(world.lines.map((line) => JSON.parse(line))).toContainEqual({
      level: 'info',
      event: 'operator_command',
      command: 'accounts suspend',
      principal: arn,
      exitCode: 0,
      durationMs: expect.any(Number),
    });
  });

  test('a command that changes something needs an identity; one that reads does not', async () => {
    const world = running();
    await world.program.register('victim');
    const refused = await world.inFunction(suspend, { as: undefined });
    expect(refused).toMatchObject({ exitCode: 3, out: '' });
    expect(refused.err).toMatch(/^accounts suspend changes something, so the event needs a signed "identity"/);
    expect(await versionOf('victim')).toBe(1);
    const shown = await world.inFunction(['accounts', 'show', 'victim', '--json'], { as: undefined });
    expect([shown.exitCode, JSON.parse(shown.out).state]).toEqual([0, 'active']);
  });

  test.each<[string, () => SignedIdentity, RegExp]>([
    ['of a key that AWS does not know', () => sign({ accessKeyId: stranger.accessKeyId }), /InvalidClientTokenId/],
    ['of somebody else’s key', () => sign({ accessKeyId: backend.credentials.accessKeyId }), /InvalidClientTokenId/],
    ['with another session', () => sign({ sessionToken: 'another' }), /InvalidClientTokenId/],
    ['with one digit changed', () => sign({ signature: '0'.repeat(64) }), /SignatureDoesNotMatch/],
    ['with a later date', () => sign({ date: laterDate() }), /SignatureDoesNotMatch/],
    ['for another command', () => sign({}, { args: ['accounts', 'suspend', 'other'] }), /SignatureDoesNotMatch/],
    ['for the other function', () => sign({}, { name: functionNames.reads }), /SignatureDoesNotMatch/],
    [
      'of a key whose owner has another secret',
      () => ({
        ...signIdentity(
          { region, digest: commandDigest(functionNames.all, { args: suspend }), at: Date.now() },
          stranger,
        ),
        accessKeyId: backend.credentials.accessKeyId,
      }),
      /SignatureDoesNotMatch/,
    ],
  ])('a signature %s is refused, and nothing is done', async (_, identity, code) => {
    const { exitCode, out, err } = await running().invoke({ args: suspend, identity: identity() });
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
    expect(err).toMatch(/^AWS STS does not confirm who sends this command \(403, \w+\)\. Nothing was done\./);
    expect(err).toMatch(code);
    expect(await versionOf('victim')).toBe(1);
  });

  test.each([
    ['a host', { host: 'sts.evil.example' }],
    ['a url', { url: 'https://evil.example/' }],
    ['a header in the date', { date: '20261126T000000Z\r\nhost: evil.example' }],
    ['a header in the session token', { sessionToken: 'a\r\nx: y' }],
    ['a scope in the key', { accessKeyId: 'AKIA/20261126/eu-west-1/sts/aws4_request, X' }],
    ['another form of signature', { signature: 'A'.repeat(64) }],
  ])('an identity with %s is not sent to STS', async (_, changes) => {
    const { sts } = running();
    const before = sts.requests.length;
    const { exitCode, err } = await running().invoke({ args: suspend, identity: { ...sign({}), ...changes } });
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/^The event is not valid \(identity/)]);
    expect(sts.requests.length).toBe(before);
  });

  test('STS is asked nothing but who the caller is', () => {
    expect([...new Set(running().sts.requests)]).toEqual(['GET /?Action=GetCallerIdentity&Version=2011-06-15']);
  });

  test.each([
    ['an error of STS', 503, '', 5, /cannot be asked now\. Nothing was done\. \(503\)/],
    ['too many requests', 429, '', 5, /cannot be asked now\. Nothing was done\. \(429\)/],
    ['throttling', 400, '{"Error":{"Code":"Throttling","Message":"Rate exceeded"}}', 5, /\(400, Throttling\)/],
    ['another 400', 400, '{"Error":{"Code":"ValidationError","Message":"x"}}', 3, /\(400, ValidationError\)/],
    ['a redirect', 302, '', 3, /does not confirm .* \(302\)/],
    ['an answer without a principal', 200, '{"GetCallerIdentityResponse":{}}', 3, /does not confirm .* \(200\)/],
    ['an answer in XML', 200, `<Arn>${ann.arn}</Arn>`, 3, /does not confirm/],
    [
      'an expired token',
      403,
      '{"Error":{"Code":"ExpiredToken","Message":"has the secret shown"}}',
      3,
      /\(403, ExpiredToken\)/,
    ],
  ])('%s refuses the command', async (_, status, body, code, message) => {
    const world = running();
    world.sts.answerNext(status, body);
    const { exitCode, err } = await world.inFunction(suspend);
    expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
    expect(err).not.toContain('has the secret shown');
    expect(await versionOf('victim')).toBe(1);
  });

  test('the function that only reads refuses every other command, also with a valid signature', async () => {
    const world = running();
    const others = [
      ...[suspend, ['accounts', 'delete', 'victim', '--yes'], ['accounts', 'change-plan', 'victim', 'scale']],
      ...[
        ['keys', 'create', 'victim', 'mine'],
        ['accounts', 'create', 'me@example.com'],
        ['billing', 'sync'],
      ],
    ];
    for (const args of others) {
      const { exitCode, out, err } = await world.inFunction(args, { kind: 'reads' });
      expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
      expect(err).toMatch(/changes something, and this function only reads\. Nothing was done\./);
    }
    expect(await versionOf('victim')).toBe(1);
    expect((await world.inFunction(['keys', 'list', 'victim'], { kind: 'reads' })).exitCode).toBe(0);
    expect(readingCommands.size).toBeGreaterThan(10);
  });
}

const laterDate = (): string => new Date(Date.now() + 60_000).toISOString().replace(/[-:]|\.\d+/g, '');
