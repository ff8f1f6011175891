import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { chains } from '../../src/chains/chains.ts';
import type { ForwardRequest } from '../../src/json-rpc/ask-nodes.ts';
import { forwardCalls } from '../../src/json-rpc/forward-calls.ts';
import { parseRpcRequest } from '../../src/json-rpc/rpc-request.ts';
import { createLog } from '../../src/log.ts';
import { RequestTries } from '../../src/records/tries.ts';
import { GatewayError } from '../../src/runtime/gateway-errors.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';

// Answers that nodes and providers gave, one on each line of node-answers.jsonl with its source, and what must happen. To
// add a case, add a line.

const rowSchema = v.object({
  from: v.string(),
  source: v.string(),
  ask: v.string(),
  status: v.number(),
  /** A JSON-RPC error that answers the call, or else the whole body. */
  error: v.optional(v.unknown()),
  body: v.optional(v.string()),
  expected: v.picklist([
    'as it came',
    'one more node',
    'every node',
    'every node, never shown',
    'every node, then our words',
    'once, never shown',
  ]),
});
type Row = v.InferOutput<typeof rowSchema>;

const rows = readFileSync(new URL('./node-answers.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => v.parse(v.pipe(v.string(), v.parseJson(), rowSchema), line));

const chainOf = ({ ask }: Row) => (/^(eth|debug|trace)_/.test(ask) ? chains.ethereum : chains.solana);
const textOf = ({ body, error }: Row) => body ?? JSON.stringify({ jsonrpc: '2.0', id: 1, error });
const good = '{"jsonrpc":"2.0","id":1,"result":"from another node"}';

/** Asks nodes of which the first ones give the row's answer: what the caller gets, and how often each node was asked. */
async function ask(row: Row, nodes: number, faulty: number) {
  const asked = Array.from({ length: nodes }, () => 0);
  const chain = chainOf(row);
  const call = `{"jsonrpc":"2.0","id":1,"method":"${row.ask}"}`;
  const urls = asked.map((_, node) => `http://node-${node}.invalid/`);
  const forwarder = new Forwarder({
    upstreams: { net: urls.map((url) => ({ url })) },
    credentials: () => Promise.reject(new Error('not expected')),
    send: async ({ url, body }) => {
      const node = urls.indexOf(url.href);
      // A health check is another question.
      if (body !== call)
        return { status: 503, contentType: undefined, contentEncoding: undefined, body: Buffer.alloc(0) };
      asked[node] = (asked[node] ?? 0) + 1;
      const answer = node < faulty ? { status: row.status, text: textOf(row) } : { status: 200, text: good };
      return { ...answer, contentType: 'text/plain', contentEncoding: undefined, body: Buffer.from(answer.text) };
    },
    clock: () => 0,
    log: createLog('error', () => {}),
  });
  const request: ForwardRequest = {
    network: 'net',
    chain,
    accountId: 'acc_1',
    body: call,
    rpc: parseRpcRequest(call),
    acceptGzip: false,
    requestId: 'R1',
    timeLimitMs: 5_000,
    tries: new RequestTries(),
  };
  const gave = await forwardCalls(request, forwarder).then(
    ({ payload }) => payload.body,
    (error: unknown) => (error instanceof GatewayError ? error.reason : String(error)),
  );
  return { gave, asked };
}

/** What two faulty nodes before a good one give, and how often each of the three is asked. */
const withThree = {
  'as it came': ['its answer', [1, 0, 0]],
  'one more node': ['its answer', [1, 1, 0]],
  'every node': [good, [1, 1, 1]],
  'every node, never shown': [good, [1, 1, 1]],
  'every node, then our words': [good, [1, 1, 1]],
  'once, never shown': ['upstream_unavailable', [1, 0, 0]],
} as const;

const alone = {
  'as it came': 'its answer',
  'one more node': 'its answer',
  'every node': 'its answer',
  'every node, never shown': 'upstream_unavailable',
  'every node, then our words': 'invalid_request',
  'once, never shown': 'upstream_unavailable',
} as const;

test.each(rows)('$from, to $ask with the status $status: $expected', async (row) => {
  const shown = (gave: string) => (gave === 'its answer' ? textOf(row) : gave);
  const [gave, asked] = withThree[row.expected];
  expect(await ask(row, 3, 2)).toEqual({ gave: shown(gave), asked });
  expect(await ask(row, 1, 1)).toEqual({ gave: shown(alone[row.expected]), asked: [1] });
  if (row.expected === 'one more node') expect(await ask(row, 2, 1)).toEqual({ gave: good, asked: [1, 1] });
});

test('each line has a source, and no line is there twice', () => {
  for (const { source } of rows) expect(source).toMatch(/\w{3}/);
  expect(new Set(rows.map(({ from, ask, ...answer }) => JSON.stringify([ask, answer]))).size).toBe(rows.length);
});
