import { beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { AwsClient } from '../../src/aws/aws-client.ts';
import { createLog } from '../../src/log.ts';
import { secretsManagerCredentials } from '../../src/upstream/upstream-credentials.ts';

const namesSecret = v.object({ SecretId: v.string() });

/** A service in memory that answers each read from `secrets`. */
function clientOf(secrets: Record<string, string | undefined>) {
  const reads: string[] = [];
  const client: Pick<AwsClient, 'call'> = {
    async call(operation, input) {
      const { SecretId } = v.parse(namesSecret, input);
      reads.push(SecretId);
      const SecretString = secrets[SecretId];
      if (operation !== 'GetSecretValue' || SecretString === 'denied') throw new Error('AccessDeniedException');
      return { Name: SecretId, ...(SecretString !== undefined && { SecretString }) };
    },
  };
  return { client, reads };
}

const lines: string[] = [];
const log = createLog('debug', (line) => lines.push(line));
beforeEach(() => {
  lines.length = 0;
});

describe('credentials from Secrets Manager', () => {
  test('are the URL, the headers and the query of the secret, all optional', async () => {
    const { client } = clientOf({
      all: '{"url":"https://a.invalid/t","headers":{"x-token":"token-of-node"},"query":{"api-key":"key-of-node"}}',
      one: '{"query":{"api-key":"key-of-node"}}',
      none: '{}',
    });
    const find = secretsManagerCredentials(client, () => 0, log);
    expect(await find('all')).toEqual({
      url: 'https://a.invalid/t',
      headers: { 'x-token': 'token-of-node' },
      query: { 'api-key': 'key-of-node' },
    });
    expect(await find('one')).toEqual({ query: { 'api-key': 'key-of-node' } });
    expect(await find('none')).toEqual({});
  });

  test.each([
    '{"headers":{"authorization":"Bearer token1234"}}',
    '{"url":"https://me:token1234@a.invalid/"}',
    '{"url":"https://token1234@a.invalid/"}',
    '{"url":"https://a.invalid/v2/token1234"}',
    '{"url":"https://a.invalid/rpc","headers":{"x-key":"token1234"}}',
  ])('may be as short as 8 characters: %s', async (secret) => {
    const { client } = clientOf({ a: secret });
    expect(await secretsManagerCredentials(client, () => 0, log)('a')).toEqual(JSON.parse(secret));
  });

  test('are kept for five minutes per secret, and then read again', async () => {
    let now = 1_000;
    const secrets = { a: '{"headers":{"x-token":"old-token"}}', b: '{}' };
    const { client, reads } = clientOf(secrets);
    const find = secretsManagerCredentials(client, () => now, log);
    await find('a');
    await find('b');
    secrets.a = '{"headers":{"x-token":"new-token"}}';
    now += 5 * 60_000 - 1;
    expect((await find('a')).headers).toEqual({ 'x-token': 'old-token' });
    now += 1;
    expect((await find('a')).headers).toEqual({ 'x-token': 'new-token' });
    expect(reads).toEqual(['a', 'b', 'a']);
  });

  test.each([
    ['is not JSON', 'token'],
    ['is not an object', '["token"]'],
    ['has headers that are not an object', '{"headers":["token"]}'],
    ['has an unknown member', '{"header":{}}'],
    ['has a header that is not a string', '{"headers":{"x-token":1}}'],
    ['has a header that HTTP does not allow', '{"headers":{"x-token":"token\\r\\nx: y"}}'],
    ['has a header with an invalid name', '{"headers":{"x token":"token"}}'],
    ['has an invalid URL', '{"url":"token"}'],
    ['has a URL that is neither http nor https', '{"url":"ftp://token.invalid"}'],
    ['is binary', undefined],
    ['has a header under 8 characters', '{"headers":{"x-key":"token12"}}'],
    ['has a header of which no part has 8 characters', '{"headers":{"authorization":"Bearer token12"}}'],
    ['has one short query parameter among long ones', '{"query":{"a":"token1234","b":"token12"}}'],
    ['has a URL with a short password', '{"url":"https://somebody:token12@a.invalid"}'],
    ['has a URL with a short user name alone', '{"url":"https://token12@a.invalid/a-long-path"}'],
    ['has a URL with a short query', '{"url":"https://a.invalid/a-long-path?key=token12"}'],
    ['has a URL whose path is short', '{"url":"https://a.invalid/v2/token12"}'],
  ])('are refused if the secret %s, and the error does not contain its text', async (_, secret) => {
    const { client } = clientOf({ a: secret });
    const error = await secretsManagerCredentials(client, () => 0, log)('a').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_credentials' });
    expect(String(error)).toMatch(
      /The secret a (does not have the format|has a credential of fewer than 8 characters)/,
    );
    expect(String(error)).not.toContain('token');
  });

  test('are not cached if they could not be read: the next request asks again', async () => {
    const secrets = { a: 'denied' };
    const { client, reads } = clientOf(secrets);
    const find = secretsManagerCredentials(client, () => 0, log);
    await expect(find('a')).rejects.toThrow('AccessDeniedException');
    secrets.a = '{}';
    expect(await find('a')).toEqual({});
    expect(reads).toEqual(['a', 'a']);
  });

  test.each([
    ['cannot be read again', 'denied', 'Error'],
    ['no longer has the format', '{"headers":"x-token: new-token"}', 'CredentialsError'],
  ])(
    'stay in use if the secret %s, which is logged once in 30 s until it can be read again',
    async (_, secret, detail) => {
      let now = 0;
      const secrets = { a: '{"headers":{"x-token":"old-token"}}' };
      const { client, reads } = clientOf(secrets);
      const find = secretsManagerCredentials(client, () => now, log);
      await find('a');
      secrets.a = secret;
      now += 5 * 60_000;
      expect((await find('a')).headers).toEqual({ 'x-token': 'old-token' });
      now += 29_999;
      expect((await find('a')).headers).toEqual({ 'x-token': 'old-token' });
      const event = { level: 'error', event: 'credentials_not_refreshed', secretName: 'a', detail };
      expect(lines.map((line) => JSON.parse(line))).toEqual([event]);
      now += 1;
      secrets.a = '{"headers":{"x-token":"new-token"}}';
      expect((await find('a')).headers).toEqual({ 'x-token': 'new-token' });
      expect(reads).toEqual(['a', 'a', 'a']);
    },
  );
});
