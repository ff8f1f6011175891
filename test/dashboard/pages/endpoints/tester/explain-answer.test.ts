import { describe, expect, test } from '@jest/globals';
import { explainAnswer, gatewayReasons } from '../../../../../dashboard/pages/endpoints/tester/explain-answer.ts';
import { errorText, httpStatusOf } from '../../../../../src/json-rpc/error-answer.ts';
import {
  BatchTooLargeError,
  CallTooSlowError,
  type ErrorReason,
  type GatewayError,
  InternalError,
  InvalidRequestError,
  LimitError,
  LimitsUnavailableError,
  MethodNotServedError,
  MethodUnsupportedError,
  NodesAtLimitError,
  ParseError,
  ResponseTooLargeError,
  UnsupportedMediaTypeError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../../../../src/runtime/gateway-errors.ts';

const facts = { limit: 10, remaining: 0, retryAfterSeconds: 1, resetsAt: '2026-01-01T00:00:00.000Z' };
const every: Readonly<Record<ErrorReason, GatewayError>> = {
  parse_error: new ParseError('m'),
  invalid_request: new InvalidRequestError('m'),
  batch_too_large: new BatchTooLargeError('m'),
  unsupported_media_type: new UnsupportedMediaTypeError('m'),
  rate_limited: new LimitError('rate_limited', 'm', facts),
  quota_exceeded: new LimitError('quota_exceeded', 'm', facts),
  upstream_unavailable: new UpstreamUnavailableError('m'),
  upstream_timeout: new UpstreamTimeoutError('m'),
  call_too_slow: new CallTooSlowError('m'),
  nodes_at_limit: new NodesAtLimitError(),
  response_too_large: new ResponseTooLargeError(),
  method_unsupported: new MethodUnsupportedError('getSupply'),
  method_not_served: new MethodNotServedError('getSupply'),
  limits_unavailable: new LimitsUnavailableError(false),
  internal_error: new InternalError('m'),
};
const nodeError = (code: number, data?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'says the node', data } });
const good = '{"jsonrpc":"2.0","id":1,"result":null}';

describe('explainAnswer', () => {
  test.each(Object.values(every))('explains $reason as the gateway writes it', (error) => {
    const { title, text, tone } = explainAnswer(httpStatusOf(error), errorText(error, '01K9', '1'));
    expect(title).toBe(`Gateway error: ${error.reason}`);
    expect(text).toBe(gatewayReasons[error.reason]);
    expect(tone).toBe(httpStatusOf(error) >= 500 ? 'bad' : 'caution');
  });

  test('knows every reason of the gateway and no other', () => {
    expect(Object.keys(gatewayReasons).sort()).toEqual(Object.keys(every).sort());
  });

  test('reports any result as good, also null', () => {
    expect(explainAnswer(200, good).tone).toBe('good');
  });

  test('explains a node’s error by its code, whatever its data', () => {
    expect(explainAnswer(200, nodeError(-32601))).toMatchObject({ tone: 'caution', title: 'Node error -32601' });
    expect(explainAnswer(200, nodeError(-32602, 'text')).text).toMatch(/parameters/);
  });

  test('explains a node’s error by the codes of its chain', () => {
    const ofChain = (code: number, chain: string) => explainAnswer(200, nodeError(code, { reason: 7 }), chain).text;
    expect(ofChain(-32005, 'solana')).toMatch(/behind the chain/);
    expect(ofChain(-32002, 'solana')).toMatch(/failed simulation/);
    expect(ofChain(3, 'ethereum')).toMatch(/reverted/);
    expect(ofChain(-32002, 'ethereum')).toMatch(/cannot answer right now/);
    expect(ofChain(-32099, 'ethereum')).toBe('The node’s message: says the node');
    expect(ofChain(-32601, 'ethereum')).toMatch(/does not have this method/);
    expect(ofChain(-32602, 'another')).toMatch(/parameters/);
  });

  test('shows the node’s message for an unknown code', () => {
    expect(explainAnswer(200, nodeError(-1, { reason: 'toString' })).text).toBe('The node’s message: says the node');
  });

  test('counts the failed calls of a batch and gives each meaning once', () => {
    const batch = `[${[good, nodeError(-32601), nodeError(-32601)].join()}]`;
    const { title, text } = explainAnswer(200, batch);
    expect(title).toBe('2 of 3 calls failed');
    expect(text.match(/-32601/g)).toHaveLength(1);
    expect(explainAnswer(200, `[${good}]`)).toMatchObject({ tone: 'good', text: 'Results for 1 call.' });
  });

  test.each([
    [401, '{"message":"Unauthorized"}', /No secret received/],
    [403, '{"message":"Forbidden"}', /Key rejected/],
    [404, '{"message":"Not Found"}', /Endpoint not found/],
    [413, '{"message":"Request Entity Too Large"}', /too large/],
    [429, '{"message":"Too Many Requests"}', /service is busy/],
    [500, '{"message":"Internal Server Error"}', /service failed/],
    [503, '{"message":"Service Unavailable"}', /did not answer in time/],
    [200, '<html>', /Not a JSON-RPC response/],
    [200, '[]', /Not a JSON-RPC response/],
    [302, '', /Not a JSON-RPC response/],
  ])('explains %i %s, from Amazon API Gateway or another server', (status, body, title) => {
    expect(explainAnswer(status, body).title).toMatch(title);
  });
});
