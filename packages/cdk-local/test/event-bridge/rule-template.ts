import { setImmediate } from 'node:timers/promises';
import { ScheduledRules, type ScheduleOptions } from '../../event-bridge/scheduled-rules.ts';
import { startFunctions } from '../../functions/functions.ts';
import type { InvocationOutcome } from '../../functions/invocation.ts';
import { createEventLog } from '../../logs.ts';
import type { Template } from '../../template/template.ts';
import { templateWith, testLocation } from '../template/template-file.ts';

export const ruleArn = `arn:aws:events:${testLocation.region}:${testLocation.accountId}:rule/Rule`;
export const functionArn = `arn:aws:lambda:${testLocation.region}:${testLocation.accountId}:function:Watch`;

export const attributeOf = (logicalId: string, attribute: string) => ({ 'Fn::GetAtt': [logicalId, attribute] });
export const target = { Id: 'Target0', Arn: attributeOf('Watch', 'Arn') };
export const ruleWith = (properties: object) => ({
  Type: 'AWS::Events::Rule',
  Properties: { ScheduleExpression: 'rate(1 minute)', Targets: [target], ...properties },
});
export const permissionWith = (properties: object) => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: attributeOf('Watch', 'Arn'),
    Principal: 'events.amazonaws.com',
    SourceArn: attributeOf('Rule', 'Arn'),
    ...properties,
  },
});

const lambda = {
  Type: 'AWS::Lambda::Function',
  Metadata: { 'aws:asset:path': '.' },
  Properties: { Code: {}, Handler: 'index.handler', Runtime: 'nodejs24.x', Role: 'role' },
};
const alias = {
  Type: 'AWS::Lambda::Alias',
  Properties: { FunctionName: { Ref: 'Watch' }, FunctionVersion: '1', Name: 'live' },
};

/** The configuration without which Lambda would retry what a rule invokes. */
export const once = {
  Type: 'AWS::Lambda::EventInvokeConfig',
  Properties: { FunctionName: { Ref: 'Watch' }, Qualifier: '$LATEST', MaximumRetryAttempts: 0 },
};

/** A rule that may invoke a function every minute, and an alias of the function; `changes` are put on top. */
export const templateOf = (changes: object = {}): Template =>
  templateWith({ Watch: lambda, Live: alias, Rule: ruleWith({}), Permission: permissionWith({}), ...changes });

type Call = { readonly event: string; readonly requestId: string | undefined };

/** What the function answers to its nth call, from 1. */
export type AnswerOfFunction = (nth: number) => Promise<InvocationOutcome> | InvocationOutcome;

export const answered: InvocationOutcome = { ok: true, payload: 'null' };

/** Resolves when every answer that has been given has been dealt with. */
export const answersHandled = (): Promise<void> => setImmediate();

/** The functions of a template, which answer what a test says, and the calls that they got. */
export async function functionsOf(template: Template, answer: AnswerOfFunction = () => answered) {
  const calls: Call[] = [];
  let onCall = () => {};
  const functions = await startFunctions({
    template,
    accessOf: () => ({ region: testLocation.region, accessKeyId: 'x', secretAccessKey: 'x', endpoints: {} }),
    onLog: () => {},
    makeFunction: () => ({
      warm: async () => {},
      invoke: async (event, requestId) => {
        calls.push({ event, requestId });
        onCall();
        return answer(calls.length);
      },
      stop: async () => {},
    }),
  });
  const called = async (count: number): Promise<void> => {
    while (calls.length < count) {
      await new Promise<void>((resolve) => {
        onCall = resolve;
      });
    }
  };
  return { functions, calls, called };
}

/** The rules of a template, started; `lines` is what they log. */
export async function startRules(
  schedule: ScheduleOptions,
  { changes = {}, answer }: { readonly changes?: object; readonly answer?: AnswerOfFunction } = {},
) {
  const template = templateOf({ Once: once, ...changes });
  const { functions, calls, called } = await functionsOf(template, answer);
  const lines: Record<string, unknown>[] = [];
  const log = createEventLog((line) => lines.push(JSON.parse(line)));
  const rules = new ScheduledRules({ template, functions, log, ...schedule });
  rules.start();
  return { rules, calls, called, lines };
}
