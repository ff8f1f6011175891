import { describe, expect, test } from '@jest/globals';
import {
  BatchTooLargeError,
  CallTooSlowError,
  GatewayError,
  InternalError,
  InvalidRequestError,
  LimitError,
  LimitsUnavailableError,
  NodesAtLimitError,
  ParseError,
  ResponseTooLargeError,
  toGatewayError,
  UnsupportedMediaTypeError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../src/runtime/gateway-errors.ts';

const facts = { limit: 10, remaining: 0, retryAfterSeconds: 1, resetsAt: '2026-11-20T14:25:37.000Z' };

describe('a gateway error', () => {
  test.each([
    [new ParseError('m'), 'parse_error'],
    [new InvalidRequestError('m'), 'invalid_request'],
    [new BatchTooLargeError('m'), 'batch_too_large'],
    [new UnsupportedMediaTypeError('m'), 'unsupported_media_type'],
    [new LimitError('rate_limited', 'm', facts), 'rate_limited'],
    [new LimitError('quota_exceeded', 'm', facts), 'quota_exceeded'],
    [new UpstreamUnavailableError('m'), 'upstream_unavailable'],
    [new UpstreamTimeoutError('m'), 'upstream_timeout'],
    [new CallTooSlowError('m'), 'call_too_slow'],
    [new NodesAtLimitError(), 'nodes_at_limit'],
    [new ResponseTooLargeError(), 'response_too_large'],
    [new LimitsUnavailableError(true), 'limits_unavailable'],
    [new InternalError('m'), 'internal_error'],
  ])('%s has a stable reason and is answered as it is', (error, reason) => {
    expect(error).toBeInstanceOf(GatewayError);
    expect(error.reason).toBe(reason);
    expect(toGatewayError(error)).toBe(error);
  });

  test('has details only about limits', () => {
    expect(new LimitError('rate_limited', 'm', facts).details).toEqual(facts);
    expect(new LimitsUnavailableError(true).details).toEqual({ retryAfterSeconds: 1 });
    expect(new ParseError('m').details).toEqual({});
  });

  test('advises what to do if an answer is too large', () => {
    expect(new ResponseTooLargeError().message).toMatch(/6 MB.*Ask for less/);
  });
});

test.each([new TypeError('internal detail'), 'a text', undefined])(
  'what nobody foresaw becomes an internal error that keeps its cause inside: %p',
  (thrown) => {
    const error = toGatewayError(thrown);
    expect(error).toBeInstanceOf(InternalError);
    expect(error.cause).toBe(thrown);
    expect(error.message).toMatch(
      /^The gateway failed unexpectedly.* check whether it arrived before you send it again.$/,
    );
  },
);
