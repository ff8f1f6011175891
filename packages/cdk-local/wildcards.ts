/** Compiles a pattern for whole texts: `*` matches any characters, `?` matches one. */
export const wildcards = (pattern: string, flags = ''): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.split('?').map(literally).join('.'))
      .join('.*')}$`,
    `s${flags}`,
  );

const literally = (text: string): string => text.replace(/[.+^${}()|[\]\\/-]/g, '\\$&');

/** Returns whether a text matches. */
export type TextMatcher = (value: string) => boolean;

/** A pattern of a condition with StringLike. */
export function textPattern(pattern: string): TextMatcher {
  const matcher = wildcards(pattern);
  return (value) => matcher.test(value);
}

/**
 * A pattern of a policy's Action: `*` matches any characters, `?` matches one, without regard to case
 * (IAM JSON policy elements: Action).
 */
export function actionPattern(pattern: string): TextMatcher {
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
 * match everything (IAM JSON policy elements: Resource). `*` alone matches every resource.
 */
export function resourcePattern(pattern: string): TextMatcher {
  if (pattern === '*') return () => true;
  const given = fieldsOf(pattern).map((field) => wildcards(field, ''));
  return (resource) => {
    const fields = fieldsOf(resource);
    return fields.length === 6 && given.every((field, index) => field.test(fields[index] ?? ''));
  };
}
