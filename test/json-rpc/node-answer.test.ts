import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { solana } from '../../src/chains/solana.ts';
import type { NodeAnswer } from '../../src/json-rpc/answer-outcome.ts';
import { outlineJson } from '../../src/json-rpc/json-outline.ts';
import { matchAnswers as matchElements, readElements } from '../../src/json-rpc/match-answers.ts';
import { readNodeAnswer } from '../../src/json-rpc/node-answer.ts';
import { isValid, parseRpcRequest, type ValidElement } from '../../src/json-rpc/rpc-request.ts';
import type { UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';
import { anyText, jsonText } from './json-text.ts';

const callsWith = (...ids: readonly string[]): ValidElement[] =>
  parseRpcRequest(`[${ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":"m"}`).join(',')}]`).elements.filter(
    isValid,
  );

const answer = (text: string, status = 200): UpstreamAnswer => ({
  status,
  contentType: 'application/json',
  contentEncoding: undefined,
  body: Buffer.from(text),
});
const gzipped = (text: string): UpstreamAnswer => ({ ...answer(''), contentEncoding: 'gzip', body: gzipSync(text) });

/** The results of the calls, and what is wrong with the answer. */
const summaryOf = ({ calls, outcome }: NodeAnswer) => ({ results: calls.map(({ result }) => result), outcome });
const codesIn = ({ calls }: NodeAnswer) => calls.map(({ errorCode }) => errorCode);

const singleAnswer = (received: UpstreamAnswer, id = '1') =>
  readNodeAnswer(received, { calls: callsWith(id), batch: false, chain: solana });
const batchAnswer = (received: UpstreamAnswer, ...ids: readonly string[]) =>
  readNodeAnswer(received, { calls: callsWith(...ids), batch: true, chain: solana });
const readSingle = (received: UpstreamAnswer, id?: string) => summaryOf(singleAnswer(received, id));

/** The raw answers in a text to the calls of a batch. */
function matchAnswers(text: string, calls: readonly ValidElement[]): (string | undefined)[] {
  const bytes = Buffer.from(text);
  const { errorAt, parts } = outlineJson(bytes, 2);
  const elements = errorAt === undefined ? readElements(bytes, parts) : [];
  return matchElements(elements, calls).map((element) => element?.raw.toString());
}

const readBatch = (text: string, ...ids: readonly string[]) => summaryOf(batchAnswer(answer(text), ...ids));

describe('an answer to one call', () => {
  test.each([
    ['{"jsonrpc":"2.0","result":"ok","id":1}', 'ok'],
    ['{"id":1,"result":null}', 'ok'],
    ['{"result":null,"error":null,"id":1}', 'ok'],
    ['{"error":null,"result":{"error":1},"id":1}', 'ok'],
    ['{"id":1,"result":false}', 'ok'],
    [' {"\\u0072esult" : 0 , "id" : 1 } ', 'ok'],
    ['{"id":1.0,"result":{"id":2}}', 'ok'],
    ['{"result":"\\",\\"id\\":2}","id":1}', 'ok'],
    ['{"result":0,"id":1,"more":[2]}', 'ok'],
    ['{"error":{"code":-32602,"message":"Invalid param: WrongSize"},"id":1}', 'caller'],
    ['{"error":{"code":-32601,"message":"Method not found"},"id":1}', 'doubtful'],
    ['{"error":{"code":-32700,"message":"Parse error"},"id":null}', 'doubtful'],
    ['{"error":{"code":-32700}}', 'doubtful'],
    ['{"result":null,"error":{"code":1},"id":1}', 'doubtful'],
    ['{"result":1,"error":{"code":1},"id":1}', 'doubtful'],
    ['{"error":{"message":"words"},"id":1}', 'doubtful'],
    ['{"error":{"code":"FORBIDDEN","message":"words"},"id":1}', 'doubtful'],
    ['{"error":"words","id":1}', 'unreadable'],
    ['{"error":{"code":"-32005"},"id":1}', 'unreadable'],
    ['{"error":{},"id":1}', 'unreadable'],
    ['{"error":0,"id":1}', 'unreadable'],
    ['{"error":{"code":-32005,"message":"Node is behind by 3104 slots"},"id":1}', 'behind'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32016}}', 'missing'],
    ['{"jsonrpc":"2.0","id":1}', 'unreadable'],
    ['{"error":null,"id":1}', 'unreadable'],
    ['{"params":{"result":1},"id":1}', 'unreadable'],
    ['{"result":{"id":1}}', 'unreadable'],
    ['{"result":"ok"}', 'unreadable'],
    ['{"result":"ok","id":null}', 'unreadable'],
    ['{"result":"ok","id":2}', 'unreadable'],
    ['{"result":"ok","id":"1"}', 'unreadable'],
    ['{"error":{"code":-32005},"id":2}', 'unreadable'],
    ['{}', 'unreadable'],
    ['', 'unreadable'],
    ['[{"result":1,"id":1}]', 'unreadable'],
    ['"ok"', 'unreadable'],
    ['<html>Bad Gateway</html>', 'unreadable'],
    ['{"jsonrpc":"2.0","result":{"value":[1,2', 'unreadable'],
    ['{"jsonrpc":"2.0","id":1,"result":{"value":[1,2', 'unreadable'],
    ['{"jsonrpc":"2.0","id":1,"result":"ok"', 'unreadable'],
    ['{"jsonrpc":"2.0","id":1,"result":"ok"}}', 'unreadable'],
    ['{"jsonrpc":"2.0","id":1,"result":[1,]}', 'unreadable'],
    ['{"jsonrpc":"2.0","id":1,"result":NaN}', 'unreadable'],
    ['{"jsonrpc":"2.0","id":1,"result":"a\tb"}', 'unreadable'],
    ['{"jsonrpc":"2.0","id":1,"result":"ok"}{}', 'unreadable'],
    ['\ufeff{"jsonrpc":"2.0","id":1,"result":"ok"}', 'unreadable'],
    ['{"id":1,"result":1,"result":2}', 'unreadable'],
    ['{"id":1,"id":1,"result":1}', 'unreadable'],
    ['{"id":1,"error":null,"result":1,"\\u0065rror":{"code":1}}', 'unreadable'],
    ['{"id":1,"result":{"a":1,"a":2}}', 'ok'],
  ])('%s reads as %s, plain and compressed', (text, result) => {
    const outcomes: Readonly<Record<string, string>> = { unreadable: 'failed', behind: 'behind', missing: 'lacking' };
    const expected = { results: [result], outcome: outcomes[result] ?? 'answered' };
    expect(readSingle(answer(text))).toEqual(expected);
    expect(readSingle(gzipped(text))).toEqual(expected);
  });

  test.each([
    ['"ä\\u00e9"', '"äé"'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['12345678901234567890123', '1.2345678901234568e+22'],
    ['""', '""'],
    [`"${'x'.repeat(5_000)}"`, `"${'x'.repeat(5_000)}"`],
  ])('belongs to the call if the id has another spelling: %j and %j', (sent, received) => {
    expect(readSingle(answer(`{"result":1,"id":${received}}`), sent).results).toEqual(['ok']);
    expect(readSingle(answer(`{"id":${received},"result":1}`), sent).results).toEqual(['ok']);
  });

  test('reads the same wherever the id is', () => {
    const value = fc.oneof(
      { weight: 1, arbitrary: fc.constant('null') },
      { weight: 2, arbitrary: jsonText.map(({ text }) => text) },
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(['jsonrpc', 'id', 'result'], { minLength: 3 }), value, (names, result) => {
        const members: Record<string, string> = { jsonrpc: '"2.0"', id: '7', result };
        const text = `{${names.map((name) => `"${name}":${members[name]}`).join(',')}}`;
        expect(readSingle(answer(text), '7').results).toEqual(['ok']);
        expect(readSingle(answer(text), '8').results).toEqual(['unreadable']);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is read only at its start if it unpacks to more than 64 KB', () => {
    const huge = `{"result":"${'a'.repeat(65_536)}","id":1}`;
    expect(readSingle(gzipped(huge)).results).toEqual(['ok']);
    expect(readSingle(gzipped(`{"id":1,"result":"${'a'.repeat(65_536)}"}`)).results).toEqual(['ok']);
    expect(readSingle(gzipped(`{"id":2,${huge.slice(1)}`)).results).toEqual(['unreadable']);
  });

  test('of which only the start is read must begin as JSON', () => {
    const huge = (start: string) => gzipped(`${start}${'a'.repeat(65_536)}"}`);
    expect(readSingle(huge('{"id":1,"result":"')).results).toEqual(['ok']);
    for (const start of [
      '{"id":1,result:"',
      '{"id":1,"result":["a" "',
      '<html>{"id":1,"result":"',
      '[{"id":1,"result":"',
    ]) {
      expect(readSingle(huge(start)).results).toEqual(['unreadable']);
    }
  });

  test('with bytes that are not UTF-8 is unreadable', () => {
    const [start, end] = ['{"jsonrpc":"2.0","id":1,"result":"', '"}'];
    for (const bytes of [[0xff], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]]) {
      const body = Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from(end)]);
      expect(readSingle({ ...answer(''), body }).results).toEqual(['unreadable']);
    }
  });

  const errorText = (code: number) => `{"error":{"code":${code},"message":"m"},"id":1}`;
  test.each([
    [400, '<html>', 'unreadable', 'failed'],
    [410, '', 'unreadable', 'failed'],
    [422, '{"message":"Invalid chain"}', 'unreadable', 'failed'],
    [400, '{"result":1,"id":1}', 'unreadable', 'failed'],
    [400, '{"error":{"code":-32600,"message":"m"},"id":2}', 'unreadable', 'failed'],
    [500, '{"result":1,"id":1}', 'unreadable', 'failed'],
    [413, '<html>', 'unreadable', 'request_refused'],
    [401, '<html>', 'unreadable', 'refused'],
    [429, '', 'unreadable', 'refused'],
    [400, errorText(-32_005), 'behind', 'behind'],
    [500, errorText(-32_004), 'missing', 'lacking'],
    [403, errorText(-32_017), 'caller', 'answered'],
    [400, errorText(-1), 'doubtful', 'answered'],
    [413, errorText(-1), 'doubtful', 'answered'],
    [403, errorText(-1), 'unreadable', 'refused'],
    [429, errorText(-1), 'unreadable', 'refused'],
    [408, errorText(-1), 'unreadable', 'failed'],
    [302, errorText(-1), 'unreadable', 'failed'],
    [503, errorText(-1), 'unreadable', 'failed'],
    [503, errorText(-32_429), 'limited', 'refused'],
  ])('with the status %d and the body %s is %s, and as a whole %s', (status, body, result, outcome) => {
    expect(readSingle(answer(body, status))).toEqual({ results: [result], outcome });
    expect(readSingle({ ...gzipped(body), status })).toEqual({ results: [result], outcome });
  });
});

describe('the height of an answer', () => {
  const context = (slot: number) => `{"context":{"apiVersion":"3.0.6","slot":${slot}},"value":1}`;
  const heightOf = (received: UpstreamAnswer) => singleAnswer(received).height;

  test('is that of its context, wherever the result is, plain and compressed', () => {
    for (const text of [`{"jsonrpc":"2.0","result":${context(7)},"id":1}`, `{"id":1, "result": ${context(7)}}`])
      for (const received of [answer(text), gzipped(text)]) expect(heightOf(received)).toBe(7);
  });

  test('is read at the start of a large answer', () => {
    const large = `{"jsonrpc":"2.0","result":{"context":{"slot":7},"value":"${'a'.repeat(1_000_000)}"},"id":1}`;
    expect([heightOf(answer(large)), heightOf(gzipped(large))]).toEqual([7, 7]);
  });

  test('of a batch is the lowest of its elements', () => {
    const text = `[{"id":1,"result":${context(9)}},{"id":2,"result":${context(7)}},{"id":3,"result":5}]`;
    expect(batchAnswer(answer(text), '1', '2', '3').height).toBe(7);
  });

  test('is unknown without a context, and for an error', () => {
    for (const text of ['{"result":459652999,"id":1}', '{"error":{"code":-32016,"data":{"contextSlot":7}},"id":1}'])
      expect(heightOf(answer(text))).toBeUndefined();
  });
});

describe('the answers to a batch', () => {
  test('are matched by id in any order, as raw text', () => {
    const text = '[ {"id":2,"result":1.10} ,{"result":"b","id":"1"},{"id":1,"result":12345678901234567890}]';
    expect(matchAnswers(text, callsWith('1', '"1"', '2'))).toEqual([
      '{"id":1,"result":12345678901234567890}',
      '{"result":"b","id":"1"}',
      '{"id":2,"result":1.10}',
    ]);
  });

  test('are matched if the node spells an id differently', () => {
    expect(matchAnswers('[{"id":"a"},{"id":100}]', callsWith('1e2', '"\\u0061"'))).toEqual([
      '{"id":100}',
      '{"id":"a"}',
    ]);
  });

  test('are assigned in order to calls with the same id', () => {
    const text = '[{"id":1,"result":"a"},{"id":1,"result":"b"}]';
    expect(matchAnswers(text, callsWith('1', '1', '1'))).toEqual([
      '{"id":1,"result":"a"}',
      '{"id":1,"result":"b"}',
      undefined,
    ]);
  });

  test('are distinguished by every digit of ids that JSON.parse would make equal', () => {
    const text = '[{"id":12345678901234567891},{"id":12345678901234567890}]';
    const calls = callsWith('12345678901234567890', '12345678901234567891');
    expect(matchAnswers(text, calls)).toEqual(['{"id":12345678901234567890}', '{"id":12345678901234567891}']);
  });

  test('are matched even if the node has rounded an id', () => {
    const text = '[{"id":12345678901234567000}]';
    expect(matchAnswers(text, callsWith('12345678901234567890'))).toEqual([text.slice(1, -1)]);
  });

  test('without an id, or with one of another type, belong to no call', () => {
    expect(matchAnswers('[{"id":null},{},{"id":"1"},{"id":[1]},1]', callsWith('1'))).toEqual([undefined]);
  });

  test.each(['', '{"id":1,"result":1}', 'null', '[{"id":1,"result":1}', '<html>'])('do not exist in %j', (text) => {
    expect(matchAnswers(text, callsWith('1'))).toEqual([undefined]);
  });

  test('that repeat one id 200,000 times are matched without delay', () => {
    const text = `[${Array.from({ length: 200_000 }, () => '{"id":1}').join(',')}]`;
    expect(matchAnswers(text, callsWith('1', '2'))).toEqual(['{"id":1}', undefined]);
  });
});

describe('an answer to a batch', () => {
  test('has a result for each call, in order, and is incomplete if one has no answer', () => {
    const text = '[{"id":3,"error":{"code":1}},{"id":1,"result":null},{"id":4}]';
    const results = ['ok', 'unreadable', 'doubtful', 'unreadable'];
    expect(readBatch(text, '1', '2', '3', '4')).toEqual({ results, outcome: 'incomplete' });
  });

  test.each([
    [-32_600, 'caller', 'answered'],
    [-1, 'doubtful', 'answered'],
    [-32_005, 'behind', 'behind'],
    [-32_004, 'missing', 'lacking'],
    [-32_429, 'limited', 'refused'],
  ])('is an error for every call if the node answers with one error (%d)', (code, result, outcome) => {
    const text = `{"jsonrpc":"2.0","error":{"code":${code},"message":"m"},"id":null}`;
    expect(readBatch(text, '1', '2')).toEqual({ results: [result, result], outcome });
    const { batchError } = batchAnswer(answer(text), '1', '2');
    expect(batchError?.toString()).toBe(`{"code":${code},"message":"m"}`);
  });

  test.each([
    ['{"code":-32016}', 'missing', 'lacking'],
    ['{"code":-32005}', 'behind', 'lacking'],
    ['{"code":-32429}', 'limited', 'incomplete'],
  ])('is the node’s fault if one of its errors is: %s', (error, result, outcome) => {
    const text = `[{"id":1,"result":1},{"id":2,"error":${error}},{"id":3,"error":{"code":-32017}}]`;
    expect(readBatch(text, '1', '2', '3')).toEqual({ results: ['ok', result, 'caller'], outcome });
  });

  test('that is about the operator’s account keeps nothing of the node’s text', () => {
    const text = '[{"id":1,"result":1},{"id":2,"error":{"code":-32429,"message":"max usage reached"}}]';
    expect(batchAnswer(answer(text), '1', '2').calls.map(({ raw }) => raw?.toString())).toEqual([
      '{"id":1,"result":1}',
      undefined,
    ]);
  });

  test.each([
    ['two codes of a limit', '{"code":-32429}', '{"code":429}', 'refused'],
    ['a code and a text of a limit', '{"code":-32429}', '{"code":1,"message":"too many requests"}', 'refused_by_text'],
    ['a limit and a node that is behind', '{"code":-32005}', '{"code":-32429}', 'refused'],
  ])('with %s for all calls is refused, and was executed only if no code says so', (_, one, other, outcome) => {
    const text = `[{"id":1,"error":${one}},{"id":2,"error":${other}}]`;
    expect(readBatch(text, '1', '2').outcome).toBe(outcome);
  });

  test('names methods of which it has only errors that no rule knows', () => {
    const batch = '[{"id":1,"error":{"code":1}},{"id":2,"result":1}]';
    const calls = ['a', 'b'].map((method, index) => `{"jsonrpc":"2.0","id":${index + 1},"method":"${method}"}`);
    const doubtfulOf = (text: string) =>
      readNodeAnswer(answer(batch), {
        calls: parseRpcRequest(text).elements.filter(isValid),
        batch: true,
        chain: solana,
      }).doubtful;
    expect(doubtfulOf(`[${calls.join(',')}]`)).toEqual(['a']);
    expect(doubtfulOf(`[${calls.join(',').replace('"b"', '"a"')}]`)).toEqual([]);
  });

  test('assigns errors without an id to the calls without an answer, for example if the node cannot read an id', () => {
    const text = '[{"id":null,"error":{"code":-32600}},{"id":2,"result":1}]';
    expect(readBatch(text, '1e300', '2')).toEqual({ results: ['caller', 'ok'], outcome: 'answered' });
  });

  test.each(['', '{"result":1,"id":1}', 'Bad Gateway', '[]', '[1,2]', '[{"id":null,"result":1}]'])(
    'is unreadable if it is %j',
    (text) => {
      expect(readBatch(text, '1', '2')).toEqual({ results: ['unreadable', 'unreadable'], outcome: 'failed' });
    },
  );
});

test('a batch whose answer unpacks to more than 64 MB is only read at its start', () => {
  const huge = gzipSync(Buffer.concat([Buffer.from('[{"id":1,"result":"'), Buffer.alloc(65 * 1_048_576, 'a')]));
  expect(summaryOf(batchAnswer({ ...gzipped(''), body: huge }, '1', '2'))).toEqual({
    results: ['ok', 'ok'],
    outcome: 'answered',
  });
});

test('an answer to a batch of 20 million small values takes no memory but for its text', () => {
  const body = gzipSync(
    Buffer.concat([Buffer.from('[{"id":1,"result":[1'), Buffer.alloc(40_000_000, ',1'), Buffer.from(']}]')]),
  );
  const before = process.memoryUsage().heapUsed;
  expect(summaryOf(batchAnswer({ ...gzipped(''), body }, '1'))).toEqual({ results: ['ok'], outcome: 'answered' });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30 * 1_048_576);
});

describe('the code of an error', () => {
  test.each([
    ['{"error":{"code":-32601,"message":"Method not found"},"id":1}', -32601],
    ['{"error":{"code":-32005,"message":"Node is behind by 3104 slots"},"id":1}', -32005],
    ['{"id":1,"error":{"code":-32016}}', -32016],
    ['{"error":{"code":3,"message":"execution reverted","data":"0x"},"id":1}', 3],
    ['{"error":{"code":-3.2e4},"id":1}', -32000],
    ['{"error":{"message":"äé","code":7},"id":1}', 7],
    ['{"error":{"code":9007199254740991},"id":1}', Number.MAX_SAFE_INTEGER],
    ['{"error":{"code":9007199254740992},"id":1}', undefined],
    ['{"error":{"code":1e400},"id":1}', undefined],
    ['{"error":{"code":-32601.5},"id":1}', undefined],
    ['{"error":{"code":"-32601"},"id":1}', undefined],
    ['{"error":{"code":null},"id":1}', undefined],
    ['{"error":{"message":"words"},"id":1}', undefined],
    ['{"error":"words","id":1}', undefined],
    ['{"error":{"code":-32601},"id":2}', undefined],
    ['{"result":{"code":-32601,"error":{"code":1}},"id":1}', undefined],
  ])('of one call, in %s, is %p, plain and compressed', (text, code) => {
    expect(codesIn(singleAnswer(answer(text)))).toEqual([code]);
    expect(codesIn(singleAnswer(gzipped(text)))).toEqual([code]);
  });

  test('of each call in a batch is its own', () => {
    const text = '[{"id":3,"error":{"code":1}},{"id":1,"result":null},{"id":4},{"id":2,"error":{"code":-32016}}]';
    expect(codesIn(batchAnswer(answer(text), '1', '2', '3', '4', '5'))).toEqual([
      undefined,
      -32016,
      1,
      undefined,
      undefined,
    ]);
  });

  test('of a whole batch is that of each of its calls', () => {
    expect(codesIn(batchAnswer(answer('{"error":{"code":-32600}}'), '1', '2'))).toEqual([-32600, -32600]);
  });

  test('of a refused request is taken from its body', () => {
    const text = '{"error":{"code":-32600},"id":null}';
    for (const received of [answer(text, 400), { ...gzipped(text), status: 400 }]) {
      expect(codesIn(singleAnswer(received))).toEqual([-32600]);
      expect(codesIn(batchAnswer(received, '1', '2'))).toEqual([-32600, -32600]);
    }
    for (const body of ['<html>', '', '{"result":{"code":1},"id":1}', '{"code":400,"error":"words"}']) {
      expect(codesIn(singleAnswer(answer(body, 400)))).toEqual([undefined]);
    }
  });
});

test('any text gives results without an exception', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readSingle(answer(text)).results).toHaveLength(1);
      expect(readBatch(text, '1', '"d"').results).toHaveLength(2);
    }),
    { numRuns: 500 },
  );
});
