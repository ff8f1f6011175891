import { describe, expect, test } from '@jest/globals';
import { toRequestView } from '../../src/management-api/request-view.ts';
import { PublicNodeNames } from '../../src/networks/public-node-names.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { RequestTries } from '../../src/records/tries.ts';
import { recordOf } from '../usage/record.ts';

const urls = ['https://one.provider.example/key', 'https://two.provider.example/key'];
const names = new PublicNodeNames([{ network: 'devnet', upstreams: urls.map((url) => ({ url })) }]);
const view = (changes: Partial<RequestRecord>) => toRequestView(recordOf(changes), names);

/** Tries as the proxy writes them. */
function triesOf(...ends: readonly (readonly [url: string, end: 'answered' | 'failed' | 'refused' | 'unanswered'])[]) {
  const tries = new RequestTries();
  const noted = tries.ofMethods(['getSlot']);
  for (const [url, end] of ends) noted.start(url)(end);
  return tries.of('getSlot', 0);
}

const [one = '', two = ''] = urls;

describe('the tries of a request', () => {
  test('name nodes by their place, never by their host, and what a provider refused failed', () => {
    const { tries } = view({ tries: triesOf([two, 'refused'], [one, 'answered']) });
    expect(tries).toEqual([
      { node: 'Node 2', end: 'failed', calls: 1 },
      { node: 'Node 1', end: 'answered', calls: 1 },
    ]);
  });

  test('have no name for a node or network that the settings do not have any more', () => {
    const gone = triesOf(['https://gone.example', 'answered']);
    expect(view({ tries: gone }).tries).toEqual([{ node: null, end: 'answered', calls: 1 }]);
    expect(view({ network: 'mainnet', tries: triesOf([one, 'answered']) }).tries[0]?.node).toBeNull();
  });

  test('count the calls that were sent together', () => {
    const ok = { method: 'getSlot', outcome: 'ok' } as const;
    const calls = [
      { ...ok, count: 3 },
      { ...ok, outcome: 'rpc_error', errorCode: -32602, count: 1 },
      { ...ok, method: 'getHealth', count: 2, tries: triesOf([two, 'answered']) },
      { outcome: 'invalid_request', count: 1 },
    ] as const;
    expect(view({ calls: [...calls], tries: triesOf([one, 'answered']) }).tries).toEqual([
      { node: 'Node 1', end: 'answered', calls: 4 },
      { node: 'Node 2', end: 'answered', calls: 2 },
    ]);
  });

  test('are none if the request reached no node', () => {
    expect(view({ upstreamMs: 9 }).tries).toEqual([]);
  });
});

describe('what a request used of the quota', () => {
  const admittedSecond = Date.UTC(2026, 10, 20, 12) / 1_000;
  const ok = { method: 'getSlot', outcome: 'ok', count: 2 } as const;
  const failed = { method: 'getHealth', outcome: 'upstream_error', count: 1 } as const;
  const counted = (changes: Partial<RequestRecord>) => view({ admittedSecond, ...changes }).countedCalls;

  test('nothing if it was not admitted', () => {
    expect(view({ outcome: 'rate_limited', status: 429 })).toMatchObject({ countedAt: null, countedCalls: 0 });
  });

  test('all of its calls, whatever the node answered', () => {
    const calls = [
      ok,
      { ...ok, outcome: 'rpc_error', errorCode: -32602 },
      { ...ok, outcome: 'upstream_timeout' },
      { ...ok, outcome: 'response_too_large' },
      { ...ok, outcome: 'call_too_slow' },
    ] as const;
    expect(view({ admittedSecond, calls: [...calls] })).toMatchObject({
      countedAt: '2026-11-20T12:00:00.000Z',
      countedCalls: 10,
    });
  });

  test('without those that no node could answer, and those that the gateway failed', () => {
    expect(counted({ calls: [ok, { ...failed, tries: triesOf([one, 'unanswered']) }] })).toBe(2);
    expect(counted({ calls: [ok, failed] })).toBe(2);
    expect(counted({ calls: [{ ...failed, outcome: 'internal_error' }] })).toBe(0);
  });
});
