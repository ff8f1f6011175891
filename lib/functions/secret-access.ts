import { createHash } from 'node:crypto';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { type IManagedPolicy, ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { type Grant, policyOf } from './grants.ts';

/** A secret of the operator, and the customer-managed key that encrypts it, if it is not AWS's own. */
export type OperatorSecret = { readonly secretName: string; readonly kmsKeyArn?: string | undefined };

/** Permission to read secrets: grants of a role, and policies that it also needs if there are many. */
export type SecretAccess = { readonly grants: readonly Grant[]; readonly policies: readonly IManagedPolicy[] };

/**
 * Permission to read exactly these secrets, and to decrypt them. Secrets Manager decrypts for the caller, so that the keys
 * are of use only through it ("Permissions for the KMS key", Secrets Manager user guide).
 */
export function readSecrets(scope: Construct, secrets: readonly OperatorSecret[]): Grant[] {
  if (secrets.length === 0) return [];
  const resources = arnsOf(scope, secrets);
  const keys = keysOf(secrets);
  const { region, urlSuffix } = Stack.of(scope);
  const decrypt = {
    actions: ['kms:Decrypt'],
    resources: keys,
    conditions: { StringEquals: { 'kms:ViaService': `secretsmanager.${region}.${urlSuffix}` } },
  };
  return [{ actions: [readSecret], resources }, ...(keys.length > 0 ? [decrypt] : [])];
}

/** Characters of the policy of an endpoint, of 20,480 with white space ("AWS PrivateLink quotas"). */
const endpointRoom = 20_000;

/**
 * What an endpoint for Secrets Manager lets through: these secrets, or all of the account and region if the endpoint's
 * one policy cannot list them. An endpoint's policy grants nothing: the callers' roles list the secrets one by one.
 */
export function secretsThroughEndpoint(scope: Construct, secrets: readonly OperatorSecret[]): Grant {
  const fits = charactersOf(secrets) <= endpointRoom;
  return { actions: [readSecret], resources: fits ? arnsOf(scope, secrets) : [arnOf(scope, '*')] };
}

const readSecret = 'secretsmanager:GetSecretValue';

/** A secret's ARN ends in a hyphen and six random characters. */
const arnsOf = (scope: Construct, secrets: readonly OperatorSecret[]): string[] =>
  [...new Set(secrets.map(({ secretName }) => secretName))].map((name) => `${arnOf(scope, name)}-??????`);

const arnOf = (scope: Construct, resourceName: string): string =>
  Stack.of(scope).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const keysOf = (secrets: readonly OperatorSecret[]): string[] => [
  ...new Set(secrets.flatMap(({ kmsKeyArn }) => kmsKeyArn ?? [])),
];

/** Of the 10,240 characters of a role's inline policies: the grants of a function besides secrets need at most 3,240. */
const inlineRoom = 7_000;

/** The characters of a managed policy ("IAM and AWS STS quotas"), which does not count white space. */
const policyRoom = 6_144;

/** A role can have 10. One is left for the operator's own. */
const mostPolicies = 9;

/**
 * {@link readSecrets} for any number of secrets. A role's inline policies hold those that fit. If not all do, managed
 * policies hold all of them, the inline ones too: CloudFormation does not change both at once, and a secret that moves
 * from one to the other must never be without permission. Which policy has a secret depends on its name only, so that
 * other secrets do not move it.
 * @throws {ConfigurationError} if the policies that a role can have do not hold them
 */
export function secretAccess(scope: Construct, id: string, secrets: readonly OperatorSecret[]): SecretAccess {
  const inline = firstThatFit(secrets);
  const grants = readSecrets(scope, inline);
  if (inline.length === secrets.length) return { grants, policies: [] };
  const policies = Array.from({ length: mostPolicies }, (_, index) => index).flatMap((index) => {
    const some = secrets.filter((secret) => policyOfSecret(secret) === index);
    if (some.length === 0) return [];
    requireRoom(some, secrets.length);
    const document = policyOf(readSecrets(scope, some));
    return new ManagedPolicy(scope, `${id}${index}`, { description: 'Reads secrets with credentials', document });
  });
  return { grants, policies };
}

const firstThatFit = (secrets: readonly OperatorSecret[]): readonly OperatorSecret[] => {
  const tooMany = secrets.findIndex((_, index) => charactersOf(secrets.slice(0, index + 1)) > inlineRoom);
  return tooMany < 0 ? secrets : secrets.slice(0, tooMany);
};

const policyOfSecret = ({ secretName }: OperatorSecret): number =>
  createHash('sha256').update(secretName).digest().readUInt32BE() % mostPolicies;

function requireRoom(secrets: readonly OperatorSecret[], all: number): void {
  const characters = charactersOf(secrets);
  if (characters <= policyRoom) return;
  throw new ConfigurationError(
    `The nodes have ${all} secrets. IAM allows a policy ${policyRoom.toLocaleString('en-US')} characters, and one of the ` +
      `${mostPolicies} that list them would have ${characters.toLocaleString('en-US')}. Give the secrets shorter names, ` +
      'or several nodes the same secret.',
  );
}

const longestArn = 'arn:aws:secretsmanager:ap-northeast-1:123456789012:secret:-??????'.length;
const quotesAndComma = 3;
/** Both statements without their resources, and the document around them. */
const statements = 400;

/** The most characters of a policy that lets a role read the secrets, in any commercial region. */
function charactersOf(secrets: readonly OperatorSecret[]): number {
  const names = new Set(secrets.map(({ secretName }) => secretName));
  const arns = [...names].map((name) => longestArn + name.length);
  const keys = keysOf(secrets).map(({ length }) => length);
  return [...arns, ...keys].reduce((sum, length) => sum + length + quotesAndComma, statements);
}
