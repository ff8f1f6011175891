import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readProperties, withoutLocalEffect } from '../resource-properties.ts';
import { type Secrets, secretName } from '../template/secret-arns.ts';
import type { Resource, Template } from '../template/template.ts';

/**
 * The template's secrets with their values. A value is generated once and kept in a file of `folder` that only its
 * owner can read, so that a restart finds it.
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
export function openSecrets(template: Template, folder: string): Secrets {
  const secrets = new Map<string, string>();
  for (const resource of template.ofType('AWS::SecretsManager::Secret')) {
    const file = join(folder, resource.logicalId);
    const value = existsSync(file) ? readFileSync(file, 'utf8') : firstValueOf(resource);
    if (value === undefined) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, value, { mode: 0o600 });
    secrets.set(secretName(resource.ref), value);
  }
  return secrets;
}

const generateSecretString = v.strictObject({
  // CloudFormation's default.
  PasswordLength: v.optional(v.pipe(v.number(), v.minValue(4), v.maxValue(4_096)), 32),
  ExcludePunctuation: v.literal(true, 'only letters and digits are emulated'),
});

const secretProperties = v.strictObject({
  GenerateSecretString: v.optional(generateSecretString),
  SecretString: v.optional(v.string()),
  Name: withoutLocalEffect,
  Description: withoutLocalEffect,
  KmsKeyId: withoutLocalEffect,
  Tags: withoutLocalEffect,
});

/**
 * The initial value of a secret of the template: the given text, or random letters and digits; undefined if the template
 * does not define a value.
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
function firstValueOf(resource: Resource): string | undefined {
  const { GenerateSecretString, SecretString } = readProperties(resource, secretProperties);
  return GenerateSecretString ? generated(GenerateSecretString.PasswordLength) : SecretString;
}

const lowercase = 'abcdefghijklmnopqrstuvwxyz';
const kinds = [lowercase, lowercase.toUpperCase(), '0123456789'];

/** With at least one character of each kind. */
function generated(length: number): string {
  const all = kinds.join('');
  for (;;) {
    const text = Array.from({ length }, () => all.charAt(randomInt(all.length))).join('');
    if (kinds.every((kind) => [...text].some((one) => kind.includes(one)))) return text;
  }
}
