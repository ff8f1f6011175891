import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DynamoDbFront } from '../dynamodb-front.ts';
import type { Exchange } from '../dynamodb-units/write-units.ts';
import { openClient } from '../load.ts';

const behind = createServer(async (request, response) => {
  response.writeHead(400).end(JSON.stringify({ echoed: JSON.parse(await text(request)) }));
});
const seen: Exchange[] = [];
let front: DynamoDbFront;
let url = '';

beforeAll(async () => {
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const address = behind.address();
  front = new DynamoDbFront(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, (exchange) =>
    seen.push(exchange),
  );
  url = await front.listen();
});
afterAll(() => {
  front.close();
  behind.close();
});

async function call(): Promise<{ status: number; body: string }> {
  const client = openClient(url, 1);
  const { status, body } = await client.post('{"TableName":"Usage"}', { 'x-amz-target': 'DynamoDB_20120810.Query' });
  client.close();
  return { status, body: body.toString() };
}

test('a call and its answer pass as they are, refusals too, and are counted and seen', async () => {
  expect(await call()).toEqual({ status: 400, body: '{"echoed":{"TableName":"Usage"}}' });
  expect(front.calls).toBe(1);
  expect(front.heldMs).toBe(0);
  expect(seen).toEqual([
    { operation: 'Query', input: { TableName: 'Usage' }, answer: { echoed: { TableName: 'Usage' } } },
  ]);
});

test('a call that is held up says for how long', async () => {
  front.delayMs = 5;
  await call();
  expect(front.heldMs).toBeGreaterThan(0);
});
