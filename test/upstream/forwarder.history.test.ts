import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newestBlock } from '../../src/chains/chain.ts';
import { ethereum } from '../../src/chains/ethereum.ts';
import type { Upstream } from '../../src/network.ts';
import type { ForwarderDeps } from '../../src/upstream/forwarder.ts';
import { forwarderTo, read, startOver, time } from './forwarding.ts';
import { stopUpstreams } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

const recent = 'http://recent.invalid';
const whole = 'http://whole.invalid';

/** The node that is asked first. */
async function firstFor(
  request: Partial<typeof read>,
  nodes: readonly Upstream[],
  watched?: ForwarderDeps['watched'],
): Promise<string | undefined> {
  const asked: string[] = [];
  const send: ForwarderDeps['send'] = async ({ url }) => {
    asked.push(url.hostname);
    return { status: 200, contentType: 'application/json', contentEncoding: undefined, body: Buffer.from('{}') };
  };
  await forwarderTo(nodes, { send, ...(watched && { watched }) }).forward({ ...read, ...request });
  return asked[0]?.split('.')[0];
}

const block = (number: number) => ({ methods: ['getBlock'], oldestBlock: () => number });
const found =
  (earliest: number, more: object = {}): ForwarderDeps['watched'] =>
  (_, url) =>
    url === recent ? { down: false, behind: false, checkedAt: time.now, earliest, ...more } : undefined;

describe('a call of the past', () => {
  test('that names a block goes first to a node that reaches back to it', async () => {
    const nodes = [{ url: recent, earliestSlot: 100 }, { url: whole }];
    expect(await firstFor(block(99), nodes)).toBe('whole');
    expect(await firstFor(block(100), nodes)).toBe('recent');
    expect(await firstFor({ methods: ['getSlot'] }, nodes)).toBe('recent');
  });

  test('goes by what watch has found out, and the settings come first', async () => {
    const nodes = [{ url: recent }, { url: whole }];
    expect(await firstFor(block(99), nodes, found(100))).toBe('whole');
    expect(await firstFor(block(100), nodes, found(100))).toBe('recent');
    expect(await firstFor(block(99), [{ url: recent, earliestSlot: 5 }, { url: whole }], found(100))).toBe('recent');
  });

  test('that names no block goes first to an archive, if the settings name one', async () => {
    const request = { methods: ['getTransaction'] };
    expect(await firstFor(request, [{ url: recent }, { url: whole, archive: true }])).toBe('whole');
    expect(await firstFor(request, [{ url: recent, earliestSlot: 100 }, { url: whole }])).toBe('recent');
    expect(await firstFor({ methods: ['getBalance'] }, [{ url: recent }, { url: whole, archive: true }])).toBe(
      'recent',
    );
  });

  describe('that names a block of Ethereum, where an archive is beside a node that forgets states', () => {
    const archive = { url: whole, archive: true };
    const both = [{ url: recent }, archive];
    const dear = [archive, { url: recent }];
    const at = (method: string, number: number) => ({ chain: ethereum, methods: [method], oldestBlock: () => number });
    const head = found(0, { height: 1_000 });
    test.each<[string, string, number, readonly Upstream[], string]>([
      ['the state at an old block goes to the archive', 'eth_getBalance', 900, both, 'whole'],
      ['also that of a call', 'eth_call', 936, both, 'whole'],
      ['the state at one of the newest 64 blocks does not', 'eth_call', 937, dear, 'recent'],
      ['nor that at the newest one', 'eth_call', newestBlock, dear, 'recent'],
      ['logs of the newest blocks do not', 'eth_getLogs', 990, dear, 'recent'],
      ['logs of old blocks go where they are, in the order of preference', 'eth_getLogs', 900, both, 'recent'],
    ])('%s', async (_, method, number, nodes, first) => {
      expect(await firstFor(at(method, number), nodes, head)).toBe(first);
    });

    test('filters stay with one node, whatever block they begin with', async () => {
      for (const nodes of [both, dear])
        for (const method of ['eth_newFilter', 'eth_getFilterChanges', 'eth_getFilterLogs'])
          for (const number of [1, 900, newestBlock])
            expect(await firstFor(at(method, number), nodes, head)).toBe(nodes === both ? 'recent' : 'whole');
    });

    test('without a known height, a number is not taken for a new block', async () => {
      expect(await firstFor(at('eth_call', 999), both)).toBe('whole');
      expect(await firstFor(at('eth_call', newestBlock), dear)).toBe('recent');
    });
  });

  test('goes to a healthy node first, whatever it has', async () => {
    const watched: ForwarderDeps['watched'] = (_, url) =>
      url === whole ? { down: true, behind: false, checkedAt: time.now } : undefined;
    expect(await firstFor(block(1), [{ url: recent, earliestSlot: 100 }, { url: whole }], watched)).toBe('recent');
  });
});

describe('a node that is behind', () => {
  const nodes = [{ url: recent }, { url: whole }];
  const behind = found(0, { behind: true });

  test('is used last where an outdated answer would be wrong', async () => {
    expect(await firstFor({ methods: ['getBalance'] }, nodes, behind)).toBe('whole');
  });

  test('keeps its place for methods whose answer it cannot spoil', async () => {
    expect(await firstFor({ methods: ['getGenesisHash'] }, nodes, behind)).toBe('recent');
    expect(await firstFor({ methods: ['getGenesisHash', 'getSlot'] }, nodes, behind)).toBe('whole');
  });
});
