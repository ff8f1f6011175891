import { describe, expect, test } from '@jest/globals';
import { createSigningKeyReader, SigningKeyError } from '../../../lambda/control-plane/signing-key.ts';

/** A Secrets Manager client that returns these results in turn. */
function secretsManager(...answers: (object | Error)[]) {
  const asked: unknown[] = [];
  const send = async (command: { input: unknown }) => {
    asked.push(command.input);
    const answer = answers[asked.length - 1];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often');
    return answer;
  };
  return { client: { send }, asked };
}

describe('the signing key', () => {
  test('is the string value of the secret, read once', async () => {
    const { client, asked } = secretsManager({ SecretString: 'text' });
    const signingKey = createSigningKeyReader(client, 'arn:secret');
    expect(asked).toEqual([]);
    expect([await signingKey(), await signingKey()]).toEqual(['text', 'text']);
    expect(asked).toEqual([{ SecretId: 'arn:secret' }]);
  });

  test('is read again after a failure', async () => {
    const { client } = secretsManager(new Error('throttled'), { SecretString: 'text' });
    const signingKey = createSigningKeyReader(client, 'arn:secret');
    await expect(signingKey()).rejects.toThrow('throttled');
    expect(await signingKey()).toBe('text');
  });

  test('cannot be empty', async () => {
    for (const answer of [{}, { SecretString: '' }]) {
      const { client } = secretsManager(answer);
      await expect(createSigningKeyReader(client, 'arn:secret')()).rejects.toThrow(SigningKeyError);
    }
  });
});
