import * as v from 'valibot';
import { readProperties, withoutLocalEffect } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';
import { UserPoolError } from './user-pool-answer.ts';

// Properties without a local effect protect a pool or define its text messages; docs/local-cognito.md lists the differences.
const yesOrNo = v.optional(v.boolean(), false);
const names = v.optional(v.array(v.string()), []);

// Defaults as CloudFormation documents them for AWS::Cognito::UserPool PasswordPolicy.
const passwordPolicy = v.strictObject({
  MinimumLength: v.optional(v.number(), 8),
  RequireLowercase: yesOrNo,
  RequireNumbers: yesOrNo,
  RequireSymbols: yesOrNo,
  RequireUppercase: yesOrNo,
  TemporaryPasswordValidityDays: v.optional(v.number(), 7),
});

const withCode = v.pipe(v.string(), v.includes('{####}', 'must contain {####}'));

const invitationTemplate = v.strictObject({
  EmailMessage: withCode,
  EmailSubject: v.string(),
  SMSMessage: withoutLocalEffect,
});

const verificationTemplate = v.strictObject({
  DefaultEmailOption: v.optional(v.literal('CONFIRM_WITH_CODE', 'only codes are emulated, no links')),
  EmailMessage: withCode,
  EmailSubject: v.string(),
  EmailMessageByLink: withoutLocalEffect,
  EmailSubjectByLink: withoutLocalEffect,
  SmsMessage: withoutLocalEffect,
});

const poolProperties = v.strictObject({
  AutoVerifiedAttributes: names,
  MfaConfiguration: v.optional(v.picklist(['OFF', 'OPTIONAL'], 'only OFF and OPTIONAL are emulated'), 'OFF'),
  Policies: v.optional(v.strictObject({ PasswordPolicy: v.optional(passwordPolicy, {}) }), {}),
  UserAttributeUpdateSettings: v.optional(v.strictObject({ AttributesRequireVerificationBeforeUpdate: names })),
  UsernameAttributes: v.optional(v.array(v.literal('email', 'only email is emulated')), []),
  UsernameConfiguration: v.optional(v.strictObject({ CaseSensitive: v.optional(v.boolean(), true) }), {}),
  AccountRecoverySetting: withoutLocalEffect,
  AdminCreateUserConfig: v.strictObject({
    AllowAdminCreateUserOnly: yesOrNo,
    InviteMessageTemplate: invitationTemplate,
    UnusedAccountValidityDays: v.optional(v.never('use TemporaryPasswordValidityDays instead')),
  }),
  DeletionProtection: withoutLocalEffect,
  EmailConfiguration: v.optional(v.looseObject({ From: v.optional(v.string(), 'no-reply@verificationemail.com') }), {}),
  // The older names of what VerificationMessageTemplate has.
  EmailVerificationMessage: withoutLocalEffect,
  EmailVerificationSubject: withoutLocalEffect,
  EnabledMfas: withoutLocalEffect,
  LambdaConfig: v.optional(v.strictObject({ PostConfirmation: v.optional(v.string()) }), {}),
  Schema: withoutLocalEffect,
  SmsVerificationMessage: withoutLocalEffect,
  UserPoolAddOns: withoutLocalEffect,
  UserPoolName: withoutLocalEffect,
  UserPoolTags: withoutLocalEffect,
  UserPoolTier: withoutLocalEffect,
  VerificationMessageTemplate: verificationTemplate,
});

const unit = v.optional(v.picklist(['seconds', 'minutes', 'hours', 'days']));

const clientProperties = v.strictObject({
  UserPoolId: v.string(),
  // Without units: hours, hours and days.
  AccessTokenValidity: v.optional(v.number(), 1),
  IdTokenValidity: v.optional(v.number(), 1),
  RefreshTokenValidity: v.optional(v.number(), 30),
  TokenValidityUnits: v.optional(v.strictObject({ AccessToken: unit, IdToken: unit, RefreshToken: unit }), {}),
  ExplicitAuthFlows: names,
  GenerateSecret: v.optional(v.literal(false, 'a client secret is not emulated'), false),
  AllowedOAuthFlowsUserPoolClient: v.optional(v.literal(false, 'OAuth flows are not emulated'), false),
  // CloudFormation's default, LEGACY, reveals which users exist.
  PreventUserExistenceErrors: v.literal('ENABLED', 'only ENABLED is emulated'),
  EnableTokenRevocation: v.optional(v.literal(true, 'only tokens that can be revoked are emulated'), true),
  WriteAttributes: v.optional(v.array(v.string())),
  ClientName: withoutLocalEffect,
  ReadAttributes: withoutLocalEffect,
  SupportedIdentityProviders: withoutLocalEffect,
});

export type PasswordPolicy = v.InferOutput<typeof passwordPolicy>;
export type UserPool = { readonly id: string; readonly arn: string } & v.InferOutput<typeof poolProperties>;
export type UserPoolClient = { readonly id: string } & v.InferOutput<typeof clientProperties>;

/** The template's user pools and clients. */
export type UserPoolDefinitions = {
  readonly pools: readonly UserPool[];
  readonly clients: readonly UserPoolClient[];
};

/**
 * Reads the template's user pools and clients.
 * @throws {UnsupportedResourceError} for properties that would change behaviour and are not emulated
 */
export function readUserPools(template: Template): UserPoolDefinitions {
  const read = <T extends v.GenericSchema>(type: string, schema: T) =>
    template.ofType(type).map((it: Resource) => ({ it, properties: readProperties(it, schema) }));
  return {
    pools: read('AWS::Cognito::UserPool', poolProperties).map(({ it, properties }) => ({
      id: it.ref,
      arn: v.parse(v.string(), it.attributes.Arn),
      ...properties,
    })),
    clients: read('AWS::Cognito::UserPoolClient', clientProperties).map(({ it, properties }) => ({
      id: it.ref,
      ...properties,
    })),
  };
}

/** The client of an operation, and its pool. */
export type ClientAndPool = { readonly pool: UserPool; readonly client: UserPoolClient };

/**
 * Finds the template's client with that id.
 * @throws {UserPoolError} ResourceNotFoundException
 */
export function clientAndPoolOf({ pools, clients }: UserPoolDefinitions, clientId: string): ClientAndPool {
  const client = clients.find(({ id }) => id === clientId);
  const pool = pools.find(({ id }) => id === client?.UserPoolId);
  if (client && pool) return { client, pool };
  throw new UserPoolError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}

/**
 * Finds the template's pool with that id.
 * @throws {UserPoolError} ResourceNotFoundException
 */
export function poolOf({ pools }: UserPoolDefinitions, poolId: string): UserPool {
  const pool = pools.find(({ id }) => id === poolId);
  if (pool) return pool;
  throw new UserPoolError('ResourceNotFoundException', `User pool ${poolId} does not exist.`);
}
