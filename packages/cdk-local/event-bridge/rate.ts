import * as v from 'valibot';

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
);
