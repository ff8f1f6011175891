import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answering, startUpstream, type UpstreamServer } from '../upstream/upstream-server.ts';
import { healthy, planOf, time } from './gateway.ts';
import { jsonText, numberText, stringText } from './json-text.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();

/** The bodies that the node receives for these bodies, each a valid call. */
async function sentOn(
  bodies: readonly string[],
  answer?: string,
): Promise<{ node: UpstreamServer; answers: string[] }> {
  const node = await startUpstream(answer === undefined ? healthy : answering(answer));
  const gateway = proxy.makeGateway({ upstreams: [node.url], plan: planOf(1_000, 1_000_000) });
  const answers: string[] = [];
  for (const body of bodies) {
    time.now += 1;
    answers.push((await gateway.serve(body)).body);
  }
  return { node, answers };
}

const callOf = (id: string, params: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"getAccountInfo","params":${params}}`;
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

const delicate: readonly [string, string][] = [
  ['null, which is no parameters', 'null'],
  ['integers above 2^53', '[9007199254740993,-18446744073709551615,123456789012345678901234567890]'],
  ['numbers that JSON.stringify would write differently', '[1.0,-0,1e400,1E+2,0.10000000000000000000001,5e-324]'],
  ['escapes of every kind', String.raw`["\u0041\/\b\f\n\r\t\"\\","\ud800","\ud83c\udf0d","\u0000"]`],
  ['any characters', '["κόσμε 🌍 \u2028\u2029\ufeff\\ufffd\u007f"]'],
  [
    'names that every JavaScript object has',
    '{"__proto__":{"id":9},"constructor":{"prototype":{"id":9}},"toString":1,"":2}',
  ],
  ['a name that occurs twice', '{"a":1,"a":2}'],
  ['white space', '[ 1 ,\t2\r\n, { } ]'],
  ['100,000 arrays in each other', nested('[', ']', 100_000)],
  ['100,000 objects in each other', nested('{"a":', '}', 100_000)],
  ['a string of 5 MB', `["${'x'.repeat(5 * 1_048_576)}"]`],
];

test.each(delicate)('params reach the node unchanged: %s', async (_, params) => {
  const body = callOf('1', params);
  const { node } = await sentOn([body]);
  expect(node.received).toHaveLength(1);
  expect(node.received[0]?.body.equals(Buffer.from(body))).toBe(true);
  expect({}).not.toHaveProperty('id');
});

/** UTF-8 cannot encode half a surrogate pair, and U+FFFD replaces bytes that are not UTF-8: both must be escaped. */
const wellFormed = (text: string) => text.isWellFormed() && !text.includes('\ufffd');
const isTaken = (id: string) => wellFormed(id) && (id.startsWith('"') || Number.isFinite(Number(id)));
const rawId = fc.oneof(numberText, stringText).filter(isTaken);

describe('with any id and params', () => {
  test('a call reaches the node unchanged', async () => {
    const params = jsonText.map(({ text }) => text).filter((text) => wellFormed(text) && /^\s*[[{]/.test(text));
    const calls = fc.tuple(rawId, params).map(([id, text]) => callOf(id, text));
    const bodies = fc.sample(calls, 200);
    const { node } = await sentOn(bodies);
    expect(node.received.map(({ body }) => body.toString())).toEqual(bodies);
  });

  test('a gateway error echoes the id unchanged', async () => {
    const ids = fc.sample(rawId, 100);
    const { answers, node } = await sentOn(ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":""}`));
    expect(node.received).toEqual([]);
    answers.forEach((answer, index) => {
      expect(answer).toContain(`{"jsonrpc":"2.0","id":${ids[index]},"error":`);
    });
  });

  test('the valid calls of a batch reach the node unchanged, and so do their answers the client', async () => {
    const answer = '[{"id":"b","result":1.50},{"id":12345678901234567890,"result":1e400}]';
    const [first, second] = [callOf('12345678901234567890', '[1.0]'), callOf('"b"', '{"__proto__":1}')];
    const { node, answers } = await sentOn([`[${first} , {"id":1.0} ,${second}]`], answer);
    expect(node.received[0]?.body.toString()).toBe(`[${first},${second}]`);
    expect(answers[0]).toMatch(/^\[\{"id":12345678901234567890,"result":1e400\},\{"jsonrpc":"2.0","id":1.0,"error":/);
    expect(answers[0]).toMatch(/,\{"id":"b","result":1.50\}\]$/);
  });
});
