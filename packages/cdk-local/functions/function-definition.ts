import { join } from 'node:path';
import * as v from 'valibot';
import { readProperties, UnsupportedResourceError, withoutLocalEffect } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';

/** A function of the template: its code and configuration. */
export type FunctionDefinition = {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** The folder with the bundled code, absolute. */
  readonly folder: string;
  /** Module and export, such as `index.handler`. */
  readonly handler: string;
  readonly runtime: string;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
  readonly logGroupName: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The subnets and security groups of a function in a VPC. */
  readonly vpc?: { readonly subnetIds: readonly string[]; readonly securityGroupIds: readonly string[] } | undefined;
};

// Defaults as CloudFormation documents them for AWS::Lambda::Function.
const functionSchema = v.strictObject({
  Code: v.unknown(),
  Handler: v.pipe(v.string(), v.regex(/^[^.]+(\/[^.]+)*\.[\w$]+$/, 'must be like index.handler')),
  Runtime: v.pipe(v.string(), v.regex(/^nodejs\d+\.x$/, 'only Node.js runtimes run here')),
  Role: v.string(),
  FunctionName: v.optional(v.string()),
  MemorySize: v.optional(v.number(), 128),
  Timeout: v.optional(v.number(), 3),
  Environment: v.optional(v.strictObject({ Variables: v.optional(v.record(v.string(), v.string()), {}) }), {}),
  LoggingConfig: v.optional(
    // Lambda's own lines are not written here, and functions format and filter their own lines.
    v.strictObject({
      LogGroup: v.optional(v.string()),
      LogFormat: v.optional(v.picklist(['JSON', 'Text'])),
      ApplicationLogLevel: withoutLocalEffect,
      SystemLogLevel: withoutLocalEffect,
    }),
    {},
  ),
  VpcConfig: v.optional(
    v.strictObject({
      SubnetIds: v.optional(v.array(v.string()), []),
      SecurityGroupIds: v.optional(v.array(v.string()), []),
      Ipv6AllowedForDualStack: withoutLocalEffect,
    }),
  ),
  Architectures: withoutLocalEffect,
  Description: withoutLocalEffect,
  Tags: withoutLocalEffect,
});

const assetPath = v.object({ 'aws:asset:path': v.string() });

/**
 * Reads an AWS::Lambda::Function.
 * @throws {UnsupportedResourceError} for properties that would change behaviour and are not emulated
 */
export function readFunction(resource: Resource, templateFolder: string): FunctionDefinition {
  const properties = readProperties(resource, functionSchema);
  const name = resource.ref;
  if (!v.is(assetPath, resource.metadata)) {
    throw new UnsupportedResourceError(resource, 'the metadata aws:asset:path, which names its code, is missing');
  }
  return {
    name,
    arn: v.parse(v.string(), resource.attributes.Arn),
    roleArn: properties.Role,
    folder: join(templateFolder, resource.metadata['aws:asset:path']),
    handler: properties.Handler,
    runtime: properties.Runtime,
    memoryMegabytes: properties.MemorySize,
    timeoutSeconds: properties.Timeout,
    logGroupName: properties.LoggingConfig.LogGroup ?? `/aws/lambda/${name}`,
    variables: properties.Environment.Variables,
    vpc: vpcOf(properties.VpcConfig),
  };
}

// Without subnets, the function is in no VPC (AWS Lambda API Reference, VpcConfig).
const vpcOf = (config?: { SubnetIds: string[]; SecurityGroupIds: string[] }): FunctionDefinition['vpc'] =>
  config && config.SubnetIds.length > 0
    ? { subnetIds: config.SubnetIds, securityGroupIds: config.SecurityGroupIds }
    : undefined;

const versionSchema = v.strictObject({ FunctionName: v.string(), Description: withoutLocalEffect });

// Without RoutingConfig: the only version gets all traffic.
const aliasSchema = v.strictObject({
  FunctionName: v.string(),
  FunctionVersion: v.string(),
  Name: v.string(),
  Description: withoutLocalEffect,
  ProvisionedConcurrencyConfig: withoutLocalEffect,
});

/** A version or an alias: its own ARN, and the name of its function. */
export type Qualified = { readonly arn: string; readonly functionName: string };

/**
 * Versions and aliases by their ARN, and by its ending (`NAME:ALIAS`). They run in the function's environments, because
 * a template has one version of the code for each function.
 * @throws {UnsupportedResourceError} for properties that would change behaviour and are not emulated
 */
export function readQualified(template: Template): ReadonlyMap<string, Qualified> {
  const versions = template.ofType('AWS::Lambda::Version').map((it) => ({ it, ...readProperties(it, versionSchema) }));
  const aliases = template.ofType('AWS::Lambda::Alias').map((it) => ({ it, ...readProperties(it, aliasSchema) }));
  return new Map(
    [...versions, ...aliases].flatMap(({ it: { ref: arn }, FunctionName: functionName }): [string, Qualified][] => {
      const [, ending = arn] = arn.split(':function:');
      return [arn, ending].map((name) => [name, { arn, functionName }]);
    }),
  );
}

/** A function's credentials for AWS calls, and the endpoints of the services. */
export type AwsAccess = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** By service identifier: `DYNAMODB` becomes AWS_ENDPOINT_URL_DYNAMODB. */
  readonly endpoints: Readonly<Record<string, string>>;
};

/**
 * The whole environment of a function: the template's variables, those that Lambda reserves (AWS Lambda Developer
 * Guide, "Defined runtime environment variables") and the endpoints of the emulated services. It inherits nothing.
 */
export function variablesOf(definition: FunctionDefinition, access: AwsAccess): Record<string, string> {
  const endpoints = Object.entries(access.endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]);
  return {
    ...definition.variables,
    _HANDLER: definition.handler,
    AWS_ACCESS_KEY_ID: access.accessKeyId,
    AWS_DEFAULT_REGION: access.region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${definition.runtime}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: definition.logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: access.region,
    AWS_SECRET_ACCESS_KEY: access.secretAccessKey,
    LAMBDA_TASK_ROOT: definition.folder,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...Object.fromEntries(endpoints),
    // The developer's AWS profile must not redirect calls to real services.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
}
