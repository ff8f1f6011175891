import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkCall, maxMethodLength } from '../../src/json-rpc/rpc-request.ts';

const call = { jsonrpc: '2.0', id: 1, method: 'getHealth' };

describe('a call is valid', () => {
  test.each([
    ['with a number as id', call, { method: 'getHealth', id: 1 }],
    ['with a string as id, even an empty one', { ...call, id: '' }, { method: 'getHealth', id: '' }],
    ['with a fraction, zero or a negative number as id', { ...call, id: -0.5 }, { method: 'getHealth', id: -0.5 }],
    ['with params as an array', { ...call, params: [] }, { method: 'getHealth', id: 1 }],
    ['with params that are null', { ...call, params: null }, { method: 'getHealth', id: 1 }],
    ['with params as an object', { ...call, params: { a: null } }, { method: 'getHealth', id: 1 }],
    ['with unknown members', { ...call, more: 1 }, { method: 'getHealth', id: 1 }],
    ['with a method of 64 characters', { ...call, method: 'm'.repeat(64) }, { method: 'm'.repeat(64), id: 1 }],
  ])('%s', (_, value, expected) => {
    expect(checkCall(JSON.stringify(value))).toEqual(expected);
  });
});

const missing = (name: string) =>
  `\`${name}\` is missing; a call must be a JSON object with \`jsonrpc\`, \`id\` and \`method\``;
const { jsonrpc: _jsonrpc, ...noVersion } = call;
const { id: _id, ...noId } = call;
const { method: _method, ...noMethod } = call;

describe('a call is refused with the reason', () => {
  test.each([
    ['jsonrpc is missing', noVersion, missing('jsonrpc')],
    ['jsonrpc is "1.0"', { ...call, jsonrpc: '1.0' }, '`jsonrpc` must be the string "2.0"'],
    ['jsonrpc is the number 2', { ...call, jsonrpc: 2.0 }, '`jsonrpc` must be the string "2.0"'],
    ['id is missing', noId, missing('id')],
    ['id is null', { ...call, id: null }, '`id` must be a number or a string'],
    ['id is a boolean', { ...call, id: true }, '`id` must be a number or a string'],
    ['id is an object', { ...call, id: {} }, '`id` must be a number or a string'],
    ['method is missing', noMethod, missing('method')],
    ['method is not a string', { ...call, method: 1 }, '`method` must be a string'],
    ['method is empty', { ...call, method: '' }, '`method` must not be empty'],
    ['method is too long', { ...call, method: 'm'.repeat(65) }, '`method` must have at most 64 characters'],
    [
      'method contains half a surrogate pair',
      { ...call, method: 'a\ud800' },
      '`method` must not contain half a surrogate pair',
    ],
    ['params is a string', { ...call, params: 'x' }, '`params` must be an array or an object'],
    ['params is a number', { ...call, params: 0 }, '`params` must be an array or an object'],
    ['it is an array', [call], 'a call must be a JSON object, not an array'],
    ['it is a number', 1, 'a call must be a JSON object with `jsonrpc`, `id` and `method`'],
    ['it is null', null, 'a call must be a JSON object with `jsonrpc`, `id` and `method`'],
    ['it is a string', 'getHealth', 'a call must be a JSON object with `jsonrpc`, `id` and `method`'],
  ])('%s', (_, value, problem) => {
    expect(checkCall(JSON.stringify(value))).toEqual({ problem });
  });

  test('id is a number that JSON.parse cannot represent', () => {
    const problem = '`id` must be a number below 1.8e308';
    expect(checkCall('{"jsonrpc":"2.0","id":1e400,"method":"getHealth"}')).toEqual({ problem });
  });

  test('of several problems, the first is reported', () => {
    expect(checkCall('{"id":null}')).toEqual({ problem: missing('jsonrpc') });
  });
});

describe('a member of a call that occurs twice', () => {
  const check = checkCall;
  const rest = '"jsonrpc":"2.0","id":1,"method":"getHealth"';

  test.each([
    ['method', '"method":"sendTransaction"'],
    ['method', '"meth\\u006fd":"sendTransaction"'],
    ['method', '"Method":"sendTransaction"'],
    ['id', '"id":1'],
    ['jsonrpc', '"jsonrpc":"2.0"'],
    ['params', '"params":[],"PARAMS":[]'],
  ])('is refused, because nodes differ in which one they use: `%s` by %s', (name, member) => {
    for (const raw of [`{${member},${rest}}`, `{${rest},"params":[],${member}}`, `{ ${rest} , ${member} }`]) {
      if (typeof JSON.parse(raw).method !== 'string') continue;
      expect(check(raw)).toEqual({ problem: `the call has two \`${name}\` members` });
    }
  });

  test('is allowed in params and for unknown members', () => {
    const params = `"params":[{${rest},"a":1,"a":2},"\\"id\\":1"]`;
    expect(check(`{${rest},${params},"x":1,"x":{${rest}},"__proto__":{"id":2}}`)).toEqual({
      method: 'getHealth',
      id: 1,
    });
  });
});

test('any JSON value is a valid call or has a problem; nothing is thrown', () => {
  const memberOr = <T>(value: fc.Arbitrary<T>) => fc.option(fc.oneof(value, fc.jsonValue()), { nil: undefined });
  const likeCall = fc.record({
    jsonrpc: memberOr(fc.constant('2.0')),
    id: memberOr(fc.oneof(fc.integer(), fc.string())),
    method: memberOr(fc.string({ maxLength: 70 })),
    params: memberOr(fc.array(fc.integer())),
  });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), likeCall), (value) => {
      const checked = checkCall(JSON.stringify(value));
      if ('problem' in checked) return checked.problem.length > 0;
      const { method, id } = checked;
      return method.length > 0 && method.length <= maxMethodLength && ['number', 'string'].includes(typeof id);
    }),
    { numRuns: 500 },
  );
});
