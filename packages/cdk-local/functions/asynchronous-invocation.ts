import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../resource-properties.ts';
import type { Template } from '../template/template.ts';
import type { Functions } from './functions.ts';
import type { InvocationOutcome } from './invocation.ts';

export type AsynchronousOptions = {
  readonly invoke: Functions['invoke'];
  readonly functionArn: string;
  readonly event: string;
  /** The most retries of an invocation that fails. */
  readonly retries: number;
  /** Waits before a retry; gives false when there is to be none because everything stops. */
  readonly wait: (milliseconds: number) => Promise<boolean>;
};

const minute = 60_000;

/**
 * Invokes a function as Lambda's queue of asynchronous invocations does: a failure is retried after one minute, and then
 * after two more, with the same event and request id (AWS Lambda Developer Guide, "How Lambda handles errors and retries
 * with asynchronous invocation").
 * @returns the last outcome, and how often the function was invoked
 */
export async function invokeAsynchronously(
  options: AsynchronousOptions,
): Promise<{ readonly outcome: InvocationOutcome; readonly attempts: number }> {
  const { invoke, functionArn, event, retries, wait } = options;
  const requestId = randomUUID();
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await invoke(functionArn, event, requestId);
    if (outcome.ok || attempts > retries || !(await wait(attempts * minute))) return { outcome, attempts };
  }
}

// Without DestinationConfig: it is not emulated.
const eventInvokeSchema = v.strictObject({
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
