import { expect, test } from '@jest/globals';
import { LimitsUnavailableError, ParseError } from '../../src/errors.ts';
import { refuseAll } from '../../src/json-rpc/refusal.ts';
import { parseRequest } from '../../src/json-rpc/request.ts';

const refused = new LimitsUnavailableError('words');

test('a body without readable calls is refused as one call without a method', () => {
  expect(refuseAll(new ParseError('words'), undefined, 'R1')).toMatchObject({
    status: 400,
    contentType: 'application/json',
    contentEncoding: undefined,
    payload: { base64: false },
    calls: [{ method: undefined, outcome: 'invalid_request' }],
  });
});

test('in a batch each call gets the verdict, and what is no call its own error; each with its outcome', () => {
  const body = '[{"jsonrpc":"2.0","id":1,"method":"getSlot"},{"id":2},{"jsonrpc":"2.0","id":3,"method":"made-up"}]';
  const { status, payload, calls } = refuseAll(refused, parseRequest(body), 'R1');
  expect(status).toBe(503);
  expect(JSON.parse(payload.body)).toMatchObject([
    { id: 1, error: { code: -32603, message: 'words', data: { reason: 'limits_unavailable', requestId: 'R1' } } },
    { id: 2, error: { code: -32600, data: { reason: 'invalid_request', requestId: 'R1' } } },
    { id: 3, error: { code: -32603, message: 'words', data: { reason: 'limits_unavailable', requestId: 'R1' } } },
  ]);
  expect(calls).toEqual([
    { method: 'getSlot', outcome: 'internal_error' },
    { method: undefined, outcome: 'invalid_request' },
    { method: 'made-up', outcome: 'internal_error' },
  ]);
});
