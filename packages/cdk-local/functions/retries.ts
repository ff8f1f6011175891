import * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../resource-properties.ts';
import type { Template } from '../template/template.ts';
import type { Functions } from './functions.ts';

// Without DestinationConfig: it is not emulated.
const eventInvokeSchema = v.strictObject({
  FunctionName: v.string(),
  Qualifier: v.string(),
  MaximumRetryAttempts: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2))),
  MaximumEventAgeInSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(21_600))),
});

/** Lambda runs a failed asynchronous invocation twice more (AWS Lambda Developer Guide, "Asynchronous invocation"). */
const defaultRetries = 2;

/** The age of an event in seconds at each retry: one minute after the first failure, two after the second. */
const retryAges = [60, 180];

/** Lambda does not retry an event that is older than its limit, which is six hours by default. */
const retriesWithin = (maxAge = 21_600): number => retryAges.filter((age) => age <= maxAge).length;

/**
 * Reads the number of retries of a failed asynchronous invocation, by the ARN of the function, version or alias.
 * @throws {UnsupportedResourceError} for settings that are not emulated, and for a function outside the template
 */
export function readRetries(template: Template, { find }: Pick<Functions, 'find'>): (functionArn: string) => number {
  const retries = new Map(
    template.ofType('AWS::Lambda::EventInvokeConfig').map((resource) => {
      const properties = readProperties(resource, eventInvokeSchema);
      const { FunctionName, Qualifier, MaximumRetryAttempts = defaultRetries, MaximumEventAgeInSeconds } = properties;
      const target = Qualifier === '$LATEST' ? FunctionName : `${FunctionName}:${Qualifier}`;
      const found = find(target);
      if (!found) throw new UnsupportedResourceError(resource, `FunctionName: there is no function ${target}`);
      return [found.arn, Math.min(MaximumRetryAttempts, retriesWithin(MaximumEventAgeInSeconds))] as const;
    }),
  );
  return (functionArn) => retries.get(functionArn) ?? defaultRetries;
}
