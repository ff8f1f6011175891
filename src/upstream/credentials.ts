import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';

const strings = v.optional(v.record(v.string(), v.string()), {});
const credentialsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ url: v.optional(v.pipe(v.string(), v.url())), headers: strings, query: strings }),
);

/** What an upstream wants added to each request; `url` takes the configured one's place where its path is a token. */
export type Credentials = v.InferOutput<typeof credentialsSchema>;

/** Gives an upstream's credentials by the name of their secret. */
export type FindCredentials = (secretName: string) => Promise<Credentials>;

/** A rotated credential is picked up after this long at the latest. */
const keepMs = 5 * 60_000;

/**
 * Reads credentials from Secrets Manager, where an operator has put `{"headers": {…}, "query": {…}}` or
 * `{"url": "https://…"}`, and keeps them for five minutes. Rejects with the SDK's error, or valibot's when the secret is not of that form.
 */
export function secretsManagerCredentials(client: SecretsManagerClient, clock: Clock): FindCredentials {
  const kept = new Map<string, { readonly credentials: Credentials; readonly readAt: number }>();
  return async (secretName) => {
    const known = kept.get(secretName);
    if (known && clock() - known.readAt < keepMs) return known.credentials;
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretName }));
    const credentials = v.parse(credentialsSchema, SecretString);
    kept.set(secretName, { credentials, readAt: clock() });
    return credentials;
  };
}
