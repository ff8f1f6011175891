import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { solana } from '../../src/chains/solana.ts';
import { answering, startUpstream, stopUpstreams } from '../../test/upstream/upstream-server.ts';
import { readExamples } from './read-examples.ts';
import { tryExample } from './try-example.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-examples-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterEach(stopUpstreams);

test('reads the requests of .io files in all folders, with their answers', () => {
  mkdirSync(join(folder, 'tests/eth_chainId'), { recursive: true });
  const request = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
  writeFileSync(
    join(folder, 'tests/eth_chainId/get-chain-id.io'),
    `// retrieves the chain id\n>> ${request}\n<< {"jsonrpc":"2.0","id":1,"result":"0x1"}\n>> ${request}\n`,
  );
  writeFileSync(join(folder, 'tests/genesis.json'), '{}');
  const name = 'tests/eth_chainId/get-chain-id.io';
  expect(readExamples(folder)).toEqual([
    { name, method: 'eth_chainId', request, answer: { jsonrpc: '2.0', id: 1, result: '0x1' } },
    { name, method: 'eth_chainId', request, answer: undefined },
  ]);
});

test('reads the examples of an OpenRPC document', () => {
  mkdirSync(folder, { recursive: true });
  const document = join(folder, 'openrpc.json');
  const examples = [{ name: 'missing', params: [{ name: 'pubkey', value: 'A' }] }];
  writeFileSync(document, JSON.stringify({ methods: [{ name: 'getBalance', examples }, { name: 'getSlot' }] }));
  expect(readExamples(document)).toEqual([
    {
      name: 'getBalance, missing',
      method: 'getBalance',
      request: '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["A"]}',
      answer: undefined,
    },
  ]);
});

describe('an example', () => {
  const right = '{"jsonrpc":"2.0","id":1,"result":7}';
  const example = (method = 'getSlot') => ({ name: 'one', method, request: '{}', answer: JSON.parse(right) });
  const upstream = async (text: string, status = 200) => startUpstream(answering(text, status));

  test.each([
    ['the same answer', right, 200, 'same', true],
    ['another status', right, 502, 'different', true],
    ['another body', right.replace('7', '8'), 200, 'different', false],
    ['the same value in other bytes', right.replace(',', ', '), 200, 'different', true],
  ])('with %s', async (_, text, status, comparison, asSpecified) => {
    const [node, gateway] = [await upstream(right), await upstream(text, status)];
    const targets = { nodeUrl: node.url, gatewayUrl: gateway.url, secret: 'secret' };
    expect(await tryExample(example(), solana, targets)).toMatchObject({ comparison, asSpecified });
    expect(gateway.received[0]?.headers['x-api-key']).toBe('secret');
    expect(node.received.length).toBe(2);
  });

  test('varies if the node itself does not answer twice the same', async () => {
    let height = 0;
    const node = await startUpstream((response) => {
      height += 10;
      response.end(`{"jsonrpc":"2.0","id":1,"result":${height}}`);
    });
    const gateway = await upstream('{"jsonrpc":"2.0","id":1,"result":15}');
    const targets = { nodeUrl: node.url, gatewayUrl: gateway.url, secret: '' };
    expect(await tryExample(example(), solana, targets)).toMatchObject({ comparison: 'varies' });
  });

  test('that may write is sent once, through the gateway', async () => {
    const [node, gateway] = [await upstream(right), await upstream(right)];
    const targets = { nodeUrl: node.url, gatewayUrl: gateway.url, secret: '' };
    expect(await tryExample(example('sendTransaction'), solana, targets)).toMatchObject({ comparison: 'sent once' });
    expect([node.received.length, gateway.received.length]).toEqual([0, 1]);
  });
});
