import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createLog } from '../../../src/log.ts';
import { recordSchema } from '../../../src/records/record-schema.ts';
import { errorsIn, unreadableRows } from './failed-reads.ts';
import type { VersionLine } from './two-versions.ts';
import type { Version } from './versions.ts';

// What the canary reports of the log of two versions. changed-code.night.test.ts proves it with bundled functions.

/** A line that a function of a version logs. */
function logged(version: Version, event: string, fields: object): VersionLine {
  let line = '';
  createLog('debug', (text) => {
    line = text;
  }).error(event, { ...fields });
  return { version, functionName: 'Tally', line };
}

/** What the tally logs of a record that a schema rejects. */
function unreadable(version: Version, schema: v.GenericSchema, record: object): VersionLine {
  const { issues } = v.safeParse(schema, record);
  if (!issues) throw new Error('The schema accepts the record.');
  return logged(version, 'record_unreadable', { detail: String(new v.ValiError(issues)) });
}

const record = {
  requestId: '01M84K6JS03RW7SPZY2EPG043J',
  keyId: 'key_1',
  accountId: 'acme',
  network: 'devnet',
  at: 1_795_000_000_000,
  durationMs: 12,
  status: 200,
  outcome: 'ok',
  calls: [{ method: 'getSlot', count: 1, outcome: 'ok' }],
  requestBytes: 40,
  responseBytes: 60,
};

describe('records that one version writes and the other cannot read', () => {
  test('a new required field: reported with its name', () => {
    const changed = v.object({ ...recordSchema.entries, region: v.string() });
    const [problem = ''] = unreadableRows([unreadable('present', changed, record)]);
    expect(problem).toContain('record_unreadable of the present code in Tally');
    expect(problem).toContain('Expected "region" but received undefined');
    expect(problem).toContain('docs/how-to-add.md');
  });

  test('a value that the reader does not know: reported with the value', () => {
    const [problem = ''] = unreadableRows([unreadable('last', recordSchema, { ...record, outcome: 'not_json' })]);
    expect(problem).toContain('record_unreadable of the last release in Tally');
    expect(problem).toContain('but received "not_json"');
  });

  test('are counted by kind, and are no other errors', () => {
    const line = unreadable('last', recordSchema, { ...record, outcome: 'not_json' });
    expect(unreadableRows([line, line])).toEqual([expect.stringMatching(/^2 × record_unreadable/)]);
    expect(errorsIn([line])).toEqual([]);
  });
});

test('a failed invocation is reported with its message, and a time-out of a busy machine is not', () => {
  const failed = logged('last', 'invocation_failed', { errorMessage: 'Expected "active" but received "enabled"' });
  const timeOut = logged('last', 'authorize_failed', { errorMessage: 'DynamoDB: no usable answer (timeout)' });
  expect(errorsIn([failed, timeOut])).toEqual([
    '1 × invocation_failed of the last release in Tally: Expected "active" but received "enabled".',
  ]);
});

test('a record that DynamoDB did not confirm in time is written again, as by an operator; a refused one is reported', () => {
  const timedOut = logged('last', 'record_lost', { reason: 'NoAnswerError' });
  const refused = logged('present', 'record_lost', { reason: 'ValidationException' });
  expect(errorsIn([timedOut, refused])).toEqual(['1 × record_lost of the present code in Tally: .']);
});

test('an event that comes with too many others is sent again; one that fails otherwise is reported with its cause', () => {
  const failed = (cause: string) =>
    logged('present', 'billing_event_failed', { detail: 'BillingUnavailableError: try again', cause });
  expect(
    errorsIn([failed('Error: Too many events at once. Stripe sends this one again.'), failed('time-out')]),
  ).toEqual(['1 × billing_event_failed of the present code in Tally: BillingUnavailableError: try again (time-out).']);
});
