import { describe, expect, test } from '@jest/globals';
import { createSecretReader, SecretValueError } from '../../src/aws/secret-reader.ts';

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

describe('a secret', () => {
  test('is the string value of the secret, read once', async () => {
    const { client, asked } = secretsManager({ SecretString: 'text' });
    const read = createSecretReader(client, 'arn:secret');
    expect(asked).toEqual([]);
    expect([await read(), await read()]).toEqual(['text', 'text']);
    expect(asked).toEqual([{ SecretId: 'arn:secret' }]);
  });

  test('is read again after a failure', async () => {
    const { client } = secretsManager(new Error('throttled'), { SecretString: 'text' });
    const read = createSecretReader(client, 'arn:secret');
    await expect(read()).rejects.toThrow('throttled');
    expect(await read()).toBe('text');
  });

  test('cannot be empty', async () => {
    for (const answer of [{}, { SecretString: '' }]) {
      const { client } = secretsManager(answer);
      await expect(createSecretReader(client, 'arn:secret')()).rejects.toThrow(SecretValueError);
    }
  });
});
