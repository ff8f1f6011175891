import { expect, test } from '@jest/globals';
import { refuseRequest } from '../../src/json-rpc/error-answer.ts';
import { parseRpcRequest } from '../../src/json-rpc/rpc-request.ts';
import {
  LimitError,
  LimitsUnavailableError,
  ParseError,
  UpstreamUnavailableError,
} from '../../src/runtime/gateway-errors.ts';

test('an unreadable body is refused as one call without a method', () => {
  expect(refuseRequest(new ParseError('words'), undefined, 'R1')).toMatchObject({
    status: 400,
    contentType: 'application/json',
    contentEncoding: undefined,
    payload: { base64: false },
    calls: [{ method: undefined, outcome: 'invalid_request' }],
  });
});

const batch = parseRpcRequest(
  '[{"jsonrpc":"2.0","id":1,"method":"getSlot"},{"id":2},{"jsonrpc":"2.0","id":3,"method":"made-up"}]',
);

test('in a batch, each call gets the error, and each invalid element its own error and outcome', () => {
  const { status, payload, calls } = refuseRequest(new UpstreamUnavailableError('words'), batch, 'R1');
  expect(status).toBe(502);
  expect(JSON.parse(payload.body)).toMatchObject([
    { id: 1, error: { code: -32603, message: 'words', data: { reason: 'upstream_unavailable', requestId: 'R1' } } },
    { id: 2, error: { code: -32600, data: { reason: 'invalid_request', requestId: 'R1' } } },
    { id: 3, error: { code: -32603, message: 'words', data: { reason: 'upstream_unavailable', requestId: 'R1' } } },
  ]);
  expect(calls).toEqual([
    { method: 'getSlot', outcome: 'upstream_error' },
    { method: undefined, outcome: 'invalid_request' },
    { method: 'made-up', outcome: 'upstream_error' },
  ]);
});

const facts = { limit: 1, remaining: 0, retryAfterSeconds: 1, resetsAt: '2026-11-20T12:00:01.000Z' };

test.each([
  new LimitsUnavailableError(true),
  new LimitError('rate_limited', 'words', facts),
  new LimitError('quota_exceeded', 'words', facts),
])('$reason applies to every element of a batch, valid or not', (error) => {
  const { payload, calls } = refuseRequest(error, batch, 'R1');
  const { reason } = error;
  expect(JSON.parse(payload.body)).toMatchObject([1, 2, 3].map((id) => ({ id, error: { data: { reason } } })));
  expect(new Set(calls.map(({ outcome }) => outcome)).size).toBe(1);
});
