import * as v from 'valibot';
import { withoutLocalEffect } from '../resource-properties.ts';
import { integrationLimit } from './api-limits.ts';

const name = v.pipe(v.string(), v.nonEmpty());
const names = v.optional(v.array(v.string()), []);
const only = <T extends string | boolean>(value: T) => v.literal(value, `only ${String(value)} is emulated`);

const cors = v.strictObject({
  AllowOrigins: v.array(v.pipe(v.string(), v.regex(/^(\*|https?:\/\/[^*]+)$/, 'must be * or a whole origin'))),
  AllowMethods: names,
  AllowHeaders: names,
  ExposeHeaders: names,
  MaxAge: v.optional(v.number()),
});

export const apiProperties = v.strictObject({
  Name: name,
  ProtocolType: only('HTTP'),
  CorsConfiguration: v.optional(cors),
  Description: withoutLocalEffect,
  Tags: withoutLocalEffect,
});

const routeSettings = v.strictObject({
  ThrottlingRateLimit: v.optional(v.number()),
  ThrottlingBurstLimit: v.optional(v.number()),
  DetailedMetricsEnabled: withoutLocalEffect,
});

export const stageProperties = v.strictObject({
  ApiId: name,
  StageName: only('$default'),
  AccessLogSettings: v.optional(v.strictObject({ DestinationArn: withoutLocalEffect, Format: v.string() })),
  DefaultRouteSettings: v.optional(routeSettings, {}),
  RouteSettings: v.optional(v.record(v.string(), routeSettings), {}),
  StageVariables: v.optional(v.record(v.string(), v.string()), {}),
  AutoDeploy: withoutLocalEffect,
  Description: withoutLocalEffect,
  Tags: withoutLocalEffect,
});

export const routeProperties = v.strictObject({
  ApiId: name,
  RouteKey: v.pipe(v.string(), v.regex(/^(\$default|[A-Z]+ \/\S*)$/, 'must be like "POST /path" or "$default"')),
  Target: v.pipe(v.string(), v.regex(/^integrations\/.+/, 'must be like "integrations/ID"')),
  AuthorizationType: v.optional(
    v.picklist(['NONE', 'CUSTOM', 'JWT'], 'only NONE, CUSTOM and JWT are emulated'),
    'NONE',
  ),
  AuthorizerId: v.optional(name),
  AuthorizationScopes: names,
});

export const integrationProperties = v.strictObject({
  ApiId: name,
  IntegrationType: only('AWS_PROXY'),
  IntegrationUri: v.pipe(v.string(), v.regex(/^arn:aws:lambda:/, 'must be the ARN of a function')),
  PayloadFormatVersion: only('2.0'),
  IntegrationMethod: withoutLocalEffect,
  TimeoutInMillis: v.optional(v.pipe(v.number(), v.minValue(50), v.maxValue(integrationLimit)), integrationLimit),
  Description: withoutLocalEffect,
});

const lambdaAuthorizer = v.strictObject({
  ApiId: name,
  Name: withoutLocalEffect,
  AuthorizerType: v.literal('REQUEST'),
  AuthorizerUri: v.string(),
  AuthorizerPayloadFormatVersion: only('2.0'),
  EnableSimpleResponses: only(true),
  IdentitySource: names,
  AuthorizerResultTtlInSeconds: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(3_600))),
});

const jwtAuthorizer = v.strictObject({
  ApiId: name,
  Name: withoutLocalEffect,
  AuthorizerType: v.literal('JWT'),
  IdentitySource: v.strictTuple([v.string()], 'a JWT authorizer has exactly one'),
  JwtConfiguration: v.strictObject({
    Audience: v.pipe(v.array(name), v.minLength(1, 'must not be empty')),
    Issuer: v.pipe(v.string(), v.url()),
  }),
});

export const authorizerProperties = v.variant(
  'AuthorizerType',
  [lambdaAuthorizer, jwtAuthorizer],
  'only REQUEST and JWT are emulated',
);
