import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnknownFunctionError } from '../../functions/functions.ts';
import { EventTooLargeError, failedOutcome } from '../../functions/invocation.ts';
import { type Gate, startGate } from '../../gate.ts';
import { clientOptions, denial, noServices, role, send, signed } from '../iam/test-gate.ts';
import { templateWith, testLocation } from '../template/template-file.ts';

const arn = (name: string) => `arn:aws:lambda:${testLocation.region}:${testLocation.accountId}:function:${name}`;
const template = templateWith({
  Admin: role(['Allow', '*', '*']),
  Caller: role(['Allow', 'lambda:InvokeFunction', arn('Echo:*')]),
});

const queued: [string, string][] = [];
let gate: Gate;
beforeAll(async () => {
  const invoke = async (functionArn: string, event: string) => {
    if (functionArn === arn('Broken')) return failedOutcome('TypeError', 'no');
    if (functionArn !== arn('Echo:7')) throw new UnknownFunctionError(functionArn);
    return { ok: true, payload: event } as const;
  };
  const enqueue = (functionArn: string, event: string) => {
    if (functionArn !== arn('Echo:7')) throw new UnknownFunctionError(functionArn);
    if (event.length > 1_048_576) throw new EventTooLargeError(event.length, 1_048_576);
    queued.push([functionArn, event]);
  };
  gate = await startGate({ template, ...noServices, functions: Promise.resolve({ invoke, enqueue }) });
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

  describe('asynchronously', () => {
    const send = (logicalId: string, functionArn: string, event: unknown) => {
      const lambda = new LambdaClient(clientOptions(gate, logicalId));
      const Payload = JSON.stringify(event);
      return lambda.send(new InvokeCommand({ FunctionName: functionArn, InvocationType: 'Event', Payload }));
    };

    test('takes the event and answers 202', async () => {
      const { StatusCode, FunctionError } = await send('Caller', arn('Echo:7'), { to: 'ada@b.example' });
      expect([StatusCode, FunctionError]).toEqual([202, undefined]);
      expect(queued).toEqual([[arn('Echo:7'), '{"to":"ada@b.example"}']]);
    });

    test('finds a function by its name', async () => {
      expect((await send('Caller', 'Echo:7', {})).StatusCode).toBe(202);
    });

    test.each([
      ['a role that may not', 'Caller', arn('Broken'), {}, 'AccessDeniedException'],
      ['a function that is not there', 'Admin', arn('Echo:8'), {}, 'ResourceNotFoundException'],
      ['an event over 1 MB', 'Admin', arn('Echo:7'), 'x'.repeat(1_048_576), 'RequestTooLargeException'],
    ])('refuses %s at once', async (_, logicalId, functionArn, event, name) => {
      await expect(send(logicalId, functionArn, event)).rejects.toMatchObject({ name });
    });
  });

  test.each(['/2015-03-31/functions/Echo/configuration', '/2015-03-31/functions/'])(
    'refuses every other request: %s',
    async (path) => {
      const answer = await send(gate, { path, authorization: signed(gate, 'Admin', 'lambda') });
      expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('UnknownOperationException') });
    },
  );
});
