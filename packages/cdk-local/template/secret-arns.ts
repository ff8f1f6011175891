import { createHash } from 'node:crypto';

/** Secret strings by the name of the secret. */
export type Secrets = ReadonlyMap<string, string>;

/** The name in a secret's id, which is a name or an ARN; an ARN ends with a hyphen and six characters. */
export const secretName = (secretId: string): string =>
  /^arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:(.+)-.{6}$/.exec(secretId)?.[1] ?? secretId;

/** The ARN of a secret: the name, a hyphen and six characters, which are the same each time. */
export function secretArn(secretId: string, { region, accountId }: { region: string; accountId: string }): string {
  const name = secretName(secretId);
  const suffix = createHash('sha256').update(name).digest('hex').slice(0, 6);
  return `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-${suffix}`;
}
