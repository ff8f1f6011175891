import { expect, test } from '@jest/globals';
import { newRequestId } from '../../src/records/request-id.ts';
import { replayFailure } from '../../src/replay/replay-failure.ts';
import { readReplayRow } from '../../src/replay/replay-row.ts';
import { readFailureObject } from '../../src/replay/stored-failure.ts';
import { dayOf, systemClock } from '../../src/time.ts';
import { callsAttribute } from '../../src/usage/counter-attributes.ts';
import { call, post } from '../support/rpc.ts';
import { type TestKey, type TestRuntime, usageOf } from '../support/test-runtime.ts';

export function tallyCases(running: () => TestRuntime): void {
  test('the tallies equal the requests sent, by method, by outcome and by error code', async () => {
    const { newKey, runtime } = running();
    const key = await newKey({ planId: 'business' });
    const bodies = [
      ...Array.from({ length: 8 }, (_, id) => call('getHealth', id)),
      ...Array.from({ length: 6 }, (_, id) => call('getSlot', id)),
      ...Array.from({ length: 4 }, (_, id) => call(`madeUp${id}`, id)),
      ...Array.from({ length: 3 }, (_, id) => `[${call('getVersion', id)},${call('getSlot', id + 100)},{"id":1}]`),
      ...Array.from({ length: 3 }, () => 'not json'),
    ];
    const answers = await Promise.all(bodies.map((body) => post(runtime.endpoints.devnet ?? '', key.secret, body)));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(21);
    await runtime.drained();
    const { methods, outcomes, errorCodes, records, admitted } = await usageOf(running(), key);
    expect(methods).toEqual({ getHealth: 8, getSlot: 9, getVersion: 3, other: 4, none: 6 });
    expect(outcomes).toEqual({ ok: 20, rpc_error: 4, invalid_request: 6 });
    expect(errorCodes).toEqual({ '-32601': 4 });
    expect(admitted).toBe(27);
    expect(records.map(({ requestId }) => requestId).toSorted()).toEqual(
      answers.map(({ headers }) => headers['x-request-id']).toSorted(),
    );
    expect(records.some(({ calls }) => calls.some(({ method }) => method === 'madeUp3'))).toBe(true);
  });

  test('a record that cannot be counted is kept, blocks no other record, and counts once after it is corrected and replayed', async () => {
    const { newKey, records, runtime, usage } = running();
    const key = await newKey({ planId: 'business' });
    const send = (id: number) => post(runtime.endpoints.devnet ?? '', key.secret, call('getHealth', id));
    await send(1);
    const [row] = await Array.fromAsync(records.query(`${key.keyId}#${dayOf(systemClock())}`));
    const sk = newRequestId(systemClock());
    await records.put({ ...row, sk, requestId: sk, calls: 'none' });
    await send(2);
    await runtime.drained();
    const kept = await failuresOf(running(), sk);
    expect(kept).toMatchObject([{ reason: 'unreadable' }]);
    expect(await succeeded(running(), key)).toBe(2);

    await records.put({ ...row, sk, requestId: sk });
    for (const result of ['replayed', 'already replayed']) {
      for (const one of kept) expect(await replayFailure(one, { records, usage, clock: systemClock })).toBe(result);
    }
    await runtime.drained();
    expect(await succeeded(running(), key)).toBe(3);
    expect(await failuresOf(running(), sk)).toHaveLength(1);
  });
}

/** A key's successful calls, as tallied. */
async function succeeded({ usage }: TestRuntime, { keyId }: TestKey): Promise<number> {
  const hours = await Array.fromAsync(usage.query(keyId, 'hour#'));
  return hours.reduce((sum, hour) => sum + Number(hour[callsAttribute('getHealth', 'ok')]), 0);
}

/** What the failure bucket holds of a request. */
async function failuresOf({ runtime }: TestRuntime, requestId: string) {
  const objects = await runtime.buckets.objects(runtime.template.outputs.FailureBucket ?? '');
  const kept = [...objects.values()].flatMap((object) => readFailureObject(object.toString()));
  return kept.filter(({ event }) => readReplayRow(event)?.sk === requestId);
}
