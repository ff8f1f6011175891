import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The Secrets Manager secret has no string value. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
  readonly code = 'no_signing_key';
}

/**
 * Reads the key that signs cursors from Secrets Manager on first use and caches it for the life of the process. The next
 * call tries a failed read again.
 */
export function createSigningKeyReader(
  client: Pick<SecretsManagerClient, 'send'>,
  secretArn: string,
): () => Promise<string> {
  let cached: string | undefined;
  return async () => {
    cached ??= await readSecret(client, secretArn);
    return cached;
  };
}

async function readSecret(client: Pick<SecretsManagerClient, 'send'>, secretArn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  if (!SecretString) throw new SigningKeyError(`The secret ${secretArn} has no string value.`);
  return SecretString;
}
