import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnknownFunctionError } from '../../../local/functions/functions.ts';
import { failed } from '../../../local/functions/outcome.ts';
import { type Gate, startGate } from '../../../local/iam/gate.ts';
import { createInvoke } from '../../../src/aws/invoke.ts';
import { denial, noServices, role, roleArn, send, signed } from '../iam/gated.ts';
import { place, templateWith } from '../template/written-template.ts';

const arn = (name: string) => `arn:aws:lambda:${place.region}:${place.accountId}:function:${name}`;
const template = templateWith({
  Admin: role(['Allow', '*', '*']),
  Caller: role(['Allow', 'lambda:InvokeFunction', arn('Echo:*')]),
});

let gate: Gate;
beforeAll(async () => {
  const invoke = async (functionArn: string, event: string) => {
    if (functionArn === arn('Broken')) return failed('TypeError', 'no');
    if (functionArn !== arn('Echo:7')) throw new UnknownFunctionError(functionArn);
    return { ok: true, payload: event } as const;
  };
  gate = await startGate({ template, ...noServices, functions: Promise.resolve({ invoke }) });
});
afterAll(() => gate.stop());

describe('Lambda', () => {
  const as = (logicalId: string) => {
    const { accessKeyId, secretAccessKey } = gate.credentialsOf(roleArn(logicalId));
    return createInvoke({
      AWS_REGION: place.region,
      AWS_ENDPOINT_URL_LAMBDA: gate.url,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
  };

  test('invokes a version of a function for a role that may, and gives its answer', async () => {
    expect(await as('Caller')(arn('Echo:7'), { a: [1, 'é'] })).toEqual({ a: [1, 'é'] });
  });

  test('refuses a role that may not', async () => {
    await expect(as('Caller')(arn('Broken'), {})).rejects.toThrow(
      denial('Caller/local', 'lambda:InvokeFunction', arn('Broken')),
    );
  });

  test('tells an error of the function from its answer', async () => {
    await expect(as('Admin')(arn('Broken'), {})).rejects.toMatchObject({
      code: 'invocation_failed',
      message: expect.stringContaining('"errorType":"TypeError"'),
    });
  });

  test('does not know a function that is not there', async () => {
    await expect(as('Admin')(arn('Echo:8'), {})).rejects.toThrow(/answered 404: .*There is no function/);
  });

  test.each(['/2015-03-31/functions/Echo/invocations', '/2015-03-31/functions/'])(
    'refuses every other request: %s',
    async (path) => {
      const answer = await send(gate, { path, authorization: signed(gate, 'Admin', 'lambda') });
      expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('UnknownOperationException') });
    },
  );
});
