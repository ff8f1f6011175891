import * as v from 'valibot';
import type { Resource } from './template/template.ts';

/** A resource of the template uses a feature that the local runtime does not emulate. The message names both. */
export class UnsupportedResourceError extends Error {
  readonly code = 'unsupported_resource';
  override readonly name = 'UnsupportedResourceError';

  constructor(resource: Pick<Resource, 'type' | 'logicalId'>, problem: string) {
    super(`${resource.type} ${resource.logicalId}: ${problem}`);
  }
}

/**
 * Parses a resource's properties with the schema of the service that uses them.
 * @throws {UnsupportedResourceError} naming the first property that the schema does not know or allow.
 */
export function readProperties<T extends v.GenericSchema>(resource: Resource, schema: T): v.InferOutput<T> {
  const result = v.safeParse(schema, resource.properties, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new UnsupportedResourceError(resource, `${v.getDotPath(issue) ?? 'properties'}: ${explain(issue)}`);
}

/** A property that changes nothing in what the local runtime serves: any value is accepted and ignored. */
export const withoutLocalEffect = v.optional(v.unknown());

const explain = (issue: v.BaseIssue<unknown>): string =>
  issue.type === 'strict_object' && issue.expected === 'never'
    ? 'the local runtime does not know this property'
    : issue.message;
