import { describe, expect, test } from '@jest/globals';
import { errorText, httpStatusOf, refusalText } from '../../src/json-rpc/error-answer.ts';
import { parseRpcRequest } from '../../src/json-rpc/rpc-request.ts';
import {
  BatchTooLargeError,
  CallTooSlowError,
  type GatewayError,
  InternalError,
  InvalidRequestError,
  LimitError,
  LimitsUnavailableError,
  NodesAtLimitError,
  ParseError,
  ResponseTooLargeError,
  UnsupportedMediaTypeError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../src/runtime/gateway-errors.ts';

const facts = { limit: 10, remaining: 0, retryAfterSeconds: 1, resetsAt: '2026-11-20T14:25:01.000Z' };

const rows: readonly { error: GatewayError; status: number; code: number; reason: string; details?: object }[] = [
  { error: new ParseError('words'), status: 400, code: -32700, reason: 'parse_error' },
  { error: new InvalidRequestError('words'), status: 400, code: -32600, reason: 'invalid_request' },
  { error: new BatchTooLargeError('words'), status: 413, code: -32600, reason: 'batch_too_large' },
  { error: new UnsupportedMediaTypeError('words'), status: 415, code: -32600, reason: 'unsupported_media_type' },
  {
    error: new LimitError('rate_limited', 'words', facts),
    status: 429,
    code: -32029,
    reason: 'rate_limited',
    details: facts,
  },
  {
    error: new LimitError('quota_exceeded', 'words', facts),
    status: 429,
    code: -32029,
    reason: 'quota_exceeded',
    details: facts,
  },
  { error: new UpstreamUnavailableError('words'), status: 502, code: -32603, reason: 'upstream_unavailable' },
  { error: new UpstreamTimeoutError('words'), status: 504, code: -32603, reason: 'upstream_timeout' },
  { error: new CallTooSlowError('words'), status: 504, code: -32603, reason: 'call_too_slow' },
  {
    error: new NodesAtLimitError(),
    status: 503,
    code: -32603,
    reason: 'nodes_at_limit',
    details: { retryAfterSeconds: 1 },
  },
  { error: new ResponseTooLargeError(), status: 502, code: -32603, reason: 'response_too_large' },
  {
    error: new LimitsUnavailableError(false),
    status: 503,
    code: -32603,
    reason: 'limits_unavailable',
    details: { retryAfterSeconds: 1 },
  },
  { error: new InternalError('words'), status: 500, code: -32603, reason: 'internal_error' },
];

describe.each(rows)('$reason', ({ error, status, code, reason, details }) => {
  test('has its status, code and data', () => {
    expect(httpStatusOf(error)).toBe(status);
    expect(JSON.parse(errorText(error, 'R1', '7'))).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code, message: error.message, data: { reason, requestId: 'R1', ...details } },
    });
  });

  test('is outside the codes of Solana nodes', () => {
    expect(code >= -32019 && code <= -32001).toBe(false);
  });
});

test('the internal cause is not in the answer', () => {
  const error = new InternalError('Something went wrong.', { cause: new Error('the table is on fire') });
  expect(errorText(error, 'R1', '1')).not.toContain('fire');
});

test('the error of a too large answer gives advice', () => {
  expect(errorText(new ResponseTooLargeError(), 'R1', '1')).toMatch(/dataSlice.*Accept-Encoding: gzip/);
});

test.each(['12345678901234567890', '-1.50e+3', '"\\u0061\\/\\ud800"', 'null'])(
  'the id %s is echoed unchanged',
  (id) => {
    expect(errorText(new ParseError('words'), 'R1', id)).toContain(`{"jsonrpc":"2.0","id":${id},"error":{`);
  },
);

describe('the body that refuses a whole request', () => {
  const refusal = (body: string) => refusalText(parseRpcRequest(body), 'R1', () => new InternalError('words'));

  test('is one error with the id null if no call could be read', () => {
    expect(JSON.parse(refusalText(undefined, 'R1', () => new ParseError('words')))).toMatchObject({
      id: null,
      error: { code: -32700 },
    });
  });

  test('is one error with the call’s id for a single call', () => {
    expect(refusal('{"jsonrpc":"2.0","method":"m","id":12345678901234567890}')).toContain('"id":12345678901234567890,');
    expect(JSON.parse(refusal('{"id":"a"}'))).toMatchObject({ id: 'a', error: { code: -32603 } });
  });

  test('is one error per call for a batch, in the calls’ order', () => {
    const answers: { id: unknown }[] = JSON.parse(refusal('[{"id":3},{"id":"1"},7,{"id":2},{"id":3}]'));
    expect(answers.map(({ id }) => id)).toEqual([3, '1', null, 2, 3]);
  });

  test('is an array also for a batch of one', () => {
    expect(JSON.parse(refusal('[{"id":3}]'))).toHaveLength(1);
  });

  test('gives each element its own error', () => {
    const text = refusalText(
      parseRpcRequest('[1,2]'),
      'R1',
      (element) => new InvalidRequestError(`not ${element?.raw}`),
    );
    expect(JSON.parse(text)).toMatchObject([{ error: { message: 'not 1' } }, { error: { message: 'not 2' } }]);
  });
});
