import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerRequest } from '../json-rpc.ts';
import { SolanaNode } from '../node.ts';
import { startTestChain, type TestChain } from './test-chain.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

const textOf = async (body: string) => (await (await chain.post(body)).text()).trimEnd();
const error = (code: number, message: string, id: unknown = null) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
const invalidRequest = error(-32600, 'Invalid request');

describe('a call', () => {
  test('is answered under its id: a number, a string, null, or more digits than a double holds', async () => {
    for (const id of ['1', '"a"', 'null', '9007199254740993']) {
      expect(await textOf(`{"jsonrpc":"2.0","id":${id},"method":"getHealth"}`)).toBe(
        `{"jsonrpc":"2.0","id":${id},"result":"ok"}`,
      );
    }
  });

  test('that is not JSON is a parse error', async () => {
    for (const body of ['', '{', 'getHealth', '[1,]']) expect(await textOf(body)).toBe(error(-32700, 'Parse error'));
  });

  test('that is not a JSON-RPC call is an invalid request', async () => {
    const bodies = ['1', 'null', '"x"', '{}', '{"jsonrpc":"2.0","method":"getHealth","id":1.5}'];
    for (const body of bodies) expect(await textOf(body)).toBe(invalidRequest);
  });

  test('with a wrong version, wrong params or an unknown member is an invalid request under its id', async () => {
    for (const rest of ['"jsonrpc":"1.0"', '"jsonrpc":"2.0","params":"x"', '"jsonrpc":"2.0","extra":1']) {
      expect(await textOf(`{"id":7,"method":"getHealth",${rest}}`)).toBe(error(-32600, 'Invalid request', 7));
    }
  });

  test('without a version is told so', async () => {
    expect(await textOf('{"id":7,"method":"getHealth"}')).toBe(
      error(-32600, 'Unsupported JSON-RPC protocol version', 7),
    );
  });

  test('of a method that does not exist is method not found, even where JavaScript knows the name', async () => {
    for (const method of ['getNothing', 'constructor', '__proto__', '']) {
      expect(await chain.call(method)).toEqual({ error: { code: -32601, message: 'Method not found' } });
    }
  });

  test('without id is carried out by nobody and answered with nothing', async () => {
    const response = await chain.post('{"jsonrpc":"2.0","method":"getHealth"}');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  test('that fails inside is an internal error, and reported', () => {
    const node = new SolanaNode('devnet', () => 0);
    const failure = new Error('broken');
    node.slotFor = () => {
      throw failure;
    };
    const reports: unknown[] = [];
    const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
    expect(answerRequest(node, body, (method, cause) => reports.push([method, cause]))).toBe(
      error(-32603, 'Internal error', 1),
    );
    expect(reports).toEqual([['getSlot', failure]]);
  });
});

describe('a batch', () => {
  test('is answered call by call, in order, errors in their places', async () => {
    const good = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"getHealth"}`;
    const body = `[${good(1)},{"jsonrpc":"2.0","id":2,"method":"x"},3,${good(4)}]`;
    expect(await textOf(body)).toBe(
      `[{"jsonrpc":"2.0","id":1,"result":"ok"},${error(-32601, 'Method not found', 2)},${invalidRequest},` +
        '{"jsonrpc":"2.0","id":4,"result":"ok"}]',
    );
  });

  test('that is empty, or of notifications alone, is answered with nothing', async () => {
    expect(await textOf('[]')).toBe('');
    expect(await textOf('[{"jsonrpc":"2.0","method":"getHealth"}]')).toBe('');
  });
});

describe('params', () => {
  const invalid = (message: string, data?: string) => ({
    error: data === undefined ? { code: -32602, message } : { code: -32602, message, data },
  });

  test('that are too few, too many or not an array are refused', async () => {
    expect(await chain.call('getBalance')).toEqual(invalid('`params` should have at least 1 argument(s)'));
    expect(await chain.call('getBalance', 'a', {}, 3)).toEqual(
      invalid('Invalid parameters: Expected from 1 to 2 parameters.', '"Got: 3"'),
    );
    expect(await textOf('{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{}}')).toBe(
      error(-32602, '`params` should be an array', 1),
    );
    expect(await chain.call('getHealth', 1)).toEqual(invalid('Invalid parameters: No parameters were expected', '[1]'));
  });

  test('of a wrong type are refused with what was expected', async () => {
    const cases: readonly [unknown, string][] = [
      [1, 'integer `1`'],
      [1.5, 'floating point `1.5`'],
      [true, 'boolean `true`'],
      [null, 'null'],
      [[], 'sequence'],
      [{}, 'map'],
    ];
    for (const [value, description] of cases) {
      expect(await chain.call('getBalance', value)).toEqual(
        invalid(`Invalid params: invalid type: ${description}, expected a string.`),
      );
    }
    expect(await chain.call('getSlot', 'finalized')).toEqual(
      invalid('Invalid params: invalid type: string "finalized", expected struct RpcContextConfig.'),
    );
  });

  test('with an unknown commitment are refused with those there are', async () => {
    expect(await chain.call('getSlot', { commitment: 'max' })).toEqual(
      invalid('Invalid params: unknown variant `max`, expected one of `processed`, `confirmed`, `finalized`.'),
    );
  });

  test('that may be missing may also be null', async () => {
    expect(await chain.call('getSlot', null)).toEqual(await chain.call('getSlot', { commitment: null }));
  });
});
