import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readProperties, UnsupportedResourceError, withoutLocalEffect } from '../resource-properties.ts';
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

const no = v.optional(v.boolean(), false);

// Defaults as CloudFormation documents them for GenerateSecretString.
const generateSecretString = v.strictObject({
  PasswordLength: v.optional(v.pipe(v.number(), v.minValue(4), v.maxValue(4_096)), 32),
  ExcludeCharacters: v.optional(v.string(), ''),
  ExcludeLowercase: no,
  ExcludeNumbers: no,
  ExcludePunctuation: no,
  ExcludeUppercase: no,
  IncludeSpace: no,
  RequireEachIncludedType: v.optional(v.boolean(), true),
});

const secretProperties = v.strictObject({
  GenerateSecretString: v.optional(generateSecretString),
  SecretString: v.optional(v.string()),
  Name: withoutLocalEffect,
  Description: withoutLocalEffect,
  KmsKeyId: withoutLocalEffect,
  Tags: withoutLocalEffect,
});

type Generation = v.InferOutput<typeof generateSecretString>;

/**
 * The initial value of a secret of the template: the given text, or a random text of the requested characters;
 * undefined if the template does not define a value.
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
function firstValueOf(resource: Resource): string | undefined {
  const { GenerateSecretString, SecretString } = readProperties(resource, secretProperties);
  if (!GenerateSecretString) return SecretString;
  const kinds = kindsOf(GenerateSecretString);
  if (kinds.length > 0) return generated(kinds, GenerateSecretString);
  throw new UnsupportedResourceError(resource, 'GenerateSecretString excludes every character');
}

const digits = '0123456789';
const lowercase = 'abcdefghijklmnopqrstuvwxyz';
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

function kindsOf(generation: Generation): string[] {
  const kinds = [
    generation.ExcludeLowercase ? '' : lowercase,
    generation.ExcludeUppercase ? '' : lowercase.toUpperCase(),
    generation.ExcludeNumbers ? '' : digits,
    generation.ExcludePunctuation ? '' : punctuation,
    generation.IncludeSpace ? ' ' : '',
  ];
  const allowed = (kind: string) => [...kind].filter((one) => !generation.ExcludeCharacters.includes(one)).join('');
  return kinds.map(allowed).filter((kind) => kind !== '');
}

function generated(kinds: readonly string[], { PasswordLength, RequireEachIncludedType }: Generation): string {
  const all = kinds.join('');
  for (;;) {
    const text = Array.from({ length: PasswordLength }, () => all.charAt(randomInt(all.length))).join('');
    const hasEach = kinds.every((kind) => [...text].some((one) => kind.includes(one)));
    if (hasEach || !RequireEachIncludedType) return text;
  }
}
