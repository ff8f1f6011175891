import { describe, expect, test } from '@jest/globals';
import { failedOutcome, type InvocationOutcome } from '../../functions/invocation.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { ManualTime } from './manual-time.ts';
import {
  answered,
  answersHandled,
  attributeOf,
  functionArn,
  once,
  permissionWith,
  ruleArn,
  ruleWith,
  startRules,
  target,
} from './rule-template.ts';

const minute = 60_000;
const now = Date.UTC(2026, 8, 24, 21, 18, 46, 123);
const failure = failedOutcome('Error', 'no node answered');

/** Rules that run by hand, at `now`. */
const manual = { schedules: 'manual', clock: () => now } as const;
/** Rules that run by themselves, in a time that the test moves on. */
function scheduled() {
  const time = new ManualTime(now);
  return { time, schedule: { schedules: 'on', clock: time.clock, timer: time.timer } as const };
}

describe('the event', () => {
  test('is a Scheduled Event, with the time in whole seconds and the rule as its resource', async () => {
    const { rules, calls } = await startRules(manual);
    await rules.runNow();
    expect(calls.map(({ event }) => JSON.parse(event))).toEqual([
      {
        version: '0',
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account: '123456789012',
        time: '2026-09-24T21:18:46Z',
        region: 'eu-central-1',
        resources: [ruleArn],
        detail: {},
      },
    ]);
  });

  test('is the same for all targets of a run, and another one for each run', async () => {
    const Targets = [target, { ...target, Id: 'Target1' }];
    const { rules, calls } = await startRules(manual, { changes: { Rule: ruleWith({ Targets }) } });
    await rules.runNow();
    await rules.runNow();
    const [first, second, third] = calls.map(({ event }) => JSON.parse(event).id);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is the target’s constant input where it has one', async () => {
    const Rule = ruleWith({ Targets: [{ ...target, Input: '{"reason":"schedule"}' }] });
    const { rules, calls } = await startRules(manual, { changes: { Rule } });
    await rules.runNow();
    expect(calls.map(({ event }) => event)).toEqual(['{"reason":"schedule"}']);
  });
});

describe('a rule', () => {
  test('runs at once and then at its rate', async () => {
    const { time, schedule } = scheduled();
    const { rules, calls, called } = await startRules(schedule);
    const timeOf = (index: number) => JSON.parse(calls[index]?.event ?? '{}').time;
    await called(1);
    await answersHandled();
    time.advance(minute - 1);
    expect(calls).toHaveLength(1);
    time.advance(1);
    await called(2);
    expect([timeOf(0), timeOf(1)]).toEqual(['2026-09-24T21:18:46Z', '2026-09-24T21:19:46Z']);
    await rules.stop();
  });

  test('that is run by hand never runs by itself', async () => {
    const { time, schedule } = scheduled();
    const { rules, calls } = await startRules({ ...schedule, schedules: 'manual' });
    time.advance(60 * minute);
    await rules.stop();
    expect(calls).toEqual([]);
    expect(time.waits).toBe(0);
  });

  test('that is not emulated, or whose function would be retried, fails the start', async () => {
    const Rule = ruleWith({ ScheduleExpression: 'cron(0 * * * ? *)' });
    await expect(startRules(manual, { changes: { Rule } })).rejects.toThrow(UnsupportedResourceError);
    const Once = { ...once, Properties: { ...once.Properties, MaximumRetryAttempts: 1 } };
    await expect(startRules(manual, { changes: { Once } })).rejects.toThrow(UnsupportedResourceError);
  });
});

describe('a function that fails', () => {
  const failedLine = {
    level: 'error',
    event: 'scheduled_invocation_failed',
    rule: 'Rule',
    target: 'Target0',
    functionArn,
    error: 'Error: no node answered',
  };

  test('is in the log, and is not invoked again', async () => {
    const { rules, calls, lines } = await startRules(manual, { answer: () => failure });
    await rules.runNow();
    expect(calls).toHaveLength(1);
    expect(lines).toEqual([failedLine]);
  });

  test('because it cannot be run at all is in the log, and keeps no other target from being invoked', async () => {
    const Rule = ruleWith({ Targets: [target, { ...target, Id: 'Other', Input: '"other"' }] });
    const answer = () => Promise.reject(new Error('the runtime itself failed'));
    const { rules, calls, lines } = await startRules(manual, { changes: { Rule }, answer });
    await rules.runNow();
    expect(calls).toHaveLength(2);
    expect(lines.map(({ target, error }) => [target, error])).toEqual([
      ['Target0', 'Error: the runtime itself failed'],
      ['Other', 'Error: the runtime itself failed'],
    ]);
  });
});

test('without permission the function is not invoked, and the log says why', async () => {
  const { time, schedule } = scheduled();
  const changes = { Permission: permissionWith({ SourceArn: `${ruleArn}2` }) };
  const { rules, calls, lines } = await startRules(schedule, { changes });
  await rules.stop();
  expect([calls, time.waits]).toEqual([[], 0]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      event: 'scheduled_invocation_denied',
      rule: 'Rule',
      target: 'Target0',
      error: `No AWS::Lambda::Permission lets events.amazonaws.com invoke the function for ${ruleArn}. Add one with this SourceArn.`,
    }),
  ]);
});

describe('a target that is still busy', () => {
  test('misses the run, which is logged, and gets the next one when it has answered', async () => {
    const { time, schedule } = scheduled();
    const { promise: slow, resolve } = Promise.withResolvers<InvocationOutcome>();
    const answer = (nth: number) => (nth === 1 ? slow : answered);
    const { rules, calls, called, lines } = await startRules(schedule, { answer });
    await called(1);
    time.advance(minute);
    expect(lines).toEqual([{ level: 'warn', event: 'scheduled_run_skipped', rule: 'Rule', target: 'Target0' }]);
    expect(calls).toHaveLength(1);
    resolve(answered);
    await answersHandled();
    time.advance(minute);
    await called(2);
    await rules.stop();
    expect(lines).toHaveLength(1);
  });

  test('does not keep the rule’s other targets from their run', async () => {
    const { time, schedule } = scheduled();
    const { promise: slow, resolve } = Promise.withResolvers<InvocationOutcome>();
    const Rule = ruleWith({ Targets: [target, { Id: 'Other', Arn: attributeOf('Watch', 'Arn'), Input: '"other"' }] });
    const answer = (nth: number) => (nth === 1 ? slow : answered);
    const { rules, calls, called } = await startRules(schedule, { changes: { Rule }, answer });
    await called(2);
    await answersHandled();
    time.advance(minute);
    await called(3);
    resolve(answered);
    await rules.stop();
    expect(calls[2]?.event).toBe('"other"');
  });
});

describe('stop', () => {
  test('waits for the invocation under way, and nothing runs after it', async () => {
    const { time, schedule } = scheduled();
    const { promise: slow, resolve } = Promise.withResolvers<InvocationOutcome>();
    const { rules, calls, called } = await startRules(schedule, { answer: () => slow });
    await called(1);
    let stopped = false;
    const stopping = rules.stop().then(() => {
      stopped = true;
    });
    await answersHandled();
    expect(stopped).toBe(false);
    resolve(answered);
    await stopping;
    expect(time.waits).toBe(0);
    time.advance(60 * minute);
    expect(calls).toHaveLength(1);
  });

  test('does not wait for a long one, whose end is then no failure', async () => {
    const { time, schedule } = scheduled();
    const { promise: slow, resolve } = Promise.withResolvers<InvocationOutcome>();
    const { rules, called, lines } = await startRules(schedule, { answer: () => slow });
    await called(1);
    const stopping = rules.stop();
    time.advance(1_000);
    await stopping;
    resolve(failure);
    await answersHandled();
    expect(lines).toEqual([]);
  });
});
