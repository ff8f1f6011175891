import * as v from 'valibot';
import type { Functions } from '../functions/functions.ts';
import { readProperties, UnsupportedResourceError, withoutLocalEffect } from '../resource-properties.ts';
import type { Resource } from '../template/template.ts';

const minute = 60_000;
const unitMilliseconds = { minute, hour: 60 * minute, day: 24 * 60 * minute } as const;

const form = /^rate\((?<value>[1-9]\d*)\s+(?<unit>minute|hour|day)(?<plural>s?)\)$/;

// EventBridge refuses `rate(1 minutes)` and `rate(5 minute)` (EventBridge User Guide, "Rate expressions reference").
function hasRightNumber(expression: string): boolean {
  const { value, plural } = form.exec(expression)?.groups ?? {};
  return (value === '1') === (plural === '');
}

function millisecondsOf(expression: string): number {
  const { value, unit } = form.exec(expression)?.groups ?? {};
  const { [unit ?? '']: milliseconds = Number.NaN }: Readonly<Record<string, number>> = unitMilliseconds;
  return Number(value) * milliseconds;
}

/** A rate expression such as `rate(5 minutes)`, as its period in milliseconds. */
export const rate = v.pipe(
  v.string(),
  v.check((expression) => !expression.startsWith('cron('), 'cron expressions are not emulated; use a rate expression'),
  v.regex(form, 'must be like "rate(1 minute)" or "rate(5 hours)"'),
  v.check(hasRightNumber, 'the unit is singular for a value of 1 and plural for any other'),
  v.transform(millisecondsOf),
  v.maxValue(2 ** 31 - 1, 'periods of more than 24 days are not emulated'),
);

/** A target of a rule: a function, a version or an alias. */
export type RuleTarget = {
  readonly id: string;
  readonly functionArn: string;
  /** JSON that replaces the event. */
  readonly input: string | undefined;
};

/** A rule that runs on a schedule. */
export type ScheduledRule = {
  readonly name: string;
  readonly arn: string;
  /** Milliseconds between two runs, and at most the longest delay of setTimeout. */
  readonly period: number;
  readonly targets: readonly RuleTarget[];
};

const target = v.strictObject({
  Arn: v.pipe(v.string(), v.regex(/^arn:aws:lambda:/, 'only Lambda functions are emulated as targets')),
  Id: v.string(),
  Input: v.optional(v.string()),
  // The policy covers the handover to Lambda, which locally succeeds or is denied.
  RetryPolicy: withoutLocalEffect,
});

const schema = v.strictObject({
  EventPattern: v.optional(v.never('only rules with a schedule are emulated')),
  ScheduleExpression: rate,
  State: v.optional(v.literal('ENABLED', 'only ENABLED is emulated')),
  Targets: v.optional(v.array(target), []),
  Name: v.optional(v.string()),
  Description: withoutLocalEffect,
  Tags: withoutLocalEffect,
});

/**
 * Reads an AWS::Events::Rule.
 * @throws {UnsupportedResourceError} for properties that are not emulated, for a target outside the template, and for
 * one that Lambda would invoke again after a failure
 */
export function readScheduledRule(
  resource: Resource,
  { find, retriesOf }: Pick<Functions, 'find'> & { readonly retriesOf: (functionArn: string) => number },
): ScheduledRule {
  const { ScheduleExpression, Targets } = readProperties(resource, schema);
  const missing = Targets.findIndex(({ Arn }) => !find(Arn));
  if (missing >= 0) {
    throw new UnsupportedResourceError(
      resource,
      `Targets.${missing}.Arn: there is no function ${Targets[missing]?.Arn}`,
    );
  }
  const retried = Targets.find(({ Arn }) => retriesOf(Arn) > 0);
  if (retried) {
    throw new UnsupportedResourceError(
      resource,
      `Targets: retries are not emulated; set MaximumRetryAttempts of ${retried.Arn} to 0 in an EventInvokeConfig`,
    );
  }
  return {
    name: resource.ref,
    arn: v.parse(v.string(), resource.attributes.Arn),
    period: ScheduleExpression,
    targets: Targets.map(({ Id, Arn, Input }) => ({ id: Id, functionArn: Arn, input: Input })),
  };
}
