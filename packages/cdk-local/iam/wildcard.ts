import { wildcards } from '../wildcards.ts';

/** Whether a value fits. */
export type Match = (value: string) => boolean;

/**
 * A pattern of a policy's Action: `*` stands for any characters, `?` for one; upper and lower case are the same
 * (IAM JSON policy elements: Action).
 */
export function actionPattern(pattern: string): Match {
  const matcher = wildcards(pattern, 'i');
  return (action) => matcher.test(action);
}

// The sixth and last field of an ARN may hold colons itself.
function fieldsOf(arn: string): readonly string[] {
  const parts = arn.split(':');
  return parts.length > 6 ? [...parts.slice(0, 5), parts.slice(5).join(':')] : parts;
}

/**
 * A pattern of a policy's Resource: wildcards work within the six fields of an ARN, and missing fields at its end
 * match everything (IAM JSON policy elements: Resource). `*` alone fits every resource.
 */
export function resourcePattern(pattern: string): Match {
  if (pattern === '*') return () => true;
  const given = fieldsOf(pattern).map((field) => wildcards(field, ''));
  return (resource) => {
    const fields = fieldsOf(resource);
    return fields.length === 6 && given.every((field, index) => field.test(fields[index] ?? ''));
  };
}
