import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const anything = v.unknown();
const anyFields = v.record(v.string(), anything);

const resource = v.strictObject({
  Type: v.string(),
  Properties: v.optional(anyFields, {}),
  Metadata: v.optional(anyFields, {}),
  Condition: v.optional(v.string()),
  // Order and life cycle of a deployment: without effect, because everything is made at once.
  DependsOn: v.optional(anything),
  DeletionPolicy: v.optional(anything),
  UpdateReplacePolicy: v.optional(anything),
  CreationPolicy: v.optional(anything),
  UpdatePolicy: v.optional(anyFields, {}),
});

const exported = v.object({ Name: v.string() });
const output = v.object({ Value: anything, Condition: v.optional(v.string()), Export: v.optional(exported) });

const document = v.strictObject({
  AWSTemplateFormatVersion: v.optional(anything),
  Description: v.optional(anything),
  Metadata: v.optional(anything),
  Parameters: v.optional(v.record(v.string(), v.object({ Type: v.string(), Default: v.optional(anything) })), {}),
  Conditions: v.optional(anyFields, {}),
  // Fn::FindInMap, which reads them, is refused where it is needed.
  Mappings: v.optional(anything),
  // Rules check parameters before a deployment (the CDK's check of the bootstrap version).
  Rules: v.optional(anything),
  Resources: v.record(v.string(), resource),
  Outputs: v.optional(v.record(v.string(), output), {}),
});

/** A CloudFormation template as in the file, with unresolved intrinsics. */
export type TemplateDocument = v.InferOutput<typeof document>;

/** @throws {TemplateError} `malformed_template` if it is not JSON or does not match the schema of a template. */
export function readDocument(path: string): TemplateDocument {
  const text = readFileSync(path, 'utf8');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), document), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new TemplateError('malformed_template', v.getDotPath(issue) ?? path, issue.message);
}

/** Why a template cannot be served. Stable: tests and callers rely on it. */
export type TemplateErrorCode =
  | 'malformed_template'
  | 'unknown_resource_type'
  | 'unknown_resource'
  | 'unknown_reference'
  | 'unknown_attribute'
  | 'unknown_intrinsic'
  | 'malformed_intrinsic'
  | 'missing_parameter'
  | 'circular_reference';

/** The local runtime cannot resolve a part of the template. The message names the place. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly code: TemplateErrorCode;
  /** The path in the template, such as `Resources.Proxy.Properties.Environment`; its second part is the logical id. */
  readonly path: string;

  constructor(code: TemplateErrorCode, path: string, message: string) {
    super(`${path}: ${message}`);
    this.code = code;
    this.path = path;
  }
}
