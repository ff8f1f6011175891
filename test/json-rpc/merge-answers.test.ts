import { afterEach, expect, jest, test } from '@jest/globals';
import type { ElementAnswer } from '../../src/json-rpc/call-answers.ts';
import { mergeAnswers } from '../../src/json-rpc/merge-answers.ts';
import { toPayload } from '../../src/json-rpc/request-result.ts';
import { parseRpcRequest, type RequestElement } from '../../src/json-rpc/rpc-request.ts';

afterEach(() => void jest.restoreAllMocks());

/** A batch, and an answer of so many quotation marks to each of its calls. */
function batchWith(marks: readonly number[]) {
  const rpc = parseRpcRequest(JSON.stringify(marks.map((_, id) => ({ jsonrpc: '2.0', id, method: 'getSlot' }))));
  const answers = rpc.elements.map((element, id): [RequestElement, ElementAnswer] => [
    element,
    {
      text: JSON.stringify({ jsonrpc: '2.0', id, result: '"'.repeat(marks[id] ?? 0) }),
      call: { method: 'getSlot', outcome: 'ok' },
    },
  ]);
  return { rpc, answers: new Map(answers) };
}

const tooLargeIn = (marks: readonly number[]): boolean[] => {
  const { rpc, answers } = batchWith(marks);
  const { calls } = mergeAnswers({ rpc, requestId: 'R1' }, [], answers);
  return calls.map(({ error }) => error?.reason === 'response_too_large');
};

/** The plain rule: the largest answers go one by one, until the rest fits. */
function goneByTheRule(marks: readonly number[]): boolean[] {
  const { answers } = batchWith(marks);
  const texts = [...answers.values()].map(({ text }) => text);
  const gone = marks.map(() => false);
  const largestFirst = texts.map((_, index) => index).sort((a, b) => (texts[b]?.length ?? 0) - (texts[a]?.length ?? 0));
  const fits = () => {
    // An error takes about 350 bytes.
    const body = texts.map((text, index) => (gone[index] ? 'e'.repeat(350) : text)).join(',');
    try {
      return Boolean(toPayload(Buffer.from(`[${body}]`), 'json'));
    } catch {
      return false;
    }
  };
  for (const index of largestFirst) {
    if (fits()) break;
    gone[index] = true;
  }
  return gone;
}

test.each([
  { what: 'all fit', marks: [100, 200, 300] },
  { what: 'equal ones', marks: Array.from({ length: 12 }, () => 300_000) },
  { what: 'one large one', marks: [1_000, 3_500_000, 2_000] },
  { what: 'none fits alone', marks: [3_500_000, 3_600_000] },
  { what: 'different ones', marks: Array.from({ length: 10 }, (_, index) => 110_000 * ((index * 7) % 10)) },
])('the fewest of the largest answers become errors: $what', ({ marks }) => {
  expect(tooLargeIn(marks)).toEqual(goneByTheRule(marks));
});

test('a large batch is encoded a few times, not once for each answer that must go', () => {
  const marks = Array.from({ length: 100 }, () => 36_000);
  const encode = jest.spyOn(Buffer, 'from');
  expect(tooLargeIn(marks).filter(Boolean).length).toBeGreaterThan(15);
  const large = encode.mock.calls.filter(([text]) => typeof text === 'string' && text.length > 1_000_000);
  expect(large.length).toBeLessThanOrEqual(10);
});
