import { join } from 'node:path';
import * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../properties.ts';
import type { Resource } from '../template/template.ts';

/** What runs when a function of the template is invoked, and with what. */
export type FunctionDefinition = {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** The folder with the bundled code, absolute. */
  readonly folder: string;
  /** Module and export, like `index.handler`. */
  readonly handler: string;
  readonly runtime: string;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
  readonly logGroupName: string;
  readonly variables: Readonly<Record<string, string>>;
};

const aboutNothingLocal = v.optional(v.unknown());

// Defaults as CloudFormation documents them for AWS::Lambda::Function.
const schema = v.strictObject({
  Code: v.unknown(),
  Handler: v.pipe(v.string(), v.regex(/^[^.]+(\/[^.]+)*\.[\w$]+$/, 'must be like index.handler')),
  Runtime: v.pipe(v.string(), v.regex(/^nodejs\d+\.x$/, 'only Node.js runtimes run here')),
  Role: v.string(),
  FunctionName: v.optional(v.string()),
  MemorySize: v.optional(v.number(), 128),
  Timeout: v.optional(v.number(), 3),
  Environment: v.optional(v.strictObject({ Variables: v.optional(v.record(v.string(), v.string()), {}) }), {}),
  LoggingConfig: v.optional(
    // Our own lines are JSON, and have been chosen by level, in any format; Lambda's own are not written here.
    v.strictObject({
      LogGroup: v.optional(v.string()),
      LogFormat: v.optional(v.picklist(['JSON', 'Text'])),
      ApplicationLogLevel: aboutNothingLocal,
      SystemLogLevel: aboutNothingLocal,
    }),
    {},
  ),
  Architectures: aboutNothingLocal,
  Description: aboutNothingLocal,
  Tags: aboutNothingLocal,
});

const assetPath = v.object({ 'aws:asset:path': v.string() });

/**
 * Reads an AWS::Lambda::Function.
 * @throws {UnsupportedResourceError} for properties that would change behaviour and are not emulated.
 */
export function readFunction(resource: Resource, templateFolder: string): FunctionDefinition {
  const properties = readProperties(resource, schema);
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
  };
}
