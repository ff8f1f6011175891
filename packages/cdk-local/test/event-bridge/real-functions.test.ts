import { afterEach, describe, expect, test } from '@jest/globals';
import { ScheduledRules } from '../../event-bridge/scheduled-rules.ts';
import { type Functions, startFunctions } from '../../functions/functions.ts';
import { createEventLog } from '../../logs.ts';
import type { Resource } from '../../template/template.ts';
import { arnOf, functionResource, templateOf } from '../functions/function-code.ts';

const ruleArn = 'arn:aws:events:us-east-1:000000000000:rule/EveryMinute';

const resource = (type: string, logicalId: string, ref: string, properties: Record<string, unknown>): Resource => ({
  logicalId,
  type,
  properties,
  metadata: {},
  ref,
  attributes: type === 'AWS::Events::Rule' ? { Arn: ruleArn } : {},
});

/** A rule with the function's alias as its target, as a deployment with releases has it. */
const resourcesWith = (source: string): Resource[] => [
  functionResource('Watch', source),
  resource('AWS::Lambda::Alias', 'Live', `${arnOf('Watch')}:live`, {
    FunctionName: 'Watch',
    FunctionVersion: '1',
    Name: 'live',
  }),
  resource('AWS::Events::Rule', 'EveryMinute', 'EveryMinute', {
    ScheduleExpression: 'rate(1 minute)',
    Targets: [{ Id: 'Target0', Arn: `${arnOf('Watch')}:live` }],
  }),
  resource('AWS::Lambda::Permission', 'Permission', 'Permission', {
    Action: 'lambda:InvokeFunction',
    FunctionName: `${arnOf('Watch')}:live`,
    Principal: 'events.amazonaws.com',
    SourceArn: ruleArn,
  }),
];

let functions: Functions | undefined;
afterEach(() => functions?.stop());

async function runOnce(source: string): Promise<{ written: string[]; logged: unknown[] }> {
  const template = templateOf(resourcesWith(source));
  const written: string[] = [];
  const logged: unknown[] = [];
  functions = await startFunctions({
    template,
    accessOf: () => ({ region: 'us-east-1', accessKeyId: 'x', secretAccessKey: 'x', endpoints: {} }),
    onLog: (_, line) => written.push(line),
  });
  const log = createEventLog((line) => logged.push(JSON.parse(line)));
  await new ScheduledRules({ template, functions, log, schedules: 'manual' }).runNow();
  return { written, logged };
}

describe('scheduled rules on real functions', () => {
  test('hand the handler the scheduled event', async () => {
    const source = 'export const handler = async ({ source, resources }) => console.log(source, resources[0]);';
    expect(await runOnce(source)).toEqual({ written: [`aws.events ${ruleArn}`], logged: [] });
  });

  test('give a handler that throws up after two retries, all of one request id', async () => {
    const source = `export const handler = async (event, { awsRequestId }) => {
      console.log(awsRequestId);
      throw new TypeError('broken');
    };`;
    const { written, logged } = await runOnce(source);
    const requestIds = written.filter((line) => !line.startsWith('{'));
    expect([requestIds.length, new Set(requestIds).size]).toEqual([3, 1]);
    expect(logged).toEqual([
      expect.objectContaining({ event: 'scheduled_invocation_failed', attempts: 3, error: 'TypeError: broken' }),
    ]);
  });
});
