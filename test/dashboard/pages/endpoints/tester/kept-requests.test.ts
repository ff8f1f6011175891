import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { changeDraft, draftsToKeep, storedDrafts } from '../../../../../dashboard/pages/endpoints/tester/drafts.ts';
import {
  addRecent,
  type RecentRequest,
  recentRequestOf,
  recentRequests,
} from '../../../../../dashboard/pages/endpoints/tester/recent-requests.ts';
import { mintSecret } from '../../../../../src/keys/secret.ts';

const secret = mintSecret(() => 7);
const request = (body: string, more: Partial<RecentRequest> = {}): RecentRequest => ({
  at: 1,
  chain: 'solana',
  network: 'devnet',
  method: 'getSlot',
  body,
  calls: ['getSlot'],
  ...more,
});
const bodies = (list: readonly RecentRequest[]) => list.map(({ body }) => body);

describe('the recent requests', () => {
  test('have the newest first, and at most 20', () => {
    const list = Array.from({ length: 30 }, (_, place) => request(String(place))).reduce<RecentRequest[]>(
      addRecent,
      [],
    );
    expect(bodies(list)).toEqual(Array.from({ length: 20 }, (_, place) => String(29 - place)));
  });

  test('have the same request once, as it ended last', () => {
    const list = addRecent([request('a'), request('b')], request('b', { at: 2, status: 429 }));
    expect(list).toEqual([request('b', { at: 2, status: 429 }), request('a')]);
    expect(bodies(addRecent(list, request('b', { network: 'mainnet' })))).toEqual(['b', 'b', 'a']);
  });

  test('have no secret, even if the body has one, and no body that fills the storage', () => {
    expect(bodies(addRecent([request('a')], request(`{"params":["${secret}"]}`)))).toEqual(['a']);
    expect(bodies(addRecent([request('a')], request('x'.repeat(20_001))))).toEqual(['a']);
  });

  test('are kept with what the response says, never with the response', () => {
    const endpoint = { chain: 'solana', network: 'devnet', url: 'https://rpc.example' };
    const sent = { at: 5, endpoint, method: 'm', body: '{}', methods: ['m'], check: 'valid', keyId: 'key_1' } as const;
    const answer = {
      status: 200,
      body: new Uint8Array(1),
      text: 'the response',
      headers: [],
      windows: [],
      requestId: 'R1',
      headersAfter: 1,
      endedAfter: 41.7,
      timing: [],
    };
    const kept = recentRequestOf({ sent, ending: { kind: 'answered', answer } });
    expect(kept).toEqual({
      ...request('{}', { at: 5, method: 'm', calls: ['m'] }),
      keyId: 'key_1',
      status: 200,
      ms: 42,
      requestId: 'R1',
    });
    expect(recentRequestOf({ sent, ending: { kind: 'stopped' } }).status).toBeUndefined();
  });

  test.each([undefined, null, 7, [{ at: 'x' }], { a: 1 }])('that cannot be read are dropped: %j', (stored) => {
    expect(v.parse(recentRequests, stored)).toEqual([]);
  });

  test('can be read again', () => {
    const list = [request('a', { status: 200, ms: 3, requestId: 'R1', keyId: 'key_1' }), request('b')];
    expect(v.parse(recentRequests, JSON.parse(JSON.stringify(list)))).toEqual(list);
  });
});

describe('the drafts', () => {
  test('change one by one; without a body, one is dropped', () => {
    const drafts = changeDraft({ a: '1', b: '2' }, 'a', '3');
    expect(Object.entries(drafts)).toEqual([
      ['b', '2'],
      ['a', '3'],
    ]);
    expect(changeDraft(drafts, 'a', undefined)).toEqual({ b: '2' });
  });

  test('are kept for a reload: the last 20, none with a secret, none that is long', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, place) => [`m${place}`, 'x']));
    expect(Object.keys(draftsToKeep(many))).toEqual(Object.keys(many).slice(5));
    expect(draftsToKeep({ a: `{"x":"${secret}"}`, b: 'x'.repeat(100_001), c: '{}' })).toEqual({ c: '{}' });
  });

  test.each([undefined, 7, { a: 7 }])('that cannot be read are dropped: %j', (stored) => {
    expect(v.parse(storedDrafts, stored)).toEqual({});
  });
});
