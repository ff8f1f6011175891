import { expect, test } from '@jest/globals';
import { AwsError } from '../../src/aws/retry.ts';
import { createLog } from '../../src/log.ts';
import { writeRecord } from '../../src/records/record.ts';
import { emptyTable } from '../support/dynamodb.ts';

const record = {
  requestId: '01JD4Z0000000000000000000A',
  keyId: 'key_1',
  accountId: 'a',
  network: 'devnet',
  at: Date.UTC(2026, 10, 20, 14, 25),
  durationMs: 3,
  status: 200,
  outcome: 'ok' as const,
  calls: [{ method: 'getHealth', outcome: 'ok' as const, count: 1 }],
  requestBytes: 10,
  responseBytes: 20,
};

test('a record is found under its key and day, by its request id, and expires with the plan’s history', async () => {
  const table = await emptyTable({ sortKey: true });
  await writeRecord(table, createLog('error'), record, 7);
  const item = await table.get({ pk: 'key_1#2026-11-20', sk: record.requestId });
  expect(item).toEqual({
    ...record,
    pk: 'key_1#2026-11-20',
    sk: record.requestId,
    expiresAt: Date.UTC(2026, 10, 27, 14, 25) / 1000,
  });
});

test.each([
  ['record_lost', new Error('down')],
  ['throttled_record_lost', new AwsError('ThrottlingException', 'for a test', { status: 400 })],
])('a record that cannot be written goes to the log completely (%s), and nothing is thrown', async (event, error) => {
  const lines: string[] = [];
  const broken = { ...(await emptyTable({ sortKey: true })), put: () => Promise.reject(error) };
  await writeRecord(
    broken,
    createLog('info', (line) => lines.push(line)),
    record,
    1,
  );
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    event,
    item: { ...record, pk: 'key_1#2026-11-20', sk: record.requestId },
  });
});
