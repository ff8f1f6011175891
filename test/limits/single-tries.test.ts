import { expect, test } from '@jest/globals';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import { counterCallLimits } from '../../src/limits/write-failure.ts';
import { recordCallLimits } from '../../src/records/record.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { breakingOff, refusing, startSickAws } from '../aws/sick-aws.ts';
import { admissionsOn } from '../support/admissions.ts';

const limits = { callsPerSecond: 10, callsPerDay: 100 };
const admitted = {
  n: 1,
  day: '2026-11-20',
  second: 43_200,
  limitStatus: { at: 0, limits, secondRemaining: 9, dayRemaining: 99 },
};

/** The request path's own client and table, and a DynamoDB that fails every request. */
async function failing(behaviour: Parameters<typeof startSickAws>[0][number]) {
  const { service, received, pauses } = await startSickAws([behaviour]);
  const admissions = admissionsOn(createSignedTable(service, 'Admissions', counterCallLimits), service.clock);
  return { admissions, received, pauses };
}

test.each([
  ['throttles', refusing('ProvisionedThroughputExceededException')],
  ['breaks off its answers', breakingOff],
  ['answers 500', refusing('InternalServerError', 500)],
])(
  'no layer below repeats a write: DynamoDB %s, and gets two requests of an admission, one of a return',
  async (_, sick) => {
    const { admissions, received, pauses } = await failing(sick);
    await expect(admissions.admit('key_1', () => limits, 1)).rejects.toMatchObject({ reason: 'limits_unavailable' });
    expect(received).toHaveLength(2);
    expect(await admissions.giveBack('key_1', admitted, 1)).toBe(admitted.limitStatus);
    expect(received).toHaveLength(3);
    expect(pauses).toEqual([]);
    for (const { body } of received) expect(body.toString()).toContain(admissionsKey('key_1', '2026-11-20').pk);
  },
);

test('a caller waits at most a second for silent counters, and less than half a second for a silent record', () => {
  expect(2 * counterCallLimits.answerMs).toBeLessThanOrEqual(1_000);
  expect(counterCallLimits.tries).toBe(1);
  expect(recordCallLimits.deadlineMs).toBeLessThan(500);
});
