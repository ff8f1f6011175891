import * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../properties.ts';
import type { Template } from '../template/template.ts';
import type { Functions } from './functions.ts';

// Without DestinationConfig: it is not emulated.
const schema = v.strictObject({
  FunctionName: v.string(),
  Qualifier: v.string(),
  MaximumRetryAttempts: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2))),
  MaximumEventAgeInSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(21_600))),
});

/** Lambda runs a failed asynchronous invocation twice more (AWS Lambda Developer Guide, "Asynchronous invocation"). */
const defaultRetries = 2;

/** How old an event is when each retry comes, in seconds: one minute after the first failure, two after the next. */
const retryAges = [60, 180];

/** Lambda does not retry an event that is older than its limit, which is six hours by default. */
const retriesWithin = (maxAge = 21_600): number => retryAges.filter((age) => age <= maxAge).length;

/**
 * Reads how often a failed asynchronous invocation is retried, by the ARN of the function, version or alias: each has
 * its own setting.
 * @throws {UnsupportedResourceError} for settings that are not emulated, and for a function that is not in the template.
 */
export function readRetries(template: Template, { find }: Pick<Functions, 'find'>): (functionArn: string) => number {
  const retries = new Map(
    template.ofType('AWS::Lambda::EventInvokeConfig').map((resource) => {
      const properties = readProperties(resource, schema);
      const { FunctionName, Qualifier, MaximumRetryAttempts = defaultRetries, MaximumEventAgeInSeconds } = properties;
      const target = Qualifier === '$LATEST' ? FunctionName : `${FunctionName}:${Qualifier}`;
      const found = find(target);
      if (!found) throw new UnsupportedResourceError(resource, `FunctionName: there is no function ${target}`);
      return [found.arn, Math.min(MaximumRetryAttempts, retriesWithin(MaximumEventAgeInSeconds))] as const;
    }),
  );
  return (functionArn) => retries.get(functionArn) ?? defaultRetries;
}
