import { expect, test } from '@jest/globals';
import { call, post } from '../support/rpc.ts';
import { type TestRuntime, usageOf } from '../support/test-runtime.ts';

export function tallyCases(running: () => TestRuntime): void {
  test('the tallies equal the requests sent, by method and by outcome', async () => {
    const { newKey, runtime } = running();
    const key = await newKey({ planId: 'business' });
    const bodies = [
      ...Array.from({ length: 20 }, (_, id) => call('getHealth', id)),
      ...Array.from({ length: 15 }, (_, id) => call('getSlot', id)),
      ...Array.from({ length: 10 }, (_, id) => call(`madeUp${id}`, id)),
      ...Array.from({ length: 5 }, (_, id) => `[${call('getVersion', id)},${call('getSlot', id + 100)},{"id":1}]`),
      ...Array.from({ length: 5 }, () => 'not json'),
    ];
    const answers = await Promise.all(bodies.map((body) => post(runtime.endpoints.devnet ?? '', key.secret, body)));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(50);
    await runtime.drained();
    const { methods, outcomes, records, admitted } = await usageOf(running(), key);
    expect(methods).toEqual({ getHealth: 20, getSlot: 20, getVersion: 5, other: 10, none: 10 });
    expect(outcomes).toEqual({ ok: 45, rpc_error: 10, invalid_request: 10 });
    expect(admitted).toBe(55);
    expect(records.map(({ requestId }) => requestId).toSorted()).toEqual(
      answers.map(({ headers }) => headers['x-request-id']).toSorted(),
    );
    expect(records.some(({ calls }) => calls.some(({ method }) => method === 'madeUp3'))).toBe(true);
  }, 30_000);
}
