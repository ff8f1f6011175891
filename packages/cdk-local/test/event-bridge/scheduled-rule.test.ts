import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { rate, readScheduledRule } from '../../event-bridge/scheduled-rule.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { functionArn, functionsOf, ruleArn, ruleWith, target, templateOf } from './rule-template.ts';

async function read(properties: object, retries = 0) {
  const template = templateOf({ Rule: ruleWith(properties) });
  const { functions } = await functionsOf(template);
  return readScheduledRule(template.get('Rule'), { ...functions, retriesOf: () => retries });
}

describe('an AWS::Events::Rule', () => {
  test('has its name, ARN, period and targets', async () => {
    expect(await read({})).toEqual({
      name: 'Rule',
      arn: ruleArn,
      period: 60_000,
      targets: [{ id: 'Target0', functionArn, input: undefined }],
    });
  });

  test('is read with everything that is emulated', async () => {
    const rule = await read({
      Name: 'watch-every-5-minutes',
      Description: 'about nothing local',
      ScheduleExpression: 'rate(5 minutes)',
      State: 'ENABLED',
      Targets: [
        { ...target, Input: '{"a":1}', RetryPolicy: { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 60 } },
        { Id: 'alias', Arn: { Ref: 'Live' } },
      ],
    });
    expect(rule).toEqual({
      name: 'watch-every-5-minutes',
      arn: ruleArn.replace('rule/Rule', 'rule/watch-every-5-minutes'),
      period: 300_000,
      targets: [
        { id: 'Target0', functionArn, input: '{"a":1}' },
        { id: 'alias', functionArn: `${functionArn}:live`, input: undefined },
      ],
    });
  });

  test('may have no targets', async () => {
    expect(await read({ Targets: { Ref: 'AWS::NoValue' } })).toMatchObject({ targets: [] });
  });

  const withTarget = (changes: object) => ({ Targets: [{ ...target, ...changes }] });
  test.each([
    ['an event pattern', { EventPattern: { source: ['aws.s3'] } }, 'EventPattern: only rules with a schedule'],
    ['no schedule', { ScheduleExpression: { Ref: 'AWS::NoValue' } }, 'ScheduleExpression'],
    ['a cron expression', { ScheduleExpression: 'cron(0 * * * ? *)' }, 'ScheduleExpression: cron expressions are not'],
    ['a wrong rate', { ScheduleExpression: 'rate(1 minutes)' }, 'ScheduleExpression: the unit is singular'],
    ['another state', { State: 'DISABLED' }, 'State: only ENABLED is emulated'],
    ['a role', { RoleArn: 'arn:aws:iam::123456789012:role/Role' }, 'RoleArn: the local runtime does not know'],
    [
      'a queue as target',
      withTarget({ Arn: 'arn:aws:sqs:x:y:z' }),
      'Targets.0.Arn: only Lambda functions are emulated',
    ],
    ['a function of another stack', withTarget({ Arn: `${functionArn}2` }), 'Targets.0.Arn: there is no function'],
    [
      'an alias that is not there',
      withTarget({ Arn: `${functionArn}:next` }),
      `there is no function ${functionArn}:next`,
    ],
    ['an input path', withTarget({ InputPath: '$.detail' }), 'Targets.0.InputPath: the local runtime does not know'],
    [
      'a transformer',
      withTarget({ InputTransformer: { InputTemplate: '1' } }),
      'Targets.0.InputTransformer: the local',
    ],
    ['a dead-letter queue', withTarget({ DeadLetterConfig: { Arn: 'x' } }), 'Targets.0.DeadLetterConfig: the local'],
  ])('is refused with %s', async (_case, properties, message) => {
    const reading = read(properties);
    await expect(reading).rejects.toThrow(UnsupportedResourceError);
    await expect(reading).rejects.toThrow(/^AWS::Events::Rule Rule: /);
    await expect(reading).rejects.toThrow(message);
  });

  test('is refused with a function that would be retried', async () => {
    await expect(read({}, 1)).rejects.toThrow(`set MaximumRetryAttempts of ${functionArn} to 0`);
  });
});

const minute = 60_000;

describe('a rate expression', () => {
  test.each([
    ['rate(1 minute)', minute],
    ['rate(5 minutes)', 5 * minute],
    ['rate(1 hour)', 60 * minute],
    ['rate(12 hours)', 12 * 60 * minute],
    ['rate(1 day)', 24 * 60 * minute],
    ['rate(24 days)', 24 * 24 * 60 * minute],
  ])('%s is a period', (expression, period) => {
    expect(v.parse(rate, expression)).toBe(period);
  });

  const wrongNumber = 'the unit is singular for a value of 1 and plural for any other';
  const wrongForm = 'must be like "rate(1 minute)" or "rate(5 hours)"';
  test.each([
    ['rate(1 minutes)', wrongNumber],
    ['rate(5 minute)', wrongNumber],
    ['rate(0 minutes)', wrongForm],
    ['rate(1.5 minutes)', wrongForm],
    ['rate(30 seconds)', wrongForm],
    ['rate(5minutes)', wrongForm],
    ['', wrongForm],
    ['rate(25 days)', 'periods of more than 24 days are not emulated'],
    ['cron(0 20 * * ? *)', 'cron expressions are not emulated; use a rate expression'],
  ])('%j is refused', (expression, message) => {
    const { issues = [] } = v.safeParse(rate, expression, { abortPipeEarly: true });
    expect(issues.map((issue) => issue.message)).toEqual([message]);
  });
});
