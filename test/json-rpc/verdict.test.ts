import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isValid, parseRequest, type ValidElement } from '../../src/json-rpc/request.ts';
import { batchVerdicts, matchAnswers, verdictOf, wholeError } from '../../src/json-rpc/verdict.ts';
import { anyText, jsonText } from './json-text.ts';

const callsWith = (...ids: readonly string[]): ValidElement[] =>
  parseRequest(`[${ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":"m"}`).join(',')}]`).elements.filter(isValid);

describe('one answer reads', () => {
  test.each([
    ['{"jsonrpc":"2.0","result":"ok","id":1}', 'ok'],
    ['{"id":1,"result":null}', 'ok'],
    ['{"result":null,"error":null}', 'ok'],
    ['{"error":null,"result":{"error":1}}', 'ok'],
    ['{"result":false}', 'ok'],
    [' {"\\u0072esult" : 0 } ', 'ok'],
    ['{"error":{"code":-32601,"message":"Method not found"},"id":1}', 'rpc_error'],
    ['{"result":null,"error":{"code":1}}', 'rpc_error'],
    ['{"error":"words"}', 'rpc_error'],
    ['{"error":0}', 'rpc_error'],
    ['{"jsonrpc":"2.0","id":1}', 'unreadable'],
    ['{"error":null,"id":1}', 'unreadable'],
    ['{"params":{"result":1}}', 'unreadable'],
    ['{}', 'unreadable'],
    ['[{"result":1}]', 'unreadable'],
    ['"ok"', 'unreadable'],
    ['<html>Bad Gateway</html>', 'unreadable'],
    ['ok', 'unreadable'],
  ])('%s as %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  test.each([
    '',
    ' \n',
    '{',
    '{"jsonrpc":"2.0"',
    '{"jsonrpc":"2.0","result"',
    '{"jsonrpc":"2.0","result":',
    '{"result":nul',
    '{"result":null',
    '{"error":n',
    '{"error":null,"id":"}',
    '{"id":{"a":1}',
    '{"id":"}"',
  ])('as not clear yet, where it is cut off: %j', (text) => {
    expect(verdictOf(text)).toBeUndefined();
  });

  test.each([
    ['{"jsonrpc":"2.0","result":{"value":[1,2', 'ok'],
    ['{"jsonrpc":"2.0","result":"', 'ok'],
    ['{"jsonrpc":"2.0","error":{', 'rpc_error'],
  ])('as clear as soon as its value begins: %j as %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  test('from its beginning either as from the whole, or as not clear yet', () => {
    const value = fc.oneof(
      { weight: 1, arbitrary: fc.constant('null') },
      { weight: 2, arbitrary: jsonText.map(({ text }) => text) },
    );
    const answer = fc
      .tuple(fc.shuffledSubarray(['jsonrpc', 'id', 'result', 'error']), fc.array(value, { minLength: 4, maxLength: 4 }))
      .map(([names, values]) => `{${names.map((name, index) => `"${name}":${values[index]}`).join(',')}}`);
    fc.assert(
      fc.property(answer, fc.nat(), (text, at) => {
        expect([undefined, verdictOf(text)]).toContain(verdictOf(text.slice(0, at % text.length)));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the answers to a batch', () => {
  test('are matched by id in whatever order they stand, as raw text', () => {
    const text = '[ {"id":2,"result":1.10} ,{"result":"b","id":"1"},{"id":1,"result":12345678901234567890}]';
    expect(matchAnswers(text, callsWith('1', '"1"', '2'))).toEqual([
      '{"id":1,"result":12345678901234567890}',
      '{"result":"b","id":"1"}',
      '{"id":2,"result":1.10}',
    ]);
  });

  test('are matched also where the node writes an id in another form', () => {
    expect(matchAnswers('[{"id":"a"},{"id":100}]', callsWith('1e2', '"\\u0061"'))).toEqual([
      '{"id":100}',
      '{"id":"a"}',
    ]);
  });

  test('are taken one after the other by calls with the same id', () => {
    const text = '[{"id":1,"result":"a"},{"id":1,"result":"b"}]';
    expect(matchAnswers(text, callsWith('1', '1', '1'))).toEqual([
      '{"id":1,"result":"a"}',
      '{"id":1,"result":"b"}',
      undefined,
    ]);
  });

  test('are told apart by every digit of ids that a parse would make alike', () => {
    const text = '[{"id":12345678901234567891},{"id":12345678901234567890},{"id":2e400},{"id":1e400}]';
    const calls = callsWith('12345678901234567890', '12345678901234567891', '1e400', '2e400');
    expect(matchAnswers(text, calls)).toEqual([
      '{"id":12345678901234567890}',
      '{"id":12345678901234567891}',
      '{"id":1e400}',
      '{"id":2e400}',
    ]);
  });

  test('are matched all the same where the node has lost an id’s last digits', () => {
    const text = '[{"id":12345678901234567000}]';
    expect(matchAnswers(text, callsWith('12345678901234567890'))).toEqual([text.slice(1, -1)]);
  });

  test('without an id, or with one of another type, belong to no call', () => {
    expect(matchAnswers('[{"id":null},{},{"id":"1"},{"id":[1]},1]', callsWith('1'))).toEqual([undefined]);
  });

  test.each(['', '{"id":1,"result":1}', 'null', '[{"id":1,"result":1}', '<html>'])('are none in %j', (text) => {
    expect(matchAnswers(text, callsWith('1'))).toEqual([undefined]);
  });

  test('that repeat one id 200,000 times are matched without delay', () => {
    const text = `[${Array.from({ length: 200_000 }, () => '{"id":1}').join(',')}]`;
    expect(matchAnswers(text, callsWith('1', '2'))).toEqual(['{"id":1}', undefined]);
  });
});

describe('the verdicts on a batch', () => {
  test('are one for each call, in the calls’ order', () => {
    const text = '[{"id":3,"error":{"code":1}},{"id":1,"result":null},{"id":4}]';
    expect(batchVerdicts(text, callsWith('1', '2', '3', '4'))).toEqual(['ok', 'unreadable', 'rpc_error', 'unreadable']);
  });

  test('are errors all where the node answers with one error', () => {
    const text = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Batch too large"},"id":null}';
    expect(batchVerdicts(text, callsWith('1', '2'))).toEqual(['rpc_error', 'rpc_error']);
    expect(wholeError(text)).toBe('{"code":-32600,"message":"Batch too large"}');
  });

  test.each(['', '{"result":1,"id":1}', 'Bad Gateway', '[]', '[1,2]'])(
    'are unreadable where the node answers %j',
    (text) => {
      expect(batchVerdicts(text, callsWith('1', '2'))).toEqual(['unreadable', 'unreadable']);
      expect(wholeError(text)).toBeUndefined();
    },
  );
});

test('any text whatsoever has verdicts, and nothing is thrown', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      verdictOf(text);
      expect(batchVerdicts(text, callsWith('1', '"d"'))).toHaveLength(2);
    }),
    { numRuns: 500 },
  );
});
