import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnknownFunctionError } from '../../functions/functions.ts';
import { failedOutcome } from '../../functions/invocation.ts';
import { type Gate, startGate } from '../../iam/gate.ts';
import { denial, noServices, role, send, signed } from '../iam/test-gate.ts';
import { templateWith, testLocation } from '../template/template-file.ts';

const arn = (name: string) => `arn:aws:lambda:${testLocation.region}:${testLocation.accountId}:function:${name}`;
const template = templateWith({
  Admin: role(['Allow', '*', '*']),
  Caller: role(['Allow', 'lambda:InvokeFunction', arn('Echo:*')]),
});

let gate: Gate;
beforeAll(async () => {
  const invoke = async (functionArn: string, event: string) => {
    if (functionArn === arn('Broken')) return failedOutcome('TypeError', 'no');
    if (functionArn !== arn('Echo:7')) throw new UnknownFunctionError(functionArn);
    return { ok: true, payload: event } as const;
  };
  gate = await startGate({ template, ...noServices, functions: Promise.resolve({ invoke }) });
});
afterAll(() => gate.stop());

describe('Lambda', () => {
  const invoke = (logicalId: string, functionArn: string, event: unknown) =>
    send(gate, {
      path: `/2015-03-31/functions/${encodeURIComponent(functionArn)}/invocations`,
      authorization: signed(gate, logicalId, 'lambda'),
      body: JSON.stringify(event),
    });

  test('invokes a version of a function for a role that may, and gives its answer', async () => {
    const event = { a: [1, 'é'] };
    expect(await invoke('Caller', arn('Echo:7'), event)).toEqual({ status: 200, body: JSON.stringify(event) });
  });

  test('refuses a role that may not', async () => {
    const { status, body } = await invoke('Caller', arn('Broken'), {});
    expect(status).toBe(400);
    expect(body).toContain(denial('Caller/local', 'lambda:InvokeFunction', arn('Broken')));
  });

  test('tells an error of the function from its answer', async () => {
    expect(await invoke('Admin', arn('Broken'), {})).toEqual({
      status: 200,
      functionError: 'Unhandled',
      body: expect.stringContaining('"errorType":"TypeError"'),
    });
  });

  test('does not know a function that is not there', async () => {
    const answer = await invoke('Admin', arn('Echo:8'), {});
    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('There is no function') });
  });

  test.each(['/2015-03-31/functions/Echo/invocations', '/2015-03-31/functions/'])(
    'refuses every other request: %s',
    async (path) => {
      const answer = await send(gate, { path, authorization: signed(gate, 'Admin', 'lambda') });
      expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('UnknownOperationException') });
    },
  );
});
