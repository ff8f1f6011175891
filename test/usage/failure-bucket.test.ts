import { expect, test } from '@jest/globals';
import { createSaveFailures } from '../../src/usage/failure-bucket.ts';

const at = Date.UTC(2026, 10, 20, 12, 30, 5, 7);
const failure = { reason: 'unreadable', detail: 'no time', event: { dynamodb: { Keys: {} } } } as const;

test('failures become one object with version and time under a unique name', async () => {
  const objects: [string, unknown][] = [];
  const put = async (key: string, json: string) => void objects.push([key, JSON.parse(json)]);
  const divert = createSaveFailures({ put }, () => at);
  const names = [await divert([failure]), await divert([failure, { ...failure, uncounted: ['hour#a'] }])];
  expect(objects).toEqual([
    [names[0], { version: 1, writtenAt: '2026-11-20T12:30:05.007Z', failures: [failure] }],
    [
      names[1],
      {
        version: 1,
        writtenAt: '2026-11-20T12:30:05.007Z',
        failures: [failure, { ...failure, uncounted: ['hour#a'] }],
      },
    ],
  ]);
  expect(names[0]).toMatch(/^tally\/2026\/11\/20\/2026-11-20T12\.30\.05\.007Z-[0-9a-f-]{36}\.json$/);
  expect(names[1]).not.toBe(names[0]);
});

test('saving rejects if the bucket fails', async () => {
  const put = () => Promise.reject(new Error('no bucket'));
  await expect(createSaveFailures({ put }, () => at)([failure])).rejects.toThrow('no bucket');
});
