import { type Secrets, secretName } from '../template/secret-arns.ts';

/** The secret that a dynamic reference names does not exist, or the reference has parts that are not emulated. */
export class DynamicReferenceError extends Error {
  override readonly name = 'DynamicReferenceError';
  readonly code = 'unknown_dynamic_reference';
}

const reference = /\{\{resolve:(.*?)\}\}/g;

// AWS CloudFormation User Guide, "Get a secret or secret value from Secrets Manager". Of an ARN, the colons are its own.
const wholeSecret = /^secretsmanager:(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:]+|[^:]+)(?::SecretString)?:*$/;

/**
 * Replaces the dynamic references of a text by the whole values of their secrets.
 * @throws {DynamicReferenceError}
 */
export const resolveReferences = (text: string, secrets: Secrets): string =>
  text.replaceAll(reference, (whole, argument: string) => {
    const [, secretId] = wholeSecret.exec(argument) ?? [];
    const value = secretId === undefined ? undefined : secrets.get(secretName(secretId));
    if (value !== undefined) return value;
    throw new DynamicReferenceError(`${whole} does not name the whole value of a secret that has one`);
  });
