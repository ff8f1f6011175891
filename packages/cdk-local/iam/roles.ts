import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { readProperties } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';
import { GateRefusal, type RequiredPermission } from './gate-service.ts';
import { createDecider, type Decide, PolicyError, type Statement, statementsOf } from './policy.ts';

/** The credentials with which a function signs its requests. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
};

/** A role of the template and its permissions. */
export type Role = {
  readonly arn: string;
  readonly accountId: string;
  /** The caller's name in errors: `arn:aws:sts::ACCOUNT:assumed-role/ROLE/FUNCTION`. */
  readonly caller: string;
  readonly credentials: Credentials;
  readonly decide: Decide;
};

const inlinePolicy = v.strictObject({ PolicyName: v.string(), PolicyDocument: v.unknown() });
const attachedPolicy = v.strictObject({ ...inlinePolicy.entries, Roles: v.array(v.string()) });
const managedPolicyProperties = v.strictObject({
  PolicyDocument: v.unknown(),
  ManagedPolicyName: v.optional(v.string()),
  Description: v.optional(v.unknown()),
  Path: v.optional(v.unknown()),
});
const roleProperties = v.strictObject({
  Policies: v.optional(v.array(inlinePolicy), []),
  ManagedPolicyArns: v.optional(v.array(v.string()), []),
  RoleName: v.optional(v.string()),
  // Functions have their roles by definition, so the trust policy is not checked.
  AssumeRolePolicyDocument: v.unknown(),
  Description: v.optional(v.unknown()),
  Tags: v.optional(v.unknown()),
});

const policiesOfAws: Readonly<Record<string, unknown>> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': {
    Statement: {
      Effect: 'Allow',
      Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: '*',
    },
  },
};

function managedPolicy(arn: string, owner: string, template: Template): readonly Statement[] {
  const own = template.ofType('AWS::IAM::ManagedPolicy').find(({ ref }) => ref === arn);
  if (own) return statementsOf(readProperties(own, managedPolicyProperties).PolicyDocument, own.logicalId);
  if (Object.hasOwn(policiesOfAws, arn)) return statementsOf(policiesOfAws[arn], owner);
  throw new PolicyError(owner, `the managed policy ${arn} is not known locally`);
}

function statementsOfRole(role: Resource, template: Template): readonly Statement[] {
  const { Policies, ManagedPolicyArns } = readProperties(role, roleProperties);
  const attached = template
    .ofType('AWS::IAM::Policy')
    .map((policy) => ({ owner: policy.logicalId, ...readProperties(policy, attachedPolicy) }))
    .filter(({ Roles }) => Roles.includes(role.ref));
  return [
    ...Policies.flatMap(({ PolicyName, PolicyDocument }) =>
      statementsOf(PolicyDocument, `${role.logicalId} (${PolicyName})`),
    ),
    ...attached.flatMap(({ owner, PolicyDocument }) => statementsOf(PolicyDocument, owner)),
    ...ManagedPolicyArns.flatMap((arn) => managedPolicy(arn, role.logicalId, template)),
  ];
}

// Only letters and digits, because DynamoDB Local refuses other access key ids.
const credentialsOf = (arn: string): Credentials => {
  const digest = createHash('sha256').update(arn).digest('hex').toUpperCase();
  return { accessKeyId: `ASIA${digest.slice(0, 16)}`, secretAccessKey: 'local', sessionToken: 'local' };
};

function roleOf(resource: Resource, template: Template): Role {
  const arn = resource.attributes.Arn ?? '';
  const accountId = arn.split(':')[4] ?? '';
  const functions = template.ofType('AWS::Lambda::Function').filter(({ properties }) => properties.Role === arn);
  // Lambda names the session after the function.
  const session = functions.length === 1 ? functions[0]?.ref : 'local';
  return {
    arn,
    accountId,
    caller: `arn:aws:sts::${accountId}:assumed-role/${resource.ref}/${session}`,
    credentials: credentialsOf(arn),
    decide: createDecider(statementsOfRole(resource, template)),
  };
}

/** An administrator of the account who is in no template, for programs on this machine. */
export const administrator = (accountId: string, accessKeyId: string): Role => {
  const arn = `arn:aws:iam::${accountId}:user/local-administrator`;
  const credentials = { accessKeyId, secretAccessKey: '', sessionToken: '' };
  return { arn, accountId, caller: arn, credentials, decide: () => 'allowed' };
};

/**
 * The roles of the template with their policies: inline ones, those attached as resources, the template's managed ones,
 * and those of AWS that are known.
 * @throws {PolicyError} or `UnsupportedResourceError` for a policy that cannot be evaluated
 */
export function rolesOf(template: Template): readonly Role[] {
  return template.ofType('AWS::IAM::Role').map((role) => roleOf(role, template));
}

/** The credential scope of a Signature Version 4 header: the caller, region and service. */
export type SignatureScope = { readonly accessKeyId: string; readonly region: string; readonly service: string };

/** Reads the scope; undefined if the request is not signed. */
export function signatureOf(request: IncomingMessage): SignatureScope | undefined {
  const scope = /Credential=([^/,]+)\/[^/,]+\/([^/,]+)\/([^/,]+)\/aws4_request/.exec(
    request.headers.authorization ?? '',
  );
  if (!scope) return undefined;
  const [, accessKeyId = '', region = '', service = ''] = scope;
  return { accessKeyId, region, service };
}

/**
 * Checks the role's policies and refuses with AWS's message (IAM User Guide, "Troubleshoot access denied error
 * messages").
 * @throws {GateRefusal} `access_denied`
 */
export function assertAllowed(
  role: Role,
  { action, resource, leadingKey, shown = resource }: RequiredPermission,
): void {
  const decision = role.decide(action, resource, leadingKey);
  if (decision === 'allowed') return;
  const why =
    decision === 'explicit_deny'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`;
  const message = `User: ${role.caller} is not authorized to perform: ${action} on resource: ${shown} ${why}`;
  throw new GateRefusal('access_denied', message);
}
