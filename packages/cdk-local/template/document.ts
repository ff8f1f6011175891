import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { TemplateError } from './template-error.ts';

const anything = v.unknown();
const fields = v.record(v.string(), anything);

const resource = v.strictObject({
  Type: v.string(),
  Properties: v.optional(fields, {}),
  Metadata: v.optional(fields, {}),
  Condition: v.optional(v.string()),
  // Order and life cycle of a deployment: nothing to do when everything is made at once.
  DependsOn: v.optional(anything),
  DeletionPolicy: v.optional(anything),
  UpdateReplacePolicy: v.optional(anything),
  UpdatePolicy: v.optional(anything),
});

const output = v.object({ Value: anything, Condition: v.optional(v.string()) });

const document = v.strictObject({
  AWSTemplateFormatVersion: v.optional(anything),
  Description: v.optional(anything),
  Metadata: v.optional(anything),
  Parameters: v.optional(v.record(v.string(), v.object({ Type: v.string(), Default: v.optional(anything) })), {}),
  Conditions: v.optional(fields, {}),
  // Rules check parameters before a deployment (the CDK's check of the bootstrap version); they make nothing.
  Rules: v.optional(anything),
  Resources: v.record(v.string(), resource),
  Outputs: v.optional(v.record(v.string(), output), {}),
});

/** A CloudFormation template as it stands in the file, intrinsics unresolved. */
export type Document = v.InferOutput<typeof document>;

/** @throws {TemplateError} `malformed_template`: not JSON, or not of a template's form. */
export function readDocument(path: string): Document {
  const text = readFileSync(path, 'utf8');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), document), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new TemplateError('malformed_template', v.getDotPath(issue) ?? path, issue.message);
}
