import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The secret is there and has no text. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
  readonly code = 'no_signing_key';
}

/**
 * Gives the key that signs cursors: the text of a Secrets Manager secret, read when it is first wanted and kept for the
 * function's life. A failed read is tried again at the next call. Rejects with the SDK's error.
 */
export function createSigningKeyReader(
  client: Pick<SecretsManagerClient, 'send'>,
  secretArn: string,
): () => Promise<string> {
  let kept: string | undefined;
  return async () => {
    kept ??= await readSecret(client, secretArn);
    return kept;
  };
}

async function readSecret(client: Pick<SecretsManagerClient, 'send'>, secretArn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  if (!SecretString) throw new SigningKeyError(`The secret ${secretArn} has no text.`);
  return SecretString;
}
