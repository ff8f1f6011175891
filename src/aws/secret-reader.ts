import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { errorClass } from '../error-class.ts';

/** The Secrets Manager secret has no string value. */
export class SecretValueError extends errorClass('SecretValueError', 'no_secret_value') {}

/**
 * Reads a secret from Secrets Manager on first use and keeps it for the life of the process. The next
 * call tries a failed read again.
 */
export function createSecretReader(
  client: Pick<SecretsManagerClient, 'send'>,
  secretArn: string,
): () => Promise<string> {
  let cached: string | undefined;
  return async () => {
    cached ??= await readSecret(client, secretArn);
    return cached;
  };
}

/** @throws {SecretValueError} */
export async function readSecret(client: Pick<SecretsManagerClient, 'send'>, secretArn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  if (!SecretString) throw new SecretValueError(`The secret ${secretArn} has no string value.`);
  return SecretString;
}
